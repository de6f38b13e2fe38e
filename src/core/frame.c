/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The room that packets take on the lanes of a Link.
 * Not here: their symbols (frame_8b10b.c, frame_128b130b.c).
 */
#include "acknak/frame.h"

#define TLP_FRAMING_SYM 2u /* STP and END; or the STP token less the sequence number it holds */
#define EDB_TOKEN_SYM   4u /* at 8b/10b EDB stands in the place of END */

uint32_t ak_frame_tlp_sym(enum ak_encoding encoding, uint32_t frame_bytes, bool nullified)
{
    uint32_t sym = frame_bytes + TLP_FRAMING_SYM;
    return encoding == AK_ENCODING_128B130B && nullified ? sym + EDB_TOKEN_SYM : sym;
}

uint32_t ak_frame_lane_sym(uint32_t symbols, uint32_t width)
{
    return (symbols + width - 1) / width;
}

uint64_t ak_frame_place(struct ak_frame_lanes *lanes, uint32_t width, uint64_t ready_time_sym,
                        bool tlp, uint32_t symbols)
{
    uint64_t *last_time_sym = tlp ? &lanes->stp_time_sym : &lanes->sdp_time_sym;
    uint64_t time_sym = lanes->next_sym / width;
    uint32_t lane = (uint32_t)(lanes->next_sym % width);

    if (ready_time_sym > time_sym) {
        time_sym = ready_time_sym;
        lane = 0;
    }
    if (*last_time_sym == time_sym + 1) {
        time_sym++;
        lane = 0;
    }
    *last_time_sym = time_sym + 1;
    lanes->next_sym = time_sym * width + lane + symbols;
    return time_sym * width + lane;
}
