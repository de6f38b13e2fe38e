/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where text goes: a caller's function behind a buffer.
 * Not here: what the text says.
 */
#include "trace/output.h"

#include <string.h>

#include "trace/units.h"

void ak_output_init(struct ak_output *output,
                    int (*write)(void *context, const char *text, size_t bytes), void *context)
{
    output->write = write;
    output->context = context;
    output->used = 0;
    output->failed = false;
}

int ak_output_flush(struct ak_output *output)
{
    if (output->used > 0 && !output->failed &&
        output->write(output->context, output->buffer, output->used) != 0)
        output->failed = true;
    output->used = 0;
    return output->failed ? -1 : 0;
}

void ak_output_bytes(struct ak_output *output, const char *text, size_t bytes)
{
    while (bytes > 0) {
        size_t room = sizeof output->buffer - output->used;
        size_t part = bytes < room ? bytes : room;
        memcpy(output->buffer + output->used, text, part);
        output->used += part;
        text += part;
        bytes -= part;
        if (output->used == sizeof output->buffer)
            (void)ak_output_flush(output);
    }
}

void ak_output_text(struct ak_output *output, const char *text)
{
    ak_output_bytes(output, text, strlen(text));
}

void ak_output_char(struct ak_output *output, char character)
{
    ak_output_bytes(output, &character, 1);
}

void ak_output_number(struct ak_output *output, uint64_t number)
{
    char digits[AK_DECIMAL_BYTES];
    ak_output_bytes(output, digits, ak_decimal_write(digits, number));
}

void ak_output_time(struct ak_output *output, uint64_t time_fs)
{
    char digits[AK_DECIMAL_BYTES];
    ak_output_bytes(output, digits, ak_time_write_ns(digits, time_fs));
}

void ak_output_hex(struct ak_output *output, const uint8_t *bytes, size_t count)
{
    static const char digits[] = "0123456789abcdef";
    char part[256];
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        part[used++] = digits[bytes[i] >> 4];
        part[used++] = digits[bytes[i] & 0xF];
        if (used == sizeof part) {
            ak_output_bytes(output, part, used);
            used = 0;
        }
    }
    ak_output_bytes(output, part, used);
}

void ak_output_quoted(struct ak_output *output, const char *text)
{
    ak_output_char(output, '"');
    for (; *text != '\0'; text++) {
        uint8_t byte = (uint8_t)*text;
        if (byte == '"' || byte == '\\') {
            ak_output_char(output, '\\');
            ak_output_char(output, *text);
        } else if (byte == '\n') {
            ak_output_text(output, "\\n");
        } else if (byte == '\t') {
            ak_output_text(output, "\\t");
        } else if (byte < 0x20 || byte == 0x7F) {
            ak_output_text(output, "\\x");
            ak_output_hex(output, &byte, 1);
        } else {
            ak_output_char(output, *text);
        }
    }
    ak_output_char(output, '"');
}
