/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A whole diagnosis: facts, links, verdicts, warnings.
 * Not here: how it is printed (report.h).
 */
#ifndef ACKNAK_DIAGNOSE_DIAGNOSIS_H
#define ACKNAK_DIAGNOSE_DIAGNOSIS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "diagnose/facts/facts.h"
#include "diagnose/formats/formats.h"
#include "diagnose/text/strings.h"
#include "diagnose/verdict/pair.h"
#include "diagnose/verdict/verdict.h"

struct ak_diagnosis {
    struct ak_facts facts;
    struct ak_pairs pairs;
    struct ak_verdicts verdicts;
    struct ak_strings warnings;
    const struct ak_device **order; /* devices by address */
    uint64_t lines;
    uint64_t bytes;
    uint64_t most_bytes; /* that a stream may have, of those to come; 0: as many as it has */
    double busy;         /* share of the time with packets on the wire; set before the conclusion */
    bool found;          /* something that counts was found */
};

/* Large: allocate with ak_diagnosis_new, free with ak_diagnosis_end. NULL without memory. */
struct ak_diagnosis *ak_diagnosis_new(void);
void ak_diagnosis_end(struct ak_diagnosis *diagnosis);

/* Reads one more stream of the same machine. With errno EFBIG it is longer than `most_bytes`, or a
 * line of it than any text has (64 MiB). */
enum ak_read_status ak_diagnosis_read(struct ak_diagnosis *diagnosis, FILE *stream);

/* After the last stream, once. False without memory. */
bool ak_diagnosis_conclude(struct ak_diagnosis *diagnosis);

/* Drops the conclusions so that more streams can be read; the facts stay. */
void ak_diagnosis_reopen(struct ak_diagnosis *diagnosis);

/* "linux-aer", "mixed", "none": what the input was. */
const char *ak_diagnosis_format(const struct ak_diagnosis *diagnosis);

/* What to say when there is no verdict: nothing was recognised, or all of it is zero. */
const char *ak_diagnosis_without_verdict(const struct ak_diagnosis *diagnosis);

#endif
