/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random scenarios: values for the options of the table.
 * Not here: running them (random.c).
 */
#include "random_scenario.h"

#include <inttypes.h>
#include <string.h>

#define MESSAGE_BYTES 400u
#define LISTED_MAX    3u /* faults, events */

/* SplitMix64. */
static uint64_t draw(uint64_t *state)
{
    uint64_t z = (*state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static uint64_t draw_below(uint64_t *state, uint64_t bound)
{
    return draw(state) % bound;
}

/* What is set less often or not as far as it could be: the time of a run, and what a port is then
 * too slow for. */
struct restraint {
    const char *name;
    uint64_t max;    /* 0: as the table says */
    uint32_t one_in; /* how seldom it is set */
    bool of_ports;   /* a port then has limits of its own: no rule of time holds for it */
};

static const struct restraint restraints[] = {
    {"seed", 0, 0, false},
    {"ladder", 0, 0, false},
    {"ladder-rows", 0, 0, false},
    {"workload", 0, 0, false},
    {"time", 200 * SIM_FS_PER_US, 2, false},
    {"tlps", 200, 2, false},
    {"write-tlps", 200, 2, false},
    {"read-tlps", 50, 2, false},
    {"until", 0, 8, false},
    {"write-interval", SIM_FS_PER_US, 3, false},
    {"read-interval", SIM_FS_PER_US, 3, false},
    {"read-latency", 5 * SIM_FS_PER_US, 3, false},
    {"dllp-interval", SIM_FS_PER_US, 3, false},
    {"dllp-every", 20, 3, false},
    {"recovery", 20 * SIM_FS_PER_US, 3, false},
    {"propagation", SIM_FS_PER_US, 3, false},
    {"rx-delay", 20 * SIM_FS_PER_NS, 3, false},
    {"tx-delay", 20 * SIM_FS_PER_NS, 3, false},
    {"replay-buffer", 100000, 3, false},
    {"ack-limit", 3000, 100, true},
    {"replay-timer", 5000, 100, true},
    {"internal-delay", 2000, 100, true},
    {"tx-l0s-adjustment", 2000, 100, true},
    {"rx-l0s-adjustment", 2000, 100, true},
};

static const struct restraint no_restraint = {NULL, 0, 3, false};

static const struct restraint *restraint_of(const struct sim_option *option)
{
    for (size_t i = 0; option->name && i < sizeof restraints / sizeof restraints[0]; i++) {
        if (!strcmp(restraints[i].name, option->name)) {
            return &restraints[i];
        }
    }
    return &no_restraint;
}

/* Each order of magnitude is as likely as any other. */
static uint64_t draw_number(uint64_t *state, uint64_t min, uint64_t max)
{
    const uint64_t span = max - min;
    uint32_t bits = 0;
    while (bits < 64u && span >> bits != 0) {
        bits++;
    }
    const uint32_t kept = (uint32_t)draw_below(state, bits + 1u);
    const uint64_t value = kept == 0 ? 0 : draw(state) >> (64u - kept);
    return min + (value > span ? span : value);
}

static uint32_t words_of(const struct sim_option *option)
{
    uint32_t count = 0;
    while (option->word(count)) {
        count++;
    }
    return count;
}

static void pick(uint64_t *state, const char *const *words, uint64_t count,
                 char text[SIM_OPTION_TEXT])
{
    snprintf(text, SIM_OPTION_TEXT, "%s", words[draw_below(state, count)]);
}

static void write_policy(uint64_t *state, const struct sim_option *option, uint64_t max,
                         char text[SIM_OPTION_TEXT])
{
    static const char *const ack[] = {"timer", "each", "2", "5", "16"};
    static const char *const timer[] = {"default", "table", "simplified"};
    if (option->kind == SIM_KIND_ACK_POLICY) {
        pick(state, ack, 5, text);
    } else if (option->kind == SIM_KIND_REPLAY_TIMER && draw_below(state, 2) != 0) {
        pick(state, timer, 3, text);
    } else {
        snprintf(text, SIM_OPTION_TEXT, "%" PRIu64, draw_number(state, 1, max));
    }
}

static void write_mix(uint64_t *state, char text[SIM_OPTION_TEXT])
{
    const uint64_t parts = 1 + draw_below(state, 3);
    size_t used = 0;
    for (uint64_t i = 0; i < parts; i++) {
        used += (size_t)snprintf(text + used, SIM_OPTION_TEXT - used, "%s%" PRIu64 ":%" PRIu64,
                                 i ? "," : "", 4 * draw_number(state, 1, 128),
                                 1 + draw_below(state, 9));
    }
}

/* A value of its kind as text; whether the option takes it is found out by setting it. */
static void write_value(uint64_t *state, const struct sim_option *option,
                        char text[SIM_OPTION_TEXT])
{
    static const char *const rates[] = {"2.5", "5", "8", "16", "32"};
    static const char *const widths[] = {"1", "2", "4", "8", "12", "16", "32"};
    static const char *const mps[] = {"128", "256", "512", "1024", "2048", "4096"};
    const uint64_t own_max = restraint_of(option)->max;
    const uint64_t max = own_max ? own_max : option->max;
    const uint64_t number = draw_number(state, option->min, max < option->min ? option->min : max);
    switch (option->kind) {
    case SIM_KIND_COUNT:
    case SIM_KIND_FOREVER:
        snprintf(text, SIM_OPTION_TEXT, "%" PRIu64, number);
        break;
    case SIM_KIND_EITHER:
        snprintf(text, SIM_OPTION_TEXT, "%" PRIu64,
                 draw_below(state, 2) ? option->min : option->max);
        break;
    case SIM_KIND_MASK:
        snprintf(text, SIM_OPTION_TEXT, "0x%" PRIx64, draw(state) & draw(state) & draw(state));
        break;
    case SIM_KIND_SIGNED:
        snprintf(text, SIM_OPTION_TEXT, "%" PRId64, (int64_t)draw_below(state, 41) - 20);
        break;
    case SIM_KIND_ANY:
        snprintf(text, SIM_OPTION_TEXT, "%" PRIu64, draw_number(state, 0, option->max));
        break;
    case SIM_KIND_SIZE:
        snprintf(text, SIM_OPTION_TEXT, "%" PRIu64, number / 4 * 4);
        break;
    case SIM_KIND_TIME: /* an interval of a few femtoseconds would be an event every time */
        snprintf(text, SIM_OPTION_TEXT, "%" PRIu64 "%s",
                 strstr(option->key, "interval") ? number / 10000000u * 10u : number,
                 strstr(option->key, "interval") ? "ns" : "fs");
        break;
    case SIM_KIND_BOOL:
        snprintf(text, SIM_OPTION_TEXT, "%s", draw_below(state, 2) ? "yes" : "no");
        break;
    case SIM_KIND_WORD:
        snprintf(text, SIM_OPTION_TEXT, "%s",
                 option->word((unsigned)draw_below(state, words_of(option))));
        break;
    case SIM_KIND_RATE:
        pick(state, rates, 5, text);
        break;
    case SIM_KIND_WIDTH:
        pick(state, widths, 7, text);
        break;
    case SIM_KIND_MPS:
        pick(state, mps, 6, text);
        break;
    case SIM_KIND_PROBABILITY:
        snprintf(text, SIM_OPTION_TEXT, "%" PRIu64 "e-%" PRIu64, 1 + draw_below(state, 9),
                 4 + draw_below(state, 5));
        break;
    case SIM_KIND_MIX:
        write_mix(state, text);
        break;
    case SIM_KIND_ACK_POLICY:
    case SIM_KIND_ACK_LIMIT:
    case SIM_KIND_REPLAY_TIMER:
        write_policy(state, option, max, text);
        break;
    case SIM_KIND_WORKLOAD:
    case SIM_KIND_COUNT_OF_KINDS:
        text[0] = '\0';
        break;
    }
}

static bool is_right(const struct sim_settings *settings)
{
    static struct sim_settings copy;
    char message[MESSAGE_BYTES];
    copy = *settings;
    sim_settings_complete(&copy);
    return sim_scenario_check(&copy.scenario, NULL, message, sizeof message);
}

/* Sets one option, if that leaves the scenario one that can be run. */
static void set_option(uint64_t *state, struct sim_settings *settings,
                       const struct sim_option *option, enum sim_option_target target)
{
    static struct sim_settings before;
    char text[SIM_OPTION_TEXT];
    char message[SIM_OPTION_TEXT];
    before = *settings;
    write_value(state, option, text);
    if (!sim_option_set(option, target, settings, text, message) || !is_right(settings)) {
        *settings = before;
    }
}

static void set_item(uint64_t *state, const struct sim_option_table *table, void *item)
{
    char text[SIM_OPTION_TEXT];
    char message[SIM_OPTION_TEXT];
    for (size_t i = 0; i < table->count; i++) {
        const struct sim_option *option = &table->rows[i];
        const bool time = option->kind == SIM_KIND_TIME;
        if (strcmp(option->key, "kind") != 0 && draw_below(state, 3) != 0 && !time) {
            continue;
        }
        write_value(state, option, text);
        if (time) {
            snprintf(text, sizeof text, "%" PRIu64 "ns", draw_number(state, 0, 100000));
        } else if (!strcmp(option->key, "nth") || !strcmp(option->key, "count")) {
            snprintf(text, sizeof text, "%" PRIu64, draw_number(state, 1, 40));
        }
        (void)sim_option_set(option, SIM_TARGET_BOTH, item, text, message);
    }
}

static void add_faults(uint64_t *state, struct sim_settings *settings)
{
    static struct sim_settings before;
    for (uint64_t left = draw_below(state, LISTED_MAX + 1u); left > 0; left--) {
        before = *settings;
        struct sim_fault *fault = sim_settings_add_fault(settings);
        set_item(state, &sim_fault_options, fault);
        /* Most end at some time, so that the link lives. */
        if (fault->until_fs <= fault->from_fs && draw_below(state, 4) != 0) {
            fault->until_fs = 0;
        }
        if (!is_right(settings)) {
            *settings = before;
        }
    }
}

static void add_events(uint64_t *state, struct sim_settings *settings)
{
    static struct sim_settings before;
    for (uint64_t left = draw_below(state, LISTED_MAX + 1u); left > 0; left--) {
        before = *settings;
        set_item(state, &sim_event_options, sim_settings_add_event(settings));
        if (!is_right(settings)) {
            *settings = before;
        }
    }
}

void random_scenario(uint64_t seed, struct sim_settings *settings)
{
    uint64_t state = seed;
    sim_settings_default(settings);
    settings->scenario.seed = seed & INT64_MAX;
    settings->scenario.stop.tlps = 60;
    settings->scenario.stop.time_fs = 200 * SIM_FS_PER_US;
    for (size_t i = 0; i < sim_options.count; i++) {
        const struct sim_option *option = &sim_options.rows[i];
        const uint32_t one_in = restraint_of(option)->one_in;
        for (unsigned t = 0; t < sim_option_targets(option); t++) {
            if (one_in != 0 && draw_below(&state, one_in) == 0) {
                set_option(&state, settings, option, (enum sim_option_target)t);
            }
        }
    }
    if (draw_below(&state, 2) == 0) {
        add_faults(&state, settings);
    }
    if (draw_below(&state, 3) == 0) {
        add_events(&state, settings);
    }
}

/* ---- What it is ---- */

static bool is_default(const struct sim_option *option, enum sim_option_target target,
                       const struct sim_settings *settings)
{
    static struct sim_settings defaults;
    char is[SIM_OPTION_TEXT];
    char was[SIM_OPTION_TEXT];
    sim_settings_default(&defaults);
    sim_option_show(option, target, settings, is);
    sim_option_show(option, target, &defaults, was);
    return !strcmp(is, was);
}

/* What the link does to a packet, as against what a port does wrong. */
static bool is_lawful_fault(const struct sim_fault *fault)
{
    switch (fault->kind) {
    case SIM_FAULT_NULLIFIED_TLP:
    case SIM_FAULT_RX_ERROR:
    case SIM_FAULT_INV_SYNC_HDR_SYM:
    case SIM_FAULT_LOSE:
    case SIM_FAULT_DAMAGE:
    case SIM_FAULT_STUCK:
        return true;
    case SIM_FAULT_TX_LCRC:
    case SIM_FAULT_TLP_ERR_SEQ:
    case SIM_FAULT_DUPLICATE_TLP:
    case SIM_FAULT_ACK_NAK_DLLP_SEQ:
    case SIM_FAULT_ACK_NAK_DLLP:
    case SIM_FAULT_NAK_DLLP:
    case SIM_FAULT_B16_CRC_DLLP:
    case SIM_FAULT_END_EDB:
    case SIM_FAULT_STP_SDP:
    case SIM_FAULT_FCRC_TLP:
    case SIM_FAULT_KIND_COUNT:
        break;
    }
    return false;
}

bool random_scenario_is_lawful(const struct sim_settings *settings)
{
    for (uint32_t i = 0; i < settings->scenario.fault_count; i++) {
        if (!is_lawful_fault(&settings->scenario.faults[i])) {
            return false;
        }
    }
    for (size_t i = 0; i < sim_options.count; i++) {
        const struct sim_option *option = &sim_options.rows[i];
        if (restraint_of(option)->of_ports && (!is_default(option, SIM_TARGET_FIRST, settings) ||
                                               !is_default(option, SIM_TARGET_SECOND, settings))) {
            return false;
        }
    }
    return true;
}

/* ---- Less of it ---- */

static bool keep_if(struct sim_settings *settings, const struct sim_settings *before,
                    bool (*still)(const struct sim_settings *, void *), void *context)
{
    if (is_right(settings) && still(settings, context)) {
        return true;
    }
    *settings = *before;
    return false;
}

static void shrink_options(struct sim_settings *settings,
                           bool (*still)(const struct sim_settings *, void *), void *context)
{
    static struct sim_settings before;
    static struct sim_settings defaults;
    char text[SIM_OPTION_TEXT];
    char message[SIM_OPTION_TEXT];
    sim_settings_default(&defaults);
    for (size_t i = 0; i < sim_options.count; i++) {
        const struct sim_option *option = &sim_options.rows[i];
        for (unsigned t = 0; t < sim_option_targets(option); t++) {
            const enum sim_option_target target = (enum sim_option_target)t;
            if (is_default(option, target, settings)) {
                continue;
            }
            before = *settings;
            sim_option_show(option, target, &defaults, text);
            (void)sim_option_set(option, target, settings, text, message);
            (void)keep_if(settings, &before, still, context);
        }
    }
}

static void shrink_lists(struct sim_settings *settings,
                         bool (*still)(const struct sim_settings *, void *), void *context)
{
    static struct sim_settings before;
    struct sim_scenario *scenario = &settings->scenario;
    for (uint32_t i = 0; i < scenario->fault_count;) {
        before = *settings;
        scenario->fault_count--;
        memmove(&scenario->faults[i], &scenario->faults[i + 1u],
                (scenario->fault_count - i) * sizeof scenario->faults[0]);
        i += keep_if(settings, &before, still, context) ? 0u : 1u;
    }
    for (uint32_t i = 0; i < scenario->event_count;) {
        before = *settings;
        scenario->event_count--;
        memmove(&scenario->events[i], &scenario->events[i + 1u],
                (scenario->event_count - i) * sizeof scenario->events[0]);
        i += keep_if(settings, &before, still, context) ? 0u : 1u;
    }
}

void random_scenario_shrink(struct sim_settings *settings,
                            bool (*still)(const struct sim_settings *settings, void *context),
                            void *context)
{
    shrink_lists(settings, still, context);
    shrink_options(settings, still, context);
    shrink_options(settings, still, context);
}

/* ---- In words ---- */

static void tell_items(const char *name, const struct sim_option_table *table, const void *items,
                       size_t count, size_t bytes, FILE *out)
{
    for (size_t i = 0; i < count; i++) {
        fprintf(out, " --%s ", name);
        for (size_t row = 0; row < table->count; row++) {
            char text[SIM_OPTION_TEXT];
            sim_option_show(&table->rows[row], SIM_TARGET_BOTH, (const char *)items + i * bytes,
                            text);
            if (row == 0) {
                fputs(text, out);
            } else {
                fprintf(out, ",%s=%s", table->rows[row].key, text);
            }
        }
    }
}

void random_scenario_tell(const struct sim_settings *settings, FILE *out)
{
    const struct sim_scenario *scenario = &settings->scenario;
    fputs("acknak sim", out);
    for (size_t i = 0; i < sim_options.count; i++) {
        const struct sim_option *option = &sim_options.rows[i];
        for (unsigned t = option->scope == SIM_SCOPE_ONE ? 0u : 1u; t < sim_option_targets(option);
             t++) {
            const enum sim_option_target target = (enum sim_option_target)t;
            char text[SIM_OPTION_TEXT];
            if (is_default(option, target, settings)) {
                continue;
            }
            sim_option_show(option, target, settings, text);
            fprintf(out, " --%s%s %s", option->name, sim_option_suffix(option->scope, target),
                    text);
        }
    }
    tell_items("fault", &sim_fault_options, scenario->faults, scenario->fault_count,
               sizeof scenario->faults[0], out);
    tell_items("event", &sim_event_options, scenario->events, scenario->event_count,
               sizeof scenario->events[0], out);
    fputc('\n', out);
}
