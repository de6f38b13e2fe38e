/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two of the library's ports, a wire each way, and an account of what each owes the other.
 * Not here: who does what when (fuzz_link.c).
 */
#include "link_wires.h"

#include <string.h>

static uint8_t content(uint32_t id, uint32_t at)
{
    return (uint8_t)(id * 0x9Du + at * 0x35u + (id >> 8));
}

static void open_end(struct link_end *end, const struct ak_config *config)
{
    memset(end, 0, sizeof(*end));
    end->config = *config;
    end->memory = malloc(AK_REPLAY_MEMORY_BYTES(config->replay_capacity_bytes));
    end->slots = calloc(config->slot_count, sizeof(*end->slots));
    fuzz_require(end->memory != NULL && end->slots != NULL, "memory");
    end->config.replay_memory = end->memory;
    end->config.slots = end->slots;
    ak_port_init(&end->port, &end->config);
}

void link_open(struct link_pair *pair, const struct ak_config *a, const struct ak_config *b)
{
    open_end(&pair->end[0], a);
    open_end(&pair->end[1], b);
    pair->now = 1000;
    pair->link = AK_LINK_DOWN;
    link_change(pair, AK_LINK_UP);
}

void link_close(struct link_pair *pair)
{
    for (unsigned side = 0; side < 2; side++) {
        free(pair->end[side].memory);
        free(pair->end[side].slots);
    }
}

/* ---- What is owed ---- */

static void owe(struct link_end *end, uint32_t tlp_bytes)
{
    fuzz_require(end->owed_count < LINK_OWED_MAX, "no more TLPs are accepted than numbers allow");
    end->owed[(end->owed_first + end->owed_count) % LINK_OWED_MAX] =
        (struct link_owed){end->next_id, tlp_bytes};
    end->owed_count++;
    end->next_id++;
}

static void require_owed(struct link_end *end, const struct ak_view *view)
{
    fuzz_require(end->owed_count > 0, "nothing is delivered that was not submitted");
    const struct link_owed *owed = &end->owed[end->owed_first];
    bool same = view->length_bytes == owed->tlp_bytes;
    for (uint32_t i = 0; same && i < owed->tlp_bytes; i++) {
        same = view->bytes[i] == content(owed->id, i);
    }
    fuzz_require(same, "the next TLP is delivered, unchanged");
    end->owed_first = (end->owed_first + 1) % LINK_OWED_MAX;
    end->owed_count--;
}

/* ---- The sending side ---- */

void link_submit(struct link_end *end, uint32_t tlp_bytes, enum ak_tlp_mode mode)
{
    uint8_t tlp[AK_TLP_MAX_BYTES];
    for (uint32_t i = 0; i < tlp_bytes; i++) {
        tlp[i] = content(end->next_id, i);
    }
    if (ak_tx_submit(&end->port, tlp, tlp_bytes, mode) == AK_OK) {
        owe(end, tlp_bytes);
        end->open = mode == AK_TLP_CUT_THROUGH;
    }
}

void link_submit_in_place(struct link_end *end, uint32_t tlp_bytes, bool commit)
{
    uint8_t *place = NULL;
    if (ak_tx_reserve(&end->port, tlp_bytes, &place) != AK_OK) {
        return;
    }
    for (uint32_t i = 0; i < tlp_bytes; i++) {
        place[i] = content(end->next_id, i);
    }
    if (commit) {
        ak_tx_commit(&end->port, AK_TLP_STORE_AND_FORWARD);
        owe(end, tlp_bytes);
        end->open = false;
    } else {
        ak_tx_abandon(&end->port);
    }
}

void link_nullify(struct link_end *end)
{
    if (ak_tx_nullify(&end->port) != AK_OK) {
        return;
    }
    fuzz_require(end->open && end->owed_count > 0, "only a cut-through TLP is nullified");
    end->owed_count--;
    end->open = false;
}

void link_offer(struct link_end *end, uint8_t number)
{
    const uint8_t dllp[4] = {number % 2 == 0 ? 0x80 : 0x30, number, 0, number};
    (void)ak_tx_offer_dllp(
        &end->port, number % 2 == 0 ? AK_DLLP_CLASS_FLOW_CONTROL : AK_DLLP_CLASS_OTHER, dllp);
}

void link_begin(struct link_end *end)
{
    if (end->packet.kind == AK_PACKET_NONE) {
        (void)ak_tx_begin(&end->port, &end->packet);
    }
}

