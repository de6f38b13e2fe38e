/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One record of a trace: what was on the wire of a Link, and what its two ports made of it.
 * Not here: the text form (docs/trace.md), who writes and who reads records.
 *
 * The Link joins port a, its upstream component, and port b. A record is plain and owns nothing:
 * every pointer in it is lent until the function it was handed to returns.
 *
 * Order: records come in the order of time_fs; a packet seen by its receiver may also come when
 * it has ended, in the order of end_fs, as a simulator learns of it. Wire records (up to
 * AK_RECORD_LINK_UP) are what a recording of a real Link has; the others are added by those who
 * know more, and a checker of the protocol does not look at them.
 */
#ifndef ACKNAK_RECORD_H
#define ACKNAK_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include "acknak/api.h"
#include "acknak/limits.h"
#include "acknak/rate.h"

AK_BEGIN_DECLS

enum ak_record_kind {
    /* Wire records. */
    AK_RECORD_LINK,           /* parameters of the Link, in force from here on: link */
    AK_RECORD_TLP,            /* bytes: sequence number (2) to LCRC (4), no framing symbols */
    AK_RECORD_DLLP,           /* bytes: the six of a DLLP, no framing symbols */
    AK_RECORD_OS,             /* an ordered set: os; bytes: its symbols on one lane, or none */
    AK_RECORD_ERROR,          /* a Receiver Error outside any packet, or one that hid a packet */
    AK_RECORD_GAP,            /* the recording has a hole from time_fs to end_fs */
    AK_RECORD_RECOVERY_START, /* the Link leaves L0 for Recovery or Configuration */
    AK_RECORD_RECOVERY_END,   /* and is back in L0 */
    AK_RECORD_LINK_DOWN,      /* LinkUp = 0, or Link Disable set */
    AK_RECORD_LINK_UP,        /* and the Data Link Layer is active again */
    /* Not on the wire. */
    AK_RECORD_FAULT,   /* a fault injected here, the ground truth: fault */
    AK_RECORD_PORT,    /* what a port did or decided: port_act */
    AK_RECORD_STATE,   /* the state of a port after what happened at this time: state */
    AK_RECORD_FINDING, /* of a checker: finding */
    AK_RECORD_KIND_COUNT
};

/* Which way a packet travels. BOTH: a record about the Link, or a gap, that concerns both. */
enum ak_direction {
    AK_DOWNSTREAM, /* from port a to port b */
    AK_UPSTREAM,   /* from port b to port a */
    AK_DIRECTION_BOTH
};

enum ak_port_name { AK_PORT_A, AK_PORT_B };

/* Where a record was seen. A trace may tell one packet twice, by its sender and its receiver. */
enum ak_seen {
    AK_SEEN_SENDER,   /* where it left: as it was sent */
    AK_SEEN_PROBE,    /* in the middle of the Link */
    AK_SEEN_RECEIVER, /* where it arrived: as it was received, damage included */
    AK_SEEN_COUNT
};

/* The symbol that ended a packet. At 128b/130b a TLP or DLLP that ended well is END too. */
enum ak_packet_end {
    AK_END_GOOD, /* END */
    AK_END_EDB,  /* EDB: a nullified TLP, at every rate */
    AK_END_CUT   /* none: cut off by Recovery, by a link down or by another packet */
};

enum ak_os {
    AK_OS_OTHER,
    AK_OS_SKP,
    AK_OS_TS1,
    AK_OS_TS2,
    AK_OS_FTS,
    AK_OS_EIOS,
    AK_OS_EIEOS,
    AK_OS_SDS,
    AK_OS_COUNT
};

/* Bits of struct ak_record_link.known: which fields say something. */
enum ak_link_known {
    AK_KNOWN_RATE = 1u << 0,
    AK_KNOWN_MAX_RATE = 1u << 1,
    AK_KNOWN_WIDTH = 1u << 2,
    AK_KNOWN_MPS = 1u << 3,
    AK_KNOWN_REVISION = 1u << 4,
    AK_KNOWN_EXTENDED_SYNCH = 1u << 5,
    AK_KNOWN_L0S_EXIT = 1u << 6,
    AK_KNOWN_FLIGHT = 1u << 7,
    AK_KNOWN_REACTION = 1u << 8,
    AK_KNOWN_RESOLUTION = 1u << 9,
    AK_KNOWN_VIEWS = 1u << 10,
    AK_KNOWN_INITIAL_SEQ = 1u << 11
};

