/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The short ways of a port on a link that works: what leads off them, and that they lead to the
 * same place.
 * Not here: the rules they shorten (test_port_order.c, test_rx_tlp.c, tests/scope).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "acknak/acknak.h"
#include "port_fixture.h"

static void offer_flow_control(struct port_fixture *f)
{
    fx_offer(f, AK_DLLP_CLASS_FLOW_CONTROL, 0x80, 1);
}

static void take_duplicate(struct port_fixture *f)
{
    fx_tlp(f, 4095);
}

static void take_bad_tlp(struct port_fixture *f)
{
    fx_bad_tlp(f, 0);
}

static void take_nak(struct port_fixture *f)
{
    fx_nak(f, 0);
}

static void retrain(struct port_fixture *f)
{
    fx_link(f, AK_LINK_RECOVERY, false);
}

static void disable(struct port_fixture *f)
{
    fx_link(f, AK_LINK_UP, true);
}

/* Rules: PORT-01, PORT-02, PORT-03. TLP 2 waits, and something else comes before it. */
static void test_something_comes_before_a_new_tlp(void **state)
{
    static const struct {
        void (*happens)(struct port_fixture *f);
        enum ak_wire next;
    } cases[] = {
        {offer_flow_control, AK_WIRE_DLLP},
        {take_duplicate, AK_WIRE_ACK},
        {take_bad_tlp, AK_WIRE_NAK},
        {take_nak, AK_WIRE_TLP_REPLAYED},
        {retrain, AK_WIRE_IDLE},
        {disable, AK_WIRE_IDLE},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct port_fixture f;
        struct ak_packet packet;
        fx_open(&f, NULL);
        fx_submit(&f, 3);
        fx_send_tlps(&f, 0, 2);
        assert_true(f.port.tx.only_new_tlps);
        cases[i].happens(&f);
        assert_false(f.port.tx.only_new_tlps);
        assert_int_equal(ak_tx_send(&f.port, f.now, &packet), cases[i].next != AK_WIRE_IDLE);
        assert_int_equal(packet.wire, cases[i].next);
        fx_close(&f);
    }
}

/* An answer that is out of date is found out. */
static void test_stale_answers_are_not_valid(void **state)
{
    struct port_fixture f;
    (void)state;
    fx_open(&f, NULL);
    fx_bad_tlp(&f, 0);
    assert_true(ak_port_is_valid(&f.port));
    f.port.tx.only_new_tlps = true;
    assert_false(ak_port_is_valid(&f.port));
    f.port.tx.only_new_tlps = false;
    f.port.rx.plain_tlps = 1;
    assert_false(ak_port_is_valid(&f.port));
    f.port.rx.plain_tlps = 0;
    fx_close(&f);
}

static void open_vpclmul(struct port_fixture *f)
{
    struct ak_config config;
    fx_config(&config);
    config.crc_kernel = AK_CRC_VPCLMUL;
    config.ack_every_tlps = 4;
    fx_open(f, &config);
}

/* The port's own frame comes back to it, from a place where it can be changed. */
static enum ak_verdict send_and_receive(struct port_fixture *f, uint32_t tlp_bytes, uint8_t *frame,
                                        void (*change)(uint8_t *frame, uint32_t tlp_bytes))
{
    assert_int_equal(fx_try_submit(f, tlp_bytes, AK_TLP_STORE_AND_FORWARD), AK_OK);
    assert_int_equal(fx_begin(f), AK_WIRE_TLP);
    memcpy(frame, f->packet.bytes, f->packet.length_bytes);
    fx_end(f);
    if (change) {
        change(frame, tlp_bytes);
    }
    return fx_receive(f, AK_RX_TLP, frame, tlp_bytes + AK_FRAME_OVERHEAD_BYTES);
}

/* Rules: RX-04, RX-08. Four TLPs of each length, the second and third by the short way; the fourth
 * makes an Ack due. */
static void test_every_length_is_received(void **state)
{
    struct port_fixture f;
    uint8_t frame[AK_FRAME_MAX_BYTES];
    (void)state;
    if (!ak_crc_kernel_available(AK_CRC_VPCLMUL)) {
        skip();
    }
    open_vpclmul(&f);
    for (uint32_t tlp_bytes = 60; tlp_bytes <= 520; tlp_bytes += 4) {
        for (unsigned i = 0; i < 4; i++) {
            const uint16_t seq = f.port.rx.next_rcv_seq;
            assert_int_equal(f.port.rx.plain_tlps, i == 0 ? 0 : 3);
            assert_int_equal(send_and_receive(&f, tlp_bytes, frame, NULL), AK_VERDICT_DELIVERED);
            assert_int_equal(f.view.seq, seq);
            assert_int_equal(f.view.length_bytes, tlp_bytes);
            assert_ptr_equal(f.view.bytes, frame + AK_SEQ_BYTES);
        }
        assert_int_equal(fx_begin(&f), AK_WIRE_ACK);
        fx_end(&f);
        fx_ack(&f, ak_seq_before(f.port.tx.next_transmit_seq));
    }
    fx_close(&f);
}

static void flip_number(uint8_t *frame, uint32_t tlp_bytes)
{
    (void)tlp_bytes;
    frame[0] ^= 0x80; /* reserved: the number stays, the LCRC is wrong */
}

static void flip_last_byte(uint8_t *frame, uint32_t tlp_bytes)
{
    frame[AK_SEQ_BYTES + tlp_bytes - 1] ^= 1;
}

static void flip_lcrc(uint8_t *frame, uint32_t tlp_bytes)
{
    frame[AK_SEQ_BYTES + tlp_bytes] ^= 1;
}

/* Rules: RX-03. The second TLP, which could go the short way, is damaged: it lends nothing. */
static void test_damage_is_found(void **state)
{
    void (*const changes[])(uint8_t *, uint32_t) = {flip_number, flip_last_byte, flip_lcrc};
    uint8_t frame[AK_FRAME_MAX_BYTES];
    (void)state;
    if (!ak_crc_kernel_available(AK_CRC_VPCLMUL)) {
        skip();
    }
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        for (uint32_t tlp_bytes = 64; tlp_bytes <= 512; tlp_bytes += 4) {
            struct port_fixture f;
            open_vpclmul(&f);
            assert_int_equal(send_and_receive(&f, tlp_bytes, frame, NULL), AK_VERDICT_DELIVERED);
            assert_int_equal(f.port.rx.plain_tlps, 3);
            assert_int_equal(send_and_receive(&f, tlp_bytes, frame, changes[i]),
                             AK_VERDICT_BAD_LCRC);
            assert_null(f.view.bytes);
            assert_int_equal(f.port.rx.next_rcv_seq, 1);
            assert_int_equal(f.port.rx.plain_tlps, 0);
            fx_close(&f);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_something_comes_before_a_new_tlp),
        cmocka_unit_test(test_stale_answers_are_not_valid),
        cmocka_unit_test(test_every_length_is_received),
        cmocka_unit_test(test_damage_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
