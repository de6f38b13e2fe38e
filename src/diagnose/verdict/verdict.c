/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What follows from the facts, link by link.
 * Not here: the rules themselves (rules.c), advice (advice.c).
 */
#include "diagnose/verdict/verdict.h"

#include <stdlib.h>

#include "diagnose/verdict/advice.h"
#include "diagnose/verdict/ends.h"
#include "diagnose/verdict/numbers.h"
#include "diagnose/verdict/rules.h"

static int severity(const struct ak_verdict *v)
{
    bool fatal = v->up.count[AK_BIT_DLP] + v->down.count[AK_BIT_DLP] + v->up.count[AK_BIT_SDES] +
                     v->down.count[AK_BIT_SDES] >
                 0;

    return (fatal ? 100 : 0) + (v->cause == AK_CAUSE_SIGNAL ? 10 : 0) +
           (v->cause == AK_CAUSE_NOT_LINK ? -5 : 0) + (int)v->confidence;
}

static int compare_verdicts(const void *left, const void *right)
{
    const struct ak_verdict *a = left;
    const struct ak_verdict *b = right;
    uint64_t ra = ak_end_receive(&a->up) + ak_end_receive(&a->down);
    uint64_t rb = ak_end_receive(&b->up) + ak_end_receive(&b->down);

    if (severity(a) != severity(b))
        return severity(b) - severity(a);
    if (ra != rb)
        return ra < rb ? 1 : -1;
    return a->pair.up == b->pair.up ? 0 : a < b ? -1 : 1;
}

bool ak_verdicts_build(struct ak_verdicts *verdicts, const struct ak_facts *facts,
                       const struct ak_pairs *pairs, double busy)
{
    verdicts->count = 0;
    verdicts->list = calloc(pairs->count + 1, sizeof *verdicts->list);
    if (verdicts->list == NULL)
        return false;
    for (size_t i = 0; i < pairs->count; i++) {
        struct ak_verdict *v = &verdicts->list[verdicts->count++];
        v->pair = pairs->list[i];
        ak_ends_collect(v, facts);
        ak_rules_apply(v, facts);
        ak_numbers_add(v, facts, busy);
        ak_advice_add(v, facts);
    }
    if (verdicts->count > 1)
        qsort(verdicts->list, verdicts->count, sizeof *verdicts->list, compare_verdicts);
    return true;
}

void ak_verdicts_end(struct ak_verdicts *verdicts)
{
    for (size_t i = 0; i < verdicts->count; i++) {
        ak_strings_end(&verdicts->list[i].reasoning);
        ak_strings_end(&verdicts->list[i].numbers);
        ak_strings_end(&verdicts->list[i].raise);
        ak_strings_end(&verdicts->list[i].steps);
    }
    free(verdicts->list);
    verdicts->list = NULL;
    verdicts->count = 0;
}

const char *ak_direction_name(enum ak_direction direction)
{
    static const char *const names[] = {"downstream", "upstream", "both", "unknown", "none"};

    return names[direction];
}

const char *ak_cause_name(enum ak_cause cause)
{
    static const char *const names[] = {"signal", "power-state-exit", "device-defect", "not-link",
                                        "unknown"};

    return names[cause];
}

const char *ak_confidence_name(enum ak_confidence confidence)
{
    static const char *const names[] = {"low", "medium", "high"};

    return names[confidence];
}
