/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rates, widths and payload sizes of a Link.
 * Not here: limits (limits.c).
 */
#include "acknak/rate.h"

#include <stddef.h>

struct rate_row {
    const char *name;
    uint32_t gts_tenths;
    uint64_t symbol_fs;
    enum ak_encoding encoding;
};

static const struct rate_row rate_rows[AK_RATE_COUNT] = {
    [AK_RATE_2_5] = {"2.5", 25, 4000000, AK_ENCODING_8B10B},
    [AK_RATE_5] = {"5", 50, 2000000, AK_ENCODING_8B10B},
    [AK_RATE_8] = {"8", 80, 1000000, AK_ENCODING_128B130B},
    [AK_RATE_16] = {"16", 160, 500000, AK_ENCODING_128B130B},
    [AK_RATE_32] = {"32", 320, 250000, AK_ENCODING_128B130B},
};

bool ak_rate_is_valid(enum ak_rate rate)
{
    return (unsigned int)rate < AK_RATE_COUNT;
}

const char *ak_rate_name(enum ak_rate rate)
{
    return ak_rate_is_valid(rate) ? rate_rows[rate].name : "?";
}

uint32_t ak_rate_gts_tenths(enum ak_rate rate)
{
    return ak_rate_is_valid(rate) ? rate_rows[rate].gts_tenths : 0;
}

uint64_t ak_rate_symbol_fs(enum ak_rate rate)
{
    return ak_rate_is_valid(rate) ? rate_rows[rate].symbol_fs : 0;
}

enum ak_encoding ak_rate_encoding(enum ak_rate rate)
{
    return ak_rate_is_valid(rate) ? rate_rows[rate].encoding : AK_ENCODING_8B10B;
}

bool ak_width_is_valid(uint32_t width)
{
    switch (width) {
    case 1:
    case 2:
    case 4:
    case 8:
    case 12:
    case 16:
    case 32:
        return true;
    default:
        return false;
    }
}

bool ak_mps_is_valid(uint32_t mps_bytes)
{
    return mps_bytes >= AK_MPS_MIN_BYTES && mps_bytes <= AK_MPS_MAX_BYTES &&
           (mps_bytes & (mps_bytes - 1)) == 0;
}
