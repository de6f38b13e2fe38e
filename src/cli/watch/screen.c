/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The screen of acknak watch: a table of links, drawn anew for each sample.
 * Not here: reading samples and keys (cmd_watch.c).
 */
#include "cli/watch/screen.h"

#include <inttypes.h>
#include <stdlib.h>

/* A line that does not fit is cut: wrapped, it would push the rows off a small terminal. */
#define NO_WRAP "\x1b[?7l"
#define WRAP    "\x1b[?7h"

struct row {
    const struct ak_device *device; /* a device with AER counters or a link */
    const struct ak_verdict *verdict;
    uint64_t total;
    uint64_t change;
};

static uint64_t sum_correctable(const uint64_t counts[AK_BIT_COUNT])
{
    uint64_t sum = 0;

    for (int b = 0; b < AK_BIT_DLP; b++) {
        sum += counts[b];
    }
    return sum;
}

static const struct ak_verdict *verdict_of(const struct ak_diagnosis *d, const struct ak_device *e)
{
    for (size_t i = 0; i < d->verdicts.count; i++) {
        if (d->verdicts.list[i].up.device == e || d->verdicts.list[i].down.device == e) {
            return &d->verdicts.list[i];
        }
    }
    return NULL;
}

static int by_rate(const void *left, const void *right)
{
    const struct row *a = left, *b = right;

    return a->change == b->change ? 0 : a->change < b->change ? 1 : -1;
}

static int by_total(const void *left, const void *right)
{
    const struct row *a = left, *b = right;

    return a->total == b->total ? 0 : a->total < b->total ? 1 : -1;
}

static size_t collect(const struct ak_diagnosis *d, struct row *rows)
{
    uint64_t counts[AK_BIT_COUNT];
    size_t n = 0;

    for (size_t i = 0; i < d->facts.device_count; i++) {
        const struct ak_device *e = d->order[i];
        if (!e->counters_read && e->link.now_width == 0) {
            continue;
        }
        (void)ak_device_counts(e, AK_KIND_COUNTER, counts);
        rows[n] = (struct row){e, verdict_of(d, e), sum_correctable(counts), 0};
        if (ak_device_change(e, counts)) {
            rows[n].change = sum_correctable(counts);
        }
        n++;
    }
    return n;
}

static void draw_link_state(FILE *out, const struct ak_link_state *l)
{
    char text[40] = "-";

    if (l->now_width != 0 && l->now_mts != 0) {
        (void)snprintf(text, sizeof text, "x%u %g%s", l->now_width, l->now_mts / 1000.0,
                       l->now_mts < l->cap_mts || l->now_width < l->cap_width ? " (down)" : "");
    }
    (void)fprintf(out, " %-14s", text);
}

static void draw_row(FILE *out, const struct row *r, const struct watch_view *view)
{
    uint64_t counts[AK_BIT_COUNT];
    char name[64];

    (void)ak_device_counts(r->device, AK_KIND_COUNTER, counts);
    (void)fprintf(out, "%-13s", ak_device_name(name, r->device));
    draw_link_state(out, &r->device->link);
    (void)fprintf(out, " %9.2f", view->seconds > 0 ? (double)r->change / view->seconds : 0.0);
    for (int b = 0; b < AK_BIT_AER_COUNT; b++) {
        (void)fprintf(out, " %8" PRIu64, counts[b]);
    }
    if (r->verdict != NULL) {
        (void)fprintf(out, "  %s, %s", ak_direction_name(r->verdict->direction),
                      ak_cause_name(r->verdict->cause));
    }
    (void)fputs("\x1b[K\n", out);
}

static void draw_head(FILE *out, const struct watch_view *view)
{
    (void)fprintf(out, NO_WRAP "\x1b[H%.0f s%s, by %s%s%s\x1b[K\n", view->seconds,
                  view->recording ? ", recording" : "", watch_order_name(view->order),
                  view->message != NULL ? "   " : "",
                  view->message != NULL ? view->message
                  : view->keys          ? "   (s: sort, r: record, q: quit)"
                                        : "");
    (void)fprintf(out, "%-13s %-14s %9s", "device", "link GT/s", "per s");
    for (int b = 0; b < AK_BIT_AER_COUNT; b++) {
        (void)fprintf(out, " %8s", ak_bit_name((enum ak_bit)b));
    }
    (void)fprintf(out, "  %s\x1b[K\n", "direction at fault, cause");
}

void watch_screen_draw(FILE *out, const struct ak_diagnosis *d, const struct watch_view *view)
{
    struct row *rows = calloc(d->facts.device_count + 1, sizeof *rows);
    size_t n;

    if (rows == NULL) {
        return;
    }
    n = collect(d, rows);
    if (view->order == WATCH_BY_RATE) {
        qsort(rows, n, sizeof *rows, by_rate);
    } else if (view->order == WATCH_BY_TOTAL) {
        qsort(rows, n, sizeof *rows, by_total);
    }
    draw_head(out, view);
    for (size_t i = 0; i < n && i + 4 < view->rows; i++) {
        draw_row(out, &rows[i], view);
    }
    for (size_t i = 0; i < d->verdicts.count && n + i + 4 < view->rows; i++) {
        (void)fprintf(out, "%s\x1b[K\n", d->verdicts.list[i].headline);
    }
    (void)fputs("\x1b[J" WRAP, out);
    (void)fflush(out);
    free(rows);
}

const char *watch_order_name(enum watch_order order)
{
    static const char *const names[] = {"address", "errors per second", "errors in all"};

    return names[order];
}
