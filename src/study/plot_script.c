/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The script that draws a plot.
 * Not here: its data (plot_data.c), words (plot_names.c).
 */
#include "study/plot_script.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "study/plot_names.h"

#define QUOTED         (4u * PLOT_NAME)
#define CELLS_NAMED    150u /* a heat map of more cells has no numbers in them */
#define LETTERS_BESIDE 48u  /* of the names of values that have room beside each other */
#define COLOURS        7u
#define DARK_SHARE     "0.6" /* of the range: below it numbers in a cell are white */

/* Okabe and Ito's colours, apart to every eye, in an order that is dark, middle, light in grey. */
static const char *const colours[COLOURS] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                             "#000000", "#E69F00", "#56B4E9"};
/* Symbols of gnuplot: filled circle, square, triangle, diamond and so on. */
static const int symbols[COLOURS] = {7, 5, 9, 13, 6, 11, 4};

/* ---- Head ---- */

static void write_terminal(FILE *out, enum plot_format format)
{
    static const char *const terminals[PLOT_FORMAT_COUNT] = {
        [PLOT_SVG] = "svg size 960,600 dynamic enhanced font 'Arial,15' background rgb 'white'",
        [PLOT_PNG] = "pngcairo size 1440,900 enhanced font 'Sans,17' linewidth 1.5",
        [PLOT_PDF] = "pdfcairo size 9.6in,6in enhanced font 'Sans,14' linewidth 1.2",
    };
    fprintf(out, "set terminal %s\n", terminals[format]);
}

static double largest(const struct plot_choice *choice, bool of_x)
{
    double most = 0;

    for (uint32_t i = 0; i < choice->row_count; i++)
        most = fmax(most, of_x ? choice->rows[i].x : choice->rows[i].figure.mean);
    return most;
}

static void write_label(FILE *out, const char *which, const char *name, const char *unit)
{
    char words[PLOT_NAME], text[2 * PLOT_NAME], quoted[QUOTED];

    plot_pretty(name, words);
    snprintf(text, sizeof text, *unit ? "%s (%.40s)" : "%s%.0s", words, unit);
    plot_quote(text, quoted, sizeof quoted);
    fprintf(out, "set %s %s noenhanced\n", which, quoted);
}

/* Of several keys the unit is that of the first only. */
static const char *unit_of(const struct plot_axis *axis)
{
    return strchr(axis->name, ',') ? "" : axis->unit;
}

/* What is plotted, and below it what is held and what the band is. */
static void write_title(FILE *out, const struct plot_study *study, const struct plot_choice *choice,
                        const char *title)
{
    char text[QUOTED], words[PLOT_NAME], quoted[QUOTED];
    size_t at = 0;
    bool banded = false;

    plot_pretty(plot_study_figure(study, choice->figure)->name, words);
    plot_quote(title ? title : words, quoted, sizeof quoted);
    fprintf(out, "set title %s", quoted);
    text[0] = '\0';
    for (uint32_t axis = 0; axis < plot_study_axis_count(study); axis++) {
        const struct plot_axis *held = plot_study_axis(study, axis);
        if (choice->fixed[axis] == PLOT_NO_POSITION || at > sizeof text / 2)
            continue;
        plot_pretty_value(held, &held->values[choice->fixed[axis]], words);
        at += (size_t)snprintf(text + at, sizeof text - at, "%s%s", at ? ", " : "", words);
    }
    for (uint32_t i = 0; i < choice->row_count; i++)
        banded |= isfinite(choice->rows[i].figure.low) && choice->rows[i].figure.n > 1;
    if (banded && choice->kind != PLOT_HEAT)
        snprintf(text + at, sizeof text - at, "%s%s: 95 %% confidence of the mean", at ? "; " : "",
                 choice->kind == PLOT_LINES ? "band" : "bars");
    if (*text) {
        plot_quote(text, quoted, sizeof quoted);
        fprintf(out, ".\"\\n\".%s", quoted);
    }
    fputs(" noenhanced\n", out);
}

/* The values of an axis as the names of its places. */
static void write_names(FILE *out, const char *which, const struct plot_axis *axis)
{
    char text[PLOT_NAME], quoted[QUOTED];

    fprintf(out, "set %s (", which);
    for (uint32_t i = 0; i < axis->count; i++) {
        plot_short_value(&axis->values[i], text);
        plot_quote(text, quoted, sizeof quoted);
        fprintf(out, "%s%s %" PRIu32, i ? ", " : "", quoted, i);
    }
    fputs(") noenhanced\n", out);
}

