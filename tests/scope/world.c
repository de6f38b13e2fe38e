/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The event loop of a world.
 * Not here: its checker and its description (world_check.c, world_text.c).
 *
 * Within one instant: link, ends of packets, arrivals, timers, submits, begins; a before b.
 */
#include "world.h"

#include "world_check.h"

#include <stdarg.h>
#include <string.h>

#define END_FS (1000000ull * WORLD_SYM_FS) /* a world without damage takes less than 2000 */

__attribute__((format(printf, 3, 4))) void world_fail(struct world *world, const char *what,
                                                      const char *format, ...)
{
    va_list arguments;
    if (world->failure) {
        return;
    }
    world->failure = what;
    va_start(arguments, format);
    (void)vsnprintf(world->text, sizeof world->text, format, arguments);
    va_end(arguments);
}

static uint64_t earlier(uint64_t one, uint64_t other)
{
    return one < other ? one : other;
}

static struct world_flight *flight_at(struct world_side *side, uint32_t index)
{
    return &side->flights[index % WORLD_FLIGHTS];
}

/* A memory write whose address and data tell which one of its direction it is. */
static void make_tlp(uint32_t number, uint8_t tlp[WORLD_TLP_BYTES])
{
    static const uint8_t header[WORLD_TLP_BYTES] = {0x40, 0, 0, 1, 0, 0, 0, 0x0F, 0x10};
    memcpy(tlp, header, sizeof header);
    tlp[11] = (uint8_t)(number << 2);
    tlp[12] = (uint8_t)number;
    tlp[15] = (uint8_t)(number * 37u);
}

/* ---- Link ---- */

static void refresh_arrival(struct world_side *side)
{
    side->arrive_fs =
        side->first == side->next ? AK_TIME_NEVER : flight_at(side, side->first)->arrive_fs;
}

/* What has not left whole arrives as a Receiver Error. Rules: PORT-05, D31. */
static void cut_packet(struct world *world, struct world_side *side)
{
    if (side->first != side->next) {
        struct world_flight *last = flight_at(side, side->next - 1u);
        if (last->end_fs > world->now_fs) {
            last->kind = last->kind == AK_RX_TLP ? AK_RX_ERROR_IN_TLP : AK_RX_ERROR;
            last->end_fs = world->now_fs;
            last->arrive_fs = world->now_fs + (uint64_t)WORLD_PATH_SYM * WORLD_SYM_FS;
        }
    }
    refresh_arrival(side);
}

static void enter_recovery(struct world *world)
{
    if (world->recovery_end_fs != AK_TIME_NEVER) {
        return;
    }
    world->recovery_end_fs = world->now_fs + (uint64_t)WORLD_RECOVER_SYM * WORLD_SYM_FS;
    world_tell_link(world, AK_RECORD_RECOVERY_START);
    for (int i = 0; i < 2; i++) {
        struct world_side *side = &world->side[i];
        cut_packet(world, side);
        ak_port_link(&side->port, AK_LINK_RECOVERY, false, world->now_fs, NULL);
        side->end_fs = AK_TIME_NEVER;
    }
}

static void leave_recovery(struct world *world)
{
    world->recovery_end_fs = AK_TIME_NEVER;
    world_tell_link(world, AK_RECORD_RECOVERY_END);
    for (int i = 0; i < 2; i++) {
        ak_port_link(&world->side[i].port, AK_LINK_UP, false, world->now_fs, NULL);
    }
}

/* ---- Arrivals ---- */

static void take_delivery(struct world *world, int receiver, const struct ak_view *view)
{
    struct world_side *side = &world->side[receiver];
    uint8_t expected[WORLD_TLP_BYTES];
    make_tlp(side->delivered, expected);
    if (side->delivered >= world->side[1 - receiver].submitted ||
        view->length_bytes != WORLD_TLP_BYTES ||
        memcmp(view->bytes, expected, WORLD_TLP_BYTES) != 0) {
        world_fail(world, "delivery", "port %c is given TLP %u where the %u. of its peer was due",
                   'a' + receiver, view->seq, side->delivered + 1u);
    }
    side->delivered++;
}

