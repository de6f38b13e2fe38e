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

/* ak_rx without a short way for anything. */
enum ak_verdict rx_any(struct ak_port *port, enum ak_rx_kind kind, const void *bytes,
                       size_t length_bytes, uint64_t now, struct ak_view *view);

/* One TLP is delivered; returns that verdict. */
enum ak_verdict rx_deliver_asking(struct ak_port *port, uint64_t now);

/* What TLPs that were delivered mean for Acks, when they are no matter of a running timer. */
void rx_schedule_for_delivered(struct ak_port *port, uint64_t now);

/* A DLLP has arrived. */
enum ak_verdict rx_dllp(struct ak_port *port, const uint8_t *dllp, size_t length_bytes,
                        uint64_t now, struct ak_view *view);

#endif
