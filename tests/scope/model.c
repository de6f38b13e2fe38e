/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The steps of a model, and what must hold after each.
 * Not here: its description in bytes and words (model_text.c).
 */
#include "model.h"

#include <stddef.h>
#include <string.h>

#define NOW 0u
#define DUE 1u /* when a timer started at NOW has reached its limit */

static void fail(struct model *model, const char *what)
{
    if (!model->failure) {
        model->failure = what;
    }
}

static void make_tlp(uint32_t number, uint8_t tlp[MODEL_TLP_BYTES])
{
    memset(tlp, 0, MODEL_TLP_BYTES);
    tlp[3] = 1;
    tlp[7] = 0x0F;
    tlp[11] = (uint8_t)(number << 2);
}

static void make_frame(const struct model_packet *packet, uint8_t frame[MODEL_FRAME_BYTES])
{
    uint8_t *tlp = frame + AK_SEQ_BYTES;
    frame[0] = (uint8_t)(packet->seq >> 8);
    frame[1] = (uint8_t)packet->seq;
    make_tlp(packet->number, tlp);
    uint32_t lcrc = ak_lcrc(AK_CRC_PORTABLE, packet->seq, tlp, MODEL_TLP_BYTES);
    if (packet->kind == MODEL_TLP_NULLIFIED) {
        lcrc = ~lcrc;
    }
    for (uint32_t i = 0; i < AK_LCRC_BYTES; i++) {
        tlp[MODEL_TLP_BYTES + i] = (uint8_t)(lcrc >> 8u * i);
    }
}

static uint16_t seq_of(const struct model *model, uint32_t number, uint32_t base)
{
    return ak_seq_add(model->scope->start, number - base);
}

/* ---- Invariants ---- */

/* One side as a sender, its peer as the receiver of what it sends. */
static void check_direction(struct model *model, int sender)
{
    const struct model_side *side = &model->side[sender];
    const struct ak_tx *tx = &side->port.tx;
    const struct ak_rx *rx = &model->side[1 - sender].port.rx;
    const uint16_t before = ak_seq_before(model->scope->start);
    if (tx->next_transmit_seq != seq_of(model, side->submitted, side->base)) {
        fail(model, "NEXT_TRANSMIT_SEQ does not count the TLPs accepted (TX-01)");
    }
    if (rx->next_rcv_seq != seq_of(model, side->delivered, side->base)) {
        fail(model, "NEXT_RCV_SEQ does not count the TLPs delivered (RX-04)");
    }
    if (ak_seq_distance(before, tx->ackd_seq) > (uint32_t)side->delivered - side->base) {
        fail(model, "a TLP is purged that was not delivered (TX-06, SIM-01)");
    }
}

static void check_quiet(struct model *model, int i)
{
    struct ak_port *port = &model->side[i].port;
    struct ak_packet packet;
    if (port->link != AK_LINK_UP && ak_tx_peek(port, &packet)) {
        fail(model, "a packet wants to begin while the link is not up (PORT-01, PORT-02)");
    }
}

static void check_all(struct model *model)
{
    for (int i = 0; i < 2; i++) {
        struct ak_port *port = &model->side[i].port;
        if (!ak_port_is_valid(port)) {
            fail(model, "ak_port_is_valid says no");
        }
        const bool gave_up = port->tx.retrain == AK_RETRAIN_DEAD;
        if (port->counters.dl_protocol_error !=
            (gave_up ? port->counters.replay_num_rollover : 0)) {
            fail(model, "a port reports a protocol error of its peer, which made none (TX-05)");
        }
        port->counters.dl_protocol_error = 0;
        port->counters.replay_num_rollover = 0;
        if (model->scope->retrain_limit == 0) {
            port->tx.retrain_count = 0; /* without a limit it is a number to look at, no more */
        }
        port->events = 0;
        check_direction(model, i);
        check_quiet(model, i);
    }
}

/* ---- Sending ---- */

