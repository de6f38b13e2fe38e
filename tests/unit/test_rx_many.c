/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Many TLPs: a batch with one that is too short, and more without an Ack than are counted.
 * Not here: that a batch equals single calls (test_rx_tlp.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "port_fixture.h"

/* Rules: RX-03. In a batch too, what is shorter than any TLP is a bad one; the others go on. */
static void test_batch_with_a_short_one(void **state)
{
    static uint8_t frames[3][FX_TLP_BYTES + 6];
    struct ak_packet batch[3];
    enum ak_verdict verdicts[3];
    struct port_fixture f;
    (void)state;
    fx_open(&f, NULL);
    for (uint16_t i = 0; i < 3; i++) {
        fx_make_frame(&f, i);
        memcpy(frames[i], f.frame, sizeof(frames[i]));
        batch[i].bytes = frames[i];
        batch[i].length_bytes = i == 1 ? 17 : sizeof(frames[i]);
    }
    assert_int_equal(ak_rx_batch(&f.port, batch, 3, f.now, verdicts), 1);
    assert_int_equal(verdicts[0], AK_VERDICT_DELIVERED);
    assert_int_equal(verdicts[1], AK_VERDICT_BAD_LCRC);
    assert_int_equal(verdicts[2], AK_VERDICT_OUT_OF_SEQUENCE);
    fx_close(&f);
}

/* Rules: RX-06, RX-08. More TLPs without an Ack than are counted: the count stays, TLPs arrive. */
static void test_unacknowledged_beyond_the_count(void **state)
{
    struct port_fixture f;
    (void)state;
    fx_open(&f, NULL);
    for (uint32_t i = 0; i < 65540; i++) {
        fx_make_frame(&f, (uint16_t)(i % 4096));
        assert_int_equal(ak_rx(&f.port, AK_RX_TLP, f.frame, FX_TLP_BYTES + 6, f.now, &f.view),
                         AK_VERDICT_DELIVERED);
    }
    assert_int_equal(f.port.rx.unacked_tlps, 65535);
    fx_wait_and_tick(&f, FX_ACK_LIMIT);
    fx_send(&f, AK_WIRE_ACK, 3); /* 65,539 modulo 4096 */
    fx_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_batch_with_a_short_one),
        cmocka_unit_test(test_unacknowledged_beyond_the_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
