/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How each kind of value is read, shown and described.
 * Not here: which options there are (options.c).
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/nearest.h"
#include "sim/options.h"
#include "sim/value.h"

/* What a kind can do. `place` is where the option's value is stored. */
struct kind {
    const char *value_name;
    bool (*read)(const struct sim_option *option, const char *text, void *place);
    void (*show)(const struct sim_option *option, const void *place, char text[SIM_OPTION_TEXT]);
    void (*expect)(const struct sim_option *option, char text[SIM_OPTION_TEXT]);
};

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
    if (value < option->min || value > option->max)
        return false;
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

static void show_count(const struct sim_option *option, const void *place,
                       char text[SIM_OPTION_TEXT])
{
    snprintf(text, SIM_OPTION_TEXT, "%" PRIu64, load(option, place));
}

static void append(char text[SIM_OPTION_TEXT], const char *more)
{
    strncat(text, more, SIM_OPTION_TEXT - strlen(text) - 1);
}

/* The end of a range is worth telling only where somebody may come near it. */
static void write_range(const struct sim_option *option, char text[SIM_OPTION_TEXT])
{
    int used = snprintf(text, SIM_OPTION_TEXT, "a whole number from %" PRIu64, option->min);

    if (option->max < UINT32_MAX)
        snprintf(text + used, SIM_OPTION_TEXT - (size_t)used, " to %" PRIu64, option->max);
}

static void append_unit(const struct sim_option *option, char text[SIM_OPTION_TEXT])
{
    if (!option->unit)
        return;
    append(text, " (");
    append(text, option->unit);
    append(text, ")");
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
    if (strcmp(text, "forever") != 0)
        return read_count(option, text, place);
    *(uint64_t *)place = SIM_COUNT_FOREVER;
    return true;
}

static void show_forever(const struct sim_option *option, const void *place,
                         char text[SIM_OPTION_TEXT])
{
    if (load(option, place) == SIM_COUNT_FOREVER)
        snprintf(text, SIM_OPTION_TEXT, "forever");
    else
        show_count(option, place, text);
}

static void expect_forever(const struct sim_option *option, char text[SIM_OPTION_TEXT])
{
    write_range(option, text);
    append(text, ", or forever");
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

    if (!sim_value_read_count(text + (negative || text[0] == '+'), &value) || value > INT32_MAX)
        return false;
    int64_t number = negative ? -(int64_t)value : (int64_t)value;
    if (number < (int64_t)option->min || number > (int64_t)option->max)
        return false;
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
    if (strcmp(text, option->unit) != 0)
        return text[0] != '-' && read_signed(option, text, place);
    *(int32_t *)place = -1;
    return true;
}

static void show_any(const struct sim_option *option, const void *place, char text[SIM_OPTION_TEXT])
{
    if (*(const int32_t *)place < 0)
        snprintf(text, SIM_OPTION_TEXT, "%s", option->unit);
    else
        show_signed(option, place, text);
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
        if (*text && !strcmp(option->word(i), text))
            return store(&any, i, place);
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
        if (!*word)
            continue;
        if (text[0])
            append(text, option->word(i + 1) ? ", " : " or ");
        append(text, word);
    }
}

/* ---- The link ---- */

/* 8, 8.0, 8GT/s. */
static bool read_rate(const struct sim_option *option, const char *text, void *place)
{
    (void)option;
    for (enum ak_rate rate = AK_RATE_2_5; rate < AK_RATE_COUNT; rate++) {
        const char *name = ak_rate_name(rate);
        size_t length = strlen(name);
        if (strncmp(text, name, length) != 0)
            continue;
        const char *rest = text + length;
        if (!strncmp(rest, ".0", 2) && !strchr(name, '.'))
            rest += 2;
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
        !ak_width_is_valid((uint32_t)value))
        return false;
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
        !ak_mps_is_valid((uint32_t)value))
        return false;
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
        value.per_2_64 > most.per_2_64)
        return false;
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
        if (sim_probability_parse(text, &again) && again.per_2_64 == probability->per_2_64)
            break;
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

    if (length >= sizeof(word))
        return false;
    memcpy(word, *text, length);
    word[length] = '\0';
    *text += length;
    char *colon = strchr(word, ':');
    if (colon)
        *colon = '\0';
    if (!sim_value_read_size(word, &size) || size < option->min || size > option->max || size % 4)
        return false;
    if (colon && (!sim_value_read_count(colon + 1, &weight) || !weight || weight > 1000000))
        return false;
    *part = (struct sim_size_weight){(uint32_t)size, (uint32_t)weight};
    return true;
}

