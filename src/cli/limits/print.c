/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Timer limits as a sum of terms, as tables and as JSON.
 * Not here: options (cmd_limits.c), arithmetic (core/limits.c).
 */
#include "cli/limits/print.h"

#include <inttypes.h>
#include <stdio.h>

#include "cli/common/json.h"

#define FS_PER_NS 1000000u

static const uint32_t all_widths[] = {1, 2, 4, 8, 12, 16, 32};
static const uint32_t all_payloads[] = {128, 256, 512, 1024, 2048, 4096};

#define WIDTH_COUNT   (sizeof all_widths / sizeof all_widths[0])
#define PAYLOAD_COUNT (sizeof all_payloads / sizeof all_payloads[0])

static bool wants_rate(const struct limits_request *request, enum ak_rate rate)
{
    if (request->one_rate) {
        return rate == request->link.rate;
    }
    return !request->has_max_rate || rate <= request->link.max_rate;
}

static bool wants_width(const struct limits_request *request, uint32_t width)
{
    return request->link.width == 0 || request->link.width == width;
}

static bool wants_payload(const struct limits_request *request, uint32_t mps_bytes)
{
    return request->link.mps_bytes == 0 || request->link.mps_bytes == mps_bytes;
}

static void compute(const struct limits_request *request, enum ak_rate rate, uint32_t width,
                    uint32_t mps_bytes, struct ak_limits *out)
{
    struct ak_limits_input in = request->link;

    in.rate = rate;
    if (!request->has_max_rate) {
        in.max_rate = rate;
    }
    in.width = width;
    in.mps_bytes = mps_bytes;
    ak_limits_compute(&in, out);
}

/* Symbol times in nanoseconds: whole, or with the quarters that 16 and 32 GT/s have. */
static void format_ns(enum ak_rate rate, uint32_t sym, char *out, size_t room)
{
    uint64_t fs = sym * ak_rate_symbol_fs(rate);
    uint64_t hundredths = fs % FS_PER_NS / (FS_PER_NS / 100);

    if (hundredths == 0) {
        snprintf(out, room, "%" PRIu64, fs / FS_PER_NS);
    } else if (hundredths % 10 == 0) {
        snprintf(out, room, "%" PRIu64 ".%" PRIu64, fs / FS_PER_NS, hundredths / 10);
    } else {
        snprintf(out, room, "%" PRIu64 ".%02" PRIu64, fs / FS_PER_NS, hundredths);
    }
}

/* One line of the sum; the whole parts stand below each other. */
static void print_term(const char *name, uint32_t value)
{
    printf("  %-24s%8u\n", name, value);
}

static void print_result(const char *name, enum ak_rate rate, uint32_t sym)
{
    char ns[32];

    format_ns(rate, sym, ns, sizeof ns);
    printf("%-26s%8u symbol times, %s ns\n", name, sym, ns);
}

/* The two terms that only Base 1.x has are shown where they count. */
static void print_l0s(const char *name, uint32_t sym)
{
    if (sym) {
        print_term(name, sym);
    }
}

static void print_ack_terms(const struct ak_limits *limits)
{
    uint32_t tenths = (limits->mps_bytes + limits->overhead_sym) * limits->ack_factor_tenths;
    uint32_t hundredths = tenths * 10 / limits->width;

    print_term("MPS", limits->mps_bytes);
    print_term("+ TLP overhead", limits->overhead_sym);
    printf("  %-24s%8u.%u\n", "* Ack factor (AF)", limits->ack_factor_tenths / 10,
           limits->ack_factor_tenths % 10);
    print_term("/ width", limits->width);
    printf("  %-24s%8u.%02u\n", "=", hundredths / 100, hundredths % 100);
    print_term("+ internal delay", limits->internal_delay_sym);
    print_term("= floored", limits->base_sym);
    print_l0s("+ Tx_L0s_Adjustment", limits->tx_l0s_adjustment_sym);
}

static void print_replay_terms(const struct ak_limits *limits)
{
    switch (limits->replay_timer) {
    case AK_REPLAY_TIMER_SIMPLIFIED:
        print_term("simplified", limits->replay_sym);
        print_term("in place of the table's", limits->replay_table_sym);
        break;
    case AK_REPLAY_TIMER_EXPLICIT:
        print_term("as given", limits->replay_sym);
        print_term("in place of the table's", limits->replay_table_sym);
        break;
    case AK_REPLAY_TIMER_TABLE:
    case AK_REPLAY_TIMER_DEFAULT:
        print_term("3 * floored", 3 * limits->base_sym);
        print_l0s("+ Rx_L0s_Adjustment", limits->rx_l0s_adjustment_sym);
        break;
    }
}

void limits_print_cell(const struct limits_request *request)
{
    const struct ak_limits_input *in = &request->link;
    struct ak_limits limits;
    char ns[32];

    compute(request, in->rate, in->width, in->mps_bytes, &limits);
    format_ns(in->rate, 1, ns, sizeof ns);
    printf("%s GT/s x%u, Max_Payload_Size %u; a symbol time is %s ns\n\n", ak_rate_name(in->rate),
           in->width, in->mps_bytes, ns);
    print_ack_terms(&limits);
    print_result("Ack limit", in->rate, limits.ack_sym);
    putchar('\n');
    print_replay_terms(&limits);
    print_result("REPLAY_TIMER limit", in->rate, limits.replay_sym);
}

