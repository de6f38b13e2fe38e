/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Timer limits against the published tables, the terms, the modes, the bounds for others.
 * Not here: the timers.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "acknak/limits.h"

struct cell {
    uint32_t ack_sym;
    uint32_t replay_sym;
};

static const uint32_t widths[7] = {1, 2, 4, 8, 12, 16, 32};
static const uint32_t payloads[6] = {128, 256, 512, 1024, 2048, 4096};

/* Base 2.0 to 3.1, unadjusted: by rate (2.5, 5, 8 GT/s), payload, width. */
static const struct cell cells[3][6][7] = {
    {
        {{237, 711}, {128, 384}, {73, 219}, {67, 201}, {58, 174}, {48, 144}, {33, 99}},
        {{416, 1248}, {217, 651}, {118, 354}, {107, 321}, {90, 270}, {72, 216}, {45, 135}},
        {{559, 1677}, {289, 867}, {154, 462}, {86, 258}, {109, 327}, {86, 258}, {52, 156}},
        {{1071, 3213}, {545, 1635}, {282, 846}, {150, 450}, {194, 582}, {150, 450}, {84, 252}},
        {{2095, 6285}, {1057, 3171}, {538, 1614}, {278, 834}, {365, 1095}, {278, 834}, {148, 444}},
        {{4143, 12429},
         {2081, 6243},
         {1050, 3150},
         {534, 1602},
         {706, 2118},
         {534, 1602},
         {276, 828}},
    },
    {
        {{288, 864}, {179, 537}, {124, 372}, {118, 354}, {109, 327}, {99, 297}, {84, 252}},
        {{467, 1401}, {268, 804}, {169, 507}, {158, 474}, {141, 423}, {123, 369}, {96, 288}},
        {{610, 1830}, {340, 1020}, {205, 615}, {137, 411}, {160, 480}, {137, 411}, {103, 309}},
        {{1122, 3366}, {596, 1788}, {333, 999}, {201, 603}, {245, 735}, {201, 603}, {135, 405}},
        {{2146, 6438}, {1108, 3324}, {589, 1767}, {329, 987}, {416, 1248}, {329, 987}, {199, 597}},
        {{4194, 12582},
         {2132, 6396},
         {1101, 3303},
         {585, 1755},
         {757, 2271},
         {585, 1755},
         {327, 981}},
    },
    {
        {{333, 999}, {224, 672}, {169, 507}, {163, 489}, {154, 462}, {144, 432}, {129, 387}},
        {{512, 1536}, {313, 939}, {214, 642}, {203, 609}, {186, 558}, {168, 504}, {141, 423}},
        {{655, 1965}, {385, 1155}, {250, 750}, {182, 546}, {205, 615}, {182, 546}, {148, 444}},
        {{1167, 3501}, {641, 1923}, {378, 1134}, {246, 738}, {290, 870}, {246, 738}, {180, 540}},
        {{2191, 6573},
         {1153, 3459},
         {634, 1902},
         {374, 1122},
         {461, 1383},
         {374, 1122},
         {244, 732}},
        {{4239, 12717},
         {2177, 6531},
         {1146, 3438},
         {630, 1890},
         {802, 2406},
         {630, 1890},
         {372, 1116}},
    },
};

static struct ak_limits_input link_of(enum ak_rate rate, uint32_t width, uint32_t mps_bytes)
{
    struct ak_limits_input in = {0};
    in.rate = rate;
    in.max_rate = rate;
    in.width = width;
    in.mps_bytes = mps_bytes;
    return in;
}

/* LIM-01, LIM-02: 126 Ack cells and 126 REPLAY_TIMER cells. */
static void test_all_cells(void **state)
{
    (void)state;
    for (unsigned int rate = 0; rate < 3; rate++) {
        for (unsigned int mps = 0; mps < 6; mps++) {
            for (unsigned int width = 0; width < 7; width++) {
                const struct cell *cell = &cells[rate][mps][width];
                struct ak_limits_input in =
                    link_of((enum ak_rate)rate, widths[width], payloads[mps]);
                assert_int_equal(ak_limits_ack_sym(&in), cell->ack_sym);
                assert_int_equal(ak_limits_replay_sym(&in), cell->replay_sym);
            }
        }
    }
}

