/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whether a scenario can be run.
 * Not here: where in a file a value stood (the option table knows that).
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "acknak/frame.h"
#include "acknak/rate.h"
#include "sim/scenario.h"

struct checker {
    char *message;
    size_t size;
    const char *where; /* "port a", "downstream" ... */
};

__attribute__((format(printf, 2, 3))) static bool refuse(const struct checker *checker,
                                                         const char *format, ...)
{
    va_list arguments;
    int length = snprintf(checker->message, checker->size, "%s: ", checker->where);

    if (length < 0 || (size_t)length >= checker->size)
        return false;
    va_start(arguments, format);
    vsnprintf(checker->message + length, checker->size - (size_t)length, format, arguments);
    va_end(arguments);
    return false;
}

static bool in_range(const struct checker *checker, const char *name, uint64_t value,
                     uint64_t least, uint64_t most)
{
    if (value >= least && value <= most)
        return true;
    return refuse(checker, "found %s %" PRIu64 ", expected %" PRIu64 " to %" PRIu64, name, value,
                  least, most);
}

static bool is_multiple(const struct checker *checker, const char *name, uint64_t value,
                        uint64_t least, uint64_t most)
{
    if (!in_range(checker, name, value, least, most))
        return false;
    if (value % 4u == 0)
        return true;
    return refuse(checker, "found %s %" PRIu64 ", expected a multiple of 4", name, value);
}

static bool is_power_of_two(const struct checker *checker, const char *name, uint64_t value,
                            uint64_t least, uint64_t most)
{
    if (!in_range(checker, name, value, least, most))
        return false;
    if ((value & (value - 1u)) == 0)
        return true;
    return refuse(checker, "found %s %" PRIu64 ", expected a power of two", name, value);
}

static bool is_delay(const struct checker *checker, const char *name, uint64_t fs)
{
    return in_range(checker, name, fs, 0, SIM_DELAY_MAX_FS);
}

static bool is_interval(const struct checker *checker, const char *name, uint64_t fs)
{
    return in_range(checker, name, fs, 0, SIM_INTERVAL_MAX_FS);
}

/* ---- Link ---- */

static bool check_skp(const struct checker *checker, const struct sim_link *link)
{
    if (link->skp_interval_sym == 0)
        return true;
    if (ak_rate_encoding(link->rate) == AK_ENCODING_8B10B)
        return in_range(checker, "SKP interval", link->skp_interval_sym, 1180, 1538);
    return in_range(checker, "SKP interval (blocks)", link->skp_interval_sym, 370, 375);
}

static bool check_link(struct checker *checker, const struct sim_link *link)
{
    checker->where = "link";
    if (!ak_rate_is_valid(link->rate) || !ak_rate_is_valid(link->max_rate))
        return refuse(checker, "found no data rate, expected 2.5, 5, 8, 16 or 32");
    if (!ak_width_is_valid(link->width))
        return refuse(checker, "found width %" PRIu32 ", expected 1, 2, 4, 8, 12, 16 or 32",
                      link->width);
    return is_power_of_two(checker, "MPS", link->mps_bytes, AK_MPS_MIN_BYTES, AK_MPS_MAX_BYTES) &&
           is_delay(checker, "propagation (fs)", link->propagation_fs) &&
           in_range(checker, "Recovery (fs)", link->recovery_fs, SIM_FS_PER_NS,
                    SIM_INTERVAL_MAX_FS) &&
           check_skp(checker, link) &&
           in_range(checker, "L0s entry (fs)", link->l0s_entry_fs, SIM_FS_PER_NS,
                    7 * SIM_FS_PER_US);
}

/* ---- Ports ---- */

static bool check_replay_timer(const struct checker *checker, const struct sim_port *port,
                               bool extended_synch)
{
    uint32_t least = extended_synch ? AK_SIMPLIFIED_EXT_MIN_SYM : AK_SIMPLIFIED_MIN_SYM;
    uint32_t most = extended_synch ? AK_SIMPLIFIED_EXT_MAX_SYM : AK_SIMPLIFIED_MAX_SYM;

    if (port->replay_timer == AK_REPLAY_TIMER_EXPLICIT)
        return in_range(checker, "REPLAY_TIMER limit", port->replay_timer_sym, 1, 100000000);
    if (port->replay_timer == AK_REPLAY_TIMER_SIMPLIFIED && port->replay_timer_sym != 0)
        return in_range(checker, "simplified REPLAY_TIMER limit", port->replay_timer_sym, least,
                        most);
    return in_range(checker, "kind of REPLAY_TIMER limit", port->replay_timer, 0,
                    AK_REPLAY_TIMER_EXPLICIT);
}

static bool check_acks(const struct checker *checker, const struct sim_port *port)
{
    if (port->ack_limit_explicit &&
        !in_range(checker, "Ack limit", port->ack_limit_sym, 0, 100000000))
        return false;
    if (port->ack_policy == SIM_ACK_EVERY_N)
        return in_range(checker, "TLPs per Ack", port->ack_every_tlps, 2, 65535);
    return in_range(checker, "Ack policy", port->ack_policy, 0, SIM_ACK_EVERY_N);
}

