/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One trace under the checker: its findings with the packets around them, its Ack latencies.
 * Not here: the rules (acknak/check.h), printing (text.c, json.c).
 */
#include "cli/check/run.h"

#include <stdlib.h>
#include <string.h>

#include "cli/common/exit.h"
#include "cli/common/recent_records.h"
#include "cli/common/say.h"
#include "trace/packet.h"

/* Findings that still want the line after theirs; more than that at once do without. */
#define WAITING_MAX 64u

struct reading {
    struct cli_check_run *run;
    const struct cli_check_request *request;
    struct cli_recent *recent;
    size_t waiting_count;
    size_t waiting[WAITING_MAX]; /* indices of findings */
};

static char *copy_of(struct cli_check_run *run, const char *text)
{
    char *copy = strdup(text);
    if (!copy) {
        run->no_memory = true;
    }
    return copy;
}

/* ---- The packets around ---- */

static char *line_of(struct cli_check_run *run, const struct ak_record *record)
{
    char line[CLI_PACKET_LINE_BYTES];
    cli_packet_line(line, record);
    return copy_of(run, line);
}

/* A packet that arrived as it was sent is shown once, as the packet at hand was seen. */
static bool is_worth_a_line(const struct ak_record *record, enum ak_seen seen)
{
    struct ak_packet_summary packet;

    if (!cli_recent_is_telling(record)) {
        return false;
    }
    if (!ak_record_is_packet(record->kind) || record->seen == seen) {
        return true;
    }
    ak_packet_summarise(record, &packet);
    return packet.health != AK_PACKET_GOOD;
}

static void take_before(struct reading *reading, struct cli_finding *finding, uint64_t back)
{
    struct ak_record record;
    unsigned wanted = CLI_CONTEXT_BEFORE;

    while (wanted && cli_recent_look(reading->recent, ++back, &record)) {
        if (is_worth_a_line(&record, finding->seen)) {
            finding->before[--wanted] = line_of(reading->run, &record);
        }
    }
}

/* The line after it, if that has been read already. */
static bool take_after(struct reading *reading, struct cli_finding *finding, uint64_t back)
{
    struct ak_record record;

    while (back-- && cli_recent_look(reading->recent, back, &record)) {
        if (!is_worth_a_line(&record, finding->seen)) {
            continue;
        }
        finding->after = line_of(reading->run, &record);
        return true;
    }
    return false;
}

static void take_context(struct reading *reading, size_t index)
{
    struct cli_finding *finding = &reading->run->findings[index];
    struct ak_record record;
    uint64_t back = cli_recent_find(reading->recent, finding->packet);

    if (back == UINT64_MAX || !cli_recent_look(reading->recent, back, &record)) {
        return;
    }
    finding->seen = record.seen;
    finding->itself = line_of(reading->run, &record);
    take_before(reading, finding, back);
    if (!take_after(reading, finding, back) && reading->waiting_count < WAITING_MAX) {
        reading->waiting[reading->waiting_count++] = index;
    }
}

static void serve_waiting(struct reading *reading, const struct ak_record *record)
{
    size_t left = 0;

    for (size_t i = 0; i < reading->waiting_count; i++) {
        struct cli_finding *finding = &reading->run->findings[reading->waiting[i]];
        if (is_worth_a_line(record, finding->seen)) {
            finding->after = line_of(reading->run, record);
        } else {
            reading->waiting[left++] = reading->waiting[i];
        }
    }
    reading->waiting_count = left;
}

/* ---- Findings and latencies ---- */

static void *grow(void *list, size_t *room, size_t bytes_each)
{
    size_t wanted = *room ? *room * 2 : 64;
    void *grown = realloc(list, wanted * bytes_each);
    if (grown) {
        *room = wanted;
    }
    return grown;
}

static bool has_room_for_finding(struct cli_check_run *run, enum ak_severity severity)
{
    size_t kept = severity == AK_NOTE ? run->notes : run->found - run->notes;

    if (kept == (severity == AK_NOTE ? CLI_NOTES_MAX : CLI_FINDINGS_MAX)) {
        run->left_out++;
        return false;
    }
    if (run->found < run->room) {
        return true;
    }
    void *grown = grow(run->findings, &run->room, sizeof(*run->findings));
    if (!grown) {
        run->no_memory = true;
        return false;
    }
    run->findings = grown;
    return true;
}

static int take_finding(void *context, const struct ak_record *record)
{
    struct reading *reading = context;
    struct cli_check_run *run = reading->run;

    if (!has_room_for_finding(run, record->finding.severity)) {
        return run->no_memory ? -1 : 0;
    }
    run->notes += record->finding.severity == AK_NOTE;
    size_t index = run->found++;
    run->findings[index] = (struct cli_finding){.rule = record->finding.rule,
                                                .severity = record->finding.severity,
                                                .direction = record->direction,
                                                .time_fs = record->time_fs,
                                                .packet = record->about,
                                                .text = copy_of(run, record->finding.text)};
    if (!reading->request->json) {
        take_context(reading, index);
    }
    return run->no_memory ? -1 : 0;
}

