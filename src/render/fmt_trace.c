/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Format trace: the text trace that acknak itself reads (docs/trace.md).
 * Not here: how a record is written (trace/text_writer.c).
 */
#include "render/format.h"
#include "trace/text_writer.h"

static void *begin(const struct ak_render_options *options, struct ak_output *output)
{
    (void)options;
    ak_text_write_begin(output);
    return output;
}

static int take(void *context, const struct ak_record *record)
{
    return ak_text_write(context, record);
}

static int end(void *context)
{
    const struct ak_output *output = context;
    return output->failed ? -1 : 0;
}

const struct ak_render_format ak_render_trace = {
    .name = "trace",
    .extension = "trace",
    .help = "the text trace of acknak, complete; for acknak check and show",
    .begin = begin,
    .take = take,
    .end = end,
};