static enum ak_rx_kind kind_of(const struct link_end *end)
{
    if (end->packet.kind == AK_PACKET_DLLP) {
        return AK_RX_DLLP;
    }
    return end->port.tx.wire == AK_WIRE_TLP_NULLIFIED ? AK_RX_TLP_EDB : AK_RX_TLP;
}

bool link_end_packet(struct link_pair *pair, unsigned side)
{
    struct link_end *end = &pair->end[side];
    if (end->packet.kind == AK_PACKET_NONE) {
        return false;
    }
    if (end->count < LINK_FLIGHT_MAX) {
        struct link_flight *flight = &end->flight[(end->first + end->count) % LINK_FLIGHT_MAX];
        flight->kind = kind_of(end);
        flight->length_bytes = end->packet.length_bytes;
        memcpy(flight->bytes, end->packet.bytes, flight->length_bytes);
        end->count++;
    }
    ak_tx_end(&end->port, pair->now);
    end->packet.kind = AK_PACKET_NONE;
    return true;
}

/* ---- The wires ---- */

static void receive(struct link_pair *pair, unsigned side, const struct link_flight *flight)
{
    struct link_end *peer = &pair->end[1u - side];
    struct ak_view view;
    enum ak_verdict verdict =
        ak_rx(&peer->port, flight->kind, flight->bytes, flight->length_bytes, pair->now, &view);
    fuzz_require(verdict != AK_VERDICT_ILLEGAL_SEQ, "no port names a number that it was not sent");
    if (verdict == AK_VERDICT_DELIVERED) {
        require_owed(&pair->end[side], &view);
    }
}

bool link_arrive(struct link_pair *pair, unsigned side, enum link_fate fate, uint8_t place)
{
    struct link_end *end = &pair->end[side];
    if (end->count == 0) {
        return false;
    }
    struct link_flight *flight = &end->flight[end->first];
    end->first = (end->first + 1) % LINK_FLIGHT_MAX;
    end->count--;
    if (fate == LINK_DAMAGED) {
        flight->bytes[place % flight->length_bytes] ^= (uint8_t)(1u << place % 8);
    } else if (fate == LINK_ERROR) {
        flight->kind = flight->kind == AK_RX_DLLP ? AK_RX_ERROR : AK_RX_ERROR_IN_TLP;
        flight->length_bytes = 0;
    }
    if (fate != LINK_LOST) {
        receive(pair, side, flight);
    }
    return true;
}

/* ---- Time and the state of the link ---- */

void link_tick(struct link_pair *pair, unsigned side, bool at_deadline)
{
    struct ak_port *port = &pair->end[side].port;
    uint64_t deadline = ak_next_deadline(port);
    if (at_deadline && deadline != AK_TIME_NEVER && deadline > pair->now) {
        pair->now = deadline;
    }
    ak_tick(port, pair->now);
    fuzz_require(ak_next_deadline(port) > pair->now, "after a tick the deadline lies ahead");
}

static void change_end(struct link_pair *pair, unsigned side, enum ak_link link)
{
    struct link_end *end = &pair->end[side];
    struct ak_link_report report = {0, 0, 0};
    ak_port_link(&end->port, link, false, pair->now, &report);
    if (link != AK_LINK_UP) { /* what was on the wire is cut */
        end->packet.kind = AK_PACKET_NONE;
        end->first = 0;
        end->count = 0;
        end->open = end->open && link == AK_LINK_RECOVERY;
    }
    if (link == AK_LINK_DOWN) {
        uint32_t reported = (uint32_t)report.unconfirmed_tlps + report.unsent_tlps;
        fuzz_require(reported >= end->owed_count, "a link down reports every TLP that is missing");
        end->owed_count = 0;
    }
}

void link_change(struct link_pair *pair, enum ak_link link)
{
    if (link != pair->link) {
        pair->link = link;
        change_end(pair, 0, link);
        change_end(pair, 1, link);
    }
}

static bool is_owing(const struct link_end *end)
{
    bool busy = end->owed_count > 0 || ak_tx_used_tlps(&end->port) > 0;
    return busy && end->port.tx.retrain != AK_RETRAIN_DEAD;
}

bool link_is_owing(const struct link_pair *pair)
{
    return is_owing(&pair->end[0]) || is_owing(&pair->end[1]);
}

void link_require_valid(const struct link_pair *pair)
{
    fuzz_require(ak_port_is_valid(&pair->end[0].port), "port a is valid");
    fuzz_require(ak_port_is_valid(&pair->end[1].port), "port b is valid");
}
