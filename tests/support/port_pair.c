/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A pair of ports: set-up, time, link state, and who makes which call.
 * Not here: the calls of tx.h (port_pair_tx.c) and rx.h (port_pair_rx.c), the comparison
 * (port_pair_compare.c).
 */
#include "port_pair_calls.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define CANARY 0xC5u

void port_pair_say(struct port_pair *pair, const char *format, ...)
{
    va_list arguments;
    if (pair->trace == NULL) {
        return;
    }
    va_start(arguments, format);
    vfprintf(pair->trace, format, arguments);
    va_end(arguments);
}

void port_pair_open(struct port_pair *pair, const struct ak_config *config)
{
    struct ak_config own = *config;
    memset(pair, 0, sizeof(*pair));
    pair->memory_bytes = AK_REPLAY_MEMORY_BYTES(config->replay_capacity_bytes);
    pair->memory = malloc(pair->memory_bytes + 1);
    memset(pair->memory, CANARY, pair->memory_bytes + 1);
    pair->slots = calloc(config->slot_count, sizeof(*pair->slots));
    own.replay_memory = pair->memory;
    own.slots = pair->slots;
    ak_port_init(&pair->port, &own);
    naive_init(&pair->naive, config);
    pair->now = 1000;
    pair->naive.now = pair->now;
}

void port_pair_close(struct port_pair *pair)
{
    naive_free(&pair->naive);
    free(pair->memory);
    free(pair->slots);
}

/* TLP bytes that tell one TLP from another. */
void port_pair_tlp(uint8_t *tlp, uint32_t tlp_bytes, uint32_t seed)
{
    for (uint32_t i = 0; i < tlp_bytes; i++) {
        seed = seed * 1664525u + 1013904223u;
        tlp[i] = (uint8_t)(seed >> 24);
    }
}

static void call_tick(struct port_pair *pair, struct call call)
{
    if (call.kind == CALL_TICK_AT_DEADLINE) {
        uint64_t deadline = ak_next_deadline(&pair->port);
        if (deadline != AK_TIME_NEVER && deadline > pair->now) {
            pair->now = deadline;
        }
    }
    port_pair_say(pair, "tick at %" PRIu64 ", which %d\n", pair->now, (int)(call.a % 4));
    if (call.a % 4 != 1) {
        naive_tx_tick(&pair->naive, pair->now);
    }
    if (call.a % 4 != 2) {
        naive_rx_tick(&pair->naive, pair->now);
    }
    if (call.a % 4 == 1) {
        ak_rx_tick(&pair->port, pair->now);
    } else if (call.a % 4 == 2) {
        ak_tx_tick(&pair->port, pair->now);
    } else {
        ak_tick(&pair->port, pair->now);
    }
}

static void compare_report(struct port_pair *pair, const struct ak_link_report *real,
                           const struct ak_link_report *naive)
{
    port_pair_expect(pair, "report: unconfirmed", real->unconfirmed_tlps, naive->unconfirmed_tlps);
    port_pair_expect(pair, "report: unsent", real->unsent_tlps, naive->unsent_tlps);
    if (naive->unconfirmed_tlps + naive->unsent_tlps > 0) {
        port_pair_expect(pair, "report: first", real->first_seq, naive->first_seq);
    }
}

static void change_link(struct port_pair *pair, enum ak_link link, bool link_disable)
{
    struct ak_link_report real = {0, 0, 0};
    struct ak_link_report naive;
    port_pair_say(pair, "link %d, disable %d at %" PRIu64 "\n", link, link_disable, pair->now);
    naive_link(&pair->naive, link, link_disable, pair->now, &naive);
    ak_port_link(&pair->port, link, link_disable, pair->now, &real);
    compare_report(pair, &real, &naive);
}

/* Only changes are told. */
static void call_link(struct port_pair *pair, struct call call)
{
    enum ak_link link = pair->naive.link;
    bool link_disable = pair->naive.link_disable;
    if (call.kind == CALL_LINK_DISABLE) {
        link_disable = !link_disable;
    } else if (call.kind == CALL_LINK_DOWN) {
        link = AK_LINK_DOWN;
    } else if (call.kind == CALL_LINK_UP) {
        link = AK_LINK_UP;
        link_disable = false;
    } else {
        link = link == AK_LINK_RECOVERY ? AK_LINK_UP : AK_LINK_RECOVERY;
    }
    if (link != pair->naive.link || link_disable != pair->naive.link_disable) {
        change_link(pair, link, link_disable);
    }
}

static void call_set_limits(struct port_pair *pair, struct call call)
{
    uint64_t replay_limit = call.a % 7 == 0 ? AK_TIME_NEVER - call.b % 3 : 1 + call.a % 100;
    uint64_t ack_limit = call.b % 7 == 0 ? AK_TIME_NEVER - call.a % 3 : call.b % 40;
    port_pair_say(pair, "limits %" PRIu64 " and %" PRIu64 "\n", replay_limit, ack_limit);
    naive_set_limits(&pair->naive, replay_limit, ack_limit);
    ak_port_set_limits(&pair->port, replay_limit, ack_limit);
}

static void call_take_events(struct port_pair *pair)
{
    uint32_t events = ak_take_events(&pair->port);
    port_pair_say(pair, "take events: %x\n", events);
    port_pair_expect(pair, "ak_take_events", events, pair->naive.events);
    pair->naive.events = 0;
}

static void dispatch_port(struct port_pair *pair, struct call call)
{
    switch ((int)call.kind) {
    case CALL_WAIT:
        pair->now += call.a % 16;
        break;
    case CALL_TICK:
    case CALL_TICK_AT_DEADLINE:
        call_tick(pair, call);
        break;
    case CALL_RECOVER:
    case CALL_LINK_DOWN:
    case CALL_LINK_DISABLE:
    case CALL_LINK_UP:
        call_link(pair, call);
        break;
    case CALL_SET_LIMITS:
        call_set_limits(pair, call);
        break;
    case CALL_TAKE_EVENTS:
        call_take_events(pair);
        break;
    default:
        break;
    }
}

bool port_pair_call(struct port_pair *pair, struct call call)
{
    port_pair_call_tx(pair, call);
    port_pair_call_rx(pair, call);
    dispatch_port(pair, call);
    port_pair_compare(pair);
    return pair->fault[0] == '\0';
}
