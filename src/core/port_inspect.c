/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A port looked at from outside: does all hold that must, and its state as a canonical image.
 * Not here: anything that changes a port.
 */
#include "acknak/port.h"

#include "bytes.h"
#include "rx.h"
#include "tx.h"

#include <string.h>

static bool numbers_are_in_order(const struct ak_tx *tx)
{
    const uint32_t kept = ak_seq_distance(tx->ackd_seq, tx->next_transmit_seq);
    const uint32_t sent = ak_seq_distance(tx->ackd_seq, tx->sent_end);
    const uint32_t next = ak_seq_distance(tx->ackd_seq, tx->send_seq);
    return next >= 1 && next <= sent && sent <= kept && kept <= AK_SEQ_WINDOW &&
           replay_use(tx).tlps <= tx->slot_mask + 1u;
}

static bool frame_is_valid(const struct ak_tx *tx, uint16_t seq, uint32_t offset)
{
    const struct ak_slot *slot = replay_slot(tx, seq);
    return slot->offset == offset && offset < tx->capacity_bytes &&
           slot->frame_bytes >= AK_FRAME_MIN_BYTES && slot->frame_bytes <= AK_FRAME_MAX_BYTES &&
           load_be16(tx->memory + offset) == seq;
}

/* Frames follow each other without a gap, numbered consecutively, and fill no more than there is.
 */
static bool frames_are_valid(const struct ak_tx *tx)
{
    const uint16_t oldest = replay_oldest(tx);
    uint32_t offset = replay_slot(tx, oldest)->offset;
    uint32_t bytes = 0;
    for (uint16_t seq = oldest; seq != tx->next_transmit_seq; seq = ak_seq_add(seq, 1)) {
        if (!frame_is_valid(tx, seq, offset)) {
            return false;
        }
        bytes += replay_slot(tx, seq)->frame_bytes;
        offset = replay_after(tx->capacity_bytes, offset, replay_slot(tx, seq)->frame_bytes);
    }
    const bool empty = oldest == tx->next_transmit_seq;
    return tx->head < tx->capacity_bytes && (empty || offset == tx->head) &&
           bytes == replay_use(tx).bytes && bytes <= tx->capacity_bytes;
}

/* What is called spare is open to submits, there, and within the peaks. */
static bool spare_is_valid(const struct ak_port *port)
{
    const struct ak_tx *tx = &port->tx;
    const struct replay_use use = replay_use(tx);
    const uint32_t most_tlps = use.tlps + ak_seq_distance(tx->next_transmit_seq, tx->spare_end);
    return tx->spare_head == 0 ||
           (tx_is_open_for_new(port) && most_tlps <= port->counters.peak_tlps &&
            most_tlps < AK_SEQ_WINDOW && tx->head <= tx->spare_head &&
            tx->spare_head < tx->capacity_bytes &&
            use.bytes + tx->spare_head - tx->head <= port->counters.peak_bytes);
}

/* What begins next is asked whenever it could be anything but a new TLP. */
static bool next_is_valid(const struct ak_port *port)
{
    return !port->tx.only_new_tlps || tx_may_send_only_new(port);
}

static bool plain_tlps_are_valid(const struct ak_port *port)
{
    const struct ak_rx *rx = &port->rx;
    return rx->plain_tlps == 0 ||
           (rx_may_only_count(port) && rx->plain_tlps == rx_most_plain_tlps(rx));
}

static bool wire_is_valid(const struct ak_port *port)
{
    const struct ak_tx *tx = &port->tx;
    if (tx->wire != AK_WIRE_IDLE && port->link != AK_LINK_UP) {
        return false;
    }
    return !replay_wire_is_tlp(tx) || tx_is_open(tx, tx->wire_seq) ||
           ak_seq_distance(tx->wire_seq, tx->sent_end) - 1u < AK_SEQ_WINDOW;
}

static bool replay_is_valid(const struct ak_tx *tx)
{
    const bool replaying = tx_is_replaying(tx);
    const bool something_stored = tx->stored || tx->stored_nak || tx->stored_timeout;
    return tx->replay_num <= 3 && (!replaying || tx->retrain == AK_RETRAIN_NONE) &&
           (!something_stored || replaying) &&
           (!tx->stored || tx->replay_policy == AK_REPLAY_DEFERRED);
}

