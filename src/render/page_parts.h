/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The files of page/ as text, made when this is built.
 * Not here: the files themselves.
 */
#ifndef AK_RENDER_PAGE_PARTS_H
#define AK_RENDER_PAGE_PARTS_H

#include <stddef.h>

struct ak_page_part {
    const char *name; /* "page.css" */
    const char *text;
    size_t bytes;
};

extern const struct ak_page_part ak_page_parts[];
extern const size_t ak_page_part_count;

#endif
