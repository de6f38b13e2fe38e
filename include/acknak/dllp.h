/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Data Link Layer Packets: the six bytes and what they say, all types of non-flit mode.
 * Not here: the CRC routine (crc.h), framing symbols (frame.h), what an Ack or Nak does (tx.h).
 */
#ifndef ACKNAK_DLLP_H
#define ACKNAK_DLLP_H

#include <stdbool.h>
#include <stdint.h>

#include "acknak/api.h"

AK_BEGIN_DECLS

#define AK_DLLP_BYTES     6u /* type, three bytes of content, CRC-16 */
#define AK_DLLP_CRC_BYTES 2u

/* Types by byte 0. The flow control types come in threes, P then NP then Cpl. Rules: DLLP-02. */
enum ak_dllp_type {
    AK_DLLP_ACK,                        /* 00 */
    AK_DLLP_NAK,                        /* 10 */
    AK_DLLP_INITFC1_P,                  /* 40 + VC */
    AK_DLLP_INITFC1_NP,                 /* 50 + VC */
    AK_DLLP_INITFC1_CPL,                /* 60 + VC */
    AK_DLLP_INITFC2_P,                  /* C0 + VC */
    AK_DLLP_INITFC2_NP,                 /* D0 + VC */
    AK_DLLP_INITFC2_CPL,                /* E0 + VC */
    AK_DLLP_UPDATEFC_P,                 /* 80 + VC */
    AK_DLLP_UPDATEFC_NP,                /* 90 + VC */
    AK_DLLP_UPDATEFC_CPL,               /* A0 + VC */
    AK_DLLP_MRINITFC1,                  /* 70 + VC, deprecated */
    AK_DLLP_MRINITFC2,                  /* F0 + VC, deprecated */
    AK_DLLP_MRUPDATEFC,                 /* B0 + VC, deprecated */
    AK_DLLP_MRINIT,                     /* 01, deprecated */
    AK_DLLP_DATA_LINK_FEATURE,          /* 02 */
    AK_DLLP_ALTERNATE_PROTOCOL_3,       /* 03 */
    AK_DLLP_ALTERNATE_PROTOCOL_4,       /* 04 */
    AK_DLLP_PM_ENTER_L1,                /* 20 */
    AK_DLLP_PM_ENTER_L23,               /* 21 */
    AK_DLLP_PM_ACTIVE_STATE_REQUEST_L1, /* 23 */
    AK_DLLP_PM_REQUEST_ACK,             /* 24 */
    AK_DLLP_LINK_MANAGEMENT,            /* 28: flit mode only, discarded here */
    AK_DLLP_VENDOR_SPECIFIC,            /* 30 */
    AK_DLLP_NOP,                        /* 31 */
    AK_DLLP_UNKNOWN,                    /* every other value: reserved. Rules: DLLP-04 */
    AK_DLLP_TYPE_COUNT
};

/* Who a DLLP belongs to, for the order of sending. */
enum ak_dllp_class {
    AK_DLLP_CLASS_ACKNAK,       /* the Data Link Layer's own */
    AK_DLLP_CLASS_FLOW_CONTROL, /* InitFC1, InitFC2, UpdateFC and their MR forms */
    AK_DLLP_CLASS_OTHER         /* power management, feature, vendor, NOP, unknown ... */
};

/* Scale of a credit field: one unit of the field is 1, 1, 4 or 16 credits. */
enum ak_fc_scale {
    AK_FC_SCALE_OFF, /* Scaled Flow Control not in use */
    AK_FC_SCALE_1,
    AK_FC_SCALE_4,
    AK_FC_SCALE_16
};

enum ak_dllp_status { AK_DLLP_GOOD, AK_DLLP_BAD_CRC };

/*
 * A DLLP taken apart. Only the fields named for its type count; ak_dllp_decode sets the others
 * to 0, ak_dllp_encode does not look at them.
 */
struct ak_dllp {
    enum ak_dllp_type type;
    uint8_t code;       /* byte 0 as received; encode reads it for AK_DLLP_UNKNOWN only */
    uint16_t seq;       /* Ack, Nak: AckNak_Seq_Num, 0 to 4095 */
    uint8_t vc;         /* flow control: virtual channel, 0 to 7 */
    uint8_t hdr_scale;  /* InitFC, UpdateFC: enum ak_fc_scale */
    uint8_t data_scale; /* InitFC, UpdateFC: enum ak_fc_scale */
    uint8_t hdr_fc;     /* InitFC, UpdateFC: HdrFC, 0 to 255 */
    uint16_t data_fc;   /* InitFC, UpdateFC: DataFC, 0 to 4095 */
    bool feature_ack;   /* Data_Link_Feature: the partner's features have been seen */
    uint32_t features;  /* Data_Link_Feature: 23 bits, bit 0 = Scaled Flow Control */
    uint32_t content;   /* bytes 1, 2, 3 as one number, byte 1 highest; encode reads it for the
                           types without fields here: vendor, NOP, MR, alternate protocol ... */
};

/*
 * Writes the six bytes of a DLLP, CRC included; reserved bits are written as 0. A field larger
 * than its place is cut to it. Rules: DLLP-01, DLLP-02, DLLP-03.
 */
AK_API void ak_dllp_encode(const struct ak_dllp *dllp, uint8_t out[AK_DLLP_BYTES]);

/* The same for an Ack (nak false) or a Nak (nak true) with number `seq`: the short way. */
AK_API void ak_dllp_encode_ack(uint8_t out[AK_DLLP_BYTES], bool nak, uint16_t seq);

/*
 * Takes six received bytes apart. Reserved bits are ignored, a reserved type is AK_DLLP_UNKNOWN.
 * `out` is filled whatever the answer is, so that a damaged DLLP can be shown; nobody may act on
 * the fields unless the answer is AK_DLLP_GOOD. Rules: DLLP-01 to DLLP-04.
 */
AK_API enum ak_dllp_status ak_dllp_decode(const uint8_t in[AK_DLLP_BYTES], struct ak_dllp *out);

/* Whether bytes 4 and 5 are the CRC of bytes 0 to 3. Rules: DLLP-01. */
AK_API bool ak_dllp_crc_is_good(const uint8_t in[AK_DLLP_BYTES]);

/*
 * The reserved bits that are set in bytes 1, 2 and 3, as one number with byte 1 highest; 0 when
 * the sender kept to the rule. No verdict: a receiver ignores them. Types whose content this
 * version does not know have no reserved bits. Rules: DLLP-03.
 */
AK_API uint32_t ak_dllp_reserved_bits(const uint8_t in[AK_DLLP_BYTES]);

/* The type that byte 0 stands for. Rules: DLLP-02, DLLP-04. */
AK_API enum ak_dllp_type ak_dllp_type_of(uint8_t code);

AK_API enum ak_dllp_class ak_dllp_class_of(enum ak_dllp_type type);

/* Whether the type carries HdrFC and DataFC: InitFC1, InitFC2, UpdateFC. */
AK_API bool ak_dllp_has_credits(enum ak_dllp_type type);

/* Credits per unit of a field with this scale: 1, 1, 4, 16. */
AK_API uint32_t ak_fc_scale_factor(uint8_t scale);

/* The name as the specification spells it ("Ack", "UpdateFC-NP"); static storage. */
AK_API const char *ak_dllp_type_name(enum ak_dllp_type type);

AK_END_DECLS

#endif
