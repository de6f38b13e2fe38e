/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Transaction Layer Packets as far as the Data Link Layer and a reader of traces need them:
 * how long one is, what kind it is, what its header says.
 * Not here: rules of the Transaction Layer; sequence number, LCRC and framing (frame.h).
 *
 * "TLP" means prefixes, header, data and ECRC: what stands between the sequence number and the
 * LCRC. Nothing in the bytes can make a function here read beyond the length it was given.
 */
#ifndef ACKNAK_TLP_H
#define ACKNAK_TLP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "acknak/api.h"

AK_BEGIN_DECLS

#define AK_TLP_DW_BYTES         4u
#define AK_TLP_HEADER_MIN_BYTES 12u
#define AK_TLP_HEADER_MAX_BYTES 16u
#define AK_TLP_PREFIX_MAX       4u
#define AK_TLP_PREFIX_MAX_BYTES 16u
#define AK_TLP_DATA_MAX_BYTES   4096u
#define AK_TLP_ECRC_BYTES       4u
#define AK_TLP_MIN_BYTES        12u
#define AK_TLP_MAX_BYTES        4132u /* four prefixes, 16 bytes of header, 4096 of data, ECRC */

enum ak_tlp_status {
    AK_TLP_OK,
    AK_TLP_TRUNCATED,        /* the bytes given end too early to tell */
    AK_TLP_RESERVED_FMT,     /* Fmt 101b, 110b or 111b: the length cannot be known */
    AK_TLP_TOO_MANY_PREFIXES /* more than AK_TLP_PREFIX_MAX */
};

enum ak_tlp_type {
    AK_TLP_MRD,
    AK_TLP_MRDLK,
    AK_TLP_MWR,
    AK_TLP_IORD,
    AK_TLP_IOWR,
    AK_TLP_CFGRD0,
    AK_TLP_CFGWR0,
    AK_TLP_CFGRD1,
    AK_TLP_CFGWR1,
    AK_TLP_TCFGRD, /* deprecated */
    AK_TLP_DMWR,   /* Deferrable Memory Write; with a 12-byte header formerly TCfgWr */
    AK_TLP_MSG,
    AK_TLP_MSGD,
    AK_TLP_CPL,
    AK_TLP_CPLD,
    AK_TLP_CPLLK,
    AK_TLP_CPLDLK,
    AK_TLP_FETCHADD,
    AK_TLP_SWAP,
    AK_TLP_CAS,
    AK_TLP_UNKNOWN, /* length known from Fmt, kind reserved */
    AK_TLP_TYPE_COUNT
};

/* The parts of a TLP in bytes, in their order. */
struct ak_tlp_size {
    uint32_t prefix_bytes; /* 0 to 16 */
    uint32_t header_bytes; /* 12 or 16 */
    uint32_t data_bytes;   /* 0, or 4 to 4096 */
    uint32_t ecrc_bytes;   /* 0 or 4 */
    uint32_t total_bytes;
};

/* Which fields of struct ak_tlp have a meaning. */
enum ak_tlp_group {
    AK_TLP_GROUP_MEMORY,     /* address, requester_id, tag, first_be, last_be: also I/O, AtomicOp */
    AK_TLP_GROUP_CONFIG,     /* completer_id (the target), register_bytes, requester_id, tag, BE */
    AK_TLP_GROUP_MESSAGE,    /* message_code, routing, requester_id, tag */
    AK_TLP_GROUP_COMPLETION, /* completer_id, cpl_status, bcm, byte_count, lower_address, ... */
    AK_TLP_GROUP_UNKNOWN     /* nothing beyond the first four bytes of the header */
};

/* A header taken apart. IDs are bus 15:8, device 7:3, function 2:0. */
struct ak_tlp {
    enum ak_tlp_type type;
    enum ak_tlp_group group;
    struct ak_tlp_size size;
    uint8_t local_prefixes;   /* how many of the prefixes are Local */
    uint8_t end_end_prefixes; /* and how many End-End */
    uint8_t fmt;              /* 0 to 3 */
    uint8_t type_code;        /* 5 bits */
    uint8_t tc;               /* traffic class, 0 to 7 */
    uint8_t attr;             /* IDO, Relaxed Ordering, No Snoop: bits 2, 1, 0 */
    uint8_t at;               /* address type, 0 to 3 */
    bool th;                  /* TLP processing hints present */
    bool td;                  /* ECRC present */
    bool ep;                  /* poisoned */
    uint16_t length_dw;       /* Length field, 1 to 1024 (a field of 0 is 1024) */
    uint16_t requester_id;
    uint16_t tag; /* 10 bits */
    uint8_t first_be;
    uint8_t last_be;
    uint64_t address;        /* bytes; the two lowest bits are 0 */
    uint16_t completer_id;   /* of a completion; target of a configuration request */
    uint16_t register_bytes; /* configuration register offset, 0 to 4092 */
    uint8_t cpl_status;      /* 0 SC, 1 UR, 2 CRS, 4 CA */
    bool bcm;
    uint16_t byte_count;   /* 1 to 4096 (a field of 0 is 4096) */
    uint8_t lower_address; /* 7 bits */
    uint8_t routing;       /* message routing, 0 to 7 */
    uint8_t message_code;
};

/*
 * Finds the length of a TLP from its first bytes: the prefixes and the first four bytes of the
 * header are enough. `tlp` holds `bytes` bytes, which may be fewer or more than the TLP has. On
 * AK_TLP_OK all of `out` is set, otherwise it is not touched. Rules: TLP-01, TLP-02.
 */
AK_API enum ak_tlp_status ak_tlp_measure(const uint8_t *tlp, size_t bytes, struct ak_tlp_size *out);

/*
 * Takes a header apart; needs the prefixes and the whole header, not the data. On AK_TLP_OK all
 * of `out` is set (fields of other groups are 0), otherwise it is not touched.
 * Rules: TLP-01, TLP-02.
 */
AK_API enum ak_tlp_status ak_tlp_decode(const uint8_t *tlp, size_t bytes, struct ak_tlp *out);

/* The kind that Fmt (3 bits) and Type (5 bits) stand for; a prefix is AK_TLP_UNKNOWN. */
AK_API enum ak_tlp_type ak_tlp_type_of(uint8_t fmt, uint8_t type_code);

/* "MRd", "CfgWr0", "CplD" ...: as the specification spells it; static storage. */
AK_API const char *ak_tlp_type_name(enum ak_tlp_type type);

/* "Set_Slot_Power_Limit", "Assert_INTA" ...; a null pointer for a code without a name. */
AK_API const char *ak_tlp_message_name(uint8_t message_code);

/* "SC", "UR", "CRS", "CA" or "reserved". */
AK_API const char *ak_tlp_cpl_status_name(uint8_t cpl_status);

/* What the status says is wrong, as a short phrase in static storage. */
AK_API const char *ak_tlp_status_name(enum ak_tlp_status status);

AK_END_DECLS

#endif
