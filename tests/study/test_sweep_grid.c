/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of study files: points of a grid, ranges, random samples, seeds, and what is refused.
 * Not here: running points (test_sweep_pool.c).
 */
#include <math.h>

#include "study/sweep_grid.h"
#include "sweep_support.h"

#define BASE "base: {stop: {time: 1us}}\n"

static void assert_value(const struct sweep_study *study, uint64_t point, uint32_t axis,
                         const char *expected)
{
    char value[SWEEP_TEXT];

    sweep_grid_value(study, point, axis, value);
    assert_string_equal(value, expected);
}

static void assert_values(const struct sweep_study *study, const char *const *expected,
                          uint64_t count)
{
    assert_int_equal(study->count, count);
    for (uint64_t i = 0; i < count; i++)
        assert_value(study, i, 0, expected[i]);
}

/* ---- Grids ---- */

static void last_axis_changes_fastest(void **state)
{
    (void)state;
    struct sweep_study study;
    static const char *const expected[][2] = {{"2.5", "1"}, {"2.5", "4"}, {"2.5", "16"},
                                              {"8", "1"},   {"8", "4"},   {"8", "16"}};

    read_study(BASE "sweep:\n  link.rate: [2.5, 8]\n  link.width: [1, 4, 16]\n", &study);
    assert_int_equal(study.count, 6);
    for (uint64_t i = 0; i < 6; i++) {
        assert_value(&study, i, 0, expected[i][0]);
        assert_value(&study, i, 1, expected[i][1]);
    }
    sweep_file_end(&study);
}

static void keys_go_together(void **state)
{
    (void)state;
    char message[SWEEP_TEXT];
    struct sweep_study study;
    struct sim_settings *settings = malloc(sizeof(*settings));

    read_study(BASE "sweep:\n  link.mps, directions.payload: [[512, 256], 128]\n", &study);
    assert_true(sweep_grid_settings(&study, 0, settings, message));
    assert_int_equal(settings->scenario.link.mps_bytes, 512);
    assert_int_equal(settings->scenario.traffic[1].writes.mix[0].payload_bytes, 256);
    sim_settings_end(settings);
    assert_true(sweep_grid_settings(&study, 1, settings, message));
    assert_int_equal(settings->scenario.link.mps_bytes, 128);
    assert_int_equal(settings->scenario.traffic[0].writes.mix[0].payload_bytes, 128);
    sim_settings_end(settings);
    sweep_file_end(&study);
    free(settings);
}

static void one_end_and_one_fault_can_vary(void **state)
{
    (void)state;
    char message[SWEEP_TEXT];
    struct sweep_study study;
    struct sim_settings *settings = malloc(sizeof(*settings));

    read_study("base:\n  stop: {time: 1us}\n  faults: [{kind: lose}, {kind: damage}]\n"
               "sweep:\n  port_b.rx_delay: [10ns, 20ns]\n  faults.2.nth: [5, 6]\n",
               &study);
    assert_true(sweep_grid_settings(&study, 3, settings, message));
    assert_int_equal(settings->scenario.ports[1].rx_delay_fs, 20 * SIM_FS_PER_NS);
    assert_true(settings->scenario.ports[0].rx_delay_fs != 20 * SIM_FS_PER_NS);
    assert_int_equal(settings->scenario.faults[0].nth, 1);
    assert_int_equal(settings->scenario.faults[1].nth, 6);
    sim_settings_end(settings);
    sweep_file_end(&study);
    free(settings);
}

static void a_study_without_axes_is_one_point(void **state)
{
    (void)state;
    struct sweep_study study;

    read_study(BASE "seeds: 7\n", &study);
    assert_int_equal(study.count, 1);
    assert_int_equal(study.seeds_min, 7);
    assert_int_equal(study.seeds_max, 7);
    sweep_file_end(&study);
}

/* ---- Ranges ---- */

static void linear_ranges_hold_both_ends(void **state)
{
    (void)state;
    struct sweep_study study;
    static const char *const payloads[] = {"4", "24", "44", "64"};
    static const char *const times[] = {"0", "50ps", "100ps"};

    read_study(BASE "sweep:\n  directions.payload: {from: 4, to: 64, steps: 4}\n", &study);
    assert_values(&study, payloads, 4);
    sweep_file_end(&study);
    read_study(BASE "sweep:\n  ports.rx_delay: {from: 0, to: 0.1ns, step: 50ps}\n", &study);
    assert_values(&study, times, 3);
    sweep_file_end(&study);
    /* The last step does not reach the end: 4, 24, 44, then 64 is past 63. */
    read_study(BASE "sweep:\n  directions.payload: {from: 4, to: 63, step: 20}\n", &study);
    assert_values(&study, payloads, 3);
    sweep_file_end(&study);
}

