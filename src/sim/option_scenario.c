/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Kinds of values that only a scenario has: rates, policies, mixes of sizes.
 * Not here: numbers and words (option_numbers.c).
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "sim/option_kinds.h"
#include "sim/value.h"

/* ---- The link ---- */

/* The zeros that may follow: 8.0, 2.50. */
static const char *skip_zeros(const char *rest, bool has_point)
{
    if (!has_point) {
        if (rest[0] != '.' || rest[1] != '0') {
            return rest;
        }
        rest++;
    }
    return rest + strspn(rest, "0");
}

/* 8, 8.0, 2.50, 8GT/s. */
static bool read_rate(const struct sim_option *option, const char *text, void *place)
{
    (void)option;
    for (enum ak_rate rate = AK_RATE_2_5; rate < AK_RATE_COUNT; rate++) {
        const char *name = ak_rate_name(rate);
        size_t length = strlen(name);
        if (strncmp(text, name, length) != 0) {
            continue;
        }
        const char *rest = skip_zeros(text + length, strchr(name, '.') != NULL);
        rest += *rest == ' ';
        if (!*rest || !strcmp(rest, "GT/s")) {
            *(enum ak_rate *)place = rate;
            return true;
        }
    }
    return false;
}

static void show_rate(const struct sim_option *option, const void *place,
                      char text[SIM_OPTION_TEXT])
{
    (void)option;
    snprintf(text, SIM_OPTION_TEXT, "%s", ak_rate_name(*(const enum ak_rate *)place));
}

static void expect_rate(const struct sim_option *option, char text[SIM_OPTION_TEXT])
{
    (void)option;
    snprintf(text, SIM_OPTION_TEXT, "2.5, 5, 8, 16 or 32 (GT/s)");
}

/* 4, x4. */
static bool read_width(const struct sim_option *option, const char *text, void *place)
{
    uint64_t value;
    (void)option;
    if (!sim_value_read_count(text + (text[0] == 'x'), &value) || value > 32 ||
        !ak_width_is_valid((uint32_t)value)) {
        return false;
    }
    *(uint32_t *)place = (uint32_t)value;
    return true;
}

static void expect_width(const struct sim_option *option, char text[SIM_OPTION_TEXT])
{
    (void)option;
    snprintf(text, SIM_OPTION_TEXT, "1, 2, 4, 8, 12, 16 or 32 (lanes)");
}

static bool read_mps(const struct sim_option *option, const char *text, void *place)
{
    uint64_t value;
    (void)option;
    if (!sim_value_read_size(text, &value) || value > AK_MPS_MAX_BYTES ||
        !ak_mps_is_valid((uint32_t)value)) {
        return false;
    }
    *(uint32_t *)place = (uint32_t)value;
    return true;
}

static void expect_mps(const struct sim_option *option, char text[SIM_OPTION_TEXT])
{
    (void)option;
    snprintf(text, SIM_OPTION_TEXT, "128, 256, 512, 1024, 2048 or 4096 (bytes)");
}

/* ---- Errors and traffic ---- */

static bool read_probability(const struct sim_option *option, const char *text, void *place)
{
    struct sim_probability value;
    struct sim_probability most;
    (void)option;
    if (!sim_probability_parse(text, &value) || !sim_probability_parse("0.01", &most) ||
        value.per_2_64 > most.per_2_64) {
        return false;
    }
    *(struct sim_probability *)place = value;
    return true;
}

/* The shortest text that is read back as the same; 21 digits are more than 64 bits need. */
static void show_probability(const struct sim_option *option, const void *place,
                             char text[SIM_OPTION_TEXT])
{
    const struct sim_probability *probability = place;
    long double value = (long double)probability->per_2_64 / 18446744073709551616.0L;
    struct sim_probability again = {.per_2_64 = 0};

    (void)option;
    for (int digits = 1; digits <= 21; digits++) {
        snprintf(text, SIM_OPTION_TEXT, "%.*Lg", digits, value);
        if (sim_probability_parse(text, &again) && again.per_2_64 == probability->per_2_64) {
            break;
        }
    }
}

static void expect_probability(const struct sim_option *option, char text[SIM_OPTION_TEXT])
{
    (void)option;
    snprintf(text, SIM_OPTION_TEXT, "a probability from 0 to 0.01, such as 1e-9");
}

