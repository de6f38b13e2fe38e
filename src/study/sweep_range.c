/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Values as numbers: the ends of a range, the numbers between, how each is written.
 * Not here: how an option is set (sim/options.c), what is drawn (sweep_grid.c).
 */
#include "study/sweep_range.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/value.h"

enum notation {
    NOTATION_NONE,
    NOTATION_COUNT,
    NOTATION_SIZE,
    NOTATION_TIME,
    NOTATION_SIGNED,
    NOTATION_PROBABILITY,
    NOTATION_NUMBER, /* a number, but few of them are values: MPS, rate */
};

/* Numbers at and above this are not whole ones any more, as doubles. */
#define WHOLE_MAX 9007199254740992.0

static enum notation notation_of(const struct sim_option *option)
{
    switch (option->kind) {
    case SIM_KIND_COUNT:
    case SIM_KIND_FOREVER:
    case SIM_KIND_ACK_POLICY:
    case SIM_KIND_ACK_LIMIT:
    case SIM_KIND_REPLAY_TIMER:
        return NOTATION_COUNT;
    case SIM_KIND_SIZE:
    case SIM_KIND_MIX:
        return NOTATION_SIZE;
    case SIM_KIND_TIME:
        return NOTATION_TIME;
    case SIM_KIND_SIGNED:
    case SIM_KIND_ANY:
        return NOTATION_SIGNED;
    case SIM_KIND_PROBABILITY:
        return NOTATION_PROBABILITY;
    case SIM_KIND_RATE:
    case SIM_KIND_WIDTH:
    case SIM_KIND_MPS:
    case SIM_KIND_EITHER:
        return NOTATION_NUMBER;
    case SIM_KIND_MASK:
    case SIM_KIND_BOOL:
    case SIM_KIND_WORD:
    case SIM_KIND_WORKLOAD:
    case SIM_KIND_COUNT_OF_KINDS:
        break;
    }
    return NOTATION_NONE;
}

bool sweep_range_suits(const struct sim_option *option)
{
    enum notation notation = notation_of(option);
    return notation != NOTATION_NONE && notation != NOTATION_NUMBER;
}

const char *sweep_range_unit(const struct sim_option *option)
{
    switch (notation_of(option)) {
    case NOTATION_SIZE:
        return "bytes";
    case NOTATION_TIME:
        return "ns";
    case NOTATION_COUNT:
    case NOTATION_SIGNED:
    case NOTATION_NUMBER:
        return option->unit ? option->unit : "";
    case NOTATION_PROBABILITY:
    case NOTATION_NONE:
        break;
    }
    return "";
}

static bool read_decimal(const char *text, double *number)
{
    char *end = NULL;

    /* strtod takes "inf", "nan" and hexadecimal as well. */
    if (!*text || strspn(text, "+-.0123456789eE") != strlen(text))
        return false;
    *number = strtod(text, &end);
    return end != text && !*end && isfinite(*number);
}

bool sweep_range_read(const struct sim_option *option, const char *text, double *number)
{
    uint64_t whole = 0;
    bool read = false;

    switch (notation_of(option)) {
    case NOTATION_COUNT:
        read = sim_value_read_count(text, &whole);
        break;
    case NOTATION_SIZE:
        read = sim_value_read_size(text, &whole);
        break;
    case NOTATION_TIME:
        read = sim_value_read_time(text, &whole);
        break;
    case NOTATION_SIGNED:
    case NOTATION_PROBABILITY:
    case NOTATION_NUMBER:
        return read_decimal(text, number);
    case NOTATION_NONE:
        break;
    }
    if (read)
        *number = (double)whole;
    return read;
}

bool sweep_range_number(const struct sim_option *option, const char *text, double *number)
{
    if (!sweep_range_read(option, text, number))
        return false;
    if (notation_of(option) == NOTATION_TIME)
        *number /= (double)SIM_FS_PER_NS;
    return true;
}

void sweep_range_write(const struct sim_option *option, double number, char text[SWEEP_TEXT])
{
    double whole = floor(number + 0.5);

    if (notation_of(option) == NOTATION_PROBABILITY) {
        snprintf(text, SWEEP_TEXT, "%.6g", number);
        return;
    }
    if (!(fabs(whole) < WHOLE_MAX))
        whole = whole < 0 ? -WHOLE_MAX : WHOLE_MAX;
    if (notation_of(option) == NOTATION_TIME && whole >= 0)
        sim_value_write_time(text, SWEEP_TEXT, (uint64_t)whole);
    else
        snprintf(text, SWEEP_TEXT, "%" PRId64, (int64_t)whole);
}

double sweep_range_between(const struct sweep_range *range, double share)
{
    /* The ends as they were written, whatever rounding would make of them. */
    if (share <= 0)
        return range->from;
    if (share >= 1)
        return range->to;
    if (range->log)
        return range->from * pow(range->to / range->from, share);
    return range->from + (range->to - range->from) * share;
}
