/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A diagnosis as one self-contained HTML page.
 * Not here: the picture of the links (topology_svg.c).
 */
#include <inttypes.h>

#include "diagnose/report/report.h"
#include "diagnose/report/topology_svg.h"
#include "diagnose/text/text.h"

static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width\">\n"
    "<title>PCI Express link diagnosis</title>\n<style>\n"
    "body{font:15px/1.5 sans-serif;max-width:60em;margin:2em auto;padding:0 1em;color:#222}\n"
    "h1{font-size:1.4em}h2{font-size:1.15em;margin-top:2em;border-top:1px solid #ccc;"
    "padding-top:.6em}\n"
    ".answer{border-left:5px solid #ef8f00;padding:.2em .8em;margin:.8em 0;background:#fafafa}\n"
    ".signal{border-color:#c62828}.none{border-color:#607d8b}\n"
    "table{border-collapse:collapse}td,th{border:1px solid #ccc;padding:.2em .6em;"
    "text-align:right}td:first-child,th:first-child,td:nth-child(2){text-align:left}\n"
    "td{font-family:monospace;white-space:nowrap}svg{max-width:100%;height:auto}\n"
    "</style></head><body>\n<h1>PCI Express link diagnosis</h1>\n";

static void write_escaped(FILE *out, const char *s)
{
    for (; *s != '\0'; s++) {
        if (*s == '<')
            (void)fputs("&lt;", out);
        else if (*s == '>')
            (void)fputs("&gt;", out);
        else if (*s == '&')
            (void)fputs("&amp;", out);
        else if (*s == '"')
            (void)fputs("&quot;", out);
        else
            (void)fputc(*s, out);
    }
}

static void write_list(FILE *out, const char *title, const struct ak_strings *list)
{
    if (list->count == 0)
        return;
    (void)fprintf(out, "<h3>%s</h3>\n<ul>\n", title);
    for (size_t i = 0; i < list->count; i++) {
        (void)fputs("<li>", out);
        write_escaped(out, list->list[i]);
        (void)fputs("</li>\n", out);
    }
    (void)fputs("</ul>\n", out);
}

static const char *class_of(const struct ak_verdict *v)
{
    if (v->cause == AK_CAUSE_SIGNAL)
        return "answer signal";
    return v->direction == AK_DIRECTION_NONE ? "answer none" : "answer";
}

static void write_description(FILE *out, const struct ak_end *end)
{
    char text[AK_DESCRIPTION_TEXT];

    if (end->device == NULL || ak_device_describe(text, end->device)[0] == '\0')
        return;
    (void)fprintf(out, "<br>%s: ", end->name);
    write_escaped(out, text);
}

static void write_answer(FILE *out, const struct ak_verdict *v)
{
    (void)fprintf(out, "<div class=\"%s\"><b>", class_of(v));
    write_escaped(out, v->headline);
    (void)fputs("</b>", out);
    write_description(out, &v->up);
    write_description(out, &v->down);
    (void)fprintf(out, "<br>direction %s, cause %s, confidence %s", ak_direction_name(v->direction),
                  ak_cause_name(v->cause), ak_confidence_name(v->confidence));
    if (v->meaning != NULL)
        (void)fprintf(out, "<br>%s", v->meaning);
    if (v->steps.count > 0) {
        (void)fputs("<br>First: ", out);
        write_escaped(out, v->steps.list[0]);
    }
    (void)fputs("</div>\n", out);
}

static void write_link(FILE *out, const struct ak_verdict *v)
{
    (void)fprintf(out, "<h2>Link %s &ndash; %s</h2>\n<p>Ends: ", v->up.name, v->down.name);
    write_escaped(out, ak_basis_text(v->pair.basis));
    (void)fputs(".</p>\n", out);
    write_list(out, "Why", &v->reasoning);
    write_list(out, "In numbers", &v->numbers);
    write_list(out, "Next steps", &v->steps);
    write_list(out, "What would make this firmer", &v->raise);
}

static void write_row(FILE *out, const struct ak_device *d, enum ak_kind kind, unsigned columns)
{
    uint64_t counts[AK_BIT_COUNT];
    char name[64], digits[28];

    if (!ak_device_counts(d, kind, counts))
        return;
    (void)fprintf(out, "<tr><td>%s</td><td>%s</td>", ak_device_name(name, d), ak_kind_name(kind));
    for (int b = 0; b < AK_BIT_COUNT; b++) {
        if ((columns >> b & 1) != 0)
            (void)fprintf(out, "<td>%s</td>",
                          counts[b] != 0 ? ak_text_grouped(digits, counts[b]) : "");
    }
    (void)fputs("</tr>\n", out);
}

/* Bits that any device has: the columns of the table. */
static unsigned used_columns(const struct ak_diagnosis *d)
{
    uint64_t counts[AK_BIT_COUNT];
    unsigned columns = 0;

    for (size_t i = 0; i < d->facts.device_count; i++) {
        for (int k = 0; k < AK_KIND_COUNT; k++) {
            (void)ak_device_counts(d->order[i], (enum ak_kind)k, counts);
            for (int b = 0; b < AK_BIT_COUNT; b++)
                columns |= (counts[b] != 0 ? 1u : 0u) << b;
        }
    }
    return columns;
}

