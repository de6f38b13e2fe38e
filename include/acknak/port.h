/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A port as a whole: set-up, link state, time, reports.
 * Not here: sending (tx.h), receiving (rx.h), what the fields mean (state.h).
 */
#ifndef ACKNAK_PORT_H
#define ACKNAK_PORT_H

#include "acknak/api.h"
#include "acknak/state.h"

AK_BEGIN_DECLS

/*
 * Brings a port into its reset state, inactive: LinkUp = 0. `port` and the memory that `config`
 * names stay the caller's and must outlive its use; `config` itself is read during the call only.
 * Counters and events start at 0. Rules: PORT-01, TX-02, RX-04.
 */
AK_API void ak_port_init(struct ak_port *port, const struct ak_config *config);

/* What a link down took from the replay buffer (D20): sequence numbers in a row. ak_tx_frame
 * reads the frames until the next submit. */
struct ak_link_report {
    uint16_t first_seq;
    uint16_t unconfirmed_tlps; /* sent, may have arrived: first_seq onwards */
    uint16_t unsent_tlps;      /* never begun: those behind */
};

/*
 * Tells the state of the link and of the Link Disable bit, at every change.
 * The port is inactive while `link` is AK_LINK_DOWN or `link_disable` is set: everything returns
 * to its reset value, and `report` (may be NULL) tells what was dropped. AK_LINK_RECOVERY keeps
 * all and freezes both timers. AK_LINK_UP thaws them; a replay that waited for a retrain starts.
 * A packet on the wire is ended by either of the first two (D20, D31): do not call ak_tx_end for
 * it. A cut TLP counts as sent; a cut Ack or Nak is scheduled again.
 * Rules: PORT-01, PORT-02, PORT-05, TIME-04.
 */
AK_API void ak_port_link(struct ak_port *port, enum ak_link link, bool link_disable, uint64_t now,
                         struct ak_link_report *report);

/* The port may send and receive: LinkUp = 1 and Link Disable = 0. */
AK_API bool ak_port_is_active(const struct ak_port *port);

/* A rollover of REPLAY_NUM asks for the link to be retrained; true until ak_port_link reports
 * AK_LINK_RECOVERY or AK_LINK_DOWN. Rules: TX-11. */
AK_API bool ak_port_wants_retrain(const struct ak_port *port);

/*
 * When ak_tx_tick, ak_rx_tick or ak_tick must be called next: exact, or AK_TIME_NEVER. Ticking
 * earlier does nothing; after a tick at `now` the deadline is later than `now`. Rules: TIME-06.
 */
AK_API uint64_t ak_tx_deadline(const struct ak_port *port);   /* REPLAY_TIMER */
AK_API uint64_t ak_rx_deadline(const struct ak_port *port);   /* ACKNAK_LATENCY_TIMER */
AK_API uint64_t ak_next_deadline(const struct ak_port *port); /* the earlier of the two */

/* REPLAY_TIMER expires if its limit has come: Replay Timer Timeout and a replay. Rules: TX-10. */
AK_API void ak_tx_tick(struct ak_port *port, uint64_t now);

/* ACKNAK_LATENCY_TIMER: schedules an Ack if its limit has come. Rules: RX-08. */
AK_API void ak_rx_tick(struct ak_port *port, uint64_t now);

/* Both. */
AK_API void ak_tick(struct ak_port *port, uint64_t now);

/*
 * New limits in ticks: the rate changed, or the Extended Synch bit. A running timer keeps its
 * value and is measured against the new limit at once. Rules: LIM-05.
 */
AK_API void ak_port_set_limits(struct ak_port *port, uint64_t replay_limit, uint64_t ack_limit);

/* The AER conditions since the last call (enum ak_event), cleared by it. */
AK_API uint32_t ak_take_events(struct ak_port *port);

/* Counters since ak_port_init; valid as long as the port is. */
AK_API const struct ak_counters *ak_counters(const struct ak_port *port);

/* Everything that must hold between calls holds: numbers in the replay buffer consecutive, within
 * the window, frames inside the memory, timers and flags consistent. For tests. Cost: one pass
 * over the replay buffer's frames. */
AK_API bool ak_port_is_valid(const struct ak_port *port);

/*
 * The protocol state in canonical form, for a state explorer: two ports with equal images behave
 * alike. Without counters, addresses and absolute times: each running timer is told as running
 * (its value relative to `now` is not part of it). Writes at most AK_PORT_IMAGE_BYTES bytes to
 * `image` and returns how many.
 */
#define AK_PORT_IMAGE_BYTES 64u
AK_API uint32_t ak_port_image(const struct ak_port *port, uint8_t image[AK_PORT_IMAGE_BYTES]);

AK_END_DECLS

#endif
