/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A diagnosis as text, JSON or one HTML page. All are the same byte for byte for the same input.
 * Not here: what is concluded (verdict.h).
 */
#ifndef ACKNAK_DIAGNOSE_REPORT_H
#define ACKNAK_DIAGNOSE_REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "diagnose/diagnosis.h"

/* For people: the answer first, then the evidence. `colour`: with terminal colours. */
bool ak_report_text(FILE *out, const struct ak_diagnosis *diagnosis, bool colour);

/* One object of schema "acknak-diagnosis-1". */
bool ak_report_json(FILE *out, const struct ak_diagnosis *diagnosis);

/* One self-contained page: the answer, the links as a picture, the evidence, events over time. */
bool ak_report_html(FILE *out, const struct ak_diagnosis *diagnosis);

#endif