/* The table has no column for what is no bit of the Data Link Layer. */
static void write_others(FILE *out, const struct ak_diagnosis *d)
{
    char name[64], digits[28];
    bool any = false;

    for (size_t i = 0; i < d->facts.device_count; i++) {
        const struct ak_device *e = d->order[i];
        if (e->uncounted == 0 && !e->other_uncorrectable)
            continue;
        if (!any)
            (void)fputs("<h3>Errors of other layers</h3>\n<table><tr><th>device</th><th>severity"
                        "</th><th>events</th></tr>\n",
                        out);
        any = true;
        (void)fprintf(out, "<tr><td>%s</td><td>%s</td><td>%s</td></tr>\n", ak_device_name(name, e),
                      e->other_uncorrectable ? "uncorrectable" : "correctable",
                      e->uncounted > 0 ? ak_text_grouped(digits, e->uncounted) : "");
    }
    if (any)
        (void)fputs("</table>\n", out);
}

static void write_facts(FILE *out, const struct ak_diagnosis *d)
{
    unsigned columns = used_columns(d);

    (void)fputs("<h2>Facts: what was reported</h2>\n<table><tr><th>device</th><th>kind</th>", out);
    for (int b = 0; b < AK_BIT_COUNT; b++) {
        if ((columns >> b & 1) != 0)
            (void)fprintf(out, "<th>%s</th>", ak_bit_name((enum ak_bit)b));
    }
    (void)fputs("</tr>\n", out);
    for (size_t i = 0; i < d->facts.device_count; i++) {
        for (int k = 0; k < AK_KIND_COUNT; k++)
            write_row(out, d->order[i], (enum ak_kind)k, columns);
    }
    (void)fputs("</table>\n", out);
    write_others(out, d);
}

#define BAR_WIDTH    11
#define CHART_HEIGHT 90

static void draw_bar(FILE *out, int column, uint64_t low, uint64_t high, uint64_t most,
                     const char *colour)
{
    double scale = (double)CHART_HEIGHT / (double)most;
    double bottom = CHART_HEIGHT - (double)low * scale;
    double top = CHART_HEIGHT - (double)high * scale;

    if (high > low)
        (void)fprintf(out, "<rect x=\"%d\" y=\"%.1f\" width=\"%d\" height=\"%.1f\" fill=\"%s\"/>\n",
                      column * BAR_WIDTH, top, BAR_WIDTH - 1, bottom - top, colour);
}

static void draw_chart(FILE *out, const struct ak_series *s)
{
    uint64_t most = 1;

    for (int i = 0; i <= s->last; i++) {
        if (s->receive[i] + s->transmit[i] > most)
            most = s->receive[i] + s->transmit[i];
    }
    (void)fprintf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\">\n",
                  AK_SERIES_BUCKETS * BAR_WIDTH, CHART_HEIGHT + 2);
    for (int i = 0; i <= s->last; i++) {
        draw_bar(out, i, 0, s->receive[i], most, "#c62828");
        draw_bar(out, i, s->receive[i], s->receive[i] + s->transmit[i], most, "#ef8f00");
    }
    (void)fprintf(out, "<path d=\"M0 %d H%d\" stroke=\"#37474f\"/>\n</svg>\n", CHART_HEIGHT + 1,
                  AK_SERIES_BUCKETS * BAR_WIDTH);
}

static void write_series(FILE *out, const struct ak_diagnosis *d)
{
    bool any = false;
    char name[64];

    for (size_t i = 0; i < d->facts.device_count; i++) {
        const struct ak_series *s = &d->order[i]->series;
        if (!s->used || s->last == 0)
            continue;
        if (!any)
            (void)fputs("<h2>Over time</h2>\n<p>Red: seen as a receiver (RxErr, BadTLP, BadDLLP). "
                        "Orange: seen as a transmitter (Timeout, Rollover).</p>\n",
                        out);
        any = true;
        (void)fprintf(out, "<h3>%s, %" PRId64 " s per bar</h3>\n",
                      ak_device_name(name, d->order[i]), s->width_us / 1000000);
        draw_chart(out, s);
    }
}

bool ak_report_html(FILE *out, const struct ak_diagnosis *d)
{
    (void)fputs(head, out);
    if (d->verdicts.count == 0)
        (void)fprintf(out, "<p>%s</p>\n", ak_diagnosis_without_verdict(d));
    for (size_t i = 0; i < d->verdicts.count; i++)
        write_answer(out, &d->verdicts.list[i]);
    if (d->verdicts.count > 0) {
        (void)fputs("<p>Red arrows: damaged bits arrive in this direction. Orange: errors, but the "
                    "direction is not known. Grey: nothing speaks against it.</p>\n",
                    out);
        ak_topology_svg(out, d);
    }
    for (size_t i = 0; i < d->verdicts.count; i++)
        write_link(out, &d->verdicts.list[i]);
    if (d->verdicts.count > 0)
        write_facts(out, d);
    write_series(out, d);
    write_list(out, "To keep in mind", &d->warnings);
    (void)fputs("</body></html>\n", out);
    return fflush(out) == 0 && ferror(out) == 0;
}
