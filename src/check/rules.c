/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The rules the checker judges: one table.
 * Not here: how each is judged (sender.c, receiver.c, format.c).
 */
#include "check/rules.h"

#include <string.h>

#include "acknak/check.h"

/* Where the Base Specification says it: sections by another name have their own row. */
enum place {
    PLACE_TRANSMITTER,    /* LCRC and sequence numbers of the TLP transmitter, replay */
    PLACE_SIMPLIFIED,     /* REPLAY_TIMER limits, from 4.0 on */
    PLACE_RECEIVED_DLLPS, /* what a transmitter does with Acks and Naks */
    PLACE_RECEIVER,       /* LCRC and sequence numbers of the TLP receiver, Acks and Naks */
    PLACE_DLLP_RULES,
    PLACE_LINK_STATE, /* Data Link Control and Management State Machine */
    PLACE_TRAINING,   /* Configuration and Recovery */
    PLACE_FRAMING,
    PLACE_TOKENS, /* 128b/130b, from 3.0 on */
    PLACE_TLP_LENGTH,
    PLACE_COUNT
};

/* What each column rests on stands in spec/README.md. NULL: not known; "": no such rule. */
static const char *const places[PLACE_COUNT][AK_CHECK_BASE_COUNT] = {
    /*                        1.1      2.1        3.1   4.0   5.0    6.3 */
    [PLACE_TRANSMITTER] = {"3.5.2", "3.5.2.1", NULL, NULL, "3.6", "3.6.2.1"},
    [PLACE_SIMPLIFIED] = {"", "", "", NULL, "3.6", "3.6.2.1"},
    [PLACE_RECEIVED_DLLPS] = {"3.5.2", "3.5.2", NULL, NULL, "3.6", "3.6.2.2"},
    [PLACE_RECEIVER] = {"3.5.3", "3.5.3.1", NULL, NULL, "3.6", "3.6.3.1"},
    [PLACE_DLLP_RULES] = {"3.4.1", NULL, NULL, NULL, NULL, "3.5.1"},
    [PLACE_LINK_STATE] = {NULL, NULL, NULL, NULL, NULL, "3.2.1"},
    [PLACE_TRAINING] = {NULL, "4.2.6", NULL, NULL, NULL, "4.2.6.3; 4.2.6.4"},
    [PLACE_FRAMING] = {NULL, "4.2.2", NULL, NULL, NULL, "4.2.1.2; 4.2.2.3"},
    [PLACE_TOKENS] = {"", "", NULL, NULL, NULL, "4.2.2.3"},
    [PLACE_TLP_LENGTH] = {NULL, NULL, NULL, NULL, NULL, "2.2.2"},
};

static const char *const bases[AK_CHECK_BASE_COUNT] = {"1.1", "2.1", "3.1", "4.0", "5.0", "6.3"};

