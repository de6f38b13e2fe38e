/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The scopes that are explored, and how many states each has.
 * Not here: exploring them (explore.c).
 */
#include "scopes.h"

const struct model_scope scopes[] = {
    {.name = "one-way-2", .tlps = {2, 0}, .slots = 2, .wire = 2, .start = 4095,
     .replay_policy = AK_REPLAY_CONCURRENT, .states = 1},
    {.name = "one-way-3", .tlps = {3, 0}, .slots = 2, .wire = 2, .start = 4095,
     .replay_policy = AK_REPLAY_CONCURRENT, .states = 1},
    {.name = "one-way-3-deferred", .tlps = {3, 0}, .slots = 2, .wire = 2, .start = 4095,
     .replay_policy = AK_REPLAY_DEFERRED, .states = 1},
    {.name = "both-ways-1", .tlps = {1, 1}, .slots = 1, .wire = 1, .start = 4095,
     .replay_policy = AK_REPLAY_CONCURRENT, .states = 1},
    {.name = "both-ways-1-2", .tlps = {1, 1}, .slots = 1, .wire = 2, .start = 4095,
     .replay_policy = AK_REPLAY_CONCURRENT, .states = 1},
    {.name = "both-ways-21", .tlps = {2, 1}, .slots = 2, .wire = 1, .start = 4095,
     .replay_policy = AK_REPLAY_CONCURRENT, .states = 1},
    {.name = "retrain", .tlps = {2, 0}, .slots = 2, .wire = 2, .start = 4095,
     .replay_policy = AK_REPLAY_CONCURRENT, .retrain = true, .link_down = true, .states = 1},
    {.name = "cut-through", .tlps = {2, 0}, .slots = 2, .wire = 2, .start = 4095,
     .replay_policy = AK_REPLAY_CONCURRENT, .cut_through = true, .states = 1},
};

const unsigned scope_count = sizeof scopes / sizeof scopes[0];
