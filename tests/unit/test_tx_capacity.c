/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The replay buffer's capacity, exact in bytes and in TLPs, also where frames wrap around the end
 * of its memory; the three ways to put a TLP in.
 * Not here: numbers and the window (test_tx_submit.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "port_fixture.h"

static void open_capacity(struct port_fixture *f, uint32_t capacity_bytes, uint32_t slot_count)
{
    struct ak_config config;
    fx_config(&config);
    config.replay_capacity_bytes = capacity_bytes;
    config.slot_count = slot_count;
    config.initial_seq = 4090;
    config.replay_limit = 1000000;
    fx_open(f, &config);
}

static uint16_t seq_of(uint32_t n)
{
    return (uint16_t)((4090u + n) % 4096u);
}

/* Rules: TX-04. Three frames of 22 bytes in 66 bytes, round and round. */
static void test_bytes_are_exact(void **state)
{
    struct port_fixture f;
    (void)state;
    open_capacity(&f, 66, 8);
    fx_submit(&f, 3);
    for (uint32_t n = 0; n < 50; n++) {
        assert_int_equal(ak_tx_used_bytes(&f.port), 66);
        assert_int_equal(fx_try_submit(&f, 12, AK_TLP_STORE_AND_FORWARD), AK_REFUSED_FULL);
        fx_send_all(&f);
        assert_int_equal(fx_ack(&f, seq_of(n)), AK_VERDICT_ACK);
        assert_int_equal(ak_tx_used_bytes(&f.port), 44);
        assert_int_equal(fx_try_submit(&f, 20, AK_TLP_STORE_AND_FORWARD), AK_REFUSED_FULL);
        fx_submit(&f, 1);
    }
    assert_int_equal(fx_counters(&f)->peak_bytes, 66);
    assert_int_equal(fx_counters(&f)->peak_tlps, 3);
    fx_close(&f);
}

/* Rules: TX-04. One slot per TLP, however small they are. */
static void tlps_are_exact(uint32_t slot_count)
{
    struct port_fixture f;
    open_capacity(&f, 65536, slot_count);
    fx_submit(&f, slot_count);
    for (uint32_t n = 0; n < 2 * slot_count + 10; n++) {
        assert_int_equal(ak_tx_used_tlps(&f.port), slot_count);
        assert_int_equal(fx_try_submit(&f, 12, AK_TLP_STORE_AND_FORWARD), AK_REFUSED_FULL);
        fx_send_all(&f);
        assert_int_equal(fx_ack(&f, seq_of(n)), AK_VERDICT_ACK);
        fx_submit(&f, 1);
    }
    fx_close(&f);
}

static void test_tlps_are_exact(void **state)
{
    (void)state;
    tlps_are_exact(1);
    tlps_are_exact(2);
    tlps_are_exact(16);
}

/* The frame of the n-th TLP is kept whole. */
static void assert_kept(struct port_fixture *f, uint32_t n, uint32_t tlp_bytes)
{
    static uint8_t tlp[AK_TLP_MAX_BYTES];
    uint32_t frame_bytes = 0;
    const uint8_t *frame = ak_tx_frame(&f->port, seq_of(n), &frame_bytes);
    fx_tlp_content(n, tlp, tlp_bytes);
    assert_int_equal(frame_bytes, tlp_bytes + 6);
    assert_int_equal(frame[0] * 256 + frame[1], seq_of(n));
    assert_memory_equal(frame + 2, tlp, tlp_bytes);
}

/* Rules: TX-04. A largest frame starts at each even place of the memory in turn (frames are of even
 * length): at the last it runs furthest into the slack behind the capacity. */
static void test_largest_frame_at_every_offset(void **state)
{
    struct port_fixture f;
    const uint32_t capacity_bytes = AK_FRAME_MAX_BYTES + 18;
    (void)state;
    open_capacity(&f, capacity_bytes, 4);
    for (uint32_t n = 0; n < 2 * capacity_bytes; n += 3) {
        assert_int_equal(fx_try_submit(&f, 12, AK_TLP_STORE_AND_FORWARD), AK_OK);
        assert_int_equal(fx_try_submit(&f, AK_TLP_MAX_BYTES, AK_TLP_STORE_AND_FORWARD), AK_OK);
        assert_int_equal(ak_tx_used_bytes(&f.port), capacity_bytes);
        assert_int_equal(fx_try_submit(&f, 12, AK_TLP_STORE_AND_FORWARD), AK_REFUSED_FULL);
        assert_kept(&f, n, 12);
        assert_kept(&f, n + 1, AK_TLP_MAX_BYTES);
        fx_send_tlps(&f, seq_of(n), 2);
        assert_int_equal(fx_ack(&f, seq_of(n + 1)), AK_VERDICT_ACK);
        assert_int_equal(ak_tx_used_bytes(&f.port), 0);
        /* moves the start by 18 bytes more */
        assert_int_equal(fx_try_submit(&f, 12, AK_TLP_STORE_AND_FORWARD), AK_OK);
        fx_send_tlps(&f, seq_of(n + 2), 1);
        assert_int_equal(fx_ack(&f, seq_of(n + 2)), AK_VERDICT_ACK);
    }
    fx_close(&f);
}

/* Rules: TX-04. Frames of all sizes; what fits is told by adding up, and all stay whole. */
static void test_sum_of_sizes_decides(void **state)
{
    enum { COUNT = 3000, CAPACITY = 9001 };
    static uint32_t tlp_bytes[COUNT];
    struct port_fixture f;
    uint32_t oldest = 0;
    uint32_t newest = 0;
    uint32_t used = 0;
    uint32_t mixed = 1;
    (void)state;
    open_capacity(&f, CAPACITY, 64);
    while (newest < COUNT) {
        mixed = mixed * 1103515245u + 12345u;
        tlp_bytes[newest] = 12 + 4 * ((mixed >> 16) % (mixed % 5 == 0 ? 1031u : 80u));
        enum ak_status status = fx_try_submit(&f, tlp_bytes[newest], AK_TLP_STORE_AND_FORWARD);
        bool fits = used + tlp_bytes[newest] + 6 <= CAPACITY && newest - oldest < 64;
        assert_int_equal(status, fits ? AK_OK : AK_REFUSED_FULL);
        if (fits) {
            used += tlp_bytes[newest++] + 6;
            fx_send_tlps(&f, seq_of(newest - 1), 1);
        } else {
            assert_kept(&f, oldest, tlp_bytes[oldest]);
            assert_kept(&f, newest - 1, tlp_bytes[newest - 1]);
            assert_int_equal(fx_ack(&f, seq_of(oldest)), AK_VERDICT_ACK);
            used -= tlp_bytes[oldest++] + 6;
        }
        assert_int_equal(ak_tx_used_bytes(&f.port), used);
    }
    fx_close(&f);
}

/* Rules: TX-04, TX-06. A frame that is acknowledged while it is on the wire keeps its place and its
 * bytes until its end. */
static void test_frame_on_the_wire_keeps_its_place(void **state)
{
    struct port_fixture f;
    (void)state;
    open_capacity(&f, 44, 2);
    fx_submit(&f, 2);
    assert_int_equal(fx_begin(&f), AK_WIRE_TLP);
    assert_int_equal(fx_ack(&f, seq_of(0)), AK_VERDICT_ACK);
    assert_int_equal(f.port.tx.ackd_seq, seq_of(0));
    assert_int_equal(ak_tx_outstanding(&f.port), 0);
    assert_int_equal(ak_tx_used_tlps(&f.port), 2);
    assert_int_equal(ak_tx_used_bytes(&f.port), 44);
    assert_int_equal(fx_try_submit(&f, 12, AK_TLP_STORE_AND_FORWARD), AK_REFUSED_FULL);
    fx_end(&f);
    assert_int_equal(ak_tx_used_tlps(&f.port), 1);
    fx_submit(&f, 1);
    fx_send_tlps(&f, seq_of(1), 2);
    fx_close(&f);
}

/* Rules: TX-04. A refusal changes nothing but the stall counter. */
static void test_refusal_changes_nothing(void **state)
{
    uint8_t before[AK_PORT_IMAGE_BYTES];
    uint8_t after[AK_PORT_IMAGE_BYTES];
    struct port_fixture f;
    (void)state;
    open_capacity(&f, 66, 8);
    fx_submit(&f, 3);
    struct ak_counters counters = *fx_counters(&f);
    uint32_t image_bytes = ak_port_image(&f.port, before);
    assert_int_equal(fx_try_submit(&f, 12, AK_TLP_STORE_AND_FORWARD), AK_REFUSED_FULL);
    assert_int_equal(ak_port_image(&f.port, after), image_bytes);
    assert_memory_equal(before, after, image_bytes);
    counters.tx_stalls++;
    assert_memory_equal(&counters, fx_counters(&f), sizeof(counters));
    fx_close(&f);
}

/* Rules: TX-01, TX-04. reserve and commit give what submit gives, abandon gives the bytes back. */
static void test_reserve_equals_submit(void **state)
{
    struct port_fixture f;
    struct port_fixture g;
    (void)state;
    open_capacity(&f, 300, 8);
    open_capacity(&g, 300, 8);
    for (uint32_t n = 0; n < 40; n++) {
        uint32_t tlp_bytes = 12 + 4 * (n % 11);
        uint8_t *place = NULL;
        assert_int_equal(fx_try_submit(&f, tlp_bytes, AK_TLP_STORE_AND_FORWARD), AK_OK);
        assert_int_equal(ak_tx_reserve(&g.port, 4 + tlp_bytes, &place), AK_OK);
        memset(place, 0xEE, 4 + tlp_bytes);
        ak_tx_abandon(&g.port);
        assert_int_equal(ak_tx_reserve(&g.port, tlp_bytes, &place), AK_OK);
        fx_tlp_content(n, place, tlp_bytes);
        ak_tx_commit(&g.port, AK_TLP_STORE_AND_FORWARD);
        assert_true(ak_port_is_valid(&g.port));
        assert_int_equal(fx_begin(&f), AK_WIRE_TLP);
        assert_int_equal(fx_begin(&g), AK_WIRE_TLP);
        assert_int_equal(f.packet.length_bytes, g.packet.length_bytes);
        assert_memory_equal(f.packet.bytes, g.packet.bytes, f.packet.length_bytes);
        fx_end(&f);
        fx_end(&g);
        if (n % 3 == 2) {
            fx_ack(&f, seq_of(n));
            fx_ack(&g, seq_of(n));
        }
        assert_memory_equal(fx_counters(&f), fx_counters(&g), sizeof(struct ak_counters));
    }
    fx_close(&f);
    fx_close(&g);
}

/* Rules: TX-04. What fits by reserve is what fits by submit. */
static void test_reserve_is_refused_like_submit(void **state)
{
    struct port_fixture f;
    uint8_t *place = NULL;
    (void)state;
    open_capacity(&f, 66, 8);
    fx_submit(&f, 2);
    assert_int_equal(ak_tx_reserve(&f.port, 20, &place), AK_REFUSED_FULL);
    assert_int_equal(ak_tx_reserve(&f.port, 16, &place), AK_OK);
    fx_tlp_content(2, place, 16);
    ak_tx_commit(&f.port, AK_TLP_CUT_THROUGH);
    assert_kept(&f, 2, 16);
    assert_int_equal(ak_tx_reserve(&f.port, 12, &place), AK_REFUSED_CUT_THROUGH);
    fx_close(&f);
}

/* Rules: TX-01, TX-04. A batch is as many single calls, and stops where they would. */
static void test_batch_equals_single(void **state)
{
    enum { COUNT = 20 };
    static uint8_t tlps[COUNT][64];
    struct ak_tx_tlp batch[COUNT];
    struct port_fixture f;
    struct port_fixture g;
    enum ak_status status = AK_REFUSED_DEAD;
    uint32_t taken = 0;
    (void)state;
    open_capacity(&f, 500, 16);
    open_capacity(&g, 500, 16);
    for (uint32_t n = 0; n < COUNT; n++) {
        batch[n].bytes = tlps[n];
        batch[n].length_bytes = 12 + 4 * (n % 14);
        fx_tlp_content(n, tlps[n], batch[n].length_bytes);
    }
    while (fx_try_submit(&f, batch[taken].length_bytes, AK_TLP_STORE_AND_FORWARD) == AK_OK) {
        taken++;
    }
    assert_int_equal(ak_tx_submit_batch(&g.port, batch, COUNT, &status), taken);
    assert_int_equal(status, AK_REFUSED_FULL);
    assert_true(ak_port_is_valid(&g.port));
    assert_memory_equal(fx_counters(&f), fx_counters(&g), sizeof(struct ak_counters));
    for (uint32_t n = 0; n < taken; n++) {
        assert_kept(&g, n, batch[n].length_bytes);
    }
    fx_send_tlps(&g, seq_of(0), taken);
    fx_ack(&g, seq_of(taken - 1));
    assert_int_equal(ak_tx_submit_batch(&g.port, &batch[taken], 2, &status), 2);
    assert_int_equal(status, AK_OK);
    assert_int_equal(ak_tx_submit_batch(&g.port, batch, 1, NULL), 1);
    fx_close(&f);
    fx_close(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bytes_are_exact),
        cmocka_unit_test(test_tlps_are_exact),
        cmocka_unit_test(test_largest_frame_at_every_offset),
        cmocka_unit_test(test_sum_of_sizes_decides),
        cmocka_unit_test(test_frame_on_the_wire_keeps_its_place),
        cmocka_unit_test(test_refusal_changes_nothing),
        cmocka_unit_test(test_reserve_equals_submit),
        cmocka_unit_test(test_reserve_is_refused_like_submit),
        cmocka_unit_test(test_batch_equals_single),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
