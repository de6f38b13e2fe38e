/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The simulator under the checker: many seeds, both replay policies, every kind of damage. What the
 * ports do is never wrong; what a scripted fault makes wrong is found, and nothing else.
 * Not here: the checker's rules one by one (test_replay.c and others).
 */
#include "../sim/sim_support.h"
#include "acknak/check.h"

#define FOUND_MAX 32

struct checked {
    struct ak_check *check;
    unsigned found; /* errors and warnings */
    char rules[FOUND_MAX][12];
    char first[400];
};

static int take_finding(void *context, const struct ak_record *record)
{
    struct checked *checked = context;
    if (record->finding.severity == AK_NOTE)
        return 0;
    if (checked->found == 0)
        (void)snprintf(checked->first, sizeof checked->first, "%s at record %llu: %s",
                       record->finding.rule, (unsigned long long)record->about,
                       record->finding.text);
    if (checked->found < FOUND_MAX)
        (void)snprintf(checked->rules[checked->found], sizeof checked->rules[0], "%s",
                       record->finding.rule);
    checked->found++;
    return 0;
}

static int take_record(void *context, const struct ak_record *record)
{
    struct checked *checked = context;
    return ak_check_take(checked->check, record);
}

static void run_checked(const struct sim_scenario *scenario, struct checked *checked,
                        struct sim_result *result)
{
    struct ak_record_sink findings = {take_finding, checked};
    struct ak_record_sink records = {take_record, checked};
    memset(checked, 0, sizeof *checked);
    checked->check = ak_check_init(malloc(ak_check_bytes()), NULL, findings);
    run_traced(scenario, &records, result);
    assert_int_equal(ak_check_end(checked->check), 0);
    free(checked->check);
}

static void expect_nothing(const struct sim_scenario *scenario)
{
    struct checked checked;
    struct sim_result result;
    run_checked(scenario, &checked, &result);
    if (checked.found > 0)
        fail_msg("rate %d x%u seed %llu: %u findings, first %s", (int)scenario->link.rate,
                 (unsigned)scenario->link.width, (unsigned long long)scenario->seed, checked.found,
                 checked.first);
}

static void busy_link(struct sim_scenario *scenario, enum ak_rate rate, uint32_t width,
                      enum ak_replay_policy policy, const char *ber, uint64_t seed)
{
    sim_scenario_default(scenario);
    scenario->seed = seed;
    scenario->link.rate = rate;
    scenario->link.width = width;
    for (int i = 0; i < 2; i++) {
        assert_true(sim_probability_parse(ber, &scenario->errors[i].ber));
        scenario->ports[i].replay_policy = policy;
        scenario->traffic[i].writes.on = true;
        scenario->traffic[i].writes.tlps = 1500;
        scenario->traffic[i].dllps.every_tlps = 5;
        scenario->initial_seq[i] = 3500;
    }
}

static void ports_are_never_wrong(void **state)
{
    (void)state;
    static const struct {
        enum ak_rate rate;
        uint32_t width;
    } links[] = {{AK_RATE_2_5, 1}, {AK_RATE_5, 4}, {AK_RATE_8, 4}, {AK_RATE_32, 16}};
    static const char *const rates[] = {"0", "1e-7", "1e-6", "1e-5", "1e-4"};
    for (unsigned link = 0; link < LENGTH(links); link++)
        for (unsigned ber = 0; ber < LENGTH(rates); ber++)
            for (uint64_t seed = 1; seed <= 40; seed++) {
                struct sim_scenario scenario;
                busy_link(&scenario, links[link].rate, links[link].width,
                          seed % 2 ? AK_REPLAY_CONCURRENT : AK_REPLAY_DEFERRED, rates[ber], seed);
                scenario.stop.time_fs = 20 * SIM_FS_PER_MS;
                expect_nothing(&scenario);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ports_are_never_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
