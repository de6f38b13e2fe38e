/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What acknak check found for people: a sentence, the findings, the rules.
 * Not here: the same as JSON (json.c).
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/check/print.h"
#include "cli/common/args.h"
#include "cli/common/figures.h"
#include "cli/common/output.h"
#include "trace/names.h"

#define TEXT_COLUMN 8u

/* ---- The sentence ---- */

static void print_count(uint64_t count, const char *one, const char *many)
{
    char figure[CLI_FIGURE_BYTES];

    cli_figure_count(figure, count);
    printf("%s %s", figure, count == 1 ? one : many);
}

static void print_traffic(const struct cli_check_run *run)
{
    const struct ak_check_counts *counts = ak_check_counts_of(run->check);

    printf("%s: ", run->path);
    print_count(counts->tlps, "TLP", "TLPs");
    fputs(", ", stdout);
    print_count(counts->dllps, "DLLP", "DLLPs");
    fputs(", ", stdout);
    print_count(counts->others, "ordered set", "ordered sets");
    fputs("; ", stdout);
    print_count(counts->crc_good, "CRC good", "CRCs good");
    fputs(", ", stdout);
    print_count(counts->crc_bad, "bad.\n", "bad.\n");
}

static const struct cli_finding *first_breach(const struct cli_check_run *run)
{
    for (size_t i = 0; i < run->found; i++) {
        if (run->findings[i].severity != AK_NOTE) {
            return &run->findings[i];
        }
    }
    return NULL;
}

/* Few rules may have had anything to judge, and then it means little that none was broken. */
static void print_reach(const struct cli_check_run *run, uint64_t skipped)
{
    unsigned judged = 0;
    unsigned asked = 0;

    for (unsigned i = 0; i < ak_check_rule_count(); i++) {
        struct ak_check_tally tally;
        if (skipped >> i & 1u) {
            continue;
        }
        ak_check_tally_rule(run->check, i, &tally);
        asked++;
        judged += tally.checked > 0;
    }
    printf("No rule was seen broken; %u of %u had something to judge.\n", judged, asked);
}

static void print_verdict(const struct cli_check_run *run, uint64_t skipped)
{
    const uint64_t *findings = ak_check_counts_of(run->check)->findings;
    const struct cli_finding *first = first_breach(run);
    const struct ak_check_counts *counts = ak_check_counts_of(run->check);

    if (counts->tlps + counts->dllps == 0) {
        puts("There is no packet in it to judge.");
    } else if (!findings[AK_ERROR] && !findings[AK_WARNING]) {
        print_reach(run, skipped);
    } else {
        print_count(findings[AK_ERROR], "error", "errors");
        fputs(", ", stdout);
        print_count(findings[AK_WARNING], "warning", "warnings");
        if (first) {
            printf("; the first is %s at packet #%" PRIu64, first->rule, first->packet);
        }
        puts(".");
    }
    if (findings[AK_NOTE]) {
        print_count(findings[AK_NOTE], "note", "notes");
        puts(": odd but legal, or not to be decided from this trace.");
    }
}

static void print_latencies(const struct cli_check_run *run)
{
    for (int direction = 0; direction < 2; direction++) {
        const struct cli_latencies *of = &run->latencies[direction];
        char least[48];
        char most[48];
        if (!of->count) {
            continue;
        }
        print_count(of->count, "Ack", "Acks");
        printf(" for TLPs %s, %s after the TLP's last symbol",
               ak_name_of(&ak_names_direction, direction), cli_packet_time(least, of->least_fs));
        if (of->most_fs != of->least_fs) {
            printf(" at the earliest, %s at the latest", cli_packet_time(most, of->most_fs));
        }
        puts(".");
    }
}

/* ---- The findings ---- */

static void print_part(const char *name, const char *text, unsigned columns)
{
    printf("  %-*s", (int)TEXT_COLUMN - 2, name);
    cli_text_print(stdout, text, TEXT_COLUMN, TEXT_COLUMN, columns);
}

static void print_line(const char *mark, const char *line)
{
    if (line) {
        printf("  %-*s%s\n", (int)TEXT_COLUMN - 2, mark, line);
    }
}

static void print_finding(const struct cli_finding *finding, bool colour, unsigned columns)
{
    static const char *const paint[AK_SEVERITY_COUNT] = {"", "\033[33m", "\033[1;31m"};
    const struct ak_check_rule *rule =
        ak_check_rule_at((unsigned)ak_check_rule_find(finding->rule));
    char wants[400];
    char time[48];

    printf("\n%s%s %s%s at packet #%" PRIu64 ", %s, %s\n", colour ? paint[finding->severity] : "",
           ak_name_of(&ak_names_severity, (int)finding->severity), finding->rule,
           colour && *paint[finding->severity] ? "\033[0m" : "", finding->packet,
           cli_packet_time(time, finding->time_fs),
           ak_name_of(&ak_names_direction, (int)finding->direction));
    print_part("seen", finding->text, columns);
    snprintf(wants, sizeof(wants), "%s (Base %s, %s)", rule->sentence,
             ak_check_base_name(AK_CHECK_BASE_6_3), rule->sections[AK_CHECK_BASE_6_3]);
    print_part("rule", wants, columns);
    for (unsigned i = 0; i < CLI_CONTEXT_BEFORE; i++) {
        print_line("", finding->before[i]);
    }
    print_line("    >", finding->itself);
    print_line("", finding->after);
}

/* Beside errors only a few notes are shown: there may be very many of them. */
#define NOTES_BESIDE 5u

