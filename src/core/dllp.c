/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DLLPs: the table of types, six bytes to fields and back.
 * Not here: the CRC (crc.c), what a DLLP does.
 */
#include "acknak/dllp.h"

#include "acknak/crc.h"
#include "acknak/seq.h"

#include "dllp_ack.h"

#include <string.h>

#define CODE_ACK      0x00u
#define CODE_NAK      0x10u
#define CODE_VC_MASK  0x07u
#define CODE_ROW_MASK 0xF8u /* byte 0 without the virtual channel */

#define CONTENT_MASK     0xFFFFFFu
#define FEATURE_ACK      0x800000u
#define FEATURES_MASK    0x7FFFFFu
#define HDR_SCALE_SHIFT  22
#define HDR_FC_SHIFT     14
#define HDR_FC_MASK      0xFFu
#define DATA_SCALE_SHIFT 12
#define DATA_FC_MASK     0xFFFu
#define SCALE_MASK       0x3u

/* How bytes 1 to 3 are laid out. */
enum layout {
    LAYOUT_OPAQUE, /* carried as they are */
    LAYOUT_EMPTY,  /* all reserved */
    LAYOUT_SEQ,
    LAYOUT_CREDITS,
    LAYOUT_FEATURE
};

struct type_row {
    const char *name;
    uint8_t code; /* for virtual channel 0 */
    bool has_vc;
    enum layout layout;
    enum ak_dllp_class class_of;
};

#define OWN(name, code)                                                                            \
    {                                                                                              \
        name, code, false, LAYOUT_SEQ, AK_DLLP_CLASS_ACKNAK                                        \
    }
#define CREDITS(name, code)                                                                        \
    {                                                                                              \
        name, code, true, LAYOUT_CREDITS, AK_DLLP_CLASS_FLOW_CONTROL                               \
    }
#define MR_CREDITS(name, code)                                                                     \
    {                                                                                              \
        name, code, true, LAYOUT_OPAQUE, AK_DLLP_CLASS_FLOW_CONTROL                                \
    }
#define OTHER(name, code, with)                                                                    \
    {                                                                                              \
        name, code, false, with, AK_DLLP_CLASS_OTHER                                               \
    }

/* Rules: DLLP-02. */
static const struct type_row type_rows[AK_DLLP_TYPE_COUNT] = {
    [AK_DLLP_ACK] = OWN("Ack", CODE_ACK),
    [AK_DLLP_NAK] = OWN("Nak", CODE_NAK),
    [AK_DLLP_INITFC1_P] = CREDITS("InitFC1-P", 0x40),
    [AK_DLLP_INITFC1_NP] = CREDITS("InitFC1-NP", 0x50),
    [AK_DLLP_INITFC1_CPL] = CREDITS("InitFC1-Cpl", 0x60),
    [AK_DLLP_INITFC2_P] = CREDITS("InitFC2-P", 0xC0),
    [AK_DLLP_INITFC2_NP] = CREDITS("InitFC2-NP", 0xD0),
    [AK_DLLP_INITFC2_CPL] = CREDITS("InitFC2-Cpl", 0xE0),
    [AK_DLLP_UPDATEFC_P] = CREDITS("UpdateFC-P", 0x80),
    [AK_DLLP_UPDATEFC_NP] = CREDITS("UpdateFC-NP", 0x90),
    [AK_DLLP_UPDATEFC_CPL] = CREDITS("UpdateFC-Cpl", 0xA0),
    [AK_DLLP_MRINITFC1] = MR_CREDITS("MRInitFC1", 0x70),
    [AK_DLLP_MRINITFC2] = MR_CREDITS("MRInitFC2", 0xF0),
    [AK_DLLP_MRUPDATEFC] = MR_CREDITS("MRUpdateFC", 0xB0),
    [AK_DLLP_MRINIT] = OTHER("MRInit", 0x01, LAYOUT_OPAQUE),
    [AK_DLLP_DATA_LINK_FEATURE] = OTHER("Data_Link_Feature", 0x02, LAYOUT_FEATURE),
    [AK_DLLP_ALTERNATE_PROTOCOL_3] = OTHER("Alternate_Protocol_03h", 0x03, LAYOUT_OPAQUE),
    [AK_DLLP_ALTERNATE_PROTOCOL_4] = OTHER("Alternate_Protocol_04h", 0x04, LAYOUT_OPAQUE),
    [AK_DLLP_PM_ENTER_L1] = OTHER("PM_Enter_L1", 0x20, LAYOUT_EMPTY),
    [AK_DLLP_PM_ENTER_L23] = OTHER("PM_Enter_L23", 0x21, LAYOUT_EMPTY),
    [AK_DLLP_PM_ACTIVE_STATE_REQUEST_L1] = OTHER("PM_Active_State_Request_L1", 0x23, LAYOUT_EMPTY),
    [AK_DLLP_PM_REQUEST_ACK] = OTHER("PM_Request_Ack", 0x24, LAYOUT_EMPTY),
    [AK_DLLP_LINK_MANAGEMENT] = OTHER("Link_Management", 0x28, LAYOUT_OPAQUE),
    [AK_DLLP_VENDOR_SPECIFIC] = OTHER("Vendor_Specific", 0x30, LAYOUT_OPAQUE),
    [AK_DLLP_NOP] = OTHER("NOP", 0x31, LAYOUT_OPAQUE),
    [AK_DLLP_UNKNOWN] = OTHER("unknown", 0, LAYOUT_OPAQUE),
};

