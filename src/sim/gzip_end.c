/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whether anything follows the compressed data of a gzip file.
 * Not here: reading the data (workload.c).
 */
#include "sim/gzip_end.h"

#include <stdio.h>
#include <string.h>
#include <zlib.h>

#define CHUNK_BYTES  16384u
#define LENGTH_BYTES 4
#define GZIP_ONLY    (MAX_WBITS + 16)

/* A member ends with the length of its data, least significant byte first. */
static bool ends_with(FILE *file, uint32_t length)
{
    uint8_t bytes[LENGTH_BYTES];

    if (fseek(file, -LENGTH_BYTES, SEEK_END) != 0 || fread(bytes, 1, sizeof bytes, file) != 4) {
        return false;
    }
    return length == (bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
                      (uint32_t)bytes[3] << 24);
}

/* Passes over the data of the members in what has been read. False: that is no member. */
static bool pass_over(z_stream *stream, bool *inside)
{
    uint8_t data[CHUNK_BYTES];

    while (stream->avail_in != 0) {
        stream->next_out = data;
        stream->avail_out = sizeof data;
        *inside = true;
        int result = inflate(stream, Z_NO_FLUSH);
        if (result == Z_STREAM_END) {
            *inside = false;
            (void)inflateReset(stream);
        } else if (result != Z_OK) {
            return false;
        }
    }
    return true;
}

static bool is_all_members(FILE *file)
{
    uint8_t chunk[CHUNK_BYTES];
    z_stream stream;
    bool inside = false;
    bool right = true;

    memset(&stream, 0, sizeof stream);
    if (inflateInit2(&stream, GZIP_ONLY) != Z_OK) {
        return true;
    }
    rewind(file);
    while (right) {
        size_t bytes = fread(chunk, 1, sizeof chunk, file);
        if (bytes == 0) {
            break;
        }
        stream.next_in = chunk;
        stream.avail_in = (uInt)bytes;
        right = pass_over(&stream, &inside);
    }
    (void)inflateEnd(&stream);
    return right && !inside;
}

bool sim_gzip_ends_cleanly(const char *path, uint32_t length)
{
    FILE *file = fopen(path, "rb");

    if (!file) {
        return true;
    }
    bool cleanly = ends_with(file, length) || is_all_members(file);
    fclose(file);
    return cleanly;
}
