/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a port reports: AER conditions as sticky bits, and counters.
 * Not here: the registers of a configuration space.
 */
#ifndef ACKNAK_COUNTERS_H
#define ACKNAK_COUNTERS_H

#include <stdint.h>

/*
 * Conditions of Advanced Error Reporting. The Data Link Layer does not log Receiver Error: it is
 * the Physical Layer's, and stands here so that one word holds what the port would log.
 * Rules: ERR-01 to ERR-06.
 */
enum ak_event {
    AK_EVENT_RECEIVER_ERROR = 1u << 0,       /* correctable, bit 0 */
    AK_EVENT_BAD_TLP = 1u << 1,              /* correctable, bit 6 */
    AK_EVENT_BAD_DLLP = 1u << 2,             /* correctable, bit 7 */
    AK_EVENT_REPLAY_NUM_ROLLOVER = 1u << 3,  /* correctable, bit 8 */
    AK_EVENT_REPLAY_TIMER_TIMEOUT = 1u << 4, /* correctable, bit 12 */
    AK_EVENT_DL_PROTOCOL_ERROR = 1u << 5,    /* uncorrectable, bit 4, fatal by default */
};

/* Counted since ak_port_init; a link that goes down does not clear them. */
struct ak_counters {
    /* Transmitter. */
    uint64_t tlps_submitted;
    uint64_t tlps_sent;      /* first sendings begun */
    uint64_t tlps_replayed;  /* sendings begun again */
    uint64_t nullified_sent; /* TLPs nullified by ak_tx_nullify after they began */
    uint64_t replays_by_nak; /* initiations that led to a replay or a rollover */
    uint64_t replays_by_timeout;
    uint64_t replay_timer_timeout;
    uint64_t replay_num_rollover;
    uint64_t retrains;      /* retrains this port asked for */
    uint64_t acks_received; /* legal ones */
    uint64_t naks_received; /* legal ones */
    uint64_t tx_stalls;  /* times submits stalled: from a first refusal for want of room to the next
                            TLP accepted */
    uint64_t dllps_sent; /* of other layers */
    /* Receiver. */
    uint64_t tlps_delivered;
    uint64_t duplicates;
    uint64_t out_of_sequence; /* TLPs ahead of next_rcv_seq */
    uint64_t nullified;       /* received, with the right LCRC complement */
    uint64_t bad_lcrc;        /* wrong LCRC, nullified or not */
    uint64_t acks_sent;
    uint64_t naks_sent;
    uint64_t dllps_received; /* good ones of other layers */
    uint64_t unknown_dllp;
    /* AER conditions, each time one arose. */
    uint64_t receiver_error;
    uint64_t bad_tlp;
    uint64_t bad_dllp;
    uint64_t dl_protocol_error;
    /* Packets cut by Recovery or link down while this port was sending them. */
    uint64_t packets_cut;
    /* Replay buffer, most ever in use. */
    uint32_t peak_tlps;
    uint32_t peak_bytes;
};

#endif
