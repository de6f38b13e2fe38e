/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Line time: places on the lanes, SKP ordered sets, L0s.
 * Not here: packets.
 */
#include "sim/line.h"

#include "acknak/frame.h"
#include "acknak/rate.h"
#include "sim/random.h"

#define BLOCK_SYM           16u
#define SKP_8B10B_SYM       4u
#define SKP_8B10B_MAX_SYM   1538u
#define SKP_128B130B_BLOCKS 375u
#define BITS_8B10B          10u
#define BITS_128B130B       8u
#define FTS_SYM             4u
#define EXTENDED_SYNCH_FTS  4096u

static uint32_t log2_of(uint32_t power_of_two)
{
    return (uint32_t)__builtin_ctz(power_of_two);
}

void sim_line_init(struct sim_line *line, const struct sim_link *link, uint32_t n_fts)
{
    bool blocks = ak_rate_encoding(link->rate) == AK_ENCODING_128B130B;
    uint64_t interval = link->skp_interval_sym;
    uint64_t fts = link->extended_synch ? EXTENDED_SYNCH_FTS : n_fts;

    *line = (struct sim_line){.width = link->width};
    line->shares_starts = link->width > AK_DLLP_SYM;
    line->width_shift =
        (link->width & (link->width - 1u)) == 0 ? log2_of(link->width) : SIM_LINE_NO_SHIFT;
    line->symbol_fs = ak_rate_symbol_fs(link->rate);
    line->symbol_inverse = UINT64_MAX / line->symbol_fs;
    if (blocks) {
        line->sync_fs = line->symbol_fs / 4;
        line->block_fs = BLOCK_SYM * line->symbol_fs + line->sync_fs;
        line->block_inverse = UINT64_MAX / line->block_fs;
    }
    line->sixteen_fs = BLOCK_SYM * line->symbol_fs + line->sync_fs;
    for (uint32_t i = 1; i < BLOCK_SYM; i++) {
        line->in_sixteen_fs[i] = i * line->symbol_fs + line->sync_fs;
    }
    if (interval == 0) {
        interval = blocks ? SKP_128B130B_BLOCKS : SKP_8B10B_MAX_SYM;
    }
    line->skp_interval_sym = blocks ? interval * BLOCK_SYM : interval;
    line->skp_sym = blocks ? BLOCK_SYM : SKP_8B10B_SYM;
    line->skp_due_sym = link->skp ? line->skp_interval_sym : UINT64_MAX;
    line->l0s_entry_fs = link->l0s ? link->l0s_entry_fs : UINT64_MAX;
    line->l0s_exit_sym = fts * (blocks ? BLOCK_SYM : FTS_SYM);
}

/* A division without one: `inverse` is UINT64_MAX / divisor, less than 1 below 2^64 / divisor, so
 * the product misses the quotient by one at most. Each packet that wakes an idle line asks for two.
 */
static inline uint64_t divide(uint64_t value, uint64_t divisor, uint64_t inverse)
{
    uint64_t quotient = sim_mul_high(value, inverse);
    return value - quotient * divisor >= divisor ? quotient + 1u : quotient;
}

/* The first symbol time that does not start before `now`. */
static uint64_t align_up(const struct sim_line *line, uint64_t now)
{
    const uint64_t symbol_fs = line->symbol_fs;
    if (line->block_fs == 0) {
        return divide(now + symbol_fs - 1, symbol_fs, line->symbol_inverse);
    }
    uint64_t block = divide(now, line->block_fs, line->block_inverse);
    uint64_t rest_fs = now - block * line->block_fs;
    if (rest_fs == 0) {
        return block * BLOCK_SYM;
    }
    if (rest_fs <= line->sync_fs) {
        return block * BLOCK_SYM + 1u;
    }
    return block * BLOCK_SYM +
           divide(rest_fs - line->sync_fs + symbol_fs - 1, symbol_fs, line->symbol_inverse);
}