/* LIM-01: 16 and 32 GT/s have the Ack limits of 8 GT/s; LIM-02: table on request. */
static void test_later_rates_use_the_8_gts_table(void **state)
{
    (void)state;
    for (unsigned int rate = AK_RATE_16; rate <= AK_RATE_32; rate++) {
        for (unsigned int mps = 0; mps < 6; mps++) {
            for (unsigned int width = 0; width < 7; width++) {
                struct ak_limits_input in =
                    link_of((enum ak_rate)rate, widths[width], payloads[mps]);
                in.replay_timer = AK_REPLAY_TIMER_TABLE;
                assert_int_equal(ak_limits_ack_sym(&in), cells[2][mps][width].ack_sym);
                assert_int_equal(ak_limits_replay_sym(&in), cells[2][mps][width].replay_sym);
            }
        }
    }
}

/* LIM-01: (128 + 28) * 1.4 / 4 = 54.6; floored with 19 it is 73, and three times that 219, not 220.
 */
static void test_terms_of_one_cell(void **state)
{
    struct ak_limits_input in = link_of(AK_RATE_2_5, 4, 128);
    struct ak_limits limits;

    (void)state;
    assert_int_equal(ak_limits_compute(&in, &limits), AK_LIMITS_OK);
    assert_int_equal(limits.mps_bytes, 128);
    assert_int_equal(limits.overhead_sym, 28);
    assert_int_equal(limits.ack_factor_tenths, 14);
    assert_int_equal(limits.width, 4);
    assert_int_equal(limits.internal_delay_sym, 19);
    assert_int_equal(limits.base_sym, 73);
    assert_int_equal(limits.ack_sym, 73);
    assert_int_equal(limits.replay_table_sym, 219);
    assert_int_equal(limits.replay_sym, 219);
    assert_int_equal(limits.replay_timer, AK_REPLAY_TIMER_TABLE);
}

static void test_ack_factor(void **state)
{
    static const uint32_t small[7] = {14, 14, 14, 25, 30, 30, 30};
    static const uint32_t large[7] = {10, 10, 10, 10, 20, 20, 20};

    (void)state;
    for (unsigned int mps = 0; mps < 6; mps++)
        for (unsigned int width = 0; width < 7; width++)
            assert_int_equal(ak_limits_ack_factor_tenths(widths[width], payloads[mps]),
                             payloads[mps] <= 256 ? small[width] : large[width]);
    assert_int_equal(ak_limits_ack_factor_tenths(3, 128), 0);
    assert_int_equal(ak_limits_ack_factor_tenths(4, 100), 0);
}

/* LIM-03: 2.5 GT/s x1, MPS 128: 237 + 50 and 3 * 237 + 100. */
static void test_l0s_adjustments_stand_outside_the_factor(void **state)
{
    struct ak_limits_input in = link_of(AK_RATE_2_5, 1, 128);

    (void)state;
    in.tx_l0s_adjustment_sym = 50;
    in.rx_l0s_adjustment_sym = 100;
    assert_int_equal(ak_limits_ack_sym(&in), 287);
    assert_int_equal(ak_limits_replay_sym(&in), 811);
}

static void test_internal_delay_can_be_given(void **state)
{
    struct ak_limits_input in = link_of(AK_RATE_2_5, 4, 128);

    (void)state;
    in.internal_delay_sym = 1;
    assert_int_equal(ak_limits_ack_sym(&in), 55);
    assert_int_equal(ak_limits_replay_sym(&in), 165);
    assert_int_equal(ak_limits_internal_delay_sym(AK_RATE_2_5), 19);
    assert_int_equal(ak_limits_internal_delay_sym(AK_RATE_5), 70);
    assert_int_equal(ak_limits_internal_delay_sym(AK_RATE_8), 115);
    assert_int_equal(ak_limits_internal_delay_sym(AK_RATE_16), 115);
    assert_int_equal(ak_limits_internal_delay_sym(AK_RATE_32), 115);
}

