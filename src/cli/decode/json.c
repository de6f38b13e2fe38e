/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A packet taken apart, for programs.
 * Not here: text (text.c).
 */
#include <inttypes.h>
#include <stdio.h>

#include "acknak/crc.h"
#include "acknak/dllp.h"
#include "cli/decode/print.h"

static void set_number(json_t *object, const char *key, uint32_t value)
{
    json_object_set_new(object, key, json_integer(value));
}

static void set_bool(json_t *object, const char *key, bool value)
{
    json_object_set_new(object, key, json_boolean(value));
}

static void set_text(json_t *object, const char *key, const char *value)
{
    json_object_set_new(object, key, json_string(value));
}

static void set_id(json_t *object, const char *key, uint16_t id)
{
    json_object_set_new(object, key, json_sprintf("%02x:%02x.%u", id >> 8, id >> 3 & 0x1F, id & 7));
}

/* The `bytes` low bytes of a CRC in the order of the wire. */
static void set_crc(json_t *object, const char *key, uint32_t crc, size_t bytes)
{
    char text[9];

    for (size_t i = 0; i < bytes; i++) {
        snprintf(text + 2 * i, 3, "%02x", crc >> 8 * i & 0xFF);
    }
    set_text(object, key, text);
}

static void set_bytes(json_t *object, const char *key, const uint8_t *bytes, size_t count)
{
    static const char digits[] = "0123456789abcdef";
    char text[2 * AK_FRAME_MAX_BYTES];

    for (size_t i = 0; i < count; i++) {
        text[2 * i] = digits[bytes[i] >> 4];
        text[2 * i + 1] = digits[bytes[i] & 0xF];
    }
    json_object_set_new(object, key, json_stringn(text, 2 * count));
}

static json_t *begin(const struct packet *packet, const char *kind)
{
    json_t *object = json_object();

    set_text(object, "kind", kind);
    set_text(object, "framing", packet_framing_name(packet->framing));
    return object;
}

static void set_dllp_fields(json_t *object, const struct ak_dllp *dllp)
{
    if (dllp->type == AK_DLLP_ACK || dllp->type == AK_DLLP_NAK) {
        set_number(object, "seq", dllp->seq);
    } else if (ak_dllp_has_credits(dllp->type)) {
        set_number(object, "vc", dllp->vc);
        set_number(object, "hdr_scale", dllp->hdr_scale);
        set_number(object, "hdr_fc", dllp->hdr_fc);
        set_number(object, "data_scale", dllp->data_scale);
        set_number(object, "data_fc", dllp->data_fc);
    } else if (dllp->type == AK_DLLP_DATA_LINK_FEATURE) {
        set_bool(object, "feature_ack", dllp->feature_ack);
        set_number(object, "features", dllp->features);
    } else {
        set_number(object, "code", dllp->code);
        set_number(object, "content", dllp->content);
    }
}

static json_t *dllp_json(const struct packet *packet)
{
    json_t *object = begin(packet, "dllp");
    struct ak_dllp dllp;
    enum ak_dllp_status status = ak_dllp_decode(packet->bytes, &dllp);

    set_text(object, "type", ak_dllp_type_name(dllp.type));
    set_dllp_fields(object, &dllp);
    set_number(object, "reserved_bits", ak_dllp_reserved_bits(packet->bytes));
    set_bytes(object, "crc", packet->bytes + 4, AK_DLLP_CRC_BYTES);
    set_bool(object, "crc_good", status == AK_DLLP_GOOD);
    set_crc(object, "crc_expected", ak_dllp_crc(packet->bytes), AK_DLLP_CRC_BYTES);
    return object;
}

static void set_request(json_t *object, const struct ak_tlp *tlp)
{
    set_id(object, "requester", tlp->requester_id);
    set_number(object, "tag", tlp->tag);
}

static void set_byte_enables(json_t *object, const struct ak_tlp *tlp)
{
    set_number(object, "first_be", tlp->first_be);
    set_number(object, "last_be", tlp->last_be);
}

