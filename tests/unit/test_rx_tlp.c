/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What becomes of a received TLP: errors, nullified ones, the sequence number check.
 * Not here: when Acks and Naks are sent (test_rx_acknak.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "port_fixture.h"
#include "reference_crc.h"

static void open_at(struct port_fixture *f, uint16_t initial_rcv_seq)
{
    struct ak_config config;
    fx_config(&config);
    config.initial_rcv_seq = initial_rcv_seq;
    fx_open(f, &config);
}

/* Rules: RX-04, RX-10. Good TLPs in sequence: a view of the caller's own bytes, number counted. */
static void test_good_tlp_is_delivered(void **state)
{
    struct port_fixture f;
    (void)state;
    open_at(&f, 4094);
    for (uint32_t i = 0; i < 4; i++) {
        uint16_t seq = (uint16_t)((4094 + i) % 4096);
        assert_int_equal(f.port.rx.next_rcv_seq, seq);
        assert_int_equal(fx_tlp(&f, seq), AK_VERDICT_DELIVERED);
        assert_ptr_equal(f.view.bytes, f.frame + 2);
        assert_int_equal(f.view.length_bytes, FX_TLP_BYTES);
        assert_int_equal(f.view.seq, seq);
    }
    assert_int_equal(f.port.rx.next_rcv_seq, 2);
    assert_int_equal(fx_counters(&f)->tlps_delivered, 4);
    assert_int_equal(fx_events(&f), 0);
    fx_close(&f);
}

/* Rules: RX-10, LCRC-02. Every size, up to the largest. */
static void test_sizes(void **state)
{
    static const uint32_t sizes[] = {12, 16, 20, 44, 140, 1036, AK_TLP_MAX_BYTES};
    struct port_fixture f;
    (void)state;
    open_at(&f, 0);
    for (uint16_t i = 0; i < 7; i++) {
        f.frame[0] = 0;
        f.frame[1] = (uint8_t)i;
        fx_tlp_content(i, &f.frame[2], sizes[i]);
        reference_seal_frame(f.frame, sizes[i] + 2);
        assert_int_equal(fx_receive(&f, AK_RX_TLP, f.frame, sizes[i] + 6), AK_VERDICT_DELIVERED);
        assert_int_equal(f.view.length_bytes, sizes[i]);
    }
    fx_close(&f);
}

/* Rules: LCRC-02, RX-03. A hit in any byte of the frame is seen. */
static void test_every_byte_counts(void **state)
{
    struct port_fixture f;
    uint32_t frame_bytes = 0;
    (void)state;
    open_at(&f, 5);
    frame_bytes = fx_make_frame(&f, 5);
    for (uint32_t i = 0; i < frame_bytes; i++) {
        f.frame[i] ^= (uint8_t)(1u << (i % 8));
        assert_int_equal(fx_receive(&f, AK_RX_TLP, f.frame, frame_bytes), AK_VERDICT_BAD_LCRC);
        assert_int_equal(f.view.length_bytes, 0);
        f.frame[i] ^= (uint8_t)(1u << (i % 8));
    }
    assert_int_equal(fx_counters(&f)->bad_lcrc, frame_bytes);
    assert_int_equal(fx_counters(&f)->bad_tlp, frame_bytes);
    assert_int_equal(fx_receive(&f, AK_RX_TLP, f.frame, frame_bytes), AK_VERDICT_DELIVERED);
    fx_close(&f);
}

/* Rules: RX-03, RX-06, ERR-02. Bad TLP each time, one Nak only; NEXT_RCV_SEQ stays. */
static void test_bad_lcrc(void **state)
{
    struct port_fixture f;
    (void)state;
    open_at(&f, 0);
    assert_int_equal(fx_bad_tlp(&f, 0), AK_VERDICT_BAD_LCRC);
    assert_int_equal(fx_events(&f), AK_EVENT_BAD_TLP);
    assert_true(f.port.rx.nak_scheduled);
    assert_int_equal(fx_bad_tlp(&f, 0), AK_VERDICT_BAD_LCRC);
    assert_int_equal(fx_events(&f), AK_EVENT_BAD_TLP);
    assert_int_equal(fx_counters(&f)->bad_tlp, 2);
    assert_int_equal(fx_counters(&f)->bad_lcrc, 2);
    assert_int_equal(f.port.rx.next_rcv_seq, 0);
    fx_send(&f, AK_WIRE_NAK, 0xFFF);
    fx_bad_tlp(&f, 0);
    assert_int_equal(fx_begin(&f), AK_WIRE_IDLE);
    assert_int_equal(fx_counters(&f)->naks_sent, 1);
    fx_close(&f);
}

/* Rules: RX-03. A length that no frame has is a wrong LCRC, not a fault of the caller. */
static void test_impossible_length(void **state)
{
    struct port_fixture f;
    (void)state;
    open_at(&f, 0);
    fx_make_frame(&f, 0);
    for (size_t length_bytes = 0; length_bytes < FX_TLP_BYTES + 6; length_bytes++) {
        assert_int_equal(fx_receive(&f, AK_RX_TLP, f.frame, length_bytes), AK_VERDICT_BAD_LCRC);
        assert_int_equal(fx_receive(&f, AK_RX_TLP_EDB, f.frame, length_bytes), AK_VERDICT_BAD_LCRC);
    }
    assert_int_equal(fx_counters(&f)->bad_tlp, 2 * (FX_TLP_BYTES + 6));
    fx_close(&f);
}

/* Rules: RX-02. EDB and the complement: silently dropped, also while NAK_SCHEDULED is set. */
static void test_nullified(void **state)
{
    struct port_fixture f;
    (void)state;
    open_at(&f, 3);
    assert_int_equal(fx_nullified_tlp(&f, 3), AK_VERDICT_NULLIFIED);
    assert_int_equal(fx_nullified_tlp(&f, 77), AK_VERDICT_NULLIFIED);
    assert_int_equal(f.view.length_bytes, 0);
    assert_int_equal(f.port.rx.next_rcv_seq, 3);
    assert_false(f.port.rx.nak_scheduled);
    assert_int_equal(fx_events(&f), 0);
    assert_int_equal(fx_counters(&f)->nullified, 2);
    assert_int_equal(fx_counters(&f)->bad_lcrc, 0);
    assert_int_equal(fx_begin(&f), AK_WIRE_IDLE);
    assert_true(ak_rx_deadline(&f.port) == AK_TIME_NEVER);
    fx_bad_tlp(&f, 3);
    assert_int_equal(fx_nullified_tlp(&f, 3), AK_VERDICT_NULLIFIED);
    assert_true(f.port.rx.nak_scheduled);
    fx_close(&f);
}

/* Rules: RX-02, ERR-02. EDB with any other LCRC, a good one too: Bad TLP and Nak (D14). */
static void test_badly_nullified(void **state)
{
    struct port_fixture f;
    uint32_t frame_bytes = 0;
    (void)state;
    open_at(&f, 0);
    frame_bytes = fx_make_frame(&f, 0);
    assert_int_equal(fx_receive(&f, AK_RX_TLP_EDB, f.frame, frame_bytes), AK_VERDICT_BAD_LCRC);
    assert_int_equal(f.port.rx.next_rcv_seq, 0);
    f.frame[frame_bytes - 1] ^= 1;
    assert_int_equal(fx_receive(&f, AK_RX_TLP_EDB, f.frame, frame_bytes), AK_VERDICT_BAD_LCRC);
    assert_int_equal(fx_events(&f), AK_EVENT_BAD_TLP);
    assert_int_equal(fx_counters(&f)->bad_tlp, 2);
    fx_send(&f, AK_WIRE_NAK, 0xFFF);
    assert_int_equal(fx_begin(&f), AK_WIRE_IDLE);
    /* without EDB the complement is a wrong LCRC */
    frame_bytes = fx_make_frame(&f, 0);
    for (uint32_t i = frame_bytes - 4; i < frame_bytes; i++) {
        f.frame[i] = (uint8_t)~f.frame[i];
    }
    assert_int_equal(fx_receive(&f, AK_RX_TLP, f.frame, frame_bytes), AK_VERDICT_BAD_LCRC);
    fx_close(&f);
}

/* Each of the 4096 numbers at one NEXT_RCV_SEQ, on a copy: 1 expected, 2048 duplicates up to a
 * distance of exactly 2048, 2047 ahead (D10). */
static void try_all_numbers(uint16_t next_rcv_seq)
{
    struct port_fixture f;
    struct ak_port kept;
    open_at(&f, next_rcv_seq);
    memcpy(&kept, &f.port, sizeof(kept));
    for (uint32_t behind = 0; behind < 4096; behind++) {
        uint16_t seq = (uint16_t)((next_rcv_seq + 4096u - behind) % 4096u);
        enum ak_verdict verdict = fx_tlp(&f, seq);
        if (behind == 0) {
            assert_int_equal(verdict, AK_VERDICT_DELIVERED);
        } else if (behind <= 2048) {
            assert_int_equal(verdict, AK_VERDICT_DUPLICATE);
            assert_int_equal(f.port.events, 0);
            assert_int_equal(fx_counters(&f)->duplicates, 1);
            fx_send(&f, AK_WIRE_ACK, (uint16_t)((next_rcv_seq + 4095u) % 4096u));
        } else {
            assert_int_equal(verdict, AK_VERDICT_OUT_OF_SEQUENCE);
            assert_int_equal(f.port.events, AK_EVENT_BAD_TLP);
            assert_int_equal(fx_counters(&f)->out_of_sequence, 1);
            fx_send(&f, AK_WIRE_NAK, (uint16_t)((next_rcv_seq + 4095u) % 4096u));
        }
        if (behind != 0) {
            assert_int_equal(f.view.length_bytes, 0);
            assert_int_equal(f.port.rx.next_rcv_seq, next_rcv_seq);
        }
        memcpy(&f.port, &kept, sizeof(kept));
    }
    fx_close(&f);
}

/* Rules: RX-05. 30 is the book's picture: 31 to 2077 ahead, 2078 to 4095 and 0 to 29 duplicates. */
static void test_sequence_check(void **state)
{
    (void)state;
    try_all_numbers(0);
    try_all_numbers(30);
    try_all_numbers(2047);
    try_all_numbers(2048);
    try_all_numbers(4095);
}

/* Rules: RX-05. The edges written out. */
static void test_window_edges(void **state)
{
    struct port_fixture f;
    (void)state;
    open_at(&f, 30);
    assert_int_equal(fx_tlp(&f, 2077), AK_VERDICT_OUT_OF_SEQUENCE); /* 2047 ahead */
    assert_int_equal(fx_tlp(&f, 2078), AK_VERDICT_DUPLICATE);       /* 2048 behind, or ahead */
    assert_int_equal(fx_tlp(&f, 2079), AK_VERDICT_DUPLICATE);       /* 2047 behind */
    fx_close(&f);
}

/* Rules: RX-05, ERR-02, RX-06. A lost TLP: Bad TLP once, one Nak; the book's example 5-14. */
static void test_lost_tlp(void **state)
{
    struct port_fixture f;
    (void)state;
    open_at(&f, 4094);
    fx_tlp(&f, 4094);
    fx_tlp(&f, 4095);
    fx_tlp(&f, 0);
    assert_int_equal(fx_tlp(&f, 2), AK_VERDICT_OUT_OF_SEQUENCE);
    assert_int_equal(fx_events(&f), AK_EVENT_BAD_TLP);
    assert_int_equal(fx_tlp(&f, 3), AK_VERDICT_OUT_OF_SEQUENCE);
    assert_int_equal(fx_events(&f), 0); /* not again while the flag is set (D5) */
    assert_int_equal(fx_counters(&f)->bad_tlp, 1);
    assert_int_equal(fx_counters(&f)->out_of_sequence, 2);
    assert_int_equal(fx_counters(&f)->bad_lcrc, 0);
    fx_send(&f, AK_WIRE_NAK, 0);
    assert_int_equal(fx_begin(&f), AK_WIRE_IDLE);
    assert_int_equal(fx_tlp(&f, 1), AK_VERDICT_DELIVERED);
    assert_false(f.port.rx.nak_scheduled);
    assert_int_equal(fx_tlp(&f, 2), AK_VERDICT_DELIVERED);
    fx_close(&f);
}

/* Rules: RX-06. A duplicate does not clear NAK_SCHEDULED (D30), only the expected TLP, good. */
static void test_what_clears_nak_scheduled(void **state)
{
    struct port_fixture f;
    (void)state;
    open_at(&f, 10);
    fx_tlp(&f, 10);
    fx_bad_tlp(&f, 11);
    fx_send(&f, AK_WIRE_NAK, 10);
    fx_tlp(&f, 10);
    assert_true(f.port.rx.nak_scheduled);
    fx_tlp(&f, 12);
    assert_true(f.port.rx.nak_scheduled);
    fx_nullified_tlp(&f, 11);
    assert_true(f.port.rx.nak_scheduled);
    fx_bad_tlp(&f, 11);
    assert_true(f.port.rx.nak_scheduled);
    fx_tlp(&f, 11);
    assert_false(f.port.rx.nak_scheduled);
    fx_bad_tlp(&f, 12); /* and the next error gets a Nak of its own */
    assert_true(f.port.rx.nak_scheduled);
    fx_close(&f);
}

/* Rules: RX-01, ERR-01. In a TLP: Receiver Error, Nak if the flag is clear, no Bad TLP. */
static void test_receiver_error(void **state)
{
    struct port_fixture f;
    (void)state;
    open_at(&f, 0);
    assert_int_equal(fx_error(&f, AK_RX_ERROR), AK_VERDICT_RECEIVER_ERROR);
    assert_int_equal(fx_events(&f), AK_EVENT_RECEIVER_ERROR);
    assert_false(f.port.rx.nak_scheduled);
    assert_int_equal(fx_begin(&f), AK_WIRE_IDLE);
    assert_int_equal(fx_error(&f, AK_RX_ERROR_IN_TLP), AK_VERDICT_RECEIVER_ERROR);
    assert_int_equal(fx_events(&f), AK_EVENT_RECEIVER_ERROR);
    assert_true(f.port.rx.nak_scheduled);
    fx_send(&f, AK_WIRE_NAK, 0xFFF);
    assert_int_equal(fx_error(&f, AK_RX_ERROR_IN_TLP), AK_VERDICT_RECEIVER_ERROR);
    assert_int_equal(fx_begin(&f), AK_WIRE_IDLE);
    assert_int_equal(fx_counters(&f)->receiver_error, 3);
    assert_int_equal(fx_counters(&f)->bad_tlp, 0);
    assert_int_equal(f.view.length_bytes, 0);
    fx_close(&f);
}

/* Rules: RX-05, LCRC-02. The four bits ahead of the number are covered by the LCRC, else ignored.
 */
static void test_reserved_bits(void **state)
{
    struct port_fixture f;
    (void)state;
    open_at(&f, 0x123);
    fx_make_frame(&f, 0x123);
    f.frame[0] |= 0xF0;
    assert_int_equal(fx_receive(&f, AK_RX_TLP, f.frame, FX_TLP_BYTES + 6), AK_VERDICT_BAD_LCRC);
    reference_seal_frame(f.frame, FX_TLP_BYTES + 2);
    assert_int_equal(fx_receive(&f, AK_RX_TLP, f.frame, FX_TLP_BYTES + 6), AK_VERDICT_DELIVERED);
    fx_close(&f);
}

/* Rules: RX-10, RX-03, RX-05. A batch is as many single calls. */
static void test_batch_equals_single(void **state)
{
    enum { COUNT = 40 };
    static uint8_t frames[COUNT][FX_TLP_BYTES + 6];
    struct ak_packet batch[COUNT];
    enum ak_verdict verdicts[COUNT];
    struct port_fixture f;
    struct port_fixture g;
    size_t delivered = 0;
    uint16_t next = 4080;
    (void)state;
    open_at(&f, next);
    open_at(&g, next);
    for (uint32_t i = 0; i < COUNT; i++) {
        /* the 5th and 6th of each ten bad, then again from there; every 8th a duplicate */
        uint16_t seq = i % 8 == 7 ? (uint16_t)((next + 4090u) % 4096u) : next;
        fx_make_frame(&f, seq);
        bool bad = i % 10 == 5 || i % 10 == 6;
        if (bad) {
            f.frame[7] ^= 2;
        } else if (i % 8 != 7) {
            next = (uint16_t)((next + 1u) % 4096u);
        }
        memcpy(frames[i], f.frame, sizeof(frames[i]));
        batch[i].bytes = frames[i];
        batch[i].length_bytes = sizeof(frames[i]);
    }
    size_t taken = ak_rx_batch(&g.port, batch, COUNT, g.now, verdicts);
    for (uint32_t i = 0; i < COUNT; i++) {
        enum ak_verdict verdict = fx_receive(&f, AK_RX_TLP, frames[i], sizeof(frames[i]));
        assert_int_equal(verdicts[i], verdict);
        delivered += verdict == AK_VERDICT_DELIVERED;
    }
    assert_int_equal(taken, delivered);
    assert_int_equal(f.port.rx.next_rcv_seq, next);
    assert_int_equal(g.port.rx.next_rcv_seq, next);
    assert_memory_equal(fx_counters(&f), fx_counters(&g), sizeof(struct ak_counters));
    assert_true(ak_next_deadline(&f.port) == ak_next_deadline(&g.port));
    assert_true(ak_port_is_valid(&g.port));
    fx_close(&f);
    fx_close(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good_tlp_is_delivered),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_every_byte_counts),
        cmocka_unit_test(test_bad_lcrc),
        cmocka_unit_test(test_impossible_length),
        cmocka_unit_test(test_nullified),
        cmocka_unit_test(test_badly_nullified),
        cmocka_unit_test(test_sequence_check),
        cmocka_unit_test(test_window_edges),
        cmocka_unit_test(test_lost_tlp),
        cmocka_unit_test(test_what_clears_nak_scheduled),
        cmocka_unit_test(test_receiver_error),
        cmocka_unit_test(test_reserved_bits),
        cmocka_unit_test(test_batch_equals_single),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