/* LIM-04, LIM-05: the default follows the highest rate the port supports, at every rate it runs. */
static void test_default_timer(void **state)
{
    (void)state;
    for (unsigned int rate = 0; rate < AK_RATE_COUNT; rate++) {
        for (unsigned int max = rate; max < AK_RATE_COUNT; max++) {
            struct ak_limits_input in = link_of((enum ak_rate)rate, 1, 128);
            struct ak_limits limits;
            in.max_rate = (enum ak_rate)max;
            assert_int_equal(ak_limits_compute(&in, &limits), AK_LIMITS_OK);
            if (max < AK_RATE_16) {
                assert_int_equal(limits.replay_timer, AK_REPLAY_TIMER_TABLE);
                assert_int_equal(limits.replay_sym, cells[rate][0][0].replay_sym);
            } else {
                assert_int_equal(limits.replay_timer, AK_REPLAY_TIMER_SIMPLIFIED);
                assert_int_equal(limits.replay_sym, 24000);
            }
            in.extended_synch = true;
            assert_int_equal(ak_limits_replay_sym(&in),
                             max < AK_RATE_16 ? cells[rate][0][0].replay_sym : 80000);
        }
    }
}

/* A max_rate below the rate cannot be: the rate itself counts. */
static void test_default_timer_without_max_rate(void **state)
{
    struct ak_limits_input in = link_of(AK_RATE_16, 4, 256);

    (void)state;
    in.max_rate = AK_RATE_2_5;
    assert_int_equal(ak_limits_replay_sym(&in), 24000);
}

struct choice {
    bool extended_synch;
    uint32_t sym;
    bool good;
};

