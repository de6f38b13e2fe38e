/* SPDX-License-Identifier: Apache-2.0 */
/*
 * acknak size for people.
 * Not here: the figures (study/size.h), the table of all cells (cells.c).
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "acknak/rate.h"
#include "cli/common/figures.h"
#include "cli/size/request.h"

static double ns(uint64_t fs)
{
    return (double)fs / (double)SIM_FS_PER_NS;
}

static void print_head(const struct size_request *request)
{
    const struct sim_link *link = &request->scenario.link;

    printf("%s GT/s x%u, Max_Payload_Size %u", ak_rate_name(link->rate), link->width,
           link->mps_bytes);
    if (request->metres > 0) {
        printf(", %g m of cable at %g ns/m", request->metres, ns(request->fs_per_metre));
    }
    if (link->l0s) {
        fputs(", L0s on", stdout);
    }
    putchar('\n');
}

static void print_traffic(const struct size_request *request, enum sim_direction direction)
{
    const struct sim_writes *writes = &request->scenario.traffic[direction].writes;

    printf("\n%s: writes of ", sim_direction_name(direction));
    for (uint32_t i = 0; i < writes->mix_count; i++) {
        printf("%s%u", i ? ", " : "", writes->mix[i].payload_bytes);
    }
    printf(" bytes%s\n", writes->interval_fs ? "" : ", saturated");
}

/* A link that is never idle so long does not meet the exit, and the simulation shows none. */
static void print_l0s_entry(const struct size_request *request)
{
    printf("      if the way of the Ack was idle for %.2f\n",
           ns(request->scenario.link.l0s_entry_fs));
}

/* Where the wait for the Ack comes from. */
static void print_ack_policy(const struct size_request *request, enum sim_direction direction,
                             const struct study_size *size)
{
    const struct sim_port *receiver = &request->scenario.ports[1 - direction];
    double own_ns = ns(receiver->rx_delay_fs + receiver->tx_delay_fs);

    printf("      Ack latency limit %.2f less the receiver's own delays %.2f",
           ns(size->ack_limit_fs), own_ns);
    if (receiver->ack_policy == SIM_ACK_EACH) {
        fputs("; but an Ack for each TLP", stdout);
    } else if (receiver->ack_policy == SIM_ACK_EVERY_N) {
        printf("; or the time to the %u. TLP", receiver->ack_every_tlps);
    }
    putchar('\n');
}

static void print_terms(const struct size_request *request, enum sim_direction direction,
                        const struct study_size *size)
{
    char begun[CLI_FIGURE_BYTES], frame[CLI_FIGURE_BYTES];

    puts("  how long a frame stays, at most, in ns");
    for (int term = 0; term < STUDY_TERM_COUNT; term++) {
        if (size->terms_fs[term]) {
            printf("    %-28s%12.2f\n", study_term_name((enum study_term)term),
                   ns(size->terms_fs[term]));
        }
        if (term == STUDY_TERM_ACK) {
            print_ack_policy(request, direction, size);
        }
        if (term == STUDY_TERM_L0S && size->terms_fs[term]) {
            print_l0s_entry(request);
        }
    }
    printf("    %-28s%12.2f\n", "=", ns(size->total_fs));
    cli_figure_count(begun, size->begun_bytes);
    cli_figure_count(frame, size->mps_frame_bytes);
    printf("    %-28s%9s bytes\n    %-28s%9s bytes\n", "TLPs that begin in it", begun,
           "largest frame of the MPS", frame);
}

static const char *formula_note(const struct study_size *size)
{
    if (size->slack_fs < 0) {
        return "   (if REPLAY_TIMER did not expire)";
    }
    return size->needed_bytes > size->begun_bytes ? "   (one largest frame)" : "";
}