static bool check_port(const struct checker *checker, const struct sim_port *port,
                       bool extended_synch)
{
    return is_delay(checker, "receiver delay (fs)", port->rx_delay_fs) &&
           is_delay(checker, "transmitter delay (fs)", port->tx_delay_fs) &&
           in_range(checker, "N_FTS", port->n_fts, 1, 255) &&
           in_range(checker, "replay policy", port->replay_policy, 0, AK_REPLAY_DEFERRED) &&
           check_replay_timer(checker, port, extended_synch) &&
           in_range(checker, "internal delay", port->internal_delay_sym, 0, 1000000) &&
           in_range(checker, "Tx_L0s_Adjustment", port->tx_l0s_adjustment_sym, 0, 1000000) &&
           in_range(checker, "Rx_L0s_Adjustment", port->rx_l0s_adjustment_sym, 0, 1000000) &&
           check_acks(checker, port) &&
           in_range(checker, "replay buffer bytes", port->replay_buffer_bytes, AK_FRAME_MAX_BYTES,
                    1u << 30) &&
           is_power_of_two(checker, "replay buffer TLPs", port->replay_buffer_tlps, 1,
                           AK_SLOTS_MAX) &&
           in_range(checker, "retrain limit", port->retrain_limit, 0, 255);
}

/* ---- Traffic and errors ---- */

static bool check_header(const struct checker *checker, uint32_t header_bytes)
{
    if (header_bytes == AK_TLP_HEADER_MIN_BYTES || header_bytes == AK_TLP_HEADER_MAX_BYTES)
        return true;
    return refuse(checker, "found header bytes %" PRIu32 ", expected 12 or 16", header_bytes);
}

static bool check_writes(const struct checker *checker, const struct sim_writes *writes,
                         uint32_t mps_bytes)
{
    if (!in_range(checker, "sizes in the mix", writes->mix_count, 1, SIM_MIX_MAX))
        return false;
    for (uint32_t i = 0; i < writes->mix_count; i++) {
        if (writes->mix[i].payload_bytes > mps_bytes)
            return refuse(checker,
                          "found payload %" PRIu32 ", expected at most Max_Payload_Size, %" PRIu32,
                          writes->mix[i].payload_bytes, mps_bytes);
        if (!is_multiple(checker, "payload", writes->mix[i].payload_bytes, 4, mps_bytes) ||
            !in_range(checker, "weight", writes->mix[i].weight, 1, 1000000))
            return false;
    }
    return is_interval(checker, "interval of writes (fs)", writes->interval_fs) &&
           check_header(checker, writes->header_bytes);
}

static bool check_reads(const struct checker *checker, const struct sim_reads *reads)
{
    if (reads->rcb_bytes != 64 && reads->rcb_bytes != 128)
        return refuse(checker, "found Read Completion Boundary %" PRIu32 ", expected 64 or 128",
                      reads->rcb_bytes);
    return is_multiple(checker, "size of reads", reads->size_bytes, 4, 4096) &&
           in_range(checker, "tags", reads->tags, 1, 1024) &&
           is_interval(checker, "latency of reads (fs)", reads->latency_fs) &&
           is_interval(checker, "interval of reads (fs)", reads->interval_fs) &&
           check_header(checker, reads->header_bytes);
}

static bool check_direction(struct checker *checker, const struct sim_scenario *scenario,
                            enum sim_direction direction)
{
    const struct sim_errors *errors = &scenario->errors[direction];
    const struct sim_dllps *dllps = &scenario->traffic[direction].dllps;

    checker->where = sim_direction_name(direction);
    if (errors->ber.per_2_64 > UINT64_MAX / 100u)
        return refuse(checker, "found a bit error rate above 0.01, expected 0 to 0.01");
    return in_range(checker, "burst length", errors->burst_bits, 1, 64) &&
           in_range(checker, "first sequence number", scenario->initial_seq[direction], 0, 4095) &&
           check_writes(checker, &scenario->traffic[direction].writes, scenario->link.mps_bytes) &&
           check_reads(checker, &scenario->traffic[direction].reads) &&
           is_interval(checker, "interval of DLLPs (fs)", dllps->interval_fs) &&
           in_range(checker, "class of DLLPs", dllps->dllp_class, AK_DLLP_CLASS_FLOW_CONTROL,
                    AK_DLLP_CLASS_OTHER);
}

/* ---- Faults and events ---- */

