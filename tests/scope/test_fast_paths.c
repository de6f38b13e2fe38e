/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The fast ways through the library against the plain ones: two ports are given the same things to
 * do, one with batches, building in place and each CRC kernel of this processor, the other call by
 * call with the portable CRC. What comes out must be the same, byte for byte.
 * Not here: whether it is right (tests/prop compares with a second implementation).
 *
 * Rules: TX-01, TX-04, TX-16, LCRC-01, RX-03 to RX-09.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "acknak/acknak.h"

#define SEEDS     400u
#define ROUNDS    150u
#define BATCH_MAX 40u
#define CAPACITY  60000u
#define SLOTS     64u

struct bench {
    struct ak_port port;
    struct ak_slot slots[SLOTS];
    uint8_t memory[AK_REPLAY_MEMORY_BYTES(CAPACITY)];
};

static struct bench fast;
static struct bench plain;
static uint64_t now;
static uint64_t random_state;

/* TLPs to submit, frames that arrive. */
static uint8_t tlps[BATCH_MAX][AK_TLP_MAX_BYTES];
static uint8_t frames[BATCH_MAX][AK_FRAME_MAX_BYTES];
static uint32_t lengths[BATCH_MAX];

/* SplitMix64. */
static uint32_t draw_below(uint32_t bound)
{
    uint64_t z = (random_state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return (uint32_t)((z ^ (z >> 31)) >> 32) % bound;
}

static void open_bench(struct bench *bench, enum ak_crc_kernel kernel, uint32_t choice)
{
    struct ak_config config;
    ak_config_default(&config);
    config.replay_memory = bench->memory;
    config.replay_capacity_bytes = choice % 2u ? CAPACITY : 5000u;
    config.slots = bench->slots;
    config.slot_count = choice % 3u ? SLOTS : 8u;
    config.replay_limit = 100;
    config.ack_limit = 20;
    config.replay_policy = choice % 5u < 2u ? AK_REPLAY_DEFERRED : AK_REPLAY_CONCURRENT;
    config.ack_every_tlps = (uint16_t)(choice % 4u);
    config.initial_seq = 4080;
    config.initial_rcv_seq = 4090;
    config.crc_kernel = kernel;
    ak_port_init(&bench->port, &config);
    ak_port_link(&bench->port, AK_LINK_UP, false, now, NULL);
}

/* All that is visible of the two ports. */
static void compare(void)
{
    uint8_t images[2][AK_PORT_IMAGE_BYTES];
    const uint32_t length = ak_port_image(&fast.port, images[0]);
    assert_int_equal(ak_port_image(&plain.port, images[1]), length);
    assert_memory_equal(images[0], images[1], length);
    assert_memory_equal(ak_counters(&fast.port), ak_counters(&plain.port),
                        sizeof(struct ak_counters));
    assert_int_equal(ak_take_events(&fast.port), ak_take_events(&plain.port));
    assert_true(ak_next_deadline(&fast.port) == ak_next_deadline(&plain.port));
    assert_true(ak_port_is_valid(&fast.port));
}

static uint32_t draw_length(void)
{
    static const uint32_t usual[] = {12, 16, 20, 80, 140, 272};
    return draw_below(4) ? usual[draw_below(6)] : 12u + 4u * draw_below(500);
}

static uint32_t draw_tlps(void)
{
    const uint32_t count = 1u + draw_below(BATCH_MAX);
    for (uint32_t i = 0; i < count; i++) {
        lengths[i] = draw_length();
        for (uint32_t k = 0; k < lengths[i]; k += 4u) {
            const uint32_t word = draw_below(UINT32_MAX);
            memcpy(&tlps[i][k], &word, sizeof word);
        }
    }
    return count;
}

static void submit_batch(void)
{
    struct ak_tx_tlp batch[BATCH_MAX];
    const uint32_t count = draw_tlps();
    enum ak_status fast_status;
    enum ak_status plain_status = AK_OK;
    uint32_t taken = 0;
    for (uint32_t i = 0; i < count; i++) {
        batch[i] = (struct ak_tx_tlp){tlps[i], lengths[i]};
    }
    while (taken < count) {
        plain_status =
            ak_tx_submit(&plain.port, tlps[taken], lengths[taken], AK_TLP_STORE_AND_FORWARD);
        if (plain_status != AK_OK) {
            break;
        }
        taken++;
    }
    assert_int_equal(ak_tx_submit_batch(&fast.port, batch, count, &fast_status), taken);
    assert_int_equal(fast_status, plain_status);
}

static void submit_in_place(void)
{
    uint8_t *room = NULL;
    (void)draw_tlps();
    const enum ak_status status = ak_tx_reserve(&fast.port, lengths[0], &room);
    assert_int_equal(ak_tx_submit(&plain.port, tlps[0], lengths[0], AK_TLP_STORE_AND_FORWARD),
                     status);
    if (status == AK_OK) {
        memcpy(room, tlps[0], lengths[0]);
        ak_tx_commit(&fast.port, AK_TLP_STORE_AND_FORWARD);
    }
}

static void assert_same_packet(const struct ak_packet *one, const struct ak_packet *other)
{
    assert_int_equal(one->kind, other->kind);
    assert_int_equal(one->wire, other->wire);
    assert_int_equal(one->seq, other->seq);
    assert_int_equal(one->length_bytes, other->length_bytes);
    if (one->kind != AK_PACKET_NONE) {
        assert_memory_equal(one->bytes, other->bytes, one->length_bytes);
    }
}

/* TLPs are sent in a batch, the DLLPs among them one by one. */
static void send_all(void)
{
    struct ak_packet batch[BATCH_MAX];
    struct ak_packet packet;
    const size_t sent = ak_tx_send_batch(&fast.port, batch, 1u + draw_below(BATCH_MAX), now);
    for (size_t i = 0; i < sent; i++) {
        assert_true(ak_tx_begin(&plain.port, &packet));
        assert_same_packet(&batch[i], &packet);
        ak_tx_end(&plain.port, now);
    }
    compare();
    const bool more = ak_tx_begin(&fast.port, &batch[0]);
    assert_int_equal(ak_tx_begin(&plain.port, &packet), more);
    assert_same_packet(&batch[0], &packet);
    if (more) {
        ak_tx_end(&fast.port, now);
        ak_tx_end(&plain.port, now);
    }
}

/* Mostly the next number, else one near it; now and then a bit is wrong or the frame is short. */
static void make_frames(uint32_t count)
{
    uint16_t seq = plain.port.rx.next_rcv_seq;
    for (uint32_t i = 0; i < count; i++) {
        uint8_t *frame = frames[i];
        const uint16_t number =
            draw_below(8) ? seq : ak_seq_add(seq, AK_SEQ_COUNT + draw_below(5) - 2u);
        const uint32_t lcrc = ak_lcrc(AK_CRC_PORTABLE, number, tlps[i], lengths[i]);
        seq = ak_seq_add(number, 1);
        frame[0] = (uint8_t)(number >> 8);
        frame[1] = (uint8_t)number;
        memcpy(frame + AK_SEQ_BYTES, tlps[i], lengths[i]);
        for (uint32_t k = 0; k < AK_LCRC_BYTES; k++) {
            frame[AK_SEQ_BYTES + lengths[i] + k] = (uint8_t)(lcrc >> 8u * k);
        }
        lengths[i] += AK_FRAME_OVERHEAD_BYTES;
        if (draw_below(20) == 0) {
            frame[draw_below(lengths[i])] ^= (uint8_t)(1u << draw_below(8));
        } else if (draw_below(40) == 0) {
            lengths[i] = draw_below(AK_FRAME_MIN_BYTES);
        }
    }
}

static void receive_batch(void)
{
    struct ak_packet batch[BATCH_MAX];
    enum ak_verdict verdicts[BATCH_MAX];
    const uint32_t count = draw_tlps();
    size_t delivered = 0;
    make_frames(count);
    for (uint32_t i = 0; i < count; i++) {
        batch[i] = (struct ak_packet){frames[i], lengths[i]};
    }
    const size_t fast_delivered = ak_rx_batch(&fast.port, batch, count, now, verdicts);
    for (uint32_t i = 0; i < count; i++) {
        struct ak_view view;
        const enum ak_verdict verdict =
            ak_rx(&plain.port, AK_RX_TLP, frames[i], lengths[i], now, &view);
        assert_int_equal(verdicts[i], verdict);
        delivered += verdict == AK_VERDICT_DELIVERED;
        if (verdict == AK_VERDICT_DELIVERED) {
            assert_ptr_equal(view.bytes, frames[i] + 2);
            assert_int_equal(view.length_bytes, lengths[i] - 6u);
        }
    }
    assert_int_equal(fast_delivered, delivered);
}

static void acknowledge(void)
{
    const struct ak_tx *tx = &plain.port.tx;
    uint8_t dllp[AK_DLLP_BYTES];
    struct ak_view view;
    const uint32_t outstanding = ak_tx_outstanding(&plain.port);
    ak_dllp_encode_ack(dllp, draw_below(3) == 0,
                       ak_seq_add(tx->ackd_seq, draw_below(outstanding + 1u)));
    assert_int_equal(ak_rx(&fast.port, AK_RX_DLLP, dllp, sizeof dllp, now, &view),
                     ak_rx(&plain.port, AK_RX_DLLP, dllp, sizeof dllp, now, &view));
}

static void play_round(void)
{
    now += draw_below(40);
    ak_tick(&fast.port, now);
    ak_tick(&plain.port, now);
    switch (draw_below(6)) {
    case 0:
        submit_batch();
        break;
    case 1:
        submit_in_place();
        break;
    case 2:
        receive_batch();
        break;
    case 3:
        acknowledge();
        break;
    default:
        send_all();
        break;
    }
    if (ak_port_wants_retrain(&plain.port)) {
        ak_port_link(&fast.port, AK_LINK_RECOVERY, false, now, NULL);
        ak_port_link(&plain.port, AK_LINK_RECOVERY, false, now, NULL);
        ak_port_link(&fast.port, AK_LINK_UP, false, now, NULL);
        ak_port_link(&plain.port, AK_LINK_UP, false, now, NULL);
    }
    compare();
}

static void play(enum ak_crc_kernel kernel)
{
    for (uint32_t seed = 1; seed <= SEEDS; seed++) {
        random_state = seed;
        now = 1000;
        open_bench(&fast, kernel, seed);
        open_bench(&plain, AK_CRC_PORTABLE, seed);
        for (uint32_t round = 0; round < ROUNDS; round++) {
            play_round();
        }
    }
}

static void test_batches_and_building_in_place(void **state)
{
    (void)state;
    play(AK_CRC_PORTABLE);
}

static void test_vector_crc(void **state)
{
    static const enum ak_crc_kernel kernels[] = {AK_CRC_PCLMUL, AK_CRC_VPCLMUL};
    bool any = false;
    (void)state;
    for (unsigned i = 0; i < sizeof kernels / sizeof kernels[0]; i++) {
        if (ak_crc_kernel_available(kernels[i])) {
            any = true;
            play(kernels[i]);
        }
    }
    if (!any) {
        print_message("skipped: this processor has no vector CRC\n");
        skip();
    }
}

/* A byte of the replay buffer that differs is seen. */
static void test_a_difference_is_seen(void **state)
{
    struct ak_packet one;
    struct ak_packet other;
    const uint8_t tlp[12] = {0};
    (void)state;
    open_bench(&fast, AK_CRC_PORTABLE, 1);
    open_bench(&plain, AK_CRC_PORTABLE, 1);
    assert_int_equal(ak_tx_submit(&fast.port, tlp, 12, AK_TLP_STORE_AND_FORWARD), AK_OK);
    assert_int_equal(ak_tx_submit(&plain.port, tlp, 12, AK_TLP_STORE_AND_FORWARD), AK_OK);
    fast.memory[fast.slots[4080 % SLOTS].offset + 5] ^= 1;
    assert_true(ak_tx_begin(&fast.port, &one));
    assert_true(ak_tx_begin(&plain.port, &other));
    assert_int_equal(one.length_bytes, other.length_bytes);
    assert_memory_not_equal(one.bytes, other.bytes, one.length_bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_batches_and_building_in_place),
        cmocka_unit_test(test_vector_crc),
        cmocka_unit_test(test_a_difference_is_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