static void log_ranges_have_equal_factors(void **state)
{
    (void)state;
    struct sweep_study study;
    static const char *const rates[] = {"1e-12", "1e-10", "1e-08", "1e-06"};
    /* 10^(1/2) = 3.162278 */
    static const char *const halves[] = {"1e-06", "3.16228e-06", "1e-05"};
    static const char *const counts[] = {"1", "10", "100"};

    read_study(BASE "sweep:\n  directions.ber: {from: 1e-12, to: 1e-6, steps: 4, scale: log}\n",
               &study);
    assert_values(&study, rates, 4);
    sweep_file_end(&study);
    read_study(BASE "sweep:\n  downstream.ber: {from: 1e-6, to: 1e-5, steps: 3, scale: log}\n",
               &study);
    assert_values(&study, halves, 3);
    sweep_file_end(&study);
    read_study(BASE "sweep:\n  ports.retrain_limit: {from: 1, to: 100, steps: 3, scale: log}\n",
               &study);
    assert_values(&study, counts, 3);
    sweep_file_end(&study);
}

/* ---- Samples ---- */

/* The values of an axis over 1000 points as numbers. */
static void draw(const char *text, double numbers[1000])
{
    char value[SWEEP_TEXT];
    struct sweep_study study;

    read_study(text, &study);
    assert_int_equal(study.count, 1000);
    for (uint64_t i = 0; i < 1000; i++) {
        sweep_grid_value(&study, i, 0, value);
        assert_true(sweep_axis_number(&study.axes[0], value, &numbers[i]));
    }
    sweep_file_end(&study);
}

/* The mean of n uniform draws has a standard deviation of the width over sqrt(12 n): four of these
 * are 3.7 % of the width. Each tenth of the range has 100 of them, give or take 4 * sqrt(90). */
static void assert_uniform(const double *numbers, double from, double to)
{
    double sum = 0;
    unsigned tenths[10] = {0};

    for (unsigned i = 0; i < 1000; i++) {
        assert_true(numbers[i] >= from && numbers[i] <= to);
        sum += numbers[i];
        unsigned tenth = (unsigned)((numbers[i] - from) / (to - from) * 10);
        tenths[tenth < 10 ? tenth : 9]++;
    }
    assert_true(fabs(sum / 1000 - (from + to) / 2) < 0.037 * (to - from));
    for (unsigned i = 0; i < 10; i++)
        assert_in_range(tenths[i], 62, 138);
}

static void samples_are_uniform_or_log_uniform(void **state)
{
    (void)state;
    double numbers[1000];

    draw(BASE "random: 1000\nsweep:\n  ports.rx_delay: {from: 10ns, to: 90ns}\n", numbers);
    assert_uniform(numbers, 10, 90);
    draw(BASE "random: 1000\nsweep:\n  directions.ber: {from: 1e-12, to: 1e-4, scale: log}\n",
         numbers);
    for (unsigned i = 0; i < 1000; i++)
        numbers[i] = log10(numbers[i]);
    assert_uniform(numbers, -12, -4);
}

static void samples_take_all_of_a_list(void **state)
{
    (void)state;
    double numbers[1000];
    unsigned small = 0;

    draw(BASE "random: 1000\nsweep:\n  link.width: [1, 2]\n", numbers);
    for (unsigned i = 0; i < 1000; i++)
        small += numbers[i] == 1;
    /* 500, give or take four times sqrt(250) */
    assert_in_range(small, 437, 563);
}

static void samples_follow_the_seed(void **state)
{
    (void)state;
    double first[1000], again[1000], other[1000];
    unsigned same = 0;

    draw(BASE "random: 1000\nsweep:\n  ports.rx_delay: {from: 0, to: 900us}\n", first);
    draw(BASE "seed: 1\nrandom: 1000\nsweep:\n  ports.rx_delay: {from: 0, to: 900us}\n", again);
    draw(BASE "seed: 2\nrandom: 1000\nsweep:\n  ports.rx_delay: {from: 0, to: 900us}\n", other);
    assert_memory_equal(first, again, sizeof(first));
    for (unsigned i = 0; i < 1000; i++)
        same += first[i] == other[i];
    assert_in_range(same, 0, 2);
}

static int compare(const void *one, const void *other)
{
    const uint64_t a = *(const uint64_t *)one, b = *(const uint64_t *)other;
    return (a > b) - (a < b);
}

