/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A world tells its checker what is on the wires.
 * Not here: the event loop (world.c).
 *
 * To set a checker up anew takes longer than a world does, since it knows 4096 numbers each way.
 * A world uses a few of them: restoring those and the rest of its state from a pristine copy comes
 * to the same (test_world.c compares). Counts and tallies go on from world to world.
 */
#include "world_check.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "check/state.h"

_Static_assert(offsetof(struct ak_way, tlp) + sizeof(((struct ak_way *)0)->tlp) ==
                   sizeof(struct ak_way),
               "the numbers come last: the rest of a way is copied up to them");

static int take_finding(void *context, const struct ak_record *record)
{
    struct world *world = context;
    if (record->finding.severity != AK_NOTE) {
        world_fail(world, record->finding.rule, "%s, about record %llu: %s", record->finding.rule,
                   (unsigned long long)record->about, record->finding.text);
    }
    return 0;
}

static void tell(struct world *world, const struct ak_record *record)
{
    (void)ak_check_take(world->check, record);
    if (world->watch.take) {
        (void)world->watch.take(world->watch.context, record);
    }
}

static struct ak_record link_record(const struct world *world)
{
    const uint8_t views = 1u << AK_SEEN_SENDER | 1u << AK_SEEN_RECEIVER;
    return (struct ak_record){
        .number = 1,
        .kind = AK_RECORD_LINK,
        .direction = AK_DIRECTION_BOTH,
        .link = {.known = AK_KNOWN_RATE | AK_KNOWN_MAX_RATE | AK_KNOWN_WIDTH | AK_KNOWN_MPS |
                          AK_KNOWN_EXTENDED_SYNCH | AK_KNOWN_L0S_EXIT | AK_KNOWN_FLIGHT |
                          AK_KNOWN_REACTION | AK_KNOWN_RESOLUTION | AK_KNOWN_VIEWS |
                          AK_KNOWN_INITIAL_SEQ,
                 .rate = AK_RATE_2_5,
                 .max_rate = AK_RATE_2_5,
                 .width = 1,
                 .mps_bytes = WORLD_MPS_BYTES,
                 .flight_fs = (uint64_t)WORLD_PATH_SYM * WORLD_SYM_FS,
                 .reaction_fs = WORLD_SYM_FS,
                 .resolution_fs = 1,
                 .views = {views, views},
                 .initial_seq = {world->options.start, world->options.start}},
    };
}

void world_start_check(struct world *world, struct ak_check *check)
{
    const struct ak_record_sink sink = {take_finding, world};
    const struct ak_record link = link_record(world);
    const struct ak_record up = {
        .number = 2, .kind = AK_RECORD_LINK_UP, .direction = AK_DIRECTION_BOTH};
    (void)ak_check_init(check, NULL, sink);
    check->kernel = AK_CRC_PORTABLE; /* the quickest for frames as short as these */
    (void)ak_check_take(check, &link);
    (void)ak_check_take(check, &up);
    world->records = 2;
}

static void restore_way(struct ak_way *way, const struct ak_way *pristine, uint16_t start)
{
    memcpy(way, pristine, offsetof(struct ak_way, tlp));
    uint16_t seq = ak_seq_before(start);
    for (uint32_t i = 0; i < WORLD_TLPS + 2u; i++) {
        way->tlp[seq] = pristine->tlp[seq];
        seq = ak_seq_add(seq, 1);
    }
}

void world_restore_check(struct world *world)
{
    struct ak_check *check = world->check;
    const struct ak_check *pristine = world->pristine;
    memcpy(check, pristine, offsetof(struct ak_check, way));
    for (int i = 0; i < 2; i++) {
        restore_way(&check->way[i], &pristine->way[i], world->options.start);
    }
    check->now_fs = pristine->now_fs;
    check->record = NULL;
    check->last_number = pristine->last_number;
    check->result = 0;
    world->records = 2;
}

void world_end_check(struct world *world)
{
    (void)ak_check_end(world->check);
}

uint64_t world_rules_judged(const struct world *world)
{
    uint64_t judged = 0;
    for (unsigned i = 0; i < ak_check_rule_count(); i++) {
        struct ak_check_tally tally;
        ak_check_tally_rule(world->check, i, &tally);
        judged += tally.checked;
    }
    return judged;
}

void world_tell_link(struct world *world, enum ak_record_kind kind)
{
    const struct ak_record record = {.number = ++world->records,
                                     .time_fs = world->now_fs,
                                     .end_fs = world->now_fs,
                                     .kind = kind,
                                     .direction = AK_DIRECTION_BOTH};
    tell(world, &record);
}

/* Plain assignments: most of a record is of no concern to a packet. */
static void packet_record(struct world *world, struct ak_record *record, int sender,
                          const struct world_flight *flight)
{
    record->number = ++world->records;
    record->direction = (enum ak_direction)sender;
    record->end = AK_END_GOOD;
    record->os = AK_OS_OTHER;
    record->error = false;
    record->truncated = false;
    record->has_stp = false;
    record->bytes = flight->bytes;
    record->length_bytes = flight->length_bytes;
}

void world_tell_sent(struct world *world, int sender, struct world_flight *flight)
{
    struct ak_record record;
    packet_record(world, &record, sender, flight);
    record.kind = flight->kind == AK_RX_TLP ? AK_RECORD_TLP : AK_RECORD_DLLP;
    record.time_fs = flight->begin_fs;
    record.end_fs = flight->end_fs;
    record.about = 0;
    record.seen = AK_SEEN_SENDER;
    flight->record = record.number;
    tell(world, &record);
}

void world_tell_received(struct world *world, int sender, const struct world_flight *flight)
{
    struct ak_record record;
    packet_record(world, &record, sender, flight);
    record.time_fs = flight->arrive_fs - (flight->end_fs - flight->begin_fs);
    record.end_fs = world->now_fs;
    record.about = flight->record;
    record.seen = AK_SEEN_RECEIVER;
    switch ((enum ak_rx_kind)flight->kind) {
    case AK_RX_TLP:
    case AK_RX_TLP_EDB:
        record.kind = AK_RECORD_TLP;
        break;
    case AK_RX_DLLP:
        record.kind = AK_RECORD_DLLP;
        break;
    case AK_RX_ERROR_IN_TLP:
        record.kind = AK_RECORD_TLP;
        record.error = true;
        record.end = AK_END_CUT;
        record.bytes = NULL;
        record.length_bytes = 0;
        break;
    case AK_RX_ERROR:
        record.kind = AK_RECORD_ERROR;
        record.time_fs = world->now_fs;
        record.bytes = NULL;
        record.length_bytes = 0;
        break;
    }
    tell(world, &record);
}

void world_open(struct world *world)
{
    memset(world, 0, sizeof *world);
    world->check = malloc(ak_check_bytes());
    world->pristine = malloc(ak_check_bytes());
}

void world_close(struct world *world)
{
    free(world->check);
    free(world->pristine);
}
