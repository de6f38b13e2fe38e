/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The calls of rx.h made on both ports of a pair.
 * Not here: what is sent (port_pair_tx.c).
 */
#include "port_pair_calls.h"

#include <inttypes.h>
#include <string.h>

#include "reference_crc.h"

void port_pair_receive(struct port_pair *pair, enum ak_rx_kind kind, const uint8_t *bytes,
                       size_t length_bytes)
{
    struct ak_view view;
    struct ak_view expected_view;
    enum ak_verdict expected =
        naive_rx(&pair->naive, kind, bytes, length_bytes, pair->now, &expected_view);
    enum ak_verdict verdict = ak_rx(&pair->port, kind, bytes, length_bytes, pair->now, &view);
    port_pair_say(pair, "receive kind %d, %zu bytes%s at %" PRIu64 ": verdict %d\n", kind,
                  length_bytes,
                  length_bytes < 4                         ? ""
                  : kind == AK_RX_DLLP && bytes[0] == 0x10 ? " (Nak)"
                                                           : "",
                  pair->now, verdict);
    port_pair_expect(pair, "verdict", verdict, expected);
    port_pair_expect(pair, "length of the view", view.length_bytes, expected_view.length_bytes);
    if (expected_view.length_bytes > 0) {
        port_pair_expect(pair, "view lies in the frame", view.bytes == expected_view.bytes, true);
    }
    if (expected == AK_VERDICT_DELIVERED) {
        port_pair_expect(pair, "seq of the view", view.seq, expected_view.seq);
    }
}

static void receive_acknak(struct port_pair *pair, bool nak, int64_t number, uint8_t reserved)
{
    uint16_t seq = naive_seq(number);
    uint8_t dllp[6] = {nak ? 0x10 : 0x00, reserved, (uint8_t)((seq >> 8) | (reserved & 0xF0u)),
                       (uint8_t)seq};
    reference_seal_dllp(dllp);
    port_pair_say(pair, "%s %d: ", nak ? "Nak" : "Ack", seq);
    port_pair_receive(pair, AK_RX_DLLP, dllp, sizeof(dllp));
}

static void call_acknak(struct port_pair *pair, struct call call)
{
    const struct naive_port *naive = &pair->naive;
    uint32_t legal = naive_outstanding(naive) + 1;
    const int64_t edges[] = {naive->acked - 1,        naive->acked,    naive->sent,
                             naive->sent + 1,         naive->sent + 2, naive->acked + 2048,
                             naive->acked + 4096 - 2, naive->next - 1};
    uint8_t reserved = call.b % 8 == 0 ? (uint8_t)(call.b >> 8) : 0;
    bool nak = call.kind == CALL_NAK;
    int64_t number = naive->acked + call.a % legal;
    if (call.kind == CALL_ACK_LAST) {
        number = naive->sent;
    } else if (call.kind == CALL_ACKNAK_AT_EDGE) {
        nak = (call.b & 1u) != 0;
        number = edges[call.a % (sizeof(edges) / sizeof(edges[0]))];
    } else if (call.kind == CALL_ACKNAK_ANY) {
        nak = (call.b & 1u) != 0;
        number = call.a % 4096;
    }
    receive_acknak(pair, nak, number, reserved);
}

/* A frame whose number lies at or near one of the edges of the receiver's window. */
static uint32_t make_frame(const struct port_pair *pair, struct call call, uint8_t *frame)
{
    static const int32_t near[] = {0, -1, -2, 1, 2, -2047, -2048, -2049, 2047, 2046, -3, 0};
    int64_t number = pair->naive.expected + 4096;
    /* Of one length for some neighbours in a batch. */
    uint32_t tlp_bytes = call.b % 61 == 0 ? AK_TLP_MAX_BYTES : 12 + 4 * (call.b / 8 % 40);
    if (call.kind != CALL_RX_NEXT_TLP) {
        number += near[call.a % (sizeof(near) / sizeof(near[0]))];
    }
    if (call.kind == CALL_RX_TLP && call.a % 16 == 15) {
        number += call.b % 4096;
    }
    frame[0] = (uint8_t)(naive_seq(number) >> 8);
    frame[1] = (uint8_t)naive_seq(number);
    if (call.b % 32 == 7) {
        frame[0] |= 0xA0; /* reserved bits: covered by the LCRC, otherwise ignored */
    }
    port_pair_tlp(&frame[2], tlp_bytes, call.b);
    reference_seal_frame(frame, tlp_bytes + 2);
    return tlp_bytes + 6;
}

static void complement_lcrc(uint8_t *frame, uint32_t frame_bytes)
{
    for (uint32_t i = frame_bytes - 4; i < frame_bytes; i++) {
        frame[i] = (uint8_t)~frame[i];
    }
}

