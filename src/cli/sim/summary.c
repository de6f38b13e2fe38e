/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The results of a run for people: a sentence, then a table of both directions and both ports.
 * Not here: the same for machines (json.c).
 */
#include "cli/sim/summary.h"

#include <inttypes.h>
#include <string.h>

#include "cli/common/figures.h"
#include "cli/sim/aer_names.h"
#include "sim/options.h"

#define LABEL_COLUMNS  30
#define FIGURE_COLUMNS 22

/* A row of the table: a label and a figure for each side. */
static void row(FILE *out, const char *label, const char *left, const char *right)
{
    fprintf(out, "  %-*s%*s%*s\n", LABEL_COLUMNS, label, FIGURE_COLUMNS, left, FIGURE_COLUMNS,
            right);
}

static void row_of(FILE *out, const char *label, void (*figure)(char *, uint64_t), uint64_t left,
                   uint64_t right)
{
    char texts[2][CLI_FIGURE_BYTES];

    figure(texts[0], left);
    figure(texts[1], right);
    row(out, label, texts[0], texts[1]);
}

/* A row that is worth its place only if something happened. */
static void row_if_any(FILE *out, const char *label, uint64_t left, uint64_t right)
{
    if (left || right) {
        row_of(out, label, cli_figure_count, left, right);
    }
}

/* ---- The sentence ---- */

static void print_link(FILE *out, const struct sim_scenario *scenario)
{
    fprintf(out, "%s GT/s x%" PRIu32 ", Max_Payload_Size %" PRIu32,
            ak_rate_name(scenario->link.rate), scenario->link.width, scenario->link.mps_bytes);
    fprintf(out, ", seed %" PRIu64 "\n", scenario->seed);
}

static const char *how_it_ended(const struct sim_scenario *scenario,
                                const struct sim_result *result)
{
    switch (result->end) {
    case SIM_END_COMPLETED:
        return "All traffic was carried";
    case SIM_END_TIME:
        return "The time was up";
    case SIM_END_DEAD_LINK:
        return "The run ended by itself";
    case SIM_END_CONDITION: /* "first_ack after 1.01 us" */
        return sim_condition_name(scenario->stop.condition);
    case SIM_END_NONE:
        break;
    }
    return "The run stopped";
}

bool cli_sim_delivered_right(const struct sim_result *result)
{
    return result->in_order && !result->duplicates_delivered && !result->damaged_delivered;
}

/* Forged sequence numbers can make a link deliver what it should not. */
static void print_delivery(FILE *out, const struct sim_result *result)
{
    if (cli_sim_delivered_right(result)) {
        fprintf(out, ", each once and in order");
        return;
    }
    fprintf(out, ", NOT as they were sent");
    if (!result->in_order) {
        fprintf(out, ", some in the place of others");
    }
    if (result->duplicates_delivered) {
        fprintf(out, ", %" PRIu64 " that were not due", result->duplicates_delivered);
    }
    if (result->damaged_delivered) {
        fprintf(out, ", %" PRIu64 " with wrong bytes", result->damaged_delivered);
    }
}

static void print_sentence(FILE *out, const struct sim_scenario *scenario,
                           const struct sim_result *result)
{
    const struct sim_direction_result *down = &result->directions[SIM_DOWNSTREAM];
    const struct sim_direction_result *up = &result->directions[SIM_UPSTREAM];
    char time[CLI_FIGURE_BYTES];
    char count[CLI_FIGURE_BYTES];
    uint64_t lost = down->tlps_reported_lost + up->tlps_reported_lost;
    uint64_t undelivered = down->tlps_submitted + up->tlps_submitted - down->tlps_delivered -
                           up->tlps_delivered - lost;

    if (result->end == SIM_END_COMPLETED && !down->tlps_submitted && !up->tlps_submitted) {
        fputs("There was nothing to carry: the traffic holds no TLPs.\n", out);
        return;
    }
    cli_figure_time(time, result->simulated_fs);
    cli_figure_count(count, down->tlps_delivered + up->tlps_delivered);
    fprintf(out, "%s after %s", how_it_ended(scenario, result), time);
    if (result->message[0]) {
        fprintf(out, ": %s", result->message);
    }
    fprintf(out, ".\n%s TLPs delivered", count);
    print_delivery(out, result);
    if (result->end == SIM_END_DEAD_LINK && undelivered) {
        cli_figure_count(count, undelivered);
        fprintf(out, "; %s not delivered", count);
    }
    if (lost) {
        cli_figure_count(count, lost);
        fprintf(out, "; %s lost, and reported, when the link went down", count);
    }
    fputs(".\n", out);
}

static uint64_t replays_of(const struct ak_counters *counters)
{
    return counters->replays_by_nak + counters->replays_by_timeout;
}