/* Port b misbehaves. Returns the verdict as it then looks. */
static enum ak_verdict spoil_verdict(struct world *world, int receiver, enum ak_verdict verdict)
{
    struct ak_rx *rx = &world->side[receiver].port.rx;
    struct ak_tx *tx = &world->side[receiver].port.tx;
    if (receiver == 0) {
        return verdict;
    }
    if (world->options.fault == WORLD_KEEPS_DUPLICATES && verdict == AK_VERDICT_DUPLICATE) {
        return AK_VERDICT_DELIVERED;
    }
    if (world->options.fault == WORLD_NAKS_DUPLICATES && verdict == AK_VERDICT_DUPLICATE &&
        !rx->nak_scheduled) {
        rx->nak_scheduled = true;
        rx->nak_waiting = true;
        rx->ack_waiting = false;
        tx->only_new_tlps = false;
        rx->plain_tlps = 0;
    }
    if (world->options.fault == WORLD_NAKS_AGAIN && verdict == AK_VERDICT_BAD_LCRC) {
        rx->nak_waiting = true;
        tx->only_new_tlps = false;
    }
    return verdict;
}

static void spoil_frame(struct world_flight *flight)
{
    uint8_t *lcrc = flight->bytes + WORLD_FRAME_BYTES - AK_LCRC_BYTES;
    flight->bytes[0] ^= 0x08;
    flight->bytes[AK_SEQ_BYTES + 12] ^= 1;
    const uint32_t value =
        ak_lcrc(AK_CRC_PORTABLE, (uint16_t)(flight->bytes[0] << 8 | flight->bytes[1]),
                flight->bytes + AK_SEQ_BYTES, WORLD_TLP_BYTES);
    for (int i = 0; i < 4; i++) {
        lcrc[i] = (uint8_t)(value >> 8 * i);
    }
}

static void arrive(struct world *world, int sender)
{
    struct world_side *from = &world->side[sender];
    struct world_side *to = &world->side[1 - sender];
    struct world_flight *flight = flight_at(from, from->first);
    struct ak_view view;
    world_tell_received(world, sender, flight);
    if (world->options.fault == WORLD_PASSES_DAMAGE && sender == 0 && flight->hit &&
        flight->kind == AK_RX_TLP) {
        spoil_frame(flight);
    }
    enum ak_verdict verdict = ak_rx(&to->port, (enum ak_rx_kind)flight->kind, flight->bytes,
                                    flight->length_bytes, world->now_fs, &view);
    if (world->options.fault != WORLD_RIGHT) {
        verdict = spoil_verdict(world, 1 - sender, verdict);
    }
    if (verdict == AK_VERDICT_DELIVERED) {
        take_delivery(world, 1 - sender, &view);
    }
    from->first++;
    refresh_arrival(from);
}

/* ---- Sending ---- */

/* A source hands over one TLP when none waits and nothing is being sent. */
static void submit(struct world_side *side)
{
    const struct ak_tx *tx = &side->port.tx;
    uint8_t tlp[WORLD_TLP_BYTES];
    const bool waits = tx->next_transmit_seq != tx->sent_end || ak_tx_is_replaying(&side->port);
    if (side->submitted == WORLD_TLPS || side->end_fs != AK_TIME_NEVER || waits ||
        tx->retrain != AK_RETRAIN_NONE) {
        return;
    }
    make_tlp(side->submitted, tlp);
    if (ak_tx_submit(&side->port, tlp, WORLD_TLP_BYTES, AK_TLP_STORE_AND_FORWARD) == AK_OK) {
        side->submitted++;
    }
}

static bool is_lost(const struct world *world, int sender)
{
    return world->options.damage == WORLD_LOSE ||
           (world->options.damage == WORLD_CORRUPT_DOWN_ONLY && sender == 1);
}

