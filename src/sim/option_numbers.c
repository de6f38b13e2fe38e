/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Kinds of values that any program could have: numbers, sizes, times, words.
 * Not here: kinds that only a scenario has (option_scenario.c).
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "sim/option_kinds.h"
#include "sim/value.h"

/* ---- Unsigned numbers of any size ---- */

static uint64_t load(const struct sim_option *option, const void *place)
{
    switch (option->bytes) {
    case sizeof(uint16_t):
        return *(const uint16_t *)place;
    case sizeof(uint32_t):
        return *(const uint32_t *)place;
    default:
        return *(const uint64_t *)place;
    }
}

static bool store(const struct sim_option *option, uint64_t value, void *place)
{
    if (value < option->min || value > option->max) {
        return false;
    }
    switch (option->bytes) {
    case sizeof(uint16_t):
        *(uint16_t *)place = (uint16_t)value;
        break;
    case sizeof(uint32_t):
        *(uint32_t *)place = (uint32_t)value;
        break;
    default:
        *(uint64_t *)place = value;
    }
    return true;
}

static bool read_count(const struct sim_option *option, const char *text, void *place)
{
    uint64_t value;
    return sim_value_read_count(text, &value) && store(option, value, place);
}

void sim_show_count(const struct sim_option *option, const void *place, char text[SIM_OPTION_TEXT])
{
    snprintf(text, SIM_OPTION_TEXT, "%" PRIu64, load(option, place));
}

static void write_range(const struct sim_option *option, char text[SIM_OPTION_TEXT])
{
    snprintf(text, SIM_OPTION_TEXT, "a whole number from %" PRIu64 " to %" PRIu64, option->min,
             option->max);
}

static void append_unit(const struct sim_option *option, char text[SIM_OPTION_TEXT])
{
    if (!option->unit) {
        return;
    }
    sim_text_append(text, " (");
    sim_text_append(text, option->unit);
    sim_text_append(text, ")");
}

static void expect_count(const struct sim_option *option, char text[SIM_OPTION_TEXT])
{
    write_range(option, text);
    append_unit(option, text);
}

static bool read_either(const struct sim_option *option, const char *text, void *place)
{
    uint64_t value;
    return sim_value_read_count(text, &value) && (value == option->min || value == option->max) &&
           store(option, value, place);
}

static void expect_either(const struct sim_option *option, char text[SIM_OPTION_TEXT])
{
    snprintf(text, SIM_OPTION_TEXT, "%" PRIu64 " or %" PRIu64, option->min, option->max);
    append_unit(option, text);
}

static bool read_forever(const struct sim_option *option, const char *text, void *place)
{
    if (strcmp(text, "forever") != 0) {
        return read_count(option, text, place);
    }
    *(uint64_t *)place = SIM_COUNT_FOREVER;
    return true;
}

static void show_forever(const struct sim_option *option, const void *place,
                         char text[SIM_OPTION_TEXT])
{
    if (load(option, place) == SIM_COUNT_FOREVER) {
        snprintf(text, SIM_OPTION_TEXT, "forever");
    } else {
        sim_show_count(option, place, text);
    }
}

static void expect_forever(const struct sim_option *option, char text[SIM_OPTION_TEXT])
{
    write_range(option, text);
    sim_text_append(text, ", or forever");
}

static void show_mask(const struct sim_option *option, const void *place,
                      char text[SIM_OPTION_TEXT])
{
    snprintf(text, SIM_OPTION_TEXT, "0x%" PRIx64, load(option, place));
}

static void expect_mask(const struct sim_option *option, char text[SIM_OPTION_TEXT])
{
    (void)option;
    snprintf(text, SIM_OPTION_TEXT, "a number of at most 64 bits, such as 0x5");
}

static bool read_size(const struct sim_option *option, const char *text, void *place)
{
    uint64_t value;
    return sim_value_read_size(text, &value) && store(option, value, place);
}

static void show_size(const struct sim_option *option, const void *place,
                      char text[SIM_OPTION_TEXT])
{
    sim_value_write_size(text, SIM_OPTION_TEXT, load(option, place));
}

static void expect_size(const struct sim_option *option, char text[SIM_OPTION_TEXT])
{
    char least[24];
    char most[24];
    sim_value_write_size(least, sizeof(least), option->min);
    sim_value_write_size(most, sizeof(most), option->max);
    snprintf(text, SIM_OPTION_TEXT, "a size from %s to %s, such as 256 or 4KiB", least, most);
}

static bool read_time(const struct sim_option *option, const char *text, void *place)
{
    uint64_t value;
    return sim_value_read_time(text, &value) && store(option, value, place);
}

static void show_time(const struct sim_option *option, const void *place,
                      char text[SIM_OPTION_TEXT])
{
    sim_value_write_time(text, SIM_OPTION_TEXT, load(option, place));
}

