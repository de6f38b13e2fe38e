/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The closed form's view of a scenario.
 * Not here: the closed form (link_model.c).
 */
#include <math.h>
#include <stdio.h>

#include "acknak/limits.h"
#include "acknak/rate.h"
#include "study/link_model.h"

#define SKP_8B10B_MAX_SYM   1538u
#define SKP_128B130B_BLOCKS 375u
#define BLOCK_SYM           16u
#define TWO_TO_64           18446744073709551616.0

static const char *not_covered(const struct sim_scenario *scenario)
{
    if (scenario->workload.file_count)
        return "recorded traffic";
    if (scenario->fault_count)
        return "scripted faults";
    if (scenario->event_count)
        return "link events";
    if (scenario->link.l0s)
        return "L0s";
    for (int side = 0; side < SIM_PORT_COUNT; side++) {
        const struct sim_errors *errors = &scenario->errors[side];
        if (scenario->traffic[side].reads.on)
            return "reads";
        if (errors->ber.per_2_64 && errors->burst_bits > 1)
            return "bursts";
        if (errors->ber.per_2_64 && errors->idle_hits)
            return "hits on idle symbols";
        if (errors->damage_mask || errors->lose_mask)
            return "scripted faults";
        if (scenario->ports[side].replay_policy != AK_REPLAY_CONCURRENT)
            return "deferred replays";
    }
    return NULL;
}

static uint32_t common_divisor(uint32_t a, uint32_t b)
{
    while (b) {
        uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static void take_sizes(const struct sim_writes *writes, double width, struct study_direction *out)
{
    double weights = 0;

    out->on = writes->on;
    for (uint32_t i = 0; i < writes->mix_count; i++) {
        const struct sim_size_weight *size = &writes->mix[i];
        double sym = study_tlp_sym(writes->header_bytes, size->payload_bytes, writes->ecrc);
        weights += size->weight;
        out->size_sym[i] = sym;
        out->size_share[i] = size->weight;
        out->payload_bytes += (double)size->weight * size->payload_bytes;
        out->tlp_sym += size->weight * sym;
        out->occupied_sym += size->weight * fmax(sym, width);
        out->tlp_sym_square += size->weight * sym * sym;
        out->largest_sym = fmax(out->largest_sym, sym);
        out->smallest_sym = i ? fmin(out->smallest_sym, sym) : sym;
        out->step_sym = common_divisor((uint32_t)sym, out->step_sym);
    }
    for (uint32_t i = 0; i < writes->mix_count; i++) {
        out->size_share[i] /= weights;
    }
    out->sizes = writes->mix_count;
    out->one_size = out->smallest_sym == out->largest_sym;
    out->payload_bytes /= weights;
    out->tlp_sym /= weights;
    out->occupied_sym /= weights;
    out->tlp_sym_square /= weights;
}

static void take_limits(const struct sim_link *link, const struct sim_port *port,
                        struct ak_limits *limits)
{
    struct ak_limits_input input = sim_limits_input(link, port);
    (void)ak_limits_compute(&input, limits);
}

/* What the receiver of the direction does about Acks. */
static void take_acks(const struct sim_link *link, const struct sim_port *receiver,
                      struct study_direction *out)
{
    double symbol_fs = (double)ak_rate_symbol_fs(link->rate);
    struct ak_limits limits = {0};

    take_limits(link, receiver, &limits);
    double limit_sym = receiver->ack_limit_explicit ? receiver->ack_limit_sym : limits.ack_sym;
    /* D29: measured at the port. */
    double own_fs = (double)receiver->rx_delay_fs + (double)receiver->tx_delay_fs;
    out->ack_delay_fs = fmax(0, limit_sym * symbol_fs - own_fs);
    if (receiver->ack_policy == SIM_ACK_EACH)
        out->ack_every = 1;
    else if (receiver->ack_policy == SIM_ACK_EVERY_N)
        out->ack_every = receiver->ack_every_tlps;
}

static void take_direction(const struct sim_scenario *scenario, enum sim_direction direction,
                           struct study_direction *out)
{
    const struct sim_link *link = &scenario->link;
    const struct sim_port *sender = &scenario->ports[direction];
    const struct sim_port *receiver = &scenario->ports[1 - direction];
    const struct sim_traffic *traffic = &scenario->traffic[direction];
    struct ak_limits limits = {0};

    *out = (struct study_direction){0};
    take_sizes(&traffic->writes, link->width, out);
    out->interval_fs = (double)traffic->writes.interval_fs;
    /* As fast as the line, or faster: saturated. */
    if (out->interval_fs <= out->occupied_sym * study_line_symbol_fs(link->rate) / link->width)
        out->interval_fs = 0;
    take_acks(link, receiver, out);
    take_limits(link, sender, &limits);
    out->replay_limit_fs = limits.replay_sym * (double)ak_rate_symbol_fs(link->rate);
    out->path_fs =
        (double)sender->tx_delay_fs + (double)link->propagation_fs + (double)receiver->rx_delay_fs;
    out->dllp_every_tlps = traffic->dllps.every_tlps;
    out->dllp_interval_fs = (double)traffic->dllps.interval_fs;
    out->bit_error_rate = (double)scenario->errors[direction].ber.per_2_64 / TWO_TO_64;
}

bool study_link_from_scenario(const struct sim_scenario *scenario, struct study_link *link,
                              char message[STUDY_MESSAGE_BYTES])
{
    const char *why = not_covered(scenario);
    bool blocks = ak_rate_encoding(scenario->link.rate) == AK_ENCODING_128B130B;
    uint32_t interval = scenario->link.skp_interval_sym;

    if (why) {
        snprintf(message, STUDY_MESSAGE_BYTES, "the closed form does not cover %s", why);
        return false;
    }
    if (interval == 0)
        interval = blocks ? SKP_128B130B_BLOCKS : SKP_8B10B_MAX_SYM;
    *link = (struct study_link){
        .rate = scenario->link.rate,
        .width = scenario->link.width,
        .symbol_fs = study_line_symbol_fs(scenario->link.rate),
        .skp = scenario->link.skp,
        .skp_interval_sym = blocks ? interval * BLOCK_SYM : interval,
        .recovery_fs = (double)scenario->link.recovery_fs,
    };
    for (int direction = 0; direction < SIM_DIRECTION_COUNT; direction++)
        take_direction(scenario, (enum sim_direction)direction, &link->directions[direction]);
    return true;
}
