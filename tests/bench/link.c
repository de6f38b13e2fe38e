/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Both ends of a link, through the public calls alone: what a user of the library pays per TLP.
 * Not here: what nobody can avoid (floor.c).
 *
 * Port a sends, port b receives. Per TLP: submit (number, LCRC, copy into the replay buffer),
 * send, and at the other end receive (LCRC and sequence check). The Physical Layer between
 * them costs nothing: the frame is read from the replay buffer it was sent from, as in a device
 * that sends from there. A link has a length, so a TLP is received FLIGHT_TLPS later, when the
 * stores that wrote its frame have long left the processor's store buffer. One Ack answers each
 * FLIGHT_TLPS TLPs: b sends it, a checks it and purges.
 *
 * Singly the two ends take turns, one TLP each; in batches each takes FLIGHT_TLPS at a time. As for
 * the floor, all memory fits into a first-level cache of 32 KiB, which bounds the flight: at most 2
 * FLIGHT_TLPS frames are kept, 17.4 KiB for payloads of 256 bytes, beside 2.5 KiB of TLPs to send,
 * 1.6 KiB of slots, packets and verdicts and 2.4 KiB of tables. Long packets have a shorter flight.
 */
#include "acknak/acknak.h"
#include "bench.h"
#include "packets.h"

#include <stdio.h>
#include <stdlib.h>

#define FLIGHT_TLPS      32u
#define FLIGHT_LONG_TLPS 2u /* of more than LONG_BYTES of payload */
#define LONG_BYTES       1024u
#define KEPT_BYTES_MAX   ((2u * FLIGHT_LONG_TLPS + 1u) * (unsigned)AK_FRAME_MAX_BYTES)
#define SLOTS            (2u * FLIGHT_TLPS)
#define TLP_TICKS        100u

struct link_work {
    struct ak_port a;
    struct ak_port b;
    uint64_t now;
    unsigned flight_tlps;                  /* divides 64 */
    struct ak_tx_tlp tlps[FLIGHT_TLPS];    /* to submit, again and again */
    struct ak_packet wire[FLIGHT_TLPS];    /* under way: one arrives, the next takes its place */
    enum ak_verdict verdicts[FLIGHT_TLPS]; /* on the newest batch */
    struct ak_slot slots_a[SLOTS];
    struct ak_slot slots_b[SLOTS];
    uint8_t replay_a[AK_REPLAY_MEMORY_BYTES(KEPT_BYTES_MAX)];
    uint8_t replay_b[AK_REPLAY_MEMORY_BYTES(AK_FRAME_MAX_BYTES)];
};

/* Per payload: singly, in batches, singly with the portable kernel. */
static struct link_work works[3][3];

static void stop_unless(bool as_expected, const char *what)
{
    if (!as_expected) {
        fprintf(stderr, "acknak-bench: %s\n", what);
        exit(70);
    }
}

/* One TLP arrives, and the next takes its place on the wire; it leaves as a whole. */
static inline bool exchange_one(struct link_work *work, const struct ak_tx_tlp *tlp,
                                struct ak_packet *place, uint64_t now)
{
    struct ak_view view;
    enum ak_verdict verdict =
        ak_rx(&work->b, AK_RX_TLP, place->bytes, place->length_bytes, now, &view);
    enum ak_status status =
        ak_tx_submit(&work->a, tlp->bytes, tlp->length_bytes, AK_TLP_STORE_AND_FORWARD);
    bool sent = ak_tx_send(&work->a, now, place);

    return verdict == AK_VERDICT_DELIVERED && status == AK_OK && sent;
}

static bool acknowledge(struct link_work *work)
{
    struct ak_packet packet;
    struct ak_view view;
    bool sent = ak_tx_send(&work->b, work->now, &packet);

    return sent && ak_rx(&work->a, AK_RX_DLLP, packet.bytes, packet.length_bytes, work->now,
                         &view) == AK_VERDICT_ACK;
}

static void run_single(void *context, size_t tlps)
{
    struct link_work *work = context;
    const unsigned flight_tlps = work->flight_tlps;
    bool good = true;

    for (size_t done = 0; done < tlps && good; done += flight_tlps) {
        uint64_t now = work->now;

        for (unsigned i = 0; i < flight_tlps && good; i++, now += TLP_TICKS)
            good = exchange_one(work, &work->tlps[i], &work->wire[i], now);
        work->now = now;
        good = good && acknowledge(work);
    }
    stop_unless(good, "a TLP did not cross the link");
}

