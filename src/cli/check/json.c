/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What acknak check found as JSON, schema acknak-check-1.
 * Not here: the same for people (text.c).
 */
#include <stdint.h>

#include "cli/check/print.h"
#include "cli/common/json.h"
#include "cli/common/say.h"
#include "trace/names.h"
#include "trace/units.h"

static void set(json_t *object, const char *key, json_t *value)
{
    json_object_set_new(object, key, value);
}

/* JSON has no integer type that holds the largest times of a trace; a double comes near. */
static json_t *integer(uint64_t value)
{
    if (value > INT64_MAX) {
        return json_real((double)value);
    }
    return json_integer((json_int_t)value);
}

static json_t *packets_of(const struct ak_check_counts *counts)
{
    json_t *object = json_object();

    set(object, "tlp", integer(counts->tlps));
    set(object, "dllp", integer(counts->dllps));
    set(object, "other", integer(counts->others));
    return object;
}

static json_t *crc_of(const struct ak_check_counts *counts)
{
    json_t *object = json_object();

    set(object, "good", integer(counts->crc_good));
    set(object, "bad", integer(counts->crc_bad));
    return object;
}

static json_t *finding_of(const struct cli_finding *finding)
{
    json_t *object = json_object();

    set(object, "rule", json_string(finding->rule));
    set(object, "severity", json_string(ak_name_of(&ak_names_severity, (int)finding->severity)));
    set(object, "time_fs", integer(finding->time_fs));
    set(object, "direction", json_string(ak_name_of(&ak_names_direction, (int)finding->direction)));
    set(object, "packet", integer(finding->packet));
    set(object, "text", json_string(finding->text));
    return object;
}

static json_t *findings_of(const struct cli_check_run *run)
{
    json_t *list = json_array();

    for (size_t i = 0; i < run->found; i++) {
        json_array_append_new(list, finding_of(&run->findings[i]));
    }
    return list;
}

static json_t *rule_of(const struct ak_check *check, unsigned index)
{
    json_t *object = json_object();
    struct ak_check_tally tally;

    ak_check_tally_rule(check, index, &tally);
    set(object, "id", json_string(ak_check_rule_at(index)->id));
    set(object, "checked", integer(tally.checked));
    set(object, "broken", integer(tally.broken));
    set(object, "not_judged", integer(tally.not_judged));
    set(object, "why", tally.why ? json_string(tally.why) : json_null());
    return object;
}

static json_t *rules_of(const struct ak_check *check, uint64_t skipped)
{
    json_t *list = json_array();

    for (unsigned i = 0; i < ak_check_rule_count(); i++) {
        if (!(skipped >> i & 1u)) {
            json_array_append_new(list, rule_of(check, i));
        }
    }
    return list;
}

static json_t *latencies_of(const struct cli_latencies *latencies)
{
    json_t *list = json_array();

    for (size_t i = 0; i < latencies->kept; i++) {
        json_array_append_new(list, cli_json_quotient(latencies->fs[i], AK_FS_PER_NS));
    }
    return list;
}

static json_t *all_latencies_of(const struct cli_check_run *run)
{
    json_t *object = json_object();

    for (int direction = 0; direction < 2; direction++) {
        const struct cli_latencies *latencies = &run->latencies[direction];
        const char *name = ak_name_of(&ak_names_direction, direction);
        set(object, name, latencies_of(latencies));
        if (latencies->count > latencies->kept) {
            say("%s: ack_latency_ns holds the first %zu of %llu Acks %s", run->path,
                latencies->kept, (unsigned long long)latencies->count, name);
        }
    }
    return object;
}

void cli_check_json(const struct cli_check_run *run, const struct cli_check_request *request)
{
    const struct ak_check_counts *counts = ak_check_counts_of(run->check);
    json_t *document = json_object();

    set(document, "schema", json_string("acknak-check-1"));
    if (request->path_count > 1) {
        set(document, "file", json_string(run->path));
    }
    set(document, "packets", packets_of(counts));
    set(document, "crc", crc_of(counts));
    set(document, "findings", findings_of(run));
    set(document, "rules", rules_of(run->check, request->checking.skip_rules));
    set(document, "ack_latency_ns", all_latencies_of(run));
    cli_json_print(document);
    if (run->left_out) {
        say("%s: %llu more %s counted but not listed", run->path, (unsigned long long)run->left_out,
            run->left_out == 1 ? "finding is" : "findings are");
    }
}