static void launch(struct world *world, int sender, const struct ak_packet *packet)
{
    struct world_side *side = &world->side[sender];
    struct world_flight *flight = flight_at(side, side->next);
    const bool tlp = packet->kind == AK_PACKET_TLP;
    const uint32_t symbols = tlp ? packet->length_bytes + 2u : AK_DLLP_SYM;
    const uint64_t bit = 1ull << (side->packets & 63u);
    const bool hit = world->packets < 32u && (world->pattern >> world->packets & 1u) != 0;
    world->packets++;
    side->packets++;
    flight->begin_fs = world->now_fs;
    flight->end_fs = world->now_fs + symbols * WORLD_SYM_FS;
    flight->arrive_fs = flight->end_fs + (uint64_t)WORLD_PATH_SYM * WORLD_SYM_FS;
    flight->kind = tlp ? AK_RX_TLP : AK_RX_DLLP;
    flight->length_bytes = (uint8_t)packet->length_bytes;
    flight->hit = hit;
    memcpy(flight->bytes, packet->bytes, packet->length_bytes);
    side->end_fs = flight->end_fs;
    world_tell_sent(world, sender, flight);
    if (hit && is_lost(world, sender)) {
        world->lose_mask[sender] |= bit;
        return;
    }
    if (hit) {
        world->damage_mask[sender] |= bit;
        flight->bytes[0] ^= tlp ? 0x08 : 0x80;
    }
    side->next++;
    if (side->next - side->first > WORLD_FLIGHTS) {
        world_fail(world, "world", "more packets under way than the world has room for");
    }
    refresh_arrival(side);
}

static void spoil_packet(struct ak_port *port, enum world_fault fault, struct ak_packet *packet)
{
    if (fault == WORLD_ACKS_AHEAD && packet->wire == AK_WIRE_ACK) {
        ak_dllp_encode_ack(port->wire_dllp, false, ak_seq_add(packet->seq, 1));
    }
}

/* A replay is about to start. */
static void spoil_replay(struct ak_tx *tx)
{
    const bool starts = tx->send_seq == ak_seq_add(tx->ackd_seq, 1) && tx->send_seq != tx->sent_end;
    if (starts && ak_seq_add(tx->send_seq, 1) != tx->sent_end) {
        tx->send_seq = ak_seq_add(tx->send_seq, 1);
    }
}

static void begin(struct world *world, int sender)
{
    struct world_side *side = &world->side[sender];
    const enum world_fault fault = sender == 1 ? world->options.fault : WORLD_RIGHT;
    struct ak_packet packet;
    if (side->end_fs != AK_TIME_NEVER) {
        return;
    }
    if (fault == WORLD_REPLAY_SKIPS) {
        spoil_replay(&side->port.tx);
    }
    if (!ak_tx_begin(&side->port, &packet)) {
        return;
    }
    spoil_packet(&side->port, fault, &packet);
    launch(world, sender, &packet);
}

/* ---- Time ---- */

static void tick(struct world *world, int i)
{
    struct world_side *side = &world->side[i];
    if (ak_next_deadline(&side->port) > world->now_fs) {
        return;
    }
    if (i == 1 && world->options.fault == WORLD_NO_REPLAY_TIMER) {
        ak_rx_tick(&side->port, world->now_fs);
        return;
    }
    ak_tick(&side->port, world->now_fs);
    if (ak_next_deadline(&side->port) <= world->now_fs) {
        world_fail(world, "deadline", "a deadline of port %c is not later after its tick", 'a' + i);
    }
}

static void follow_retrain(struct world *world, int i)
{
    const struct ak_port *port = &world->side[i].port;
    if (ak_port_wants_retrain(port)) {
        enter_recovery(world);
    }
    if (port->tx.retrain == AK_RETRAIN_DEAD) {
        world_fail(world, "dead link", "port %c has given up", 'a' + i);
    }
}

static void instant(struct world *world)
{
    if (world->recovery_end_fs == world->now_fs) {
        leave_recovery(world);
    }
    for (int i = 0; i < 2; i++) {
        if (world->side[i].end_fs == world->now_fs) {
            world->side[i].end_fs = AK_TIME_NEVER;
            ak_tx_end(&world->side[i].port, world->now_fs);
        }
    }
    for (int i = 0; i < 2; i++) {
        while (world->side[i].arrive_fs == world->now_fs) {
            arrive(world, i);
        }
    }
    for (int i = 0; i < 2; i++) {
        tick(world, i);
        follow_retrain(world, i);
    }
    for (int i = 0; i < 2; i++) {
        submit(&world->side[i]);
    }
    for (int i = 0; i < 2; i++) {
        begin(world, i);
    }
}

