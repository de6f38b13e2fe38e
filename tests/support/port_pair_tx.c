/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The calls of tx.h made on both ports of a pair.
 * Not here: what arrives (port_pair_rx.c).
 */
#include "port_pair_calls.h"

#include <inttypes.h>
#include <string.h>

/* Mostly small, now and then a largest one; never larger than the whole buffer. */
static uint32_t tlp_bytes_of(const struct port_pair *pair, uint32_t a)
{
    uint32_t most = pair->naive.config.replay_capacity_bytes - 6;
    uint32_t tlp_bytes = a % 97 == 0 ? AK_TLP_MAX_BYTES : 12 + 4 * (a % (a % 4 == 0 ? 150 : 14));
    if (most > AK_TLP_MAX_BYTES) {
        most = AK_TLP_MAX_BYTES;
    }
    return tlp_bytes <= most ? tlp_bytes : most - most % 4;
}

static void call_submit(struct port_pair *pair, struct call call)
{
    static uint8_t tlp[AK_TLP_MAX_BYTES];
    uint32_t tlp_bytes = tlp_bytes_of(pair, call.a);
    enum ak_tlp_mode mode =
        call.kind == CALL_SUBMIT_CUT_THROUGH ? AK_TLP_CUT_THROUGH : AK_TLP_STORE_AND_FORWARD;
    port_pair_tlp(tlp, tlp_bytes, call.b);
    enum ak_status expected = naive_submit(&pair->naive, tlp, tlp_bytes, mode);
    enum ak_status status = ak_tx_submit(&pair->port, tlp, tlp_bytes, mode);
    port_pair_say(pair, "submit %" PRIu32 " bytes, mode %d: %d\n", tlp_bytes, mode, status);
    port_pair_expect(pair, "status of submit", status, expected);
}

static void call_reserve(struct port_pair *pair, struct call call)
{
    static uint8_t tlp[AK_TLP_MAX_BYTES];
    uint32_t tlp_bytes = tlp_bytes_of(pair, call.a);
    enum ak_tlp_mode mode = call.b % 4 == 0 ? AK_TLP_CUT_THROUGH : AK_TLP_STORE_AND_FORWARD;
    uint8_t *place = NULL;
    bool commit = call.kind == CALL_RESERVE_COMMIT;
    port_pair_tlp(tlp, tlp_bytes, call.b);
    enum ak_status expected = naive_may_submit(&pair->naive, tlp_bytes);
    enum ak_status status = ak_tx_reserve(&pair->port, tlp_bytes, &place);
    port_pair_say(pair, "reserve %" PRIu32 " bytes, %s, mode %d: %d\n", tlp_bytes,
                  commit ? "commit" : "abandon", mode, status);
    port_pair_expect(pair, "status of reserve", status, expected);
    if (status != AK_OK || pair->fault[0] != '\0') {
        return;
    }
    pair->naive.stalled = false; /* room was found */
    memcpy(place, tlp, tlp_bytes);
    if (commit) {
        ak_tx_commit(&pair->port, mode);
        naive_submit(&pair->naive, tlp, tlp_bytes, mode);
    } else {
        ak_tx_abandon(&pair->port);
    }
}

static void call_submit_batch(struct port_pair *pair, struct call call)
{
    static uint8_t tlp[BATCH_MAX][AK_TLP_MAX_BYTES];
    struct ak_tx_tlp batch[BATCH_MAX] = {{NULL, 0}};
    size_t count = call.a % (BATCH_MAX + 1);
    size_t expected_count = 0;
    enum ak_status expected = AK_OK;
    enum ak_status status = AK_OK;
    for (uint32_t i = 0; i < count; i++) {
        batch[i].length_bytes = tlp_bytes_of(pair, call.b % 2 == 0 ? call.b : call.b / (i + 1));
        batch[i].bytes = tlp[i];
        port_pair_tlp(tlp[i], batch[i].length_bytes, call.b + i);
    }
    while (expected_count < count && expected == AK_OK) {
        expected = naive_submit(&pair->naive, tlp[expected_count],
                                batch[expected_count].length_bytes, AK_TLP_STORE_AND_FORWARD);
        expected_count += expected == AK_OK;
    }
    size_t taken = ak_tx_submit_batch(&pair->port, batch, count, &status);
    port_pair_say(pair, "submit a batch of %zu: %zu taken, %d\n", count, taken, status);
    port_pair_expect(pair, "taken of a batch", taken, expected_count);
    port_pair_expect(pair, "status of a batch", status, expected);
}