static void print_need(const struct size_request *request, const struct size_answer *answer)
{
    char formula[CLI_FIGURE_BYTES], found[CLI_FIGURE_BYTES], time[CLI_FIGURE_BYTES];

    cli_figure_count(formula, answer->formula.needed_bytes);
    cli_figure_count(found, answer->found.smallest_bytes);
    cli_figure_time(time, request->time_fs);
    puts("  replay buffer that never throttles");
    if (answer->formula.always_expires) {
        printf(
            "    by formula    none: REPLAY_TIMER expires before an Ack can be back, see below\n");
    } else {
        printf("    by formula    %10s bytes %6u TLPs%s\n", formula, answer->formula.needed_tlps,
               formula_note(&answer->formula));
    }
    if (answer->found.expired) {
        printf("    by simulation none: REPLAY_TIMER expires without an error, see below   (%s)\n",
               time);
    } else if (answer->found.window_throttles) {
        printf("    by simulation none: the window of 2,047 TLPs throttles at any size   (%s)\n",
               time);
    } else {
        printf("    by simulation %10s bytes %6u TLPs   (%s%s)\n", found,
               answer->found.smallest_tlps, time,
               answer->found.at_least_a_frame ? "; one largest frame" : "");
    }
}

static void print_point(const char *name, const struct study_size_run *run)
{
    char bytes[CLI_FIGURE_BYTES], rate[CLI_FIGURE_BYTES], stalls[CLI_FIGURE_BYTES];

    cli_figure_count(bytes, run->buffer_bytes);
    if (!run->ran) {
        printf("    %-13s %10s bytes   holds no TLP of the largest size\n", name, bytes);
        return;
    }
    cli_figure_rate(rate, run->throughput_bps);
    cli_figure_count(stalls, run->stalls);
    printf("    %-13s %10s bytes   %10s   throttled %s times\n", name, bytes, rate, stalls);
}

static void print_points(const struct size_answer *answer)
{
    static const char *const names[STUDY_POINT_COUNT] = {"half", "equal", "double"};
    char rate[CLI_FIGURE_BYTES];

    puts("  throughput, simulated");
    for (int point = 0; point < STUDY_POINT_COUNT; point++) {
        print_point(names[point], &answer->found.points[point]);
    }
    print_point("the formula's", &answer->found.formula);
    if (!answer->has_rate) {
        return;
    }
    cli_figure_rate(rate, (uint64_t)answer->rate.payload_bps);
    printf("    closed form                       %10s   %.1f %% of the line%s\n", rate,
           100 * answer->rate.efficiency,
           answer->found.expired ? ", did REPLAY_TIMER not expire" : "");
}

static void print_slack(const struct size_request *request, const struct size_answer *answer)
{
    const struct study_size *size = &answer->formula;
    const struct study_slack_found *slack = &answer->slack;

    printf("  REPLAY_TIMER\n"
           "    limit %.2f ns, less what it waits for, at most %.2f ns\n",
           ns(size->replay_limit_fs), ns(size->round_trip_fs));
    if (size->always_expires) {
        printf("    by formula    it expires before an Ack can be back, which takes %.2f ns at\n"
               "                  least: %.2f ns too short one way\n",
               ns(size->least_trip_fs), ns((uint64_t)-size->slack_fs));
    } else if (size->slack_fs < 0) {
        printf("    by formula    it can expire without an error: %.2f ns too short one way\n",
               ns((uint64_t)-size->slack_fs));
    } else {
        printf("    by formula    %10.2f ns more one way, %.1f m of cable\n",
               ns((uint64_t)size->slack_fs),
               (double)size->slack_fs / (double)request->fs_per_metre);
    }
    if (slack->fires_at_once) {
        printf("    by simulation it expires without an error, %" PRIu64 " times\n",
               slack->timeouts_beyond);
    } else if (slack->beyond_range) {
        puts("    by simulation more than a scenario can have, 1 ms one way");
    } else {
        printf("    by simulation %10.2f ns more one way, %.1f m; with 1 ns more it expires\n",
               ns(slack->most_fs), (double)slack->most_fs / (double)request->fs_per_metre);
    }
}

void size_print_text(const struct size_request *request, const struct size_answer *answers,
                     size_t count)
{
    print_head(request);
    for (size_t i = 0; i < count; i++) {
        print_traffic(request, answers[i].direction);
        print_terms(request, answers[i].direction, &answers[i].formula);
        print_need(request, &answers[i]);
        print_points(&answers[i]);
        print_slack(request, &answers[i]);
    }
}
