/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The order of sending (D23), and DLLPs of other layers.
 * Not here: Recovery and link down (test_port_link.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "port_fixture.h"
#include "reference_crc.h"

static void offer_both(struct port_fixture *f)
{
    assert_int_equal(fx_offer(f, AK_DLLP_CLASS_OTHER, 0x30, 1), AK_OK);
    assert_int_equal(fx_offer(f, AK_DLLP_CLASS_FLOW_CONTROL, 0x80, 2), AK_OK);
}

/* Begins a DLLP of another layer with this type and content, and ends it. */
static void send_dllp(struct port_fixture *f, uint8_t code, uint8_t content)
{
    uint8_t expected[6] = {code, content, 0, 0, 0, 0};
    reference_seal_dllp(expected);
    assert_int_equal(fx_begin(f), AK_WIRE_DLLP);
    assert_int_equal(f->packet.kind, AK_PACKET_DLLP);
    assert_int_equal(f->packet.length_bytes, 6);
    assert_memory_equal(f->packet.bytes, expected, 6);
    fx_end(f);
}

/* Rules: PORT-03. A Nak, flow control, a replay, a new TLP and another DLLP all wait. */
static void test_order_with_a_nak(void **state)
{
    struct port_fixture f;
    (void)state;
    fx_open(&f, NULL);
    fx_submit(&f, 3);
    fx_send_tlps(&f, 0, 2);
    offer_both(&f);
    fx_nak(&f, 0);
    fx_bad_tlp(&f, 0);
    fx_send(&f, AK_WIRE_NAK, 0xFFF);
    send_dllp(&f, 0x80, 2);
    fx_send_replayed(&f, 1, 1);
    fx_send_tlps(&f, 2, 1);
    send_dllp(&f, 0x30, 1);
    assert_int_equal(fx_begin(&f), AK_WIRE_IDLE);
    fx_close(&f);
}

/* Rules: PORT-03. The same with an Ack. */
static void test_order_with_an_ack(void **state)
{
    struct port_fixture f;
    (void)state;
    fx_open(&f, NULL);
    fx_submit(&f, 3);
    fx_send_tlps(&f, 0, 2);
    offer_both(&f);
    fx_nak(&f, 0xFFF);
    fx_tlp(&f, 4095); /* a duplicate */
    fx_send(&f, AK_WIRE_ACK, 0xFFF);
    send_dllp(&f, 0x80, 2);
    fx_send_replayed(&f, 0, 2);
    fx_send_tlps(&f, 2, 1);
    send_dllp(&f, 0x30, 1);
    fx_close(&f);
}

/* Rules: PORT-03. What is more urgent goes between the TLPs of a replay, not into one. */
static void test_urgent_between_replayed_tlps(void **state)
{
    struct port_fixture f;
    (void)state;
    fx_open(&f, NULL);
    fx_submit(&f, 3);
    fx_send_tlps(&f, 0, 3);
    fx_nak(&f, 0xFFF);
    assert_int_equal(fx_begin(&f), AK_WIRE_TLP_REPLAYED);
    fx_bad_tlp(&f, 0);
    offer_both(&f);
    fx_end(&f);
    fx_send(&f, AK_WIRE_NAK, 0xFFF);
    send_dllp(&f, 0x80, 2);
    fx_send_replayed(&f, 1, 1);
    fx_tlp(&f, 4095);
    fx_send(&f, AK_WIRE_ACK, 0xFFF);
    fx_send_replayed(&f, 2, 1);
    send_dllp(&f, 0x30, 1);
    fx_close(&f);
}

/* Rules: PORT-03. Strict: other DLLPs wait as long as there are TLPs. */
static void test_other_dllps_starve(void **state)
{
    struct port_fixture f;
    (void)state;
    fx_open(&f, NULL);
    offer_both(&f);
    fx_submit(&f, 20);
    send_dllp(&f, 0x80, 2);
    fx_send_tlps(&f, 0, 20);
    send_dllp(&f, 0x30, 1);
    fx_close(&f);
}

/* Rules: PORT-04. In the order offered, with their CRC, each class its own queue of four. */
static void test_queues(void **state)
{
    struct port_fixture f;
    (void)state;
    fx_open(&f, NULL);
    for (uint8_t i = 0; i < AK_OFFERED_MAX; i++) {
        assert_int_equal(fx_offer(&f, AK_DLLP_CLASS_FLOW_CONTROL, 0x90, i), AK_OK);
    }
    assert_int_equal(fx_offer(&f, AK_DLLP_CLASS_FLOW_CONTROL, 0x90, 9), AK_REFUSED_FULL);
    for (uint8_t i = 0; i < AK_OFFERED_MAX; i++) {
        assert_int_equal(fx_offer(&f, AK_DLLP_CLASS_OTHER, 0x20, i), AK_OK);
    }
    assert_int_equal(fx_offer(&f, AK_DLLP_CLASS_OTHER, 0x20, 9), AK_REFUSED_FULL);
    assert_int_equal(fx_counters(&f)->tx_stalls, 0);
    /* one that is on the wire has left the queue */
    assert_int_equal(fx_begin(&f), AK_WIRE_DLLP);
    assert_int_equal(fx_offer(&f, AK_DLLP_CLASS_FLOW_CONTROL, 0x90, 4), AK_OK);
    assert_int_equal(fx_offer(&f, AK_DLLP_CLASS_FLOW_CONTROL, 0x90, 9), AK_REFUSED_FULL);
    assert_int_equal(f.packet.bytes[1], 0);
    fx_end(&f);
    for (uint8_t i = 1; i <= AK_OFFERED_MAX; i++) {
        send_dllp(&f, 0x90, i);
    }
    for (uint8_t i = 0; i < AK_OFFERED_MAX; i++) {
        send_dllp(&f, 0x20, i);
    }
    assert_int_equal(fx_begin(&f), AK_WIRE_IDLE);
    assert_int_equal(fx_counters(&f)->dllps_sent, 9);
    fx_close(&f);
}

/* Rules: PORT-04. All four bytes are sent as offered. */
static void test_all_bytes_of_a_dllp(void **state)
{
    const uint8_t dllp[4] = {0xA3, 0x5C, 0xE1, 0x97};
    uint8_t expected[6];
    struct port_fixture f;
    (void)state;
    fx_open(&f, NULL);
    assert_int_equal(ak_tx_offer_dllp(&f.port, AK_DLLP_CLASS_FLOW_CONTROL, dllp), AK_OK);
    memcpy(expected, dllp, 4);
    reference_seal_dllp(expected);
    assert_int_equal(fx_begin(&f), AK_WIRE_DLLP);
    assert_memory_equal(f.packet.bytes, expected, 6);
    fx_close(&f);
}

/* Rules: PORT-03, RX-09. Acks and Naks as they stand on the wire, reserved bits 0. */
static void test_bytes_of_an_ack(void **state)
{
    uint8_t expected[6] = {0x00, 0x00, 0x0A, 0xBC, 0, 0};
    struct ak_config config;
    struct port_fixture f;
    (void)state;
    fx_config(&config);
    config.initial_rcv_seq = 0xABD;
    fx_open(&f, &config);
    fx_tlp(&f, 0xABC);
    reference_seal_dllp(expected);
    assert_int_equal(fx_begin(&f), AK_WIRE_ACK);
    assert_memory_equal(f.packet.bytes, expected, 6);
    fx_end(&f);
    fx_bad_tlp(&f, 0xABD);
    expected[0] = 0x10;
    reference_seal_dllp(expected);
    assert_int_equal(fx_begin(&f), AK_WIRE_NAK);
    assert_memory_equal(f.packet.bytes, expected, 6);
    fx_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order_with_a_nak),
        cmocka_unit_test(test_order_with_an_ack),
        cmocka_unit_test(test_urgent_between_replayed_tlps),
        cmocka_unit_test(test_other_dllps_starve),
        cmocka_unit_test(test_queues),
        cmocka_unit_test(test_all_bytes_of_a_dllp),
        cmocka_unit_test(test_bytes_of_an_ack),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
