/* SPDX-License-Identifier: Apache-2.0 */
/*
 * TLPs: how long one is and what its header says.
 * Not here: names (tlp_names.c), LCRC (crc.c).
 */
#include "acknak/tlp.h"

#include <string.h>

#define FMT_4DW       0x1u /* 16 bytes of header */
#define FMT_DATA      0x2u
#define FMT_PREFIX    0x4u
#define TYPE_END_END  0x10u /* in a prefix: End-End, not Local */
#define TYPE_CODE     0x1Fu
#define LENGTH_MASK   0x3FFu
#define LENGTH_FULL   1024u
#define BYTE_COUNT_4K 4096u

static uint16_t read_16(const uint8_t *bytes)
{
    return (uint16_t)(bytes[0] << 8 | bytes[1]);
}

static uint32_t read_32(const uint8_t *bytes)
{
    return (uint32_t)read_16(bytes) << 16 | read_16(bytes + 2);
}

static uint8_t fmt_of(uint8_t byte)
{
    return byte >> 5;
}

/* Length of the prefixes; more than AK_TLP_PREFIX_MAX_BYTES if there are too many of them. */
static uint32_t measure_prefixes(const uint8_t *tlp, size_t bytes)
{
    uint32_t at = 0;

    while (at < bytes && at <= AK_TLP_PREFIX_MAX_BYTES && fmt_of(tlp[at]) == FMT_PREFIX)
        at += AK_TLP_DW_BYTES;
    return at;
}

static uint16_t length_dw_of(const uint8_t *header)
{
    uint16_t field = read_16(header + 2) & LENGTH_MASK;
    return field ? field : LENGTH_FULL;
}

static bool has_digest(const uint8_t *header)
{
    return (header[2] & 0x80u) != 0;
}

/* Rules: TLP-01, TLP-02. */
enum ak_tlp_status ak_tlp_measure(const uint8_t *tlp, size_t bytes, struct ak_tlp_size *out)
{
    uint32_t prefix_bytes = measure_prefixes(tlp, bytes);
    const uint8_t *header;
    uint8_t fmt;

    if (prefix_bytes > AK_TLP_PREFIX_MAX_BYTES)
        return AK_TLP_TOO_MANY_PREFIXES;
    if (prefix_bytes >= bytes)
        return AK_TLP_TRUNCATED;
    header = tlp + prefix_bytes;
    fmt = fmt_of(header[0]);
    if (fmt > (FMT_DATA | FMT_4DW))
        return AK_TLP_RESERVED_FMT;
    if (bytes - prefix_bytes < AK_TLP_DW_BYTES)
        return AK_TLP_TRUNCATED;
    out->prefix_bytes = prefix_bytes;
    out->header_bytes = fmt & FMT_4DW ? AK_TLP_HEADER_MAX_BYTES : AK_TLP_HEADER_MIN_BYTES;
    out->data_bytes = fmt & FMT_DATA ? length_dw_of(header) * AK_TLP_DW_BYTES : 0;
    out->ecrc_bytes = has_digest(header) ? AK_TLP_ECRC_BYTES : 0;
    out->total_bytes = out->prefix_bytes + out->header_bytes + out->data_bytes + out->ecrc_bytes;
    return AK_TLP_OK;
}

static enum ak_tlp_group group_of(enum ak_tlp_type type)
{
    switch (type) {
    case AK_TLP_MRD:
    case AK_TLP_MRDLK:
    case AK_TLP_MWR:
    case AK_TLP_IORD:
    case AK_TLP_IOWR:
    case AK_TLP_DMWR:
    case AK_TLP_FETCHADD:
    case AK_TLP_SWAP:
    case AK_TLP_CAS:
        return AK_TLP_GROUP_MEMORY;
    case AK_TLP_CFGRD0:
    case AK_TLP_CFGWR0:
    case AK_TLP_CFGRD1:
    case AK_TLP_CFGWR1:
    case AK_TLP_TCFGRD:
        return AK_TLP_GROUP_CONFIG;
    case AK_TLP_MSG:
    case AK_TLP_MSGD:
        return AK_TLP_GROUP_MESSAGE;
    case AK_TLP_CPL:
    case AK_TLP_CPLD:
    case AK_TLP_CPLLK:
    case AK_TLP_CPLDLK:
        return AK_TLP_GROUP_COMPLETION;
    case AK_TLP_UNKNOWN:
    case AK_TLP_TYPE_COUNT:
        break;
    }
    return AK_TLP_GROUP_UNKNOWN;
}

/* The types without data (fmt 0) or with (fmt 2); both sizes of header where allowed. */
static enum ak_tlp_type either(uint8_t fmt, enum ak_tlp_type without, enum ak_tlp_type with)
{
    return fmt & FMT_DATA ? with : without;
}

static enum ak_tlp_type type_of_3dw(uint8_t fmt, uint8_t type_code)
{
    switch (type_code) {
    case 0x02:
        return either(fmt, AK_TLP_IORD, AK_TLP_IOWR);
    case 0x04:
        return either(fmt, AK_TLP_CFGRD0, AK_TLP_CFGWR0);
    case 0x05:
        return either(fmt, AK_TLP_CFGRD1, AK_TLP_CFGWR1);
    case 0x0A:
        return either(fmt, AK_TLP_CPL, AK_TLP_CPLD);
    case 0x0B:
        return either(fmt, AK_TLP_CPLLK, AK_TLP_CPLDLK);
    case 0x1B:
        return AK_TLP_TCFGRD; /* with data it is a DMWr */
    default:
        return AK_TLP_UNKNOWN;
    }
}