/* What went wrong and what it took to make up for it; nothing if nothing did. */
static void print_trouble(FILE *out, const struct sim_result *result)
{
    const struct sim_direction_result *down = &result->directions[SIM_DOWNSTREAM];
    const struct sim_direction_result *up = &result->directions[SIM_UPSTREAM];
    uint64_t hit = down->packets_hit + up->packets_hit + down->faults_done + up->faults_done;
    uint64_t replays = replays_of(&result->ports[SIM_PORT_A].counters) +
                       replays_of(&result->ports[SIM_PORT_B].counters);
    char texts[2][CLI_FIGURE_BYTES];

    if (hit || replays) {
        cli_figure_count(texts[0], hit);
        cli_figure_count(texts[1], replays);
        fprintf(out, "Packets hit: %s; replays: %s.\n", texts[0], texts[1]);
    }
    if (result->recoveries || result->link_downs) {
        cli_figure_count(texts[0], result->recoveries);
        cli_figure_count(texts[1], result->link_downs);
        fprintf(out, "Times in Recovery: %s; times down: %s.\n", texts[0], texts[1]);
    }
}

/* ---- The checker ---- */

static void print_rules_found(FILE *out, const struct cli_sim_check *check)
{
    const char *between = ": ";

    for (unsigned i = 0; i < ak_check_rule_count(); i++) {
        if (!check->of_rule[i]) {
            continue;
        }
        fprintf(out, "%s%s %" PRIu64, between, ak_check_rule_at(i)->id, check->of_rule[i]);
        between = ", ";
    }
}

static void print_check(FILE *out, const struct cli_sim_check *check)
{
    uint64_t findings = check->by_faults + check->by_settings + check->unexplained;
    char count[CLI_FIGURE_BYTES];

    if (!check->on) {
        return;
    }
    if (!findings) {
        fputs("Checked against the protocol: no rule broken.\n", out);
        return;
    }
    cli_figure_count(count, findings);
    fprintf(out, "Checked against the protocol: %s %s", count,
            findings == 1 ? "finding" : "findings");
    print_rules_found(out, check);
    fprintf(out, ".\n  Explained by injected faults: %" PRIu64, check->by_faults);
    fprintf(out, ", by settings: %" PRIu64, check->by_settings);
    fprintf(out, ", by nothing: %" PRIu64 ".\n", check->unexplained);
}

/* Else a link that keeps up with a recording looks slow. */
static void print_load(FILE *out, const struct sim_scenario *scenario,
                       const struct sim_result *result)
{
    char shares[SIM_DIRECTION_COUNT][CLI_FIGURE_BYTES];

    if (!scenario->workload.file_count || scenario->workload.timing != SIM_WORKLOAD_RECORDED ||
        !result->simulated_fs) {
        return;
    }
    for (int i = 0; i < SIM_DIRECTION_COUNT; i++) {
        double share = (double)result->directions[i].busy_fs / (double)result->simulated_fs;
        cli_figure_permillion(shares[i], (uint32_t)(share * 1e6));
    }
    fprintf(out,
            "At the recorded times packets took %s of the line time downstream, %s upstream;\n"
            "the rest was idle, which keeps throughput and link efficiency down.\n",
            shares[SIM_DOWNSTREAM], shares[SIM_UPSTREAM]);
}

/* A fault that waits for a packet that never comes would make nothing happen in silence. */
static void print_faults_that_never_struck(FILE *out, const struct sim_scenario *scenario,
                                           const struct sim_result *result)
{
    for (uint32_t i = 0; i < scenario->fault_count; i++) {
        char text[SIM_OPTION_TEXT];
        char count[CLI_FIGURE_BYTES];
        if (result->faults[i].struck) {
            continue;
        }
        sim_options_show_fault(&scenario->faults[i], text);
        cli_figure_count(count, result->faults[i].counted);
        fprintf(out, "Fault %" PRIu32 ", %s, never struck: it counted %s packets.\n", i + 1u, text,
                count);
    }
}

/* ---- The tables ---- */

/* Nothing delivered has no latency. */
static void row_of_latency(FILE *out, const char *label, const struct sim_latency *left,
                           uint64_t left_fs, const struct sim_latency *right, uint64_t right_fs)
{
    char texts[2][CLI_FIGURE_BYTES];

    cli_figure_time(texts[0], left_fs);
    cli_figure_time(texts[1], right_fs);
    row(out, label, left->count ? texts[0] : "-", right->count ? texts[1] : "-");
}

