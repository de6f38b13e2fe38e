/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Input of aer-inject: commands for an injector, which are no observations.
 * Not here: what such commands cause in a kernel log (formats/aer_log.c).
 */
#include <string.h>

#include "diagnose/formats/formats.h"
#include "diagnose/text/text.h"

static bool read_line(struct ak_facts *facts, void *state, const struct ak_line *line)
{
    const char *s = ak_text_skip_blanks(line->raw);

    (void)state;
    if (strncmp(s, "COR_STATUS", 10) == 0 || strncmp(s, "UNCOR_STATUS", 12) == 0 ||
        strncmp(s, "AER COR_STATUS", 14) == 0 || strncmp(s, "AER UNCOR_STATUS", 16) == 0 ||
        strncmp(s, "pcie_aer_inject_error ", 22) == 0)
        facts->notes.inject_lines++;
    return false;
}

const struct ak_format ak_format_inject = {"aer-inject", 0, false, read_line, NULL};
