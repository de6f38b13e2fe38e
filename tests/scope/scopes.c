/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The scopes that are explored, and how many states each has.
 * Not here: exploring them (explore.c).
 *
 * All start at number 4095, so that every scope passes the wrap of the sequence numbers.
 *
 * The number of states is that of all distinct combinations of: what ak_port_image tells of both
 * ports, what each port is sending, what is on each wire, and how many TLPs were submitted and
 * delivered each way. It changes when a port reacts otherwise to anything, when it remembers more
 * or less, when ak_port_image tells more or less, or when the scope here is changed. A change of
 * behaviour that leaves it as it is would have to add and take away as many states.
 */
#include "scopes.h"

#define LINK_EVENTS .retrain = true, .link_down = true
#define ONE_WAY(n)  .tlps = {n, 0}
#define BOTH_WAYS   .tlps = {1, 1}, .slots = 1
#define CONCURRENT  .replay_policy = AK_REPLAY_CONCURRENT, .start = 4095
#define DEFERRED    .replay_policy = AK_REPLAY_DEFERRED, .start = 4095

const struct model_scope scopes[] = {
    /* One TLP more than the replay buffer has room for, so that submits are refused too. */
    {.name = "one-way", ONE_WAY(3), .slots = 2, .wire = 2, CONCURRENT, .states = 146507},
    {.name = "one-way-deferred", ONE_WAY(3), .slots = 2, .wire = 2, DEFERRED, .states = 189523},
    /* The other Ack policies; the timer comes in when fewer TLPs than that are unacknowledged. */
    {.name = "ack-each",
     ONE_WAY(3),
     .slots = 4,
     .wire = 2,
     DEFERRED,
     .ack_every_tlps = 1,
     .states = 435621},
    {.name = "ack-every-2",
     ONE_WAY(3),
     .slots = 4,
     .wire = 2,
     DEFERRED,
     .ack_every_tlps = 2,
     .states = 506793},
    /* TLPs and Acks share each wire. */
    {.name = "both-ways", BOTH_WAYS, .wire = 1, CONCURRENT, .states = 616643},
    {.name = "both-ways-deferred", BOTH_WAYS, .wire = 1, DEFERRED, .states = 842186},
    /* Recovery and link down at any time: packets are cut, timers freeze, everything is lost. */
    {.name = "link", ONE_WAY(2), .slots = 2, .wire = 2, CONCURRENT, LINK_EVENTS, .states = 196306},
    {.name = "link-deferred",
     ONE_WAY(3),
     .slots = 2,
     .wire = 2,
     DEFERRED,
     LINK_EVENTS,
     .states = 810047},
    /* TLPs that may be nullified while they wait and while they are being sent. */
    {.name = "cut-through",
     ONE_WAY(3),
     .slots = 4,
     .wire = 2,
     DEFERRED,
     .cut_through = true,
     .states = 609634},
    {.name = "cut-through-link",
     ONE_WAY(2),
     .slots = 2,
     .wire = 2,
     CONCURRENT,
     LINK_EVENTS,
     .cut_through = true,
     .states = 234624},
    /* A port gives up at its second rollover without progress. */
    {.name = "gives-up",
     ONE_WAY(2),
     .slots = 2,
     .wire = 2,
     CONCURRENT,
     .link_down = true,
     .retrain_limit = 1,
     .states = 88696},

    /* Larger ones: when asked for. */
    {.name = "one-way-4",
     ONE_WAY(4),
     .slots = 4,
     .wire = 3,
     CONCURRENT,
     .large = true,
     .states = 5854041},
    {.name = "both-ways-2", BOTH_WAYS, .wire = 2, DEFERRED, .large = true, .states = 10325565},
    {.name = "both-ways-21",
     .tlps = {2, 1},
     .slots = 2,
     .wire = 1,
     DEFERRED,
     .large = true,
     .states = 7455217},
    {.name = "both-ways-link",
     BOTH_WAYS,
     .wire = 1,
     DEFERRED,
     LINK_EVENTS,
     .large = true,
     .states = 1599879},
};

const unsigned scope_count = sizeof scopes / sizeof scopes[0];
