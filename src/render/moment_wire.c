/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Why a port sends what it does, as far as the packets alone tell.
 * Not here: what the ports told themselves (moment_cause.c).
 */
#include "render/moment_wire.h"

#include "acknak/seq.h"
#include "trace/packet.h"

static bool is_behind(uint16_t seq, uint16_t newest)
{
    return ak_seq_distance(seq, newest) < AK_SEQ_WINDOW;
}

static bool is_again(const struct ak_wire_cause *cause, uint16_t seq)
{
    return cause->has_sent && is_behind(seq, cause->newest_seq);
}

static void begin_replay(struct ak_wire_cause *cause)
{
    cause->by_nak = cause->has_nak;
    cause->answered_seq = cause->nak_seq;
    cause->answered_fs = cause->nak_fs;
    cause->has_nak = false;
}

static void take_sent(struct ak_wire_cause *cause, const struct ak_packet_summary *summary)
{
    if (summary->sort != AK_SORT_TLP || summary->health != AK_PACKET_GOOD) {
        return;
    }
    bool again = is_again(cause, summary->seq);
    if (again && (!cause->replays || cause->has_nak)) {
        begin_replay(cause);
    }
    cause->replays = again && summary->seq != cause->newest_seq;
    if (!again) {
        cause->has_sent = true;
        cause->newest_seq = summary->seq;
    }
}

static enum ak_wire_came judge(const struct ak_wire_cause *cause,
                               const struct ak_packet_summary *summary)
{
    if (summary->health != AK_PACKET_GOOD) {
        return AK_WIRE_CAME_BAD;
    }
    if (!cause->has_due || summary->seq == cause->due_seq) {
        return AK_WIRE_CAME_GOOD;
    }
    return is_behind(summary->seq, cause->due_seq) ? AK_WIRE_CAME_DUPLICATE : AK_WIRE_CAME_EARLY;
}

static void take_tlp(struct ak_wire_cause *cause, const struct ak_packet_summary *summary,
                     uint64_t end_fs)
{
    if (summary->health == AK_PACKET_NULLIFIED || summary->health == AK_PACKET_UNKNOWN) {
        return;
    }
    cause->came = judge(cause, summary);
    cause->came_seq = summary->seq;
    cause->came_fs = end_fs;
    if (cause->came == AK_WIRE_CAME_GOOD) {
        cause->has_due = true;
        cause->due_seq = ak_seq_add(summary->seq, 1);
    }
}

void ak_wire_cause_take(struct ak_wire_cause *cause, const struct ak_record *packet, bool sent)
{
    struct ak_packet_summary summary;
    ak_packet_summarise(packet, &summary);
    if (sent) {
        take_sent(cause, &summary);
    } else if (summary.sort == AK_SORT_TLP) {
        take_tlp(cause, &summary, packet->end_fs);
    } else if (summary.sort == AK_SORT_NAK && summary.health == AK_PACKET_GOOD) {
        cause->has_nak = true;
        cause->nak_seq = summary.seq;
        cause->nak_fs = packet->end_fs;
    }
}

static void put_when(struct ak_output *out, const char *text, uint64_t time_fs)
{
    ak_output_text(out, text);
    ak_output_text(out, " at ");
    ak_output_time(out, time_fs);
    ak_output_text(out, " ns");
}

static void write_tlp(const struct ak_wire_cause *cause, uint16_t seq, struct ak_output *out)
{
    struct ak_wire_cause now = *cause;
    if (!is_again(cause, seq)) {
        return;
    }
    if (!cause->replays || cause->has_nak) {
        begin_replay(&now);
    }
    if (!now.by_nak) {
        ak_output_text(out, "it is sent again, and no Nak has asked for it");
        return;
    }
    ak_output_text(out, "it is sent again behind Nak ");
    ak_output_number(out, now.answered_seq);
    put_when(out, ", which ended", now.answered_fs);
}

static void write_nak(const struct ak_wire_cause *cause, struct ak_output *out)
{
    if (cause->came == AK_WIRE_CAME_BAD) {
        put_when(out, "a damaged TLP came", cause->came_fs);
    } else if (cause->came == AK_WIRE_CAME_EARLY) {
        ak_output_text(out, "TLP ");
        ak_output_number(out, cause->came_seq);
        ak_output_text(out, " came where TLP ");
        ak_output_number(out, cause->due_seq);
        put_when(out, " was due,", cause->came_fs);
    }
}

static void write_ack(const struct ak_wire_cause *cause, uint16_t seq, struct ak_output *out)
{
    if (cause->came_seq != seq && cause->came != AK_WIRE_CAME_DUPLICATE) {
        return;
    }
    if (cause->came == AK_WIRE_CAME_GOOD || cause->came == AK_WIRE_CAME_DUPLICATE) {
        ak_output_text(out, "TLP ");
        ak_output_number(out, cause->came_seq);
        put_when(out, cause->came == AK_WIRE_CAME_GOOD ? " came" : ", a duplicate, came",
                 cause->came_fs);
    }
}

void ak_wire_cause_write(const struct ak_wire_cause *cause, const struct ak_record *packet,
                         struct ak_output *output)
{
    struct ak_packet_summary summary;
    ak_packet_summarise(packet, &summary);
    if (summary.sort == AK_SORT_TLP && summary.health == AK_PACKET_GOOD) {
        write_tlp(cause, summary.seq, output);
    } else if (summary.sort == AK_SORT_NAK) {
        write_nak(cause, output);
    } else if (summary.sort == AK_SORT_ACK) {
        write_ack(cause, summary.seq, output);
    }
}