static bool submit(struct model *model, int i)
{
    struct model_side *side = &model->side[i];
    uint8_t tlp[MODEL_TLP_BYTES];
    if (side->submitted == model->scope->tlps[i]) {
        return false;
    }
    make_tlp(side->submitted, tlp);
    if (ak_tx_submit(&side->port, tlp, MODEL_TLP_BYTES,
                     model->scope->cut_through ? AK_TLP_CUT_THROUGH : AK_TLP_STORE_AND_FORWARD) !=
        AK_OK) {
        return false;
    }
    side->submitted++;
    return true;
}

static bool nullify(struct model *model, int i)
{
    struct model_side *side = &model->side[i];
    if (ak_tx_nullify(&side->port) != AK_OK) {
        return false;
    }
    side->submitted--;
    if (side->sending.kind == MODEL_TLP && side->sending.number == side->submitted) {
        side->sending.kind = MODEL_TLP_NULLIFIED;
    }
    return true;
}

static void check_frame(struct model *model, const struct ak_packet *packet,
                        const struct model_packet *sending)
{
    uint8_t frame[MODEL_FRAME_BYTES];
    make_frame(sending, frame);
    if (packet->length_bytes != MODEL_FRAME_BYTES ||
        memcmp(packet->bytes, frame, MODEL_FRAME_BYTES) != 0) {
        fail(model, "a frame is sent that is not the TLP of its number (TX-04)");
    }
}

/* Rules: TX-09, TX-16. */
static void check_begun_tlp(struct model *model, int i, const struct ak_packet *packet)
{
    const struct ak_tx *tx = &model->side[i].port.tx;
    const uint32_t ahead = ak_seq_distance(tx->ackd_seq, packet->seq);
    if (ahead == 0 || ahead > ak_seq_distance(tx->ackd_seq, ak_seq_before(tx->next_transmit_seq))) {
        fail(model, "a TLP is sent that is acknowledged or was never submitted (TX-09)");
    }
    if (tx->retrain != AK_RETRAIN_NONE) {
        fail(model, "a TLP begins before the retrain that was asked for (TX-11)");
    }
}

static void describe_begun(struct model *model, int i, const struct ak_packet *packet)
{
    struct model_side *side = &model->side[i];
    const struct model_side *peer = &model->side[1 - i];
    struct model_packet *sending = &side->sending;
    sending->seq = packet->seq;
    sending->number = 0;
    if (packet->kind == AK_PACKET_TLP) {
        sending->kind = MODEL_TLP;
        sending->number = (uint8_t)(side->base + ak_seq_distance(model->scope->start, packet->seq));
        check_frame(model, packet, sending);
        check_begun_tlp(model, i, packet);
        return;
    }
    sending->kind = packet->wire == AK_WIRE_NAK ? MODEL_NAK : MODEL_ACK;
    if (packet->seq != ak_seq_before(seq_of(model, peer->delivered, peer->base))) {
        fail(model, "an Ack or Nak does not carry NEXT_RCV_SEQ - 1 (RX-09)");
    }
}

static bool begin(struct model *model, int i)
{
    struct model_side *side = &model->side[i];
    struct ak_packet packet;
    if (side->sending.kind != MODEL_NOTHING || side->on_wire == model->scope->wire ||
        !ak_tx_begin(&side->port, &packet)) {
        return false;
    }
    describe_begun(model, i, &packet);
    if (model->scope->fault == MODEL_ACKS_AHEAD && i == 1 && packet.wire == AK_WIRE_ACK) {
        side->sending.seq = ak_seq_add(side->sending.seq, 1);
    }
    if (model->scope->fault == MODEL_FORGETS && i == 0 && packet.wire == AK_WIRE_TLP_REPLAYED) {
        side->port.tx.ackd_seq = packet.seq;
    }
    return true;
}

static void put_on_wire(struct model_side *side)
{
    side->wire[side->on_wire++] = side->sending;
    memset(&side->sending, 0, sizeof side->sending);
}