static void take_latency(void *context, enum ak_direction direction, uint64_t number,
                         uint64_t latency_fs)
{
    struct reading *reading = context;
    struct cli_latencies *of = &reading->run->latencies[direction];

    (void)number;
    if (!of->count || latency_fs < of->least_fs) {
        of->least_fs = latency_fs;
    }
    if (latency_fs > of->most_fs) {
        of->most_fs = latency_fs;
    }
    of->count++;
    if (!reading->request->keep_latencies || of->kept == CLI_LATENCIES_MAX) {
        return;
    }
    if (of->kept == of->room) {
        void *grown = grow(of->fs, &of->room, sizeof(*of->fs));
        if (!grown) {
            reading->run->no_memory = true;
            return;
        }
        of->fs = grown;
    }
    of->fs[of->kept++] = latency_fs;
}

/* A finding about an earlier packet comes late. */
static int compare_findings(const void *one, const void *other)
{
    const struct cli_finding *left = one;
    const struct cli_finding *right = other;

    if (left->time_fs != right->time_fs) {
        return left->time_fs < right->time_fs ? -1 : 1;
    }
    if (left->packet != right->packet) {
        return left->packet < right->packet ? -1 : 1;
    }
    return strcmp(left->rule, right->rule);
}

/* ---- Reading ---- */

static int take_record(void *context, const struct ak_record *record)
{
    struct reading *reading = context;

    if (!ak_record_is_wire(record->kind)) {
        return 0;
    }
    if (ak_record_is_packet(record->kind) && record->direction <= AK_UPSTREAM) {
        reading->run->packets[record->direction]++;
        reading->run->at_port |= record->seen != AK_SEEN_PROBE;
    }
    if (!reading->request->json) {
        cli_recent_add(reading->recent, record);
        serve_waiting(reading, record);
    }
    if (record->kind == AK_RECORD_LINK) {
        reading->run->known |= record->link.known;
    }
    if (record->kind == AK_RECORD_LINK && reading->request->base &&
        record->link.revision == AK_BASE_ANY) {
        struct ak_record named = *record;
        named.link.known &= ~(uint32_t)AK_KNOWN_REVISION;
        return ak_check_take(reading->run->check, &named);
    }
    return ak_check_take(reading->run->check, record);
}

static int code_of(const struct cli_check_run *run)
{
    const uint64_t *findings = ak_check_counts_of(run->check)->findings;

    if (run->no_memory || run->status == AK_CAPTURE_NO_MEMORY) {
        say("out of memory");
        return CLI_EXIT_INTERNAL;
    }
    if (run->status != AK_CAPTURE_OK) {
        say("%s", run->reading.error);
        return CLI_EXIT_INPUT;
    }
    return findings[AK_WARNING] + findings[AK_ERROR] ? CLI_EXIT_FINDINGS : CLI_EXIT_CLEAN;
}

int cli_check_run(struct cli_check_run *run, const char *path,
                  const struct cli_check_request *request)
{
    struct reading reading = {.run = run, .request = request};
    void *memory = malloc(ak_check_bytes());

    *run = (struct cli_check_run){.path = strcmp(path, "-") != 0 ? path : "(stdin)"};
    reading.recent = calloc(1, sizeof(*reading.recent));
    if (!memory || !reading.recent) {
        say("out of memory");
        free(memory);
        free(reading.recent);
        return CLI_EXIT_INTERNAL;
    }
    run->check =
        ak_check_init(memory, &request->checking, (struct ak_record_sink){take_finding, &reading});
    run->known = request->checking.link.known;
    ak_check_on_ack(run->check, take_latency, &reading);
    const struct ak_record_sink records = {take_record, &reading};
    run->status = ak_capture_read_file(path, &request->reading, &records, &run->reading);
    (void)ak_check_end(run->check);
    if (run->found) {
        qsort(run->findings, run->found, sizeof(*run->findings), compare_findings);
    }
    free(reading.recent);
    return code_of(run);
}

static void end_finding(struct cli_finding *finding)
{
    free(finding->text);
    for (unsigned i = 0; i < CLI_CONTEXT_BEFORE; i++) {
        free(finding->before[i]);
    }
    free(finding->itself);
    free(finding->after);
}

void cli_check_run_end(struct cli_check_run *run)
{
    for (size_t i = 0; i < run->found; i++) {
        end_finding(&run->findings[i]);
    }
    free(run->findings);
    for (int direction = 0; direction < 2; direction++) {
        free(run->latencies[direction].fs);
    }
    free(run->check);
    *run = (struct cli_check_run){0};
}