static void set_completion(json_t *object, const struct ak_tlp *tlp)
{
    set_id(object, "completer", tlp->completer_id);
    set_request(object, tlp);
    set_text(object, "status", ak_tlp_cpl_status_name(tlp->cpl_status));
    set_bool(object, "bcm", tlp->bcm);
    set_number(object, "byte_count", tlp->byte_count);
    set_number(object, "lower_address", tlp->lower_address);
}

static void set_message(json_t *object, const struct ak_tlp *tlp)
{
    const char *name = ak_tlp_message_name(tlp->message_code);

    set_request(object, tlp);
    set_number(object, "message_code", tlp->message_code);
    if (name) {
        set_text(object, "message", name);
    }
    set_number(object, "routing", tlp->routing);
}

static void set_group(json_t *object, const struct ak_tlp *tlp)
{
    switch (tlp->group) {
    case AK_TLP_GROUP_MEMORY:
        set_request(object, tlp);
        set_byte_enables(object, tlp);
        json_object_set_new(object, "address", json_sprintf("0x%" PRIx64, tlp->address));
        break;
    case AK_TLP_GROUP_CONFIG:
        set_request(object, tlp);
        set_byte_enables(object, tlp);
        set_id(object, "target", tlp->completer_id);
        set_number(object, "register", tlp->register_bytes);
        break;
    case AK_TLP_GROUP_MESSAGE:
        set_message(object, tlp);
        break;
    case AK_TLP_GROUP_COMPLETION:
        set_completion(object, tlp);
        break;
    case AK_TLP_GROUP_UNKNOWN:
        break;
    }
}

static void set_header(json_t *object, const struct packet *packet, const struct frame_view *view)
{
    const struct ak_tlp *tlp = &view->tlp;
    size_t before_data = AK_SEQ_BYTES + tlp->size.prefix_bytes + tlp->size.header_bytes;

    set_text(object, "type", ak_tlp_type_name(tlp->type));
    set_number(object, "local_prefixes", tlp->local_prefixes);
    set_number(object, "end_end_prefixes", tlp->end_end_prefixes);
    set_number(object, "header_bytes", tlp->size.header_bytes);
    set_number(object, "data_bytes", tlp->size.data_bytes);
    set_number(object, "length_dw", tlp->length_dw);
    set_number(object, "tc", tlp->tc);
    set_number(object, "attr", tlp->attr);
    set_number(object, "at", tlp->at);
    set_bool(object, "th", tlp->th);
    set_bool(object, "td", tlp->td);
    set_bool(object, "ep", tlp->ep);
    set_group(object, tlp);
    if (view->length_good) {
        set_bytes(object, "data", packet->bytes + before_data, tlp->size.data_bytes);
    }
}

static json_t *tlp_json(const struct packet *packet)
{
    json_t *object = begin(packet, "tlp");
    struct frame_view view;

    frame_view_fill(&view, packet);
    set_bool(object, "edb", packet->edb);
    set_number(object, "seq", view.seq);
    if (view.tlp_status == AK_TLP_OK) {
        set_header(object, packet, &view);
    } else {
        set_text(object, "header_error", ak_tlp_status_name(view.tlp_status));
    }
    set_number(object, "tlp_bytes", (uint32_t)(packet->count - AK_FRAME_OVERHEAD_BYTES));
    set_bool(object, "length_good", view.length_good);
    set_crc(object, "lcrc", view.lcrc, AK_LCRC_BYTES);
    set_bool(object, "lcrc_good", view.lcrc_good);
    set_crc(object, "lcrc_expected", view.lcrc_expected, AK_LCRC_BYTES);
    set_bool(object, "nullified", view.nullified);
    set_text(object, "verdict", frame_view_verdict(&view, packet));
    return object;
}

json_t *packet_json(const struct packet *packet)
{
    json_t *object;

    switch (packet->kind) {
    case PACKET_DLLP:
        return dllp_json(packet);
    case PACKET_TLP:
        return tlp_json(packet);
    case PACKET_EDS:
        return begin(packet, "eds");
    case PACKET_ERROR:
        break;
    }
    object = begin(packet, "error");
    set_text(object, "error", packet->error);
    set_number(object, "from_byte", (uint32_t)packet->at);
    set_number(object, "bytes", (uint32_t)packet->took);
    return object;
}