static const struct type_row *row_of(enum ak_dllp_type type)
{
    return &type_rows[(unsigned int)type < AK_DLLP_TYPE_COUNT ? type : AK_DLLP_UNKNOWN];
}

/* The types with a virtual channel in byte 0; bit 3 is 0 in non-flit mode. */
static enum ak_dllp_type type_with_vc(uint8_t code)
{
    switch (code & CODE_ROW_MASK) {
    case 0x40:
        return AK_DLLP_INITFC1_P;
    case 0x50:
        return AK_DLLP_INITFC1_NP;
    case 0x60:
        return AK_DLLP_INITFC1_CPL;
    case 0x70:
        return AK_DLLP_MRINITFC1;
    case 0x80:
        return AK_DLLP_UPDATEFC_P;
    case 0x90:
        return AK_DLLP_UPDATEFC_NP;
    case 0xA0:
        return AK_DLLP_UPDATEFC_CPL;
    case 0xB0:
        return AK_DLLP_MRUPDATEFC;
    case 0xC0:
        return AK_DLLP_INITFC2_P;
    case 0xD0:
        return AK_DLLP_INITFC2_NP;
    case 0xE0:
        return AK_DLLP_INITFC2_CPL;
    case 0xF0:
        return AK_DLLP_MRINITFC2;
    default:
        return AK_DLLP_UNKNOWN;
    }
}

enum ak_dllp_type ak_dllp_type_of(uint8_t code)
{
    switch (code) {
    case CODE_ACK:
        return AK_DLLP_ACK;
    case CODE_NAK:
        return AK_DLLP_NAK;
    case 0x01:
        return AK_DLLP_MRINIT;
    case 0x02:
        return AK_DLLP_DATA_LINK_FEATURE;
    case 0x03:
        return AK_DLLP_ALTERNATE_PROTOCOL_3;
    case 0x04:
        return AK_DLLP_ALTERNATE_PROTOCOL_4;
    case 0x20:
        return AK_DLLP_PM_ENTER_L1;
    case 0x21:
        return AK_DLLP_PM_ENTER_L23;
    case 0x23:
        return AK_DLLP_PM_ACTIVE_STATE_REQUEST_L1;
    case 0x24:
        return AK_DLLP_PM_REQUEST_ACK;
    case 0x28:
        return AK_DLLP_LINK_MANAGEMENT;
    case 0x30:
        return AK_DLLP_VENDOR_SPECIFIC;
    case 0x31:
        return AK_DLLP_NOP;
    default:
        return type_with_vc(code);
    }
}

enum ak_dllp_class ak_dllp_class_of(enum ak_dllp_type type)
{
    return row_of(type)->class_of;
}

bool ak_dllp_has_credits(enum ak_dllp_type type)
{
    return row_of(type)->layout == LAYOUT_CREDITS;
}

const char *ak_dllp_type_name(enum ak_dllp_type type)
{
    return row_of(type)->name;
}

uint32_t ak_fc_scale_factor(uint8_t scale)
{
    static const uint8_t factor[] = {1, 1, 4, 16};
    return factor[scale & SCALE_MASK];
}

static uint32_t credits_encode(const struct ak_dllp *dllp)
{
    return (dllp->hdr_scale & SCALE_MASK) << HDR_SCALE_SHIFT |
           (uint32_t)dllp->hdr_fc << HDR_FC_SHIFT |
           (dllp->data_scale & SCALE_MASK) << DATA_SCALE_SHIFT | (dllp->data_fc & DATA_FC_MASK);
}

