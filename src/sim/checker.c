/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the checks of a scenario share: refusing a value, ranges.
 * Not here: which values are right (scenario_check.c, fault_check.c).
 */
#include "sim/checker.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "sim/value.h"

bool sim_refuse(struct sim_checker *checker, const char *key, const char *format, ...)
{
    va_list arguments;
    int length = snprintf(checker->message, checker->size, "%s: %s: ", checker->where, key);

    checker->about.key = key;
    if (length < 0 || (size_t)length >= checker->size) {
        return false;
    }
    va_start(arguments, format);
    vsnprintf(checker->message + length, checker->size - (size_t)length, format, arguments);
    va_end(arguments);
    return false;
}

bool sim_in_range(struct sim_checker *checker, const char *key, uint64_t value, uint64_t least,
                  uint64_t most)
{
    if (value >= least && value <= most) {
        return true;
    }
    return sim_refuse(checker, key, "found %" PRIu64 ", expected %" PRIu64 " to %" PRIu64, value,
                      least, most);
}

bool sim_is_multiple(struct sim_checker *checker, const char *key, uint64_t value, uint64_t least,
                     uint64_t most)
{
    if (!sim_in_range(checker, key, value, least, most)) {
        return false;
    }
    if (value % 4u == 0) {
        return true;
    }
    return sim_refuse(checker, key, "found %" PRIu64 ", expected a multiple of 4", value);
}

bool sim_is_power_of_two(struct sim_checker *checker, const char *key, uint64_t value,
                         uint64_t least, uint64_t most)
{
    if (!sim_in_range(checker, key, value, least, most)) {
        return false;
    }
    if ((value & (value - 1u)) == 0) {
        return true;
    }
    return sim_refuse(checker, key, "found %" PRIu64 ", expected a power of two", value);
}

bool sim_is_time(struct sim_checker *checker, const char *key, uint64_t fs, uint64_t least_fs,
                 uint64_t most_fs)
{
    char texts[3][24];

    if (fs >= least_fs && fs <= most_fs) {
        return true;
    }
    sim_value_write_time(texts[0], sizeof texts[0], fs);
    sim_value_write_time(texts[1], sizeof texts[1], least_fs);
    sim_value_write_time(texts[2], sizeof texts[2], most_fs);
    return sim_refuse(checker, key, "found %s, expected %s to %s", texts[0], texts[1], texts[2]);
}
