/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Each packet by itself: CRCs, framing, lengths, reserved fields.
 * Not here: what it does in the protocol (sender.c, receiver.c).
 *
 * Damage proves a fault only where the packet left its sender; elsewhere the Link may have done it.
 */
#include "check/format.h"

#include "acknak/dllp.h"
#include "acknak/frame.h"
#include "acknak/tlp.h"
#include "check/report.h"
#include "check/timing.h"

static bool is_at_sender(const struct ak_record *record)
{
    return record->seen == AK_SEEN_SENDER;
}

static const char *where(const struct ak_check *check, const struct ak_record *record)
{
    if (is_at_sender(record))
        return "as it was sent";
    return ak_check_sees_sent(check, record->direction) ? "damaged on the way"
                                                        : "damaged on the way, or sent so";
}

/* Rules: LCRC-01. */
static void judge_lcrc(struct ak_check *check, const struct ak_record *record,
                       const struct ak_packet_summary *packet)
{
    if (packet->health == AK_PACKET_UNKNOWN) {
        ak_check_skipped(check, AK_RULE_LCRC, AK_WHY_TRUNCATED);
        return;
    }
    ak_check_judged(check, AK_RULE_LCRC);
    if (packet->health == AK_PACKET_BAD_CRC)
        ak_check_report(check, AK_RULE_LCRC, is_at_sender(record), record->direction,
                        "TLP with a wrong LCRC (its number reads %u): %s", (unsigned)packet->seq,
                        where(check, record));
    else if (packet->health == AK_PACKET_BAD_NULL)
        ak_check_report(check, AK_RULE_LCRC, is_at_sender(record), record->direction,
                        "TLP with EDB and an LCRC that is not the complement (its number reads "
                        "%u): %s",
                        (unsigned)packet->seq, where(check, record));
}

/* Rules: FRAME-02, FRAME-04. */
static void judge_token(struct ak_check *check, const struct ak_record *record)
{
    struct ak_stp stp;
    enum ak_token token = ak_token_classify(record->stp);
    ak_check_judged(check, AK_RULE_STP_TOKEN);
    if (token != AK_TOKEN_STP) {
        ak_check_report(check, AK_RULE_STP_TOKEN, is_at_sender(record), record->direction,
                        "STP token %02x%02x%02x%02x: %s", record->stp[0], record->stp[1],
                        record->stp[2], record->stp[3], ak_token_name(token));
        return;
    }
    ak_stp_decode(record->stp, &stp);
    uint32_t length_dw = (record->length_bytes + 2) / 4;
    uint16_t seq = (uint16_t)(record->bytes[0] << 8 | record->bytes[1]) & AK_SEQ_MASK;
    if (!record->truncated && stp.length_dw != length_dw)
        ak_check_report(check, AK_RULE_STP_TOKEN, is_at_sender(record), record->direction,
                        "STP token says %u DW, and the TLP with token and LCRC has %u",
                        (unsigned)stp.length_dw, (unsigned)length_dw);
    else if (stp.seq != seq)
        ak_check_report(check, AK_RULE_STP_TOKEN, is_at_sender(record), record->direction,
                        "STP token carries number %u, and the TLP %u", (unsigned)stp.seq,
                        (unsigned)seq);
}

/* Rules: TLP-02. */
static void judge_length(struct ak_check *check, const struct ak_record *record,
                         const struct ak_packet_summary *packet)
{
    struct ak_tlp_size size;
    uint32_t tlp_bytes = record->length_bytes - AK_FRAME_OVERHEAD_BYTES;
    bool may_be_short =
        packet->health == AK_PACKET_NULLIFIED &&
        (!check->timing.encoding_known || check->timing.encoding == AK_ENCODING_8B10B);
    if (may_be_short)
        return;
    ak_check_judged(check, AK_RULE_TLP_LENGTH);
    enum ak_tlp_status status = ak_tlp_measure(record->bytes + AK_SEQ_BYTES, tlp_bytes, &size);
    if (status != AK_TLP_OK)
        ak_check_report(check, AK_RULE_TLP_LENGTH, true, record->direction, "TLP %u: %s",
                        (unsigned)packet->seq, ak_tlp_status_name(status));
    else if (size.total_bytes != tlp_bytes)
        ak_check_report(check, AK_RULE_TLP_LENGTH, true, record->direction,
                        "TLP %u has %u bytes; its header says %u", (unsigned)packet->seq,
                        (unsigned)tlp_bytes, (unsigned)size.total_bytes);
}

