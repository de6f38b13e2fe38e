/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The rules the checker judges, as indices into one table.
 * Not here: how each is judged (sender.c, receiver.c, format.c).
 */
#ifndef AK_CHECK_RULES_H
#define AK_CHECK_RULES_H

enum ak_rule {
    /* Transmit side of a port. */
    AK_RULE_CONSECUTIVE,     /* TX-01 */
    AK_RULE_WINDOW,          /* TX-03 */
    AK_RULE_LEGAL_NUMBER,    /* TX-05 */
    AK_RULE_PURGED,          /* TX-06 */
    AK_RULE_NAK_REPLAY,      /* TX-08 */
    AK_RULE_REPLAY_ORDER,    /* TX-09 */
    AK_RULE_TIMER_LATE,      /* TX-10 */
    AK_RULE_ROLLOVER,        /* TX-11 */
    AK_RULE_NULLIFIED_NO,    /* TX-14 */
    AK_RULE_TIMER_EARLY,     /* TIME-01 */
    AK_RULE_SAME_BYTES,      /* CHK-02 */
    AK_RULE_SILENT_DOWN,     /* PORT-01 */
    AK_RULE_SILENT_RECOVERY, /* PORT-02 */
    /* Receive side, judged from its Acks and Naks. */
    AK_RULE_NAK_ERROR,     /* RX-01 */
    AK_RULE_NAK_NULLIFIED, /* RX-02 */
    AK_RULE_NAK_LCRC,      /* RX-03 */
    AK_RULE_NAK_MISSING,   /* RX-05 */
    AK_RULE_NAK_ONCE,      /* RX-06 */
    AK_RULE_DUPLICATE,     /* RX-07 */
    AK_RULE_ACK_LATE,      /* RX-08 */
    AK_RULE_NUMBER,        /* RX-09 */
    AK_RULE_NAK_CAUSE,     /* CHK-01 */
    /* Formats. */
    AK_RULE_LCRC,          /* LCRC-01 */
    AK_RULE_DLLP_CRC,      /* DLLP-01 */
    AK_RULE_FRAMING,       /* FRAME-01 */
    AK_RULE_STP_TOKEN,     /* FRAME-02 */
    AK_RULE_TLP_LENGTH,    /* TLP-02 */
    AK_RULE_DLLP_RESERVED, /* DLLP-03 */
    AK_RULE_DLLP_UNKNOWN,  /* DLLP-04 */
    AK_RULE_SEQ_RESERVED,  /* CHK-03 */
    AK_RULE_EARLY_RETRAIN, /* CHK-04 */
    AK_RULE_SIMPLIFIED,    /* CHK-05 */
    AK_RULE_COUNT
};

#endif