static bool read_mix(const struct sim_option *option, const char *text, void *place)
{
    struct sim_writes mix = {.mix_count = 0};

    for (;;) {
        if (mix.mix_count == SIM_MIX_MAX || !read_part(option, &text, &mix.mix[mix.mix_count]))
            return false;
        mix.mix_count++;
        if (!*text)
            break;
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
        if (writes->mix_count == 1)
            snprintf(part, sizeof(part), "%" PRIu32, writes->mix[i].payload_bytes);
        else
            snprintf(part, sizeof(part), "%s%" PRIu32 ":%" PRIu32, i ? "," : "",
                     writes->mix[i].payload_bytes, writes->mix[i].weight);
        append(text, part);
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
        append(text, i ? ", " : "");
        append(text, settings->scenario.workload.files[i]);
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
    if (port->ack_policy == SIM_ACK_EVERY_N)
        snprintf(text, SIM_OPTION_TEXT, "%" PRIu32, port->ack_every_tlps);
    else
        snprintf(text, SIM_OPTION_TEXT, "%s", sim_ack_policy_name(port->ack_policy));
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

    if (!table && (!sim_value_read_count(text, &limit_sym) || limit_sym > option->max))
        return false;
    port->ack_limit_explicit = !table;
    port->ack_limit_sym = (uint32_t)limit_sym;
    return true;
}

static void show_ack_limit(const struct sim_option *option, const void *place,
                           char text[SIM_OPTION_TEXT])
{
    const struct sim_port *port = place;
    (void)option;
    if (port->ack_limit_explicit)
        snprintf(text, SIM_OPTION_TEXT, "%" PRIu32, port->ack_limit_sym);
    else
        snprintf(text, SIM_OPTION_TEXT, "table");
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

    while (timer < AK_REPLAY_TIMER_EXPLICIT && strcmp(text, ak_replay_timer_name(timer)) != 0)
        timer++;
    if (timer == AK_REPLAY_TIMER_EXPLICIT &&
        (!sim_value_read_count(text, &limit_sym) || !limit_sym || limit_sym > option->max))
        return false;
    port->replay_timer = timer;
    port->replay_timer_sym = (uint32_t)limit_sym;
    return true;
}

static void show_replay_timer(const struct sim_option *option, const void *place,
                              char text[SIM_OPTION_TEXT])
{
    const struct sim_port *port = place;
    (void)option;
    if (port->replay_timer == AK_REPLAY_TIMER_EXPLICIT)
        snprintf(text, SIM_OPTION_TEXT, "%" PRIu32, port->replay_timer_sym);
    else
        snprintf(text, SIM_OPTION_TEXT, "%s", ak_replay_timer_name(port->replay_timer));
}

static void expect_replay_timer(const struct sim_option *option, char text[SIM_OPTION_TEXT])
{
    snprintf(text, SIM_OPTION_TEXT,
             "default, table, simplified, or symbol times from 1 to %" PRIu64, option->max);
}

/* ---- The table ---- */

static const struct kind kinds[SIM_KIND_COUNT_OF_KINDS] = {
    [SIM_KIND_COUNT] = {"N", read_count, show_count, expect_count},
    [SIM_KIND_FOREVER] = {"N", read_forever, show_forever, expect_forever},
    [SIM_KIND_EITHER] = {"N", read_either, show_count, expect_either},
    [SIM_KIND_MASK] = {"MASK", read_count, show_mask, expect_mask},
    [SIM_KIND_SIGNED] = {"N", read_signed, show_signed, expect_signed},
    [SIM_KIND_ANY] = {"N", read_any, show_any, expect_any},
    [SIM_KIND_SIZE] = {"SIZE", read_size, show_size, expect_size},
    [SIM_KIND_TIME] = {"TIME", read_time, show_time, expect_time},
    [SIM_KIND_BOOL] = {"YES|NO", read_bool, show_bool, expect_bool},
    [SIM_KIND_WORD] = {"WORD", read_word, show_word, expect_word},
    [SIM_KIND_RATE] = {"GT/S", read_rate, show_rate, expect_rate},
    [SIM_KIND_WIDTH] = {"LANES", read_width, show_count, expect_width},
    [SIM_KIND_MPS] = {"BYTES", read_mps, show_count, expect_mps},
    [SIM_KIND_PROBABILITY] = {"P", read_probability, show_probability, expect_probability},
    [SIM_KIND_MIX] = {"SIZES", read_mix, show_mix, expect_mix},
    [SIM_KIND_ACK_POLICY] = {"POLICY", read_ack_policy, show_ack_policy, expect_ack_policy},
    [SIM_KIND_ACK_LIMIT] = {"LIMIT", read_ack_limit, show_ack_limit, expect_ack_limit},
    [SIM_KIND_REPLAY_TIMER] = {"LIMIT", read_replay_timer, show_replay_timer, expect_replay_timer},
    [SIM_KIND_WORKLOAD] = {"FILE", read_workload, show_workload, expect_workload},
};

static void add_suggestion(const struct sim_option *option, const char *text,
                           char message[SIM_OPTION_TEXT])
{
    struct sim_nearest nearest = {.typed = text};

    if (option->kind != SIM_KIND_WORD)
        return;
    for (unsigned i = 0; option->word(i); i++)
        sim_nearest_offer(&nearest, option->word(i));
    if (!nearest.best)
        return;
    append(message, "; did you mean ");
    append(message, nearest.best);
    append(message, "?");
}

bool sim_option_set(const struct sim_option *option, enum sim_option_target target, void *base,
                    const char *text, char message[SIM_OPTION_TEXT])
{
    const struct kind *kind = &kinds[option->kind];
    char *place = (char *)base + option->offset;
    bool ok = true;

    if (target != SIM_TARGET_SECOND)
        ok = kind->read(option, text, place);
    if (target == SIM_TARGET_SECOND || (target == SIM_TARGET_BOTH && option->stride))
        ok = ok && kind->read(option, text, place + option->stride);
    if (!ok) {
        char expected[SIM_OPTION_TEXT];
        sim_option_expected(option, expected);
        snprintf(message, SIM_OPTION_TEXT, "found '%.40s', expected ", text);
        append(message, expected);
        add_suggestion(option, text, message);
    }
    return ok;
}

void sim_option_expected(const struct sim_option *option, char text[SIM_OPTION_TEXT])
{
    kinds[option->kind].expect(option, text);
}

void sim_option_show(const struct sim_option *option, enum sim_option_target target,
                     const void *base, char text[SIM_OPTION_TEXT])
{
    const char *place = (const char *)base + option->offset;
    kinds[option->kind].show(option, target == SIM_TARGET_SECOND ? place + option->stride : place,
                             text);
}

const char *sim_option_value_name(const struct sim_option *option)
{
    return kinds[option->kind].value_name;
}
