/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the checker knows about a Link: one struct ak_check.
 * Not here: the public side (acknak/check.h).
 *
 * Each direction of TLPs has two models. The sender's is fed with the TLPs as they were sent and
 * with the Acks and Naks as they were received; the receiver's with the TLPs as they were received
 * and with the Acks and Naks as they were sent. Which records those are depends on where the trace
 * was taken; a model whose records were not taken at its own port is not exact, and what it finds
 * proves less.
 */
#ifndef AK_CHECK_STATE_H
#define AK_CHECK_STATE_H

#include "acknak/check.h"
#include "acknak/crc.h"
#include "acknak/seq.h"
#include "check/rules.h"
#include "trace/packet.h"

#define AK_CHECK_RECOVERIES 16u /* newest intervals that are remembered */

#define AK_CHECK_STALE 8u /* Acks that may not have been used yet */

/* Why a rule was not judged. Of two that are as frequent the first is told: what can be mended. */
enum ak_why {
    AK_WHY_FLIGHT,    /* the directions may be that far apart at the probe, unless told else */
    AK_WHY_VIEW,      /* not seen where it counts */
    AK_WHY_NUMBERS,   /* sequence numbers not known yet */
    AK_WHY_LIMITS,    /* rate, width or MPS not known */
    AK_WHY_DIRECTION, /* nothing of the other direction is in the trace */
    AK_WHY_TRUNCATED, /* the recording kept only a part */
    AK_WHY_DOUBT,     /* a damaged packet may have been it */
    AK_WHY_OVERLAP,   /* Recovery, link down or a gap came between */
    AK_WHY_ENCODING,  /* depends on the encoding, or is left open at 128b/130b */
    AK_WHY_OPEN,      /* the trace ended before it was due */
    AK_WHY_COUNT
};

/* One sequence number of a direction: its TLP as it was sent and received last. */
struct ak_tlp_note {
    uint64_t begin_fs;    /* of the last sending */
    uint64_t end_fs;      /* of the last sending */
    uint64_t acked_fs;    /* end of the Ack or Nak that acknowledged it */
    uint64_t accepted_fs; /* end of its arrival, good and in sequence */
    uint64_t number;      /* record of the last sending */
    uint32_t lcrc;
    uint16_t length_bytes;
    bool sent;  /* seen since this number came into use */
    bool whole; /* lcrc and length_bytes are known */
};

/* The transmit side for one direction. */
struct ak_sender {
    bool knows_next; /* next_transmit_seq is known */
    bool knows_ackd; /* ackd_seq is known: and so is the newest TLP sent */
    uint16_t next_transmit_seq;
    uint16_t ackd_seq;
    bool timer_known; /* whether REPLAY_TIMER runs, and since when at the earliest */
    bool timer_runs;
    uint64_t timer_fs;
    uint64_t progress_fs; /* end of the Ack or Nak that made progress last */
    unsigned stale_count; /* the oldest of these first */
    struct {
        uint64_t timer_fs;    /* start of REPLAY_TIMER ... */
        uint64_t progress_fs; /* ... until the Ack that ended then is used */
    } stale[AK_CHECK_STALE];

    bool replaying;
    uint16_t replay_seq;      /* the next one of the replay */
    bool owes;                /* a new TLP came before the replay had sent all: it may go on */
    uint16_t owed_end_seq;    /* the first one that it does not owe */
    uint64_t replay_end_fs;   /* last symbol of the last replay */
    uint64_t replay_from_fs;  /* its first symbol */
    unsigned initiations_min; /* replays since the last progress, as few as D8 allows */
    unsigned initiations_max; /* and as many */

    bool may_have_rolled_over; /* when the Link left L0 last */
    bool may_wait;             /* for the Link to retrain, or for ever (D19) */

    bool has_nak; /* a Nak that has caused no replay yet */
    bool nak_made_progress;
    bool nak_superseded; /* by a later number: it may still cause one for a moment */
    uint16_t nak_seq;
    uint64_t nak_fs;
    uint64_t first_nak_fs; /* of those */

    bool nak_due;             /* a replay is due for it */
    uint16_t unreadable_tlps; /* damaged since the last number that could be trusted */
    bool late_reported;
    bool last_is_open; /* the newest TLP was cut, or badly nullified: its number may come again */
    bool has_nullified;
    uint16_t nullified_seq; /* number that the last nullified TLP carried */
    bool has_jumped;        /* the last TLP was not the one due */
    uint16_t jumped_from_seq;
};

enum ak_nak_flag { AK_NAK_CLEAR, AK_NAK_MAYBE, AK_NAK_SET };

/* What a receiver got last, to say what a Nak without a cause answers. */
enum ak_got { AK_GOT_NOTHING, AK_GOT_GOOD, AK_GOT_DUPLICATE, AK_GOT_NULLIFIED, AK_GOT_BAD };

