/* SPDX-License-Identifier: Apache-2.0 */
/*
 * acknak size as JSON, schema acknak-size-1: docs/size.md.
 * Not here: the figures.
 */
#include <stdlib.h>

#include "acknak/rate.h"
#include "cli/common/json.h"
#include "cli/size/request.h"

static void set(json_t *object, const char *key, json_t *value)
{
    json_object_set_new(object, key, value);
}

static json_t *json_ns(uint64_t fs)
{
    return cli_json_quotient(fs, SIM_FS_PER_NS);
}

static json_t *json_terms(const struct study_size *size)
{
    json_t *terms = json_object();

    for (int term = 0; term < STUDY_TERM_COUNT; term++) {
        set(terms, study_term_key((enum study_term)term), json_ns(size->terms_fs[term]));
    }
    return terms;
}

static json_t *json_run(const struct study_size_run *run)
{
    json_t *object = json_object();

    set(object, "bytes", json_integer((json_int_t)run->buffer_bytes));
    set(object, "throughput_bps",
        run->ran ? json_integer((json_int_t)run->throughput_bps) : json_null());
    set(object, "stalls", run->ran ? json_integer((json_int_t)run->stalls) : json_null());
    return object;
}

static json_t *json_formula(const struct study_size *size)
{
    json_t *object = json_object();

    set(object, "terms_ns", json_terms(size));
    set(object, "ack_limit_ns", json_ns(size->ack_limit_fs));
    set(object, "total_ns", json_ns(size->total_fs));
    set(object, "largest_frame_bytes", json_integer(size->mps_frame_bytes));
    set(object, "bytes",
        size->always_expires ? json_null() : json_integer((json_int_t)size->needed_bytes));
    set(object, "tlps", size->always_expires ? json_null() : json_integer(size->needed_tlps));
    set(object, "none_because", size->always_expires ? json_string("replay_timer") : json_null());
    return object;
}

static json_t *json_found(const struct size_request *request, const struct study_size_found *found)
{
    json_t *object = json_object();

    set(object, "run_ns", json_ns(request->time_fs));
    const char *why = found->expired            ? "replay_timer"
                      : found->window_throttles ? "sequence_window"
                                                : NULL;

    set(object, "bytes", why ? json_null() : json_integer((json_int_t)found->smallest_bytes));
    set(object, "tlps", json_integer(found->smallest_tlps));
    set(object, "none_because", why ? json_string(why) : json_null());
    set(object, "half", json_run(&found->points[STUDY_POINT_HALF]));
    set(object, "equal", json_run(&found->points[STUDY_POINT_EQUAL]));
    set(object, "double", json_run(&found->points[STUDY_POINT_DOUBLE]));
    set(object, "formula", json_run(&found->formula));
    return object;
}

static json_t *json_slack(const struct size_answer *answer)
{
    const struct study_slack_found *slack = &answer->slack;
    json_t *object = json_object();
    uint64_t size_fs = (uint64_t)llabs(answer->formula.slack_fs);

    set(object, "replay_timer_ns", json_ns(answer->formula.replay_limit_fs));
    set(object, "waits_for_ns", json_ns(answer->formula.round_trip_fs));
    set(object, "formula_ns",
        answer->formula.slack_fs < 0 ? json_real(-(double)size_fs / (double)SIM_FS_PER_NS)
                                     : json_ns(size_fs));
    set(object, "simulation_ns",
        slack->fires_at_once || slack->beyond_range ? json_null() : json_ns(slack->most_fs));
    set(object, "timeouts_beyond", json_integer((json_int_t)slack->timeouts_beyond));
    return object;
}

static json_t *json_closed_form(const struct size_answer *answer)
{
    json_t *object = json_object();

    if (!answer->has_rate) {
        json_decref(object);
        return json_null();
    }
    set(object, "throughput_bps", json_integer((json_int_t)answer->rate.payload_bps));
    set(object, "efficiency_ppm", json_integer((json_int_t)(answer->rate.efficiency * 1e6)));
    return object;
}

void size_print_json(const struct size_request *request, const struct size_answer *answers,
                     size_t count)
{
    const struct sim_link *link = &request->scenario.link;
    json_t *document = json_object();
    json_t *directions = json_object();

    set(document, "schema", json_string("acknak-size-1"));
    set(document, "rate", cli_json_quotient(ak_rate_gts_tenths(link->rate), 10));
    set(document, "width", json_integer(link->width));
    set(document, "mps", json_integer(link->mps_bytes));
    set(document, "propagation_ns", json_ns(link->propagation_fs));
    for (size_t i = 0; i < count; i++) {
        json_t *object = json_object();
        set(object, "formula", json_formula(&answers[i].formula));
        set(object, "simulation", json_found(request, &answers[i].found));
        set(object, "closed_form", json_closed_form(&answers[i]));
        set(object, "slack", json_slack(&answers[i]));
        set(directions, sim_direction_name(answers[i].direction), object);
    }
    set(document, "directions", directions);
    cli_json_print(document);
}
