/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bytes as a deflated stream in base64.
 * Not here: what the bytes are (html_data.c).
 */
#include "render/html_pack.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define IN_BYTES  65536u
#define OUT_BYTES 49152u /* a multiple of 3 */

struct ak_html_pack {
    struct ak_output *output;
    z_stream stream;
    bool failed;
    size_t in_used;
    size_t out_used;
    uint8_t in[IN_BYTES];
    uint8_t out[OUT_BYTES];
};

struct ak_html_pack *ak_html_pack_begin(struct ak_output *output)
{
    struct ak_html_pack *pack = malloc(sizeof *pack);
    if (pack == NULL)
        return NULL;
    memset(&pack->stream, 0, sizeof pack->stream);
    pack->output = output;
    pack->failed = false;
    pack->in_used = 0;
    pack->out_used = 0;
    if (deflateInit(&pack->stream, Z_DEFAULT_COMPRESSION) != Z_OK) {
        free(pack);
        return NULL;
    }
    return pack;
}

/* Writes whole groups of three bytes; with `last` the rest, too. */
static void write_base64(struct ak_html_pack *pack, bool last)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t at = 0;
    for (; at + 3 <= pack->out_used || (last && at < pack->out_used); at += 3) {
        size_t rest = pack->out_used - at;
        uint32_t group = (uint32_t)pack->out[at] << 16 |
                         (rest > 1 ? (uint32_t)pack->out[at + 1] << 8 : 0) |
                         (rest > 2 ? pack->out[at + 2] : 0u);
        char text[4] = {digits[group >> 18], digits[group >> 12 & 63],
                        rest > 1 ? digits[group >> 6 & 63] : '=',
                        rest > 2 ? digits[group & 63] : '='};
        ak_output_bytes(pack->output, text, sizeof text);
    }
    size_t left = at < pack->out_used ? pack->out_used - at : 0;
    memmove(pack->out, pack->out + at, left);
    pack->out_used = left;
}

static void deflate_in(struct ak_html_pack *pack, int flush)
{
    int result = Z_OK;
    pack->stream.next_in = pack->in;
    pack->stream.avail_in = (uInt)pack->in_used;
    do {
        pack->stream.next_out = pack->out + pack->out_used;
        pack->stream.avail_out = (uInt)(sizeof pack->out - pack->out_used);
        result = deflate(&pack->stream, flush);
        pack->out_used = sizeof pack->out - pack->stream.avail_out;
        write_base64(pack, false);
    } while (result == Z_OK && (pack->stream.avail_in > 0 || flush == Z_FINISH));
    if (result != Z_STREAM_END && result != Z_OK && result != Z_BUF_ERROR)
        pack->failed = true;
    pack->in_used = 0;
}

void ak_html_pack_bytes(struct ak_html_pack *pack, const uint8_t *bytes, size_t count)
{
    while (count > 0) {
        size_t room = sizeof pack->in - pack->in_used;
        size_t part = count < room ? count : room;
        memcpy(pack->in + pack->in_used, bytes, part);
        pack->in_used += part;
        bytes += part;
        count -= part;
        if (pack->in_used == sizeof pack->in)
            deflate_in(pack, Z_NO_FLUSH);
    }
}

int ak_html_pack_end(struct ak_html_pack *pack)
{
    deflate_in(pack, Z_FINISH);
    write_base64(pack, true);
    int result = pack->failed ? -1 : 0;
    (void)deflateEnd(&pack->stream);
    free(pack);
    return result;
}
