/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The table of the output formats.
 * Not here: a format itself (fmt_NAME.c).
 */
#include "render/format.h"

#include <string.h>

static const struct ak_format *const formats[] = {
    &ak_format_text, &ak_format_trace,  &ak_format_jsonl, &ak_format_csv,
    &ak_format_vcd,  &ak_format_pcapng, &ak_format_svg,   &ak_format_html,
};

static const size_t format_count = sizeof formats / sizeof formats[0];

const struct ak_format *const *ak_formats(size_t *count)
{
    *count = format_count;
    return formats;
}

const struct ak_format *ak_format_named(const char *name)
{
    for (size_t i = 0; i < format_count; i++)
        if (strcmp(formats[i]->name, name) == 0)
            return formats[i];
    return NULL;
}

const struct ak_format *ak_format_of_file(const char *path)
{
    const char *dot = strrchr(path, '.');
    if (dot == NULL || strchr(dot, '/') != NULL)
        return NULL;
    for (size_t i = 0; i < format_count; i++)
        if (strcmp(formats[i]->extension, dot + 1) == 0)
            return formats[i];
    return NULL;
}