static bool receive_batch(struct link_work *work)
{
    return ak_rx_batch(&work->b, work->wire, work->flight_tlps, work->now, work->verdicts) ==
           work->flight_tlps;
}

static void run_batch(void *context, size_t tlps)
{
    struct link_work *work = context;
    unsigned flight_tlps = work->flight_tlps;
    bool good = true;

    for (size_t done = 0; done < tlps; done += flight_tlps) {
        good &= receive_batch(work);
        good &= ak_tx_submit_batch(&work->a, work->tlps, flight_tlps, NULL) == flight_tlps;
        good &= ak_tx_send_batch(&work->a, work->wire, flight_tlps, work->now) == flight_tlps;
        work->now += flight_tlps * TLP_TICKS;
        good &= acknowledge(work);
    }
    stop_unless(good, "a TLP of a batch did not cross the link");
}

static void start_port(struct ak_port *port, struct ak_config *config, uint8_t *memory,
                       uint32_t capacity_bytes, struct ak_slot *slots)
{
    config->replay_memory = memory;
    config->replay_capacity_bytes = capacity_bytes;
    config->slots = slots;
    ak_port_init(port, config);
    ak_port_link(port, AK_LINK_UP, false, 0, NULL);
}

/* Both ports are up and the first TLPs under way. */
static void start_link(struct link_work *work, enum ak_crc_kernel kernel, unsigned tlp_bytes)
{
    uint32_t frame_bytes = tlp_bytes + AK_FRAME_OVERHEAD_BYTES;
    /* No whole number of frames, so that they come to lie at every alignment. */
    uint32_t kept_bytes = 2 * work->flight_tlps * frame_bytes + frame_bytes / 3;
    struct ak_config config;
    bool good = true;

    ak_config_default(&config);
    config.crc_kernel = kernel;
    config.slot_count = SLOTS;
    config.replay_limit = AK_TIME_NEVER / 2;
    config.ack_limit = AK_TIME_NEVER / 2;
    config.ack_every_tlps = (uint16_t)work->flight_tlps;
    start_port(&work->a, &config, work->replay_a, kept_bytes, work->slots_a);
    start_port(&work->b, &config, work->replay_b, AK_FRAME_MAX_BYTES, work->slots_b);
    for (unsigned i = 0; i < work->flight_tlps; i++)
        good = good &&
               ak_tx_submit(&work->a, work->tlps[i].bytes, work->tlps[i].length_bytes,
                            AK_TLP_STORE_AND_FORWARD) == AK_OK &&
               ak_tx_send(&work->a, work->now, &work->wire[i]);
    stop_unless(good, "the link does not start");
}

static void add(struct bench *bench, enum bench_kind kind, struct link_work *work,
                unsigned payload_bytes, enum ak_crc_kernel kernel)
{
    static const char *const names[] = {"portable", "pclmul", "vpclmul"};
    struct bench_case *added = bench_add(bench, kind, names[kernel], payload_bytes);
    struct bench_packets packets = bench_packets_of(payload_bytes);

    work->flight_tlps = payload_bytes > LONG_BYTES ? FLIGHT_LONG_TLPS : FLIGHT_TLPS;
    for (unsigned i = 0; i < work->flight_tlps; i++) {
        work->tlps[i].bytes = packets.sent + (i & (packets.count - 1)) * packets.stride_bytes;
        work->tlps[i].length_bytes = packets.tlp_bytes;
    }
    start_link(work, kernel, packets.tlp_bytes);
    added->context = work;
    added->run = kind == BENCH_BATCH ? run_batch : run_single;
}

void bench_add_link(struct bench *bench)
{
    enum ak_crc_kernel best = ak_crc_best_kernel();

    for (size_t i = 0; i < sizeof(works) / sizeof(works[0]); i++) {
        add(bench, BENCH_SINGLE, &works[i][0], bench_payloads[i], best);
        add(bench, BENCH_BATCH, &works[i][1], bench_payloads[i], best);
        add(bench, BENCH_PORTABLE, &works[i][2], bench_payloads[i], AK_CRC_PORTABLE);
    }
}
