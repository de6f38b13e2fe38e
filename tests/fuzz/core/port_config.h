/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The first bytes of an input as the configuration of a port.
 * Not here: what is done with the port.
 */
#ifndef ACKNAK_FUZZ_PORT_CONFIG_H
#define ACKNAK_FUZZ_PORT_CONFIG_H

#include <string.h>

#include "acknak/acknak.h"
#include "fuzz_input.h"

/*
 * Ten bytes: size of the replay buffer, slots, replay limit, Ack limit, policies, retrain limit,
 * and two times two for the first numbers. Memory stays the caller's to give.
 */
static inline void fuzz_port_config(struct fuzz_input *input, struct ak_config *config)
{
    static const uint32_t capacities[] = {18, 40, 64, 100, 256, 700, 4138, 20000};
    memset(config, 0, sizeof(*config));
    config->replay_capacity_bytes = capacities[fuzz_u8(input) % 8];
    config->slot_count = 1u << fuzz_u8(input) % 7;
    config->replay_limit = 1u + fuzz_u8(input);
    config->ack_limit = fuzz_u8(input);
    uint8_t policies = fuzz_u8(input);
    config->replay_policy = (policies & 1u) != 0 ? AK_REPLAY_DEFERRED : AK_REPLAY_CONCURRENT;
    config->report_window_stall = (policies & 2u) != 0;
    config->crc_kernel = (policies & 4u) != 0 ? AK_CRC_PORTABLE : ak_crc_best_kernel();
    config->ack_every_tlps = policies >> 4;
    config->retrain_limit = fuzz_u8(input) % 4;
    config->initial_seq = fuzz_u16(input) % 4096;
    config->initial_rcv_seq = fuzz_u16(input) % 4096;
}

#endif