static int format_cell(const struct limits_request *request, enum ak_rate rate, uint32_t width,
                       uint32_t mps_bytes, char *out, size_t room)
{
    struct ak_limits limits;

    compute(request, rate, width, mps_bytes, &limits);
    return snprintf(out, room, "%u/%u", limits.ack_sym, limits.replay_sym);
}

/* As wide as its widest cell and two spaces. */
static int column_width(const struct limits_request *request, enum ak_rate rate, uint32_t width)
{
    char cell[32];
    int widest = 0;

    for (size_t i = 0; i < PAYLOAD_COUNT; i++) {
        int length = format_cell(request, rate, width, all_payloads[i], cell, sizeof cell);
        if (length > widest) {
            widest = length;
        }
    }
    return widest + 2;
}

static void print_table_head(const struct limits_request *request, enum ak_rate rate)
{
    char ns[32];

    format_ns(rate, 1, ns, sizeof ns);
    printf("%s GT/s: Ack limit/REPLAY_TIMER limit in symbol times of %s ns\n\n MPS",
           ak_rate_name(rate), ns);
    for (size_t i = 0; i < WIDTH_COUNT; i++) {
        char name[16];
        if (!wants_width(request, all_widths[i])) {
            continue;
        }
        snprintf(name, sizeof name, "x%u", all_widths[i]);
        printf("%*s", column_width(request, rate, all_widths[i]), name);
    }
    putchar('\n');
}

static void print_row(const struct limits_request *request, enum ak_rate rate, uint32_t mps_bytes)
{
    printf("%4u", mps_bytes);
    for (size_t i = 0; i < WIDTH_COUNT; i++) {
        char cell[32];
        if (!wants_width(request, all_widths[i])) {
            continue;
        }
        format_cell(request, rate, all_widths[i], mps_bytes, cell, sizeof cell);
        printf("%*s", column_width(request, rate, all_widths[i]), cell);
    }
    putchar('\n');
}

void limits_print_tables(const struct limits_request *request)
{
    bool first = true;

    for (unsigned int rate = 0; rate < AK_RATE_COUNT; rate++) {
        if (!wants_rate(request, (enum ak_rate)rate)) {
            continue;
        }
        if (!first) {
            putchar('\n');
        }
        first = false;
        print_table_head(request, (enum ak_rate)rate);
        for (size_t i = 0; i < PAYLOAD_COUNT; i++) {
            if (wants_payload(request, all_payloads[i])) {
                print_row(request, (enum ak_rate)rate, all_payloads[i]);
            }
        }
    }
}

static json_t *json_ns(enum ak_rate rate, uint32_t sym)
{
    return cli_json_quotient(sym * ak_rate_symbol_fs(rate), FS_PER_NS);
}

static json_t *json_cell(enum ak_rate rate, const struct ak_limits *limits)
{
    json_t *cell = json_object();

    json_object_set_new(cell, "rate", cli_json_quotient(ak_rate_gts_tenths(rate), 10));
    json_object_set_new(cell, "width", json_integer(limits->width));
    json_object_set_new(cell, "mps", json_integer(limits->mps_bytes));
    json_object_set_new(cell, "ack_sym", json_integer(limits->ack_sym));
    json_object_set_new(cell, "replay_sym", json_integer(limits->replay_sym));
    json_object_set_new(cell, "ack_ns", json_ns(rate, limits->ack_sym));
    json_object_set_new(cell, "replay_ns", json_ns(rate, limits->replay_sym));
    json_object_set_new(cell, "replay_timer",
                        json_string(ak_replay_timer_name(limits->replay_timer)));
    json_object_set_new(cell, "replay_table_sym", json_integer(limits->replay_table_sym));
    json_object_set_new(cell, "overhead_sym", json_integer(limits->overhead_sym));
    json_object_set_new(cell, "ack_factor", cli_json_quotient(limits->ack_factor_tenths, 10));
    json_object_set_new(cell, "internal_delay_sym", json_integer(limits->internal_delay_sym));
    json_object_set_new(cell, "tx_l0s_adjustment_sym", json_integer(limits->tx_l0s_adjustment_sym));
    json_object_set_new(cell, "rx_l0s_adjustment_sym", json_integer(limits->rx_l0s_adjustment_sym));
    return cell;
}

static void add_cells(const struct limits_request *request, enum ak_rate rate, json_t *cells)
{
    for (size_t payload = 0; payload < PAYLOAD_COUNT; payload++) {
        for (size_t width = 0; width < WIDTH_COUNT; width++) {
            struct ak_limits limits;
            if (!wants_payload(request, all_payloads[payload]) ||
                !wants_width(request, all_widths[width])) {
                continue;
            }
            compute(request, rate, all_widths[width], all_payloads[payload], &limits);
            json_array_append_new(cells, json_cell(rate, &limits));
        }
    }
}

void limits_print_json(const struct limits_request *request)
{
    json_t *document = json_object();
    json_t *cells = json_array();

    for (unsigned int rate = 0; rate < AK_RATE_COUNT; rate++) {
        if (wants_rate(request, (enum ak_rate)rate)) {
            add_cells(request, (enum ak_rate)rate, cells);
        }
    }
    json_object_set_new(document, "schema", json_string("acknak-limits-1"));
    json_object_set_new(document, "cells", cells);
    cli_json_print(document);
}
