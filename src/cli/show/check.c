/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The protocol checker between a source of records and what is shown of them.
 * Not here: the rules (acknak/check.h), findings in full (cli/check/run.c).
 */
#include "cli/show/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_told(const struct cli_show_check *show, const struct ak_record *finding,
                    bool by_trace)
{
    for (unsigned i = 0; i < CLI_SHOW_CHECK_TOLD; i++) {
        const struct cli_show_check_told *told = &show->told[i];
        if (told->rule[0] && told->by_trace == by_trace && told->about == finding->about &&
            !strcmp(told->rule, finding->finding.rule)) {
            return true;
        }
    }
    return false;
}

/* Hands a finding on, unless the other one of trace and checker has told it. */
static int tell_finding(struct cli_show_check *show, const struct ak_record *finding, bool by_trace)
{
    struct cli_show_check_told *told = &show->told[show->told_next];

    if (is_told(show, finding, !by_trace)) {
        return 0;
    }
    show->told_next = (show->told_next + 1) % CLI_SHOW_CHECK_TOLD;
    (void)snprintf(told->rule, sizeof(told->rule), "%s", finding->finding.rule);
    told->about = finding->about;
    told->by_trace = by_trace;
    return show->shown.take(show->shown.context, finding);
}

int cli_show_check_flush(struct cli_show_check *show)
{
    int result = 0;

    for (unsigned i = 0; i < show->waiting_count && result == 0; i++) {
        const struct ak_record *record = &show->waiting[i].record;
        if (record->kind == AK_RECORD_FINDING) {
            result = tell_finding(show, record, false);
        } else if (!show->trace_has_states) {
            result = show->shown.take(show->shown.context, record);
        }
    }
    show->waiting_count = 0;
    return result;
}

/* Before the first packet a trace of a simulator has not told its states yet, and a recording has
 * none. */
static bool is_wanted(const struct cli_show_check *show, const struct ak_record *record)
{
    if (record->kind == AK_RECORD_STATE) {
        return show->has_packets && !show->trace_has_states;
    }
    return show->notes || record->finding.severity != AK_NOTE;
}

static int take_checked(void *context, const struct ak_record *record)
{
    struct cli_show_check *show = context;
    int result = 0;

    if (!is_wanted(show, record)) {
        return 0;
    }
    if (show->waiting_count == CLI_SHOW_CHECK_WAITING) {
        result = cli_show_check_flush(show);
    }
    struct cli_show_check_waiting *waiting = &show->waiting[show->waiting_count++];
    waiting->record = *record;
    if (record->kind == AK_RECORD_FINDING) {
        (void)snprintf(waiting->text, sizeof(waiting->text), "%s", record->finding.text);
        waiting->record.finding.text = waiting->text;
    }
    return result;
}

bool cli_show_check_begin(struct cli_show_check *show, const struct ak_record_link *link,
                          bool notes, const struct ak_record_sink *shown)
{
    const struct ak_check_options options = {.link = *link, .states = true};
    void *memory = malloc(ak_check_bytes());

    *show = (struct cli_show_check){.shown = *shown, .notes = notes};
    if (!memory) {
        return false;
    }
    show->check = ak_check_init(memory, &options, (struct ak_record_sink){take_checked, show});
    return true;
}

int cli_show_check_take(void *context, const struct ak_record *record)
{
    struct cli_show_check *show = context;

    if (record->kind == AK_RECORD_FINDING) {
        return tell_finding(show, record, true);
    }
    if (!ak_record_is_wire(record->kind)) {
        show->trace_has_states |= record->kind == AK_RECORD_STATE;
        return show->shown.take(show->shown.context, record);
    }
    show->has_packets |= ak_record_is_packet(record->kind);
    int result = cli_show_check_flush(show);
    if (result == 0) {
        result = show->shown.take(show->shown.context, record);
    }
    if (result == 0) {
        result = ak_check_take(show->check, record);
    }
    show->stopped = result != 0;
    return result;
}

void cli_show_check_end(struct cli_show_check *show)
{
    if (!show->stopped && cli_show_check_flush(show) == 0 && ak_check_end(show->check) == 0) {
        (void)cli_show_check_flush(show);
    }
    free(show->check);
    show->check = NULL;
}