static size_t least(size_t one, size_t other)
{
    return one < other ? one : other;
}

static void print_findings(const struct cli_check_run *run, uint32_t limit)
{
    bool colour = cli_output_wants_color(stdout);
    unsigned columns = cli_output_columns(stdout);
    size_t breaches = run->found - run->notes;
    size_t room = limit ? limit : run->found;
    size_t left[2] = {least(breaches, room), 0}; /* to show: errors and warnings, notes */

    left[1] = least(run->notes, room - left[0]);
    if (limit && breaches) {
        left[1] = least(left[1], NOTES_BESIDE);
    }
    uint64_t hidden = run->found - left[0] - left[1];
    for (size_t i = 0; i < run->found; i++) {
        size_t *of = &left[run->findings[i].severity == AK_NOTE];
        if (!*of) {
            continue;
        }
        --*of;
        print_finding(&run->findings[i], colour, columns > 100 ? 100 : columns);
    }
    if (hidden + run->left_out) {
        fputs("\n... and ", stdout);
        print_count(hidden + run->left_out, "more finding", "more findings");
        puts(hidden               ? "; --limit 0 shows all that are kept"
             : run->left_out == 1 ? ", which is counted only"
                                  : ", which are counted only");
    }
}

/* ---- The rules ---- */

static void print_rule(const struct cli_check_run *run, unsigned index)
{
    struct ak_check_tally tally;
    char figures[4][CLI_FIGURE_BYTES];

    ak_check_tally_rule(run->check, index, &tally);
    cli_figure_count(figures[0], tally.checked);
    cli_figure_count(figures[1], tally.broken);
    cli_figure_count(figures[2], tally.notes);
    cli_figure_count(figures[3], tally.not_judged);
    printf("  %-8s %14s %8s %8s %12s%s%s\n", ak_check_rule_at(index)->id, figures[0],
           tally.broken ? figures[1] : "-", tally.notes ? figures[2] : "-",
           tally.not_judged ? figures[3] : "-", tally.why ? "  " : "", tally.why ? tally.why : "");
}

static void print_rules(const struct cli_check_run *run, uint64_t skipped)
{
    printf("\n  %-8s %14s %8s %8s %12s\n", "rule", "checked", "broken", "notes", "not judged");
    for (unsigned i = 0; i < ak_check_rule_count(); i++) {
        if (!(skipped >> i & 1u)) {
            print_rule(run, i);
        }
    }
    puts("\nacknak explain RULE tells what a rule wants.");
}

/* ---- What would let more be judged ---- */

static void print_missing_parameters(const struct cli_check_run *run)
{
    static const struct {
        uint32_t known;
        const char *name;
    } needed[] = {
        {AK_KNOWN_RATE, " --rate"}, {AK_KNOWN_WIDTH, " --width"}, {AK_KNOWN_MPS, " --mps"}};
    bool missing = false;

    for (size_t i = 0; i < sizeof(needed) / sizeof(needed[0]); i++) {
        if (run->known & needed[i].known) {
            continue;
        }
        printf("%s%s", missing ? "" : "Limits of timers were not judged; they need",
               needed[i].name);
        missing = true;
    }
    if (missing) {
        puts(".");
    }
}

static void print_missing_direction(const struct cli_check_run *run)
{
    for (int direction = 0; direction < 2; direction++) {
        if (run->packets[direction] || !run->packets[!direction]) {
            continue;
        }
        printf("Nothing was recorded %s: whether TLPs were answered cannot be judged without both "
               "directions.\n",
               ak_name_of(&ak_names_direction, direction));
    }
}

/* Whether this is why some rule was not judged. */
static bool is_a_reason(const struct cli_check_run *run, const char *reason)
{
    for (unsigned i = 0; i < ak_check_rule_count(); i++) {
        struct ak_check_tally tally;
        ak_check_tally_rule(run->check, i, &tally);
        if (tally.why && strcmp(tally.why, reason) == 0) {
            return true;
        }
    }
    return false;
}

/* At a port, without limits or with one direction alone it has hardly mattered. */
static void print_missing_flight(const struct cli_check_run *run)
{
    const uint32_t limits = AK_KNOWN_RATE | AK_KNOWN_WIDTH | AK_KNOWN_MPS;
    bool late_judged = !run->at_port && (run->known & limits) == limits &&
                       run->packets[AK_DOWNSTREAM] && run->packets[AK_UPSTREAM];

    if (run->known & AK_KNOWN_FLIGHT) {
        return;
    }
    if (late_judged || is_a_reason(run, "flight time not known")) {
        puts("Without --flight packets count as up to 1 us under way from port to port.");
    }
}

static void print_hints(const struct cli_check_run *run)
{
    print_missing_parameters(run);
    print_missing_direction(run);
    print_missing_flight(run);
    if (!run->at_port && ak_check_counts_of(run->check)->findings[AK_NOTE]) {
        puts(
            "The packets count as seen at a probe between the ports, where a packet may be damaged "
            "on\nits further way: what would be an error at a port can be a note. If they were "
            "recorded at a\nport, --seen sender or --seen receiver says so.");
    } else if (is_a_reason(run, "not seen at the port concerned")) {
        puts(
            "Some rules need what a port itself sent or received; --seen tells where the recording "
            "was\ntaken.");
    }
}

void cli_check_text(const struct cli_check_run *run, const struct cli_check_request *request)
{
    print_traffic(run);
    print_verdict(run, request->checking.skip_rules);
    print_latencies(run);
    print_findings(run, request->shown);
    print_rules(run, request->checking.skip_rules);
    print_hints(run);
}