static void credits_decode(uint32_t content, struct ak_dllp *out)
{
    out->hdr_scale = (uint8_t)(content >> HDR_SCALE_SHIFT & SCALE_MASK);
    out->hdr_fc = (uint8_t)(content >> HDR_FC_SHIFT & HDR_FC_MASK);
    out->data_scale = (uint8_t)(content >> DATA_SCALE_SHIFT & SCALE_MASK);
    out->data_fc = (uint16_t)(content & DATA_FC_MASK);
}

/* Rules: DLLP-03: what is not a field is 0. */
static uint32_t content_encode(const struct ak_dllp *dllp, enum layout layout)
{
    switch (layout) {
    case LAYOUT_SEQ:
        return dllp->seq & AK_SEQ_MASK;
    case LAYOUT_CREDITS:
        return credits_encode(dllp);
    case LAYOUT_FEATURE:
        return (dllp->feature_ack ? FEATURE_ACK : 0) | (dllp->features & FEATURES_MASK);
    case LAYOUT_OPAQUE:
        return dllp->content & CONTENT_MASK;
    case LAYOUT_EMPTY:
        return 0;
    }
    return 0;
}

static void content_decode(uint32_t content, enum layout layout, struct ak_dllp *out)
{
    switch (layout) {
    case LAYOUT_SEQ:
        out->seq = (uint16_t)(content & AK_SEQ_MASK);
        break;
    case LAYOUT_CREDITS:
        credits_decode(content, out);
        break;
    case LAYOUT_FEATURE:
        out->feature_ack = (content & FEATURE_ACK) != 0;
        out->features = content & FEATURES_MASK;
        break;
    case LAYOUT_OPAQUE:
    case LAYOUT_EMPTY:
        break;
    }
}

static uint32_t content_read(const uint8_t in[AK_DLLP_BYTES])
{
    return (uint32_t)in[1] << 16 | (uint32_t)in[2] << 8 | in[3];
}

/* Rules: DLLP-01: the CRC covers reserved bits too, and goes out low byte first. */
static void write_with_crc(uint8_t out[AK_DLLP_BYTES], uint8_t code, uint32_t content)
{
    uint16_t crc;

    out[0] = code;
    out[1] = (uint8_t)(content >> 16);
    out[2] = (uint8_t)(content >> 8);
    out[3] = (uint8_t)content;
    crc = ak_dllp_crc(out);
    out[4] = (uint8_t)crc;
    out[5] = (uint8_t)(crc >> 8);
}

void ak_dllp_encode(const struct ak_dllp *dllp, uint8_t out[AK_DLLP_BYTES])
{
    const struct type_row *row = row_of(dllp->type);
    uint8_t code = row->code;

    if (row == &type_rows[AK_DLLP_UNKNOWN])
        code = dllp->code;
    else if (row->has_vc)
        code = (uint8_t)(code | (dllp->vc & CODE_VC_MASK));
    write_with_crc(out, code, content_encode(dllp, row->layout));
}

void ak_dllp_encode_ack(uint8_t out[AK_DLLP_BYTES], bool nak, uint16_t seq)
{
    if (nak) {
        write_with_crc(out, CODE_NAK, seq & AK_SEQ_MASK);
    } else {
        dllp_write_ack(out, seq & AK_SEQ_MASK);
    }
}

bool ak_dllp_crc_is_good(const uint8_t in[AK_DLLP_BYTES])
{
    return ak_dllp_crc(in) == (uint16_t)(in[4] | in[5] << 8);
}

enum ak_dllp_status ak_dllp_decode(const uint8_t in[AK_DLLP_BYTES], struct ak_dllp *out)
{
    const struct type_row *row;

    memset(out, 0, sizeof *out);
    out->code = in[0];
    out->content = content_read(in);
    out->type = ak_dllp_type_of(in[0]);
    row = row_of(out->type);
    if (row->has_vc)
        out->vc = in[0] & CODE_VC_MASK;
    content_decode(out->content, row->layout, out);
    return ak_dllp_crc_is_good(in) ? AK_DLLP_GOOD : AK_DLLP_BAD_CRC;
}

uint32_t ak_dllp_reserved_bits(const uint8_t in[AK_DLLP_BYTES])
{
    switch (row_of(ak_dllp_type_of(in[0]))->layout) {
    case LAYOUT_SEQ:
        return content_read(in) & ~AK_SEQ_MASK;
    case LAYOUT_EMPTY:
        return content_read(in);
    case LAYOUT_OPAQUE:
    case LAYOUT_CREDITS:
    case LAYOUT_FEATURE:
        break;
    }
    return 0;
}
