/* SPDX-License-Identifier: Apache-2.0 */
/* A port on a bench. Not here: what each word means (port_fixture.h). */
#include "port_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference_crc.h"

void fx_config(struct ak_config *config)
{
    ak_config_default(config);
    config->replay_capacity_bytes = 65536;
    config->slot_count = 64;
    config->replay_limit = FX_REPLAY_LIMIT;
    config->ack_limit = FX_ACK_LIMIT;
}

static void insist(const struct port_fixture *f, bool holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "at %llu: does not hold: %s\n", (unsigned long long)f->now, what);
        f->stop();
    }
}

/* On copies: one tick too early changes nothing, the tick at the deadline does, then it is later.
 */
static void check_deadline(const struct port_fixture *f)
{
    uint64_t deadline = ak_next_deadline(&f->port);
    uint64_t tx = ak_tx_deadline(&f->port);
    uint64_t rx = ak_rx_deadline(&f->port);
    struct ak_port copy;
    insist(f, deadline == (tx < rx ? tx : rx), "ak_next_deadline is the earlier of the two");
    if (deadline == AK_TIME_NEVER) {
        return;
    }
    memcpy(&copy, &f->port, sizeof(copy));
    if (deadline > f->now) {
        ak_tick(&copy, deadline - 1);
        insist(f, memcmp(&copy, &f->port, sizeof(copy)) == 0, "a tick too early does nothing");
    }
    uint64_t at = deadline > f->now ? deadline : f->now;
    ak_tick(&copy, at);
    insist(f, memcmp(&copy, &f->port, sizeof(copy)) != 0, "the tick at the deadline acts");
    insist(f, ak_next_deadline(&copy) > at, "after the tick the deadline lies ahead");
}

static void check(const struct port_fixture *f)
{
    insist(f, ak_port_is_valid(&f->port), "ak_port_is_valid");
    insist(f,
           f->config.replay_memory[AK_REPLAY_MEMORY_BYTES(f->config.replay_capacity_bytes)] ==
               FX_CANARY,
           "the byte behind the replay memory is untouched");
    if (f->port.tx.wire != AK_WIRE_IDLE && f->packet.bytes != NULL) {
        insist(f, memcmp(f->packet.bytes, f->wire_copy, f->packet.length_bytes) == 0,
               "the bytes on the wire are unchanged");
    }
    check_deadline(f);
}

void fx_set_up(struct port_fixture *f, const struct ak_config *config)
{
    void (*stop)(void) = f->stop;
    memset(f, 0, sizeof(*f));
    f->stop = stop;
    if (config != NULL) {
        f->config = *config;
    } else {
        fx_config(&f->config);
    }
    size_t memory_bytes = AK_REPLAY_MEMORY_BYTES(f->config.replay_capacity_bytes);
    f->config.replay_memory = malloc(memory_bytes + 1);
    memset(f->config.replay_memory, FX_CANARY, memory_bytes + 1);
    f->config.slots = calloc(f->config.slot_count, sizeof(*f->config.slots));
    ak_port_init(&f->port, &f->config);
    f->now = 1000;
    check(f);
}

void fx_close(struct port_fixture *f)
{
    free(f->config.replay_memory);
    free(f->config.slots);
}

struct ak_link_report fx_link(struct port_fixture *f, enum ak_link link, bool link_disable)
{
    struct ak_link_report report = {0xFFFF, 0xFFFF, 0xFFFF};
    ak_port_link(&f->port, link, link_disable, f->now, &report);
    check(f);
    return report;
}

void fx_wait(struct port_fixture *f, uint64_t ticks)
{
    f->now += ticks;
}

void fx_tick(struct port_fixture *f)
{
    ak_tick(&f->port, f->now);
    insist(f, ak_next_deadline(&f->port) > f->now, "after a tick the deadline lies ahead");
    check(f);
}

void fx_wait_and_tick(struct port_fixture *f, uint64_t ticks)
{
    fx_wait(f, ticks);
    fx_tick(f);
}

void fx_tlp_content(uint32_t n, uint8_t *tlp, uint32_t tlp_bytes)
{
    for (uint32_t i = 0; i < tlp_bytes; i++) {
        tlp[i] = (uint8_t)(n * 7u + i * 31u + (n >> 8));
    }
}

enum ak_status fx_try_submit(struct port_fixture *f, uint32_t tlp_bytes, enum ak_tlp_mode mode)
{
    static uint8_t tlp[AK_TLP_MAX_BYTES];
    fx_tlp_content(f->submitted, tlp, tlp_bytes);
    enum ak_status status = ak_tx_submit(&f->port, tlp, tlp_bytes, mode);
    if (status == AK_OK) {
        f->submitted++;
    }
    check(f);
    return status;
}

void fx_submit(struct port_fixture *f, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        insist(f, fx_try_submit(f, FX_TLP_BYTES, AK_TLP_STORE_AND_FORWARD) == AK_OK,
               "a submit is accepted");
    }
}

enum ak_status fx_nullify(struct port_fixture *f)
{
    enum ak_status status = ak_tx_nullify(&f->port);
    if (status == AK_OK && f->port.tx.wire == AK_WIRE_TLP_NULLIFIED) {
        for (uint32_t i = f->packet.length_bytes - 4; i < f->packet.length_bytes; i++) {
            f->wire_copy[i] = (uint8_t)~f->wire_copy[i];
        }
    }
    check(f);
    return status;
}

enum ak_status fx_offer(struct port_fixture *f, enum ak_dllp_class dllp_class, uint8_t code,
                        uint8_t content)
{
    const uint8_t dllp[4] = {code, content, 0, 0};
    enum ak_status status = ak_tx_offer_dllp(&f->port, dllp_class, dllp);
    check(f);
    return status;
}

