/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A wire record as one short line: when, which way, what.
 * Not here: ladders (src/render), whole packets (acknak decode).
 */
#ifndef CLI_PACKET_LINE_H
#define CLI_PACKET_LINE_H

#include <stddef.h>
#include <stdint.h>

#include "acknak/record.h"

#define CLI_PACKET_LINE_BYTES 160u

/* "#12  1,234.5 ns  downstream  TLP 5 MWr 64 B, bad LCRC"; cut to fit. Cost: an LCRC. */
void cli_packet_line(char line[CLI_PACKET_LINE_BYTES], const struct ak_record *record);

/* The last part of it alone: "TLP 5 MWr 64 B, bad LCRC". Returns `what`. */
const char *cli_packet_words(char *what, size_t room, const struct ak_record *record);

/* "1,234.5 ns": exact, with the thousands set apart. Returns `text`. */
const char *cli_packet_time(char text[48], uint64_t time_fs);

#endif
