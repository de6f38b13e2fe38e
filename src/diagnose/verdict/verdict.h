/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What follows from the facts, link by link: direction at fault, cause, confidence, and why.
 * Not here: the facts (facts.h), numbers (estimate.h), layout (report.h).
 */
#ifndef ACKNAK_DIAGNOSE_VERDICT_H
#define ACKNAK_DIAGNOSE_VERDICT_H

#include "diagnose/facts/facts.h"
#include "diagnose/text/strings.h"
#include "diagnose/verdict/estimate.h"
#include "diagnose/verdict/pair.h"

enum ak_direction {
    AK_DIRECTION_DOWNSTREAM, /* bits from the upper to the lower end */
    AK_DIRECTION_UPSTREAM,
    AK_DIRECTION_BOTH,
    AK_DIRECTION_UNKNOWN, /* there is evidence, but it names no direction */
    AK_DIRECTION_NONE     /* the evidence speaks against damaged bits, or there is none */
};

enum ak_cause {
    AK_CAUSE_SIGNAL,
    AK_CAUSE_POWER_STATE_EXIT,
    AK_CAUSE_DEVICE_DEFECT,
    AK_CAUSE_NOT_LINK,
    AK_CAUSE_UNKNOWN
};

enum ak_confidence { AK_CONFIDENCE_LOW, AK_CONFIDENCE_MEDIUM, AK_CONFIDENCE_HIGH };

/* One end of a link with the figures the verdict rests on. */
struct ak_end {
    const struct ak_device *device; /* NULL: not seen */
    char name[64];
    uint64_t count[AK_BIT_COUNT]; /* functions of one device counted once */
    enum ak_kind kind;
    bool any;         /* something is not zero */
    bool stood_still; /* dated samples, and no counter moved between them */
    bool is_change;   /* the change between two samples */
    unsigned functions;
    bool masked;              /* link bits are masked */
    bool other_uncorrectable; /* uncorrectable errors of other layers */
};

struct ak_verdict {
    struct ak_pair pair;
    struct ak_end up;
    struct ak_end down;
    enum ak_direction direction;
    enum ak_cause cause;
    enum ak_confidence confidence;
    struct ak_strings reasoning;
    struct ak_strings raise; /* what would raise the confidence */
    struct ak_strings steps;
    struct ak_strings numbers;
    struct ak_estimate estimate_down, estimate_up;
    const char *meaning; /* what it means for the owner, or NULL */
    char headline[384];
};

struct ak_verdicts {
    struct ak_verdict *list; /* the worst first */
    size_t count;
};

/*
 * `busy`: share of the time with packets on the wire, for the estimates; 0 if not known. False if
 * memory ran out. Free with ak_verdicts_end.
 */
bool ak_verdicts_build(struct ak_verdicts *verdicts, const struct ak_facts *facts,
                       const struct ak_pairs *pairs, double busy);
void ak_verdicts_end(struct ak_verdicts *verdicts);

const char *ak_direction_name(enum ak_direction direction);
const char *ak_cause_name(enum ak_cause cause);
const char *ak_confidence_name(enum ak_confidence confidence);

/* Figures of receive-side bits and of transmit-side bits at one end. */
uint64_t ak_end_receive(const struct ak_end *end);
uint64_t ak_end_transmit(const struct ak_end *end);

#endif
