/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Line time: symbols, lengths of TLPs, what SKP ordered sets cost.
 * Not here: Acks (link_model.c).
 */
#include <math.h>

#include "acknak/limits.h"
#include "acknak/rate.h"
#include "study/link_model.h"

#define BLOCK_SYM          16u
#define SKP_8B10B_SYM      4u
#define FRAMING_SYM        8u /* 8b/10b: STP, END, number, LCRC; 128b/130b: token with number, LCRC */
#define ECRC_BYTES         4u
#define DLLP_SYM           8u
#define PCIE_BENCH_SKP_SYM 1538
#define SKP_SETS           4096u /* over so many the cost is averaged */

static bool has_blocks(enum ak_rate rate)
{
    return ak_rate_encoding(rate) == AK_ENCODING_128B130B;
}

double study_line_symbol_fs(enum ak_rate rate)
{
    double symbol_fs = (double)ak_rate_symbol_fs(rate);

    return has_blocks(rate) ? symbol_fs * 130 / 128 : symbol_fs;
}

double study_tlp_sym(double header_bytes, double payload_bytes, bool ecrc)
{
    return header_bytes + payload_bytes + (ecrc ? ECRC_BYTES : 0) + FRAMING_SYM;
}

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* One after the other: TLPs of one size until a set is due, then the set where it may start. Exact,
 * and periodic: nothing else crosses the direction. */
static double counted_share(const struct study_link *link, uint64_t tlp_sym)
{
    uint64_t width = link->width;
    uint64_t set_sym = has_blocks(link->rate) ? BLOCK_SYM : SKP_8B10B_SYM;
    uint64_t place = 0, due_sym = link->skp_interval_sym, tlps = 0;

    for (uint32_t set = 0; set < SKP_SETS; set++) {
        if (place < due_sym * width) {
            uint64_t count = (due_sym * width - place + tlp_sym - 1) / tlp_sym;
            tlps += count;
            place += count * tlp_sym;
        }
        uint64_t start_sym = has_blocks(link->rate) ? (place / width / BLOCK_SYM + 1) * BLOCK_SYM
                                                    : (place + width - 1) / width;
        place = (start_sym + set_sym) * width;
        due_sym += link->skp_interval_sym;
    }
    return 1 - (double)(tlps * tlp_sym) / (double)place;
}

/* A set starts where a symbol time (8b/10b) or a block does; the packet ahead of it ends anywhere
 * on the grid of all lengths. */
static double mean_share(const struct study_link *link, uint64_t step_sym)
{
    double width = link->width;

    if (has_blocks(link->rate)) {
        double grid = (double)common_divisor(step_sym, (uint64_t)BLOCK_SYM * link->width);
        return (BLOCK_SYM + (BLOCK_SYM * width + grid) / 2 / width) / link->skp_interval_sym;
    }
    double grid = (double)common_divisor(step_sym, link->width);
    return (SKP_8B10B_SYM + (width - grid) / 2 / width) / link->skp_interval_sym;
}

double study_skp_share(const struct study_link *link, enum sim_direction direction, bool dllps)
{
    const struct study_direction *here = &link->directions[direction];
    uint64_t step_sym = here->step_sym;

    if (!link->skp)
        return 0;
    if (!here->on || here->interval_fs > 0)
        return (has_blocks(link->rate) ? BLOCK_SYM : SKP_8B10B_SYM) /
               (double)link->skp_interval_sym;
    if (here->one_size && !dllps)
        return counted_share(link, (uint64_t)fmax(here->tlp_sym, link->width));
    if (dllps)
        step_sym = common_divisor(step_sym, DLLP_SYM);
    return mean_share(link, step_sym);
}

double study_hit_probability(double bit_error_rate, double bits)
{
    return -expm1(bits * log1p(-bit_error_rate));
}

/* Integral of floor from 0 to x, for x of 0 and more. */
static double floor_integral(double x)
{
    double whole = floor(x);

    return whole * (whole - 1) / 2 + whole * (x - whole);
}

double study_mean_floor(double a, double b)
{
    if (b < 1e-12)
        return floor(a);
    return (floor_integral(a + b) - floor_integral(a)) / b;
}

double study_pcie_bench_bps(enum ak_rate rate, uint32_t width, uint32_t mps_bytes,
                            enum study_dllp_charge charge)
{
    struct ak_limits_input input = {
        .rate = rate, .max_rate = rate, .width = width, .mps_bytes = mps_bytes};
    double limit_sym = ak_limits_ack_sym(&input);

    if (limit_sym == 0)
        return 0;
    double dllp_sym = charge == STUDY_DLLP_PUBLISHED ? DLLP_SYM : (double)DLLP_SYM / width;
    double raw_bps = 8 * width / study_line_symbol_fs(rate) * 1e15;
    return raw_bps * (1 - 2 * dllp_sym / limit_sym - (double)SKP_8B10B_SYM / PCIE_BENCH_SKP_SYM);
}