static void judge_good_tlp(struct ak_check *check, const struct ak_record *record,
                           const struct ak_packet_summary *packet)
{
    judge_length(check, record, packet);
    ak_check_judged(check, AK_RULE_SEQ_RESERVED);
    if ((record->bytes[0] & 0xF0) != 0)
        ak_check_report(check, AK_RULE_SEQ_RESERVED, true, record->direction,
                        "TLP %u: the four bits ahead of its number are %xh", (unsigned)packet->seq,
                        (unsigned)record->bytes[0] >> 4);
}

static const char *bytes_word(const struct ak_record *record)
{
    return record->length_bytes == 1 ? "byte" : "bytes";
}

static void judge_tlp(struct ak_check *check, const struct ak_record *record,
                      const struct ak_packet_summary *packet)
{
    if (packet->health == AK_PACKET_BAD_LENGTH) {
        ak_check_judged(check, AK_RULE_TLP_LENGTH);
        ak_check_report(check, AK_RULE_TLP_LENGTH, is_at_sender(record), record->direction,
                        "TLP of %u %s with number and LCRC; the shortest has 18",
                        (unsigned)record->length_bytes, bytes_word(record));
        return;
    }
    judge_lcrc(check, record, packet);
    if (record->has_stp && record->length_bytes >= AK_SEQ_BYTES)
        judge_token(check, record);
    if (packet->health == AK_PACKET_GOOD || packet->health == AK_PACKET_NULLIFIED)
        judge_good_tlp(check, record, packet);
}

/* Rules: DLLP-03, DLLP-04. */
static void judge_good_dllp(struct ak_check *check, const struct ak_record *record)
{
    uint32_t reserved = ak_dllp_reserved_bits(record->bytes);
    ak_check_judged(check, AK_RULE_DLLP_RESERVED);
    ak_check_judged(check, AK_RULE_DLLP_UNKNOWN);
    if (ak_dllp_type_of(record->bytes[0]) == AK_DLLP_UNKNOWN)
        ak_check_report(check, AK_RULE_DLLP_UNKNOWN, true, record->direction,
                        "DLLP of reserved type %02xh", record->bytes[0]);
    else if (reserved != 0)
        ak_check_report(check, AK_RULE_DLLP_RESERVED, true, record->direction,
                        "%s with reserved bits set: %06xh of its bytes 1 to 3",
                        ak_dllp_type_name(ak_dllp_type_of(record->bytes[0])), (unsigned)reserved);
}

/* Rules: DLLP-01. */
static void judge_dllp(struct ak_check *check, const struct ak_record *record,
                       const struct ak_packet_summary *packet)
{
    if (packet->health == AK_PACKET_UNKNOWN) {
        ak_check_skipped(check, AK_RULE_DLLP_CRC, AK_WHY_TRUNCATED);
        return;
    }
    ak_check_judged(check, AK_RULE_DLLP_CRC);
    if (packet->health == AK_PACKET_BAD_LENGTH)
        ak_check_report(check, AK_RULE_DLLP_CRC, is_at_sender(record), record->direction,
                        "DLLP of %u %s: %s", (unsigned)record->length_bytes, bytes_word(record),
                        where(check, record));
    else if (packet->health == AK_PACKET_BAD_CRC)
        ak_check_report(check, AK_RULE_DLLP_CRC, is_at_sender(record), record->direction,
                        "DLLP with a wrong CRC (it reads as %s): %s",
                        ak_dllp_type_name(ak_dllp_type_of(record->bytes[0])), where(check, record));
    else
        judge_good_dllp(check, record);
}

void ak_format_judge(struct ak_check *check, const struct ak_record *record,
                     const struct ak_packet_summary *packet)
{
    struct ak_way *way = &check->way[record->direction];
    ak_check_judged(check, AK_RULE_FRAMING);
    if (way->has_cut)
        ak_format_judge_cut(check, record->direction);
    if (packet->health == AK_PACKET_CUT && !check->clock.running) {
        way->has_cut = true;
        way->cut_at_sender = is_at_sender(record);
        way->cut_fs = record->time_fs;
        way->cut_number = record->number;
    }
    if (packet->health == AK_PACKET_CUT || packet->health == AK_PACKET_RX_ERROR)
        return;
    if (record->kind == AK_RECORD_TLP)
        judge_tlp(check, record, packet);
    else
        judge_dllp(check, record, packet);
}

void ak_format_judge_cut(struct ak_check *check, enum ak_direction direction)
{
    struct ak_way *way = &check->way[direction];
    way->has_cut = false;
    ak_check_report_at(check, AK_RULE_FRAMING, way->cut_at_sender, direction, way->cut_number,
                       way->cut_fs, "a packet without an end, and the link stayed in L0");
}