static void check_peek(struct port_fixture *f, bool begun, const struct ak_packet *peeked)
{
    insist(f, peeked->kind == f->packet.kind, "peek tells the kind");
    if (!begun) {
        return;
    }
    insist(f,
           peeked->wire == f->packet.wire && peeked->seq == f->packet.seq &&
               peeked->length_bytes == f->packet.length_bytes,
           "peek tells what begins");
    insist(f, peeked->bytes == (f->packet.kind == AK_PACKET_TLP ? f->packet.bytes : NULL),
           "peek shows the bytes of a TLP only");
}

enum ak_wire fx_begin(struct port_fixture *f)
{
    struct ak_packet peeked;
    bool there = ak_tx_peek(&f->port, &peeked);
    bool begun = ak_tx_begin(&f->port, &f->packet);
    insist(f, there == begun, "ak_tx_peek and ak_tx_begin agree");
    check_peek(f, begun, &peeked);
    if (!begun) {
        insist(f, f->packet.kind == AK_PACKET_NONE, "kind is NONE when nothing begins");
        return AK_WIRE_IDLE;
    }
    memcpy(f->wire_copy, f->packet.bytes, f->packet.length_bytes);
    check(f);
    return (enum ak_wire)f->packet.wire;
}

void fx_end(struct port_fixture *f)
{
    ak_tx_end(&f->port, f->now);
    check(f);
}

void fx_send(struct port_fixture *f, enum ak_wire wire, uint16_t seq)
{
    enum ak_wire begun = fx_begin(f);
    if (begun != wire || f->packet.seq != seq) {
        fprintf(stderr, "expected to send kind %d number %d, was kind %d number %d\n", (int)wire,
                seq, (int)begun, f->packet.seq);
        f->stop();
    }
    fx_end(f);
}

static void send_row(struct port_fixture *f, enum ak_wire wire, uint16_t seq, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        fx_send(f, wire, (uint16_t)((seq + i) % 4096u));
    }
}

void fx_send_tlps(struct port_fixture *f, uint16_t seq, uint32_t count)
{
    send_row(f, AK_WIRE_TLP, seq, count);
}

void fx_send_replayed(struct port_fixture *f, uint16_t seq, uint32_t count)
{
    send_row(f, AK_WIRE_TLP_REPLAYED, seq, count);
}

uint32_t fx_send_all(struct port_fixture *f)
{
    uint32_t count = 0;
    while (fx_begin(f) != AK_WIRE_IDLE) {
        fx_end(f);
        count++;
    }
    return count;
}

enum ak_verdict fx_receive(struct port_fixture *f, enum ak_rx_kind kind, const uint8_t *bytes,
                           size_t length_bytes)
{
    enum ak_verdict verdict = ak_rx(&f->port, kind, bytes, length_bytes, f->now, &f->view);
    check(f);
    return verdict;
}

enum ak_verdict fx_dllp(struct port_fixture *f, uint8_t code, uint8_t b1, uint8_t b2, uint8_t b3)
{
    uint8_t dllp[6] = {code, b1, b2, b3, 0, 0};
    reference_seal_dllp(dllp);
    memcpy(f->frame, dllp, sizeof(dllp));
    return fx_receive(f, AK_RX_DLLP, f->frame, sizeof(dllp));
}

enum ak_verdict fx_ack(struct port_fixture *f, uint16_t seq)
{
    return fx_dllp(f, 0x00, 0, (uint8_t)(seq >> 8), (uint8_t)seq);
}

enum ak_verdict fx_nak(struct port_fixture *f, uint16_t seq)
{
    return fx_dllp(f, 0x10, 0, (uint8_t)(seq >> 8), (uint8_t)seq);
}

uint32_t fx_make_frame(struct port_fixture *f, uint16_t seq)
{
    f->frame[0] = (uint8_t)(seq >> 8);
    f->frame[1] = (uint8_t)seq;
    fx_tlp_content(seq, &f->frame[2], FX_TLP_BYTES);
    reference_seal_frame(f->frame, FX_TLP_BYTES + 2);
    return FX_TLP_BYTES + 6;
}

enum ak_verdict fx_tlp(struct port_fixture *f, uint16_t seq)
{
    uint32_t frame_bytes = fx_make_frame(f, seq);
    return fx_receive(f, AK_RX_TLP, f->frame, frame_bytes);
}

enum ak_verdict fx_bad_tlp(struct port_fixture *f, uint16_t seq)
{
    uint32_t frame_bytes = fx_make_frame(f, seq);
    f->frame[9] ^= 0x10;
    return fx_receive(f, AK_RX_TLP, f->frame, frame_bytes);
}

enum ak_verdict fx_nullified_tlp(struct port_fixture *f, uint16_t seq)
{
    uint32_t frame_bytes = fx_make_frame(f, seq);
    for (uint32_t i = frame_bytes - 4; i < frame_bytes; i++) {
        f->frame[i] = (uint8_t)~f->frame[i];
    }
    return fx_receive(f, AK_RX_TLP_EDB, f->frame, frame_bytes);
}

enum ak_verdict fx_error(struct port_fixture *f, enum ak_rx_kind kind)
{
    return fx_receive(f, kind, NULL, 0);
}

const struct ak_counters *fx_counters(const struct port_fixture *f)
{
    return ak_counters(&f->port);
}

uint32_t fx_events(struct port_fixture *f)
{
    uint32_t events = ak_take_events(&f->port);
    check(f);
    return events;
}
