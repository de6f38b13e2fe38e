/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A packet taken apart, for people.
 * Not here: JSON (json.c).
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "acknak/crc.h"
#include "acknak/dllp.h"
#include "cli/decode/print.h"

#define DATA_SHOWN_BYTES 32u

__attribute__((format(printf, 2, 3))) static void field(const char *name, const char *format, ...)
{
    va_list arguments;

    printf("  %-18s", name);
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
}

static void bytes_field(const char *name, const uint8_t *bytes, size_t count, size_t shown)
{
    printf("  %-18s", name);
    for (size_t i = 0; i < count && i < shown; i++) {
        printf("%s%02x", i && i % 4 == 0 ? " " : "", bytes[i]);
    }
    if (count > shown) {
        printf(" ... (%zu bytes)", count);
    }
    putchar('\n');
}

static void framing_field(const struct packet *packet)
{
    if (packet->framing == FRAMING_8B10B) {
        field("framing", "8b/10b, %s ... %s", packet->kind == PACKET_DLLP ? "SDP" : "STP",
              packet->edb ? "EDB" : "END");
    } else if (packet->framing == FRAMING_128B130B) {
        field("framing", "128b/130b, %s%s", packet->kind == PACKET_DLLP ? "SDP" : "STP",
              packet->edb ? " ... EDB" : "");
    }
}

static void print_wire_bytes(uint32_t crc, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++) {
        printf("%02x", crc >> 8 * i & 0xFF);
    }
}

static void crc_field(const char *name, uint32_t found, uint32_t expected, size_t bytes)
{
    bool inverted = bytes == AK_LCRC_BYTES && found == (uint32_t)~expected;

    printf("  %-18s", name);
    print_wire_bytes(found, bytes);
    if (found == expected) {
        puts(" good");
        return;
    }
    fputs(inverted ? " inverted, the right one is " : " BAD, the right one is ", stdout);
    print_wire_bytes(expected, bytes);
    putchar('\n');
}

static void print_credits(const char *name, uint32_t units, uint8_t scale)
{
    if (scale == AK_FC_SCALE_OFF) {
        field(name, "%u", units);
    } else {
        field(name, "%u x %u = %u", units, ak_fc_scale_factor(scale),
              units * ak_fc_scale_factor(scale));
    }
}

static void print_dllp_fields(const struct ak_dllp *dllp)
{
    if (dllp->type == AK_DLLP_ACK || dllp->type == AK_DLLP_NAK) {
        field("AckNak_Seq_Num", "%u", dllp->seq);
    } else if (ak_dllp_has_credits(dllp->type)) {
        field("VC", "%u", dllp->vc);
        print_credits("HdrFC", dllp->hdr_fc, dllp->hdr_scale);
        print_credits("DataFC", dllp->data_fc, dllp->data_scale);
    } else if (dllp->type == AK_DLLP_DATA_LINK_FEATURE) {
        field("Feature Ack", "%u", dllp->feature_ack);
        field("features", "%06xh%s", dllp->features, dllp->features & 1 ? " (Scaled FC)" : "");
    } else {
        field("byte 0", "%02xh", dllp->code);
        field("bytes 1 to 3", "%06xh", dllp->content);
    }
}

static void print_dllp(const struct packet *packet)
{
    uint32_t reserved = ak_dllp_reserved_bits(packet->bytes);
    struct ak_dllp dllp;

    ak_dllp_decode(packet->bytes, &dllp);
    if (dllp.type == AK_DLLP_UNKNOWN) {
        puts("DLLP of a reserved type: a receiver drops it without an error");
    } else {
        printf("DLLP %s\n", ak_dllp_type_name(dllp.type));
    }
    framing_field(packet);
    print_dllp_fields(&dllp);
    if (reserved) {
        field("reserved bits", "%06xh set in bytes 1 to 3; a receiver ignores them", reserved);
    }
    crc_field("CRC", (uint32_t)(packet->bytes[4] | packet->bytes[5] << 8),
              ak_dllp_crc(packet->bytes), AK_DLLP_CRC_BYTES);
}

static void id_field(const char *name, uint16_t id)
{
    field(name, "%02x:%02x.%u", id >> 8, id >> 3 & 0x1F, id & 7);
}

static void print_request(const struct ak_tlp *tlp)
{
    id_field("requester", tlp->requester_id);
    field("tag", "%u", tlp->tag);
}

static void print_memory(const struct ak_tlp *tlp)
{
    print_request(tlp);
    field("byte enables", "first %x, last %x", tlp->first_be, tlp->last_be);
    field("address", "0x%0*" PRIx64, tlp->size.header_bytes == 16 ? 16 : 8, tlp->address);
}

