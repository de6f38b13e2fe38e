/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The results of a run as JSON, schema acknak-sim-1.
 * Not here: the same for people (summary.c).
 */
#include "cli/sim/json.h"

#include <jansson.h>

#include "cli/common/json.h"
#include "cli/sim/aer_names.h"
#include "sim/options.h"

static void set(json_t *object, const char *key, json_t *value)
{
    json_object_set_new(object, key, value);
}

static void set_ns(json_t *object, const char *key, uint64_t value_fs)
{
    set(object, key, cli_json_quotient(value_fs, SIM_FS_PER_NS));
}

static json_t *latency_of(const struct sim_latency *latency)
{
    json_t *object = json_object();

    set_ns(object, "min", latency->min_fs);
    set_ns(object, "p50", latency->p50_fs);
    set_ns(object, "p99", latency->p99_fs);
    set_ns(object, "p999", latency->p999_fs);
    set_ns(object, "max", latency->max_fs);
    cli_json_set_count(object, "count", latency->count);
    return object;
}

static json_t *direction_of(const struct sim_direction_result *direction)
{
    json_t *object = json_object();

    cli_json_set_count(object, "tlps_submitted", direction->tlps_submitted);
    cli_json_set_count(object, "tlps_delivered", direction->tlps_delivered);
    cli_json_set_count(object, "tlps_reported_lost", direction->tlps_reported_lost);
    cli_json_set_count(object, "payload_bytes", direction->payload_bytes);
    cli_json_set_count(object, "throughput_bps", direction->throughput_bps);
    set(object, "efficiency", json_real(direction->efficiency_ppm / 1e6));
    set(object, "latency_ns", latency_of(&direction->latency));
    cli_json_set_count(object, "packets_sent", direction->packets_sent);
    cli_json_set_count(object, "packets_hit", direction->packets_hit);
    cli_json_set_count(object, "bits_hit", direction->bits_hit);
    cli_json_set_count(object, "faults_done", direction->faults_done);
    cli_json_set_count(object, "packets_lost", direction->packets_lost);
    cli_json_set_count(object, "skp_ordered_sets", direction->skp_ordered_sets);
    cli_json_set_count(object, "l0s_entries", direction->l0s_entries);
    set_ns(object, "busy_ns", direction->busy_fs);
    return object;
}

static json_t *replay_buffer_of(const struct sim_port_result *port)
{
    json_t *object = json_object();

    cli_json_set_count(object, "tlps", port->replay_buffer_tlps);
    cli_json_set_count(object, "bytes", port->replay_buffer_bytes);
    cli_json_set_count(object, "peak_tlps", port->counters.peak_tlps);
    cli_json_set_count(object, "peak_bytes", port->counters.peak_bytes);
    return object;
}

static json_t *counters_of(const struct ak_counters *counters)
{
    const struct {
        const char *key;
        uint64_t value;
    } rows[] = {
        {"acks_sent", counters->acks_sent},
        {"acks_received", counters->acks_received},
        {"naks_sent", counters->naks_sent},
        {"naks_received", counters->naks_received},
        {"replays_by_nak", counters->replays_by_nak},
        {"replays_by_timeout", counters->replays_by_timeout},
        {"tlps_replayed", counters->tlps_replayed},
        {"duplicates", counters->duplicates},
        {"bad_tlp", counters->bad_tlp},
        {"bad_dllp", counters->bad_dllp},
        {"replay_timer_timeout", counters->replay_timer_timeout},
        {"replay_num_rollover", counters->replay_num_rollover},
        {"retrains", counters->retrains},
        {"dl_protocol_error", counters->dl_protocol_error},
        {"unknown_dllp", counters->unknown_dllp},
        {"nullified", counters->nullified},
        {"receiver_error", counters->receiver_error},
        {"tx_stalls", counters->tx_stalls},
        {"tlps_submitted", counters->tlps_submitted},
        {"tlps_sent", counters->tlps_sent},
        {"tlps_delivered", counters->tlps_delivered},
        {"nullified_sent", counters->nullified_sent},
        {"out_of_sequence", counters->out_of_sequence},
        {"bad_lcrc", counters->bad_lcrc},
        {"dllps_sent", counters->dllps_sent},
        {"dllps_received", counters->dllps_received},
        {"packets_cut", counters->packets_cut},
    };
    json_t *object = json_object();

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        cli_json_set_count(object, rows[i].key, rows[i].value);
    }
    return object;
}

