/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The limits of ACKNAK_LATENCY_TIMER and REPLAY_TIMER.
 * Not here: rates and symbol times (rate.c).
 */
#include "acknak/limits.h"

#define REPLAY_FACTOR 3u

/* Rules: LIM-01. The table changes between MPS 256 and 512, and with the width. */
uint32_t ak_limits_ack_factor_tenths(uint32_t width, uint32_t mps_bytes)
{
    if (!ak_width_is_valid(width) || !ak_mps_is_valid(mps_bytes))
        return 0;
    if (mps_bytes >= 512)
        return width <= 8 ? 10 : 20;
    if (width <= 4)
        return 14;
    return width == 8 ? 25 : 30;
}

uint32_t ak_limits_internal_delay_sym(enum ak_rate rate)
{
    static const uint8_t delay_sym[AK_RATE_COUNT] = {19, 70, 115, 115, 115};
    return ak_rate_is_valid(rate) ? delay_sym[rate] : 0;
}

static uint32_t simplified_min_sym(bool extended_synch)
{
    return extended_synch ? AK_SIMPLIFIED_EXT_MIN_SYM : AK_SIMPLIFIED_MIN_SYM;
}

static uint32_t simplified_max_sym(bool extended_synch)
{
    return extended_synch ? AK_SIMPLIFIED_EXT_MAX_SYM : AK_SIMPLIFIED_MAX_SYM;
}

static bool supports_16_gts(const struct ak_limits_input *in)
{
    return in->rate >= AK_RATE_16 || in->max_rate >= AK_RATE_16;
}

static enum ak_replay_timer timer_in_force(const struct ak_limits_input *in)
{
    if (in->replay_timer != AK_REPLAY_TIMER_DEFAULT)
        return in->replay_timer;
    return supports_16_gts(in) ? AK_REPLAY_TIMER_SIMPLIFIED : AK_REPLAY_TIMER_TABLE;
}

static bool replay_timer_is_valid(const struct ak_limits_input *in)
{
    uint32_t sym = in->replay_timer_sym;

    switch (in->replay_timer) {
    case AK_REPLAY_TIMER_DEFAULT:
    case AK_REPLAY_TIMER_TABLE:
        return true;
    case AK_REPLAY_TIMER_SIMPLIFIED:
        return sym == 0 || (sym >= simplified_min_sym(in->extended_synch) &&
                            sym <= simplified_max_sym(in->extended_synch));
    case AK_REPLAY_TIMER_EXPLICIT:
        return sym >= 1 && sym <= AK_REPLAY_TIMER_MAX_SYM;
    }
    return false;
}

static enum ak_limits_status check_link(const struct ak_limits_input *in)
{
    if (!ak_rate_is_valid(in->rate) || !ak_rate_is_valid(in->max_rate))
        return AK_LIMITS_BAD_RATE;
    if (!ak_width_is_valid(in->width))
        return AK_LIMITS_BAD_WIDTH;
    if (!ak_mps_is_valid(in->mps_bytes))
        return AK_LIMITS_BAD_MPS;
    if (in->internal_delay_sym > AK_INTERNAL_DELAY_MAX_SYM)
        return AK_LIMITS_BAD_INTERNAL_DELAY;
    if (in->tx_l0s_adjustment_sym > AK_L0S_ADJUSTMENT_MAX_SYM ||
        in->rx_l0s_adjustment_sym > AK_L0S_ADJUSTMENT_MAX_SYM)
        return AK_LIMITS_BAD_L0S_ADJUSTMENT;
    return AK_LIMITS_OK;
}

/* Rules: LIM-01, LIM-02, LIM-03. The internal delay is whole, so the quotient alone is floored. */
static void fill_terms(const struct ak_limits_input *in, struct ak_limits *out)
{
    out->mps_bytes = in->mps_bytes;
    out->overhead_sym = AK_TLP_OVERHEAD_SYM;
    out->ack_factor_tenths = ak_limits_ack_factor_tenths(in->width, in->mps_bytes);
    out->width = in->width;
    out->internal_delay_sym =
        in->internal_delay_sym ? in->internal_delay_sym : ak_limits_internal_delay_sym(in->rate);
    out->base_sym =
        (in->mps_bytes + AK_TLP_OVERHEAD_SYM) * out->ack_factor_tenths / (10 * in->width) +
        out->internal_delay_sym;
    out->tx_l0s_adjustment_sym = in->tx_l0s_adjustment_sym;
    out->rx_l0s_adjustment_sym = in->rx_l0s_adjustment_sym;
    out->ack_sym = out->base_sym + in->tx_l0s_adjustment_sym;
    out->replay_table_sym = REPLAY_FACTOR * out->base_sym + in->rx_l0s_adjustment_sym;
}

