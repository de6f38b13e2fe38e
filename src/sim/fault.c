/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Scripted faults: counting packets.
 * Not here: what is done to a packet.
 */
#include "sim/fault.h"

#include "acknak/rate.h"

#define CLASS(name)  (1u << SIM_PACKET_##name)
#define MASK_PACKETS 64u

/* The packets that a kind of fault can act on; the others are not counted by it. */
static uint32_t classes_of_kind(enum sim_fault_kind kind, enum ak_encoding encoding)
{
    switch (kind) {
    case SIM_FAULT_TX_LCRC:
    case SIM_FAULT_TLP_ERR_SEQ:
    case SIM_FAULT_DUPLICATE_TLP:
    case SIM_FAULT_FCRC_TLP:
        return CLASS(TLP);
    case SIM_FAULT_ACK_NAK_DLLP_SEQ:
    case SIM_FAULT_ACK_NAK_DLLP:
        return CLASS(ACK_NAK);
    case SIM_FAULT_NAK_DLLP:
        return CLASS(ACK);
    case SIM_FAULT_B16_CRC_DLLP:
        return CLASS(DLLP);
    case SIM_FAULT_END_EDB:
        return encoding == AK_ENCODING_8B10B ? CLASS(ANY) : CLASS(TLP);
    case SIM_FAULT_STP_SDP:
    case SIM_FAULT_INV_SYNC_HDR_SYM:
    case SIM_FAULT_RX_ERROR:
    case SIM_FAULT_LOSE:
    case SIM_FAULT_DAMAGE:
    case SIM_FAULT_STUCK:
        return CLASS(ANY);
    case SIM_FAULT_NULLIFIED_TLP: /* decided at submit: sim_fault_nullifies */
    case SIM_FAULT_KIND_COUNT:
        break;
    }
    return 0;
}

static uint32_t classes_of_packet(const struct ak_packet *packet)
{
    switch ((enum ak_wire)packet->wire) {
    case AK_WIRE_ACK:
        return CLASS(ANY) | CLASS(DLLP) | CLASS(ACK) | CLASS(ACK_NAK);
    case AK_WIRE_NAK:
        return CLASS(ANY) | CLASS(DLLP) | CLASS(NAK) | CLASS(ACK_NAK);
    case AK_WIRE_DLLP:
        return CLASS(ANY) | CLASS(DLLP) |
               (ak_dllp_class_of(ak_dllp_type_of(packet->bytes[0])) == AK_DLLP_CLASS_FLOW_CONTROL
                    ? CLASS(FLOW_CONTROL)
                    : CLASS(OTHER_DLLP));
    case AK_WIRE_TLP:
        return CLASS(ANY) | CLASS(TLP) | CLASS(TLP_NEW);
    case AK_WIRE_TLP_REPLAYED:
        return CLASS(ANY) | CLASS(TLP) | CLASS(TLP_REPLAYED);
    case AK_WIRE_TLP_NULLIFIED:
        return CLASS(ANY) | CLASS(TLP);
    case AK_WIRE_IDLE:
        break;
    }
    return 0;
}

void sim_fault_init(struct sim_fault_plan *plan, const struct sim_scenario *scenario,
                    enum sim_direction direction)
{
    const struct sim_errors *errors = &scenario->errors[direction];

    *plan = (struct sim_fault_plan){.scenario = scenario, .direction = direction};
    plan->any = errors->damage_mask != 0 || errors->lose_mask != 0;
    for (uint32_t i = 0; i < scenario->fault_count; i++) {
        if (scenario->faults[i].direction != direction) {
            continue;
        }
        plan->any = true;
        if (scenario->faults[i].kind == SIM_FAULT_NULLIFIED_TLP) {
            plan->nullifies = true;
        }
    }
}

static bool is_in_time(const struct sim_fault *fault, uint64_t now)
{
    return now >= fault->from_fs && (fault->until_fs == 0 || now < fault->until_fs);
}

/* Counts one more packet for a fault; whether it is one of those to hit. */
static bool is_hit(struct sim_fault_plan *plan, uint32_t index)
{
    const struct sim_fault *fault = &plan->scenario->faults[index];
    uint64_t number = ++plan->seen[index];

    if (fault->kind == SIM_FAULT_STUCK) {
        return true;
    }
    return number >= fault->nth && number - fault->nth < fault->count;
}

uint32_t sim_fault_begin(struct sim_fault_plan *plan, const struct ak_packet *packet, uint64_t now,
                         struct sim_harm *harm)
{
    const struct sim_scenario *scenario = plan->scenario;
    const struct sim_errors *errors = &scenario->errors[plan->direction];
    enum ak_encoding encoding = ak_rate_encoding(scenario->link.rate);
    uint32_t classes = classes_of_packet(packet);

    if (plan->packets < MASK_PACKETS) {
        if (errors->lose_mask >> plan->packets & 1u) {
            harm->faults |= 1u << SIM_FAULT_LOSE;
        }
        if (errors->damage_mask >> plan->packets & 1u) {
            harm->faults |= 1u << SIM_FAULT_DAMAGE;
        }
    }
    plan->packets++;
    for (uint32_t i = 0; i < scenario->fault_count; i++) {
        const struct sim_fault *fault = &scenario->faults[i];
        if (fault->direction != plan->direction || !(classes >> fault->packet & 1u) ||
            !(classes & classes_of_kind(fault->kind, encoding)) ||
            (fault->seq >= 0 && fault->seq != packet->seq) || !is_in_time(fault, now) ||
            !is_hit(plan, i)) {
            continue;
        }
        harm->faults |= 1u << fault->kind;
        if (fault->kind == SIM_FAULT_DAMAGE) {
            harm->bit = fault->bit;
        } else if (sim_fault_moves_seq(fault->kind)) {
            harm->seq_difference = fault->seq_difference;
        }
    }
    return harm->faults;
}

bool sim_fault_nullifies(struct sim_fault_plan *plan, uint16_t seq, uint64_t now)
{
    const struct sim_scenario *scenario = plan->scenario;
    bool nullifies = false;

    for (uint32_t i = 0; i < scenario->fault_count; i++) {
        const struct sim_fault *fault = &scenario->faults[i];
        if (fault->kind == SIM_FAULT_NULLIFIED_TLP && fault->direction == plan->direction &&
            (fault->seq < 0 || fault->seq == seq) && is_in_time(fault, now)) {
            nullifies |= is_hit(plan, i);
        }
    }
    return nullifies;
}

uint64_t sim_fault_struck(const struct sim_fault_plan *plan, uint32_t index)
{
    const struct sim_fault *fault = &plan->scenario->faults[index];
    uint64_t seen = plan->seen[index];

    if (fault->kind == SIM_FAULT_STUCK) {
        return seen;
    }
    if (seen < fault->nth) {
        return 0;
    }
    return seen - fault->nth < fault->count ? seen - fault->nth + 1u : fault->count;
}
