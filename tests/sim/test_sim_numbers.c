/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the simulator's arithmetic: probabilities, gaps, random numbers, histogram, 8b/10b.
 * Not here: runs.
 */
#include <math.h>

#include "acknak/frame.h"
#include "sim/code_8b10b.h"
#include "sim/gap.h"
#include "sim/histogram.h"
#include "sim_support.h"

/* ---- Probabilities ---- */

static void reads_probabilities_exactly(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint64_t per_2_64;
    } cases[] = {
        {"0", 0},
        {"0.0", 0},
        {"0e5", 0},
        {"0.5", 1ull << 63},
        {"0.25", 1ull << 62},
        {"2.5e-1", 1ull << 62},
        {"250E-3", 1ull << 62},
        {"0.0025e+2", 1ull << 62},
        /* 2^64 = 18446744073709551616, cut by hand */
        {"1e-9", 18446744074},
        {"1e-6", 18446744073710},
        {"0.00001", 184467440737096},
        {"1e-12", 18446744},
        {"1e-19", 2},
        {"5.4210108624275221700372640043497085571289062e-20", 0}, /* 44 digits: too many */
        {"0.0000000000000000000542101086242752217", 1},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct sim_probability p = {12345};
        bool read = sim_probability_parse(cases[i].text, &p);
        if (strlen(cases[i].text) > 45) {
            assert_false(read);
            continue;
        }
        assert_true(read);
        assert_int_equal(p.per_2_64, cases[i].per_2_64);
    }
}

static void refuses_what_is_no_probability(void **state)
{
    (void)state;
    static const char *const texts[] = {"",     ".",     "e-9",    "1e",      "1e-",    "1e-9x",
                                        "-1",   "+1",    " 1",     "1",       "0.51",   "2e0",
                                        "1e99", "1e999", "1e-300", "1e-21",   "0x1p-9", "nan",
                                        "1,5",  "1e-9 ", "0..1",   "0.1e1.0", "1e200"};
    for (size_t i = 0; i < LENGTH(texts); i++) {
        struct sim_probability p;
        if (sim_probability_parse(texts[i], &p))
            fail_msg("'%s' was read as %llu", texts[i], (unsigned long long)p.per_2_64);
    }
}

/* ---- Gaps ---- */

static struct sim_probability probability(const char *text)
{
    struct sim_probability p;
    assert_true(sim_probability_parse(text, &p));
    return p;
}

/* t_j against q^(2^j) / (1 + q^(2^j)) by an independent way: the exponential function. */
static void thresholds_are_those_of_a_geometric_distribution(void **state)
{
    (void)state;
    static const char *const texts[] = {"1e-2", "1e-5", "1e-9", "1e-12", "0.5"};
    for (size_t i = 0; i < LENGTH(texts); i++) {
        struct sim_gap gap;
        struct sim_probability p = probability(texts[i]);
        long double log_q = log1pl(-ldexpl((long double)p.per_2_64, -64));
        sim_gap_prepare(&gap, p);
        for (uint32_t digit = 0; digit < gap.digits; digit++) {
            long double q = expl(ldexpl(log_q, (int)digit));
            long double t = q / (1 + q);
            long double is = ldexpl((long double)gap.threshold[digit], -64);
            assert_true(fabsl(is - t) < 1e-7L);
        }
    }
}

/* P(gap >= n) = q^n: counted in 200,000 draws, within 5 standard deviations of the binomial. */
static void gaps_have_the_right_tail(void **state)
{
    (void)state;
    static const double points[] = {0.1, 0.5, 1.0, 2.0, 4.0};
    enum { DRAWS = 200000 };
    struct sim_gap gap;
    struct sim_random random;
    unsigned int beyond[LENGTH(points)] = {0};
    const double p = 1e-6;

    sim_gap_prepare(&gap, probability("1e-6"));
    sim_random_start(&random, 7, 0, SIM_STREAM_GAPS);
    for (int i = 0; i < DRAWS; i++) {
        double drawn = (double)sim_gap_draw(&gap, &random);
        for (size_t k = 0; k < LENGTH(points); k++)
            beyond[k] += drawn >= points[k] / p;
    }
    for (size_t k = 0; k < LENGTH(points); k++) {
        double expected = exp(points[k] / p * log1p(-p));
        double deviation = sqrt(DRAWS * expected * (1 - expected));
        assert_true(fabs(beyond[k] - DRAWS * expected) < 5 * deviation);
    }
}

static void no_probability_means_no_hit(void **state)
{
    (void)state;
    struct sim_gap gap;
    struct sim_random random;
    sim_gap_prepare(&gap, (struct sim_probability){0});
    sim_random_start(&random, 1, 0, SIM_STREAM_GAPS);
    assert_true(sim_gap_draw(&gap, &random) == SIM_GAP_NEVER);
    sim_gap_prepare(&gap, (struct sim_probability){1});
    uint64_t never = 0;
    for (int i = 0; i < 1000; i++)
        never += sim_gap_draw(&gap, &random) == SIM_GAP_NEVER;
    /* P(gap >= 2^62) = exp(-1/4) = 0.7788; 5 standard deviations are 66 */
    assert_in_range(never, 779 - 66, 779 + 66);
}