static void write_head(FILE *out, const struct plot_study *study, const struct plot_choice *choice,
                       const struct plot_style *style, const struct plot_unit *y)
{
    static const char *const endings[PLOT_FORMAT_COUNT] = {"svg", "png", "pdf"};
    char quoted[QUOTED];

    fprintf(out,
            "# Written by acknak plot. Change it and draw again:\n"
            "#   gnuplot THIS.gp > PICTURE.%s\n",
            endings[style->format]);
    write_terminal(out, style->format);
    plot_quote(style->data, quoted, sizeof quoted);
    fprintf(out,
            "set encoding utf8\nset datafile missing 'nan'\ndata = %s\n"
            "scale = %.9g # of the figure: one %s\n",
            quoted, y->divisor, *y->name ? y->name : "as it is");
    write_title(out, study, choice, style->title);
}

/* ---- Lines ---- */

static void write_log(FILE *out, const char *axis)
{
    fprintf(out, "set logscale %s\nset format %s '10^{%%L}'\nset m%stics 10\n", axis, axis, axis);
}

/* Of all its values together. */
static size_t letters_of(const struct plot_axis *axis)
{
    size_t letters = 0;

    for (uint32_t i = 0; i < axis->count; i++)
        letters += strlen(axis->values[i].text);
    return letters;
}

/* Few values of numbers that are no powers of ten are named one by one. */
static void write_x_axis(FILE *out, const struct plot_study *study,
                         const struct plot_choice *choice, struct plot_unit *unit)
{
    const struct plot_axis *axis = plot_study_axis(study, choice->x);

    *unit = plot_unit_for(axis->unit, axis->numeric ? largest(choice, true) : 0);
    if (!axis->numeric)
        *unit = (struct plot_unit){1, ""};
    write_label(out, "xlabel", axis->name, unit->name);
    if (!axis->numeric) {
        write_names(out, "xtics", axis);
        if (letters_of(axis) > LETTERS_BESIDE)
            fputs("set xtics rotate by -40 left\n", out);
        fprintf(out, "set xrange [-0.5:%" PRIu32 ".5]\n", axis->count - 1u);
        return;
    }
    if (choice->log_x)
        write_log(out, "x");
    if (axis->drawn || axis->count > 1)
        fputs("set autoscale xfix\n", out);
    bool of_tens = axis->log || (choice->log_x && largest(choice, true) < 1);
    if (axis->drawn || axis->count > 12 || of_tens)
        return;
    fputs("set format x '%g'\nset nomxtics\nset xtics (", out);
    for (uint32_t i = 0; i < axis->count; i++)
        fprintf(out, "%s%.9g", i ? ", " : "", axis->values[i].number / unit->divisor);
    fputs(")\n", out);
}

static bool is_last_of_series(const struct plot_choice *choice, uint32_t at)
{
    return at + 1u == choice->row_count || choice->rows[at].series != choice->rows[at + 1u].series;
}

/* gnuplot warns of curves without a point: what is not known of a whole line is left out. */
static bool is_banded(const struct plot_choice *choice, uint32_t series)
{
    for (uint32_t i = 0; i < choice->row_count; i++) {
        if (choice->rows[i].series == series && isfinite(choice->rows[i].figure.low))
            return true;
    }
    return false;
}

static bool is_paired(const struct plot_choice *choice, uint32_t series)
{
    for (uint32_t i = 0; i < choice->row_count; i++) {
        if (choice->rows[i].series == series && isfinite(choice->rows[i].beside))
            return true;
    }
    return false;
}

static void write_series(FILE *out, const struct plot_study *study,
                         const struct plot_choice *choice, uint32_t block, uint32_t series)
{
    const char *colour = colours[block % COLOURS];
    char words[PLOT_NAME], quoted[QUOTED];

    plot_pretty(plot_study_figure(study, choice->figure)->name, words);
    if (choice->by != PLOT_NO_AXIS)
        plot_short_value(&plot_study_axis(study, choice->by)->values[series], words);
    plot_quote(words, quoted, sizeof quoted);
    if (choice->kind == PLOT_POINTS) {
        fprintf(out,
                "    data index %" PRIu32 " using ($1/x_scale):($2/scale):($3/scale):($4/scale) "
                "with yerrorbars lc rgb '%s' pt %d ps 0.7 title %s noenhanced",
                block, colour, symbols[block % COLOURS], quoted);
        return;
    }
    if (is_banded(choice, series))
        fprintf(out,
                "    data index %" PRIu32 " using ($1/x_scale):($3/scale):($4/scale) with "
                "filledcurves fc rgb '%s' fs transparent solid 0.2 noborder notitle, \\\n",
                block, colour);
    fprintf(out,
            "    data index %" PRIu32 " using ($1/x_scale):($2/scale) with linespoints lc rgb '%s' "
            "lw 2 dt %" PRIu32 " pt %d ps 0.9 title %s noenhanced",
            block, colour, 1u + block % 5u, symbols[block % COLOURS], quoted);
}

