/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a TLP or DLLP in a record says: its kind, number, CRC, and a few words about it.
 * Not here: whether it should have been sent (check), how it is drawn (render).
 */
#ifndef AK_TRACE_PACKET_H
#define AK_TRACE_PACKET_H

#include "acknak/crc.h"
#include "acknak/record.h"

/* The state in which a packet is, as its bytes and its end show it. */
enum ak_packet_health {
    AK_PACKET_GOOD,
    AK_PACKET_BAD_CRC,
    AK_PACKET_NULLIFIED,  /* EDB, and the LCRC is the complement */
    AK_PACKET_BAD_NULL,   /* EDB with any other LCRC */
    AK_PACKET_RX_ERROR,   /* the Physical Layer reported a Receiver Error in it */
    AK_PACKET_CUT,        /* it has no end */
    AK_PACKET_BAD_LENGTH, /* too short or too long to be one */
    AK_PACKET_UNKNOWN     /* the recording kept only a part of it */
};

enum ak_packet_sort { AK_SORT_TLP, AK_SORT_ACK, AK_SORT_NAK, AK_SORT_OTHER_DLLP };

struct ak_packet_summary {
    enum ak_packet_health health;
    enum ak_packet_sort sort;
    bool has_seq;  /* seq was there to be read; in a damaged packet it may be wrong */
    uint16_t seq;  /* of a TLP; the number an Ack or Nak carries */
    char what[40]; /* "MWr 64 B", "UpdateFC-P", "Ack": without the number */
};

/* Fills `out` from a TLP or DLLP record, all but `what`. Cost: one pass over a TLP (LCRC). */
void ak_packet_examine(const struct ak_record *record, enum ak_crc_kernel kernel,
                       struct ak_packet_summary *out);

/* Fills `out` from a TLP or DLLP record. */
void ak_packet_summarise(const struct ak_record *record, struct ak_packet_summary *out);

/* "good", "bad LCRC" ...: a few words; static storage. */
const char *ak_packet_health_name(enum ak_packet_health health, enum ak_packet_sort sort);

#endif