static void multiplies_high_halves(void **state)
{
    (void)state;
    assert_true(sim_mul_high(UINT64_MAX, UINT64_MAX) == UINT64_MAX - 1);
    assert_int_equal(sim_mul_high(1ull << 63, 6), 3);
    assert_int_equal(sim_mul_high(0xFFFFFFFFull, 0xFFFFFFFFull), 0);
    assert_true(sim_mul_high(0x123456789ABCDEF0ull, 0x0FEDCBA987654321ull) ==
                0x0121FA00AD77D742ull);
}

/* ---- Histogram ---- */

static void percentiles_are_exact_to_a_64th(void **state)
{
    (void)state;
    static struct sim_histogram histogram;
    sim_histogram_init(&histogram);
    for (uint64_t value = 1; value <= 100000; value++)
        sim_histogram_add(&histogram, value * 1000003);
    static const uint32_t permilles[] = {1, 500, 990, 999, 1000};
    for (size_t i = 0; i < LENGTH(permilles); i++) {
        uint64_t exact = permilles[i] * 100ull * 1000003;
        uint64_t got = sim_histogram_percentile(&histogram, permilles[i]);
        assert_in_range(got, exact - exact / 64, exact + exact / 64);
    }
    assert_int_equal(histogram.min, 1000003);
    assert_int_equal(histogram.max, 100000ull * 1000003);
}

static void percentiles_of_few_values(void **state)
{
    (void)state;
    static struct sim_histogram histogram;
    sim_histogram_init(&histogram);
    assert_int_equal(sim_histogram_percentile(&histogram, 500), 0);
    sim_histogram_add(&histogram, UINT64_MAX);
    assert_true(sim_histogram_percentile(&histogram, 500) == UINT64_MAX);
    sim_histogram_add(&histogram, 0);
    sim_histogram_add(&histogram, 5);
    assert_int_equal(sim_histogram_percentile(&histogram, 1), 0);
    assert_int_equal(sim_histogram_percentile(&histogram, 500), 5);
    assert_true(sim_histogram_percentile(&histogram, 990) == UINT64_MAX);
}

/* ---- 8b/10b ---- */

static uint32_t ones(uint32_t bits)
{
    uint32_t count = 0;
    for (; bits; bits &= bits - 1)
        count++;
    return count;
}

/* Code words as the standard prints them, "abcdei fghj". */
static void code_words_are_those_of_the_standard(void **state)
{
    (void)state;
    static struct sim_code_8b10b code;
    sim_code_8b10b_init(&code);
    static const struct {
        uint16_t symbol, negative, positive;
    } words[] = {
        {AK_SYM_COM, 0x0FA, 0x305}, /* K28.5  001111 1010  110000 0101 */
        {AK_SYM_SKP, 0x0F4, 0x30B}, /* K28.0  001111 0100  110000 1011 */
        {AK_SYM_STP, 0x368, 0x097}, /* K27.7  110110 1000  001001 0111 */
        {AK_SYM_END, 0x2E8, 0x117}, /* K29.7  101110 1000  010001 0111 */
        {AK_SYM_EDB, 0x1E8, 0x217}, /* K30.7  011110 1000  100001 0111 */
        {0x00, 0x274, 0x18B},       /* D0.0   100111 0100  011000 1011 */
        {0xB5, 0x2AA, 0x2AA},       /* D21.5  101010 1010 */
        {0x4A, 0x155, 0x155},       /* D10.2  010101 0101 */
        {0xF1, 0x237, 0x231},       /* D17.7  100011 0111  100011 0001 */
        {0xEB, 0x34E, 0x348},       /* D11.7  110100 1110  110100 1000 */
        {0x67, 0x38C, 0x073},       /* D7.3   111000 1100  000111 0011 */
    };
    for (size_t i = 0; i < LENGTH(words); i++) {
        assert_int_equal(code.encoded[0][words[i].symbol], words[i].negative);
        assert_int_equal(code.encoded[1][words[i].symbol], words[i].positive);
    }
}

static void every_symbol_decodes_and_keeps_the_balance(void **state)
{
    (void)state;
    static struct sim_code_8b10b code;
    uint32_t symbols = 0;
    sim_code_8b10b_init(&code);
    for (uint32_t disparity = 0; disparity < 2; disparity++) {
        for (uint32_t symbol = 0; symbol < 512; symbol++) {
            uint16_t bits = code.encoded[disparity][symbol];
            if (bits == 0)
                continue;
            symbols++;
            assert_int_equal(code.decoded[disparity][bits], symbol);
            uint32_t weight = ones(bits);
            assert_true(weight == 5 || weight == (disparity ? 4 : 6));
            assert_int_equal(sim_code_8b10b_disparity(bits, disparity),
                             weight == 5 ? disparity : !disparity);
        }
    }
    assert_int_equal(symbols, 2 * (256 + 12));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_probabilities_exactly),
        cmocka_unit_test(refuses_what_is_no_probability),
        cmocka_unit_test(thresholds_are_those_of_a_geometric_distribution),
        cmocka_unit_test(gaps_have_the_right_tail),
        cmocka_unit_test(no_probability_means_no_hit),
        cmocka_unit_test(multiplies_high_halves),
        cmocka_unit_test(percentiles_are_exact_to_a_64th),
        cmocka_unit_test(percentiles_of_few_values),
        cmocka_unit_test(code_words_are_those_of_the_standard),
        cmocka_unit_test(every_symbol_decodes_and_keeps_the_balance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
