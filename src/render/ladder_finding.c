/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A finding below the packet of the ladder that it is about.
 * Not here: the ladder (ladder.c).
 */
#include "render/ladder_finding.h"

#include <stdlib.h>
#include <string.h>

#include "render/escape.h"
#include "trace/names.h"

#define INDENT 10u

struct words {
    char *text;
    size_t used;
};

static int add(void *context, const char *bytes, size_t count)
{
    struct words *words = context;
    size_t room = AK_LADDER_FINDING_BYTES - 1 - words->used;
    size_t part = count < room ? count : room;
    memcpy(words->text + words->used, bytes, part);
    words->used += part;
    return 0;
}

static bool compose(struct ak_ladder_finding *finding, const struct ak_record *record)
{
    struct words words = {.text = finding->text};
    struct ak_output *out = malloc(sizeof *out);
    if (out == NULL)
        return false;
    ak_output_init(out, add, &words);
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
    finding->text[words.used] = '\0';
    finding->about = record->about;
    finding->severity = record->finding.severity;
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

static void draw(const struct ak_ladder *ladder, const struct ak_ladder_finding *finding)
{
    const char *mark = "! ";
    if (ladder->options.colour)
        ak_output_text(ladder->output, finding->severity == AK_ERROR ? "\x1b[1;31m" : "\x1b[33m");
    for (const char *at = finding->text; *at != '\0'; mark = "  ") {
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
}

bool ak_ladder_draw_finding(const struct ak_ladder *ladder, const struct ak_record *record)
{
    struct ak_ladder_finding finding;
    if (!compose(&finding, record))
        return false;
    draw(ladder, &finding);
    return true;
}

bool ak_ladder_hold_finding(struct ak_ladder *ladder, const struct ak_record *record)
{
    if (ladder->held_count == AK_LADDER_HELD_MAX ||
        !compose(&ladder->held[ladder->held_count], record))
        return false;
    ladder->held_count++;
    return true;
}

void ak_ladder_draw_held(struct ak_ladder *ladder, uint64_t about)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < ladder->held_count; i++)
        if (ladder->held[i].about == about)
            draw(ladder, &ladder->held[i]);
        else
            ladder->held[kept++] = ladder->held[i];
    ladder->held_count = kept;
}
