/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A world in words, and as a scenario of the simulator.
 * Not here: running it (world.c).
 */
#include "world.h"

#include <inttypes.h>

static const char *damage_text(enum world_damage damage)
{
    static const char *const texts[WORLD_DAMAGE_COUNT] = {
        [WORLD_CORRUPT] = "corrupt",
        [WORLD_LOSE] = "lose",
        [WORLD_CORRUPT_DOWN_ONLY] = "corrupt downstream, lose upstream",
    };
    return texts[damage];
}

static void write_ack_policy(const struct world *world, FILE *out)
{
    if (world->options.ack_every_tlps == 0) {
        fputs("timer", out);
    } else if (world->options.ack_every_tlps == 1) {
        fputs("each", out);
    } else {
        fprintf(out, "%u", world->options.ack_every_tlps);
    }
}

static const char *policy_text(const struct world *world)
{
    return world->options.replay_policy == AK_REPLAY_DEFERRED ? "deferred" : "concurrent";
}

void world_describe(const struct world *world, FILE *out)
{
    fprintf(out, "pattern %05" PRIx32 " (%s), first number %u, %s replay, Acks: ", world->pattern,
            damage_text(world->options.damage), world->options.start, policy_text(world));
    write_ack_policy(world, out);
}

static void write_direction(const struct world *world, const char *name, int i, FILE *out)
{
    fprintf(out,
            "%s:\n  initial_seq: %u\n  payload: 4\n  write_header: 12\n  damage_mask: 0x%" PRIx64
            "\n  lose_mask: 0x%" PRIx64 "\n",
            name, world->options.start, world->damage_mask[i], world->lose_mask[i]);
}

void world_scenario(const struct world *world, FILE *out)
{
    fputs("# ", out);
    world_describe(world, out);
    fprintf(out,
            "\nlink: {rate: 2.5, width: 1, mps: %u, propagation: %uns, recovery: %uns, skp: no}\n",
            WORLD_MPS_BYTES, WORLD_PATH_SYM * 4u, WORLD_RECOVER_SYM * 4u);
    fprintf(out,
            "ports:\n  rx_delay: 0\n  tx_delay: 0\n  replay_policy: %s\n  replay_buffer: %u\n"
            "  replay_buffer_tlps: %u\n  ack_policy: ",
            policy_text(world), WORLD_CAPACITY, WORLD_SLOTS);
    write_ack_policy(world, out);
    fputc('\n', out);
    write_direction(world, "downstream", 0, out);
    write_direction(world, "upstream", 1, out);
    fprintf(out, "traffic: {writes: both}\nstop: {tlps: %u}\noutput: {ladder: all}\n", WORLD_TLPS);
}
