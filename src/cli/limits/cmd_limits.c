/* SPDX-License-Identifier: Apache-2.0 */
/*
 * acknak limits: reads the options, chooses the cells, prints them.
 * Not here: the arithmetic (core/limits.c), the layout of what is printed (print.c).
 */
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/common/args.h"
#include "cli/common/exit.h"
#include "cli/common/link_source.h"
#include "cli/common/output.h"
#include "cli/common/say.h"
#include "cli/limits/print.h"
#include "diagnose/facts/device_link.h"
#include "sim/value.h"

enum option_row {
    OPTION_RATE,
    OPTION_WIDTH,
    OPTION_MPS,
    OPTION_MAX_RATE,
    OPTION_REPLAY_TIMER,
    OPTION_EXTENDED_SYNC,
    OPTION_L0S,
    OPTION_TX_L0S,
    OPTION_RX_L0S,
    OPTION_INTERNAL_DELAY,
    OPTION_LSPCI,
    OPTION_DEVICE,
    OPTION_SYSFS,
    OPTION_JSON,
    OPTION_HELP,
    OPTION_COUNT
};

static const struct cli_option options[OPTION_COUNT] = {
    [OPTION_RATE] = {.name = "rate",
                     .value_name = "GT/S",
                     .help = "2.5, 5, 8, 16 or 32",
                     .heading = "link"},
    [OPTION_WIDTH] = {.name = "width",
                      .value_name = "LANES",
                      .help = "1, 2, 4, 8, 12, 16 or 32 (x4 is 4)"},
    [OPTION_MPS] = {.name = "mps",
                    .value_name = "BYTES",
                    .help = "Max_Payload_Size: 128, 256, 512, 1024, 2048 or 4096"},
    [OPTION_MAX_RATE] = {.name = "max-rate",
                         .value_name = "GT/S",
                         .help = "highest rate the port supports (default: the rate itself); from "
                                 "16 on the simplified REPLAY_TIMER limit is the default"},
    [OPTION_REPLAY_TIMER] = {.name = "replay-timer",
                             .value_name = "WHICH",
                             .help = "table, simplified, or a number of symbol times",
                             .heading = "terms"},
    [OPTION_EXTENDED_SYNC] = {.name = "extended-sync",
                              .help = "Extended Synch is set: simplified is 80000, not 24000"},
    [OPTION_L0S] = {.name = "l0s",
                    .value_name = "SYM",
                    .help = "Base 1.x: Tx_L0s_Adjustment and Rx_L0s_Adjustment"},
    [OPTION_TX_L0S] = {.name = "tx-l0s",
                       .value_name = "SYM",
                       .help = "the one of the Ack limit only"},
    [OPTION_RX_L0S] = {.name = "rx-l0s",
                       .value_name = "SYM",
                       .help = "the one of REPLAY_TIMER only"},
    [OPTION_INTERNAL_DELAY] = {.name = "internal-delay",
                               .value_name = "SYM",
                               .help = "in place of 19 (2.5 GT/s), 70 (5) or 115 (8 and up)"},
    CLI_LINK_SOURCE_OPTIONS(OPTION_LSPCI, OPTION_DEVICE, OPTION_SYSFS),
    [OPTION_JSON] = {.name = "json",
                     .help = "the cells as JSON, schema acknak-limits-1",
                     .heading = "output"},
    [OPTION_HELP] = {.name = "help", .letter = 'h', .help = "this text"},
};

static void print_help(void)
{
    fputs("usage: acknak limits [OPTION...]\n"
          "\n"
          "How long an Ack may take and when REPLAY_TIMER expires, in symbol times. With rate,\n"
          "width and mps: one cell, term by term. Otherwise tables over what was not given.\n",
          stdout);
    cli_options_print(stdout, options, OPTION_COUNT, cli_output_columns(stdout));
    fputs("\nexample: acknak limits --rate 8 --width 4 --mps 256\n", stdout);
}

