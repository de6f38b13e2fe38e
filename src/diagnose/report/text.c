/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A diagnosis for people: the answer first, then the evidence.
 * Not here: JSON (report_json.c), HTML (report_html.c).
 */
#include <string.h>

#include "diagnose/report/report.h"
#include "diagnose/text/text.h"

#define WIDTH 92

struct paper {
    FILE *out;
    bool colour;
};

static void start_colour(const struct paper *p, const char *code)
{
    if (p->colour)
        (void)fprintf(p->out, "\x1b[%sm", code);
}

static void end_colour(const struct paper *p)
{
    if (p->colour)
        (void)fputs("\x1b[0m", p->out);
}

/* `text` broken at blanks, the first line behind `lead`, the others under it. */
static void write_wrapped(const struct paper *p, const char *lead, const char *text)
{
    size_t indent = strlen(lead);
    size_t column = indent;

    (void)fputs(lead, p->out);
    while (*text != '\0') {
        size_t n = strcspn(text, " ");
        if (column > indent) {
            bool fits = column + 1 + n <= WIDTH;
            if (fits)
                (void)fputc(' ', p->out);
            else
                (void)fprintf(p->out, "\n%*s", (int)indent, "");
            column = fits ? column + 1 : indent;
        }
        (void)fprintf(p->out, "%.*s", (int)n, text);
        column += n;
        text += n;
        text += strspn(text, " ");
    }
    (void)fputc('\n', p->out);
}

static void write_list(const struct paper *p, const char *title, const struct ak_strings *list)
{
    if (list->count == 0)
        return;
    (void)fprintf(p->out, "  %s\n", title);
    for (size_t i = 0; i < list->count; i++)
        write_wrapped(p, "    - ", list->list[i]);
}

/* What the addresses of a link stand for, as far as the input says. */
static void write_description(const struct paper *p, const struct ak_end *end)
{
    char text[AK_DESCRIPTION_TEXT], line[AK_DESCRIPTION_TEXT + 80];

    if (end->device == NULL || ak_device_describe(text, end->device)[0] == '\0')
        return;
    (void)snprintf(line, sizeof line, "%s: %s", end->name, text);
    write_wrapped(p, "  ", line);
}

static void write_answer(const struct paper *p, const struct ak_verdict *v)
{
    char line[400];

    start_colour(p, v->cause == AK_CAUSE_SIGNAL ? "1;31" : "1;33");
    write_wrapped(p, "* ", v->headline);
    end_colour(p);
    write_description(p, &v->up);
    write_description(p, &v->down);
    (void)snprintf(line, sizeof line, "direction %s, cause %s, confidence %s",
                   ak_direction_name(v->direction), ak_cause_name(v->cause),
                   ak_confidence_name(v->confidence));
    write_wrapped(p, "  ", line);
    if (v->meaning != NULL)
        write_wrapped(p, "  ", v->meaning);
    if (v->steps.count > 0)
        write_wrapped(p, "  First: ", v->steps.list[0]);
}

static void write_link(const struct paper *p, const struct ak_verdict *v)
{
    char line[400];

    (void)fprintf(p->out, "\nLink %s - %s\n", v->up.name, v->down.name);
    (void)snprintf(line, sizeof line, "Ends: %s.", ak_basis_text(v->pair.basis));
    write_wrapped(p, "  ", line);
    write_list(p, "Why:", &v->reasoning);
    write_list(p, "In numbers:", &v->numbers);
    write_list(p, "Next steps:", &v->steps);
    write_list(p, "What would make this firmer:", &v->raise);
}

static void write_counts(const struct paper *p, const struct ak_device *d, enum ak_kind kind)
{
    uint64_t counts[AK_BIT_COUNT];
    char name[64], digits[28];

    if (!ak_device_counts(d, kind, counts))
        return;
    (void)fprintf(p->out, "  %-14s %-12s", ak_device_name(name, d), ak_kind_name(kind));
    for (int b = 0; b < AK_BIT_COUNT; b++) {
        if (counts[b] != 0)
            (void)fprintf(p->out, " %s %s", ak_bit_name((enum ak_bit)b),
                          ak_text_grouped(digits, counts[b]));
    }
    (void)fputc('\n', p->out);
}

/* What was reported but is no bit of the Data Link Layer. */
static void write_others(const struct paper *p, const struct ak_device *d)
{
    char name[64];

    if (d->uncounted > 0 || d->other_uncorrectable)
        (void)fprintf(p->out, "  %-14s %serrors of other layers\n", ak_device_name(name, d),
                      d->other_uncorrectable ? "uncorrectable " : "");
}

static void write_devices(const struct paper *p, const struct ak_diagnosis *d)
{
    (void)fputs("\nFacts: what was reported\n", p->out);
    for (size_t i = 0; i < d->facts.device_count; i++) {
        for (int k = 0; k < AK_KIND_COUNT; k++)
            write_counts(p, d->order[i], (enum ak_kind)k);
        write_others(p, d->order[i]);
    }
}

bool ak_report_text(FILE *out, const struct ak_diagnosis *d, bool colour)
{
    const struct paper p = {out, colour};
    char lines[28], used[28];

    if (d->verdicts.count == 0)
        write_wrapped(&p, "", ak_diagnosis_without_verdict(d));
    for (size_t i = 0; i < d->verdicts.count; i++)
        write_answer(&p, &d->verdicts.list[i]);
    for (size_t i = 0; i < d->verdicts.count; i++)
        write_link(&p, &d->verdicts.list[i]);
    if (d->verdicts.count > 0)
        write_devices(&p, d);
    if (d->verdicts.count > 0 && d->lines > 0)
        (void)fprintf(out, "  (from %s of %s lines; the others were skipped)\n",
                      ak_text_grouped(used, d->facts.notes.used_lines),
                      ak_text_grouped(lines, d->lines));
    if (d->warnings.count > 0)
        (void)fputc('\n', out);
    write_list(&p, "To keep in mind:", &d->warnings);
    return fflush(out) == 0 && ferror(out) == 0;
}
