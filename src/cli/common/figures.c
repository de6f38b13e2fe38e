/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Figures for people: with a unit that fits, in at most CLI_FIGURE_BYTES - 1 bytes.
 * Not here: figures for machines.
 */
#include "cli/common/figures.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>

void cli_figure_count(char text[CLI_FIGURE_BYTES], uint64_t count)
{
    char digits[CLI_FIGURE_BYTES];
    int length = snprintf(digits, sizeof(digits), "%" PRIu64, count);
    size_t at = 0;

    for (int i = 0; i < length; i++) {
        if (i && (length - i) % 3 == 0) {
            text[at++] = ',';
        }
        text[at++] = digits[i];
    }
    text[at] = '\0';
}

/* value / unit with three digits that count, rounded: 1.23, 12.3, 123, 1234. */
static void three_digits(char text[CLI_FIGURE_BYTES], uint64_t value, uint64_t unit,
                         const char *name)
{
    int places = 2;

    if (unit == 1 || value / unit >= 100) {
        places = 0;
    } else if (value / unit >= 10) {
        places = 1;
    }
    snprintf(text, CLI_FIGURE_BYTES, "%.*f %s", places, (double)value / (double)unit, name);
}

void cli_figure_time(char text[CLI_FIGURE_BYTES], uint64_t time_fs)
{
    static const struct {
        uint64_t fs;
        const char *name;
    } units[] = {{1000000000000000, "s"}, {1000000000000, "ms"}, {1000000000, "us"},
                 {1000000, "ns"},         {1000, "ps"},          {1, "fs"}};
    size_t i = 0;

    while (i < 5 && time_fs < units[i].fs) {
        i++;
    }
    if (time_fs) {
        three_digits(text, time_fs, units[i].fs, units[i].name);
    } else {
        snprintf(text, CLI_FIGURE_BYTES, "0");
    }
}

void cli_figure_bytes(char text[CLI_FIGURE_BYTES], uint64_t bytes)
{
    static const char *const names[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    uint64_t unit = 1;
    size_t i = 0;

    while (i < 5 && bytes / unit >= 1024) {
        unit *= 1024;
        i++;
    }
    three_digits(text, bytes, unit, names[i]);
}

void cli_figure_rate(char text[CLI_FIGURE_BYTES], uint64_t bits_per_second)
{
    static const char *const names[] = {"b/s", "kb/s", "Mb/s", "Gb/s", "Tb/s"};
    uint64_t unit = 1;
    size_t i = 0;

    while (i < 4 && bits_per_second / unit >= 1000) {
        unit *= 1000;
        i++;
    }
    three_digits(text, bits_per_second, unit, names[i]);
}

void cli_figure_permillion(char text[CLI_FIGURE_BYTES], uint32_t parts)
{
    snprintf(text, CLI_FIGURE_BYTES, "%" PRIu32 ".%02" PRIu32 " %%", parts / 10000,
             parts % 10000 / 100);
}