/* One "SIZE" or "SIZE:WEIGHT" at *text; moves it behind, and behind the comma. */
static bool read_part(const struct sim_option *option, const char **text,
                      struct sim_size_weight *part)
{
    char word[32];
    size_t length = strcspn(*text, ",");
    uint64_t size;
    uint64_t weight = 1;

    if (length >= sizeof(word)) {
        return false;
    }
    memcpy(word, *text, length);
    word[length] = '\0';
    *text += length;
    char *colon = strchr(word, ':');
    if (colon) {
        *colon = '\0';
    }
    if (!sim_value_read_size(word, &size) || size < option->min || size > option->max || size % 4) {
        return false;
    }
    if (colon && (!sim_value_read_count(colon + 1, &weight) || !weight || weight > 1000000)) {
        return false;
    }
    *part = (struct sim_size_weight){(uint32_t)size, (uint32_t)weight};
    return true;
}

static bool read_mix(const struct sim_option *option, const char *text, void *place)
{
    struct sim_writes mix = {.mix_count = 0};

    for (;;) {
        if (mix.mix_count == SIM_MIX_MAX || !read_part(option, &text, &mix.mix[mix.mix_count])) {
            return false;
        }
        mix.mix_count++;
        if (!*text) {
            break;
        }
        text++;
    }
    struct sim_writes *writes = place;
    writes->mix_count = mix.mix_count;
    memcpy(writes->mix, mix.mix, sizeof(mix.mix));
    return true;
}

static void show_mix(const struct sim_option *option, const void *place, char text[SIM_OPTION_TEXT])
{
    const struct sim_writes *writes = place;
    (void)option;
    text[0] = '\0';
    for (uint32_t i = 0; i < writes->mix_count; i++) {
        char part[32];
        if (writes->mix_count == 1) {
            snprintf(part, sizeof(part), "%" PRIu32, writes->mix[i].payload_bytes);
        } else {
            snprintf(part, sizeof(part), "%s%" PRIu32 ":%" PRIu32, i ? "," : "",
                     writes->mix[i].payload_bytes, writes->mix[i].weight);
        }
        sim_text_append(text, part);
    }
}

static void expect_mix(const struct sim_option *option, char text[SIM_OPTION_TEXT])
{
    snprintf(text, SIM_OPTION_TEXT,
             "a multiple of 4 from %" PRIu64 " to %" PRIu64
             ", or up to %u of them with weights (64:3,256:1)",
             option->min, option->max, SIM_MIX_MAX);
}

static bool read_workload(const struct sim_option *option, const char *text, void *place)
{
    (void)option;
    return *text && strlen(text) < SIM_PATH_BYTES && sim_settings_add_workload(place, text);
}

static void show_workload(const struct sim_option *option, const void *place,
                          char text[SIM_OPTION_TEXT])
{
    const struct sim_settings *settings = place;
    (void)option;
    text[0] = '\0';
    for (uint32_t i = 0; i < settings->scenario.workload.file_count; i++) {
        sim_text_append(text, i ? ", " : "");
        sim_text_append(text, settings->scenario.workload.files[i]);
    }
}

static void expect_workload(const struct sim_option *option, char text[SIM_OPTION_TEXT])
{
    (void)option;
    snprintf(text, SIM_OPTION_TEXT, "the path of a .tlp file, at most %u of them",
             SIM_WORKLOADS_MAX);
}

/* ---- Policies and limits of a port ---- */

static bool read_ack_policy(const struct sim_option *option, const char *text, void *place)
{
    struct sim_port *port = place;
    uint64_t every;
    (void)option;

    if (!strcmp(text, "timer")) {
        port->ack_policy = SIM_ACK_TIMER;
    } else if (!strcmp(text, "each")) {
        port->ack_policy = SIM_ACK_EACH;
    } else if (sim_value_read_count(text, &every) && every >= 2 && every <= UINT16_MAX) {
        port->ack_policy = SIM_ACK_EVERY_N;
        port->ack_every_tlps = (uint32_t)every;
    } else {
        return false;
    }
    return true;
}

