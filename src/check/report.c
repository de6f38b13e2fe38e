/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Findings and tallies.
 * Not here: the rules (rules.c), who judges (sender.c, receiver.c, format.c).
 */
#include "check/report.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "trace/units.h"

#define TEXT_BYTES 320

static const char *const reasons[AK_WHY_COUNT] = {
    [AK_WHY_VIEW] = "not seen at the port concerned",
    [AK_WHY_NUMBERS] = "sequence numbers not known yet",
    [AK_WHY_LIMITS] = "rate, width or MPS not known",
    [AK_WHY_DIRECTION] = "nothing of the other direction in the trace",
    [AK_WHY_TRUNCATED] = "packet truncated in the recording",
    [AK_WHY_DOUBT] = "a damaged packet may have been it",
    [AK_WHY_OVERLAP] = "Recovery, link down or a gap came between",
    [AK_WHY_OPEN] = "the recording ended before it was due",
    [AK_WHY_FLIGHT] = "flight time not known",
    [AK_WHY_ENCODING] = "left open at 128b/130b, or rate not known",
};

struct ak_ns ak_check_ns(uint64_t time_fs)
{
    struct ak_ns ns;
    /* A limit may have a remainder of femtoseconds, which tells a reader nothing. */
    uint64_t shown_fs = time_fs > AK_FS_PER_NS ? time_fs - time_fs % 1000u : time_fs;
    size_t count = ak_time_write_ns(ns.text, shown_fs);
    memcpy(ns.text + count, " ns", 4);
    return ns;
}

static bool is_skipped(const struct ak_check *check, enum ak_rule rule)
{
    return (check->skip_rules >> (unsigned)rule & 1u) != 0;
}

void ak_check_skipped(struct ak_check *check, enum ak_rule rule, enum ak_why why)
{
    check->tally[rule].skipped[why]++;
}

static void hand_on(struct ak_check *check, const struct ak_record *finding)
{
    check->counts.findings[finding->finding.severity]++;
    int result = check->sink.take(check->sink.context, finding);
    if (check->result == 0)
        check->result = result;
}

__attribute__((format(printf, 7, 0))) static void report(struct ak_check *check, enum ak_rule rule,
                                                         bool proven, enum ak_direction direction,
                                                         uint64_t number, uint64_t time_fs,
                                                         const char *format, va_list arguments)
{
    char text[TEXT_BYTES];
    const struct ak_check_rule *entry = ak_check_rule_at(rule);
    if (is_skipped(check, rule))
        return;
    (void)vsnprintf(text, sizeof text, format, arguments);
    struct ak_record finding;
    memset(&finding, 0, sizeof finding);
    finding.kind = AK_RECORD_FINDING;
    finding.time_fs = time_fs;
    finding.end_fs = time_fs;
    finding.about = number;
    finding.direction = direction;
    finding.finding.rule = entry->id;
    finding.finding.severity = proven ? entry->severity : AK_NOTE;
    finding.finding.text = text;
    if (finding.finding.severity == AK_NOTE)
        check->tally[rule].notes++;
    else
        check->tally[rule].broken++;
    hand_on(check, &finding);
}

void ak_check_report(struct ak_check *check, enum ak_rule rule, bool proven,
                     enum ak_direction direction, const char *format, ...)
{
    va_list arguments;
    uint64_t number = check->record != NULL ? check->record->number : check->last_number;
    uint64_t time_fs = check->record != NULL ? check->record->time_fs : check->now_fs;
    va_start(arguments, format);
    report(check, rule, proven, direction, number, time_fs, format, arguments);
    va_end(arguments);
}

void ak_check_report_at(struct ak_check *check, enum ak_rule rule, bool proven,
                        enum ak_direction direction, uint64_t number, uint64_t time_fs,
                        const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    report(check, rule, proven, direction, number, time_fs, format, arguments);
    va_end(arguments);
}

void ak_check_tally_rule(const struct ak_check *check, unsigned index, struct ak_check_tally *tally)
{
    memset(tally, 0, sizeof *tally);
    if (index >= AK_RULE_COUNT)
        return;
    uint64_t most = 0;
    tally->checked = check->tally[index].checked;
    tally->broken = check->tally[index].broken;
    tally->notes = check->tally[index].notes;
    for (int why = 0; why < AK_WHY_COUNT; why++) {
        uint64_t count = check->tally[index].skipped[why];
        tally->not_judged += count;
        if (count > most) {
            most = count;
            tally->why = reasons[why];
        }
    }
}

const struct ak_check_counts *ak_check_counts_of(const struct ak_check *check)
{
    return &check->counts;
}
