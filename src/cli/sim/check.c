/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A run of the simulator under the protocol checker: each finding must have a reason, a fault that
 * was injected or a setting that asks for it.
 * Not here: the rules (acknak/check.h), running (cmd_sim.c).
 */
#include "cli/sim/check.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common/packet_line.h"

/* A replay, those it causes, and the retrains between them: four initiations and one more round. */
#define WAKE_LIMITS     8u
#define WAKE_RECOVERIES 4u
#define WAKE_LEAST_FS   (20u * SIM_FS_PER_US)

static bool breaks_rules(const char *fault)
{
    static const enum sim_fault_kind kinds[] = {
        SIM_FAULT_TX_LCRC,          SIM_FAULT_TLP_ERR_SEQ,  SIM_FAULT_DUPLICATE_TLP,
        SIM_FAULT_ACK_NAK_DLLP_SEQ, SIM_FAULT_ACK_NAK_DLLP, SIM_FAULT_NAK_DLLP,
        SIM_FAULT_B16_CRC_DLLP,     SIM_FAULT_END_EDB,      SIM_FAULT_STP_SDP,
        SIM_FAULT_FCRC_TLP,
    };
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        if (!strcmp(fault, sim_fault_kind_name(kinds[i]))) {
            return true;
        }
    }
    return false;
}

static bool is_one_of(const char *rule, const char *first, const char *second)
{
    return !strcmp(rule, first) || !strcmp(rule, second);
}

/* A port that is told to use other limits than the specification's breaks its rules of time. */
static bool is_asked_for(const struct sim_scenario *scenario, const char *rule)
{
    for (int side = 0; side < SIM_PORT_COUNT; side++) {
        const struct sim_port *port = &scenario->ports[side];
        bool other =
            port->internal_delay_sym || port->tx_l0s_adjustment_sym || port->rx_l0s_adjustment_sym;
        bool replay = other || port->replay_timer == AK_REPLAY_TIMER_EXPLICIT ||
                      port->replay_timer == AK_REPLAY_TIMER_SIMPLIFIED;
        bool ack = other || port->ack_limit_explicit;
        if ((replay && is_one_of(rule, "TIME-01", "TX-10")) ||
            (ack && is_one_of(rule, "RX-07", "RX-08"))) {
            return true;
        }
    }
    return false;
}

static uint64_t wake_fs(const struct cli_sim_check *check)
{
    return WAKE_LEAST_FS + WAKE_LIMITS * check->replay_limit_fs +
           WAKE_RECOVERIES * check->scenario->link.recovery_fs;
}

static bool is_in_wake(const struct cli_sim_check *check, uint64_t time_fs)
{
    return check->has_fault && (check->waits_for[AK_PORT_A] || check->waits_for[AK_PORT_B] ||
                                time_fs <= check->fault_fs + wake_fs(check));
}

int cli_sim_check_flush(struct cli_sim_check *check)
{
    int result = 0;

    for (unsigned i = 0; i < check->held_count && !result && check->found.take != NULL; i++) {
        result = check->found.take(check->found.context, &check->held[i].record);
    }
    check->held_count = 0;
    return result;
}

static int hold(struct cli_sim_check *check, const struct ak_record *finding)
{
    int result = check->held_count == CLI_SIM_CHECK_HELD ? cli_sim_check_flush(check) : 0;
    struct cli_sim_check_held *held = &check->held[check->held_count++];

    held->record = *finding;
    snprintf(held->text, sizeof(held->text), "%s", finding->finding.text);
    held->record.finding.text = held->text;
    return result;
}

static int take_finding(void *context, const struct ak_record *record)
{
    struct cli_sim_check *check = context;
    int rule = ak_check_rule_find(record->finding.rule);
    char time[48];

    if (record->finding.severity == AK_NOTE) {
        check->notes++;
        return 0;
    }
    if (rule >= 0 && (unsigned)rule < CLI_SIM_CHECK_RULES) {
        check->of_rule[rule]++;
    }
    if (is_in_wake(check, record->time_fs)) {
        check->by_faults++;
    } else if (is_asked_for(check->scenario, record->finding.rule)) {
        check->by_settings++;
    } else if (!check->waiting++ && !check->unexplained) {
        snprintf(check->first, sizeof(check->first), "%s at record %" PRIu64 ", %s: %s",
                 record->finding.rule, record->about, cli_packet_time(time, record->time_fs),
                 record->finding.text);
    }
    return hold(check, record);
}

static void take_fault(struct cli_sim_check *check, const struct ak_record *record)
{
    if (!breaks_rules(record->fault.name)) {
        return;
    }
    check->has_fault = true;
    check->fault_fs = record->time_fs;
    check->by_faults += check->waiting;
    check->waiting = 0;
    /* The port whose TLPs are concerned: of a DLLP, the one that receives it. */
    enum ak_port_name sender = ak_direction_sender(record->direction);
    enum ak_port_name receiver = sender == AK_PORT_A ? AK_PORT_B : AK_PORT_A;
    check->waits_for[check->hit == AK_RECORD_TLP ? sender : receiver] = true;
}

static void take_act(struct cli_sim_check *check, const struct ak_record *record)
{
    const struct ak_record_port *act = &record->port_act;
    bool answer = act->act == AK_ACT_TAKE_ACK || act->act == AK_ACT_TAKE_NAK;

    if (!answer || !act->count || !check->waits_for[act->port]) {
        return;
    }
    check->waits_for[act->port] = false;
    check->fault_fs = record->time_fs;
}

/* No fault was told behind the packet. */
static void end_waiting(struct cli_sim_check *check)
{
    check->unexplained += check->waiting;
    check->waiting = 0;
}

bool cli_sim_check_begin(struct cli_sim_check *check, const struct sim_scenario *scenario,
                         const struct ak_record_sink *found)
{
    void *memory = malloc(ak_check_bytes());

    *check = (struct cli_sim_check){.scenario = scenario};
    if (found != NULL) {
        check->found = *found;
    }
    if (!memory) {
        return false;
    }
    check->check = ak_check_init(memory, NULL, (struct ak_record_sink){take_finding, check});
    check->on = true;
    return true;
}

static void take_limit(struct cli_sim_check *check, const struct ak_record_timer *timer)
{
    if (timer->limit_fs > check->replay_limit_fs) {
        check->replay_limit_fs = timer->limit_fs;
    }
}

int cli_sim_check_take(void *context, const struct ak_record *record)
{
    struct cli_sim_check *check = context;
    int result = 0;

    if (ak_record_is_wire(record->kind)) {
        end_waiting(check);
        check->records++;
        if (ak_record_is_packet(record->kind)) {
            check->hit = record->kind;
        }
        result = ak_check_take(check->check, record);
    } else if (record->kind == AK_RECORD_STATE) {
        take_limit(check, &record->state.replay_timer);
    } else if (record->kind == AK_RECORD_PORT) {
        take_act(check, record);
    } else if (record->kind == AK_RECORD_FAULT) {
        take_fault(check, record);
    }
    return result;
}

void cli_sim_check_end(struct cli_sim_check *check)
{
    if (!check->check) {
        return;
    }
    end_waiting(check);
    (void)ak_check_end(check->check);
    end_waiting(check);
    (void)cli_sim_check_flush(check);
    free(check->check);
    check->check = NULL;
}
