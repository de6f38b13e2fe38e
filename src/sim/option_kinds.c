/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reads, shows and describes the value of an option, whatever its kind.
 * Not here: the kinds (option_numbers.c, option_scenario.c), the options (options.c).
 */
#include "sim/option_kinds.h"

#include <stdio.h>
#include <string.h>

#include "sim/nearest.h"

static const struct sim_kind *const kinds[SIM_KIND_COUNT_OF_KINDS] = {
    [SIM_KIND_COUNT] = &sim_kind_count,
    [SIM_KIND_FOREVER] = &sim_kind_forever,
    [SIM_KIND_EITHER] = &sim_kind_either,
    [SIM_KIND_MASK] = &sim_kind_mask,
    [SIM_KIND_SIGNED] = &sim_kind_signed,
    [SIM_KIND_ANY] = &sim_kind_any,
    [SIM_KIND_SIZE] = &sim_kind_size,
    [SIM_KIND_TIME] = &sim_kind_time,
    [SIM_KIND_BOOL] = &sim_kind_bool,
    [SIM_KIND_WORD] = &sim_kind_word,
    [SIM_KIND_RATE] = &sim_kind_rate,
    [SIM_KIND_WIDTH] = &sim_kind_width,
    [SIM_KIND_MPS] = &sim_kind_mps,
    [SIM_KIND_PROBABILITY] = &sim_kind_probability,
    [SIM_KIND_MIX] = &sim_kind_mix,
    [SIM_KIND_ACK_POLICY] = &sim_kind_ack_policy,
    [SIM_KIND_ACK_LIMIT] = &sim_kind_ack_limit,
    [SIM_KIND_REPLAY_TIMER] = &sim_kind_replay_timer,
    [SIM_KIND_WORKLOAD] = &sim_kind_workload,
};

void sim_text_append(char text[SIM_OPTION_TEXT], const char *more)
{
    strncat(text, more, SIM_OPTION_TEXT - strlen(text) - 1);
}

static void add_suggestion(const struct sim_option *option, const char *text,
                           char message[SIM_OPTION_TEXT])
{
    struct sim_nearest nearest = {.typed = text};

    if (option->kind != SIM_KIND_WORD) {
        return;
    }
    for (unsigned i = 0; option->word(i); i++) {
        sim_nearest_offer(&nearest, option->word(i));
    }
    if (!nearest.best) {
        return;
    }
    sim_text_append(message, "; did you mean ");
    sim_text_append(message, nearest.best);
    sim_text_append(message, "?");
}

bool sim_option_set(const struct sim_option *option, enum sim_option_target target, void *base,
                    const char *text, char message[SIM_OPTION_TEXT])
{
    const struct sim_kind *kind = kinds[option->kind];
    char *place = (char *)base + option->offset;
    bool ok = true;

    if (target != SIM_TARGET_SECOND) {
        ok = kind->read(option, text, place);
    }
    if (target == SIM_TARGET_SECOND || (target == SIM_TARGET_BOTH && option->stride)) {
        ok = ok && kind->read(option, text, place + option->stride);
    }
    if (!ok) {
        char expected[SIM_OPTION_TEXT];
        sim_option_expected(option, expected);
        snprintf(message, SIM_OPTION_TEXT, "found '%.40s', expected ", text);
        sim_text_append(message, expected);
        add_suggestion(option, text, message);
    }
    return ok;
}

void sim_option_expected(const struct sim_option *option, char text[SIM_OPTION_TEXT])
{
    kinds[option->kind]->expect(option, text);
}

void sim_option_show(const struct sim_option *option, enum sim_option_target target,
                     const void *base, char text[SIM_OPTION_TEXT])
{
    const char *place = (const char *)base + option->offset;
    kinds[option->kind]->show(option, target == SIM_TARGET_SECOND ? place + option->stride : place,
                              text);
}

const char *sim_option_value_name(const struct sim_option *option)
{
    return kinds[option->kind]->value_name;
}
