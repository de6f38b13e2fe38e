/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The fields of a TLP or DLLP by name.
 * Not here: how fields are laid out.
 */
#include "render/details.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "acknak/crc.h"
#include "acknak/dllp.h"
#include "acknak/frame.h"
#include "acknak/seq.h"
#include "acknak/tlp.h"
#include "trace/units.h"

struct list {
    struct ak_detail *out;
    size_t count;
};

static void put(struct list *list, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void put(struct list *list, const char *name, const char *format, ...)
{
    va_list arguments;
    if (list->count == AK_DETAILS_MAX)
        return;
    struct ak_detail *detail = &list->out[list->count++];
    detail->name = name;
    detail->number = false;
    va_start(arguments, format);
    (void)vsnprintf(detail->value, sizeof detail->value, format, arguments);
    va_end(arguments);
}

static void put_number(struct list *list, const char *name, uint32_t value)
{
    if (list->count == AK_DETAILS_MAX)
        return;
    struct ak_detail *detail = &list->out[list->count++];
    detail->name = name;
    detail->number = true;
    detail->value[ak_decimal_write(detail->value, value)] = '\0';
}

/* `count` bytes, at most 4, as hex digits. */
static void put_hex(struct list *list, const char *name, const uint8_t *bytes, size_t count)
{
    static const char digits[] = "0123456789abcdef";
    if (list->count == AK_DETAILS_MAX)
        return;
    struct ak_detail *detail = &list->out[list->count++];
    detail->name = name;
    detail->number = false;
    for (size_t i = 0; i < count; i++) {
        detail->value[2 * i] = digits[bytes[i] >> 4];
        detail->value[2 * i + 1] = digits[bytes[i] & 0xF];
    }
    detail->value[2 * count] = '\0';
}

static void put_text(struct list *list, const char *name, const char *text)
{
    if (list->count == AK_DETAILS_MAX)
        return;
    struct ak_detail *detail = &list->out[list->count++];
    detail->name = name;
    detail->number = false;
    detail->value[0] = '\0';
    (void)strncat(detail->value, text, sizeof detail->value - 1);
}

static void put_id(struct list *list, const char *name, uint16_t id)
{
    put(list, name, "%02x:%02x.%u", (unsigned)(id >> 8), (unsigned)(id >> 3 & 0x1F),
        (unsigned)(id & 7));
}

static void put_request(struct list *list, const struct ak_tlp *tlp)
{
    put_id(list, "requester_id", tlp->requester_id);
    put_number(list, "tag", tlp->tag);
    put(list, "first_be", "%x", (unsigned)tlp->first_be);
    put(list, "last_be", "%x", (unsigned)tlp->last_be);
}

static void put_completion(struct list *list, const struct ak_tlp *tlp)
{
    put_id(list, "completer_id", tlp->completer_id);
    put_text(list, "status", ak_tlp_cpl_status_name(tlp->cpl_status));
    put_number(list, "bcm", tlp->bcm);
    put_number(list, "byte_count", tlp->byte_count);
    put_id(list, "requester_id", tlp->requester_id);
    put_number(list, "tag", tlp->tag);
    put_number(list, "lower_address", tlp->lower_address);
}

static void put_message(struct list *list, const struct ak_tlp *tlp)
{
    const char *name = ak_tlp_message_name(tlp->message_code);
    put_id(list, "requester_id", tlp->requester_id);
    put_number(list, "tag", tlp->tag);
    put_number(list, "routing", tlp->routing);
    put(list, "message_code", "%02x", (unsigned)tlp->message_code);
    if (name != NULL)
        put_text(list, "message", name);
}

static void put_group(struct list *list, const struct ak_tlp *tlp)
{
    switch (tlp->group) {
    case AK_TLP_GROUP_MEMORY:
        put_request(list, tlp);
        put(list, "address", "%llx", (unsigned long long)tlp->address);
        break;
    case AK_TLP_GROUP_CONFIG:
        put_request(list, tlp);
        put_id(list, "target", tlp->completer_id);
        put(list, "register", "%03x", (unsigned)tlp->register_bytes);
        break;
    case AK_TLP_GROUP_MESSAGE:
        put_message(list, tlp);
        break;
    case AK_TLP_GROUP_COMPLETION:
        put_completion(list, tlp);
        break;
    case AK_TLP_GROUP_UNKNOWN:
        break;
    }
}

static void put_header(struct list *list, const uint8_t *bytes, size_t count)
{
    struct ak_tlp tlp;
    if (ak_tlp_decode(bytes, count, &tlp) != AK_TLP_OK)
        return;
    put_text(list, "type", ak_tlp_type_name(tlp.type));
    put_number(list, "prefix_bytes", tlp.size.prefix_bytes);
    put_number(list, "header_bytes", tlp.size.header_bytes);
    put_number(list, "data_bytes", tlp.size.data_bytes);
    put_number(list, "tc", tlp.tc);
    put_number(list, "attr", tlp.attr);
    put_number(list, "td", tlp.td);
    put_number(list, "ep", tlp.ep);
    put_number(list, "length_dw", tlp.length_dw);
    put_group(list, &tlp);
}

static void put_tlp(struct list *list, const struct ak_record *record)
{
    uint32_t length = record->length_bytes;
    if (length < AK_SEQ_BYTES)
        return;
    uint16_t number = (uint16_t)(record->bytes[0] << 8 | record->bytes[1]);
    put_number(list, "seq", number & AK_SEQ_MASK);
    put_header(list, record->bytes + AK_SEQ_BYTES, length - AK_SEQ_BYTES);
    if (length < AK_FRAME_MIN_BYTES || record->truncated)
        return;
    const uint8_t *last = record->bytes + length - AK_LCRC_BYTES;
    uint32_t right = ak_lcrc(AK_CRC_PORTABLE, number, record->bytes + AK_SEQ_BYTES,
                             length - AK_FRAME_OVERHEAD_BYTES);
    const uint8_t expected[] = {(uint8_t)right, (uint8_t)(right >> 8), (uint8_t)(right >> 16),
                                (uint8_t)(right >> 24)};
    put_hex(list, "lcrc", last, 4);
    put_hex(list, "lcrc_expected", expected, 4);
}

static void put_dllp(struct list *list, const struct ak_record *record)
{
    struct ak_dllp dllp;
    if (record->length_bytes < AK_DLLP_BYTES)
        return;
    const uint8_t *bytes = record->bytes;
    (void)ak_dllp_decode(bytes, &dllp);
    put_text(list, "type", ak_dllp_type_name(dllp.type));
    if (dllp.type == AK_DLLP_ACK || dllp.type == AK_DLLP_NAK) {
        put_number(list, "seq", dllp.seq);
    } else if (ak_dllp_has_credits(dllp.type)) {
        put_number(list, "vc", dllp.vc);
        put_number(list, "hdr_scale", dllp.hdr_scale);
        put_number(list, "hdr_fc", dllp.hdr_fc);
        put_number(list, "data_scale", dllp.data_scale);
        put_number(list, "data_fc", dllp.data_fc);
    } else if (dllp.type == AK_DLLP_DATA_LINK_FEATURE) {
        put_number(list, "feature_ack", dllp.feature_ack);
        put(list, "features", "%06lx", (unsigned long)dllp.features);
    } else {
        put(list, "content", "%06lx", (unsigned long)dllp.content);
    }
    uint16_t right = ak_dllp_crc(bytes);
    const uint8_t expected[] = {(uint8_t)right, (uint8_t)(right >> 8)};
    put_hex(list, "crc", bytes + 4, 2);
    put_hex(list, "crc_expected", expected, 2);
}

size_t ak_packet_details(const struct ak_record *record, struct ak_detail *out)
{
    struct list list = {out, 0};
    if (record->kind == AK_RECORD_TLP)
        put_tlp(&list, record);
    else if (record->kind == AK_RECORD_DLLP)
        put_dllp(&list, record);
    return list.count;
}
