/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The options of acknak show: a row each.
 * Not here: what they set (options.c).
 */
#ifndef CLI_SHOW_ROWS_H
#define CLI_SHOW_ROWS_H

#include "cli/common/args.h"

enum show_option {
    SHOW_AS,
    SHOW_OUTPUT,
    SHOW_AT,
    SHOW_PACKET,
    SHOW_FOLLOW,
    SHOW_DIRECTION,
    SHOW_KIND,
    SHOW_SEQ,
    SHOW_FROM,
    SHOW_TO,
    SHOW_VIEW,
    SHOW_AROUND,
    SHOW_CONTEXT,
    SHOW_COLUMNS,
    SHOW_ASCII,
    SHOW_NO_COUNTERS,
    SHOW_ORDERED_SETS,
    SHOW_LIMIT,
    SHOW_FORMAT,
    SHOW_SEEN,
    SHOW_LANE_DIRECTION,
    SHOW_RATE,
    SHOW_WIDTH,
    SHOW_MPS,
    SHOW_RESOLUTION,
    SHOW_CHECK,
    SHOW_HELP,
    SHOW_COUNT
};

extern const struct cli_option cli_show_rows[SHOW_COUNT];

#endif