/* AK_RECORD_LINK: a field counts if its bit of `known` is set; the others stay as they were. */
struct ak_record_link {
    uint32_t known; /* enum ak_link_known */
    enum ak_rate rate;
    enum ak_rate max_rate;
    uint32_t width; /* lanes */
    uint32_t mps_bytes;
    enum ak_base_revision revision;
    bool extended_synch;
    uint64_t l0s_exit_fs;    /* longest exit from L0s of either direction */
    uint64_t flight_fs;      /* longest time from the sender, past the probe, to the receiver */
    uint64_t reaction_fs;    /* longest a port may take to act on what it received */
    uint64_t resolution_fs;  /* step of the times in this trace */
    uint8_t views[2];        /* by direction: bit 1 << enum ak_seen for each view the trace holds */
    uint16_t initial_seq[2]; /* by direction: number of the first TLP. The trace begins at reset */
};

/* AK_RECORD_FAULT. The packet hit is record `about`; 0 if none is (a stuck Link, say). */
struct ak_record_fault {
    const char *name; /* as in scenarios: "lose", "damage", "tx_lcrc" ...: letters, digits, _ */
    const char *text; /* what exactly: "bit 77"; or a null pointer */
};

/* AK_RECORD_PORT: what a port did. Which of the other fields count stands behind each. */
enum ak_act {
    AK_ACT_SUBMIT,            /* took a TLP: seq, length_bytes */
    AK_ACT_REFUSE,            /* refused one: reason */
    AK_ACT_DELIVER,           /* good TLP in sequence handed on: seq */
    AK_ACT_DROP_DUPLICATE,    /* seq */
    AK_ACT_DROP_OUT_OF_SEQ,   /* a TLP before it is missing: seq */
    AK_ACT_DROP_BAD_LCRC,     /* Bad TLP */
    AK_ACT_DROP_NULLIFIED,    /* silently */
    AK_ACT_DROP_ERROR,        /* Receiver Error */
    AK_ACT_DROP_BAD_DLLP,     /* wrong CRC */
    AK_ACT_DROP_ILLEGAL_SEQ,  /* Ack or Nak with an illegal number: seq */
    AK_ACT_DROP_UNKNOWN_DLLP, /* reserved type */
    AK_ACT_DROP_INACTIVE,     /* the port is inactive */
    AK_ACT_TAKE_ACK,          /* a legal Ack: seq, count: TLPs it purged */
    AK_ACT_TAKE_NAK,          /* a legal Nak: seq, count: TLPs it purged */
    AK_ACT_TAKE_DLLP,         /* one of another layer, handed on */
    AK_ACT_SCHEDULE_ACK,
    AK_ACT_SCHEDULE_NAK,
    AK_ACT_TIMEOUT,      /* REPLAY_TIMER expired */
    AK_ACT_REPLAY_START, /* seq: oldest unacknowledged TLP, count: how many */
    AK_ACT_REPLAY_END,
    AK_ACT_ROLLOVER,    /* of REPLAY_NUM; a retrain is asked for */
    AK_ACT_GIVE_UP,     /* no further retrain, no TLP until the Link goes down */
    AK_ACT_REPORT_LOST, /* a link down took TLPs: seq: the first, count */
    AK_ACT_LOG,         /* logged in AER: aer */
    AK_ACT_COUNT
};

struct ak_record_port {
    enum ak_port_name port;
    enum ak_act act;
    uint16_t seq;
    uint32_t count;
    uint32_t length_bytes; /* header, data and ECRC of a TLP */
    uint32_t aer;          /* AK_ACT_LOG: bits of enum ak_event (counters.h) */
    const char *reason;    /* AK_ACT_REFUSE: "window", "full", "replay" ...; or a null pointer */
};

enum ak_record_timer_state {
    AK_RECORD_TIMER_HELD,    /* at 0 */
    AK_RECORD_TIMER_RUNNING, /* value_fs as of this record */
    AK_RECORD_TIMER_FROZEN   /* in Recovery: keeps value_fs */
};

struct ak_record_timer {
    enum ak_record_timer_state state;
    uint64_t value_fs;
    uint64_t limit_fs;
};

