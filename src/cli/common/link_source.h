/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Options --lspci, --device and --sysfs: the link of a device of this machine, or of one whose
 * lspci -vvv was kept, in place of options.
 * Not here: reading registers (diagnose/device_link.h).
 */
#ifndef CLI_LINK_SOURCE_H
#define CLI_LINK_SOURCE_H

#include <stdbool.h>

#include "acknak/rate.h"

struct ak_device_link;
struct sim_scenario;

struct cli_link_source {
    const char *lspci;  /* a file; - is standard input; a null pointer: not given */
    const char *device; /* an address */
    const char *sysfs;  /* another place for /sys */
};

/* The three rows of a command's own options. */
#define CLI_LINK_SOURCE_OPTIONS(lspci_row, device_row, sysfs_row)                                  \
    [lspci_row] = {.name = "lspci",                                                                \
                   .value_name = "FILE",                                                           \
                   .help = "Take the link of a device from lspci -vvv; - is standard input."},     \
    [device_row] = {.name = "device",                                                              \
                    .value_name = "ADDRESS",                                                       \
                    .help =                                                                        \
                        "Which device, such as 0000:01:00.0; without --lspci of this machine."},   \
    [sysfs_row] = {.name = "sysfs", .value_name = "DIR", .help = "Another place for /sys."}

/* Takes note of an option if it is one of the three. */
void cli_link_source_note(struct cli_link_source *source, const char *option, const char *value);

/* Whether one of the three was given. */
bool cli_link_source_is_given(const struct cli_link_source *source);

/* Reads the link. Returns CLI_EXIT_CLEAN, having said on standard error what was found, or another
 * exit code, having said what is wrong. */
int cli_link_source_read(const struct cli_link_source *source, struct ak_device_link *link);

/* The same into a scenario: options and defaults stay where nothing was found. Nothing happens if
 * no option was given. */
int cli_link_source_take(const struct cli_link_source *source, struct sim_scenario *scenario);

/* The rate of a link; AK_RATE_COUNT if it is none that this program knows. */
enum ak_rate cli_rate_of_mts(uint32_t mts);

#endif