/* LIM-04, LIM-05: both ends of both ranges. */
static void test_simplified_range(void **state)
{
    static const struct choice choices[] = {
        {false, 23999, false}, {false, 24000, true}, {false, 31000, true}, {false, 31001, false},
        {true, 79999, false},  {true, 80000, true},  {true, 100000, true}, {true, 100001, false},
        {false, 80000, false}, {true, 24000, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof choices / sizeof choices[0]; i++) {
        struct ak_limits_input in = link_of(AK_RATE_8, 4, 256);
        in.replay_timer = AK_REPLAY_TIMER_SIMPLIFIED;
        in.extended_synch = choices[i].extended_synch;
        in.replay_timer_sym = choices[i].sym;
        assert_int_equal(ak_limits_replay_sym(&in), choices[i].good ? choices[i].sym : 0);
    }
}

static void test_simplified_without_a_number_is_the_lowest(void **state)
{
    struct ak_limits_input in = link_of(AK_RATE_2_5, 1, 128);

    (void)state;
    in.replay_timer = AK_REPLAY_TIMER_SIMPLIFIED;
    assert_int_equal(ak_limits_replay_sym(&in), 24000);
    in.extended_synch = true;
    assert_int_equal(ak_limits_replay_sym(&in), 80000);
}

static void test_explicit_timer(void **state)
{
    struct ak_limits_input in = link_of(AK_RATE_32, 16, 512);
    struct ak_limits limits;

    (void)state;
    in.replay_timer = AK_REPLAY_TIMER_EXPLICIT;
    assert_int_equal(ak_limits_compute(&in, &limits), AK_LIMITS_BAD_REPLAY_TIMER);
    in.replay_timer_sym = 1;
    assert_int_equal(ak_limits_replay_sym(&in), 1);
    in.replay_timer_sym = 100000000;
    assert_int_equal(ak_limits_replay_sym(&in), 100000000);
    in.replay_timer_sym = 100000001;
    assert_int_equal(ak_limits_compute(&in, &limits), AK_LIMITS_BAD_REPLAY_TIMER);
}

/* A number that only another mode reads has no effect on the default. */
static void test_number_of_another_mode_is_not_read(void **state)
{
    struct ak_limits_input in = link_of(AK_RATE_16, 1, 128);

    (void)state;
    in.replay_timer_sym = 777;
    assert_int_equal(ak_limits_replay_sym(&in), 24000);
}

static void test_bounds_for_others(void **state)
{
    struct ak_limits_input in = link_of(AK_RATE_2_5, 1, 4096);
    struct ak_limits_bounds bounds;

    (void)state;
    assert_int_equal(ak_limits_bound(&in, AK_BASE_1_TO_3, &bounds), AK_LIMITS_OK);
    assert_int_equal(bounds.ack_max_sym, 8286);
    assert_int_equal(bounds.replay_min_sym, 12429);
    assert_int_equal(bounds.replay_max_sym, 24858);
    assert_int_equal(ak_limits_bound(&in, AK_BASE_ANY, &bounds), AK_LIMITS_OK);
    assert_int_equal(bounds.ack_max_sym, 8286);
    assert_int_equal(bounds.replay_min_sym, 12429);
    assert_int_equal(bounds.replay_max_sym, 31000);
    in.extended_synch = true;
    assert_int_equal(ak_limits_bound(&in, AK_BASE_ANY, &bounds), AK_LIMITS_OK);
    assert_int_equal(bounds.replay_max_sym, 100000);
}

/* From 4.0 on the Ack limit is a maximum; with 16 GT/s the simplified range is all there is. */
static void test_bounds_for_later_revisions(void **state)
{
    struct ak_limits_input in = link_of(AK_RATE_8, 4, 256);
    struct ak_limits_bounds bounds;

    (void)state;
    assert_int_equal(ak_limits_bound(&in, AK_BASE_4_AND_UP, &bounds), AK_LIMITS_OK);
    assert_int_equal(bounds.ack_max_sym, 214);
    assert_int_equal(bounds.replay_min_sym, 642);
    assert_int_equal(bounds.replay_max_sym, 31000);
    in.max_rate = AK_RATE_16;
    assert_int_equal(ak_limits_bound(&in, AK_BASE_4_AND_UP, &bounds), AK_LIMITS_OK);
    assert_int_equal(bounds.replay_min_sym, 24000);
    assert_int_equal(bounds.replay_max_sym, 31000);
    in.extended_synch = true;
    assert_int_equal(ak_limits_bound(&in, AK_BASE_4_AND_UP, &bounds), AK_LIMITS_OK);
    assert_int_equal(bounds.replay_min_sym, 80000);
    assert_int_equal(bounds.replay_max_sym, 100000);
}

/* Twice the table can be more than 31,000, if L0s adjustments make it so. */
static void test_bounds_take_the_larger(void **state)
{
    struct ak_limits_input in = link_of(AK_RATE_2_5, 1, 4096);
    struct ak_limits_bounds bounds;

    (void)state;
    in.rx_l0s_adjustment_sym = 10000;
    assert_int_equal(ak_limits_bound(&in, AK_BASE_ANY, &bounds), AK_LIMITS_OK);
    assert_int_equal(bounds.replay_min_sym, 22429);
    assert_int_equal(bounds.replay_max_sym, 44858);
}

static void expect_refused(struct ak_limits_input in, enum ak_limits_status status)
{
    struct ak_limits limits = {.ack_sym = 4711};

    assert_int_equal(ak_limits_compute(&in, &limits), status);
    assert_int_equal(limits.ack_sym, 4711);
    assert_int_equal(ak_limits_ack_sym(&in), 0);
    assert_int_equal(ak_limits_replay_sym(&in), 0);
    assert_string_not_equal(ak_limits_status_name(status), "?");
}

static void test_what_is_no_link_is_refused(void **state)
{
    struct ak_limits_input in;

    (void)state;
    in = link_of((enum ak_rate)AK_RATE_COUNT, 1, 128);
    expect_refused(in, AK_LIMITS_BAD_RATE);
    in = link_of(AK_RATE_8, 1, 128);
    in.max_rate = AK_RATE_COUNT;
    expect_refused(in, AK_LIMITS_BAD_RATE);
    in = link_of(AK_RATE_8, 3, 128);
    expect_refused(in, AK_LIMITS_BAD_WIDTH);
    in = link_of(AK_RATE_8, 0, 128);
    expect_refused(in, AK_LIMITS_BAD_WIDTH);
    in = link_of(AK_RATE_8, 1, 8192);
    expect_refused(in, AK_LIMITS_BAD_MPS);
    in = link_of(AK_RATE_8, 1, 0);
    expect_refused(in, AK_LIMITS_BAD_MPS);
    in = link_of(AK_RATE_8, 1, 128);
    in.internal_delay_sym = 1000001;
    expect_refused(in, AK_LIMITS_BAD_INTERNAL_DELAY);
    in = link_of(AK_RATE_8, 1, 128);
    in.rx_l0s_adjustment_sym = 1000001;
    expect_refused(in, AK_LIMITS_BAD_L0S_ADJUSTMENT);
    in = link_of(AK_RATE_8, 1, 128);
    in.tx_l0s_adjustment_sym = 1000001;
    expect_refused(in, AK_LIMITS_BAD_L0S_ADJUSTMENT);
    in = link_of(AK_RATE_8, 1, 128);
    in.replay_timer = (enum ak_replay_timer)99;
    expect_refused(in, AK_LIMITS_BAD_REPLAY_TIMER);
}

static void test_rates(void **state)
{
    static const char *const names[] = {"2.5", "5", "8", "16", "32"};
    static const uint32_t tenths[] = {25, 50, 80, 160, 320};
    static const uint64_t symbol_fs[] = {4000000, 2000000, 1000000, 500000, 250000};

    (void)state;
    for (unsigned int rate = 0; rate < AK_RATE_COUNT; rate++) {
        enum ak_encoding encoding = rate < AK_RATE_8 ? AK_ENCODING_8B10B : AK_ENCODING_128B130B;
        assert_string_equal(ak_rate_name((enum ak_rate)rate), names[rate]);
        assert_int_equal(ak_rate_gts_tenths((enum ak_rate)rate), tenths[rate]);
        assert_int_equal(ak_rate_symbol_fs((enum ak_rate)rate), symbol_fs[rate]);
        assert_int_equal(ak_rate_encoding((enum ak_rate)rate), encoding);
    }
    assert_string_equal(ak_rate_name(AK_RATE_COUNT), "?");
    assert_int_equal(ak_rate_symbol_fs(AK_RATE_COUNT), 0);
}

static void test_widths_and_payloads(void **state)
{
    uint32_t good = 0;

    (void)state;
    for (uint32_t width = 0; width <= 64; width++)
        good += ak_width_is_valid(width);
    assert_int_equal(good, 7);
    for (unsigned int i = 0; i < 7; i++)
        assert_true(ak_width_is_valid(widths[i]));
    good = 0;
    for (uint32_t mps_bytes = 0; mps_bytes <= 10000; mps_bytes++)
        good += ak_mps_is_valid(mps_bytes);
    assert_int_equal(good, 6);
    for (unsigned int i = 0; i < 6; i++)
        assert_true(ak_mps_is_valid(payloads[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_cells),
        cmocka_unit_test(test_later_rates_use_the_8_gts_table),
        cmocka_unit_test(test_terms_of_one_cell),
        cmocka_unit_test(test_ack_factor),
        cmocka_unit_test(test_l0s_adjustments_stand_outside_the_factor),
        cmocka_unit_test(test_internal_delay_can_be_given),
        cmocka_unit_test(test_default_timer),
        cmocka_unit_test(test_default_timer_without_max_rate),
        cmocka_unit_test(test_simplified_range),
        cmocka_unit_test(test_simplified_without_a_number_is_the_lowest),
        cmocka_unit_test(test_explicit_timer),
        cmocka_unit_test(test_number_of_another_mode_is_not_read),
        cmocka_unit_test(test_bounds_for_others),
        cmocka_unit_test(test_bounds_for_later_revisions),
        cmocka_unit_test(test_bounds_take_the_larger),
        cmocka_unit_test(test_what_is_no_link_is_refused),
        cmocka_unit_test(test_rates),
        cmocka_unit_test(test_widths_and_payloads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
