/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Format text: the ladder for a terminal, with findings below the packets they are about.
 * Not here: how the ladder is drawn (ladder.c).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "render/escape.h"
#include "render/format.h"
#include "render/ladder.h"
#include "trace/names.h"

#define INDENT        10u
#define FINDING_BYTES 1024u /* of one finding, the rest is cut */

struct text {
    struct ak_ladder ladder;
    char finding[FINDING_BYTES];
    size_t used;
};

static void *begin(const struct ak_render_options *options, struct ak_output *output)
{
    const struct ak_ladder_options ladder_options = {.width = options->width,
                                                     .utf8 = options->utf8,
                                                     .colour = options->colour,
                                                     .counters = options->counters,
                                                     .ordered_sets = options->ordered_sets};
    struct text *text = malloc(sizeof *text);
    if (text != NULL)
        ak_ladder_init(&text->ladder, &ladder_options, output);
    return text;
}

static int add_to_finding(void *context, const char *bytes, size_t count)
{
    struct text *text = context;
    size_t room = sizeof text->finding - 1 - text->used;
    size_t part = count < room ? count : room;
    memcpy(text->finding + text->used, bytes, part);
    text->used += part;
    return 0;
}

static bool compose_finding(struct text *text, const struct ak_record *record)
{
    struct ak_output *out = malloc(sizeof *out);
    if (out == NULL)
        return false;
    text->used = 0;
    ak_output_init(out, add_to_finding, text);
    ak_output_text(out, ak_name_of(&ak_names_severity, (int)record->finding.severity));
    ak_output_char(out, ' ');
    ak_escape_plain(out, record->finding.rule);
    if (record->about != 0) {
        ak_output_text(out, ", record ");
        ak_output_number(out, record->about);
    }
    ak_output_text(out, ": ");
    if (record->finding.text != NULL)
        ak_escape_plain(out, record->finding.text);
    (void)ak_output_flush(out);
    free(out);
    text->finding[text->used] = '\0';
    return true;
}

/* How many bytes of `text` go on a line of `columns`: up to a blank, if there is one. */
static size_t line_bytes(const char *text, unsigned columns)
{
    const char *at = text;
    const char *blank = NULL;
    for (unsigned column = 0; *at != '\0' && column < columns; column++) {
        if (*at == ' ')
            blank = at;
        (void)ak_utf8_next(&at);
    }
    return (size_t)((*at != '\0' && blank != NULL ? blank : at) - text);
}

static int take_finding(struct text *text, const struct ak_record *record)
{
    struct ak_ladder *ladder = &text->ladder;
    if (ak_ladder_end(ladder) != 0 || !compose_finding(text, record))
        return -1;
    if (ladder->options.colour)
        ak_output_text(ladder->output,
                       record->finding.severity == AK_ERROR ? "\x1b[1;31m" : "\x1b[33m");
    const char *mark = "! ";
    for (const char *at = text->finding; *at != '\0'; mark = "  ") {
        size_t bytes = line_bytes(at, ladder->options.width - INDENT);
        for (unsigned i = 2; i < INDENT; i++)
            ak_output_char(ladder->output, ' ');
        ak_output_text(ladder->output, mark);
        ak_output_bytes(ladder->output, at, bytes);
        ak_output_char(ladder->output, '\n');
        at += bytes + (at[bytes] == ' ');
    }
    if (ladder->options.colour)
        ak_output_text(ladder->output, "\x1b[0m");
    return ladder->output->failed ? -1 : 0;
}

static int take(void *context, const struct ak_record *record)
{
    struct text *text = context;
    if (record->kind == AK_RECORD_FINDING)
        return take_finding(text, record);
    return ak_ladder_take(&text->ladder, record);
}

static void tell_gap(void *context, uint64_t records)
{
    struct text *text = context;
    struct ak_output *out = text->ladder.output;
    (void)ak_ladder_end(&text->ladder);
    ak_output_text(out, "      ... ");
    ak_output_number(out, records);
    ak_output_text(out, records == 1 ? " record left out ...\n" : " records left out ...\n");
}

static int end(void *context)
{
    struct text *text = context;
    int result = ak_ladder_end(&text->ladder);
    free(text);
    return result;
}

const struct ak_render_format ak_render_text = {
    .name = "text",
    .extension = "txt",
    .help = "the packet exchange as a ladder, for a terminal",
    .begin = begin,
    .take = take,
    .gap = tell_gap,
    .end = end,
};
