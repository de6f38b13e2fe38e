/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Makes records of the symbols of a Link of one lane at 8b/10b, as they come.
 * Not here: scrambling (scrambler.h).
 */
#ifndef AK_CAPTURE_LANE_H
#define AK_CAPTURE_LANE_H

#include "capture/reader.h"

enum ak_lane_state {
    AK_LANE_LOST,   /* in the middle of something: wait for a control character */
    AK_LANE_IDLE,   /* between packets */
    AK_LANE_PACKET, /* behind STP or SDP */
    AK_LANE_SET,    /* behind COM */
    AK_LANE_JUNK    /* symbols that belong to nothing: a Receiver Error */
};

struct ak_lane {
    struct ak_reader *reader;
    enum ak_direction direction;
    enum ak_seen seen;
    uint64_t symbol_fs;
    uint64_t index;  /* of the next symbol; its time is index * symbol_fs */
    uint64_t begin;  /* index of the first symbol of what is being read */
    uint32_t length; /* symbols or bytes of it so far; those that fit are in reader->bytes */
    uint32_t zeros;  /* JUNK: idle symbols in a row */
    uint16_t second; /* SET: the symbol behind COM, which tells its kind */
    uint64_t number; /* of the record made last */
    enum ak_record_kind kind; /* PACKET: TLP or DLLP */
    bool error;               /* a code or disparity error in it */
    enum ak_lane_state state;
};

/* The next symbol (frame.h), not scrambled. Returns an enum ak_capture_status. */
int ak_lane_take(struct ak_lane *lane, uint16_t symbol);

/* A symbol that cannot be told: what was being read is lost. */
void ak_lane_lose(struct ak_lane *lane);

/* The end of the recording: a packet in which it comes is truncated. */
int ak_lane_end(struct ak_lane *lane);

#endif
