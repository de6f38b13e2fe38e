/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Taking TLPs: numbers, frames, the window.
 * Not here: the capacity of the replay buffer (test_tx_capacity.c), cut-through
 * (test_tx_nullify.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "port_fixture.h"
#include "reference_crc.h"

/* Rules: TX-02. */
static void test_reset_values(void **state)
{
    struct port_fixture f;
    (void)state;
    fx_open_down(&f, NULL);
    assert_int_equal(f.port.tx.next_transmit_seq, 0);
    assert_int_equal(f.port.tx.ackd_seq, 0xFFF);
    assert_int_equal(f.port.tx.replay_num, 0);
    assert_int_equal(ak_tx_used_tlps(&f.port), 0);
    assert_int_equal(ak_tx_used_bytes(&f.port), 0);
    assert_int_equal(ak_tx_outstanding(&f.port), 0);
    assert_false(ak_tx_is_replaying(&f.port));
    assert_true(ak_tx_deadline(&f.port) == AK_TIME_NEVER);
    fx_close(&f);
}

/* Rules: TX-01, TX-02. A first number of one's own, and the wrap from 4095 to 0 (D33). */
static void test_numbers_wrap(void **state)
{
    struct port_fixture f;
    struct ak_config config;
    (void)state;
    fx_config(&config);
    config.initial_seq = 4094;
    fx_open(&f, &config);
    assert_int_equal(f.port.tx.ackd_seq, 4093);
    fx_submit(&f, 4);
    assert_int_equal(f.port.tx.next_transmit_seq, 2);
    fx_send(&f, AK_WIRE_TLP, 4094);
    fx_send(&f, AK_WIRE_TLP, 4095);
    fx_send(&f, AK_WIRE_TLP, 0);
    fx_send(&f, AK_WIRE_TLP, 1);
    fx_close(&f);
}

/* Rules: TX-01. The number is taken at submit, before anything is sent (D27). */
static void test_number_counts_at_submit(void **state)
{
    struct port_fixture f;
    (void)state;
    fx_open(&f, NULL);
    fx_submit(&f, 3);
    assert_int_equal(f.port.tx.next_transmit_seq, 3);
    assert_int_equal(ak_tx_outstanding(&f.port), 0);
    assert_int_equal(ak_tx_used_tlps(&f.port), 3);
    assert_int_equal(fx_counters(&f)->tlps_submitted, 3);
    assert_int_equal(fx_counters(&f)->tlps_sent, 0);
    fx_close(&f);
}

/* What a frame must be: four 0 bits and the number, the TLP, the LCRC of both. */
static void assert_is_frame(const uint8_t *frame, uint32_t frame_bytes, uint16_t seq, uint32_t n,
                            uint32_t tlp_bytes)
{
    static uint8_t expected[AK_FRAME_MAX_BYTES];
    expected[0] = (uint8_t)(seq >> 8);
    expected[1] = (uint8_t)seq;
    fx_tlp_content(n, &expected[2], tlp_bytes);
    reference_seal_frame(expected, tlp_bytes + 2);
    assert_int_equal(frame_bytes, tlp_bytes + 6);
    assert_memory_equal(frame, expected, frame_bytes);
}

/* Rules: TX-01, TX-04. */
static void test_frame_is_number_tlp_lcrc(void **state)
{
    static const uint32_t sizes[] = {12, 16, 20, 64, 144, 272, 1040, 4112, AK_TLP_MAX_BYTES};
    struct port_fixture f;
    struct ak_config config;
    (void)state;
    fx_config(&config);
    config.initial_seq = 0xABC;
    fx_open(&f, &config);
    for (uint32_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        uint32_t frame_bytes = 0;
        uint16_t seq = (uint16_t)(0xABC + i);
        assert_int_equal(fx_try_submit(&f, sizes[i], AK_TLP_STORE_AND_FORWARD), AK_OK);
        const uint8_t *frame = ak_tx_frame(&f.port, seq, &frame_bytes);
        assert_is_frame(frame, frame_bytes, seq, i, sizes[i]);
        assert_int_equal(fx_begin(&f), AK_WIRE_TLP);
        assert_is_frame(f.packet.bytes, f.packet.length_bytes, seq, i, sizes[i]);
        fx_end(&f);
    }
    fx_close(&f);
}

static void open_wide(struct port_fixture *f, uint16_t initial_seq, bool report)
{
    struct ak_config config;
    fx_config(&config);
    config.slot_count = AK_SLOTS_MAX;
    config.replay_capacity_bytes = 2048 * (FX_TLP_BYTES + 6);
    config.initial_seq = initial_seq;
    config.report_window_stall = report;
    config.replay_limit = 1000000;
    fx_open(f, &config);
}

/* Rules: TX-03. 2047 unacknowledged are allowed, whether sent or not; the 2048th waits. */
static void window_of_2047(uint16_t initial_seq, bool send)
{
    struct port_fixture f;
    open_wide(&f, initial_seq, false);
    fx_submit(&f, 2046);
    if (send) {
        assert_int_equal(fx_send_all(&f), 2046);
    }
    fx_submit(&f, 1);
    assert_int_equal(fx_try_submit(&f, 16, AK_TLP_STORE_AND_FORWARD), AK_REFUSED_WINDOW);
    assert_int_equal(f.port.tx.next_transmit_seq, (initial_seq + 2047u) % 4096u);
    fx_send_all(&f);
    assert_int_equal(ak_tx_outstanding(&f.port), 2047);
    assert_int_equal(fx_try_submit(&f, 16, AK_TLP_STORE_AND_FORWARD), AK_REFUSED_WINDOW);
    assert_int_equal(fx_counters(&f)->tx_stalls, 1);
    assert_int_equal(fx_events(&f), 0);
    assert_int_equal(fx_ack(&f, initial_seq), AK_VERDICT_ACK);
    fx_submit(&f, 1);
    assert_int_equal(fx_try_submit(&f, 16, AK_TLP_STORE_AND_FORWARD), AK_REFUSED_WINDOW);
    assert_int_equal(fx_counters(&f)->tx_stalls, 2);
    fx_close(&f);
}

static void test_window(void **state)
{
    (void)state;
    window_of_2047(0, true);
    window_of_2047(0, false);
    window_of_2047(3000, true);
    window_of_2047(2048, true);
}

/* Rules: TX-03. The replay buffer has held 2048 TLPs, one of them acknowledged and still on the
 * wire: afterwards the window is no wider. */
static void test_window_after_a_full_buffer(void **state)
{
    struct port_fixture f;
    (void)state;
    open_wide(&f, 0, false);
    fx_submit(&f, 1);
    fx_begin(&f);
    assert_int_equal(fx_ack(&f, 0), AK_VERDICT_ACK);
    fx_submit(&f, 2047);
    assert_int_equal(ak_tx_used_tlps(&f.port), 2048);
    fx_end(&f);
    assert_int_equal(fx_send_all(&f), 2047);
    assert_int_equal(fx_ack(&f, 2047), AK_VERDICT_ACK);
    fx_submit(&f, 2047);
    assert_int_equal(fx_try_submit(&f, 16, AK_TLP_STORE_AND_FORWARD), AK_REFUSED_WINDOW);
    fx_close(&f);
}

/* Rules: TX-03, ERR-06. With report_window_stall a full window is a DL Protocol Error (D1). */
static void test_window_stall_is_reported_if_wanted(void **state)
{
    struct port_fixture f;
    (void)state;
    open_wide(&f, 0, true);
    fx_submit(&f, 2047);
    assert_int_equal(fx_events(&f), 0);
    assert_int_equal(fx_try_submit(&f, 16, AK_TLP_STORE_AND_FORWARD), AK_REFUSED_WINDOW);
    assert_int_equal(fx_events(&f), AK_EVENT_DL_PROTOCOL_ERROR);
    assert_int_equal(fx_counters(&f)->dl_protocol_error, 1);
    fx_close(&f);
}

/* Rules: TX-01. Submitting and beginning move no timer. */
static void test_submit_moves_no_timer(void **state)
{
    struct port_fixture f;
    (void)state;
    fx_open(&f, NULL);
    fx_submit(&f, 1);
    assert_true(ak_next_deadline(&f.port) == AK_TIME_NEVER);
    assert_int_equal(fx_begin(&f), AK_WIRE_TLP);
    assert_true(ak_next_deadline(&f.port) == AK_TIME_NEVER);
    fx_close(&f);
}

/* Rules: PORT-01. */
static void test_refused_while_inactive(void **state)
{
    struct port_fixture f;
    (void)state;
    fx_open_down(&f, NULL);
    assert_int_equal(fx_try_submit(&f, 16, AK_TLP_STORE_AND_FORWARD), AK_REFUSED_INACTIVE);
    assert_int_equal(f.port.tx.next_transmit_seq, 0);
    assert_int_equal(fx_counters(&f)->tx_stalls, 0);
    fx_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reset_values),
        cmocka_unit_test(test_numbers_wrap),
        cmocka_unit_test(test_number_counts_at_submit),
        cmocka_unit_test(test_frame_is_number_tlp_lcrc),
        cmocka_unit_test(test_window),
        cmocka_unit_test(test_window_after_a_full_buffer),
        cmocka_unit_test(test_window_stall_is_reported_if_wanted),
        cmocka_unit_test(test_submit_moves_no_timer),
        cmocka_unit_test(test_refused_while_inactive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
