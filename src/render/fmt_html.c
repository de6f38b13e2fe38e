/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Format html: one page that needs nothing else.
 * Not here: the page's own files (page/), its data (html_data.c), the picture for readers without
 * scripts (svg_draw.c).
 */
#include <stdlib.h>
#include <string.h>

#include "render/escape.h"
#include "render/format.h"
#include "render/html_data.h"
#include "render/page_parts.h"
#include "render/svg_draw.h"

#define STATIC_PACKETS 24u /* of the picture that can be read without scripts */

struct html {
    const struct ak_render_options *options;
    struct ak_output *output;
    struct ak_scene scene;
};

static void *begin(const struct ak_render_options *options, struct ak_output *output)
{
    struct html *html = malloc(sizeof *html);
    if (html == NULL)
        return NULL;
    html->options = options;
    html->output = output;
    ak_scene_init(&html->scene,
                  options->packets_most != 0 ? options->packets_most : AK_PICTURE_PACKETS_MAX);
    return html;
}

static int take(void *context, const struct ak_record *record)
{
    struct html *html = context;
    return ak_scene_take(&html->scene, record);
}

static void write_title(const struct html *html)
{
    ak_escape_xml(html->output,
                  html->options->title != NULL ? html->options->title : "Packet exchange");
}

static int write_picture(const struct html *html)
{
    const struct ak_svg_options options = {.title = html->options->title,
                                           .packets_most = STATIC_PACKETS,
                                           .counters = html->options->counters,
                                           .embedded = true};
    return ak_svg_draw(&html->scene, &options, html->output);
}

/* What stands in place of {{NAME}} in page.html: a file of page/, or what is made here. */
static int write_part(const struct html *html, const char *name, size_t bytes)
{
    if (bytes == 5 && memcmp(name, "title", bytes) == 0)
        write_title(html);
    else if (bytes == 4 && memcmp(name, "data", bytes) == 0)
        return ak_html_data_write(&html->scene, html->output);
    else if (bytes == 7 && memcmp(name, "picture", bytes) == 0)
        return write_picture(html);
    for (size_t i = 0; i < ak_page_part_count; i++)
        if (strlen(ak_page_parts[i].name) == bytes &&
            memcmp(ak_page_parts[i].name, name, bytes) == 0)
            ak_output_bytes(html->output, ak_page_parts[i].text, ak_page_parts[i].bytes);
    return 0;
}

static int write_page(const struct html *html)
{
    const struct ak_page_part *page = &ak_page_parts[0];
    const char *at = page->text;
    const char *end = page->text + page->bytes;
    for (;;) {
        const char *mark = strstr(at, "{{");
        const char *close = mark != NULL ? strstr(mark, "}}") : NULL;
        if (close == NULL)
            break;
        ak_output_bytes(html->output, at, (size_t)(mark - at));
        if (write_part(html, mark + 2, (size_t)(close - mark - 2)) != 0)
            return -1;
        at = close + 2;
    }
    ak_output_bytes(html->output, at, (size_t)(end - at));
    return html->output->failed ? -1 : 0;
}

static int end(void *context)
{
    struct html *html = context;
    ak_scene_finish(&html->scene);
    int result = html->scene.no_memory ? -1 : write_page(html);
    ak_scene_free(&html->scene);
    free(html);
    return result;
}

const struct ak_render_format ak_render_html = {
    .name = "html",
    .extension = "html",
    .help = "one page to look around in, for a browser; needs no network",
    .begin = begin,
    .take = take,
    .end = end,
};
