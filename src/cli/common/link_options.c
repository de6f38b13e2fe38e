/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Options that say of a recording what it does not say itself: the same for each command that reads
 * one.
 * Not here: which options a command has (cli/check/options.c, cli/show/options.c).
 */
#include "cli/common/link_options.h"

#include <string.h>

#include "cli/common/exit.h"
#include "cli/common/say.h"
#include "sim/nearest.h"
#include "sim/value.h"
#include "trace/units.h"

int cli_option_wrong(const struct cli_option *option, const char *found, const char *expected)
{
    say("option '--%s': found '%s', expected %s", option->name, found, expected);
    return CLI_EXIT_USAGE;
}

int cli_option_word(const struct cli_option *option, const char *text, const struct ak_names *names,
                    int count, int *value)
{
    char list[120];
    struct ak_names some = {names->words, count};

    *value = ak_name_find(&some, text, strlen(text));
    return *value >= 0 ? CLI_EXIT_CLEAN
                       : cli_option_wrong(option, text, ak_names_list(&some, list, sizeof(list)));
}

static int read_rate(const struct cli_option *option, const char *text, int *word)
{
    if (ak_rate_word_is_flit(text, strlen(text))) {
        return cli_option_wrong(option, text, AK_NO_FLIT);
    }
    return cli_option_word(option, text, &ak_names_rate, AK_RATE_COUNT, word);
}

int cli_link_rate(const struct cli_option *option, const char *text, struct ak_record_link *link)
{
    int word;
    int code = read_rate(option, text, &word);

    if (code != CLI_EXIT_CLEAN) {
        return code;
    }
    link->rate = (enum ak_rate)word;
    link->known |= AK_KNOWN_RATE;
    return code;
}

int cli_link_max_rate(const struct cli_option *option, const char *text,
                      struct ak_record_link *link)
{
    int word;
    int code = read_rate(option, text, &word);

    if (code != CLI_EXIT_CLEAN) {
        return code;
    }
    link->max_rate = (enum ak_rate)word;
    link->known |= AK_KNOWN_MAX_RATE;
    return code;
}

int cli_link_width(const struct cli_option *option, const char *text, struct ak_record_link *link)
{
    uint64_t lanes;

    if (!ak_decimal_read(text, strlen(text), 32, &lanes) || !ak_width_is_valid((uint32_t)lanes)) {
        return cli_option_wrong(option, text, "1, 2, 4, 8, 12, 16 or 32 (lanes)");
    }
    link->width = (uint32_t)lanes;
    link->known |= AK_KNOWN_WIDTH;
    return CLI_EXIT_CLEAN;
}

int cli_link_mps(const struct cli_option *option, const char *text, struct ak_record_link *link)
{
    uint64_t bytes;

    if (!ak_decimal_read(text, strlen(text), AK_MPS_MAX_BYTES, &bytes) ||
        bytes < AK_MPS_MIN_BYTES || (bytes & (bytes - 1)) != 0) {
        return cli_option_wrong(option, text, "128, 256, 512, 1024, 2048 or 4096 (bytes)");
    }
    link->mps_bytes = (uint32_t)bytes;
    link->known |= AK_KNOWN_MPS;
    return CLI_EXIT_CLEAN;
}

int cli_link_resolution(const struct cli_option *option, const char *text,
                        struct ak_record_link *link)
{
    const uint64_t most_fs = 1000000000000u;
    uint64_t step_fs;

    if ((!ak_time_read_ns(text, strlen(text), &step_fs) && !sim_value_read_time(text, &step_fs)) ||
        step_fs > most_fs) {
        return cli_option_wrong(option, text, "a time up to 1ms such as 8ns, or ns without a unit");
    }
    link->resolution_fs = step_fs;
    link->known |= AK_KNOWN_RESOLUTION;
    return CLI_EXIT_CLEAN;
}

int cli_reading_seen(const struct cli_option *option, const char *text,
                     struct ak_capture_options *reading)
{
    int word;
    int code = cli_option_word(option, text, &ak_names_seen, AK_SEEN_COUNT, &word);

    if (code == CLI_EXIT_CLEAN) {
        reading->seen = (enum ak_seen)word;
    }
    return code;
}

int cli_reading_direction(const struct cli_option *option, const char *text,
                          struct ak_capture_options *reading)
{
    int word;
    int code = cli_option_word(option, text, &ak_names_direction, 2, &word);

    if (code == CLI_EXIT_CLEAN) {
        reading->direction = (enum ak_direction)word;
    }
    return code;
}

int cli_reading_format(const char *command, const char *name, struct ak_capture_options *reading)
{
    struct sim_nearest nearest = {.typed = name};

    reading->format = ak_capture_format_find(name);
    if (reading->format) {
        return CLI_EXIT_CLEAN;
    }
    for (size_t i = 0; i < ak_capture_format_count; i++) {
        sim_nearest_offer(&nearest, ak_capture_formats[i].name);
    }
    if (nearest.best) {
        say("option '--format': found '%s', expected a format; did you mean '%s'?", name,
            nearest.best);
    } else {
        say("option '--format': found '%s', expected a format; 'acknak %s --help' lists them", name,
            command);
    }
    return CLI_EXIT_USAGE;
}