/* A number that is too high unless a TLP comes at once. */
struct ak_suspect {
    bool active;
    bool unsent; /* beyond what was sent, not only beyond what arrived */
    bool is_nak;
    uint16_t seq;
    uint16_t expected_seq;
    uint64_t time_fs;
    uint64_t number;
};

/* The receive side for one direction. */
struct ak_receiver {
    bool known; /* next_rcv_seq and acked_seq are known */
    uint16_t next_rcv_seq;
    uint16_t acked_seq; /* number of the last Ack or Nak */
    uint16_t doubt_seq; /* up to here a damaged DLLP may have acknowledged */

    bool has_run; /* while unknown: good TLPs in a row */
    uint16_t run_first;
    uint16_t run_last;

    enum ak_nak_flag nak_flag; /* NAK_SCHEDULED */
    bool nak_waits;            /* its Nak has not been sent */
    bool nak_due;              /* and must be */
    enum ak_rule nak_rule;     /* that wants it */
    uint64_t nak_since_fs;
    uint64_t nak_number; /* record that caused it */
    bool nak_overtaken;  /* the expected TLP came before its Nak */
    uint64_t overtaken_fs;
    uint16_t overtaken_seq; /* number that Nak carries */

    bool said_nak; /* the last thing said was a Nak */
    uint64_t said_end_fs;

    bool duplicate_due; /* an Ack for a duplicate is due */
    uint16_t duplicate_seq;
    uint64_t duplicate_fs;
    bool late_reported;

    enum ak_got got;
    uint16_t got_seq;
    uint64_t got_number;

    struct ak_suspect suspect;
    bool disagrees; /* it has claimed more than arrived */
};

struct ak_way {
    uint8_t views;        /* bit 1 << enum ak_seen */
    bool declared;        /* by the trace */
    bool present;         /* a packet was seen */
    bool recovery;        /* between recovery_start and recovery_end */
    bool down;            /* between link_down and link_up */
    uint64_t recovery_fs; /* when that began */
    uint64_t down_fs;
    bool has_cut; /* a packet without an end that nothing has explained yet */
    bool cut_at_sender;
    uint64_t cut_fs;
    uint64_t cut_number;
    struct ak_sender sender;
    struct ak_receiver receiver;
    struct ak_tlp_note tlp[AK_SEQ_COUNT];
};

/* Derived from the parameters of the Link; times in femtoseconds. */
struct ak_check_timing {
    bool limits_known;
    bool encoding_known;
    enum ak_encoding encoding;
    uint64_t ack_max_fs;
    uint64_t replay_min_fs;
    uint64_t replay_max_fs;
    uint64_t replay_advised_fs; /* an expiry before that is legal and advised against; 0: none is */
    uint64_t reaction_fs;
    uint64_t busy_fs; /* packet and ordered set in progress, L0s exit */
    uint64_t resolution_fs;
    uint64_t flight_fs;
};

/* When the Link was not in L0. */
struct ak_check_clock {
    bool running; /* an interval that has not ended */
    bool implied; /* by training sequences alone */
    uint64_t since_fs;
    uint64_t ended_fs; /* the newest end; 0: none */
    uint64_t count;
    struct {
        uint64_t from_fs;
        uint64_t to_fs;
    } interval[AK_CHECK_RECOVERIES];
};

struct ak_check {
    struct ak_record_sink sink;
    struct ak_record_link link;
    struct ak_check_timing timing;
    struct ak_check_clock clock;
    struct ak_way way[2];
    enum ak_crc_kernel kernel;
    bool states;
    uint64_t skip_rules;
    uint64_t now_fs;                /* the latest time told */
    uint64_t next_fs;               /* nothing becomes overdue until after this */
    const struct ak_record *record; /* the one at hand; NULL at the end */
    uint64_t last_number;
    int result; /* of the sink, once it was not 0 */
    struct ak_check_counts counts;
    struct {
        uint64_t checked;
        uint64_t broken;
        uint64_t notes;
        uint64_t skipped[AK_WHY_COUNT];
    } tally[AK_RULE_COUNT];
    struct ak_record_state told[2]; /* states handed on last */
    bool has_told[2];
    void (*took)(void *context, enum ak_direction direction, uint64_t number, uint64_t latency_fs);
    void *took_context;
};

static inline enum ak_direction ak_opposite(enum ak_direction direction)
{
    return direction == AK_DOWNSTREAM ? AK_UPSTREAM : AK_DOWNSTREAM;
}

/* `seq` is `limit` or up to 2047 before it. */
static inline bool ak_seq_is_up_to(uint16_t seq, uint16_t limit)
{
    return ak_seq_distance(seq, limit) < AK_SEQ_WINDOW;
}

#endif
