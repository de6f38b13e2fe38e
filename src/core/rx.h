/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the files of the receiver share.
 * Not here: the public calls (acknak/rx.h, acknak/port.h).
 */
#ifndef ACKNAK_CORE_RX_H
#define ACKNAK_CORE_RX_H

#include <stdbool.h>
#include <stdint.h>

#include "acknak/rx.h"
#include "acknak/state.h"

void rx_reset(struct ak_port *port);

/* An Ack or Nak begins; returns its number. Rules: RX-09. */
uint16_t rx_begin_ack(struct ak_rx *rx);
uint16_t rx_begin_nak(struct ak_rx *rx);

/* One that had begun was cut: it is scheduled again. Rules: PORT-05. */
void rx_reschedule(struct ak_port *port, bool nak, uint64_t now);

/* A DLLP has arrived. */
enum ak_verdict rx_dllp(struct ak_port *port, const uint8_t *dllp, size_t length_bytes,
                        uint64_t now, struct ak_view *view);

#endif