static enum ak_tlp_type type_of_data(uint8_t type_code)
{
    switch (type_code) {
    case 0x0C:
        return AK_TLP_FETCHADD;
    case 0x0D:
        return AK_TLP_SWAP;
    case 0x0E:
        return AK_TLP_CAS;
    case 0x1B:
        return AK_TLP_DMWR;
    default:
        return AK_TLP_UNKNOWN;
    }
}

enum ak_tlp_type ak_tlp_type_of(uint8_t fmt, uint8_t type_code)
{
    enum ak_tlp_type type = AK_TLP_UNKNOWN;

    if (fmt > (FMT_DATA | FMT_4DW))
        return AK_TLP_UNKNOWN;
    if (type_code == 0x00)
        return either(fmt, AK_TLP_MRD, AK_TLP_MWR);
    if (type_code == 0x01)
        return either(fmt, AK_TLP_MRDLK, AK_TLP_UNKNOWN);
    if ((type_code & 0x18) == 0x10)
        return fmt & FMT_4DW ? either(fmt, AK_TLP_MSG, AK_TLP_MSGD) : AK_TLP_UNKNOWN;
    if (fmt & FMT_DATA)
        type = type_of_data(type_code);
    if (type == AK_TLP_UNKNOWN && !(fmt & FMT_4DW))
        type = type_of_3dw(fmt, type_code);
    return type;
}

/* Tag bits 9 and 8 stand apart from the others, in byte 1. */
static uint16_t tag_of(const uint8_t *header, uint8_t low)
{
    return (uint16_t)((header[1] & 0x80u) << 2 | (header[1] & 0x08u) << 5 | low);
}

static void decode_request(const uint8_t *header, struct ak_tlp *out)
{
    out->requester_id = read_16(header + 4);
    out->tag = tag_of(header, header[6]);
}

static void decode_byte_enables(const uint8_t *header, struct ak_tlp *out)
{
    out->last_be = header[7] >> 4;
    out->first_be = header[7] & 0x0F;
}

static void decode_memory(const uint8_t *header, struct ak_tlp *out)
{
    bool wide = (out->fmt & FMT_4DW) != 0;
    uint64_t low = read_32(header + (wide ? 12 : 8)) & ~UINT32_C(3);

    decode_request(header, out);
    decode_byte_enables(header, out);
    out->address = wide ? (uint64_t)read_32(header + 8) << 32 | low : low;
}

static void decode_config(const uint8_t *header, struct ak_tlp *out)
{
    decode_request(header, out);
    decode_byte_enables(header, out);
    out->completer_id = read_16(header + 8);
    out->register_bytes = read_16(header + 10) & 0xFFCu;
}

static void decode_message(const uint8_t *header, struct ak_tlp *out)
{
    decode_request(header, out);
    out->routing = out->type_code & 0x07;
    out->message_code = header[7];
}

static void decode_completion(const uint8_t *header, struct ak_tlp *out)
{
    uint16_t byte_count = read_16(header + 6) & 0xFFFu;

    out->completer_id = read_16(header + 4);
    out->cpl_status = header[6] >> 5;
    out->bcm = (header[6] & 0x10) != 0;
    out->byte_count = byte_count ? byte_count : BYTE_COUNT_4K;
    out->requester_id = read_16(header + 8);
    out->tag = tag_of(header, header[10]);
    out->lower_address = header[11] & 0x7F;
}

static void decode_common(const uint8_t *header, struct ak_tlp *out)
{
    out->fmt = fmt_of(header[0]);
    out->type_code = header[0] & TYPE_CODE;
    out->type = ak_tlp_type_of(out->fmt, out->type_code);
    out->group = group_of(out->type);
    out->tc = header[1] >> 4 & 0x07;
    out->attr = (uint8_t)((header[1] & 0x04) | (header[2] >> 4 & 0x03));
    out->th = (header[1] & 0x01) != 0;
    out->td = has_digest(header);
    out->ep = (header[2] & 0x40) != 0;
    out->at = header[2] >> 2 & 0x03;
    out->length_dw = length_dw_of(header);
}

static void count_prefixes(const uint8_t *tlp, struct ak_tlp *out)
{
    for (uint32_t at = 0; at < out->size.prefix_bytes; at += AK_TLP_DW_BYTES) {
        if (tlp[at] & TYPE_END_END)
            out->end_end_prefixes++;
        else
            out->local_prefixes++;
    }
}

enum ak_tlp_status ak_tlp_decode(const uint8_t *tlp, size_t bytes, struct ak_tlp *out)
{
    struct ak_tlp_size size;
    enum ak_tlp_status status = ak_tlp_measure(tlp, bytes, &size);
    const uint8_t *header;

    if (status != AK_TLP_OK)
        return status;
    if (bytes < size.prefix_bytes + size.header_bytes)
        return AK_TLP_TRUNCATED;
    memset(out, 0, sizeof *out);
    out->size = size;
    header = tlp + size.prefix_bytes;
    count_prefixes(tlp, out);
    decode_common(header, out);
    switch (out->group) {
    case AK_TLP_GROUP_MEMORY:
        decode_memory(header, out);
        break;
    case AK_TLP_GROUP_CONFIG:
        decode_config(header, out);
        break;
    case AK_TLP_GROUP_MESSAGE:
        decode_message(header, out);
        break;
    case AK_TLP_GROUP_COMPLETION:
        decode_completion(header, out);
        break;
    case AK_TLP_GROUP_UNKNOWN:
        break;
    }
    return AK_TLP_OK;
}
