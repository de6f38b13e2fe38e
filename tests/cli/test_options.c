/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The table of options: sim/options.h.
 * Not here: scenario files (test_yaml.c), the command line (check-errors).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "sim/options.h"

static const struct sim_option *named(const char *name)
{
    for (size_t i = 0; i < sim_options.count; i++) {
        if (!strcmp(sim_options.rows[i].name, name))
            return &sim_options.rows[i];
    }
    fail_msg("no option --%s", name);
    return NULL;
}

static void set(struct sim_settings *settings, const char *name, enum sim_option_target target,
                const char *text)
{
    char why[SIM_OPTION_TEXT] = "";

    if (!sim_option_set(named(name), target, settings, text, why))
        fail_msg("--%s %s: %s", name, text, why);
}

static void has_what_was_promised(void **state)
{
    static const char *const names[] = {
        "rate",       "width",         "mps",          "payload",       "ber",
        "time",       "tlps",          "seed",         "workload",      "direction",
        "ack-policy", "replay-policy", "replay-timer", "replay-buffer", "ladder"};
    (void)state;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        named(names[i]);
}

static void names_and_keys_are_unique(void **state)
{
    (void)state;
    for (size_t i = 0; i < sim_options.count; i++) {
        for (size_t j = 0; j < i; j++) {
            const struct sim_option *one = &sim_options.rows[i];
            const struct sim_option *other = &sim_options.rows[j];
            assert_string_not_equal(one->name, other->name);
            if (!strcmp(sim_option_section(one, SIM_TARGET_BOTH),
                        sim_option_section(other, SIM_TARGET_BOTH)))
                assert_string_not_equal(one->key, other->key);
        }
    }
}

static void check_sentences(const struct sim_option_table *table)
{
    for (size_t i = 0; i < table->count; i++) {
        const struct sim_option *option = &table->rows[i];
        char expected[SIM_OPTION_TEXT];
        assert_non_null(option->help);
        assert_int_equal(option->help[strlen(option->help) - 1], '.');
        sim_option_expected(option, expected);
        assert_true(strlen(expected) > 3);
    }
}

static void every_row_says_what_it_is(void **state)
{
    (void)state;
    check_sentences(&sim_options);
    check_sentences(&sim_fault_options);
    check_sentences(&sim_event_options);
}

/* What is shown of a default is read back as the same. */
static void defaults_read_back(void **state)
{
    struct sim_settings settings;
    char before[SIM_OPTION_TEXT];
    char after[SIM_OPTION_TEXT];
    char why[SIM_OPTION_TEXT];

    (void)state;
    sim_settings_default(&settings);
    for (size_t i = 0; i < sim_options.count; i++) {
        const struct sim_option *option = &sim_options.rows[i];
        if (option->kind == SIM_KIND_WORKLOAD)
            continue;
        for (unsigned target = 0; target < sim_option_targets(option); target++) {
            sim_option_show(option, (enum sim_option_target)target, &settings, before);
            if (!sim_option_set(option, (enum sim_option_target)target, &settings, before, why))
                fail_msg("--%s: %s", option->name, why);
            sim_option_show(option, (enum sim_option_target)target, &settings, after);
            assert_string_equal(before, after);
        }
    }
    sim_settings_end(&settings);
}

static void fault_defaults_read_back(void **state)
{
    struct sim_fault fault;
    char before[SIM_OPTION_TEXT];
    char why[SIM_OPTION_TEXT];

    (void)state;
    sim_fault_default(&fault);
    for (size_t i = 0; i < sim_fault_options.count; i++) {
        const struct sim_option *option = &sim_fault_options.rows[i];
        sim_option_show(option, SIM_TARGET_BOTH, &fault, before);
        if (!sim_option_set(option, SIM_TARGET_BOTH, &fault, before, why))
            fail_msg("%s: %s", option->key, why);
    }
}

