/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Builds traces with right CRCs, packet by packet, and shows them to the checker.
 * Not here: what is expected of it (tests/check).
 *
 * Times are whole nanoseconds. With TB_EXACT each packet is told twice, as it leaves and as it
 * arrives (at once: the Link has no length); with the other views it is told once.
 */
#ifndef TRACE_BUILDER_H
#define TRACE_BUILDER_H

#include "acknak/check.h"
#include "acknak/dllp.h"
#include "acknak/frame.h"

enum tb_view { TB_EXACT, TB_SENDER, TB_PROBE, TB_RECEIVER };

/* What becomes of a packet. */
enum tb_fate {
    TB_GOOD = 0,
    TB_LOST = 1 << 0,        /* it leaves, and nothing arrives */
    TB_DAMAGED = 1 << 1,     /* a byte is changed on the way */
    TB_BROKEN = 1 << 2,      /* a byte is changed before it leaves */
    TB_NULLIFIED = 1 << 3,   /* EDB and the complement of the LCRC */
    TB_EDB = 1 << 4,         /* EDB, and the LCRC of a good TLP */
    TB_RX_ERROR = 1 << 5,    /* arrives with a Receiver Error */
    TB_CUT = 1 << 6,         /* has no end */
    TB_TRUNCATED = 1 << 7,   /* the recording lost its end */
    TB_OTHER_BYTES = 1 << 8, /* good, with other data than usual */
};

#define TB_FINDINGS_MAX 64
#define TB_WAITING_MAX  16

struct tb_finding {
    char rule[12];
    enum ak_severity severity;
    uint64_t about;
    uint64_t time_fs;
    enum ak_direction direction;
    char text[320];
};

struct tb {
    struct ak_check *check;
    enum tb_view view;
    uint64_t number;
    uint64_t symbol_fs;
    uint32_t width;
    uint32_t payload_bytes;
    unsigned found;
    struct tb_finding finding[TB_FINDINGS_MAX];
    unsigned waiting; /* arrivals that are not told yet, in order */
    struct {
        struct ak_record record;
        uint8_t bytes[AK_FRAME_MAX_BYTES];
    } arrival[TB_WAITING_MAX];
};

/* A Link of 2.5 GT/s x1, MPS 128, both ports just reset; 64-byte writes of 336 ns. */
void tb_open(struct tb *tb, enum tb_view view, uint16_t first_seq);

/* The same at another rate and width. */
void tb_open_link(struct tb *tb, enum tb_view view, uint16_t first_seq, enum ak_rate rate,
                  uint32_t width, enum ak_base_revision revision);

/* A trace of which nothing is known yet. */
void tb_open_bare(struct tb *tb, enum tb_view view);

/* A trace that starts in the middle: no numbers, views as they come. */
void tb_open_middle(struct tb *tb, enum tb_view view);

/* Tells parameters. */
void tb_link(struct tb *tb, const struct ak_record_link *link);

/* Sends a packet whose first symbol leaves at `time_ns`; return when its last one has, in ns. */
uint64_t tb_tlp(struct tb *tb, enum ak_direction direction, uint64_t time_ns, uint16_t seq,
                unsigned fate);
uint64_t tb_ack(struct tb *tb, enum ak_direction direction, uint64_t time_ns, uint16_t seq,
                unsigned fate);
uint64_t tb_nak(struct tb *tb, enum ak_direction direction, uint64_t time_ns, uint16_t seq,
                unsigned fate);

/* A DLLP with these first four bytes. */
uint64_t tb_dllp(struct tb *tb, enum ak_direction direction, uint64_t time_ns,
                 const uint8_t bytes[4], unsigned fate);

/* `count` TLPs back to back from `seq` on. */
uint64_t tb_tlps(struct tb *tb, enum ak_direction direction, uint64_t time_ns, uint16_t seq,
                 unsigned count);

/* A wire record without bytes: recovery_start, gap ... */
void tb_event(struct tb *tb, enum ak_record_kind kind, enum ak_direction direction,
              uint64_t time_ns);

/* A record as it is; its number is filled in. */
void tb_record(struct tb *tb, struct ak_record record);

/* An UpdateFC upstream: time goes on to here. */
void tb_wait(struct tb *tb, uint64_t time_ns);

/* Tells what is still waiting, ends the trace and frees the checker. */
void tb_close(struct tb *tb);

/* Closes; the findings of severity error or warning must be those, in this order: "TX-01 TX-09",
 * "" for none. Fails the test otherwise. */
void tb_expect(struct tb *tb, const char *rules);

/* The first finding of this rule; fails the test if there is none. */
const struct tb_finding *tb_find(const struct tb *tb, const char *rule);

/* Closes; all findings must be notes of these rules, in this order. */
void tb_expect_notes(struct tb *tb, const char *rules);

/* Closes; there must be no finding, and no note either. */
void tb_expect_nothing(struct tb *tb);

/* How often this rule could not be judged; if ever, `why` must be the reason most often given. */
uint64_t tb_not_judged(const struct tb *tb, const char *rule, const char *why);

#endif