static void call_rx_tlp(struct port_pair *pair, struct call call)
{
    static uint8_t frame[AK_FRAME_MAX_BYTES];
    uint32_t frame_bytes = make_frame(pair, call, frame);
    enum ak_rx_kind kind = AK_RX_TLP;
    port_pair_say(pair, "TLP %d: ", ((frame[0] & 15) << 8) | frame[1]);
    if (call.kind == CALL_RX_TLP_EDB) {
        kind = AK_RX_TLP_EDB;
        if (call.b % 4 != 0) {
            complement_lcrc(frame, frame_bytes);
        }
        if (call.b % 4 == 1) {
            frame[call.a % frame_bytes] ^= (uint8_t)(1u << (call.a >> 16) % 8);
        }
    } else if (call.kind == CALL_RX_BAD_TLP) {
        if (call.a % 5 == 0) {
            frame_bytes = call.b % 18;
        } else if (call.a % 5 == 1) {
            complement_lcrc(frame, frame_bytes);
        } else {
            frame[call.b % frame_bytes] ^= (uint8_t)(1u << (call.a >> 16) % 8);
        }
    }
    port_pair_receive(pair, kind, frame, frame_bytes);
}

static void call_rx_batch(struct port_pair *pair, struct call call)
{
    static uint8_t frames[BATCH_MAX][AK_FRAME_MAX_BYTES];
    struct ak_packet batch[BATCH_MAX] = {{NULL, 0, 0, 0, 0}};
    enum ak_verdict expected[BATCH_MAX];
    enum ak_verdict verdicts[BATCH_MAX];
    size_t count = call.a % (BATCH_MAX + 1);
    size_t expected_delivered = 0;
    for (uint32_t i = 0; i < count; i++) {
        struct call one = {CALL_RX_TLP, (call.a >> i) % 64 == 3 ? 1 : 0, call.b + i};
        struct ak_view view;
        if ((call.b >> i) % 16 == 5) {
            one.a = call.a >> 4;
        }
        batch[i].length_bytes = make_frame(pair, one, frames[i]);
        batch[i].bytes = frames[i];
        if ((call.b >> i) % 16 == 9) {
            frames[i][5] ^= 4;
        }
        expected[i] =
            naive_rx(&pair->naive, AK_RX_TLP, frames[i], batch[i].length_bytes, pair->now, &view);
        expected_delivered += expected[i] == AK_VERDICT_DELIVERED;
    }
    size_t delivered = ak_rx_batch(&pair->port, batch, count, pair->now, verdicts);
    port_pair_say(pair, "receive a batch of %zu: %zu delivered\n", count, delivered);
    port_pair_expect(pair, "delivered of a batch", delivered, expected_delivered);
    for (size_t i = 0; i < count; i++) {
        port_pair_expect(pair, "verdict in a batch", verdicts[i], expected[i]);
    }
}

static void call_rx_dllp(struct port_pair *pair, struct call call)
{
    uint8_t dllp[7] = {(uint8_t)call.a, (uint8_t)(call.a >> 8), (uint8_t)(call.a >> 16),
                       (uint8_t)call.b};
    size_t length_bytes = 6;
    if (dllp[0] == 0x00 || dllp[0] == 0x10) {
        dllp[0] = 0x31;
    }
    if (call.kind == CALL_RX_BAD_DLLP && call.b % 2 != 0) {
        dllp[0] = (call.b & 2u) != 0 ? 0x00 : 0x10;
        dllp[2] = (uint8_t)(naive_seq(pair->naive.sent) >> 8);
        dllp[3] = (uint8_t)naive_seq(pair->naive.sent);
    }
    reference_seal_dllp(dllp);
    if (call.kind == CALL_RX_BAD_DLLP) {
        if (call.b % 7 == 0) {
            length_bytes = call.a % 2 == 0 ? 7 : call.a % 6;
        } else {
            dllp[call.a % 6] ^= (uint8_t)(1u << call.b % 8);
        }
    }
    port_pair_say(pair, "DLLP %02x: ", dllp[0]);
    port_pair_receive(pair, AK_RX_DLLP, dllp, length_bytes);
}

void port_pair_call_rx(struct port_pair *pair, struct call call)
{
    switch ((int)call.kind) {
    case CALL_ACK:
    case CALL_NAK:
    case CALL_ACK_LAST:
    case CALL_ACKNAK_AT_EDGE:
    case CALL_ACKNAK_ANY:
        call_acknak(pair, call);
        break;
    case CALL_RX_NEXT_TLP:
    case CALL_RX_TLP:
    case CALL_RX_BAD_TLP:
    case CALL_RX_TLP_EDB:
        call_rx_tlp(pair, call);
        break;
    case CALL_RX_BATCH:
        call_rx_batch(pair, call);
        break;
    case CALL_RX_ERROR:
        port_pair_receive(pair, AK_RX_ERROR, NULL, 0);
        break;
    case CALL_RX_ERROR_IN_TLP:
        port_pair_receive(pair, AK_RX_ERROR_IN_TLP, NULL, 0);
        break;
    case CALL_RX_DLLP:
    case CALL_RX_BAD_DLLP:
        call_rx_dllp(pair, call);
        break;
    default:
        break;
    }
}