static void sets_what_is_meant(void **state)
{
    struct sim_settings settings;
    struct sim_scenario *scenario = &settings.scenario;

    (void)state;
    sim_settings_default(&settings);
    set(&settings, "rate", SIM_TARGET_BOTH, "16 GT/s");
    assert_int_equal(scenario->link.rate, AK_RATE_16);
    set(&settings, "rate", SIM_TARGET_BOTH, "2.50");
    assert_int_equal(scenario->link.rate, AK_RATE_2_5);
    set(&settings, "rate", SIM_TARGET_BOTH, "8.00 GT/s");
    assert_int_equal(scenario->link.rate, AK_RATE_8);
    set(&settings, "rate", SIM_TARGET_BOTH, "5.0");
    assert_int_equal(scenario->link.rate, AK_RATE_5);
    set(&settings, "width", SIM_TARGET_BOTH, "x12");
    assert_int_equal(scenario->link.width, 12);
    set(&settings, "payload", SIM_TARGET_SECOND, "64:3,256:1");
    assert_int_equal(scenario->traffic[SIM_UPSTREAM].writes.mix_count, 2);
    assert_int_equal(scenario->traffic[SIM_UPSTREAM].writes.mix[1].payload_bytes, 256);
    assert_int_equal(scenario->traffic[SIM_UPSTREAM].writes.mix[0].weight, 3);
    assert_int_equal(scenario->traffic[SIM_DOWNSTREAM].writes.mix_count, 1);
    set(&settings, "initial-seq", SIM_TARGET_FIRST, "4094");
    assert_int_equal(scenario->initial_seq[0], 4094);
    assert_int_equal(scenario->initial_seq[1], 0);
    set(&settings, "damage-mask", SIM_TARGET_BOTH, "0x5");
    assert_int_equal(scenario->errors[1].damage_mask, 5);
    set(&settings, "ack-policy", SIM_TARGET_SECOND, "4");
    assert_int_equal(scenario->ports[1].ack_policy, SIM_ACK_EVERY_N);
    assert_int_equal(scenario->ports[1].ack_every_tlps, 4);
    assert_int_equal(scenario->ports[0].ack_policy, SIM_ACK_TIMER);
    set(&settings, "replay-timer", SIM_TARGET_BOTH, "711");
    assert_int_equal(scenario->ports[0].replay_timer, AK_REPLAY_TIMER_EXPLICIT);
    assert_int_equal(scenario->ports[1].replay_timer_sym, 711);
    set(&settings, "replay-timer", SIM_TARGET_BOTH, "table");
    assert_int_equal(scenario->ports[1].replay_timer, AK_REPLAY_TIMER_TABLE);
    set(&settings, "replay-buffer", SIM_TARGET_FIRST, "64KiB");
    assert_int_equal(scenario->ports[0].replay_buffer_bytes, 65536);
    sim_settings_end(&settings);
}

/* A probability of 2^-9 is exact in units of 2^-64; the largest allowed one is not. */
static void reads_bit_error_rates(void **state)
{
    struct sim_settings settings;
    char why[SIM_OPTION_TEXT];

    (void)state;
    sim_settings_default(&settings);
    set(&settings, "ber", SIM_TARGET_BOTH, "0.001953125");
    assert_int_equal(settings.scenario.errors[0].ber.per_2_64, 1ull << 55);
    set(&settings, "ber", SIM_TARGET_FIRST, "0");
    assert_int_equal(settings.scenario.errors[0].ber.per_2_64, 0);
    assert_int_equal(settings.scenario.errors[1].ber.per_2_64, 1ull << 55);
    set(&settings, "ber", SIM_TARGET_BOTH, "0.01");
    assert_false(sim_option_set(named("ber"), SIM_TARGET_BOTH, &settings, "0.0100001", why));
    assert_false(sim_option_set(named("ber"), SIM_TARGET_BOTH, &settings, "-1e-9", why));
    assert_false(sim_option_set(named("ber"), SIM_TARGET_BOTH, &settings, "x", why));
    sim_settings_end(&settings);
}

static void refuses_and_leaves_alone(void **state)
{
    static const struct {
        const char *name;
        const char *text;
        const char *message;
    } wrong[] = {
        {"rate", "3.0", "found '3.0', expected 2.5, 5, 8, 16 or 32 (GT/s)"},
        {"rate", "8.", "found '8.', expected 2.5, 5, 8, 16 or 32 (GT/s)"},
        {"rate", "8.05", "found '8.05', expected 2.5, 5, 8, 16 or 32 (GT/s)"},
        {"rate", "9", "found '9', expected 2.5, 5, 8, 16 or 32 (GT/s)"},
        {"width", "3", "found '3', expected 1, 2, 4, 8, 12, 16 or 32 (lanes)"},
        {"mps", "300", "found '300', expected 128, 256, 512, 1024, 2048 or 4096 (bytes)"},
        {"payload", "63",
         "found '63', expected a multiple of 4 from 4 to 4096, or up to 8 of them with weights "
         "(64:3,256:1)"},
        {"initial-seq", "4096", "found '4096', expected a whole number from 0 to 4095"},
        {"l0s", "maybe", "found 'maybe', expected yes or no"},
        {"time", "10",
         "found '10', expected a time from 0 to 10000s with its unit (s ms us ns ps "
         "fs)"},
        {"replay-policy", "defered",
         "found 'defered', expected concurrent or deferred; did you mean deferred?"},
        {"replay-buffer", "100",
         "found '100', expected a size from 154 to 1GiB, such as 256 or 4KiB"},
    };
    struct sim_settings settings;
    char before[SIM_OPTION_TEXT];
    char after[SIM_OPTION_TEXT];
    char why[SIM_OPTION_TEXT];

    (void)state;
    sim_settings_default(&settings);
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        const struct sim_option *option = named(wrong[i].name);
        sim_option_show(option, SIM_TARGET_BOTH, &settings, before);
        assert_false(sim_option_set(option, SIM_TARGET_BOTH, &settings, wrong[i].text, why));
        assert_string_equal(why, wrong[i].message);
        sim_option_show(option, SIM_TARGET_BOTH, &settings, after);
        assert_string_equal(before, after);
    }
    sim_settings_end(&settings);
}