static bool end(struct model *model, int i)
{
    struct model_side *side = &model->side[i];
    if (side->sending.kind == MODEL_NOTHING) {
        return false;
    }
    ak_tx_end(&side->port, NOW);
    put_on_wire(side);
    return true;
}

/* ---- Arriving ---- */

static struct model_packet take_from_wire(struct model_side *side)
{
    const struct model_packet packet = side->wire[0];
    side->on_wire--;
    memmove(side->wire, side->wire + 1, side->on_wire * sizeof side->wire[0]);
    memset(&side->wire[side->on_wire], 0, sizeof side->wire[0]);
    return packet;
}

static enum ak_rx_kind make_arrival(const struct model_packet *packet,
                                    uint8_t bytes[MODEL_FRAME_BYTES], uint32_t *length)
{
    *length = MODEL_FRAME_BYTES;
    switch ((enum model_kind)packet->kind) {
    case MODEL_TLP:
        make_frame(packet, bytes);
        return AK_RX_TLP;
    case MODEL_TLP_NULLIFIED:
        make_frame(packet, bytes);
        return AK_RX_TLP_EDB;
    case MODEL_ACK:
    case MODEL_NAK:
        *length = AK_DLLP_BYTES;
        ak_dllp_encode_ack(bytes, packet->kind == MODEL_NAK, packet->seq);
        return AK_RX_DLLP;
    case MODEL_CUT_TLP:
        *length = 0;
        return AK_RX_ERROR_IN_TLP;
    case MODEL_CUT_DLLP:
    case MODEL_NOTHING:
        break;
    }
    *length = 0;
    return AK_RX_ERROR;
}

static void take_delivery(struct model *model, int sender, const struct ak_view *view, bool damaged)
{
    struct model_side *side = &model->side[sender];
    uint8_t tlp[MODEL_TLP_BYTES];
    make_tlp(side->delivered, tlp);
    if (damaged || side->delivered >= side->submitted || view->length_bytes != MODEL_TLP_BYTES ||
        memcmp(view->bytes, tlp, MODEL_TLP_BYTES) != 0) {
        fail(model, "a TLP is delivered twice, out of order or damaged (RX-04, SIM-01)");
        return;
    }
    side->delivered++;
}

static bool arrive(struct model *model, int sender, bool damaged)
{
    struct model_side *side = &model->side[sender];
    struct ak_port *receiver = &model->side[1 - sender].port;
    uint8_t bytes[MODEL_FRAME_BYTES];
    uint32_t length;
    struct ak_view view;
    if (side->on_wire == 0 || (damaged && side->wire[0].kind >= MODEL_CUT_TLP)) {
        return false;
    }
    const struct model_packet packet = take_from_wire(side);
    const enum ak_rx_kind kind = make_arrival(&packet, bytes, &length);
    if (damaged) {
        bytes[0] ^= 0x08;
    }
    const enum ak_verdict verdict = ak_rx(receiver, kind, bytes, length, NOW, &view);
    const bool duplicate_kept = model->scope->fault == MODEL_KEEPS_DUPLICATES && sender == 0 &&
                                verdict == AK_VERDICT_DUPLICATE;
    if (verdict == AK_VERDICT_DELIVERED || duplicate_kept) {
        take_delivery(model, sender, &view, damaged);
    }
    return true;
}

static bool lose(struct model *model, int sender)
{
    if (model->side[sender].on_wire == 0) {
        return false;
    }
    (void)take_from_wire(&model->side[sender]);
    return true;
}

/* ---- Time ---- */