/* Bits of struct ak_record_state.unknown. */
#define AK_STATE_NEXT_TRANSMIT_SEQ    (1u << 0)
#define AK_STATE_ACKD_SEQ             (1u << 1)
#define AK_STATE_NEXT_RCV_SEQ         (1u << 2)
#define AK_STATE_REPLAY_NUM           (1u << 3)
#define AK_STATE_NAK_SCHEDULED        (1u << 4)
#define AK_STATE_REPLAYING            (1u << 5)
#define AK_STATE_REPLAY_BUFFER_TLPS   (1u << 6)
#define AK_STATE_REPLAY_BUFFER_BYTES  (1u << 7)
#define AK_STATE_REPLAY_TIMER         (1u << 8)
#define AK_STATE_ACKNAK_LATENCY_TIMER (1u << 9)

/* AK_RECORD_STATE: a snapshot of a port. */
struct ak_record_state {
    enum ak_port_name port;
    uint16_t next_transmit_seq;
    uint16_t ackd_seq;
    uint16_t next_rcv_seq;
    uint8_t replay_num;
    bool nak_scheduled;
    bool replaying; /* a replay runs or waits for the Link */
    uint32_t replay_buffer_tlps;
    uint32_t replay_buffer_bytes;
    struct ak_record_timer replay_timer;
    struct ak_record_timer acknak_latency_timer;
    uint16_t unknown; /* AK_STATE_ bits: who tells the snapshot does not know these, and they are 0.
                         A port knows all of itself, a checker what the wire has shown */
};

enum ak_severity { AK_NOTE, AK_WARNING, AK_ERROR, AK_SEVERITY_COUNT };

/* AK_RECORD_FINDING: about record `about` of the trace, at time_fs. */
struct ak_record_finding {
    const char *rule; /* "RX-06" */
    enum ak_severity severity;
    const char *text; /* one line: what was seen, what the rule wants */
};

struct ak_record {
    uint64_t number;  /* in its trace, from 1 */
    uint64_t time_fs; /* of the first symbol, or of what happened */
    uint64_t end_fs;  /* after the last symbol; time_fs for what takes no time. A sender may tell
                         a packet when it begins: a RECOVERY_START or LINK_DOWN that comes before
                         end_fs has cut it */
    uint64_t about;   /* number of the record this one is about, 0: none. A packet seen by its
                         receiver: the same packet seen by its sender */
    enum ak_record_kind kind;
    enum ak_direction direction; /* wire records; FAULT, FINDING: of the packet concerned */
    enum ak_seen seen;           /* wire records */
    enum ak_packet_end end;      /* TLP, DLLP */
    enum ak_os os;               /* OS */
    bool error;     /* TLP, DLLP, OS: the Physical Layer reported a Receiver Error in it */
    bool truncated; /* the recording kept only the first bytes of it */
    bool has_stp;   /* TLP at 128b/130b: stp is its STP token as it was seen */
    uint8_t stp[4];
    const uint8_t *bytes;
    uint32_t length_bytes; /* of bytes */
    union {
        struct ak_record_link link;
        struct ak_record_fault fault;
        struct ak_record_port port_act;
        struct ak_record_state state;
        struct ak_record_finding finding;
    };
};

/*
 * Takes records, one at a time, in order. `record` and all it points to are lent for the call.
 * Returns 0, or -1 when it cannot take any more (an output that failed): the source stops then.
 */
struct ak_record_sink {
    int (*take)(void *context, const struct ak_record *record);
    void *context;
};

/* Whether records of this kind are on the wire, and so seen by a checker. */
static inline bool ak_record_is_wire(enum ak_record_kind kind)
{
    return kind <= AK_RECORD_LINK_UP;
}

/* Whether a record of this kind is a packet: TLP or DLLP. */
static inline bool ak_record_is_packet(enum ak_record_kind kind)
{
    return kind == AK_RECORD_TLP || kind == AK_RECORD_DLLP;
}

/* The port that sends in this direction; the other one receives. */
static inline enum ak_port_name ak_direction_sender(enum ak_direction direction)
{
    return direction == AK_DOWNSTREAM ? AK_PORT_A : AK_PORT_B;
}

AK_END_DECLS

#endif
