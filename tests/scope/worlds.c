/* SPDX-License-Identifier: Apache-2.0 */
/*
 * All damage patterns over the first packets of a link, none left out:
 * three kinds of damage, both replay policies, three Ack policies, each from reset to the end.
 * Not here: a world (world.h).
 *
 *     worlds [--packets N] [--start NUMBER]...     16 packets, starting at 0 and at 4094
 *
 * Exit code 0: all worlds ended well. 1: the first that did not is printed, with its scenario.
 *
 * Rules: TX-01 to TX-12, RX-03 to RX-09, TIME-01 to TIME-06, PORT-02, PORT-03, PORT-05.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "world.h"

#define PACKETS_MAX 24u
#define STARTS_MAX  8u

static struct world world; /* large: kept off the stack */

struct totals {
    uint64_t patterns;
    uint64_t worlds; /* different ones: patterns that differ in packets never sent are one */
    uint64_t packets;
    uint64_t judged; /* rules */
    uint32_t most_packets;
};

static const uint16_t ack_policies[] = {0, 1, 3};

static void tell_failure(void)
{
    printf("\nFAILED: ");
    world_describe(&world, stdout);
    printf("\n%s: %s\n\nThe scenario, for acknak sim:\n\n", world.failure, world.text);
    world_scenario(&world, stdout);
}

static bool run_patterns(uint32_t packets, struct totals *totals)
{
    for (uint32_t pattern = 0; pattern < 1u << packets; pattern++) {
        if (!world_run(&world, pattern)) {
            tell_failure();
            return false;
        }
        totals->patterns++;
        totals->worlds += world.packets >= 32u || pattern >> world.packets == 0;
        totals->packets += world.packets;
        if (world.packets > totals->most_packets) {
            totals->most_packets = world.packets;
        }
    }
    return true;
}

static bool run_start(uint16_t start, uint32_t packets, struct totals *totals)
{
    for (unsigned damage = 0; damage < WORLD_DAMAGE_COUNT; damage++) {
        for (unsigned policy = 0; policy < 2; policy++) {
            for (unsigned ack = 0; ack < sizeof ack_policies / sizeof ack_policies[0]; ack++) {
                const struct world_options options = {
                    .start = start,
                    .replay_policy = policy ? AK_REPLAY_DEFERRED : AK_REPLAY_CONCURRENT,
                    .ack_every_tlps = ack_policies[ack],
                    .damage = (enum world_damage)damage,
                };
                world_set(&world, &options);
                if (!run_patterns(packets, totals)) {
                    return false;
                }
                totals->judged += world_rules_judged(&world);
            }
        }
    }
    return true;
}

static double seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static void tell_totals(uint16_t start, uint32_t packets, const struct totals *totals,
                        double elapsed)
{
    printf("first number %u: every pattern over the first %u packets: %" PRIu64 " simulations, "
           "%" PRIu64 " of them different,\n%" PRIu64 " packets (at most %u in one), "
           "%" PRIu64 " rules judged; no finding, no deadlock, all delivered once and in order.\n",
           start, packets, totals->patterns, totals->worlds, totals->packets, totals->most_packets,
           totals->judged);
    if (elapsed > 0) {
        printf("%.0f worlds per second of processor time\n", (double)totals->patterns / elapsed);
    }
}

static bool run_all(const uint16_t *starts, uint32_t count, uint32_t packets)
{
    for (uint32_t i = 0; i < count; i++) {
        struct totals totals = {0};
        const double began = seconds();
        if (!run_start(starts[i], packets, &totals)) {
            return false;
        }
        tell_totals(starts[i], packets, &totals, seconds() - began);
    }
    return true;
}

static int usage(const char *found)
{
    fprintf(stderr,
            "worlds: found '%s', expected --packets 1 to %u and --start 0 to 4095 (at most %u)\n",
            found, PACKETS_MAX, STARTS_MAX);
    return 2;
}

int main(int argc, char **argv)
{
    uint16_t starts[STARTS_MAX] = {0, 4094};
    uint32_t count = 0;
    uint32_t packets = 16;
    for (int i = 1; i < argc; i += 2) {
        char *end = NULL;
        const unsigned long value = i + 1 < argc ? strtoul(argv[i + 1], &end, 10) : 0;
        if (!end || *end || end == argv[i + 1]) {
            return usage(argv[i]);
        }
        if (!strcmp(argv[i], "--packets") && value >= 1 && value <= PACKETS_MAX) {
            packets = (uint32_t)value;
        } else if (!strcmp(argv[i], "--start") && value <= AK_SEQ_MASK && count < STARTS_MAX) {
            starts[count++] = (uint16_t)value;
        } else {
            return usage(argv[i]);
        }
    }
    world_open(&world);
    const bool good = run_all(starts, count ? count : 2u, packets);
    world_close(&world);
    return good ? 0 : 1;
}
