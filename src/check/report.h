/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Findings and tallies.
 * Not here: the rules (rules.h), who judges (sender.h, receiver.h, format.h).
 */
#ifndef AK_CHECK_REPORT_H
#define AK_CHECK_REPORT_H

#include "check/state.h"

/* A time as text: "12.5 ns". */
struct ak_ns {
    char text[32];
};
struct ak_ns ak_check_ns(uint64_t time_fs);

/* The rule was judged and kept; or was judged at all: report adds to it. */
static inline void ak_check_judged(struct ak_check *check, enum ak_rule rule)
{
    check->tally[rule].checked++;
}

/* It could not be judged. */
void ak_check_skipped(struct ak_check *check, enum ak_rule rule, enum ak_why why);

/*
 * A finding about the record at hand: the rule's severity if the trace proves the breach, else a
 * note. `direction`: of the packet concerned.
 */
__attribute__((format(printf, 5, 6))) void ak_check_report(struct ak_check *check,
                                                           enum ak_rule rule, bool proven,
                                                           enum ak_direction direction,
                                                           const char *format, ...);

/* The same about an earlier record. */
__attribute__((format(printf, 7, 8))) void ak_check_report_at(struct ak_check *check,
                                                              enum ak_rule rule, bool proven,
                                                              enum ak_direction direction,
                                                              uint64_t number, uint64_t time_fs,
                                                              const char *format, ...);

#endif