static void every_run_has_a_seed_of_its_own(void **state)
{
    (void)state;
    static uint64_t seeds[20000];
    struct sweep_study study;
    size_t count = 0;

    read_study(BASE, &study);
    for (uint64_t seed = 0; seed < 2; seed++) {
        study.seed = seed;
        for (uint64_t point = 0; point < 100; point++) {
            for (uint32_t replicate = 0; replicate < 100; replicate++)
                seeds[count++] = sweep_grid_seed(&study, point, replicate);
        }
    }
    qsort(seeds, count, sizeof(seeds[0]), compare);
    for (size_t i = 1; i < count; i++)
        assert_true(seeds[i - 1] < seeds[i]);
    assert_true(seeds[count - 1] <= INT64_MAX);
    sweep_file_end(&study);
}

/* ---- The digest ---- */

static uint64_t digest_of(const char *text)
{
    struct sweep_study study;

    read_study(text, &study);
    uint64_t digest = study.digest;
    sweep_file_end(&study);
    return digest;
}

static void digest_tells_studies_apart_but_not_comments(void **state)
{
    (void)state;
    static const char *const others[] = {
        "base: {stop: {time: 2us}}\nsweep: {link.width: [1, 2]}\nseeds: 3\n",
        BASE "sweep: {link.width: [1, 4]}\nseeds: 3\n",
        BASE "sweep: {link.width: [2, 1]}\nseeds: 3\n",
        BASE "sweep: {link.width: [1, 2]}\nseeds: 4\n",
        BASE "sweep: {link.width: [1, 2]}\nseeds: 3\nseed: 9\n",
        BASE "sweep: {link.width: [1, 2]}\nseeds: 3\nprecision: 0.1\n",
        BASE "sweep: {link.width: [1, 2]}\nseeds: 3\nfigures: recoveries\n",
        BASE "sweep: {link.width: [1, 2]}\nseeds: 3\ncheck: yes\n",
        BASE "sweep: {link.width: [1, 2]}\nseeds: 3\nrandom: 2\n",
    };
    uint64_t digest = digest_of(BASE "sweep: {link.width: [1, 2]}\nseeds: 3\n");

    assert_true(digest == digest_of("# other words\ntitle: x\nseeds: {min: 3, max: 3}\n"
                                    "sweep:\n  link.width:\n  - 1\n  - 2\n" BASE));
    for (size_t i = 0; i < LENGTH(others); i++)
        assert_true(digest != digest_of(others[i]));
}

/* ---- What is refused ---- */

