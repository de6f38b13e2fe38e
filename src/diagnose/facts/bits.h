/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is counted: the AER bits of the Data Link Layer and the Link, and the counters vendors add.
 * Not here: who saw it (facts.h), what it means (verdict.h).
 */
#ifndef ACKNAK_DIAGNOSE_BITS_H
#define ACKNAK_DIAGNOSE_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum ak_bit {
    AK_BIT_RXERR,    /* correctable 0: seen by the receiver of a direction */
    AK_BIT_BADTLP,   /* correctable 6: by the receiver */
    AK_BIT_BADDLLP,  /* correctable 7: by the receiver */
    AK_BIT_ROLLOVER, /* correctable 8: by the transmitter */
    AK_BIT_TIMEOUT,  /* correctable 12: by the transmitter */
    AK_BIT_DLP,      /* uncorrectable 4: an Ack or Nak with an impossible number */
    AK_BIT_SDES,     /* uncorrectable 5: the link went down */
    AK_BIT_AER_COUNT,
    AK_BIT_REPLAYS = AK_BIT_AER_COUNT, /* vendor counters from here on */
    AK_BIT_NAKS_SENT,
    AK_BIT_NAKS_RECEIVED,
    AK_BIT_RECOVERIES,
    AK_BIT_COUNT,
    AK_BIT_OTHER = AK_BIT_COUNT, /* a known name that says nothing about the link */
    AK_BIT_UNKNOWN
};

#define AK_COR_LINK_MASK   0x000011C1u
#define AK_COR_ALL_MASK    0x0000F1C1u
#define AK_UNCOR_LINK_MASK 0x00000030u

/* Name used in output: "RxErr", "NaksSent". */
const char *ak_bit_name(enum ak_bit bit);

/* The place of an AER bit in its status register. */
unsigned ak_bit_position(enum ak_bit bit);
bool ak_bit_is_uncorrectable(enum ak_bit bit);

/*
 * Any spelling of any tool ("RELAY_NUM Rollover", "bad_tlp", "NAKSentCount",
 * "NVML_FI_DEV_PCIE_COUNT_NAKS_SENT"), `length` bytes at `name`. AK_BIT_OTHER for known bits that
 * are not counted (Advisory Non-Fatal, Completion Timeout), AK_BIT_UNKNOWN for anything else.
 */
enum ak_bit ak_bit_from_name(const char *name, size_t length);

#endif
