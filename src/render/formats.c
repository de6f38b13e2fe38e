/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The table of the output formats.
 * Not here: a format itself (fmt_NAME.c).
 */
#include "render/format.h"

#include <string.h>

static const struct ak_render_format *const formats[] = {
    &ak_render_text, &ak_render_trace,  &ak_render_jsonl, &ak_render_csv,
    &ak_render_vcd,  &ak_render_pcapng, &ak_render_svg,   &ak_render_html,
};

static const size_t format_count = sizeof formats / sizeof formats[0];

const struct ak_render_format *const *ak_render_formats(size_t *count)
{
    *count = format_count;
    return formats;
}

const struct ak_render_format *ak_render_named(const char *name)
{
    for (size_t i = 0; i < format_count; i++)
        if (strcmp(formats[i]->name, name) == 0)
            return formats[i];
    return NULL;
}

const struct ak_render_format *ak_render_of_file(const char *path)
{
    const char *dot = strrchr(path, '.');
    if (dot == NULL || strchr(dot, '/') != NULL)
        return NULL;
    for (size_t i = 0; i < format_count; i++)
        if (strcmp(formats[i]->extension, dot + 1) == 0)
            return formats[i];
    return NULL;
}