static void wrong_studies_are_refused_with_their_line(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        const char *message; /* what follows the name of the file */
    } cases[] = {
        {"", " empty, expected a study"},
        {"- 1\n", "1: no study: expected keys such as 'base:' and 'sweep:'"},
        {"swep: {}\n", "1: unknown key 'swep'; did you mean 'sweep'?"},
        {"base:\n  lnk: {}\n", "2: unknown key 'lnk'; did you mean 'link'?"},
        {"base: {link: {width: 3}}\n",
         "1: width: found '3', expected 1, 2, 4, 8, 12, 16 or 32 (lanes)"},
        {"sweep:\n  link.widt: [1]\n", "2: unknown key 'link.widt'; did you mean 'link.width'?"},
        {"sweep:\n  link.width: [1, 3]\n",
         "2: width: found '3', expected 1, 2, 4, 8, 12, 16 or 32 (lanes)"},
        {"sweep:\n  link.width: []\n", "2: link.width: no values, so the study has no points"},
        {"sweep:\n  link.width: [1, 2, 1]\n", "2: link.width: the value 1 stands here twice"},
        {"sweep:\n  link.width: {from: 1, to: 4, steps: 2}\n",
         "2: width has single values, expected a list of them, not a range"},
        {"sweep:\n  ports.n_fts: {from: 1, to: 9}\n",
         "2: a range of a grid needs either step or steps"},
        {"sweep:\n  ports.n_fts: {from: 9, to: 1, step: 1}\n",
         "2: step: no values, expected a step above 0 and to not below from"},
        {"sweep:\n  ports.n_fts: {from: 0, to: 9, steps: 4, scale: log}\n",
         "2: scale: log needs ends above 0, expected linear"},
        {"sweep:\n  ports.n_fts: {from: 250, to: 300, step: 10}\n",
         "2: n_fts: found '260', expected a whole number from 1 to 255"},
        {"sweep:\n  seed: [1, 2]\n", "2: 'seed' cannot vary, expected what decides a run"},
        {"sweep:\n  faults.1.nth: [1, 2]\n", "2: nth: the base has no fault number 1"},
        {"sweep:\n  link.mps, directions.payload: [[1, 2, 3]]\n",
         "2: link.mps, directions.payload: found 3 values together, expected 2"},
        {"sweep:\n  link.mps: [128]\n  link.mps, directions.payload: [128]\n",
         "3: key 'mps' varies in line 2 already"},
        {"random: 0\n", "1: random: found '0', expected a whole number from 1 to 100000000"},
        {"random: 5\nsweep:\n  ports.n_fts: {from: 1, to: 9, steps: 3}\n",
         "3: steps: found in a study of random points, expected from, to and scale"},
        {"seeds: {min: 5, max: 3}\n", "1: seeds: expected min and max, max not below min"},
        {"seeds: many\n", "1: seeds: found 'many', expected a whole number from 1 to 10000"},
        {"figures: downstream.throughput\n",
         "1: unknown figure 'downstream.throughput'; did you mean 'downstream.throughput_bps'?"},
        {"figures: [recoveries, recoveries]\n", "1: figure 'recoveries' stands here a second time"},
        {"seeds: 3\nprecision: 1 %\n",
         "2: precision: found '1 %', expected a share of the mean between 0 and 1, such as 0.01"},
        {"precision: 0.1\n",
         " precision needs two seeds and more, expected 'seeds: {min: 3, max: 50}'"},
        {"sweep:\n  ports.rx_delay: {from: 0, to: 1us, step: 1ns}\n",
         " the study has 1001 points, expected at most 1000; --max-points allows more"},
        {"sweep:\n  link.mps: [128, 512]\n  directions.payload: [64, 256]\n",
         " the simulator refuses 1 of 4 points; the first (link.mps=128, directions.payload=256):"
         " downstream: payload: found 256, expected at most Max_Payload_Size, 128"},
    };
    static char message[SIM_YAML_MESSAGE];

    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct sweep_study study;
        char *text = strdup(cases[i].text);
        message[0] = '\0';
        assert_false(try_study(text, &study, message));
        assert_memory_equal(message, "dir/study.yaml:", 15);
        assert_string_equal(message + 15, cases[i].message);
        sweep_file_end(&study);
        free(text);
    }
}

static void combinations_beyond_all_numbers_are_refused(void **state)
{
    (void)state;
    /* 16 axes of 17 values: 17^16 is more than 2^64. */
    static const char *const keys[] = {
        "port_a.rx_delay",      "port_b.rx_delay",        "port_a.tx_delay",
        "port_b.tx_delay",      "port_a.n_fts",           "port_b.n_fts",
        "link.propagation",     "downstream.burst",       "upstream.burst",
        "port_a.retrain_limit", "port_b.retrain_limit",   "downstream.initial_seq",
        "upstream.initial_seq", "downstream.damage_mask", "upstream.write_tlps",
        "downstream.write_tlps"};
    static char text[8000], message[SIM_YAML_MESSAGE];
    struct sweep_study study;

    int used = snprintf(text, sizeof(text), "sweep:\n");
    for (size_t i = 0; i < LENGTH(keys); i++) {
        bool is_time = strstr(keys[i], "delay") || strstr(keys[i], "propagation");
        used += snprintf(text + used, sizeof(text) - (size_t)used, "  %s: [", keys[i]);
        for (unsigned value = 1; value <= 17; value++)
            used += snprintf(text + used, sizeof(text) - (size_t)used, "%s%u%s",
                             value > 1 ? ", " : "", value, is_time ? "ns" : "");
        used += snprintf(text + used, sizeof(text) - (size_t)used, "]\n");
    }
    assert_false(try_study(text, &study, message));
    assert_string_equal(message, "dir/study.yaml: the study has more points than can be counted, "
                                 "expected at most 1000");
    sweep_file_end(&study);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(last_axis_changes_fastest),
        cmocka_unit_test(keys_go_together),
        cmocka_unit_test(one_end_and_one_fault_can_vary),
        cmocka_unit_test(a_study_without_axes_is_one_point),
        cmocka_unit_test(linear_ranges_hold_both_ends),
        cmocka_unit_test(log_ranges_have_equal_factors),
        cmocka_unit_test(samples_are_uniform_or_log_uniform),
        cmocka_unit_test(samples_take_all_of_a_list),
        cmocka_unit_test(samples_follow_the_seed),
        cmocka_unit_test(every_run_has_a_seed_of_its_own),
        cmocka_unit_test(digest_tells_studies_apart_but_not_comments),
        cmocka_unit_test(wrong_studies_are_refused_with_their_line),
        cmocka_unit_test(combinations_beyond_all_numbers_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
