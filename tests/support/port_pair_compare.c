/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What two ports show, side by side.
 * Not here: the calls (port_pair.c).
 */
#include "port_pair.h"

#include <inttypes.h>
#include <string.h>

#define CANARY 0xC5u

void port_pair_expect(struct port_pair *pair, const char *what, uint64_t real, uint64_t naive)
{
    if (real != naive && pair->fault[0] == '\0') {
        snprintf(pair->fault, sizeof(pair->fault),
                 "%s: the library has %" PRIu64 ", the rules give %" PRIu64, what, real, naive);
    }
}

#define COUNTER(name)                                                                              \
    {                                                                                              \
#name, offsetof(struct ak_counters, name)                                                  \
    }

static void compare_counters(struct port_pair *pair)
{
    static const struct {
        const char *name;
        size_t offset;
    } table[] = {
        COUNTER(tlps_submitted),
        COUNTER(tlps_sent),
        COUNTER(tlps_replayed),
        COUNTER(nullified_sent),
        COUNTER(replays_by_nak),
        COUNTER(replays_by_timeout),
        COUNTER(replay_num_rollover),
        COUNTER(replay_timer_timeout),
        COUNTER(retrains),
        COUNTER(acks_received),
        COUNTER(naks_received),
        COUNTER(tx_stalls),
        COUNTER(dllps_sent),
        COUNTER(tlps_delivered),
        COUNTER(duplicates),
        COUNTER(out_of_sequence),
        COUNTER(nullified),
        COUNTER(bad_lcrc),
        COUNTER(acks_sent),
        COUNTER(naks_sent),
        COUNTER(dllps_received),
        COUNTER(unknown_dllp),
        COUNTER(receiver_error),
        COUNTER(bad_tlp),
        COUNTER(bad_dllp),
        COUNTER(dl_protocol_error),
        COUNTER(packets_cut),
    };
    const struct ak_counters *real = ak_counters(&pair->port);
    const struct ak_counters *naive = &pair->naive.counters;
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        uint64_t a;
        uint64_t b;
        memcpy(&a, (const char *)real + table[i].offset, sizeof(a));
        memcpy(&b, (const char *)naive + table[i].offset, sizeof(b));
        port_pair_expect(pair, table[i].name, a, b);
    }
    port_pair_expect(pair, "peak_tlps", real->peak_tlps, naive->peak_tlps);
    port_pair_expect(pair, "peak_bytes", real->peak_bytes, naive->peak_bytes);
}

static void compare_transmitter(struct port_pair *pair)
{
    const struct ak_port *port = &pair->port;
    const struct naive_port *naive = &pair->naive;
    port_pair_expect(pair, "next_transmit_seq", port->tx.next_transmit_seq, naive_seq(naive->next));
    port_pair_expect(pair, "ackd_seq", port->tx.ackd_seq, naive_seq(naive->acked));
    port_pair_expect(pair, "replay_num", port->tx.replay_num, naive->replay_num);
    port_pair_expect(pair, "wire", port->tx.wire, naive->wire);
    port_pair_expect(pair, "gave up", port->tx.retrain == AK_RETRAIN_DEAD,
                     naive->retrain == AK_RETRAIN_DEAD);
    port_pair_expect(pair, "waits for a retrain",
                     port->tx.retrain == AK_RETRAIN_ASKED || port->tx.retrain == AK_RETRAIN_RUNNING,
                     naive->retrain == AK_RETRAIN_ASKED);
    port_pair_expect(pair, "retrain_count", port->tx.retrain_count, naive->retrain_count);
    port_pair_expect(pair, "ak_tx_outstanding", ak_tx_outstanding(port), naive_outstanding(naive));
    port_pair_expect(pair, "ak_tx_used_tlps", ak_tx_used_tlps(port), naive_used_tlps(naive));
    port_pair_expect(pair, "ak_tx_used_bytes", ak_tx_used_bytes(port), naive_used_bytes(naive));
    port_pair_expect(pair, "ak_tx_is_replaying", ak_tx_is_replaying(port), naive->replaying);
    port_pair_expect(pair, "ak_tx_deadline", ak_tx_deadline(port), naive_tx_deadline(naive));
}

static void compare_receiver(struct port_pair *pair)
{
    const struct ak_rx *rx = &pair->port.rx;
    const struct naive_port *naive = &pair->naive;
    port_pair_expect(pair, "next_rcv_seq", rx->next_rcv_seq, naive_seq(naive->expected));
    port_pair_expect(pair, "nak_scheduled", rx->nak_scheduled, naive->nak_scheduled);
    port_pair_expect(pair, "ack_waiting", rx->ack_waiting, naive->ack_waiting);
    port_pair_expect(pair, "nak_waiting", rx->nak_waiting, naive->nak_waiting);
    port_pair_expect(pair, "ak_rx_deadline", ak_rx_deadline(&pair->port), naive_rx_deadline(naive));
}

