/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the Data Link Layer says to a frame.
 * Not here: how that is written (text.c, json.c).
 */
#include "acknak/crc.h"
#include "cli/decode/print.h"

static uint32_t read_little_32(const uint8_t *bytes)
{
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

void frame_view_fill(struct frame_view *view, const struct packet *packet)
{
    const uint8_t *tlp = packet->bytes + AK_SEQ_BYTES;
    size_t tlp_bytes = packet->count - AK_FRAME_OVERHEAD_BYTES;
    uint16_t seq_field = (uint16_t)(packet->bytes[0] << 8 | packet->bytes[1]);

    *view = (struct frame_view){.seq = seq_field & 0xFFF, .reserved = packet->bytes[0] >> 4};
    view->lcrc = read_little_32(tlp + tlp_bytes);
    view->lcrc_expected = ak_lcrc(AK_CRC_PORTABLE, seq_field, tlp, tlp_bytes);
    view->lcrc_good = view->lcrc == view->lcrc_expected;
    view->lcrc_inverted = view->lcrc == (uint32_t)~view->lcrc_expected;
    view->nullified = view->lcrc_inverted && (packet->edb || packet->framing == FRAMING_NONE);
    view->tlp_status = ak_tlp_decode(tlp, tlp_bytes, &view->tlp);
    view->length_good = view->tlp_status == AK_TLP_OK && view->tlp.size.total_bytes == tlp_bytes;
}

const char *frame_view_verdict(const struct frame_view *view, const struct packet *packet)
{
    if (view->nullified) {
        return "nullified: dropped silently";
    }
    if (packet->edb) {
        return "Bad TLP: EDB, but the LCRC is not inverted";
    }
    return view->lcrc_good ? "good" : "Bad TLP: wrong LCRC";
}

const char *packet_framing_name(enum packet_framing framing)
{
    switch (framing) {
    case FRAMING_8B10B:
        return "8b/10b";
    case FRAMING_128B130B:
        return "128b/130b";
    case FRAMING_NONE:
        break;
    }
    return "none";
}