enum ak_limits_status ak_limits_compute(const struct ak_limits_input *in, struct ak_limits *out)
{
    enum ak_limits_status status = check_link(in);

    if (status != AK_LIMITS_OK)
        return status;
    if (!replay_timer_is_valid(in))
        return AK_LIMITS_BAD_REPLAY_TIMER;
    fill_terms(in, out);
    out->replay_timer = timer_in_force(in);
    out->replay_sym = out->replay_table_sym;
    if (out->replay_timer == AK_REPLAY_TIMER_EXPLICIT) {
        out->replay_sym = in->replay_timer_sym;
    } else if (out->replay_timer == AK_REPLAY_TIMER_SIMPLIFIED) {
        /* Rules: LIM-04, LIM-05. A number left over from another mode does not count here. */
        bool chosen = in->replay_timer == AK_REPLAY_TIMER_SIMPLIFIED && in->replay_timer_sym;
        out->replay_sym = chosen ? in->replay_timer_sym : simplified_min_sym(in->extended_synch);
    }
    return AK_LIMITS_OK;
}

uint32_t ak_limits_ack_sym(const struct ak_limits_input *in)
{
    struct ak_limits limits;
    return ak_limits_compute(in, &limits) == AK_LIMITS_OK ? limits.ack_sym : 0;
}

uint32_t ak_limits_replay_sym(const struct ak_limits_input *in)
{
    struct ak_limits limits;
    return ak_limits_compute(in, &limits) == AK_LIMITS_OK ? limits.replay_sym : 0;
}

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

enum ak_limits_status ak_limits_bound(const struct ak_limits_input *in,
                                      enum ak_base_revision revision, struct ak_limits_bounds *out)
{
    struct ak_limits limits;
    enum ak_limits_status status = check_link(in);

    if (status != AK_LIMITS_OK)
        return status;
    fill_terms(in, &limits);
    out->ack_max_sym = revision == AK_BASE_4_AND_UP ? limits.ack_sym : 2 * limits.ack_sym;
    out->replay_min_sym = limits.replay_table_sym;
    out->replay_max_sym = 2 * limits.replay_table_sym;
    if (revision != AK_BASE_1_TO_3)
        out->replay_max_sym = larger(out->replay_max_sym, simplified_max_sym(in->extended_synch));
    if (revision == AK_BASE_4_AND_UP && supports_16_gts(in)) {
        out->replay_min_sym = simplified_min_sym(in->extended_synch);
        out->replay_max_sym = simplified_max_sym(in->extended_synch);
    }
    return AK_LIMITS_OK;
}

const char *ak_limits_status_name(enum ak_limits_status status)
{
    switch (status) {
    case AK_LIMITS_OK:
        return "good";
    case AK_LIMITS_BAD_RATE:
        return "rate";
    case AK_LIMITS_BAD_WIDTH:
        return "width";
    case AK_LIMITS_BAD_MPS:
        return "Max_Payload_Size";
    case AK_LIMITS_BAD_INTERNAL_DELAY:
        return "internal delay";
    case AK_LIMITS_BAD_L0S_ADJUSTMENT:
        return "L0s adjustment";
    case AK_LIMITS_BAD_REPLAY_TIMER:
        return "REPLAY_TIMER limit";
    }
    return "?";
}

const char *ak_replay_timer_name(enum ak_replay_timer replay_timer)
{
    switch (replay_timer) {
    case AK_REPLAY_TIMER_DEFAULT:
        return "default";
    case AK_REPLAY_TIMER_TABLE:
        return "table";
    case AK_REPLAY_TIMER_SIMPLIFIED:
        return "simplified";
    case AK_REPLAY_TIMER_EXPLICIT:
        return "explicit";
    }
    return "?";
}
