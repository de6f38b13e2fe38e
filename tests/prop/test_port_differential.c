/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The library against the plain second implementation of the rules: thousands of random sequences
 * of calls, everything visible compared after each. A difference is told with its seed and the
 * shortest list of calls that still shows it.
 * Not here: what the calls do and what is compared (tests/support/port_pair.h).
 *
 * ACKNAK_SEEDS=FIRST,COUNT in the environment runs other sequences than the usual ones;
 * ACKNAK_LONG_TESTS three times as many.
 *
 * Rules: TX-01 to TX-17, TIME-01 to TIME-06, RX-01 to RX-10, PORT-01 to PORT-05, ERR-01 to ERR-06.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "port_pair.h"

#define CALLS_MAX 4000u

static struct port_pair pair; /* large: kept off the stack */

static uint64_t random_state;

/* SplitMix64. */
static uint32_t random_number(void)
{
    uint64_t z = (random_state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return (uint32_t)((z ^ (z >> 31)) >> 32);
}

static uint32_t random_below(uint32_t bound)
{
    return random_number() % bound;
}

/* What kinds of calls a sequence is made of, as weights. */
struct mix {
    const char *name;
    uint32_t calls;
    uint8_t weight[CALL_KIND_COUNT];
};

static const struct mix mixes[] = {
    {"everything",
     400,
     {[CALL_SUBMIT] = 12,
      [CALL_SUBMIT_CUT_THROUGH] = 4,
      [CALL_RESERVE_COMMIT] = 4,
      [CALL_RESERVE_ABANDON] = 1,
      [CALL_SUBMIT_BATCH] = 2,
      [CALL_NULLIFY] = 3,
      [CALL_BEGIN] = 40,
      [CALL_END] = 36,
      [CALL_WAIT] = 10,
      [CALL_TICK] = 6,
      [CALL_TICK_AT_DEADLINE] = 6,
      [CALL_ACK] = 6,
      [CALL_NAK] = 6,
      [CALL_ACK_LAST] = 2,
      [CALL_ACKNAK_AT_EDGE] = 3,
      [CALL_ACKNAK_ANY] = 1,
      [CALL_RX_NEXT_TLP] = 12,
      [CALL_RX_TLP] = 8,
      [CALL_RX_BAD_TLP] = 4,
      [CALL_RX_TLP_EDB] = 3,
      [CALL_RX_BATCH] = 2,
      [CALL_RX_ERROR] = 1,
      [CALL_RX_ERROR_IN_TLP] = 2,
      [CALL_RX_DLLP] = 2,
      [CALL_RX_BAD_DLLP] = 2,
      [CALL_RECOVER] = 4,
      [CALL_LINK_DOWN] = 1,
      [CALL_LINK_DISABLE] = 1,
      [CALL_LINK_UP] = 6,
      [CALL_OFFER] = 6,
      [CALL_SET_LIMITS] = 1,
      [CALL_TAKE_EVENTS] = 2}},
    {"replays",
     400,
     {[CALL_SUBMIT] = 10,
      [CALL_SUBMIT_CUT_THROUGH] = 2,
      [CALL_NULLIFY] = 1,
      [CALL_BEGIN] = 40,
      [CALL_END] = 38,
      [CALL_WAIT] = 4,
      [CALL_TICK_AT_DEADLINE] = 5,
      [CALL_ACK] = 5,
      [CALL_NAK] = 12,
      [CALL_ACK_LAST] = 1,
      [CALL_RECOVER] = 3,
      [CALL_LINK_UP] = 1}},
    {"no Acks",
     300,
     {[CALL_SUBMIT] = 8,
      [CALL_SUBMIT_CUT_THROUGH] = 1,
      [CALL_BEGIN] = 40,
      [CALL_END] = 40,
      [CALL_TICK_AT_DEADLINE] = 10,
      [CALL_NAK] = 1,
      [CALL_ACK] = 1,
      [CALL_RECOVER] = 8}},
    {"receiver",
     400,
     {[CALL_BEGIN] = 14,
      [CALL_END] = 12,
      [CALL_WAIT] = 8,
      [CALL_TICK] = 6,
      [CALL_TICK_AT_DEADLINE] = 8,
      [CALL_RX_NEXT_TLP] = 30,
      [CALL_RX_TLP] = 12,
      [CALL_RX_BAD_TLP] = 8,
      [CALL_RX_TLP_EDB] = 4,
      [CALL_RX_BATCH] = 4,
      [CALL_RX_ERROR] = 2,
      [CALL_RX_ERROR_IN_TLP] = 4,
      [CALL_RX_DLLP] = 3,
      [CALL_RX_BAD_DLLP] = 3,
      [CALL_RECOVER] = 4,
      [CALL_LINK_UP] = 2,
      [CALL_TAKE_EVENTS] = 1}},
    {"full",
     600,
     {[CALL_SUBMIT] = 30,
      [CALL_RESERVE_COMMIT] = 8,
      [CALL_RESERVE_ABANDON] = 3,
      [CALL_SUBMIT_CUT_THROUGH] = 6,
      [CALL_SUBMIT_BATCH] = 10,
      [CALL_NULLIFY] = 6,
      [CALL_BEGIN] = 30,
      [CALL_END] = 28,
      [CALL_ACK] = 20,
      [CALL_ACK_LAST] = 6,
      [CALL_NAK] = 2,
      [CALL_TICK_AT_DEADLINE] = 1}},
    {"window",
     3500,
     {[CALL_SUBMIT_BATCH] = 30,
      [CALL_BEGIN] = 100,
      [CALL_END] = 100,
      [CALL_ACK] = 1,
      [CALL_ACKNAK_AT_EDGE] = 1,
      [CALL_ACKNAK_ANY] = 1}},
};

static uint32_t weight_sum(const struct mix *mix)
{
    uint32_t sum = 0;
    for (int kind = 0; kind < CALL_KIND_COUNT; kind++) {
        sum += mix->weight[kind];
    }
    return sum;
}

static struct call random_call(const struct mix *mix, uint32_t sum)
{
    uint32_t choice = random_below(sum);
    int kind = 0;
    while (choice >= mix->weight[kind]) {
        choice -= mix->weight[kind++];
    }
    struct call call = {(enum call_kind)kind, random_number(), random_number()};
    return call;
}

static void random_config(struct ak_config *config, const struct mix *mix)
{
    static const uint32_t capacities[] = {18, 40, 64, 100, 256, 700, 4138, 5000, 20000};
    bool window = strcmp(mix->name, "window") == 0;
    memset(config, 0, sizeof(*config));
    config->replay_capacity_bytes =
        window ? 400000 : capacities[random_below(sizeof(capacities) / sizeof(capacities[0]))];
    config->slot_count = window ? AK_SLOTS_MAX : 1u << random_below(7);
    config->replay_limit = 1 + random_below(window ? 1000000 : 120);
    config->ack_limit = random_below(50);
    config->replay_policy = random_below(2) != 0 ? AK_REPLAY_DEFERRED : AK_REPLAY_CONCURRENT;
    config->ack_every_tlps = (uint16_t)random_below(4);
    config->retrain_limit = (uint8_t)random_below(4);
    config->report_window_stall = random_below(2) != 0;
    config->initial_seq =
        (uint16_t)(random_below(3) == 0 ? random_below(4096) : (4080 + random_below(20)) % 4096);
    config->initial_rcv_seq =
        (uint16_t)(random_below(3) == 0 ? random_below(4096) : (4080 + random_below(20)) % 4096);
    config->crc_kernel = random_below(2) != 0 ? AK_CRC_PORTABLE : ak_crc_best_kernel();
}

/* The calls of a seed: link up first, then as the mix says. Returns how many. */
static uint32_t make_calls(uint64_t seed, struct ak_config *config, struct call *calls)
{
    random_state = seed;
    const struct mix *mix = &mixes[seed % (sizeof(mixes) / sizeof(mixes[0]))];
    if (strcmp(mix->name, "window") == 0 && seed % 8 != 5) {
        mix = &mixes[0]; /* a window sequence takes long */
    }
    uint32_t sum = weight_sum(mix);
    random_config(config, mix);
    calls[0] = (struct call){CALL_LINK_UP, 0, 0};
    for (uint32_t i = 1; i < mix->calls; i++) {
        calls[i] = random_call(mix, sum);
    }
    return mix->calls;
}

/* Makes the calls on a fresh pair. Returns how many were made when a difference showed, 0: none. */
static uint32_t run(const struct ak_config *config, const struct call *calls, uint32_t count,
                    FILE *trace)
{
    uint32_t differs = 0;
    port_pair_open(&pair, config);
    pair.trace = trace;
    for (uint32_t i = 0; i < count && differs == 0; i++) {
        if (!port_pair_call(&pair, calls[i])) {
            differs = i + 1;
        }
    }
    port_pair_close(&pair);
    return differs;
}

/* Leaves out pieces of the list as long as a difference remains. Returns the new count. */
static uint32_t shorten(const struct ak_config *config, struct call *calls, uint32_t count)
{
    static struct call fewer[CALLS_MAX];
    for (uint32_t piece = count / 2; piece > 0; piece /= 2) {
        for (uint32_t at = 0; at + piece <= count;) {
            memcpy(fewer, calls, at * sizeof(*calls));
            memcpy(&fewer[at], &calls[at + piece], (count - at - piece) * sizeof(*calls));
            uint32_t differs = run(config, fewer, count - piece, NULL);
            if (differs != 0) {
                memcpy(calls, fewer, differs * sizeof(*calls));
                count = differs;
            } else {
                at += piece;
            }
        }
    }
    return count;
}

static void tell(uint64_t seed, const struct ak_config *config, struct call *calls, uint32_t count)
{
    uint32_t shortest = shorten(config, calls, count);
    shortest = shorten(config, calls, shortest);
    fprintf(stderr,
            "seed %llu: %u calls, %u slots, %u bytes, %s, limits %llu and %llu, Ack every %u, "
            "retrain limit %u, first numbers %u and %u\n",
            (unsigned long long)seed, shortest, config->slot_count, config->replay_capacity_bytes,
            config->replay_policy == AK_REPLAY_DEFERRED ? "deferred" : "concurrent",
            (unsigned long long)config->replay_limit, (unsigned long long)config->ack_limit,
            config->ack_every_tlps, config->retrain_limit, config->initial_seq,
            config->initial_rcv_seq);
    run(config, calls, shortest, stderr);
    fprintf(stderr, "%s\n", pair.fault);
}

static void test_library_agrees_with_the_plain_port(void **state)
{
    static struct call calls[CALLS_MAX];
    unsigned long long first = 1;
    unsigned long long seeds = getenv("ACKNAK_LONG_TESTS") != NULL ? 6000 : 2000;
    unsigned different = 0;
    const char *wanted = getenv("ACKNAK_SEEDS");
    (void)state;
    if (wanted != NULL && sscanf(wanted, "%llu,%llu", &first, &seeds) != 2) {
        fail_msg("ACKNAK_SEEDS=%s: expected FIRST,COUNT", wanted);
    }
    for (uint64_t seed = first; seed < first + seeds && different < 3; seed++) {
        struct ak_config config;
        uint32_t count = make_calls(seed, &config, calls);
        uint32_t differs = run(&config, calls, count, NULL);
        if (differs != 0) {
            tell(seed, &config, calls, differs);
            different++;
        }
    }
    assert_int_equal(different, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_library_agrees_with_the_plain_port),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
