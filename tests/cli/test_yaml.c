/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Scenario files: sim/yaml.h.
 * Not here: the values themselves (test_options.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sim/yaml.h"

static char message[SIM_YAML_MESSAGE];

static bool parse(struct sim_settings *settings, const char *text)
{
    message[0] = '\0';
    sim_settings_default(settings);
    return sim_yaml_parse(text, strlen(text), "dir/file.yaml", settings, message);
}

static void assert_wrong(const char *text, const char *expected)
{
    struct sim_settings settings;

    assert_false(parse(&settings, text));
    assert_string_equal(message, expected);
    sim_settings_end(&settings);
}

/* What comes 100,000 times over is refused at once: the parser alone would take minutes. */
static void assert_wrong_times(const char *begin, const char *repeated, const char *expected)
{
    size_t length = strlen(repeated);
    char *text = malloc(strlen(begin) + 100000 * length + 1);

    assert_non_null(text);
    strcpy(text, begin);
    for (size_t i = 0, at = strlen(begin); i < 100000; i++, at += length)
        memcpy(text + at, repeated, length + 1);
    assert_wrong(text, expected);
    free(text);
}

static void reads_a_scenario(void **state)
{
    static const char text[] = "# comment\n"
                               "seed: 7\n"
                               "port_b:\n"
                               "  ack_policy: each\n"
                               "ports:\n"
                               "  ack_policy: 4\n"
                               "  replay_buffer: 64KiB\n"
                               "link: {rate: 2.5, width: 1, mps: 128}\n"
                               "directions:\n"
                               "  ber: 0.001953125\n"
                               "upstream:\n"
                               "  ber: 0\n"
                               "  payload: 4:1,8:2\n"
                               "workload:\n"
                               "  files: [one.tlp, /two.tlp]\n"
                               "  timing: fast\n"
                               "traffic:\n"
                               "faults:\n"
                               "  - {kind: lose, packet: tlp, nth: 3}\n"
                               "  - kind: stuck\n"
                               "    from: 1us\n"
                               "    until: 2us\n"
                               "events:\n"
                               "  - {kind: recovery, time: 5us}\n"
                               "stop: {tlps: 20}\n"
                               "output: {ladder: all}\n";
    struct sim_settings settings;
    const struct sim_scenario *scenario = &settings.scenario;

    (void)state;
    assert_true(parse(&settings, text));
    assert_int_equal(scenario->seed, 7);
    assert_int_equal(scenario->link.rate, AK_RATE_2_5);
    /* The section of one port wins over the one of both, wherever it stands. */
    assert_int_equal(scenario->ports[0].ack_policy, SIM_ACK_EVERY_N);
    assert_int_equal(scenario->ports[1].ack_policy, SIM_ACK_EACH);
    assert_int_equal(scenario->ports[1].replay_buffer_bytes, 65536);
    assert_true(scenario->errors[0].ber.per_2_64 == 1ull << 55);
    assert_true(scenario->errors[1].ber.per_2_64 == 0);
    assert_int_equal(scenario->traffic[1].writes.mix_count, 2);
    assert_int_equal(scenario->workload.file_count, 2);
    assert_string_equal(scenario->workload.files[0], "dir/one.tlp");
    assert_string_equal(scenario->workload.files[1], "/two.tlp");
    assert_int_equal(scenario->workload.timing, SIM_WORKLOAD_FAST);
    assert_int_equal(scenario->fault_count, 2);
    assert_int_equal(scenario->faults[0].packet, SIM_PACKET_TLP);
    assert_int_equal(scenario->faults[0].nth, 3);
    assert_int_equal(scenario->faults[1].until_fs, 2000000000u);
    assert_int_equal(scenario->event_count, 1);
    assert_int_equal(scenario->stop.tlps, 20);
    assert_int_equal(settings.ladder, SIM_LADDER_ALL);
    sim_settings_end(&settings);
}

static void an_empty_file_is_the_default(void **state)
{
    struct sim_settings settings;

    (void)state;
    assert_true(parse(&settings, ""));
    assert_true(parse(&settings, "# nothing but a comment\n"));
    assert_true(parse(&settings, "link:\n"));
    assert_true(parse(&settings, "---\nseed: 3\n"));
    assert_int_equal(settings.scenario.seed, 3);
    sim_settings_end(&settings);
}

static void wrong_keys_are_named(void **state)
{
    (void)state;
    assert_wrong("seed: 1\nlnk:\n  rate: 8\n",
                 "dir/file.yaml:2: unknown key 'lnk'; did you mean 'link'?");
    assert_wrong("link:\n  rate: 8\n  widht: 4\n",
                 "dir/file.yaml:3: unknown key 'widht' in section 'link'; did you mean 'width'?");
    assert_wrong("rate: 8\n",
                 "dir/file.yaml:1: key 'rate' stands outside a section; it belongs to 'link'");
    assert_wrong("stop:\n  ber: 1e-9\n",
                 "dir/file.yaml:2: key 'ber' is not of section 'stop'; it belongs to 'directions'");
    assert_wrong("output:\n  xyzzy: 1\n", "dir/file.yaml:2: unknown key 'xyzzy' in section "
                                          "'output', expected one of ladder, ladder_rows");
    assert_wrong("faults:\n  - kind: lose\n    nht: 2\n",
                 "dir/file.yaml:3: unknown key 'nht'; did you mean 'nth'?");
    assert_wrong("link:\n  rate: 8\n  rate: 5\n", "dir/file.yaml:3: key 'rate' stands here a "
                                                  "second time, first in line 2");
    assert_wrong_times("link:\n  [", "[", "dir/file.yaml:2: brackets nest more than 1000 deep");
    assert_wrong_times("", "{a: ", "dir/file.yaml:1: brackets nest more than 1000 deep");
    assert_wrong("'': 1\n", "dir/file.yaml:1: unknown key '', expected seed, link, ports, port_a, "
                            "port_b, directions, downstream, upstream, traffic, workload, faults, "
                            "events, stop or output");
    assert_wrong("? [a, b]\n: 1\n", "dir/file.yaml:1: found a list, expected a word as key");
}

static void wrong_values_are_named(void **state)
{
    (void)state;
    assert_wrong("link:\n  rate: 9\n",
                 "dir/file.yaml:2: rate: found '9', expected 2.5, 5, 8, 16 or 32 (GT/s)");
    assert_wrong("link:\n  rate: [8]\n",
                 "dir/file.yaml:2: rate: found a list, expected 2.5, 5, 8, 16 or 32 (GT/s)");
    assert_wrong("link:\n  l0s: {a: b}\n", "dir/file.yaml:2: l0s: found keys, expected yes or no");
    assert_wrong("link: 8\n",
                 "dir/file.yaml:1: section 'link' holds no keys, expected 'key: value' lines");
    assert_wrong("faults: lose\n", "dir/file.yaml:1: 'faults' is no list, expected '- kind: ...'");
    assert_wrong("faults:\n  - lose\n",
                 "dir/file.yaml:2: expected a list of items with keys: '- kind: ...'");
    assert_wrong("faults:\n  - nth: 2\n", "dir/file.yaml:2: the key 'kind' is missing");
    assert_wrong("events:\n  - {kind: recovery, time: 5}\n",
                 "dir/file.yaml:2: time: found '5', expected a time from 0 to 10000s with its unit "
                 "(s ms us ns ps fs)");
    assert_wrong("workload:\n  files: ['']\n",
                 "dir/file.yaml:2: files: expected the path of a .tlp file");
    assert_wrong("seed: \"1\\0\"\n", "dir/file.yaml:1: seed: found a zero byte in the value");
    assert_wrong("- 1\n",
                 "dir/file.yaml:1: no scenario: expected 'section:' lines with keys below");
    assert_wrong("seed: 1\n---\nseed: 2\n",
                 "dir/file.yaml:3: a second document begins here, expected one");
}

static void what_is_no_yaml_is_refused(void **state)
{
    static const char *const texts[] = {"a: [", "\t: x", "a: b: c", "\x01", "\xc3(", "%"};
    struct sim_settings settings;

    (void)state;
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        assert_false(parse(&settings, texts[i]));
        assert_non_null(strstr(message, "dir/file.yaml:"));
        sim_settings_end(&settings);
    }
}

