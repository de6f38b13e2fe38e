/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fuzz target: two ports and the wires between them. The input chooses who does what and what is
 * damaged; whatever it chooses, every TLP is delivered in order, once and unchanged, and when the
 * damage ends the rest follows.
 * Not here: exhaustive search of small links (tests/scope); the wires (link_wires.c).
 *
 * Input: the configuration (port_config.h), then two bytes for each step: what happens and at which
 * port, and a number.
 */
#include "link_wires.h"
#include "port_config.h"

#define STEPS_MAX 1500u
#define DRAIN_MAX 20000u /* steps within which a good link must have delivered everything */

static struct link_pair link_pair;

static uint32_t tlp_bytes_of(const struct link_end *end, uint8_t number)
{
    uint32_t most = end->config.replay_capacity_bytes - AK_FRAME_OVERHEAD_BYTES;
    uint32_t tlp_bytes = AK_TLP_MIN_BYTES + 4u * (number % (number % 16 == 0 ? 200u : 12u));
    return tlp_bytes <= most ? tlp_bytes : AK_TLP_MIN_BYTES;
}

static void step_tx(struct link_pair *pair, unsigned side, unsigned what, uint8_t number)
{
    struct link_end *end = &pair->end[side];
    switch (what) {
    case 0:
        link_submit(end, tlp_bytes_of(end, number), AK_TLP_STORE_AND_FORWARD);
        break;
    case 1:
        link_submit(end, tlp_bytes_of(end, number), AK_TLP_CUT_THROUGH);
        break;
    case 2:
        link_submit_in_place(end, tlp_bytes_of(end, number), number % 4 != 0);
        break;
    case 3:
        link_nullify(end);
        break;
    case 4:
        link_offer(end, number);
        break;
    case 5:
        link_begin(end);
        break;
    case 6:
        pair->now += number % 4;
        link_end_packet(pair, side);
        break;
    default:
        break;
    }
}

static void step_wire(struct link_pair *pair, unsigned side, unsigned what, uint8_t number)
{
    switch (what) {
    case 7:
        link_arrive(pair, side, LINK_INTACT, 0);
        break;
    case 8:
        link_arrive(pair, side, LINK_DAMAGED, number);
        break;
    case 9:
        link_arrive(pair, side, LINK_LOST, 0);
        break;
    case 10:
        link_arrive(pair, side, LINK_ERROR, 0);
        break;
    case 11:
        pair->now += number;
        break;
    case 12:
        link_tick(pair, side, number % 2 == 0);
        break;
    case 13:
        link_change(pair, pair->link == AK_LINK_UP ? AK_LINK_RECOVERY : AK_LINK_UP);
        break;
    case 14:
        link_change(pair, number % 8 == 0 ? AK_LINK_DOWN : AK_LINK_UP);
        break;
    case 15:
        ak_port_set_limits(&pair->end[side].port, 1u + number, number % 16);
        break;
    default:
        break;
    }
}

/* From here on nothing is damaged and everybody does what it should, at once. */
static void drain(struct link_pair *pair)
{
    uint32_t steps = 0;
    link_change(pair, AK_LINK_UP);
    while (link_is_owing(pair)) {
        fuzz_require(++steps < DRAIN_MAX, "a good link delivers everything");
        bool idle = true;
        for (unsigned side = 0; side < 2; side++) {
            struct link_end *end = &pair->end[side];
            if (ak_port_wants_retrain(&end->port)) {
                link_change(pair, AK_LINK_RECOVERY);
                link_change(pair, AK_LINK_UP);
            }
            pair->now++;
            link_begin(end);
            idle = !link_end_packet(pair, side) && idle;
            idle = !link_arrive(pair, side, LINK_INTACT, 0) && idle;
        }
        if (idle) {
            link_tick(pair, steps % 2, true);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size_bytes)
{
    struct fuzz_input input = {data, size_bytes};
    struct ak_config config;
    struct ak_config peer;
    fuzz_port_config(&input, &config);
    fuzz_port_config(&input, &peer);
    peer.initial_seq = config.initial_rcv_seq;
    peer.initial_rcv_seq = config.initial_seq;
    link_open(&link_pair, &config, &peer);
    for (uint32_t i = 0; i < STEPS_MAX && !fuzz_is_empty(&input); i++) {
        uint8_t first = fuzz_u8(&input);
        uint8_t number = fuzz_u8(&input);
        unsigned side = first >> 7;
        step_tx(&link_pair, side, first & 15u, number);
        step_wire(&link_pair, side, first & 15u, number);
        link_require_valid(&link_pair);
    }
    drain(&link_pair);
    link_close(&link_pair);
    return 0;
}