/* The figure beside: thin and black over each curve, and once in the key. */
static void write_beside(FILE *out, const struct plot_study *study,
                         const struct plot_choice *choice)
{
    char words[PLOT_NAME], quoted[QUOTED];
    uint32_t block = 0;
    bool named = false;

    if (choice->beside == PLOT_NO_FIGURE)
        return;
    plot_pretty(plot_study_figure(study, choice->beside)->name, words);
    plot_quote(words, quoted, sizeof quoted);
    for (uint32_t i = 0; i < choice->row_count; i++) {
        if (!is_last_of_series(choice, i))
            continue;
        if (is_paired(choice, choice->rows[i].series)) {
            fprintf(out,
                    ", \\\n    data index %" PRIu32 " using ($1/x_scale):($8/scale) with lines "
                    "lc rgb '#000000' lw 1 dt 3 title %s noenhanced",
                    block, named ? "''" : quoted);
            named = true;
        }
        block++;
    }
}

static void write_key(FILE *out, const struct plot_study *study, const struct plot_choice *choice)
{
    bool paired = choice->beside != PLOT_NO_FIGURE;

    if (choice->by == PLOT_NO_AXIS && !paired) {
        fputs("unset key\n", out);
        return;
    }
    fputs("set key outside right top vertical Left reverse\n", out);
    if (choice->by != PLOT_NO_AXIS) {
        const struct plot_axis *by = plot_study_axis(study, choice->by);
        write_label(out, "key title", by->name, unit_of(by));
    }
}

static void write_lines(FILE *out, const struct plot_study *study, const struct plot_choice *choice)
{
    struct plot_unit x;
    uint32_t block = 0;

    write_x_axis(out, study, choice, &x);
    write_key(out, study, choice);
    if (choice->log_y)
        write_log(out, "y");
    fprintf(out,
            "set grid lc rgb '#d0d0d0'\nset border 3\nset tics nomirror\n"
            "set offsets graph 0.02, graph 0.02, graph %s, graph 0\n"
            "x_scale = %.9g\nplot \\\n",
            choice->log_y ? "0" : "0.05", x.divisor);
    for (uint32_t i = 0; i < choice->row_count; i++) {
        if (!is_last_of_series(choice, i))
            continue;
        write_series(out, study, choice, block++, choice->rows[i].series);
        fputs(i + 1u < choice->row_count ? ", \\\n" : "", out);
    }
    write_beside(out, study, choice);
    fputs("\n", out);
}

/* ---- Heat map ---- */

static void write_heat(FILE *out, const struct plot_study *study, const struct plot_choice *choice,
                       const struct plot_unit *unit)
{
    const struct plot_axis *x = plot_study_axis(study, choice->x);
    const struct plot_axis *by = plot_study_axis(study, choice->by);

    write_label(out, "xlabel", x->name, unit_of(x));
    write_label(out, "ylabel", by->name, unit_of(by));
    write_label(out, "cblabel", plot_study_figure(study, choice->figure)->name, unit->name);
    fputs("set cblabel offset 2\n", out);
    write_names(out, "xtics", x);
    write_names(out, "ytics", by);
    fprintf(out,
            "set xrange [-0.5:%" PRIu32 ".5]\nset yrange [-0.5:%" PRIu32 ".5]\n"
            "set tics scale 0\nset cbtics scale 0.5\nunset key\n"
            "# viridis: lighter is more, in grey as well\n"
            "set palette defined (0 '#440154', 1 '#414487', 2 '#2a788e', 3 '#22a884', 4 '#7ad151', "
            "5 '#fde725')\n",
            x->count - 1u, by->count - 1u);
    if (choice->log_y)
        write_log(out, "cb");
    if (choice->row_count > CELLS_NAMED) {
        fputs("plot data using 1:2:($3/scale) with image pixels\n", out);
        return;
    }
    double least = INFINITY;
    for (uint32_t i = 0; i < choice->row_count; i++)
        least = fmin(least, choice->rows[i].figure.mean);
    fprintf(out,
            "least = %.9g\nmost = %.9g\n"
            "share(v) = most > least ? %s : 1\n"
            "plot data using 1:2:($3/scale) with image pixels, \\\n"
            "    data using 1:2:(share($3/scale) < " DARK_SHARE
            " ? sprintf('%%.3g', $3/scale) : '') with labels tc rgb 'white', \\\n"
            "    data using 1:2:(share($3/scale) < " DARK_SHARE
            " ? '' : sprintf('%%.3g', $3/scale)) with labels tc rgb 'black'\n",
            least / unit->divisor, largest(choice, false) / unit->divisor,
            choice->log_y ? "log(v/least)/log(most/least)" : "(v-least)/(most-least)");
}

void plot_write_script(FILE *out, const struct plot_study *study, const struct plot_choice *choice,
                       const struct plot_style *style)
{
    const struct plot_figure *figure = plot_study_figure(study, choice->figure);
    struct plot_unit unit = plot_unit_for(figure->unit, largest(choice, false));

    write_head(out, study, choice, style, &unit);
    if (choice->kind == PLOT_HEAT) {
        write_heat(out, study, choice, &unit);
        return;
    }
    write_label(out, "ylabel", figure->name, unit.name);
    write_lines(out, study, choice);
}
