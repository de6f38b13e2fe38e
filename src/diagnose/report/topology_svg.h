/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The links of a diagnosis as an SVG picture.
 * Not here: the page around it (report_html.c).
 */
#ifndef ACKNAK_DIAGNOSE_TOPOLOGY_SVG_H
#define ACKNAK_DIAGNOSE_TOPOLOGY_SVG_H

#include "diagnose/diagnosis.h"

/* Ports on the left, devices to their right, one arrow per direction; the bad ones in red. */
void ak_topology_svg(FILE *out, const struct ak_diagnosis *diagnosis);

#endif
