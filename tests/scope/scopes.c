/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The scopes that are explored, and how many states each has.
 * Not here: exploring them (explore.c).
 */
#include "scopes.h"

const struct model_scope scopes[] = {
    {.name = "a3-concurrent", .tlps = {3, 0}, .slots = 2, .wire = 2, .start = 4095, .replay_policy = AK_REPLAY_CONCURRENT, .ack_every_tlps = 0, .retrain_limit = 0, .retrain = false, .link_down = false, .cut_through = false, .states = 1},
    {.name = "a3-deferred", .tlps = {3, 0}, .slots = 2, .wire = 2, .start = 4095, .replay_policy = AK_REPLAY_DEFERRED, .ack_every_tlps = 0, .retrain_limit = 0, .retrain = false, .link_down = false, .cut_through = false, .states = 1},
    {.name = "a4-s4-concurrent", .tlps = {4, 0}, .slots = 4, .wire = 3, .start = 4095, .replay_policy = AK_REPLAY_CONCURRENT, .ack_every_tlps = 0, .retrain_limit = 0, .retrain = false, .link_down = false, .cut_through = false, .states = 1},
    {.name = "a3-each-deferred", .tlps = {3, 0}, .slots = 4, .wire = 2, .start = 4095, .replay_policy = AK_REPLAY_DEFERRED, .ack_every_tlps = 1, .retrain_limit = 0, .retrain = false, .link_down = false, .cut_through = false, .states = 1},
    {.name = "a3-every2-deferred", .tlps = {3, 0}, .slots = 4, .wire = 2, .start = 4095, .replay_policy = AK_REPLAY_DEFERRED, .ack_every_tlps = 2, .retrain_limit = 0, .retrain = false, .link_down = false, .cut_through = false, .states = 1},
    {.name = "b11-w1-concurrent", .tlps = {1, 1}, .slots = 1, .wire = 1, .start = 4095, .replay_policy = AK_REPLAY_CONCURRENT, .ack_every_tlps = 0, .retrain_limit = 0, .retrain = false, .link_down = false, .cut_through = false, .states = 1},
    {.name = "b11-w1-deferred", .tlps = {1, 1}, .slots = 1, .wire = 1, .start = 4095, .replay_policy = AK_REPLAY_DEFERRED, .ack_every_tlps = 0, .retrain_limit = 0, .retrain = false, .link_down = false, .cut_through = false, .states = 1},
    {.name = "b11-w2-deferred", .tlps = {1, 1}, .slots = 1, .wire = 2, .start = 4095, .replay_policy = AK_REPLAY_DEFERRED, .ack_every_tlps = 0, .retrain_limit = 0, .retrain = false, .link_down = false, .cut_through = false, .states = 1},
    {.name = "b21-w1-deferred", .tlps = {2, 1}, .slots = 2, .wire = 1, .start = 4095, .replay_policy = AK_REPLAY_DEFERRED, .ack_every_tlps = 0, .retrain_limit = 0, .retrain = false, .link_down = false, .cut_through = false, .states = 1},
    {.name = "a2-link-concurrent", .tlps = {2, 0}, .slots = 2, .wire = 2, .start = 4095, .replay_policy = AK_REPLAY_CONCURRENT, .ack_every_tlps = 0, .retrain_limit = 0, .retrain = true, .link_down = true, .cut_through = false, .states = 1},
    {.name = "a2-link-deferred", .tlps = {2, 0}, .slots = 2, .wire = 2, .start = 4095, .replay_policy = AK_REPLAY_DEFERRED, .ack_every_tlps = 0, .retrain_limit = 0, .retrain = true, .link_down = true, .cut_through = false, .states = 1},
    {.name = "a3-link-deferred", .tlps = {3, 0}, .slots = 2, .wire = 2, .start = 4095, .replay_policy = AK_REPLAY_DEFERRED, .ack_every_tlps = 0, .retrain_limit = 0, .retrain = true, .link_down = true, .cut_through = false, .states = 1},
    {.name = "b11-link-deferred", .tlps = {1, 1}, .slots = 1, .wire = 1, .start = 4095, .replay_policy = AK_REPLAY_DEFERRED, .ack_every_tlps = 0, .retrain_limit = 0, .retrain = true, .link_down = true, .cut_through = false, .states = 1},
    {.name = "a3-cut-deferred", .tlps = {3, 0}, .slots = 4, .wire = 2, .start = 4095, .replay_policy = AK_REPLAY_DEFERRED, .ack_every_tlps = 0, .retrain_limit = 0, .retrain = false, .link_down = false, .cut_through = true, .states = 1},
    {.name = "a2-cut-link-deferred", .tlps = {2, 0}, .slots = 2, .wire = 2, .start = 4095, .replay_policy = AK_REPLAY_DEFERRED, .ack_every_tlps = 0, .retrain_limit = 0, .retrain = true, .link_down = true, .cut_through = true, .states = 1},
    {.name = "a2-cut-link-concurrent", .tlps = {2, 0}, .slots = 2, .wire = 2, .start = 4095, .replay_policy = AK_REPLAY_CONCURRENT, .ack_every_tlps = 0, .retrain_limit = 0, .retrain = true, .link_down = true, .cut_through = true, .states = 1},
    {.name = "a2-gives-up", .tlps = {2, 0}, .slots = 2, .wire = 2, .start = 4095, .replay_policy = AK_REPLAY_CONCURRENT, .ack_every_tlps = 0, .retrain_limit = 1, .retrain = false, .link_down = true, .cut_through = false, .states = 1},
};

const unsigned scope_count = sizeof scopes / sizeof scopes[0];