static void too_many_faults_are_refused(void **state)
{
    char text[16 + 32 * (SIM_FAULTS_MAX + 1)] = "faults:\n";

    (void)state;
    for (unsigned i = 0; i <= SIM_FAULTS_MAX; i++)
        strcat(text, "  - kind: lose\n");
    assert_wrong(text, "dir/file.yaml:66: more than 64 faults");
}

static void unreadable_files_are_told(void **state)
{
    struct sim_settings settings;

    (void)state;
    sim_settings_default(&settings);
    assert_false(sim_yaml_load("/no/such/file.yaml", &settings, message));
    assert_string_equal(message, "/no/such/file.yaml: No such file or directory");
    assert_false(sim_yaml_load("/", &settings, message));
    assert_string_equal(message, "/: Is a directory");
    assert_false(sim_yaml_load("/dev/zero", &settings, message));
    assert_string_equal(message, "/dev/zero: larger than 1 MiB, expected a scenario file");
    sim_settings_end(&settings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_a_scenario),
        cmocka_unit_test(an_empty_file_is_the_default),
        cmocka_unit_test(wrong_keys_are_named),
        cmocka_unit_test(wrong_values_are_named),
        cmocka_unit_test(what_is_no_yaml_is_refused),
        cmocka_unit_test(too_many_faults_are_refused),
        cmocka_unit_test(unreadable_files_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
