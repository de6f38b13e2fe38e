/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a TLP or DLLP in a record says.
 * Not here: whether it should have been sent (check), how it is drawn (render).
 */
#include "trace/packet.h"

#include <stdio.h>
#include <string.h>

#include "acknak/crc.h"
#include "acknak/dllp.h"
#include "acknak/frame.h"
#include "acknak/seq.h"
#include "acknak/tlp.h"

static uint16_t first_two(const uint8_t *bytes)
{
    return (uint16_t)(bytes[0] << 8 | bytes[1]);
}

static enum ak_packet_health tlp_health(const struct ak_record *record, enum ak_crc_kernel kernel)
{
    uint32_t length = record->length_bytes;
    if (record->error)
        return AK_PACKET_RX_ERROR;
    if (record->end == AK_END_CUT)
        return AK_PACKET_CUT;
    if (record->truncated)
        return AK_PACKET_UNKNOWN;
    if (length < AK_FRAME_MIN_BYTES)
        return AK_PACKET_BAD_LENGTH;
    const uint8_t *last = record->bytes + length - AK_LCRC_BYTES;
    uint32_t wire = (uint32_t)last[0] | (uint32_t)last[1] << 8 | (uint32_t)last[2] << 16 |
                    (uint32_t)last[3] << 24;
    uint32_t right = ak_lcrc(kernel, first_two(record->bytes), record->bytes + AK_SEQ_BYTES,
                             length - AK_FRAME_OVERHEAD_BYTES);
    if (record->end == AK_END_EDB)
        return wire == ~right ? AK_PACKET_NULLIFIED : AK_PACKET_BAD_NULL;
    return wire == right ? AK_PACKET_GOOD : AK_PACKET_BAD_CRC;
}

static void examine_tlp(const struct ak_record *record, enum ak_crc_kernel kernel,
                        struct ak_packet_summary *out)
{
    out->sort = AK_SORT_TLP;
    out->health = tlp_health(record, kernel);
    out->has_seq = record->length_bytes >= AK_SEQ_BYTES;
    out->seq = out->has_seq ? first_two(record->bytes) & AK_SEQ_MASK : 0;
}

static void name_tlp(const struct ak_record *record, char *out, size_t room)
{
    struct ak_tlp tlp;
    (void)snprintf(out, room, "TLP");
    if (record->length_bytes < AK_SEQ_BYTES ||
        ak_tlp_decode(record->bytes + AK_SEQ_BYTES, record->length_bytes - AK_SEQ_BYTES, &tlp) !=
            AK_TLP_OK)
        return;
    const char *name = ak_tlp_type_name(tlp.type);
    if (tlp.type == AK_TLP_MRD)
        (void)snprintf(out, room, "%s %u B", name, tlp.length_dw * 4u);
    else if (tlp.size.data_bytes > 0)
        (void)snprintf(out, room, "%s %u B", name, (unsigned)tlp.size.data_bytes);
    else
        (void)snprintf(out, room, "%s", name);
}

static enum ak_packet_health dllp_health(const struct ak_record *record)
{
    if (record->error)
        return AK_PACKET_RX_ERROR;
    if (record->end == AK_END_CUT)
        return AK_PACKET_CUT;
    if (record->truncated)
        return AK_PACKET_UNKNOWN;
    if (record->length_bytes != AK_DLLP_BYTES)
        return AK_PACKET_BAD_LENGTH;
    return ak_dllp_crc_is_good(record->bytes) ? AK_PACKET_GOOD : AK_PACKET_BAD_CRC;
}

static void examine_dllp(const struct ak_record *record, struct ak_packet_summary *out)
{
    struct ak_dllp dllp;
    out->sort = AK_SORT_OTHER_DLLP;
    out->health = dllp_health(record);
    out->has_seq = false;
    out->seq = 0;
    if (record->length_bytes < AK_DLLP_BYTES)
        return;
    enum ak_dllp_type type = ak_dllp_type_of(record->bytes[0]);
    if (type != AK_DLLP_ACK && type != AK_DLLP_NAK)
        return;
    (void)ak_dllp_decode(record->bytes, &dllp);
    out->sort = type == AK_DLLP_ACK ? AK_SORT_ACK : AK_SORT_NAK;
    out->has_seq = true;
    out->seq = dllp.seq;
}

void ak_packet_examine(const struct ak_record *record, enum ak_crc_kernel kernel,
                       struct ak_packet_summary *out)
{
    if (record->kind == AK_RECORD_TLP)
        examine_tlp(record, kernel, out);
    else
        examine_dllp(record, out);
}

void ak_packet_summarise(const struct ak_record *record, struct ak_packet_summary *out)
{
    memset(out, 0, sizeof *out);
    ak_packet_examine(record, AK_CRC_PORTABLE, out);
    if (record->kind == AK_RECORD_TLP)
        name_tlp(record, out->what, sizeof out->what);
    else
        (void)snprintf(out->what, sizeof out->what, "%s",
                       record->length_bytes < AK_DLLP_BYTES
                           ? "DLLP"
                           : ak_dllp_type_name(ak_dllp_type_of(record->bytes[0])));
}

const char *ak_packet_health_name(enum ak_packet_health health, enum ak_packet_sort sort)
{
    switch (health) {
    case AK_PACKET_GOOD:
        return "good";
    case AK_PACKET_BAD_CRC:
        return sort == AK_SORT_TLP ? "bad LCRC" : "bad CRC";
    case AK_PACKET_NULLIFIED:
        return "nullified";
    case AK_PACKET_BAD_NULL:
        return "EDB without inverted LCRC";
    case AK_PACKET_RX_ERROR:
        return "Receiver Error";
    case AK_PACKET_CUT:
        return "cut off";
    case AK_PACKET_BAD_LENGTH:
        return "impossible length";
    case AK_PACKET_UNKNOWN:
        break;
    }
    return "truncated in the recording";
}
