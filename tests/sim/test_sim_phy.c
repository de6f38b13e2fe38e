/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A hit on the line at 128b/130b, bit by bit: what it falls on, and what the receiver makes of it.
 * Not here: 8b/10b and named faults, which show in a run (test_sim_faults.c, test_sim_ber.c).
 * Rules: SIM-03.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "sim/phy.h"

static struct sim_phy phy;
static struct sim_random dice;

/* An UpdateFC whose CRC does not matter: SDP token and six bytes, 8 symbols. */
static const uint8_t dllp[AK_DLLP_BYTES] = {0x80, 0x01, 0x00, 0x10, 0x55, 0xAA};

static void open_link(uint32_t width)
{
    struct sim_link link = {.rate = AK_RATE_8, .width = width};
    sim_phy_init(&phy, &link, AK_CRC_PORTABLE);
    sim_random_start(&dice, 1, 0, SIM_STREAM_FAULTS);
}

/* Hits line bit `bit` of the DLLP that begins at symbol time `time_sym`; what arrives is left in
 * `received`. */
static enum sim_arrival hit(uint64_t bit, uint64_t time_sym, struct sim_harm *harm,
                            uint8_t received[AK_FRAME_MAX_BYTES])
{
    struct sim_sent sent = {.bytes = received, .length_bytes = AK_DLLP_BYTES};
    memcpy(received, dllp, sizeof dllp);
    memset(harm, 0, sizeof *harm);
    sim_phy_clear(&phy, AK_DLLP_SYM);
    assert_int_equal(sim_phy_hit(&phy, harm, bit, AK_DLLP_SYM, time_sym, 0, 1, &dice), 1);
    return sim_phy_receive(&phy, &sent, harm, &dice);
}

/* Two bits of sync header, 16 of the SDP token, then 48 of the DLLP, lowest bit first. */
static void test_first_in_a_block(void **state)
{
    uint8_t received[AK_FRAME_MAX_BYTES];
    struct sim_harm harm;
    (void)state;
    open_link(1);
    for (uint64_t bit = 0; bit < 2 + 64; bit++) {
        enum sim_arrival arrival = hit(bit, 0, &harm, received);
        assert_int_equal(harm.sync_hdr_hit, bit < 2);
        assert_int_equal(harm.symbols_hit, bit >= 2);
        if (bit < 2 + 16) {
            assert_int_equal(arrival, SIM_ARRIVAL_FRAMING);
            continue;
        }
        uint64_t at = bit - 18;
        assert_int_equal(arrival, SIM_ARRIVAL_DLLP);
        assert_int_equal(received[at / 8] ^ dllp[at / 8], 1u << at % 8);
    }
}

/* From symbol 12 on four symbols are left of a block of 16: the next sync header stands behind
 * them. */
static void test_across_two_blocks(void **state)
{
    uint8_t received[AK_FRAME_MAX_BYTES];
    struct sim_harm harm;
    (void)state;
    open_link(1);
    for (uint64_t bit = 0; bit < 64 + 2; bit++) {
        bool is_header = bit == 32 || bit == 33;
        enum sim_arrival arrival = hit(bit, 12, &harm, received);
        assert_int_equal(harm.sync_hdr_hit, is_header);
        if (is_header || bit < 16) {
            assert_int_equal(arrival, SIM_ARRIVAL_FRAMING);
            continue;
        }
        uint64_t at = (bit < 32 ? bit : bit - 2) - 16;
        assert_int_equal(arrival, SIM_ARRIVAL_DLLP);
        assert_int_equal(received[at / 8] ^ dllp[at / 8], 1u << at % 8);
    }
}

/* Each lane has a sync header of its own. */
static void test_a_header_on_each_lane(void **state)
{
    uint8_t received[AK_FRAME_MAX_BYTES];
    struct sim_harm harm;
    (void)state;
    open_link(4);
    for (uint64_t bit = 0; bit < 9; bit++) {
        assert_int_equal(hit(bit, 0, &harm, received), SIM_ARRIVAL_FRAMING);
        assert_int_equal(harm.sync_hdr_hit, bit < 8);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_first_in_a_block),
        cmocka_unit_test(test_across_two_blocks),
        cmocka_unit_test(test_a_header_on_each_lane),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