static uint64_t deadline(const struct world *world, int i)
{
    const struct ak_port *port = &world->side[i].port;
    const bool deaf = i == 1 && world->options.fault == WORLD_NO_REPLAY_TIMER;
    return deaf ? ak_rx_deadline(port) : ak_next_deadline(port);
}

static uint64_t next_instant(struct world *world)
{
    uint64_t next_fs = world->recovery_end_fs;
    for (int i = 0; i < 2; i++) {
        const struct world_side *side = &world->side[i];
        const uint64_t deadline_fs = deadline(world, i);
        next_fs = earlier(next_fs, earlier(deadline_fs, earlier(side->end_fs, side->arrive_fs)));
        if (!ak_port_is_valid(&side->port)) {
            world_fail(world, "validity", "port %c is not valid", 'a' + i);
        }
    }
    return next_fs;
}

static bool is_complete(const struct world *world)
{
    for (int i = 0; i < 2; i++) {
        const struct world_side *side = &world->side[i];
        if (world->side[1 - i].delivered != WORLD_TLPS || ak_tx_used_tlps(&side->port) != 0 ||
            side->first != side->next || side->end_fs != AK_TIME_NEVER ||
            side->port.rx.ack_waiting || side->port.rx.nak_waiting) {
            return false;
        }
    }
    return true;
}

/* ---- One world ---- */

static void reset_side(struct world *world, int i)
{
    struct world_side *side = &world->side[i];
    ak_port_init(&side->port, &world->config[i]);
    ak_port_link(&side->port, AK_LINK_UP, false, 0, NULL);
    side->end_fs = AK_TIME_NEVER;
    side->arrive_fs = AK_TIME_NEVER;
    side->first = 0;
    side->next = 0;
    side->submitted = 0;
    side->delivered = 0;
    side->packets = 0;
    world->damage_mask[i] = 0;
    world->lose_mask[i] = 0;
}

static bool run(struct world *world, uint32_t pattern)
{
    world->now_fs = 0;
    world->recovery_end_fs = AK_TIME_NEVER;
    world->pattern = pattern;
    world->packets = 0;
    world->failure = NULL;
    for (int i = 0; i < 2; i++) {
        reset_side(world, i);
    }
    while (world->now_fs != AK_TIME_NEVER && !world->failure) {
        instant(world);
        if (is_complete(world)) {
            break;
        }
        world->now_fs = next_instant(world);
        if (world->now_fs > END_FS) {
            world_fail(world, "deadlock", "%u and %u of %u TLPs were delivered, and no more comes",
                       world->side[1].delivered, world->side[0].delivered, WORLD_TLPS);
        }
    }
    world_end_check(world);
    return world->failure == NULL;
}

bool world_run(struct world *world, uint32_t pattern)
{
    world_restore_check(world);
    return run(world, pattern);
}

bool world_run_anew(struct world *world, uint32_t pattern)
{
    world_start_check(world, world->check);
    return run(world, pattern);
}

/* ---- Set-up ---- */

void world_set(struct world *world, const struct world_options *options)
{
    const struct ak_limits_input link = {
        .rate = AK_RATE_2_5,
        .max_rate = AK_RATE_2_5,
        .width = 1,
        .mps_bytes = WORLD_MPS_BYTES,
    };
    world->options = *options;
    for (int i = 0; i < 2; i++) {
        struct ak_config *config = &world->config[i];
        struct world_side *side = &world->side[i];
        ak_config_default(config);
        (void)ak_config_set_limits(config, &link, WORLD_SYM_FS, 0);
        config->replay_memory = side->memory;
        config->replay_capacity_bytes = WORLD_CAPACITY;
        config->slots = side->slots;
        config->slot_count = WORLD_SLOTS;
        config->replay_policy = options->replay_policy;
        config->ack_every_tlps = options->ack_every_tlps;
        config->initial_seq = options->start;
        config->initial_rcv_seq = options->start;
        config->crc_kernel = AK_CRC_PORTABLE;
    }
    world_start_check(world, world->pristine);
    world_start_check(world, world->check);
}