/* Every third is begun and ended at once. */
static void call_begin(struct port_pair *pair, struct call call)
{
    struct ak_packet expected;
    if (pair->naive.wire != AK_WIRE_IDLE) {
        return;
    }
    bool whole = call.b % 3 == 0;
    bool there = naive_begin(&pair->naive, &expected);
    if (whole && there) {
        naive_end(&pair->naive, pair->now);
    }
    bool begun = whole ? ak_tx_send(&pair->port, pair->now, &pair->packet)
                       : ak_tx_begin(&pair->port, &pair->packet);
    port_pair_say(pair, "begin: wire %d, seq %d\n", pair->packet.wire, pair->packet.seq);
    port_pair_expect(pair, "ak_tx_begin", begun, there);
    port_pair_expect(pair, "begin: kind", pair->packet.kind, expected.kind);
    if (there) {
        port_pair_expect(pair, "begin: wire", pair->packet.wire, expected.wire);
        port_pair_expect(pair, "begin: seq", pair->packet.seq, expected.seq);
    }
}

static void call_end(struct port_pair *pair, struct call call)
{
    if (pair->naive.wire == AK_WIRE_IDLE) {
        return;
    }
    pair->now += call.a % 8;
    port_pair_say(pair, "end at %" PRIu64 "\n", pair->now);
    naive_end(&pair->naive, pair->now);
    ak_tx_end(&pair->port, pair->now);
}

static void call_nullify(struct port_pair *pair)
{
    enum ak_status expected = naive_nullify(&pair->naive);
    enum ak_status status = ak_tx_nullify(&pair->port);
    port_pair_say(pair, "nullify: %d\n", status);
    port_pair_expect(pair, "status of nullify", status, expected);
}

static void call_offer(struct port_pair *pair, struct call call)
{
    bool flow_control = call.b % 2 == 0;
    const uint8_t dllp[4] = {flow_control ? 0x80 : 0x30, (uint8_t)call.a, (uint8_t)(call.a >> 8),
                             (uint8_t)(call.a >> 16)};
    enum ak_status expected = naive_offer(&pair->naive, flow_control, dllp);
    enum ak_status status = ak_tx_offer_dllp(
        &pair->port, flow_control ? AK_DLLP_CLASS_FLOW_CONTROL : AK_DLLP_CLASS_OTHER, dllp);
    port_pair_say(pair, "offer a DLLP, flow control %d: %d\n", flow_control, status);
    port_pair_expect(pair, "status of offer", status, expected);
}

void port_pair_call_tx(struct port_pair *pair, struct call call)
{
    switch ((int)call.kind) {
    case CALL_SUBMIT:
    case CALL_SUBMIT_CUT_THROUGH:
        call_submit(pair, call);
        break;
    case CALL_RESERVE_COMMIT:
    case CALL_RESERVE_ABANDON:
        call_reserve(pair, call);
        break;
    case CALL_SUBMIT_BATCH:
        call_submit_batch(pair, call);
        break;
    case CALL_NULLIFY:
        call_nullify(pair);
        break;
    case CALL_BEGIN:
        call_begin(pair, call);
        break;
    case CALL_END:
        call_end(pair, call);
        break;
    case CALL_OFFER:
        call_offer(pair, call);
        break;
    default:
        break;
    }
}
