/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Names of what stands in a TLP's header.
 * Not here: taking a header apart (tlp.c).
 */
#include "acknak/tlp.h"

const char *ak_tlp_type_name(enum ak_tlp_type type)
{
    static const char *const names[AK_TLP_TYPE_COUNT] = {
        [AK_TLP_MRD] = "MRd",       [AK_TLP_MRDLK] = "MRdLk",   [AK_TLP_MWR] = "MWr",
        [AK_TLP_IORD] = "IORd",     [AK_TLP_IOWR] = "IOWr",     [AK_TLP_CFGRD0] = "CfgRd0",
        [AK_TLP_CFGWR0] = "CfgWr0", [AK_TLP_CFGRD1] = "CfgRd1", [AK_TLP_CFGWR1] = "CfgWr1",
        [AK_TLP_TCFGRD] = "TCfgRd", [AK_TLP_DMWR] = "DMWr",     [AK_TLP_MSG] = "Msg",
        [AK_TLP_MSGD] = "MsgD",     [AK_TLP_CPL] = "Cpl",       [AK_TLP_CPLD] = "CplD",
        [AK_TLP_CPLLK] = "CplLk",   [AK_TLP_CPLDLK] = "CplDLk", [AK_TLP_FETCHADD] = "FetchAdd",
        [AK_TLP_SWAP] = "Swap",     [AK_TLP_CAS] = "CAS",       [AK_TLP_UNKNOWN] = "unknown",
    };
    return (unsigned int)type < AK_TLP_TYPE_COUNT ? names[type] : "unknown";
}

struct message_row {
    uint8_t code;
    const char *name;
};

static const struct message_row message_rows[] = {
    {0x00, "Unlock"},
    {0x01, "Invalidate Request"},
    {0x02, "Invalidate Completion"},
    {0x04, "Page Request"},
    {0x05, "PRG Response"},
    {0x10, "LTR"},
    {0x12, "OBFF"},
    {0x14, "PM_Active_State_Nak"},
    {0x18, "PM_PME"},
    {0x19, "PME_Turn_Off"},
    {0x1B, "PME_TO_Ack"},
    {0x20, "Assert_INTA"},
    {0x21, "Assert_INTB"},
    {0x22, "Assert_INTC"},
    {0x23, "Assert_INTD"},
    {0x24, "Deassert_INTA"},
    {0x25, "Deassert_INTB"},
    {0x26, "Deassert_INTC"},
    {0x27, "Deassert_INTD"},
    {0x30, "ERR_COR"},
    {0x31, "ERR_NONFATAL"},
    {0x33, "ERR_FATAL"},
    {0x50, "Set_Slot_Power_Limit"},
    {0x52, "PTM Request"},
    {0x53, "PTM Response"},
    {0x7E, "Vendor_Defined Type 0"},
    {0x7F, "Vendor_Defined Type 1"},
};

const char *ak_tlp_message_name(uint8_t message_code)
{
    for (size_t i = 0; i < sizeof message_rows / sizeof message_rows[0]; i++)
        if (message_rows[i].code == message_code)
            return message_rows[i].name;
    return NULL;
}

const char *ak_tlp_cpl_status_name(uint8_t cpl_status)
{
    switch (cpl_status) {
    case 0:
        return "SC";
    case 1:
        return "UR";
    case 2:
        return "CRS";
    case 4:
        return "CA";
    default:
        return "reserved";
    }
}

const char *ak_tlp_status_name(enum ak_tlp_status status)
{
    switch (status) {
    case AK_TLP_OK:
        return "good";
    case AK_TLP_TRUNCATED:
        return "too few bytes";
    case AK_TLP_RESERVED_FMT:
        return "reserved Fmt";
    case AK_TLP_TOO_MANY_PREFIXES:
        return "more than four prefixes";
    }
    return "?";
}