static void print_directions(FILE *out, const struct sim_result *result)
{
    const struct sim_direction_result *down = &result->directions[SIM_DOWNSTREAM];
    const struct sim_direction_result *up = &result->directions[SIM_UPSTREAM];
    const struct sim_latency *down_latency = &down->latency;
    const struct sim_latency *up_latency = &up->latency;
    char texts[2][CLI_FIGURE_BYTES];

    row(out, "", "downstream, a to b", "upstream, b to a");
    row_of(out, "TLPs delivered", cli_figure_count, down->tlps_delivered, up->tlps_delivered);
    row_of(out, "payload", cli_figure_bytes, down->payload_bytes, up->payload_bytes);
    row_of(out, "throughput", cli_figure_rate, down->throughput_bps, up->throughput_bps);
    cli_figure_permillion(texts[0], down->efficiency_ppm);
    cli_figure_permillion(texts[1], up->efficiency_ppm);
    row(out, "link efficiency", texts[0], texts[1]);
    row_of_latency(out, "latency, least", down_latency, down_latency->min_fs, up_latency,
                   up_latency->min_fs);
    row_of_latency(out, "latency, median", down_latency, down_latency->p50_fs, up_latency,
                   up_latency->p50_fs);
    row_of_latency(out, "latency, 99 %", down_latency, down_latency->p99_fs, up_latency,
                   up_latency->p99_fs);
    row_of_latency(out, "latency, 99.9 %", down_latency, down_latency->p999_fs, up_latency,
                   up_latency->p999_fs);
    row_of_latency(out, "latency, most", down_latency, down_latency->max_fs, up_latency,
                   up_latency->max_fs);
    row_if_any(out, "packets hit by bit errors", down->packets_hit, up->packets_hit);
    row_if_any(out, "packets hit by scripted faults", down->faults_done, up->faults_done);
    row_if_any(out, "entries to L0s", down->l0s_entries, up->l0s_entries);
}

static void pair(char text[CLI_FIGURE_BYTES], uint64_t first, uint64_t second)
{
    char figure[CLI_FIGURE_BYTES];

    cli_figure_count(figure, first);
    int used = snprintf(text, CLI_FIGURE_BYTES, "%.18s / ", figure);
    cli_figure_count(figure, second);
    snprintf(text + used, CLI_FIGURE_BYTES - (size_t)used, "%.18s", figure);
}

static void row_of_pairs(FILE *out, const char *label, uint64_t left_first, uint64_t left_second,
                         uint64_t right_first, uint64_t right_second)
{
    char texts[2][CLI_FIGURE_BYTES];

    pair(texts[0], left_first, left_second);
    pair(texts[1], right_first, right_second);
    row(out, label, texts[0], texts[1]);
}

static void print_ports(FILE *out, const struct sim_result *result)
{
    const struct ak_counters *a = &result->ports[SIM_PORT_A].counters;
    const struct ak_counters *b = &result->ports[SIM_PORT_B].counters;

    row(out, "", "port a", "port b");
    row_of_pairs(out, "Acks sent / received", a->acks_sent, a->acks_received, b->acks_sent,
                 b->acks_received);
    row_of_pairs(out, "Naks sent / received", a->naks_sent, a->naks_received, b->naks_sent,
                 b->naks_received);
    row_of_pairs(out, "replays by Nak / by timer", a->replays_by_nak, a->replays_by_timeout,
                 b->replays_by_nak, b->replays_by_timeout);
    row_of(out, "TLPs replayed", cli_figure_count, a->tlps_replayed, b->tlps_replayed);
    row_of_pairs(out, "timer expired / rolled over", a->replay_timer_timeout,
                 a->replay_num_rollover, b->replay_timer_timeout, b->replay_num_rollover);
    row_of(out, "retrains asked for", cli_figure_count, a->retrains, b->retrains);
    row_of(out, "replay buffer, peak TLPs", cli_figure_count, a->peak_tlps, b->peak_tlps);
    row_of(out, "replay buffer, peak bytes", cli_figure_count, a->peak_bytes, b->peak_bytes);
    row_if_any(out, "stalls for want of room", a->tx_stalls, b->tx_stalls);
    row_if_any(out, "duplicates dropped", a->duplicates, b->duplicates);
    row_if_any(out, "Bad TLPs", a->bad_tlp, b->bad_tlp);
    row_if_any(out, "Bad DLLPs", a->bad_dllp, b->bad_dllp);
    row_if_any(out, "Receiver Errors", a->receiver_error, b->receiver_error);
    row_if_any(out, "nullified TLPs dropped", a->nullified, b->nullified);
    row_if_any(out, "unknown DLLPs dropped", a->unknown_dllp, b->unknown_dllp);
    row_if_any(out, "DL Protocol Errors", a->dl_protocol_error, b->dl_protocol_error);
}

static void print_aer(FILE *out, const char *port, uint32_t events)
{
    const char *between = "";

    fprintf(out, "  AER log of %s: ", port);
    for (unsigned i = 0; i < CLI_AER_COUNT; i++) {
        if (!(events & cli_aer[i].event)) {
            continue;
        }
        fprintf(out, "%s%s", between, cli_aer[i].name);
        between = ", ";
    }
    fputs(*between ? "\n" : "nothing\n", out);
}

void cli_sim_summary(FILE *out, const struct sim_scenario *scenario,
                     const struct sim_result *result, const struct cli_sim_check *check)
{
    print_link(out, scenario);
    print_sentence(out, scenario, result);
    print_trouble(out, result);
    print_check(out, check);
    print_faults_that_never_struck(out, scenario, result);
    print_load(out, scenario, result);
    fputc('\n', out);
    print_directions(out, result);
    fputc('\n', out);
    print_ports(out, result);
    fputc('\n', out);
    print_aer(out, "port a", result->ports[SIM_PORT_A].events);
    print_aer(out, "port b", result->ports[SIM_PORT_B].events);
}
