/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How far a sweep is, on standard error: a bar on a terminal, now and then a line elsewhere.
 * Not here: what is running.
 */
#include "cli/sweep/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "cli/common/figures.h"
#include "cli/common/say.h"

#define BAR_CELLS   24u
#define TERMINAL_MS 200
#define LINE_MS     10000

static int64_t now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void cli_sweep_progress_begin(struct cli_sweep_progress *progress)
{
    *progress =
        (struct cli_sweep_progress){.terminal = isatty(STDERR_FILENO) != 0, .began_ms = now_ms()};
    progress->next_ms = progress->began_ms + (progress->terminal ? 1000 : LINE_MS);
}

/* "1,200 of 10,000 points, 312 points/s, about 28 s left" */
static void describe(const struct cli_sweep_progress *progress, const struct sweep_tally *tally,
                     int64_t now, char text[200])
{
    char counts[2][CLI_FIGURE_BYTES];
    uint64_t here = tally->done + tally->failed;
    uint64_t all = tally->before + here;
    uint64_t elapsed_ms = (uint64_t)(now - progress->began_ms) + 1;
    uint64_t per_1000_s = here * 1000000u / elapsed_ms;

    cli_figure_count(counts[0], all);
    cli_figure_count(counts[1], tally->points);
    int used = snprintf(text, 200, "%s of %s points", counts[0], counts[1]);
    if (!per_1000_s) {
        return;
    }
    used += snprintf(text + used, 200 - (size_t)used, ", %" PRIu64 ".%" PRIu64 " points/s",
                     per_1000_s / 1000, per_1000_s / 100 % 10);
    uint64_t left_s = (tally->points - all) * 1000u / per_1000_s;
    if (left_s < 120) {
        snprintf(text + used, 200 - (size_t)used, ", about %" PRIu64 " s left", left_s);
    } else if (left_s < 7200) {
        snprintf(text + used, 200 - (size_t)used, ", about %" PRIu64 " min left", left_s / 60);
    } else {
        snprintf(text + used, 200 - (size_t)used, ", about %" PRIu64 " h left", left_s / 3600);
    }
}

static void show_bar(const struct sweep_tally *tally, const char *text)
{
    uint64_t all = tally->before + tally->done + tally->failed;
    unsigned filled = tally->points ? (unsigned)(all * BAR_CELLS / tally->points) : BAR_CELLS;

    fputs("\r\033[K[", stderr);
    for (unsigned i = 0; i < BAR_CELLS; i++) {
        fputc(i < filled ? '#' : '.', stderr);
    }
    fprintf(stderr, "] %s", text);
    fflush(stderr);
}

void cli_sweep_progress_show(struct cli_sweep_progress *progress, const struct sweep_tally *tally)
{
    char text[200];
    int64_t now = now_ms();

    if (now < progress->next_ms) {
        return;
    }
    progress->next_ms = now + (progress->terminal ? TERMINAL_MS : LINE_MS);
    describe(progress, tally, now, text);
    if (!progress->terminal) {
        say("%s", text);
        return;
    }
    show_bar(tally, text);
    progress->shown = true;
}

void cli_sweep_progress_end(struct cli_sweep_progress *progress)
{
    if (progress->shown) {
        fputs("\r\033[K", stderr);
    }
    progress->shown = false;
}