static const struct ak_check_rule rules[AK_RULE_COUNT] = {
    [AK_RULE_CONSECUTIVE] = {"TX-01", AK_ERROR,
                             "New TLPs carry consecutive sequence numbers, modulo 4096.",
                             places[PLACE_TRANSMITTER],
                             "TLP 7 follows TLP 5, and no replay ever brings TLP 6."},
    [AK_RULE_WINDOW] = {"TX-03", AK_ERROR, "At most 2047 TLPs are sent and not acknowledged.",
                        places[PLACE_TRANSMITTER],
                        "TLP 2047 is sent while nothing since TLP 0 has been acknowledged."},
    [AK_RULE_LEGAL_NUMBER] = {"TX-05", AK_ERROR,
                              "The number of an Ack or Nak lies between the last one acknowledged "
                              "and the last TLP sent.",
                              places[PLACE_RECEIVED_DLLPS],
                              "Ack 12 is sent while the newest TLP sent is 10."},
    [AK_RULE_PURGED] =
        {"TX-06", AK_ERROR,
         "What was acknowledged is not sent again, except in a replay already begun.",
         places[PLACE_RECEIVED_DLLPS],
         "Nak 5 arrives, and the replay begins with TLP 5 instead of TLP 6."},
    [AK_RULE_NAK_REPLAY] =
        {"TX-08", AK_ERROR, "A Nak starts a replay of what it leaves unacknowledged.",
         places[PLACE_RECEIVED_DLLPS],
         "Nak 5 arrives while TLP 6 is unacknowledged, and TLP 6 is not sent again."},
    [AK_RULE_REPLAY_ORDER] =
        {"TX-09", AK_ERROR,
         "A replay sends every unacknowledged TLP again, oldest first, and nothing new in between.",
         places[PLACE_TRANSMITTER],
         "TLPs 6, 7 and 8 are unacknowledged, and the replay sends 6 and 8."},
    [AK_RULE_TIMER_LATE] =
        {"TX-10", AK_ERROR,
         "A TLP that stays unacknowledged is sent again when REPLAY_TIMER expires.",
         places[PLACE_TRANSMITTER], "TLP 6 is sent, no Ack comes, and it is never sent again."},
    [AK_RULE_ROLLOVER] =
        {"TX-11", AK_ERROR,
         "The fourth replay initiated without progress waits until the link has retrained.",
         places[PLACE_TRANSMITTER],
         "TLP 6 is sent again a fourth time, and the link stayed in L0."},
    [AK_RULE_NULLIFIED_NO] = {"TX-14", AK_ERROR, "A nullified TLP uses no sequence number.",
                              places[PLACE_TRANSMITTER],
                              "TLP 6 is nullified, and the next TLP is 7."},
    [AK_RULE_TIMER_EARLY] =
        {"TIME-01", AK_ERROR,
         "A replay has a cause: a Nak, or REPLAY_TIMER at its limit and not before.",
         places[PLACE_TRANSMITTER],
         "TLP 6 is sent again although no Nak came and REPLAY_TIMER was at half its limit."},
    [AK_RULE_SAME_BYTES] = {"CHK-02", AK_ERROR,
                            "A TLP is sent again with the same bytes, LCRC included.",
                            places[PLACE_TRANSMITTER], "TLP 6 is sent again with another address."},
    [AK_RULE_SILENT_DOWN] = {"PORT-01", AK_ERROR,
                             "No TLP, Ack or Nak is sent while the Data Link Layer is inactive.",
                             places[PLACE_LINK_STATE], "A TLP is sent while LinkUp is 0."},
    [AK_RULE_SILENT_RECOVERY] =
        {"PORT-02", AK_ERROR, "No packet is sent while the link is in Recovery or Configuration.",
         places[PLACE_TRAINING], "A TLP begins while the link trains."},
    [AK_RULE_NAK_ERROR] =
        {"RX-01", AK_ERROR,
         "At 8b/10b a TLP with a Receiver Error is answered by a Nak if NAK_SCHEDULED is clear.",
         places[PLACE_RECEIVER], "A TLP arrives with a disparity error, and no Nak follows."},
    [AK_RULE_NAK_NULLIFIED] =
        {"RX-02", AK_ERROR,
         "A nullified TLP is dropped silently; one with EDB and another LCRC is answered by a Nak.",
         places[PLACE_RECEIVER],
         "A TLP ends with EDB and the complement of its LCRC, and a Nak follows."},
    [AK_RULE_NAK_LCRC] =
        {"RX-03", AK_ERROR,
         "A TLP with a wrong LCRC is answered by a Nak in time if NAK_SCHEDULED is clear.",
         places[PLACE_RECEIVER], "A TLP arrives with a wrong LCRC, and no Nak follows."},
    [AK_RULE_NAK_MISSING] =
        {"RX-05", AK_ERROR,
         "A good TLP ahead of NEXT_RCV_SEQ is answered by a Nak in time if NAK_SCHEDULED is clear.",
         places[PLACE_RECEIVER], "TLP 7 follows TLP 5, and no Nak follows."},
    [AK_RULE_NAK_ONCE] = {"RX-06", AK_ERROR,
                          "No second Nak is sent until the expected TLP has arrived good.",
                          places[PLACE_RECEIVER],
                          "Nak 5 is sent, TLPs 7 and 8 arrive, and Nak 5 is sent again."},
    [AK_RULE_DUPLICATE] =
        {"RX-07", AK_ERROR,
         "A duplicate is answered by an Ack in the time of any Ack, never by a Nak.",
         places[PLACE_RECEIVER], "TLP 5 arrives a second time, and a Nak follows."},
    [AK_RULE_ACK_LATE] = {"RX-08", AK_ERROR,
                          "A good TLP is acknowledged within the Ack latency limit.",
                          places[PLACE_RECEIVER], "TLP 5 arrives good, and no Ack follows."},
    [AK_RULE_NUMBER] = {"RX-09", AK_ERROR,
                        "An Ack or Nak carries NEXT_RCV_SEQ - 1: all that has arrived whole, good "
                        "and in sequence.",
                        places[PLACE_RECEIVER],
                        "TLP 6 arrives damaged, and Ack 6 or Nak 6 follows."},
    [AK_RULE_NAK_CAUSE] = {"CHK-01", AK_ERROR,
                           "A Nak has a cause: a TLP that arrived damaged, or one that is missing.",
                           places[PLACE_RECEIVER], "TLPs 5 and 6 arrive good, and Nak 6 follows."},
    [AK_RULE_LCRC] = {"LCRC-01", AK_ERROR,
                      "A TLP carries the LCRC of its bytes, or the complement if it ends with EDB.",
                      places[PLACE_TRANSMITTER], "A TLP leaves its sender with a wrong LCRC."},
    [AK_RULE_DLLP_CRC] = {"DLLP-01", AK_ERROR,
                          "A DLLP has six bytes and carries the CRC of its first four.",
                          places[PLACE_DLLP_RULES], "An Ack leaves its sender with a wrong CRC."},
    [AK_RULE_FRAMING] = {"FRAME-01", AK_ERROR,
                         "A packet ends with its end symbol; only Recovery and link down cut it.",
                         places[PLACE_FRAMING],
                         "A TLP stops without END while the link stays in L0."},
    [AK_RULE_STP_TOKEN] =
        {"FRAME-02", AK_ERROR,
         "An STP token carries the TLP's length and number, a right Frame CRC and parity.",
         places[PLACE_TOKENS], "The token says 6 DW, and the TLP has 5."},
    [AK_RULE_TLP_LENGTH] = {"TLP-02", AK_ERROR, "A TLP is as long as its header says.",
                            places[PLACE_TLP_LENGTH],
                            "The Length field says 16 DW, and the TLP carries 15."},
    [AK_RULE_DLLP_RESERVED] =
        {"DLLP-03", AK_NOTE, "Reserved fields of a DLLP are 0.", places[PLACE_DLLP_RULES],
         "An Ack has a bit set in its second byte: a later revision may define it."},
    [AK_RULE_DLLP_UNKNOWN] = {"DLLP-04", AK_NOTE, "A DLLP has a type that is defined.",
                              places[PLACE_DLLP_RULES],
                              "A DLLP of type 58h: a later revision may define it."},
    [AK_RULE_SEQ_RESERVED] = {"CHK-03", AK_NOTE,
                              "The four bits ahead of the sequence number are 0.",
                              places[PLACE_TRANSMITTER], "A TLP begins with the bytes 10h 05h."},
    [AK_RULE_EARLY_RETRAIN] =
        {"CHK-04", AK_NOTE, "A link retrains for replays only at the fourth without progress.",
         places[PLACE_TRANSMITTER],
         "Recovery follows the second replay: the wire does not show who asked for it."},
    [AK_RULE_SIMPLIFIED] =
        {"CHK-05", AK_WARNING,
         "From Base 4.0 on REPLAY_TIMER should keep the simplified limits at every rate; only a "
         "port that knows no rate of 16 GT/s may use the table.",
         places[PLACE_SIMPLIFIED],
         "A port made to 4.0 replays at 8 GT/s after 999 symbol times, and not after 24,000."},
};

unsigned ak_check_rule_count(void)
{
    return AK_RULE_COUNT;
}

const struct ak_check_rule *ak_check_rule_at(unsigned index)
{
    return index < AK_RULE_COUNT ? &rules[index] : 0;
}

int ak_check_rule_find(const char *id)
{
    for (int i = 0; i < AK_RULE_COUNT; i++)
        if (strcmp(rules[i].id, id) == 0)
            return i;
    return -1;
}

const char *ak_check_base_name(enum ak_check_base base)
{
    return bases[base];
}
