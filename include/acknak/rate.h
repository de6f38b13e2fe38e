/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a Link can be: data rates, widths, Max_Payload_Size; symbol times and the line encoding.
 * Not here: the timer limits that follow from them (limits.h), packets as symbols (frame.h).
 */
#ifndef ACKNAK_RATE_H
#define ACKNAK_RATE_H

#include <stdbool.h>
#include <stdint.h>

#include "acknak/api.h"

AK_BEGIN_DECLS

#define AK_MPS_MIN_BYTES 128u
#define AK_MPS_MAX_BYTES 4096u

/* Data rate of a lane in GT/s. */
enum ak_rate { AK_RATE_2_5, AK_RATE_5, AK_RATE_8, AK_RATE_16, AK_RATE_32, AK_RATE_COUNT };

/* How bytes become line bits: 8b/10b at 2.5 and 5 GT/s, 128b/130b from 8 GT/s on. */
enum ak_encoding { AK_ENCODING_8B10B, AK_ENCODING_128B130B };

/* "2.5", "5", "8", "16" or "32"; "?" for a value that is no rate. Static storage. */
AK_API const char *ak_rate_name(enum ak_rate rate);

/* GT/s times ten (25, 50, 80, 160, 320), exact in an integer; 0 for a value that is no rate. */
AK_API uint32_t ak_rate_gts_tenths(enum ak_rate rate);

/*
 * The time of one symbol (one byte on one lane) in femtoseconds: 4,000,000 at 2.5 GT/s down to
 * 250,000 at 32 GT/s; 0 for a value that is no rate. The sync header of 128b/130b is not in it.
 */
AK_API uint64_t ak_rate_symbol_fs(enum ak_rate rate);

AK_API enum ak_encoding ak_rate_encoding(enum ak_rate rate);

AK_API bool ak_rate_is_valid(enum ak_rate rate);

/* Whether a Link can have this many lanes: 1, 2, 4, 8, 12, 16 or 32. */
AK_API bool ak_width_is_valid(uint32_t width);

/* Whether this is a Max_Payload_Size: a power of two, 128 to 4096. */
AK_API bool ak_mps_is_valid(uint32_t mps_bytes);

AK_END_DECLS

#endif
