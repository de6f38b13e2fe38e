/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the tests of diagnose share: text in, conclusions out.
 * Not here: any expectation.
 */
#ifndef ACKNAK_TESTS_DIAGNOSE_SUPPORT_H
#define ACKNAK_TESTS_DIAGNOSE_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "diagnose/diagnosis.h"

/* Reads the texts as files of one machine, NULL ends the list. Free with ak_diagnosis_end. */
static inline struct ak_diagnosis *diagnose_texts(const char *const texts[])
{
    struct ak_diagnosis *d = ak_diagnosis_new();

    assert_non_null(d);
    for (size_t i = 0; texts[i] != NULL; i++) {
        FILE *stream = fmemopen((void *)(uintptr_t)texts[i], strlen(texts[i]), "r");
        assert_non_null(stream);
        assert_int_equal(ak_diagnosis_read(d, stream), AK_READ_OK);
        (void)fclose(stream);
    }
    assert_true(ak_diagnosis_conclude(d));
    return d;
}

static inline struct ak_diagnosis *diagnose_text(const char *text)
{
    const char *const texts[] = {text, NULL};

    return diagnose_texts(texts);
}

/* The figure of one bit at an address, of one kind; 0 for a device that was not seen. */
static inline uint64_t count_at(const struct ak_diagnosis *d, const char *address,
                                enum ak_kind kind, enum ak_bit bit)
{
    uint64_t counts[AK_BIT_COUNT];
    char name[64];

    for (size_t i = 0; i < d->facts.device_count; i++) {
        if (strcmp(ak_device_name(name, d->facts.devices[i]), address) != 0)
            continue;
        (void)ak_device_counts(d->facts.devices[i], kind, counts);
        return counts[bit];
    }
    return 0;
}

/* The verdict on the link of these ends ("unknown" for an end not seen), or NULL. */
static inline const struct ak_verdict *verdict_on(const struct ak_diagnosis *d, const char *up,
                                                  const char *down)
{
    for (size_t i = 0; i < d->verdicts.count; i++) {
        const struct ak_verdict *v = &d->verdicts.list[i];
        if (strcmp(v->up.name, up) == 0 && strcmp(v->down.name, down) == 0)
            return v;
    }
    return NULL;
}

static inline void assert_verdict(const struct ak_diagnosis *d, const char *up, const char *down,
                                  enum ak_direction direction, enum ak_cause cause,
                                  enum ak_confidence confidence)
{
    const struct ak_verdict *v = verdict_on(d, up, down);

    if (v == NULL) {
        fail_msg("no verdict on %s - %s", up, down);
        return;
    }
    assert_string_equal(ak_direction_name(v->direction), ak_direction_name(direction));
    assert_string_equal(ak_cause_name(v->cause), ak_cause_name(cause));
    assert_string_equal(ak_confidence_name(v->confidence), ak_confidence_name(confidence));
}

#endif