/* REPLAY_TIMER runs only for a TLP that has been sent and not been acknowledged. */
static bool timers_are_valid(const struct ak_port *port)
{
    const struct ak_tx *tx = &port->tx;
    const struct ak_rx *rx = &port->rx;
    const bool replay_runs = tx->replay_timer.state == AK_TIMER_RUNNING;
    const bool latency_runs = rx->acknak_latency_timer.state == AK_TIMER_RUNNING;
    return (!replay_runs || (tx_outstanding(tx) != 0 && tx->retrain == AK_RETRAIN_NONE)) &&
           (!latency_runs || (rx->unacked_tlps != 0 && !rx->ack_waiting)) &&
           (!rx->nak_waiting || rx->nak_scheduled);
}

static bool inactive_is_reset(const struct ak_port *port)
{
    const struct ak_tx *tx = &port->tx;
    const struct ak_rx *rx = &port->rx;
    return port_is_active(port) ||
           (tx->next_transmit_seq == port->initial_seq && replay_use(tx).tlps == 0 &&
            rx->next_rcv_seq == port->initial_rcv_seq && !rx->ack_waiting && !rx->nak_scheduled);
}

bool ak_port_is_valid(const struct ak_port *port)
{
    return numbers_are_in_order(&port->tx) && frames_are_valid(&port->tx) && spare_is_valid(port) &&
           next_is_valid(port) && plain_tlps_are_valid(port) && wire_is_valid(port) &&
           replay_is_valid(&port->tx) && timers_are_valid(port) && inactive_is_reset(port);
}

struct image {
    uint8_t *bytes;
    uint32_t used;
};

static void put(struct image *image, uint32_t value)
{
    image->bytes[image->used++] = (uint8_t)value;
}

static void put_seq(struct image *image, uint16_t seq)
{
    put(image, (uint32_t)seq >> 8);
    put(image, seq);
}

static void put_tx(struct image *image, const struct ak_tx *tx)
{
    put_seq(image, tx->next_transmit_seq);
    put_seq(image, tx->ackd_seq);
    put_seq(image, tx->send_seq);
    put_seq(image, tx->sent_end);
    put_seq(image, replay_wire_is_tlp(tx) ? tx->wire_seq : 0);
    put_seq(image, tx->stored ? tx->stored_seq : 0);
    put(image, tx->wire);
    put(image, tx->replay_num);
    put(image, tx->retrain);
    put(image, tx->retrain_limit != 0 ? tx->retrain_count : 0u);
    put(image, (uint32_t)tx->cut_through_open | (uint32_t)tx->stored << 1 |
                   (uint32_t)tx->stored_nak << 2 | (uint32_t)tx->stored_timeout << 3);
    put(image, tx->replay_timer.state);
}

static void put_rx(struct image *image, const struct ak_rx *rx)
{
    /* Beyond the policy's count one more unacknowledged TLP changes nothing. */
    const uint32_t counted = rx->ack_every_tlps != 0 ? rx->ack_every_tlps : 1u;
    const uint32_t unacked = rx->unacked_tlps < counted ? rx->unacked_tlps : counted;
    put_seq(image, rx->next_rcv_seq);
    put_seq(image, (uint16_t)unacked);
    put(image, (uint32_t)rx->nak_scheduled | (uint32_t)rx->ack_waiting << 1 |
                   (uint32_t)rx->nak_waiting << 2);
    put(image, rx->acknak_latency_timer.state);
}

static void put_offered(struct image *image, const struct ak_offered *offered)
{
    put(image, offered->count);
    memcpy(image->bytes + image->used, offered->dllp, offered->count * sizeof offered->dllp[0]);
    image->used += offered->count * (uint32_t)sizeof offered->dllp[0];
}

uint32_t ak_port_image(const struct ak_port *port, uint8_t image[AK_PORT_IMAGE_BYTES])
{
    struct image out = {.bytes = image, .used = 0};
    put(&out, port->link | (uint32_t)port->link_disable << 2);
    put_tx(&out, &port->tx);
    put_rx(&out, &port->rx);
    put_offered(&out, &port->flow_control);
    put_offered(&out, &port->other);
    return out.used;
}
