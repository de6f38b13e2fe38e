/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sending whole packets, one by one and in batches: what begins, what stays behind, and the timer.
 * Not here: one packet at a time (the other test_tx_*.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "port_fixture.h"

#define BATCH 8u

static size_t send_batch(struct port_fixture *f, struct ak_packet *packets, size_t count)
{
    const size_t sent = ak_tx_send_batch(&f->port, packets, count, f->now);
    assert_int_equal(f->port.tx.wire, AK_WIRE_IDLE);
    assert_true(ak_port_is_valid(&f->port));
    return sent;
}

/* Each TLP once, in order, with the bytes of its frame; all count as sent. Rules: TX-16, PORT-03.
 */
static void test_new_tlps(void **state)
{
    struct port_fixture f;
    struct ak_packet packets[BATCH];
    struct ak_config config;
    (void)state;
    fx_config(&config);
    config.initial_seq = 4094;
    fx_open(&f, &config);
    fx_submit(&f, 5);
    assert_int_equal(send_batch(&f, packets, 3), 3);
    assert_int_equal(send_batch(&f, packets + 3, BATCH - 3), 2);
    for (uint16_t i = 0; i < 5; i++) {
        const uint16_t seq = (uint16_t)((4094 + i) % 4096);
        uint8_t content[FX_TLP_BYTES];
        fx_tlp_content(i, content, sizeof content);
        assert_int_equal(packets[i].kind, AK_PACKET_TLP);
        assert_int_equal(packets[i].wire, AK_WIRE_TLP);
        assert_int_equal(packets[i].seq, seq);
        assert_int_equal(packets[i].length_bytes, FX_TLP_BYTES + 6);
        assert_int_equal(packets[i].bytes[0] << 8 | packets[i].bytes[1], seq);
        assert_memory_equal(packets[i].bytes + 2, content, sizeof content);
    }
    assert_int_equal(ak_tx_outstanding(&f.port), 5);
    assert_int_equal(fx_counters(&f)->tlps_sent, 5);
    assert_int_equal(send_batch(&f, packets, BATCH), 0);
    assert_int_equal(fx_ack(&f, 2), AK_VERDICT_ACK);
    assert_int_equal(ak_tx_used_tlps(&f.port), 0);
    fx_close(&f);
}

/* The batch ends now: REPLAY_TIMER starts if it is held, and runs on if it runs. Rules: TIME-02. */
static void test_timer(void **state)
{
    struct port_fixture f;
    struct ak_packet packets[BATCH];
    (void)state;
    fx_open(&f, NULL);
    fx_submit(&f, 4);
    fx_wait(&f, 7);
    const uint64_t start = f.now;
    assert_int_equal(send_batch(&f, packets, 2), 2);
    fx_wait(&f, 10);
    assert_int_equal(send_batch(&f, packets, 2), 2);
    assert_int_equal(ak_tx_deadline(&f.port), start + FX_REPLAY_LIMIT);
    fx_close(&f);
}

/* What comes before a TLP is left to ak_tx_begin. Rules: PORT-03. */
static void test_stops_ahead_of_dllps(void **state)
{
    struct port_fixture f;
    struct ak_packet packets[BATCH];
    (void)state;
    fx_open(&f, NULL);
    fx_submit(&f, 2);
    assert_int_equal(fx_tlp(&f, 1), AK_VERDICT_OUT_OF_SEQUENCE);
    assert_int_equal(fx_offer(&f, AK_DLLP_CLASS_FLOW_CONTROL, 0x80, 0), AK_OK);
    assert_int_equal(send_batch(&f, packets, BATCH), 0);
    fx_send(&f, AK_WIRE_NAK, 0xFFF);
    assert_int_equal(send_batch(&f, packets, BATCH), 0);
    assert_int_equal(fx_begin(&f), AK_WIRE_DLLP);
    fx_end(&f);
    assert_int_equal(fx_offer(&f, AK_DLLP_CLASS_OTHER, 0x30, 0), AK_OK);
    assert_int_equal(send_batch(&f, packets, BATCH), 2);
    assert_int_equal(send_batch(&f, packets, BATCH), 0);
    assert_int_equal(fx_begin(&f), AK_WIRE_DLLP);
    fx_end(&f);
    fx_close(&f);
}

/* A replay goes the same way and is followed by new TLPs; none begins while the link is not up.
 * Rules: TX-09, PORT-02. */
static void test_replay(void **state)
{
    struct port_fixture f;
    struct ak_packet packets[BATCH];
    (void)state;
    fx_open(&f, NULL);
    fx_submit(&f, 4);
    assert_int_equal(send_batch(&f, packets, 3), 3);
    assert_int_equal(fx_nak(&f, 0), AK_VERDICT_NAK);
    fx_link(&f, AK_LINK_RECOVERY, false);
    assert_int_equal(send_batch(&f, packets, BATCH), 0);
    fx_link(&f, AK_LINK_UP, false);
    assert_int_equal(send_batch(&f, packets, BATCH), 3);
    assert_int_equal(packets[0].wire, AK_WIRE_TLP_REPLAYED);
    assert_int_equal(packets[0].seq, 1);
    assert_int_equal(packets[1].wire, AK_WIRE_TLP_REPLAYED);
    assert_int_equal(packets[1].seq, 2);
    assert_int_equal(packets[2].wire, AK_WIRE_TLP);
    assert_int_equal(packets[2].seq, 3);
    assert_false(ak_tx_is_replaying(&f.port));
    assert_int_equal(fx_counters(&f)->tlps_replayed, 2);
    fx_close(&f);
}

/* A TLP that may still be nullified goes as a whole and is sent with its end. Rules: TX-13. */
static void test_cut_through(void **state)
{
    struct port_fixture f;
    struct ak_packet packets[BATCH];
    (void)state;
    fx_open(&f, NULL);
    fx_submit(&f, 1);
    assert_int_equal(fx_try_submit(&f, FX_TLP_BYTES, AK_TLP_CUT_THROUGH), AK_OK);
    assert_int_equal(send_batch(&f, packets, BATCH), 2);
    assert_int_equal(packets[1].seq, 1);
    assert_int_equal(ak_tx_outstanding(&f.port), 2);
    assert_int_equal(fx_nullify(&f), AK_REFUSED_CUT_THROUGH);
    fx_close(&f);
}

/* ak_tx_send is a begin and an end at one instant, whatever comes next. Rules: PORT-03, TX-16,
 * TIME-02. */
static void test_send_is_begin_and_end(void **state)
{
    static const enum ak_wire expected[] = {AK_WIRE_NAK, AK_WIRE_DLLP, AK_WIRE_TLP_REPLAYED,
                                            AK_WIRE_TLP, AK_WIRE_TLP,  AK_WIRE_DLLP};
    struct port_fixture f;
    struct ak_packet packet;
    (void)state;
    fx_open(&f, NULL);
    assert_false(ak_tx_send(&f.port, f.now, &packet));
    assert_int_equal(packet.kind, AK_PACKET_NONE);
    fx_submit(&f, 2);
    fx_wait(&f, 5);
    const uint64_t start = f.now;
    assert_true(ak_tx_send(&f.port, f.now, &packet));
    assert_int_equal(packet.seq, 0);
    assert_int_equal(packet.length_bytes, FX_TLP_BYTES + 6);
    fx_wait(&f, 5);
    assert_true(ak_tx_send(&f.port, f.now, &packet)); /* REPLAY_TIMER runs already */
    assert_int_equal(packet.seq, 1);
    assert_int_equal(packet.wire, AK_WIRE_TLP);
    assert_int_equal(packet.bytes[0] << 8 | packet.bytes[1], 1);
    assert_int_equal(ak_tx_deadline(&f.port), start + FX_REPLAY_LIMIT);
    assert_int_equal(ak_tx_outstanding(&f.port), 2);
    fx_submit(&f, 1);
    assert_int_equal(fx_tlp(&f, 1), AK_VERDICT_OUT_OF_SEQUENCE);
    assert_int_equal(fx_nak(&f, 0), AK_VERDICT_NAK);
    assert_int_equal(fx_offer(&f, AK_DLLP_CLASS_FLOW_CONTROL, 0x80, 0), AK_OK);
    assert_int_equal(fx_offer(&f, AK_DLLP_CLASS_OTHER, 0x30, 0), AK_OK);
    for (uint32_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        if (i == 3) {
            assert_int_equal(fx_try_submit(&f, FX_TLP_BYTES, AK_TLP_CUT_THROUGH), AK_OK);
        }
        assert_true(ak_tx_send(&f.port, f.now, &packet));
        assert_int_equal(packet.wire, expected[i]);
        assert_int_equal(f.port.tx.wire, AK_WIRE_IDLE);
        assert_true(ak_port_is_valid(&f.port));
    }
    assert_int_equal(ak_tx_outstanding(&f.port), 3); /* 1 to 3 */
    assert_int_equal(fx_counters(&f)->tlps_sent, 4);
    assert_int_equal(fx_counters(&f)->tlps_replayed, 1);
    assert_false(ak_tx_send(&f.port, f.now, &packet));
    fx_close(&f);
}

/* Rules: TIME-02. Everything is acknowledged: a batch starts REPLAY_TIMER at its end. */
static void test_batch_starts_the_timer(void **state)
{
    struct port_fixture f;
    struct ak_packet packets[2];
    (void)state;
    fx_open(&f, NULL);
    fx_submit(&f, 2);
    fx_send_tlps(&f, 0, 2);
    fx_ack(&f, 1);
    assert_true(ak_tx_deadline(&f.port) == AK_TIME_NEVER);
    fx_wait(&f, 500);
    fx_submit(&f, 2);
    assert_int_equal(ak_tx_send_batch(&f.port, packets, 2, f.now), 2);
    assert_int_equal(packets[0].seq, 2);
    assert_int_equal(packets[1].seq, 3);
    assert_true(ak_tx_deadline(&f.port) == f.now + FX_REPLAY_LIMIT);
    assert_true(ak_port_is_valid(&f.port));
    fx_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_new_tlps),
        cmocka_unit_test(test_send_is_begin_and_end),
        cmocka_unit_test(test_timer),
        cmocka_unit_test(test_stops_ahead_of_dllps),
        cmocka_unit_test(test_replay),
        cmocka_unit_test(test_cut_through),
        cmocka_unit_test(test_batch_starts_the_timer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
