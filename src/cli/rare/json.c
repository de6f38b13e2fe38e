/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The results of acknak rare as JSON, schema acknak-rare-1 (docs/rare.md).
 * Not here: text for people (print.c).
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "acknak/rate.h"
#include "cli/common/json.h"
#include "cli/rare/print.h"

/* Null for what is not known. Nine digits: more would tell of the machine's mathematics, not of the
 * link. */
static void set_real(json_t *object, const char *key, double value)
{
    char digits[32];

    snprintf(digits, sizeof digits, "%.8e", value);
    json_object_set_new(object, key,
                        isfinite(value) ? json_real(strtod(digits, NULL)) : json_null());
}

static json_t *flow_of(const struct rare_flow *flow)
{
    json_t *object = json_object();

    set_real(object, "bit_error_rate", flow->ber);
    set_real(object, "tlps_per_s", flow->tlps);
    set_real(object, "acks_per_s", flow->acks);
    set_real(object, "other_dllps_per_s", flow->other_dllps);
    set_real(object, "tlp_line_bits", flow->tlp_line_bits);
    set_real(object, "dllp_line_bits", flow->dllp_line_bits);
    json_object_set_new(object, "tlps_alone", json_boolean(flow->alone));
    set_real(object, "tlp_hit", flow->hit);
    set_real(object, "tlp_hit_unseen", flow->lost);
    set_real(object, "ack_hit", flow->ack_hit);
    set_real(object, "four_in_a_row", flow->rolls);
    return object;
}

static json_t *estimate_of(const struct rare_estimate *estimate)
{
    if (!estimate->known) {
        return json_null();
    }
    json_t *object = json_object();
    set_real(object, "per_s", estimate->rate);
    set_real(object, "standard_error_per_s", estimate->standard_error);
    set_real(object, "low_per_s", estimate->low);
    set_real(object, "high_per_s", estimate->high);
    cli_json_set_count(object, "trials", estimate->trials);
    cli_json_set_count(object, "seen", estimate->seen);
    return object;
}

static json_t *event_of(const struct rare_result *result, enum rare_event event)
{
    json_t *object = json_object();
    const struct rare_estimate *sampled = &result->sampled[event];
    const struct rare_estimate *best = rare_best(result, event);
    double rate = best ? best->rate : result->closed[event];
    double tlps = result->traffic.flows[0].tlps + result->traffic.flows[1].tlps;

    json_object_set_new(object, "event", json_string(rare_event_name(event)));
    set_real(object, "closed_form_per_s", result->closed[event]);
    json_object_set_new(object, "sampled", estimate_of(sampled));
    json_object_set_new(object, "plain_run", estimate_of(&result->brute[event]));
    set_real(object, "mean_time_between_s", 1 / rate);
    set_real(object, "per_tlp", rate / tlps);
    return object;
}

void rare_print_json(const struct rare_plan *plan, const struct rare_result *result)
{
    json_t *document = json_object();
    json_t *list = json_array();

    json_object_set_new(document, "schema", json_string("acknak-rare-1"));
    cli_json_set_count(document, "seed", plan->scenario.seed);
    cli_json_set_count(document, "trials", result->trials);
    json_object_set_new(document, "window_ns", cli_json_quotient(result->window_fs, SIM_FS_PER_NS));
    set_real(document, "plain_run_s", result->brute_seconds);
    set_real(document, "hits_per_replay_timer", result->traffic.overlap);
    json_object_set_new(document, "closed_form_holds", json_boolean(rare_closed_holds(result)));
    json_object_set_new(document, "sampled_holds", json_boolean(rare_sampled_holds(result)));
    json_object_set_new(document, "downstream", flow_of(&result->traffic.flows[SIM_DOWNSTREAM]));
    json_object_set_new(document, "upstream", flow_of(&result->traffic.flows[SIM_UPSTREAM]));
    for (unsigned event = 0; event < RARE_EVENT_COUNT; event++) {
        if (plan->events >> event & 1u) {
            json_array_append_new(list, event_of(result, (enum rare_event)event));
        }
    }
    json_object_set_new(document, "events", list);
    cli_json_print(document);
}
