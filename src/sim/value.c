/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Numbers with units as people write them: 10ms, 4KiB, 1e-9. Exact, in integers.
 * Not here: which option takes which (options.c).
 */
#include "sim/value.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "sim/scenario.h"

/* digits * 10^exponent */
struct decimal {
    uint64_t digits;
    int exponent;
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool times_ten(uint64_t *value)
{
    if (*value > UINT64_MAX / 10) {
        return false;
    }
    *value *= 10;
    return true;
}

static bool take_digit(struct decimal *decimal, char c)
{
    uint64_t digit = (uint64_t)(c - '0');

    if (!times_ten(&decimal->digits) || decimal->digits > UINT64_MAX - digit) {
        return false;
    }
    decimal->digits += digit;
    return true;
}

/* An exponent, if there is one: "e" that no digits follow is not, it begins a unit. */
static bool take_exponent(const char **text, struct decimal *decimal)
{
    const char *at = *text;
    if (*at != 'e' && *at != 'E') {
        return true;
    }
    at++;
    bool negative = *at == '-';
    if (*at == '-' || *at == '+') {
        at++;
    }
    if (!is_digit(*at)) {
        return true;
    }

    int exponent = 0;
    for (; is_digit(*at); at++) {
        exponent = exponent * 10 + (*at - '0');
        if (exponent > 1000) {
            return false;
        }
    }
    decimal->exponent += negative ? -exponent : exponent;
    *text = at;
    return true;
}

/* Reads 12, 1.5, 1e-9 at *text and moves it behind. */
static bool take_decimal(const char **text, struct decimal *decimal)
{
    const char *at = *text;
    size_t digits = 0;

    *decimal = (struct decimal){0};
    for (; is_digit(*at); at++, digits++) {
        if (!take_digit(decimal, *at)) {
            return false;
        }
    }
    if (*at == '.') {
        for (at++; is_digit(*at); at++, digits++) {
            if (!take_digit(decimal, *at)) {
                return false;
            }
            decimal->exponent--;
        }
    }
    *text = at;
    return digits > 0 && take_exponent(text, decimal);
}

/* The value as a whole number, if it is one. */
static bool to_whole(struct decimal decimal, uint64_t *value)
{
    if (!decimal.digits) {
        decimal.exponent = 0;
    }
    for (; decimal.exponent < 0; decimal.exponent++) {
        if (decimal.digits % 10) {
            return false;
        }
        decimal.digits /= 10;
    }
    for (; decimal.exponent > 0; decimal.exponent--) {
        if (!times_ten(&decimal.digits)) {
            return false;
        }
    }
    *value = decimal.digits;
    return true;
}

static bool read_hex(const char *text, uint64_t *value)
{
    uint64_t result = 0;

    if (!*text || strlen(text) > 16) {
        return false;
    }
    for (; *text; text++) {
        static const char known[] = "0123456789abcdef0123456789ABCDEF";
        const char *digit = strchr(known, *text);
        if (!digit) {
            return false;
        }
        result = result << 4 | (uint64_t)((digit - known) & 15);
    }
    *value = result;
    return true;
}

bool sim_value_read_count(const char *text, uint64_t *value)
{
    struct decimal decimal;

    if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
        return read_hex(text + 2, value);
    }
    return take_decimal(&text, &decimal) && !*text && to_whole(decimal, value);
}

static const struct {
    const char *unit;
    int exponent; /* of ten, in femtoseconds */
} time_units[] = {{"s", 15}, {"ms", 12}, {"us", 9}, {"\xc2\xb5s", 9},
                  {"ns", 6}, {"ps", 3},  {"fs", 0}};

bool sim_value_read_time(const char *text, uint64_t *value_fs)
{
    struct decimal decimal;

    if (!take_decimal(&text, &decimal)) {
        return false;
    }
    while (*text == ' ') {
        text++;
    }
    if (!*text && !decimal.digits) {
        *value_fs = 0;
        return true;
    }
    for (size_t i = 0; i < sizeof(time_units) / sizeof(time_units[0]); i++) {
        if (!strcmp(text, time_units[i].unit)) {
            decimal.exponent += time_units[i].exponent;
            return to_whole(decimal, value_fs);
        }
    }
    return false;
}

static const struct {
    const char *unit;
    uint64_t bytes;
} size_units[] = {{"", 1},           {"B", 1},          {"KiB", 1u << 10},
                  {"MiB", 1u << 20}, {"GiB", 1u << 30}, {"kB", 1000},
                  {"KB", 1000},      {"MB", 1000000},   {"GB", 1000000000}};

bool sim_value_read_size(const char *text, uint64_t *value_bytes)
{
    struct decimal decimal;
    uint64_t whole;

    if (!take_decimal(&text, &decimal)) {
        return false;
    }
    while (*text == ' ') {
        text++;
    }
    for (size_t i = 0; i < sizeof(size_units) / sizeof(size_units[0]); i++) {
        if (strcmp(text, size_units[i].unit) != 0) {
            continue;
        }
        uint64_t unit = size_units[i].bytes;
        if (!decimal.digits || decimal.digits > UINT64_MAX / unit) {
            return !decimal.digits && to_whole(decimal, value_bytes);
        }
        decimal.digits *= unit;
        if (!to_whole(decimal, &whole)) {
            return false;
        }
        *value_bytes = whole;
        return true;
    }
    return false;
}

bool sim_value_read_bool(const char *text, bool *value)
{
    static const char *const words[] = {"no", "yes", "false", "true", "off", "on"};

    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        if (!strcmp(text, words[i])) {
            *value = i % 2 != 0;
            return true;
        }
    }
    return false;
}

void sim_value_write_time(char *text, size_t room, uint64_t value_fs)
{
    static const struct {
        uint64_t fs;
        const char *unit;
    } units[] = {{SIM_FS_PER_S, "s"},   {SIM_FS_PER_MS, "ms"}, {SIM_FS_PER_US, "us"},
                 {SIM_FS_PER_NS, "ns"}, {1000, "ps"},          {1, "fs"}};
    size_t i = 0;

    if (!value_fs) {
        snprintf(text, room, "0");
        return;
    }
    while (value_fs % units[i].fs) {
        i++;
    }
    snprintf(text, room, "%" PRIu64 "%s", value_fs / units[i].fs, units[i].unit);
}

void sim_value_write_size(char *text, size_t room, uint64_t value_bytes)
{
    static const char *const units[] = {"", "KiB", "MiB", "GiB"};
    size_t i = 0;

    while (i < 3 && value_bytes && value_bytes % 1024 == 0) {
        value_bytes /= 1024;
        i++;
    }
    snprintf(text, room, "%" PRIu64 "%s", value_bytes, units[i]);
}