/* Rules: TIME-06. */
static bool fire(struct model *model, int i, bool replay_timer)
{
    struct ak_port *port = &model->side[i].port;
    const uint64_t deadline = replay_timer ? ak_tx_deadline(port) : ak_rx_deadline(port);
    const bool never = model->scope->fault == MODEL_NO_REPLAY_TIMER && i == 0 && replay_timer;
    if (deadline == AK_TIME_NEVER || never) {
        return false;
    }
    uint8_t before[AK_PORT_IMAGE_BYTES];
    uint8_t after[AK_PORT_IMAGE_BYTES];
    const uint32_t length = ak_port_image(port, before);
    ak_tick(port, NOW);
    if (ak_port_image(port, after) != length || memcmp(before, after, length) != 0) {
        fail(model, "a tick ahead of the deadline does something (TIME-06)");
    }
    if (replay_timer) {
        ak_tx_tick(port, DUE);
    } else {
        ak_rx_tick(port, DUE);
    }
    if ((replay_timer ? ak_tx_deadline(port) : ak_rx_deadline(port)) <= DUE) {
        fail(model, "after a tick the deadline is not later than now (TIME-06)");
    }
    return true;
}

/* ---- Link ---- */

static void tell_link(struct model *model, enum ak_link link)
{
    for (int i = 0; i < 2; i++) {
        ak_port_link(&model->side[i].port, link, false, NOW, NULL);
    }
}

static bool wants_retrain(const struct model *model)
{
    return ak_port_wants_retrain(&model->side[0].port) ||
           ak_port_wants_retrain(&model->side[1].port);
}

/* A packet that is being sent is cut. Rules: PORT-05, D31. */
static bool start_recovery(struct model *model)
{
    if (model->side[0].port.link != AK_LINK_UP ||
        (!model->scope->retrain && !wants_retrain(model))) {
        return false;
    }
    for (int i = 0; i < 2; i++) {
        struct model_side *side = &model->side[i];
        if (side->sending.kind == MODEL_NOTHING) {
            continue;
        }
        const bool tlp =
            side->sending.kind == MODEL_TLP || side->sending.kind == MODEL_TLP_NULLIFIED;
        side->sending = (struct model_packet){.kind = tlp ? MODEL_CUT_TLP : MODEL_CUT_DLLP};
        put_on_wire(side);
    }
    tell_link(model, AK_LINK_RECOVERY);
    return true;
}

static bool end_recovery(struct model *model)
{
    if (model->side[0].port.link != AK_LINK_RECOVERY) {
        return false;
    }
    tell_link(model, AK_LINK_UP);
    return true;
}

/* What did not arrive is in the report, and nothing is in it that was never submitted. The TLPs
 * that did not arrive are submitted anew. Rules: PORT-01, D20. */
static void take_down(struct model *model, int i)
{
    struct model_side *side = &model->side[i];
    struct ak_link_report report;
    ak_port_link(&side->port, AK_LINK_DOWN, false, NOW, &report);
    const uint32_t confirmed = ak_seq_distance(model->scope->start, report.first_seq);
    const uint32_t reported = (uint32_t)report.unconfirmed_tlps + report.unsent_tlps;
    if (confirmed + side->base > side->delivered ||
        confirmed + reported + side->base != side->submitted) {
        fail(model, "a link down does not report all TLPs that did not arrive (PORT-01)");
    }
    memset(&side->sending, 0, sizeof side->sending);
    memset(side->wire, 0, sizeof side->wire);
    side->on_wire = 0;
    side->submitted = side->delivered;
    side->base = side->delivered;
}

static bool go_down(struct model *model)
{
    if (!model->scope->link_down || model->side[0].port.link == AK_LINK_DOWN) {
        return false;
    }
    for (int i = 0; i < 2; i++) {
        take_down(model, i);
    }
    return true;
}

static bool come_up(struct model *model)
{
    if (model->side[0].port.link != AK_LINK_DOWN) {
        return false;
    }
    tell_link(model, AK_LINK_UP);
    return true;
}

/* ---- Steps ---- */