static void free_from(struct sim_line *line, uint64_t time_sym)
{
    line->time_sym = time_sym;
    line->lane = 0;
    line->free_fs = sim_line_time_fs(line, time_sym);
    line->start_fs = line->free_fs;
}

/* Where the SKP ordered set that is due can start. */
static uint64_t skp_start_sym(const struct sim_line *line)
{
    uint64_t free_sym = line->time_sym + (line->lane != 0);

    if (line->block_fs == 0) {
        return free_sym > line->skp_due_sym ? free_sym : line->skp_due_sym;
    }
    /* The data block ahead of it ends with an EDS token: four symbols that must be free. */
    uint64_t place = line->time_sym * line->width + line->lane;
    if (place + AK_TOKEN_BYTES <= line->skp_due_sym * line->width) {
        return line->skp_due_sym;
    }
    return (line->time_sym / BLOCK_SYM + 1) * BLOCK_SYM;
}

/* Sends the SKP ordered sets due before or at symbol time `until_sym`, where a packet would start.
 */
static void send_skps(struct sim_line *line, uint64_t until_sym)
{
    while (line->skp_due_sym <= until_sym) {
        uint64_t start_sym = skp_start_sym(line);
        uint64_t behind = until_sym - line->skp_due_sym;

        if (start_sym == line->skp_due_sym && behind > 2 * line->skp_interval_sym) {
            /* A long idle time: all of its sets but the last two fell where they were due. */
            uint64_t skipped = behind / line->skp_interval_sym - 1;
            line->skp_sets += skipped;
            line->skp_due_sym += skipped * line->skp_interval_sym;
            continue;
        }
        free_from(line, start_sym + line->skp_sym);
        line->skp_sets++;
        line->skp_due_sym += line->skp_interval_sym;
        if (line->time_sym > until_sym) {
            until_sym = line->time_sym;
        }
    }
}

static void leave_l0s(struct sim_line *line, uint64_t now)
{
    line->l0s_entries++;
    free_from(line, align_up(line, now) + line->l0s_exit_sym);
    if (line->skp_due_sym != UINT64_MAX) {
        line->skp_due_sym = (line->time_sym / BLOCK_SYM + 1) * BLOCK_SYM + line->skp_interval_sym;
    }
}

uint64_t sim_line_ready(struct sim_line *line, uint64_t now, bool tlp)
{
    bool idle = now > line->free_fs;
    uint64_t start_sym = line->time_sym;

    if (idle && now - line->free_fs >= line->l0s_entry_fs) {
        leave_l0s(line, now);
        return line->free_fs;
    }
    if (idle) {
        start_sym = align_up(line, now);
    }
    if (line->skp_due_sym <= start_sym) {
        send_skps(line, start_sym);
    }
    if (line->time_sym < start_sym) {
        free_from(line, start_sym);
    }
    if ((tlp ? line->stp_time_sym : line->sdp_time_sym) == line->time_sym + 1) {
        free_from(line, line->time_sym + 1);
    }
    return line->free_fs > now ? line->free_fs : now;
}

uint64_t sim_line_sym_of_bit(const struct sim_line *line, uint64_t bit)
{
    const uint64_t width = line->width;
    if (line->block_fs == 0) {
        return bit / (BITS_8B10B * width);
    }
    uint64_t header_bits = 2u * width;
    uint64_t symbol_bits = BITS_128B130B * width;
    uint64_t block_bits = header_bits + BLOCK_SYM * symbol_bits;
    uint64_t in_block = bit % block_bits;
    uint64_t symbol = in_block < header_bits ? 0 : (in_block - header_bits) / symbol_bits;
    return bit / block_bits * BLOCK_SYM + symbol;
}

void sim_line_restart(struct sim_line *line, uint64_t now)
{
    free_from(line, align_up(line, now));
    line->stp_time_sym = 0;
    line->sdp_time_sym = 0;
    if (line->skp_due_sym != UINT64_MAX) {
        line->skp_due_sym = (line->time_sym / BLOCK_SYM + 1) * BLOCK_SYM + line->skp_interval_sym;
    }
}
