/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fills in a configuration: defaults, and timer limits of a Link.
 * Not here: checking it (port.c).
 */
#include "acknak/config.h"

#include <string.h>

#define RETRAIN_LIMIT_DEFAULT 4u

void ak_config_default(struct ak_config *config)
{
    memset(config, 0, sizeof *config);
    config->replay_policy = AK_REPLAY_CONCURRENT;
    config->retrain_limit = RETRAIN_LIMIT_DEFAULT;
    config->crc_kernel = ak_crc_best_kernel();
}

enum ak_limits_status ak_config_set_limits(struct ak_config *config,
                                           const struct ak_limits_input *link,
                                           uint64_t ticks_per_sym, uint64_t own_delay_sym)
{
    struct ak_limits limits;
    const enum ak_limits_status status = ak_limits_compute(link, &limits);
    if (status == AK_LIMITS_OK) {
        const uint64_t ack_sym =
            limits.ack_sym > own_delay_sym ? limits.ack_sym - own_delay_sym : 0;
        config->replay_limit = limits.replay_sym * ticks_per_sym;
        config->ack_limit = ack_sym * ticks_per_sym;
    }
    return status;
}
