/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Worlds are what they claim to be: the same as the simulator makes of their scenario, record by
 * record; judged by a checker in its proper state; and able to fail.
 * Not here: all patterns (worlds.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "world.h"

#include "check/state.h"
#include "sim/run.h"
#include "sim/yaml.h"

#define RECORDS_MAX 400u
#define TEXT_MAX    4000u
#define KINDS       (12u * WORLD_DAMAGE_COUNT) /* of worlds: starts, policies, damages */

static struct world world;

/* What is compared of a record. Their numbers are not: the simulator tells more. */
struct wire_record {
    uint64_t time_fs;
    uint64_t end_fs;
    enum ak_record_kind kind;
    enum ak_direction direction;
    enum ak_seen seen;
    bool error;
    uint32_t length_bytes;
    uint8_t head[4]; /* number of a TLP; type and number of a DLLP */
};

struct wire_log {
    uint32_t count;
    struct wire_record records[RECORDS_MAX];
};

static int take_wire(void *context, const struct ak_record *record)
{
    struct wire_log *log = context;
    const bool starts = record->kind == AK_RECORD_LINK || record->kind == AK_RECORD_LINK_UP;
    if (!ak_record_is_wire(record->kind) || starts) {
        return 0;
    }
    assert_true(log->count < RECORDS_MAX);
    struct wire_record *out = &log->records[log->count++];
    memset(out, 0, sizeof *out);
    out->time_fs = record->time_fs;
    out->end_fs = record->end_fs;
    out->kind = record->kind;
    out->direction = record->direction;
    out->seen = record->seen;
    out->error = record->error;
    out->length_bytes = record->length_bytes;
    if (record->bytes) {
        memcpy(out->head, record->bytes, record->kind == AK_RECORD_TLP ? 2 : 4);
    }
    return 0;
}

/* Reads the scenario of the world as acknak sim does. */
static void load_scenario(struct sim_settings *settings)
{
    char text[TEXT_MAX];
    char message[SIM_YAML_MESSAGE];
    FILE *file = tmpfile();
    assert_non_null(file);
    world_scenario(&world, file);
    rewind(file);
    const size_t bytes = fread(text, 1, sizeof text, file);
    assert_int_equal(fclose(file), 0);
    sim_settings_default(settings);
    if (!sim_yaml_parse(text, bytes, "world", settings, message)) {
        fail_msg("%s", message);
    }
    sim_settings_complete(settings);
}

static void simulate(const struct sim_scenario *scenario, struct wire_log *log)
{
    const struct ak_record_sink sink = {take_wire, log};
    char message[SIM_MESSAGE_BYTES];
    struct sim_result result;
    enum sim_status status;
    struct sim_run *run = sim_run_create(scenario, &sink, &status, message);
    if (!run) {
        fail_msg("%s", message);
    }
    while (sim_run_step(run, 0)) {
    }
    sim_run_result(run, &result);
    sim_run_destroy(run);
    assert_int_equal(result.end, SIM_END_COMPLETED);
}

static void compare_with_simulator(uint32_t pattern)
{
    static struct sim_settings settings;
    static struct wire_log ours;
    static struct wire_log theirs;
    ours.count = 0;
    theirs.count = 0;
    world.watch = (struct ak_record_sink){take_wire, &ours};
    if (!world_run(&world, pattern)) {
        fail_msg("%s", world.text);
    }
    load_scenario(&settings);
    simulate(&settings.scenario, &theirs);
    sim_settings_end(&settings);
    for (uint32_t i = 0; i < ours.count && i < theirs.count; i++) {
        if (memcmp(&ours.records[i], &theirs.records[i], sizeof ours.records[i]) != 0) {
            world_describe(&world, stderr);
            fail_msg(": record %u differs: kind %d at %llu, the simulator has kind %d at %llu", i,
                     (int)ours.records[i].kind, (unsigned long long)ours.records[i].time_fs,
                     (int)theirs.records[i].kind, (unsigned long long)theirs.records[i].time_fs);
        }
    }
    assert_int_equal(ours.count, theirs.count);
}

static struct world_options options_of(uint32_t number)
{
    static const uint16_t acks[] = {0, 1, 3};
    return (struct world_options){
        .start = number % 2 ? 4094 : 0,
        .replay_policy = number / 2 % 2 ? AK_REPLAY_DEFERRED : AK_REPLAY_CONCURRENT,
        .ack_every_tlps = acks[number / 4 % 3],
        .damage = (enum world_damage)(number / 12 % WORLD_DAMAGE_COUNT),
    };
}

/* Worlds and simulator agree, and the masks of the scenario hit the packets of the pattern. All
 * kinds of worlds, with none, all and every second one of the first 16 packets hit, and 40 other
 * patterns. */
static void test_world_is_what_the_simulator_makes_of_it(void **state)
{
    (void)state;
    for (uint32_t number = 0; number < KINDS; number++) {
        const struct world_options options = options_of(number);
        world_set(&world, &options);
        compare_with_simulator(0);
        compare_with_simulator(0xFFFFu);
        compare_with_simulator(0x5555u);
        for (uint32_t i = 1; i <= 40; i++) {
            compare_with_simulator(i * 40503u & 0xFFFFu);
        }
    }
}

/* The state of a restored checker is that of one set up anew: after the same world everything is
 * the same, whatever ran before. */
static void test_restored_checker_is_as_new(void **state)
{
    static struct ak_check anew;
    (void)state;
    world.watch.take = NULL;
    for (uint32_t number = 0; number < KINDS; number++) {
        const struct world_options options = options_of(number);
        world_set(&world, &options);
        for (uint32_t i = 1; i <= 10; i++) {
            const uint32_t pattern = i * 40503u & 0xFFFFu;
            assert_true(world_run_anew(&world, pattern));
            anew = *world.check;
            assert_true(world_run(&world, ~pattern & 0xFFFFu));
            assert_true(world_run(&world, pattern));
            assert_memory_equal(world.check->way, anew.way, sizeof anew.way);
            assert_memory_equal(&world.check->clock, &anew.clock, sizeof anew.clock);
            assert_int_equal(world.check->now_fs, anew.now_fs);
        }
    }
}

/* Runs patterns with a port that does something wrong; the failure found first. */
static const char *first_failure(enum world_fault fault)
{
    const struct world_options options = {.ack_every_tlps = 1, .fault = fault};
    world_set(&world, &options);
    for (uint32_t pattern = 0; pattern < 1u << 13; pattern++) {
        if (!world_run(&world, pattern)) {
            return world.failure;
        }
    }
    return "nothing";
}

static void test_faults_are_found(void **state)
{
    (void)state;
    world.watch.take = NULL;
    assert_string_equal(first_failure(WORLD_RIGHT), "nothing");
    /* An Ack ahead of what has arrived: RX-09 tells which number is right. */
    assert_string_equal(first_failure(WORLD_ACKS_AHEAD), "RX-09");
    /* Nothing comes any more, so that no later record shows it to the checker. */
    assert_string_equal(first_failure(WORLD_NO_REPLAY_TIMER), "deadlock");
    assert_string_equal(first_failure(WORLD_NAKS_DUPLICATES), "RX-07");
    assert_string_equal(first_failure(WORLD_KEEPS_DUPLICATES), "delivery");
    assert_string_equal(first_failure(WORLD_REPLAY_SKIPS), "TX-09");
    assert_string_equal(first_failure(WORLD_NAKS_AGAIN), "RX-06");
    assert_string_equal(first_failure(WORLD_PASSES_DAMAGE), "delivery");
}

static int open_world(void **state)
{
    (void)state;
    world_open(&world);
    return 0;
}

static int close_world(void **state)
{
    (void)state;
    world_close(&world);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_world_is_what_the_simulator_makes_of_it),
        cmocka_unit_test(test_restored_checker_is_as_new),
        cmocka_unit_test(test_faults_are_found),
    };
    return cmocka_run_group_tests(tests, open_world, close_world);
}