static json_t *aer_of(uint32_t events)
{
    json_t *list = json_array();

    for (unsigned i = 0; i < CLI_AER_COUNT; i++) {
        if (events & cli_aer[i].event) {
            json_array_append_new(list, json_string(cli_aer[i].name));
        }
    }
    return list;
}

static json_t *port_of(const struct sim_port_result *port)
{
    json_t *object = json_object();

    cli_json_set_count(object, "next_transmit_seq", port->next_transmit_seq);
    cli_json_set_count(object, "ackd_seq", port->ackd_seq);
    cli_json_set_count(object, "next_rcv_seq", port->next_rcv_seq);
    cli_json_set_count(object, "replay_num", port->replay_num);
    set(object, "nak_scheduled", json_boolean(port->nak_scheduled));
    set(object, "dead", json_boolean(port->dead));
    set(object, "replay_buffer", replay_buffer_of(port));
    set(object, "counters", counters_of(&port->counters));
    set(object, "aer", aer_of(port->events));
    cli_json_set_count(object, "replay_timer_limit_sym", port->replay_limit_sym);
    cli_json_set_count(object, "ack_limit_sym", port->ack_limit_sym);
    return object;
}

static json_t *delivery_of(const struct sim_result *result)
{
    json_t *object = json_object();

    set(object, "in_order", json_boolean(result->in_order));
    cli_json_set_count(object, "duplicates_delivered", result->duplicates_delivered);
    cli_json_set_count(object, "damaged_delivered", result->damaged_delivered);
    return object;
}

static json_t *check_of(const struct cli_sim_check *check)
{
    json_t *object = json_object();
    json_t *rules = json_object();

    for (unsigned i = 0; i < ak_check_rule_count(); i++) {
        if (check->of_rule[i]) {
            cli_json_set_count(rules, ak_check_rule_at(i)->id, check->of_rule[i]);
        }
    }
    set(object, "on", json_boolean(check->on));
    cli_json_set_count(object, "records", check->records);
    cli_json_set_count(object, "findings",
                       check->by_faults + check->by_settings + check->unexplained);
    cli_json_set_count(object, "by_faults", check->by_faults);
    cli_json_set_count(object, "by_settings", check->by_settings);
    cli_json_set_count(object, "unexplained", check->unexplained);
    cli_json_set_count(object, "notes", check->notes);
    set(object, "rules", rules);
    return object;
}

static json_t *faults_of(const struct sim_scenario *scenario, const struct sim_result *result)
{
    json_t *list = json_array();

    for (uint32_t i = 0; i < scenario->fault_count; i++) {
        char text[SIM_OPTION_TEXT];
        json_t *object = json_object();
        sim_options_show_fault(&scenario->faults[i], text);
        set(object, "fault", json_string(text));
        cli_json_set_count(object, "packets_counted", result->faults[i].counted);
        cli_json_set_count(object, "packets_hit", result->faults[i].struck);
        json_array_append_new(list, object);
    }
    return list;
}

void cli_sim_json(const struct sim_scenario *scenario, const struct sim_result *result,
                  const struct cli_sim_check *check)
{
    json_t *document = json_object();
    json_t *ports = json_object();

    set(document, "schema", json_string("acknak-sim-1"));
    cli_json_set_count(document, "seed", result->seed);
    set_ns(document, "simulated_ns", result->simulated_fs);
    set(document, "end", json_string(sim_end_name(result->end)));
    if (result->message[0]) {
        set(document, "message", json_string(result->message));
    }
    set(document, "downstream", direction_of(&result->directions[SIM_DOWNSTREAM]));
    set(document, "upstream", direction_of(&result->directions[SIM_UPSTREAM]));
    set(ports, "a", port_of(&result->ports[SIM_PORT_A]));
    set(ports, "b", port_of(&result->ports[SIM_PORT_B]));
    set(document, "ports", ports);
    set(document, "faults", faults_of(scenario, result));
    set(document, "delivery", delivery_of(result));
    set(document, "check", check_of(check));
    cli_json_set_count(document, "recoveries", result->recoveries);
    cli_json_set_count(document, "link_downs", result->link_downs);
    cli_json_print(document);
}
