/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One timer: held at 0, running, or running and frozen. A timer is frozen while the link is not up;
 * `start` then holds how far it has come.
 * Not here: when which timer starts (tx, rx).
 */
#ifndef ACKNAK_CORE_PORT_TIMER_H
#define ACKNAK_CORE_PORT_TIMER_H

#include <stdbool.h>
#include <stdint.h>

#include "acknak/config.h"
#include "acknak/state.h"

static inline void timer_hold(struct ak_timer *timer, enum ak_timer_state state)
{
    timer->state = (uint8_t)state;
    timer->start = 0;
}

static inline void timer_start(struct ak_timer *timer, uint64_t now, bool frozen)
{
    timer->state = AK_TIMER_RUNNING;
    timer->start = frozen ? 0 : now;
}

static inline void timer_freeze(struct ak_timer *timer, uint64_t now)
{
    if (timer->state == AK_TIMER_RUNNING) {
        timer->start = now - timer->start;
    }
}

static inline void timer_thaw(struct ak_timer *timer, uint64_t now)
{
    if (timer->state == AK_TIMER_RUNNING) {
        timer->start = now - timer->start;
    }
}

/* A limit beyond the end of time never comes. Rules: TIME-06. */
static inline uint64_t timer_deadline(const struct ak_timer *timer, uint64_t limit)
{
    const bool comes = timer->state == AK_TIMER_RUNNING && limit < AK_TIME_NEVER - timer->start;
    return comes ? timer->start + limit : AK_TIME_NEVER;
}

#endif
