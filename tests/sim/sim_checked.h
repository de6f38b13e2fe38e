/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Running scenarios under the protocol checker, too: an ARQ protocol heals itself and hides its own
 * faults, so a run that carried every TLP may still have broken rules.
 * Not here: the checker against the simulator for its own sake (tests/check/test_sim_checked.c).
 */
#ifndef ACKNAK_TESTS_SIM_CHECKED_H
#define ACKNAK_TESTS_SIM_CHECKED_H

#include "acknak/check.h"
#include "sim_support.h"

/* Faults of a port make it break rules; those of the Link (lose, damage, stuck ...) do not. */
static inline bool port_breaks_rules(const struct sim_scenario *scenario)
{
    static const enum sim_fault_kind kinds[] = {
        SIM_FAULT_TX_LCRC,          SIM_FAULT_TLP_ERR_SEQ,  SIM_FAULT_DUPLICATE_TLP,
        SIM_FAULT_ACK_NAK_DLLP_SEQ, SIM_FAULT_ACK_NAK_DLLP, SIM_FAULT_NAK_DLLP,
        SIM_FAULT_B16_CRC_DLLP,     SIM_FAULT_END_EDB,      SIM_FAULT_STP_SDP,
        SIM_FAULT_FCRC_TLP,
    };

    for (unsigned i = 0; i < scenario->fault_count; i++) {
        for (unsigned kind = 0; kind < LENGTH(kinds); kind++) {
            if (scenario->faults[i].kind == kinds[kind])
                return true;
        }
    }
    return false;
}

static inline uint64_t rule_bit(const char *id)
{
    int rule = ak_check_rule_find(id);

    assert_true(rule >= 0);
    return UINT64_C(1) << rule;
}

/* A port that is told to use other limits than the specification's breaks the rules about them. */
static inline uint64_t rules_not_kept(const struct sim_scenario *scenario)
{
    uint64_t rules = 0;

    for (int side = 0; side < SIM_PORT_COUNT; side++) {
        const struct sim_port *port = &scenario->ports[side];
        bool other =
            port->internal_delay_sym || port->tx_l0s_adjustment_sym || port->rx_l0s_adjustment_sym;
        if (other || port->replay_timer == AK_REPLAY_TIMER_EXPLICIT ||
            port->replay_timer == AK_REPLAY_TIMER_SIMPLIFIED)
            rules |= rule_bit("TIME-01") | rule_bit("TX-10");
        if (other || port->ack_limit_explicit)
            rules |= rule_bit("RX-07") | rule_bit("RX-08");
    }
    return rules;
}

static inline int fail_by_finding(void *context, const struct ak_record *record)
{
    (void)context;
    if (record->finding.severity != AK_NOTE)
        fail_msg("%s at record %llu, %llu fs: %s", record->finding.rule,
                 (unsigned long long)record->about, (unsigned long long)record->time_fs,
                 record->finding.text);
    return 0;
}

static inline int take_checked(void *context, const struct ak_record *record)
{
    return ak_check_take(context, record);
}

/*
 * As run_to_end; then, if no fault makes a port break rules, once more under the checker, which
 * must find nothing. Not in one run: a simulator that is traced takes another path.
 */
static inline void run_and_check(const struct sim_scenario *scenario, struct sim_result *result)
{
    run_to_end(scenario, result);
    if (port_breaks_rules(scenario))
        return;

    const struct ak_check_options options = {.skip_rules = rules_not_kept(scenario)};
    void *memory = test_malloc(ak_check_bytes());
    struct ak_check *check =
        ak_check_init(memory, &options, (struct ak_record_sink){fail_by_finding, NULL});
    const struct ak_record_sink sink = {take_checked, check};
    struct sim_result *again = test_malloc(sizeof(*again));

    run_traced(scenario, &sink, again);
    assert_int_equal(ak_check_end(check), 0);
    assert_int_equal(ak_check_counts_of(check)->findings[AK_ERROR], 0);
    for (int d = 0; d < SIM_DIRECTION_COUNT; d++)
        assert_int_equal(again->directions[d].tlps_delivered, result->directions[d].tlps_delivered);
    test_free(again);
    test_free(memory);
}

#endif