static bool bad_value(const char *option, const char *found, const char *expected)
{
    say("option '--%s': found '%s', expected %s", option, found, expected);
    return false;
}

static bool parse_number(const char *text, uint32_t *out)
{
    uint64_t value;

    if (!sim_value_read_count(text, &value) || value > UINT32_MAX) {
        return false;
    }
    *out = (uint32_t)value;
    return true;
}

static bool read_symbols(const char *option, const char *text, uint32_t min, uint32_t max,
                         uint32_t *out)
{
    char expected[64];

    if (parse_number(text, out) && *out >= min && *out <= max) {
        return true;
    }
    snprintf(expected, sizeof expected, "%u to %u symbol times", min, max);
    return bad_value(option, text, expected);
}

/* "5", "5.0" and "2.5" are rates. */
static bool read_rate(const char *option, const char *text, enum ak_rate *out)
{
    size_t length = strlen(text);

    if (length > 2 && strcmp(text + length - 2, ".0") == 0) {
        length -= 2;
    }
    for (unsigned int rate = 0; rate < AK_RATE_COUNT; rate++) {
        const char *name = ak_rate_name((enum ak_rate)rate);
        if (strlen(name) == length && strncmp(text, name, length) == 0) {
            *out = (enum ak_rate)rate;
            return true;
        }
    }
    return bad_value(option, text, "2.5, 5, 8, 16 or 32 GT/s");
}

static bool read_width(const char *text, uint32_t *out)
{
    if (parse_number(*text == 'x' ? text + 1 : text, out) && ak_width_is_valid(*out)) {
        return true;
    }
    return bad_value("width", text, "1, 2, 4, 8, 12, 16 or 32 lanes");
}

static bool read_mps(const char *text, uint32_t *out)
{
    if (parse_number(text, out) && ak_mps_is_valid(*out)) {
        return true;
    }
    return bad_value("mps", text, "128, 256, 512, 1024, 2048 or 4096 bytes");
}

static bool read_replay_timer(const char *text, struct ak_limits_input *in)
{
    if (strcmp(text, "table") == 0) {
        in->replay_timer = AK_REPLAY_TIMER_TABLE;
        return true;
    }
    if (strcmp(text, "simplified") == 0) {
        in->replay_timer = AK_REPLAY_TIMER_SIMPLIFIED;
        return true;
    }
    in->replay_timer = AK_REPLAY_TIMER_EXPLICIT;
    if (parse_number(text, &in->replay_timer_sym) && in->replay_timer_sym >= 1 &&
        in->replay_timer_sym <= AK_REPLAY_TIMER_MAX_SYM) {
        return true;
    }
    return bad_value("replay-timer", text, "table, simplified, or 1 to 100000000 symbol times");
}

static bool read_both_l0s(const char *text, struct ak_limits_input *in)
{
    if (!read_symbols("l0s", text, 0, AK_L0S_ADJUSTMENT_MAX_SYM, &in->tx_l0s_adjustment_sym)) {
        return false;
    }
    in->rx_l0s_adjustment_sym = in->tx_l0s_adjustment_sym;
    return true;
}

static bool read_option(enum option_row row, const char *value, struct limits_request *request)
{
    struct ak_limits_input *in = &request->link;

    switch (row) {
    case OPTION_RATE:
        request->one_rate = true;
        return read_rate("rate", value, &in->rate);
    case OPTION_WIDTH:
        return read_width(value, &in->width);
    case OPTION_MPS:
        return read_mps(value, &in->mps_bytes);
    case OPTION_MAX_RATE:
        request->has_max_rate = true;
        return read_rate("max-rate", value, &in->max_rate);
    case OPTION_REPLAY_TIMER:
        return read_replay_timer(value, in);
    case OPTION_EXTENDED_SYNC:
        in->extended_synch = true;
        return true;
    case OPTION_L0S:
        return read_both_l0s(value, in);
    case OPTION_TX_L0S:
        return read_symbols("tx-l0s", value, 0, AK_L0S_ADJUSTMENT_MAX_SYM,
                            &in->tx_l0s_adjustment_sym);
    case OPTION_RX_L0S:
        return read_symbols("rx-l0s", value, 0, AK_L0S_ADJUSTMENT_MAX_SYM,
                            &in->rx_l0s_adjustment_sym);
    case OPTION_INTERNAL_DELAY:
        return read_symbols("internal-delay", value, 1, AK_INTERNAL_DELAY_MAX_SYM,
                            &in->internal_delay_sym);
    case OPTION_LSPCI: /* taken ahead of the others, which win over it */
    case OPTION_DEVICE:
    case OPTION_SYSFS:
        return true;
    case OPTION_JSON:
        request->json = true;
        return true;
    case OPTION_HELP:
        request->help = true;
        return true;
    case OPTION_COUNT:
        break;
    }
    return false;
}

