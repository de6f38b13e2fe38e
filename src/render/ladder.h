/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The packet exchange of a Link as a ladder for a terminal: port a on the left, port b on the
 * right, time downwards, a row for each packet. A sink of records.
 * Not here: which records to show (the caller leaves the others out), how wide the terminal is.
 *
 * A packet that another event overtakes on its way has two rows, one where it leaves and one
 * where it arrives, so that time never runs upwards at either port. A row has the time when its
 * packet leaves, or of what happened; an arrival between such rows has none.
 */
#ifndef AK_RENDER_LADDER_H
#define AK_RENDER_LADDER_H

#include "acknak/record.h"
#include "trace/output.h"
#include "trace/packet.h"

#define AK_LADDER_WIDTH_DEFAULT 80u
#define AK_LADDER_WIDTH_MIN     40u
#define AK_LADDER_WIDTH_MAX     200u
#define AK_LADDER_OPEN_MAX      32u /* packets on their way that are remembered */

struct ak_ladder_options {
    unsigned width; /* of a row in characters; taken to the nearest that is possible */
    bool utf8;      /* lines and arrows from Unicode, else plain ASCII */
    bool colour;    /* ANSI colours */
    bool counters;  /* what changes in the ports' counters, flags and timers, where it is known */
    bool ordered_sets;
};

#define AK_LADDER_NOTES_BYTES 256u

/* What stands beside a row on one side: notes with '\n' between them. */
struct ak_ladder_notes {
    char text[AK_LADDER_NOTES_BYTES];
    size_t used;
    bool has_late; /* the notes from `late` on have a time of their own */
    size_t late;
    uint64_t late_fs; /* that time, after that of the row */
};

enum ak_ladder_part { AK_LADDER_WHOLE, AK_LADDER_DEPARTURE, AK_LADDER_ARRIVAL };

struct ak_ladder_row {
    uint64_t number; /* of the record that tells the departure, or the only one */
    uint64_t time_fs;
    uint64_t arrival_fs; /* once it has arrived: its last symbol */
    enum ak_direction direction;
    struct ak_packet_summary packet;
    enum ak_ladder_part part;
    bool replay;  /* a TLP sent again */
    bool lost;    /* it never arrives */
    bool drawn;   /* its departure has a row */
    bool untimed; /* show no time */
    bool arrow;   /* a packet; else notes only */
    char fault[32];
    struct ak_ladder_notes notes[2]; /* by port */
};

#define AK_LADDER_FINDING_BYTES 512u /* of one finding, the rest is cut */
#define AK_LADDER_HELD_MAX      4u

/* A finding that waits until the row of its packet is drawn. */
struct ak_ladder_finding {
    uint64_t about;
    enum ak_severity severity;
    char text[AK_LADDER_FINDING_BYTES];
};

struct ak_ladder {
    struct ak_ladder_options options;
    struct ak_output *output;
    bool begun;         /* the heading has been written */
    uint8_t views[2];   /* by direction; 0: not known */
    bool has_newest[2]; /* by direction: a TLP was seen */
    uint16_t newest[2]; /* its number: those after it are new, the others replays */
    bool has_late_log;  /* a log record that its cause has not followed yet */
    struct ak_record late_log;
    bool has_state[2];
    struct ak_record_state state[2]; /* of each port, as told last */
    char link[24];                   /* "8 GT/s x4", for the heading */

    /* A row that is not drawn yet, since notes may still come; and the packets on their way, oldest
     * first. Those not drawn yet all travel in the same direction. */
    bool has_done;
    struct ak_ladder_row done;
    unsigned open_count;
    struct ak_ladder_row open[AK_LADDER_OPEN_MAX];
    unsigned held_count;
    struct ak_ladder_finding held[AK_LADDER_HELD_MAX];
};

/* `output` must outlive the ladder; the caller flushes it. */
void ak_ladder_init(struct ak_ladder *ladder, const struct ak_ladder_options *options,
                    struct ak_output *output);

/* Writes the heading, unless that has been done; the first row does it else. */
void ak_ladder_begin(struct ak_ladder *ladder);

/* Draws what a record adds. As struct ak_record_sink: context is a struct ak_ladder. */
int ak_ladder_take(void *context, const struct ak_record *record);

/* Draws what is still waiting. Returns 0, or -1 if the output has failed. */
int ak_ladder_end(struct ak_ladder *ladder);

#endif
