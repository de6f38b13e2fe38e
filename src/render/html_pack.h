/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bytes as a deflated stream (zlib format) in base64.
 * Not here: what the bytes are (html_data.c).
 */
#ifndef AK_RENDER_HTML_PACK_H
#define AK_RENDER_HTML_PACK_H

#include "trace/output.h"

struct ak_html_pack;

/* Returns a null pointer if memory is short. */
struct ak_html_pack *ak_html_pack_begin(struct ak_output *output);

void ak_html_pack_bytes(struct ak_html_pack *pack, const uint8_t *bytes, size_t count);

/* Writes the rest and frees. Returns 0, or -1 if zlib failed. */
int ak_html_pack_end(struct ak_html_pack *pack);

#endif