static bool read_arguments(int argc, char **argv, struct limits_request *request)
{
    struct cli_args args;
    enum cli_arg_kind kind;

    cli_args_begin(&args, argc, argv, options, OPTION_COUNT);
    while ((kind = cli_args_next(&args)) == CLI_ARG_OPTION) {
        if (!read_option((enum option_row)args.row, args.value, request)) {
            return false;
        }
    }
    if (kind == CLI_ARG_PLAIN) {
        say("found '%s', expected an option; 'acknak limits --help' lists them", args.value);
    }
    return kind == CLI_ARG_END;
}

/* The link of a device, if one is named: the cell that the other options start from. */
static int take_device(int argc, char **argv, struct limits_request *request)
{
    struct cli_link_source source = {NULL, NULL, NULL};
    struct ak_device_link link;
    struct cli_args args;
    enum cli_arg_kind kind;

    cli_args_begin(&args, argc, argv, options, OPTION_COUNT);
    while ((kind = cli_args_next(&args)) == CLI_ARG_OPTION) {
        cli_link_source_note(&source, options[args.row].name, args.value);
        if (args.row == OPTION_HELP) {
            return CLI_EXIT_CLEAN;
        }
    }
    if (kind == CLI_ARG_WRONG) {
        return CLI_EXIT_USAGE;
    }
    if (kind == CLI_ARG_PLAIN || !cli_link_source_is_given(&source)) {
        return CLI_EXIT_CLEAN;
    }
    int code = cli_link_source_read(&source, &link);
    if (code != CLI_EXIT_CLEAN) {
        return code;
    }
    request->one_rate = true;
    request->link.rate = cli_rate_of_mts(link.now_mts);
    request->has_max_rate = cli_rate_of_mts(link.max_mts) != AK_RATE_COUNT;
    if (request->has_max_rate) {
        request->link.max_rate = cli_rate_of_mts(link.max_mts);
    }
    request->link.width = link.width;
    request->link.mps_bytes = link.mps_bytes;
    request->link.extended_synch = link.extended_synch == AK_SETTING_ON;
    return CLI_EXIT_CLEAN;
}

static bool check_rates(const struct limits_request *request)
{
    if (!request->has_max_rate || !request->one_rate ||
        request->link.max_rate >= request->link.rate) {
        return true;
    }
    say("option '--max-rate': found %s, expected at least the rate, %s",
        ak_rate_name(request->link.max_rate), ak_rate_name(request->link.rate));
    return false;
}

int cmd_limits(int argc, char **argv)
{
    struct limits_request request = {0};
    int code = take_device(argc, argv, &request);

    if (code != CLI_EXIT_CLEAN) {
        return code;
    }
    if (!read_arguments(argc, argv, &request) || !check_rates(&request)) {
        return CLI_EXIT_USAGE;
    }
    if (request.help) {
        print_help();
    } else if (request.json) {
        limits_print_json(&request);
    } else if (request.one_rate && request.link.width && request.link.mps_bytes) {
        limits_print_cell(&request);
    } else {
        limits_print_tables(&request);
    }
    return CLI_EXIT_CLEAN;
}