static bool fits_encoding(enum sim_fault_kind kind, enum ak_encoding encoding)
{
    if (kind == SIM_FAULT_RX_ERROR)
        return encoding == AK_ENCODING_8B10B;
    if (kind == SIM_FAULT_FCRC_TLP || kind == SIM_FAULT_INV_SYNC_HDR_SYM)
        return encoding == AK_ENCODING_128B130B;
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

    if (packet == SIM_PACKET_ANY)
        return true;
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

static bool check_fault(const struct checker *checker, const struct sim_fault *fault,
                        enum ak_encoding encoding)
{
    if (!in_range(checker, "kind", fault->kind, 0, SIM_FAULT_KIND_COUNT - 1) ||
        !in_range(checker, "direction", fault->direction, 0, SIM_UPSTREAM) ||
        !in_range(checker, "kind of packet", fault->packet, 0, SIM_PACKET_CLASS_COUNT - 1))
        return false;
    if (!fits_encoding(fault->kind, encoding))
        return refuse(checker, "found %s at %s, which has no such fault",
                      sim_fault_kind_name(fault->kind),
                      encoding == AK_ENCODING_8B10B ? "8b/10b" : "128b/130b");
    if (!fits_packet(fault->kind, fault->packet, encoding))
        return refuse(checker, "found %s of packet %s, which it never applies to",
                      sim_fault_kind_name(fault->kind), sim_packet_class_name(fault->packet));
    if (fault->kind == SIM_FAULT_STUCK && fault->until_fs == 0)
        return refuse(checker, "found stuck without an end, expected until");
    if (fault->until_fs != 0 && fault->until_fs <= fault->from_fs)
        return refuse(checker, "found an end that is not later than the start");
    if (sim_fault_moves_seq(fault->kind) &&
        (fault->seq_difference == 0 || fault->seq_difference < -4095 ||
         fault->seq_difference > 4095))
        return refuse(checker,
                      "found sequence difference %" PRId32 ", expected -4095 to 4095, not 0",
                      fault->seq_difference);
    if (fault->seq < -1 || fault->seq > 4095)
        return refuse(checker, "found sequence number %" PRId32 ", expected 0 to 4095", fault->seq);
    if (fault->bit < -1 || fault->bit >= (int32_t)AK_FRAME_MAX_BYTES * 8)
        return refuse(checker, "found bit %" PRId32 ", expected 0 to %u", fault->bit,
                      AK_FRAME_MAX_BYTES * 8u - 1u);
    return in_range(checker, "n-th", fault->nth, 1, 1ull << 63) &&
           in_range(checker, "count", fault->count, 1, UINT64_MAX) &&
           in_range(checker, "start (fs)", fault->from_fs, 0, SIM_TIME_MAX_FS);
}

static bool check_faults(struct checker *checker, const struct sim_scenario *scenario)
{
    char where[24];
    enum ak_encoding encoding = ak_rate_encoding(scenario->link.rate);

    checker->where = "faults";
    if (!in_range(checker, "number of faults", scenario->fault_count, 0, SIM_FAULTS_MAX))
        return false;
    for (uint32_t i = 0; i < scenario->fault_count; i++) {
        snprintf(where, sizeof where, "fault %" PRIu32, i + 1u);
        checker->where = where;
        bool right = check_fault(checker, &scenario->faults[i], encoding);
        checker->where = "faults";
        if (!right)
            return false;
    }
    return true;
}

static bool check_events(struct checker *checker, const struct sim_scenario *scenario)
{
    char where[24];

    checker->where = "events";
    if (!in_range(checker, "number of events", scenario->event_count, 0, SIM_EVENTS_MAX))
        return false;
    for (uint32_t i = 0; i < scenario->event_count; i++) {
        const struct sim_link_event *event = &scenario->events[i];
        snprintf(where, sizeof where, "event %" PRIu32, i + 1u);
        checker->where = where;
        if (!in_range(checker, "kind", event->kind, 0, SIM_EVENT_KIND_COUNT - 1) ||
            !in_range(checker, "time (fs)", event->time_fs, 0, SIM_TIME_MAX_FS))
            return false;
        if (i != 0 && event->time_fs < event[-1].time_fs)
            return refuse(
                checker,
                "found a time before that of event %" PRIu32 ", expected the order of time", i);
    }
    return true;
}

static bool check_end(struct checker *checker, const struct sim_scenario *scenario)
{
    const struct sim_stop *stop = &scenario->stop;

    checker->where = "workload";
    if (!in_range(checker, "number of files", scenario->workload.file_count, 0,
                  SIM_WORKLOADS_MAX) ||
        !in_range(checker, "timing", scenario->workload.timing, 0, SIM_WORKLOAD_FAST))
        return false;
    checker->where = "stop";
    return in_range(checker, "time (fs)", stop->time_fs, 0, SIM_TIME_MAX_FS) &&
           in_range(checker, "condition", stop->condition, 0, SIM_CONDITION_COUNT - 1);
}

bool sim_scenario_check(const struct sim_scenario *scenario, char *message, size_t size)
{
    struct checker checker = {.message = message, .size = size};
    static const char *const sides[] = {"port a", "port b"};

    if (!check_link(&checker, &scenario->link))
        return false;
    for (int side = 0; side < SIM_PORT_COUNT; side++) {
        checker.where = sides[side];
        if (!check_port(&checker, &scenario->ports[side], scenario->link.extended_synch))
            return false;
    }
    return check_direction(&checker, scenario, SIM_DOWNSTREAM) &&
           check_direction(&checker, scenario, SIM_UPSTREAM) && check_faults(&checker, scenario) &&
           check_events(&checker, scenario) && check_end(&checker, scenario);
}
