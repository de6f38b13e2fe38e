/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Names of everything in a scenario that has one.
 * Not here: their meaning (scenario.h).
 */
#include "sim/run.h"
#include "sim/scenario.h"

#define NAME_OF(table, index)                                                                      \
    ((size_t)(index) < sizeof(table) / sizeof(table)[0] ? (table)[index] : NULL)

static const char *const direction_names[] = {"downstream", "upstream"};

static const char *const fault_names[] = {
    [SIM_FAULT_TX_LCRC] = "tx_lcrc",
    [SIM_FAULT_TLP_ERR_SEQ] = "tlp_err_seq",
    [SIM_FAULT_DUPLICATE_TLP] = "duplicate_tlp",
    [SIM_FAULT_NULLIFIED_TLP] = "nullified_tlp",
    [SIM_FAULT_ACK_NAK_DLLP_SEQ] = "ack_nak_dllp_seq",
    [SIM_FAULT_ACK_NAK_DLLP] = "ack_nak_dllp",
    [SIM_FAULT_NAK_DLLP] = "nak_dllp",
    [SIM_FAULT_B16_CRC_DLLP] = "b16_crc_dllp",
    [SIM_FAULT_END_EDB] = "end_edb",
    [SIM_FAULT_STP_SDP] = "stp_sdp",
    [SIM_FAULT_FCRC_TLP] = "fcrc_tlp",
    [SIM_FAULT_INV_SYNC_HDR_SYM] = "inv_sync_hdr_sym",
    [SIM_FAULT_RX_ERROR] = "rx_error",
    [SIM_FAULT_LOSE] = "lose",
    [SIM_FAULT_DAMAGE] = "damage",
    [SIM_FAULT_STUCK] = "stuck",
};

static const char *const packet_names[] = {
    [SIM_PACKET_ANY] = "any",
    [SIM_PACKET_TLP] = "tlp",
    [SIM_PACKET_TLP_NEW] = "tlp_new",
    [SIM_PACKET_TLP_REPLAYED] = "tlp_replayed",
    [SIM_PACKET_DLLP] = "dllp",
    [SIM_PACKET_ACK] = "ack",
    [SIM_PACKET_NAK] = "nak",
    [SIM_PACKET_ACK_NAK] = "ack_nak",
    [SIM_PACKET_FLOW_CONTROL] = "flow_control",
    [SIM_PACKET_OTHER_DLLP] = "other_dllp",
};

static const char *const event_names[] = {
    [SIM_EVENT_LINK_DOWN] = "link_down",       [SIM_EVENT_LINK_UP] = "link_up",
    [SIM_EVENT_LINK_DISABLE] = "link_disable", [SIM_EVENT_LINK_ENABLE] = "link_enable",
    [SIM_EVENT_RECOVERY] = "recovery",
};

static const char *const condition_names[] = {
    [SIM_CONDITION_NONE] = "none",
    [SIM_CONDITION_FIRST_DELIVERY] = "first_delivery",
    [SIM_CONDITION_FIRST_ACK] = "first_ack",
    [SIM_CONDITION_FIRST_NAK] = "first_nak",
    [SIM_CONDITION_FIRST_REPLAY] = "first_replay",
    [SIM_CONDITION_FIRST_TIMEOUT] = "first_timeout",
    [SIM_CONDITION_FIRST_ROLLOVER] = "first_rollover",
    [SIM_CONDITION_FIRST_RETRAIN] = "first_retrain",
    [SIM_CONDITION_FIRST_RECOVERY] = "first_recovery",
    [SIM_CONDITION_FIRST_DUPLICATE] = "first_duplicate",
    [SIM_CONDITION_FIRST_BAD_TLP] = "first_bad_tlp",
    [SIM_CONDITION_FIRST_BAD_DLLP] = "first_bad_dllp",
    [SIM_CONDITION_FIRST_RECEIVER_ERROR] = "first_receiver_error",
    [SIM_CONDITION_FIRST_PROTOCOL_ERROR] = "first_protocol_error",
    [SIM_CONDITION_FIRST_STALL] = "first_stall",
    [SIM_CONDITION_FIRST_LINK_DOWN] = "first_link_down",
};

static const char *const ack_policy_names[] = {"timer", "each", "every_n"};
static const char *const replay_policy_names[] = {"concurrent", "deferred"};
static const char *const timing_names[] = {"recorded", "fast"};
static const char *const end_names[] = {"", "completed", "time", "dead_link", "condition"};

const char *sim_direction_name(enum sim_direction direction)
{
    return NAME_OF(direction_names, direction);
}

const char *sim_fault_kind_name(enum sim_fault_kind kind)
{
    return NAME_OF(fault_names, kind);
}

const char *sim_packet_class_name(enum sim_packet_class packet)
{
    return NAME_OF(packet_names, packet);
}

const char *sim_link_event_name(enum sim_link_event_kind kind)
{
    return NAME_OF(event_names, kind);
}

const char *sim_condition_name(enum sim_condition condition)
{
    return NAME_OF(condition_names, condition);
}

const char *sim_ack_policy_name(enum sim_ack_policy policy)
{
    return NAME_OF(ack_policy_names, policy);
}

const char *sim_replay_policy_name(enum ak_replay_policy policy)
{
    return NAME_OF(replay_policy_names, policy);
}

const char *sim_workload_timing_name(enum sim_workload_timing timing)
{
    return NAME_OF(timing_names, timing);
}

const char *sim_end_name(enum sim_end end)
{
    return NAME_OF(end_names, end);
}