static void print_config(const struct ak_tlp *tlp)
{
    print_request(tlp);
    field("byte enables", "first %x, last %x", tlp->first_be, tlp->last_be);
    id_field("target", tlp->completer_id);
    field("register", "%03xh", tlp->register_bytes);
}

static void print_message(const struct ak_tlp *tlp)
{
    static const char *const routing[8] = {"to the Root Complex",
                                           "by address",
                                           "by ID",
                                           "broadcast from the Root Complex",
                                           "local, ends at the receiver",
                                           "gathered to the Root Complex",
                                           "reserved, ends at the receiver",
                                           "reserved, ends at the receiver"};
    const char *name = ak_tlp_message_name(tlp->message_code);

    print_request(tlp);
    field("message", "%02xh %s", tlp->message_code, name ? name : "without a name");
    field("routing", "%s", routing[tlp->routing & 7]);
}

static void print_completion(const struct ak_tlp *tlp)
{
    id_field("completer", tlp->completer_id);
    print_request(tlp);
    field("status", "%s", ak_tlp_cpl_status_name(tlp->cpl_status));
    field("byte count", "%u%s", tlp->byte_count, tlp->bcm ? ", modified" : "");
    field("lower address", "%02xh", tlp->lower_address);
}

static void print_group(const struct ak_tlp *tlp)
{
    switch (tlp->group) {
    case AK_TLP_GROUP_MEMORY:
        print_memory(tlp);
        break;
    case AK_TLP_GROUP_CONFIG:
        print_config(tlp);
        break;
    case AK_TLP_GROUP_MESSAGE:
        print_message(tlp);
        break;
    case AK_TLP_GROUP_COMPLETION:
        print_completion(tlp);
        break;
    case AK_TLP_GROUP_UNKNOWN:
        break;
    }
}

static void print_parts(const struct ak_tlp *tlp)
{
    if (tlp->size.prefix_bytes) {
        field("prefixes", "%u local, %u end-end", tlp->local_prefixes, tlp->end_end_prefixes);
    }
    field("header", "%u bytes, TC %u, attributes %u%s%s%s", tlp->size.header_bytes, tlp->tc,
          tlp->attr, tlp->td ? ", ECRC" : "", tlp->ep ? ", poisoned" : "", tlp->th ? ", TH" : "");
    field("length", "%u DW", tlp->length_dw);
}

static void print_tlp_fields(const struct packet *packet, const struct frame_view *view)
{
    const struct ak_tlp *tlp = &view->tlp;
    size_t tlp_bytes = packet->count - AK_FRAME_OVERHEAD_BYTES;
    size_t before_data = AK_SEQ_BYTES + tlp->size.prefix_bytes + tlp->size.header_bytes;

    print_parts(tlp);
    print_group(tlp);
    if (!view->length_good) {
        field("bytes", "%zu, but the header says %u", tlp_bytes, tlp->size.total_bytes);
    } else if (tlp->size.data_bytes) {
        bytes_field("data", packet->bytes + before_data, tlp->size.data_bytes, DATA_SHOWN_BYTES);
    }
    if (view->length_good && tlp->size.ecrc_bytes) {
        bytes_field("ECRC", packet->bytes + before_data + tlp->size.data_bytes, 4, 4);
    }
}

static void print_tlp(const struct packet *packet)
{
    struct frame_view view;

    frame_view_fill(&view, packet);
    printf("TLP %s\n", view.tlp_status == AK_TLP_OK ? ak_tlp_type_name(view.tlp.type)
                                                    : "with a header that cannot be read");
    framing_field(packet);
    field("sequence number", "%u", view.seq);
    if (view.reserved) {
        field("reserved bits", "%xh set ahead of the sequence number", view.reserved);
    }
    if (view.tlp_status == AK_TLP_OK) {
        print_tlp_fields(packet, &view);
    } else {
        field("header", "%s", ak_tlp_status_name(view.tlp_status));
    }
    crc_field("LCRC", view.lcrc, view.lcrc_expected, AK_LCRC_BYTES);
    field("verdict", "%s", frame_view_verdict(&view, packet));
}

void packet_print_text(const struct packet *packet)
{
    switch (packet->kind) {
    case PACKET_DLLP:
        print_dllp(packet);
        break;
    case PACKET_TLP:
        print_tlp(packet);
        break;
    case PACKET_EDS:
        puts("EDS token: the Data Stream ends, an ordered set follows");
        field("framing", "%s", packet_framing_name(packet->framing));
        break;
    case PACKET_ERROR:
        printf("no packet: %s\n", packet->error);
        field("from byte", "%zu, %zu bytes", packet->at + 1, packet->took);
        break;
    }
}
