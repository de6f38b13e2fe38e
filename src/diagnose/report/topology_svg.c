/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The links of a diagnosis as an SVG picture.
 * Not here: the page around it (report_html.c).
 */
#include "diagnose/report/topology_svg.h"

#include <stdlib.h>
#include <string.h>

#define BOX_WIDTH    150
#define BOX_HEIGHT   34
#define COLUMN_WIDTH 260
#define ROW_HEIGHT   56
#define MARGIN       12
#define MAX_DEPTH    16
#define MAX_ROWS     200

/* A box: a device, or the unseen end of a link. */
struct box {
    const struct ak_device *device; /* NULL: not seen */
    const struct ak_verdict *link;  /* to the box on its left */
    int parent;                     /* index of that box, or -1 */
    int depth;
    int row;
};

struct picture {
    struct box boxes[MAX_ROWS];
    int count;
    int columns;
};

static int find_box(const struct picture *p, const struct ak_device *d)
{
    for (int i = 0; i < p->count && d != NULL; i++) {
        if (p->boxes[i].device == d)
            return i;
    }
    return -1;
}

static int add_box(struct picture *p, const struct ak_device *d, const struct ak_verdict *link,
                   int parent)
{
    struct box *b;

    if (p->count == MAX_ROWS)
        return -1;
    b = &p->boxes[p->count];
    *b = (struct box){d, link, parent, 0, 0};
    return p->count++;
}

/* The port above a device, as far as the input tells. */
static const struct ak_device *parent_of(const struct ak_diagnosis *d, const struct ak_device *low)
{
    if (!low->has_parent)
        return NULL;
    return ak_facts_find(&d->facts, &low->parent);
}

/* The box of a device, with the boxes of the ports above it. */
static int place(struct picture *p, const struct ak_diagnosis *d, const struct ak_device *device,
                 int depth)
{
    const struct ak_device *parent;
    int at = find_box(p, device);

    if (at >= 0 || device == NULL || depth > MAX_DEPTH)
        return at;
    parent = parent_of(d, device);
    return add_box(p, device, NULL, parent != NULL ? place(p, d, parent, depth + 1) : -1);
}

static void add_link(struct picture *p, const struct ak_diagnosis *d, const struct ak_verdict *v)
{
    int up = v->up.device != NULL ? place(p, d, v->up.device, 0) : add_box(p, NULL, NULL, -1);
    int down = find_box(p, v->down.device);

    if (down < 0)
        down = add_box(p, v->down.device, v, up);
    if (down < 0)
        return;
    p->boxes[down].link = v;
    p->boxes[down].parent = up;
}

static int depth_of(const struct picture *p, int i)
{
    int depth = 0;

    while (p->boxes[i].parent >= 0 && depth < MAX_DEPTH) {
        i = p->boxes[i].parent;
        depth++;
    }
    return depth;
}

/* Depth first, so that a box stands on the row of its first child. */
static void lay_out(struct picture *p, int parent, int depth, int *row)
{
    bool first = true;

    for (int i = 0; i < p->count; i++) {
        struct box *b = &p->boxes[i];
        if (b->parent != parent || depth > MAX_DEPTH)
            continue;
        if (!first || parent < 0)
            (*row)++;
        first = false;
        b->depth = depth_of(p, i);
        b->row = *row;
        if (b->depth + 1 > p->columns)
            p->columns = b->depth + 1;
        lay_out(p, i, depth + 1, row);
    }
}

static int left_of(const struct box *b)
{
    return MARGIN + b->depth * COLUMN_WIDTH;
}

static int top_of(const struct box *b)
{
    return MARGIN + b->row * ROW_HEIGHT;
}

/* Verdicts are one colour per direction; a link without one is grey. */
static const char *colour_of(const struct ak_verdict *v, bool down)
{
    if (v == NULL)
        return "#b0b0b0";
    if (v->direction == AK_DIRECTION_BOTH ||
        v->direction == (down ? AK_DIRECTION_DOWNSTREAM : AK_DIRECTION_UPSTREAM))
        return "#c62828";
    return v->direction == AK_DIRECTION_UNKNOWN ? "#ef8f00" : "#607d8b";
}

static void draw_arrow(FILE *out, const struct box *from, const struct box *to, bool down)
{
    int shift = down ? 11 : 23;
    int x1 = left_of(from) + BOX_WIDTH + 2, x2 = left_of(to) - 2;
    int y1 = top_of(from) + shift, y2 = top_of(to) + shift;
    const char *colour = colour_of(to->link, down);

    (void)fprintf(out,
                  "<path d=\"M%d %d L%d %d L%d %d\" fill=\"none\" stroke=\"%s\" "
                  "stroke-width=\"2.5\"/>\n",
                  x1, y1, x1 + (down ? 24 : 36), y2, x2, y2, colour);
    if (down)
        (void)fprintf(out, "<path d=\"M%d %d l-9 -5 v10 z\" fill=\"%s\"/>\n", x2, y2, colour);
    else
        (void)fprintf(out, "<path d=\"M%d %d l9 -5 v10 z\" fill=\"%s\"/>\n", x1, y1, colour);
}

static void draw_box(FILE *out, const struct box *b)
{
    char name[64] = "not seen";

    if (b->device != NULL)
        (void)ak_device_name(name, b->device);
    (void)fprintf(out,
                  "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"5\" fill=\"#fff\" "
                  "stroke=\"#37474f\"%s/>\n<text x=\"%d\" y=\"%d\" text-anchor=\"middle\" "
                  "font-family=\"monospace\" font-size=\"13\">%s</text>\n",
                  left_of(b), top_of(b), BOX_WIDTH, BOX_HEIGHT,
                  b->device == NULL ? " stroke-dasharray=\"5 4\"" : "", left_of(b) + BOX_WIDTH / 2,
                  top_of(b) + 22, name);
}

static void draw(FILE *out, struct picture *p)
{
    int row = -1, width, height;

    lay_out(p, -1, 0, &row);
    width = 2 * MARGIN + p->columns * COLUMN_WIDTH - (COLUMN_WIDTH - BOX_WIDTH);
    height = 2 * MARGIN + (row + 1) * ROW_HEIGHT - (ROW_HEIGHT - BOX_HEIGHT);
    (void)fprintf(out,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
                  "viewBox=\"0 0 %d %d\">\n",
                  width, height, width, height);
    for (int i = 0; i < p->count; i++) {
        if (p->boxes[i].parent >= 0) {
            draw_arrow(out, &p->boxes[p->boxes[i].parent], &p->boxes[i], true);
            draw_arrow(out, &p->boxes[p->boxes[i].parent], &p->boxes[i], false);
        }
    }
    for (int i = 0; i < p->count; i++)
        draw_box(out, &p->boxes[i]);
    (void)fputs("</svg>\n", out);
}

void ak_topology_svg(FILE *out, const struct ak_diagnosis *d)
{
    struct picture *p = calloc(1, sizeof *p);

    if (p == NULL)
        return;
    for (size_t i = 0; i < d->verdicts.count; i++)
        add_link(p, d, &d->verdicts.list[i]);
    if (p->count > 0)
        draw(out, p);
    free(p);
}
