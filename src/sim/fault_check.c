/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whether the faults and events of a scenario can happen.
 * Not here: the rest of a scenario (scenario_check.c).
 */
#include <inttypes.h>
#include <stdio.h>

#include "acknak/frame.h"
#include "acknak/rate.h"
#include "sim/checker.h"

static bool fits_encoding(enum sim_fault_kind kind, enum ak_encoding encoding)
{
    if (kind == SIM_FAULT_RX_ERROR) {
        return encoding == AK_ENCODING_8B10B;
    }
    if (kind == SIM_FAULT_FCRC_TLP || kind == SIM_FAULT_INV_SYNC_HDR_SYM) {
        return encoding == AK_ENCODING_128B130B;
    }
    return true;
}

static bool is_tlp_class(enum sim_packet_class packet)
{
    return packet == SIM_PACKET_TLP || packet == SIM_PACKET_TLP_NEW ||
           packet == SIM_PACKET_TLP_REPLAYED;
}

/* A fault of packets that its kind never applies to would do nothing in silence. */
static bool fits_packet(enum sim_fault_kind kind, enum sim_packet_class packet,
                        enum ak_encoding encoding)
{
    bool neither = packet == SIM_PACKET_FLOW_CONTROL || packet == SIM_PACKET_OTHER_DLLP;

    if (packet == SIM_PACKET_ANY) {
        return true;
    }
    switch (kind) {
    case SIM_FAULT_TX_LCRC:
    case SIM_FAULT_TLP_ERR_SEQ:
    case SIM_FAULT_DUPLICATE_TLP:
    case SIM_FAULT_FCRC_TLP:
        return is_tlp_class(packet);
    case SIM_FAULT_NULLIFIED_TLP:
        return packet == SIM_PACKET_TLP || packet == SIM_PACKET_TLP_NEW;
    case SIM_FAULT_END_EDB:
        return is_tlp_class(packet) || encoding == AK_ENCODING_8B10B;
    case SIM_FAULT_B16_CRC_DLLP:
        return !is_tlp_class(packet);
    case SIM_FAULT_ACK_NAK_DLLP_SEQ:
    case SIM_FAULT_ACK_NAK_DLLP:
        return !is_tlp_class(packet) && !neither;
    case SIM_FAULT_NAK_DLLP:
        return !is_tlp_class(packet) && !neither && packet != SIM_PACKET_NAK;
    case SIM_FAULT_STP_SDP:
    case SIM_FAULT_INV_SYNC_HDR_SYM:
    case SIM_FAULT_RX_ERROR:
    case SIM_FAULT_LOSE:
    case SIM_FAULT_DAMAGE:
    case SIM_FAULT_STUCK:
    case SIM_FAULT_KIND_COUNT:
        break;
    }
    return true;
}

static bool check_fault(struct sim_checker *checker, const struct sim_fault *fault,
                        enum ak_encoding encoding)
{
    if (!sim_in_range(checker, "kind", fault->kind, 0, SIM_FAULT_KIND_COUNT - 1) ||
        !sim_in_range(checker, "direction", fault->direction, 0, SIM_UPSTREAM) ||
        !sim_in_range(checker, "packet", fault->packet, 0, SIM_PACKET_CLASS_COUNT - 1)) {
        return false;
    }
    if (!fits_encoding(fault->kind, encoding)) {
        return sim_refuse(checker, "kind", "found %s at %s, which has no such fault",
                          sim_fault_kind_name(fault->kind),
                          encoding == AK_ENCODING_8B10B ? "8b/10b" : "128b/130b");
    }
    if (!fits_packet(fault->kind, fault->packet, encoding)) {
        return sim_refuse(checker, "packet", "found %s, which %s never applies to",
                          sim_packet_class_name(fault->packet), sim_fault_kind_name(fault->kind));
    }
    if (fault->kind == SIM_FAULT_STUCK && fault->until_fs == 0) {
        return sim_refuse(checker, "until", "found none, expected one: the end of stuck");
    }
    if (fault->until_fs != 0 && fault->until_fs <= fault->from_fs) {
        return sim_refuse(checker, "until", "found an end that is not later than the start, from");
    }
    if (sim_fault_moves_seq(fault->kind) &&
        (fault->seq_difference == 0 || fault->seq_difference < -4095 ||
         fault->seq_difference > 4095)) {
        return sim_refuse(checker, "seq_difference",
                          "found %" PRId32 ", expected -4095 to 4095, not 0",
                          fault->seq_difference);
    }
    if (fault->seq < -1 || fault->seq > 4095) {
        return sim_refuse(checker, "seq", "found %" PRId32 ", expected 0 to 4095", fault->seq);
    }
    if (fault->bit < -1 || fault->bit >= (int32_t)AK_FRAME_MAX_BYTES * 8) {
        return sim_refuse(checker, "bit", "found %" PRId32 ", expected 0 to %u", fault->bit,
                          AK_FRAME_MAX_BYTES * 8u - 1u);
    }
    return sim_in_range(checker, "nth", fault->nth, 1, 1ull << 63) &&
           sim_in_range(checker, "count", fault->count, 1, UINT64_MAX) &&
           sim_is_time(checker, "from", fault->from_fs, 0, SIM_TIME_MAX_FS);
}

bool sim_check_faults(struct sim_checker *checker, const struct sim_scenario *scenario)
{
    char where[24];
    enum ak_encoding encoding = ak_rate_encoding(scenario->link.rate);

    checker->where = "faults";
    checker->about = (struct sim_setting){.place = SIM_PLACE_FAULT};
    if (!sim_in_range(checker, "faults", scenario->fault_count, 0, SIM_FAULTS_MAX)) {
        return false;
    }
    for (uint32_t i = 0; i < scenario->fault_count; i++) {
        snprintf(where, sizeof where, "fault %" PRIu32, i + 1u);
        checker->where = where;
        checker->about.index = i;
        bool right = check_fault(checker, &scenario->faults[i], encoding);
        checker->where = "faults";
        if (!right) {
            return false;
        }
    }
    return true;
}

bool sim_check_events(struct sim_checker *checker, const struct sim_scenario *scenario)
{
    char where[24];

    checker->where = "events";
    checker->about = (struct sim_setting){.place = SIM_PLACE_EVENT};
    if (!sim_in_range(checker, "events", scenario->event_count, 0, SIM_EVENTS_MAX)) {
        return false;
    }
    for (uint32_t i = 0; i < scenario->event_count; i++) {
        const struct sim_link_event *event = &scenario->events[i];
        snprintf(where, sizeof where, "event %" PRIu32, i + 1u);
        checker->where = where;
        checker->about.index = i;
        if (!sim_in_range(checker, "kind", event->kind, 0, SIM_EVENT_KIND_COUNT - 1) ||
            !sim_is_time(checker, "time", event->time_fs, 0, SIM_TIME_MAX_FS)) {
            return false;
        }
        if (i != 0 && event->time_fs < event[-1].time_fs) {
            return sim_refuse(
                checker, "time",
                "found a time before that of event %" PRIu32 ", expected the order of time", i);
        }
    }
    return true;
}