static void show_ack_policy(const struct sim_option *option, const void *place,
                            char text[SIM_OPTION_TEXT])
{
    const struct sim_port *port = place;
    (void)option;
    if (port->ack_policy == SIM_ACK_EVERY_N) {
        snprintf(text, SIM_OPTION_TEXT, "%" PRIu32, port->ack_every_tlps);
    } else {
        snprintf(text, SIM_OPTION_TEXT, "%s", sim_ack_policy_name(port->ack_policy));
    }
}

static void expect_ack_policy(const struct sim_option *option, char text[SIM_OPTION_TEXT])
{
    (void)option;
    snprintf(text, SIM_OPTION_TEXT, "timer, each, or a number of TLPs from 2 to %u", UINT16_MAX);
}

static bool read_ack_limit(const struct sim_option *option, const char *text, void *place)
{
    struct sim_port *port = place;
    uint64_t limit_sym = 0;
    bool table = !strcmp(text, "table");

    if (!table && (!sim_value_read_count(text, &limit_sym) || limit_sym > option->max)) {
        return false;
    }
    port->ack_limit_explicit = !table;
    port->ack_limit_sym = (uint32_t)limit_sym;
    return true;
}

static void show_ack_limit(const struct sim_option *option, const void *place,
                           char text[SIM_OPTION_TEXT])
{
    const struct sim_port *port = place;
    (void)option;
    if (port->ack_limit_explicit) {
        snprintf(text, SIM_OPTION_TEXT, "%" PRIu32, port->ack_limit_sym);
    } else {
        snprintf(text, SIM_OPTION_TEXT, "table");
    }
}

static void expect_ack_limit(const struct sim_option *option, char text[SIM_OPTION_TEXT])
{
    snprintf(text, SIM_OPTION_TEXT, "table, or symbol times from 0 to %" PRIu64, option->max);
}

static bool read_replay_timer(const struct sim_option *option, const char *text, void *place)
{
    struct sim_port *port = place;
    uint64_t limit_sym = 0;
    enum ak_replay_timer timer = AK_REPLAY_TIMER_DEFAULT;

    while (timer < AK_REPLAY_TIMER_EXPLICIT && strcmp(text, ak_replay_timer_name(timer)) != 0) {
        timer++;
    }
    if (timer == AK_REPLAY_TIMER_EXPLICIT &&
        (!sim_value_read_count(text, &limit_sym) || !limit_sym || limit_sym > option->max)) {
        return false;
    }
    port->replay_timer = timer;
    port->replay_timer_sym = (uint32_t)limit_sym;
    return true;
}

static void show_replay_timer(const struct sim_option *option, const void *place,
                              char text[SIM_OPTION_TEXT])
{
    const struct sim_port *port = place;
    (void)option;
    if (port->replay_timer == AK_REPLAY_TIMER_EXPLICIT) {
        snprintf(text, SIM_OPTION_TEXT, "%" PRIu32, port->replay_timer_sym);
    } else {
        snprintf(text, SIM_OPTION_TEXT, "%s", ak_replay_timer_name(port->replay_timer));
    }
}

static void expect_replay_timer(const struct sim_option *option, char text[SIM_OPTION_TEXT])
{
    snprintf(text, SIM_OPTION_TEXT,
             "default, table, simplified, or symbol times from 1 to %" PRIu64, option->max);
}

/* ---- What the kinds are ---- */

const struct sim_kind sim_kind_rate = {"GT/S", read_rate, show_rate, expect_rate};
const struct sim_kind sim_kind_width = {"LANES", read_width, sim_show_count, expect_width};
const struct sim_kind sim_kind_mps = {"BYTES", read_mps, sim_show_count, expect_mps};
const struct sim_kind sim_kind_probability = {"P", read_probability, show_probability,
                                              expect_probability};
const struct sim_kind sim_kind_mix = {"SIZES", read_mix, show_mix, expect_mix};
const struct sim_kind sim_kind_ack_policy = {"POLICY", read_ack_policy, show_ack_policy,
                                             expect_ack_policy};
const struct sim_kind sim_kind_ack_limit = {"LIMIT", read_ack_limit, show_ack_limit,
                                            expect_ack_limit};
const struct sim_kind sim_kind_replay_timer = {"LIMIT", read_replay_timer, show_replay_timer,
                                               expect_replay_timer};
const struct sim_kind sim_kind_workload = {"FILE", read_workload, show_workload, expect_workload};