static bool make(struct model *model, enum model_act act, int i)
{
    switch (act) {
    case MODEL_SUBMIT:
        return submit(model, i);
    case MODEL_NULLIFY:
        return model->scope->cut_through && nullify(model, i);
    case MODEL_BEGIN:
        return begin(model, i);
    case MODEL_END:
        return end(model, i);
    case MODEL_DELIVER:
        return arrive(model, i, false);
    case MODEL_DAMAGE:
        return arrive(model, i, true);
    case MODEL_LOSE:
        return lose(model, i);
    case MODEL_REPLAY_TIMER:
        return fire(model, i, true);
    case MODEL_LATENCY_TIMER:
        return fire(model, i, false);
    case MODEL_RECOVERY_START:
        return start_recovery(model);
    case MODEL_RECOVERY_END:
        return end_recovery(model);
    case MODEL_LINK_DOWN:
        return go_down(model);
    case MODEL_LINK_UP:
        return come_up(model);
    case MODEL_ACT_COUNT:
        break;
    }
    return false;
}

bool model_step(struct model *model, uint32_t step)
{
    const enum model_act act = model_act_of(step);
    const int i = (int)(step % 2u);
    if ((act >= MODEL_SIDE_ACTS && i != 0) || !make(model, act, i)) {
        return false;
    }
    check_all(model);
    return true;
}

bool model_is_kind(const struct model *model, uint32_t step)
{
    switch (model_act_of(step)) {
    case MODEL_NULLIFY:
    case MODEL_DAMAGE:
    case MODEL_LOSE:
    case MODEL_LINK_DOWN:
        return false;
    case MODEL_RECOVERY_START:
        return wants_retrain(model);
    case MODEL_SUBMIT:
    case MODEL_BEGIN:
    case MODEL_END:
    case MODEL_DELIVER:
    case MODEL_REPLAY_TIMER:
    case MODEL_LATENCY_TIMER:
    case MODEL_RECOVERY_END:
    case MODEL_LINK_UP:
    case MODEL_ACT_COUNT:
        break;
    }
    return true;
}

bool model_is_goal(const struct model *model)
{
    for (int i = 0; i < 2; i++) {
        const struct model_side *side = &model->side[i];
        if (side->delivered != model->scope->tlps[i] || ak_tx_used_tlps(&side->port) != 0 ||
            side->on_wire != 0 || side->sending.kind != MODEL_NOTHING ||
            side->port.link != AK_LINK_UP) {
            return false;
        }
    }
    return true;
}

bool model_is_dead(const struct model *model)
{
    return model->side[0].port.tx.retrain == AK_RETRAIN_DEAD ||
           model->side[1].port.tx.retrain == AK_RETRAIN_DEAD;
}

/* ---- States ---- */

static void configure(struct ak_config *config, const struct model_scope *scope)
{
    ak_config_default(config);
    config->replay_capacity_bytes = MODEL_CAPACITY;
    config->slot_count = scope->slots;
    config->replay_limit = DUE;
    config->ack_limit = DUE;
    config->replay_policy = scope->replay_policy;
    config->ack_every_tlps = scope->ack_every_tlps;
    config->retrain_limit = scope->retrain_limit;
    config->initial_seq = scope->start;
    config->initial_rcv_seq = scope->start;
    config->crc_kernel = AK_CRC_PORTABLE;
}

static void point(struct model *model)
{
    for (int i = 0; i < 2; i++) {
        model->side[i].port.tx.memory = model->side[i].memory;
        model->side[i].port.tx.slots = model->side[i].slots;
    }
}

void model_open(struct model *model, const struct model_scope *scope)
{
    memset(model, 0, sizeof *model);
    model->scope = scope;
    for (int i = 0; i < 2; i++) {
        struct ak_config config;
        configure(&config, scope);
        config.replay_memory = model->side[i].memory;
        config.slots = model->side[i].slots;
        ak_port_init(&model->side[i].port, &config);
    }
    tell_link(model, AK_LINK_UP);
}

void model_copy(struct model *to, const struct model *from)
{
    memcpy(to, from, sizeof *to);
    point(to);
}