static void expect_time(const struct sim_option *option, char text[SIM_OPTION_TEXT])
{
    char least[24];
    char most[24];
    sim_value_write_time(least, sizeof(least), option->min);
    sim_value_write_time(most, sizeof(most), option->max);
    snprintf(text, SIM_OPTION_TEXT, "a time from %s to %s with its unit (s ms us ns ps fs)", least,
             most);
}

/* ---- Signed numbers ---- */

static bool read_signed(const struct sim_option *option, const char *text, void *place)
{
    uint64_t value;
    bool negative = text[0] == '-';

    if (!sim_value_read_count(text + (negative || text[0] == '+'), &value) || value > INT32_MAX) {
        return false;
    }
    int64_t number = negative ? -(int64_t)value : (int64_t)value;
    if (number < (int64_t)option->min || number > (int64_t)option->max) {
        return false;
    }
    *(int32_t *)place = (int32_t)number;
    return true;
}

static void show_signed(const struct sim_option *option, const void *place,
                        char text[SIM_OPTION_TEXT])
{
    (void)option;
    snprintf(text, SIM_OPTION_TEXT, "%" PRId32, *(const int32_t *)place);
}

static void expect_signed(const struct sim_option *option, char text[SIM_OPTION_TEXT])
{
    snprintf(text, SIM_OPTION_TEXT, "a whole number from %" PRId64 " to %" PRId64,
             (int64_t)option->min, (int64_t)option->max);
}

static bool read_any(const struct sim_option *option, const char *text, void *place)
{
    if (strcmp(text, option->unit) != 0) {
        return text[0] != '-' && read_signed(option, text, place);
    }
    *(int32_t *)place = -1;
    return true;
}

static void show_any(const struct sim_option *option, const void *place, char text[SIM_OPTION_TEXT])
{
    if (*(const int32_t *)place < 0) {
        snprintf(text, SIM_OPTION_TEXT, "%s", option->unit);
    } else {
        show_signed(option, place, text);
    }
}

static void expect_any(const struct sim_option *option, char text[SIM_OPTION_TEXT])
{
    snprintf(text, SIM_OPTION_TEXT, "a whole number from %" PRIu64 " to %" PRIu64 ", or %s",
             option->min, option->max, option->unit);
}

/* ---- Words ---- */

static bool read_bool(const struct sim_option *option, const char *text, void *place)
{
    (void)option;
    return sim_value_read_bool(text, place);
}

static void show_bool(const struct sim_option *option, const void *place,
                      char text[SIM_OPTION_TEXT])
{
    (void)option;
    snprintf(text, SIM_OPTION_TEXT, "%s", *(const bool *)place ? "yes" : "no");
}

static void expect_bool(const struct sim_option *option, char text[SIM_OPTION_TEXT])
{
    (void)option;
    snprintf(text, SIM_OPTION_TEXT, "yes or no");
}

static bool read_word(const struct sim_option *option, const char *text, void *place)
{
    struct sim_option any = *option;
    any.max = UINT32_MAX;

    for (unsigned i = 0; option->word(i); i++) {
        if (*text && !strcmp(option->word(i), text)) {
            return store(&any, i, place);
        }
    }
    return false;
}

static void show_word(const struct sim_option *option, const void *place,
                      char text[SIM_OPTION_TEXT])
{
    snprintf(text, SIM_OPTION_TEXT, "%s", option->word((unsigned)load(option, place)));
}

static void expect_word(const struct sim_option *option, char text[SIM_OPTION_TEXT])
{
    text[0] = '\0';
    for (unsigned i = 0; option->word(i); i++) {
        const char *word = option->word(i);
        if (!*word) {
            continue;
        }
        if (text[0]) {
            sim_text_append(text, option->word(i + 1) ? ", " : " or ");
        }
        sim_text_append(text, word);
    }
}

/* ---- What the kinds are ---- */

const struct sim_kind sim_kind_count = {"N", read_count, sim_show_count, expect_count};
const struct sim_kind sim_kind_forever = {"N", read_forever, show_forever, expect_forever};
const struct sim_kind sim_kind_either = {"N", read_either, sim_show_count, expect_either};
const struct sim_kind sim_kind_mask = {"MASK", read_count, show_mask, expect_mask};
const struct sim_kind sim_kind_signed = {"N", read_signed, show_signed, expect_signed};
const struct sim_kind sim_kind_any = {"N", read_any, show_any, expect_any};
const struct sim_kind sim_kind_size = {"SIZE", read_size, show_size, expect_size};
const struct sim_kind sim_kind_time = {"TIME", read_time, show_time, expect_time};
const struct sim_kind sim_kind_bool = {"YES|NO", read_bool, show_bool, expect_bool};
const struct sim_kind sim_kind_word = {"WORD", read_word, show_word, expect_word};