static void adds_faults_and_events(void **state)
{
    struct sim_settings settings;
    const struct sim_fault *fault = &settings.scenario.faults[0];
    char why[SIM_OPTION_TEXT];

    (void)state;
    sim_settings_default(&settings);
    assert_true(sim_options_add_fault(
        &settings, "tlp_err_seq,direction=upstream,nth=3,count=forever,seq_difference=-2", why));
    assert_int_equal(settings.scenario.fault_count, 1);
    assert_int_equal(fault->kind, SIM_FAULT_TLP_ERR_SEQ);
    assert_int_equal(fault->direction, SIM_UPSTREAM);
    assert_int_equal(fault->nth, 3);
    assert_true(fault->count == SIM_COUNT_FOREVER);
    assert_int_equal(fault->seq_difference, -2);
    assert_int_equal(fault->seq, -1);
    assert_true(sim_options_add_event(&settings, "recovery,time=5us", why));
    assert_int_equal(settings.scenario.events[0].kind, SIM_EVENT_RECOVERY);
    assert_int_equal(settings.scenario.events[0].time_fs, 5000000000u);

    assert_false(sim_options_add_fault(&settings, "los", why));
    assert_non_null(strstr(why, "did you mean lose?"));
    assert_false(sim_options_add_fault(&settings, "lose,nht=2", why));
    assert_string_equal(why, "unknown key 'nht'; did you mean 'nth'?");
    assert_false(sim_options_add_fault(&settings, "lose,2", why));
    assert_string_equal(why, "found '2', expected key=value");
    sim_settings_end(&settings);
}

static void a_workload_replaces_the_default_writes(void **state)
{
    struct sim_settings settings;

    (void)state;
    sim_settings_default(&settings);
    sim_settings_complete(&settings);
    assert_true(settings.scenario.traffic[SIM_DOWNSTREAM].writes.on);
    assert_false(settings.scenario.traffic[SIM_UPSTREAM].writes.on);

    set(&settings, "workload", SIM_TARGET_BOTH, "one.tlp");
    set(&settings, "workload", SIM_TARGET_BOTH, "two.tlp");
    sim_settings_complete(&settings);
    assert_int_equal(settings.scenario.workload.file_count, 2);
    assert_string_equal(settings.scenario.workload.files[1], "two.tlp");
    assert_false(settings.scenario.traffic[SIM_DOWNSTREAM].writes.on);

    set(&settings, "direction", SIM_TARGET_BOTH, "both");
    sim_settings_complete(&settings);
    assert_true(settings.scenario.traffic[SIM_DOWNSTREAM].writes.on);
    assert_true(settings.scenario.traffic[SIM_UPSTREAM].writes.on);

    settings.workload_is_replaceable = true;
    set(&settings, "workload", SIM_TARGET_BOTH, "three.tlp");
    assert_int_equal(settings.scenario.workload.file_count, 1);
    assert_string_equal(settings.scenario.workload.files[0], "three.tlp");
    sim_settings_end(&settings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(has_what_was_promised),
        cmocka_unit_test(names_and_keys_are_unique),
        cmocka_unit_test(every_row_says_what_it_is),
        cmocka_unit_test(defaults_read_back),
        cmocka_unit_test(fault_defaults_read_back),
        cmocka_unit_test(sets_what_is_meant),
        cmocka_unit_test(reads_bit_error_rates),
        cmocka_unit_test(refuses_and_leaves_alone),
        cmocka_unit_test(adds_faults_and_events),
        cmocka_unit_test(a_workload_replaces_the_default_writes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