static void compare_port(struct port_pair *pair)
{
    const struct ak_port *port = &pair->port;
    const struct naive_port *naive = &pair->naive;
    uint64_t tx = naive_tx_deadline(naive);
    uint64_t rx = naive_rx_deadline(naive);
    port_pair_expect(pair, "ak_port_is_valid", ak_port_is_valid(port), true);
    port_pair_expect(pair, "events", port->events, naive->events);
    port_pair_expect(pair, "ak_port_is_active", ak_port_is_active(port), naive_is_active(naive));
    port_pair_expect(pair, "ak_port_wants_retrain", ak_port_wants_retrain(port),
                     naive_wants_retrain(naive));
    port_pair_expect(pair, "ak_next_deadline", ak_next_deadline(port), tx < rx ? tx : rx);
}

static void compare_frame(struct port_pair *pair, const struct naive_tlp *tlp)
{
    uint32_t frame_bytes = 0;
    const uint8_t *frame = ak_tx_frame(&pair->port, naive_seq(tlp->number), &frame_bytes);
    port_pair_expect(pair, "bytes of a kept frame", frame_bytes, tlp->frame_bytes);
    if (pair->fault[0] == '\0') {
        port_pair_expect(pair, "content of a kept frame",
                         (uint64_t)(memcmp(frame, tlp->frame, frame_bytes) != 0), 0);
    }
}

/* All frames of a small buffer, of a large one the two ends and one between. */
static void compare_memory(struct port_pair *pair)
{
    const struct naive_port *naive = &pair->naive;
    uint32_t count = naive->kept_count;
    uint32_t step = count <= 6 ? 1 : (count - 1) / 2;
    for (uint32_t i = 0; i < count; i += step) {
        compare_frame(pair, &naive->kept[i]);
    }
    port_pair_expect(pair, "byte behind the replay memory", pair->memory[pair->memory_bytes],
                     CANARY);
}

/* The bytes on the wire stay what they were, whatever is acknowledged or submitted meanwhile. */
static void compare_wire(struct port_pair *pair)
{
    const struct naive_port *naive = &pair->naive;
    if (naive->wire == AK_WIRE_IDLE || pair->fault[0] != '\0') {
        return;
    }
    bool is_tlp = naive->wire >= AK_WIRE_TLP;
    const uint8_t *expected = is_tlp ? naive->wire_tlp.frame : naive->wire_dllp;
    uint32_t expected_bytes = is_tlp ? naive->wire_tlp.frame_bytes : 6;
    port_pair_expect(pair, "length on the wire", pair->packet.length_bytes, expected_bytes);
    if (pair->fault[0] == '\0') {
        port_pair_expect(pair, "content on the wire",
                         (uint64_t)(memcmp(pair->packet.bytes, expected, expected_bytes) != 0), 0);
    }
}

static void compare_peek(struct port_pair *pair)
{
    struct ak_packet real;
    struct ak_packet naive;
    memset(&real, 0, sizeof(real));
    if (pair->naive.wire != AK_WIRE_IDLE) {
        return;
    }
    bool there = naive_peek(&pair->naive, &naive);
    port_pair_expect(pair, "ak_tx_peek", ak_tx_peek(&pair->port, &real), there);
    port_pair_expect(pair, "peek: kind", real.kind, naive.kind);
    if (there) {
        port_pair_expect(pair, "peek: wire", real.wire, naive.wire);
        port_pair_expect(pair, "peek: seq", real.seq, naive.seq);
        port_pair_expect(pair, "peek: length", real.length_bytes, naive.length_bytes);
        port_pair_expect(pair, "peek: bytes are there", real.bytes != NULL, naive.bytes != NULL);
    }
}

/* TIME-06, on copies: one tick before the deadline nothing, at it something, then it lies ahead. */
static void probe_deadline(struct port_pair *pair)
{
    uint64_t deadline = ak_next_deadline(&pair->port);
    struct ak_port before;
    struct ak_port copy;
    if (deadline == AK_TIME_NEVER || deadline == 0) {
        return;
    }
    memcpy(&before, &pair->port, sizeof(before));
    memcpy(&copy, &pair->port, sizeof(copy));
    if (deadline - 1 >= pair->now) {
        ak_tick(&copy, deadline - 1);
        port_pair_expect(pair, "state after a tick too early",
                         (uint64_t)(memcmp(&before, &copy, sizeof(copy)) != 0), 0);
    }
    uint64_t at = deadline > pair->now ? deadline : pair->now;
    ak_tick(&copy, at);
    port_pair_expect(pair, "state changes by the tick at the deadline",
                     (uint64_t)(memcmp(&before, &copy, sizeof(copy)) != 0), 1);
    port_pair_expect(pair, "deadline after the tick is later", ak_next_deadline(&copy) > at, true);
}

void port_pair_compare(struct port_pair *pair)
{
    compare_transmitter(pair);
    compare_receiver(pair);
    compare_port(pair);
    compare_counters(pair);
    if (pair->fault[0] == '\0') {
        compare_memory(pair);
        compare_wire(pair);
        compare_peek(pair);
        probe_deadline(pair);
    }
}
