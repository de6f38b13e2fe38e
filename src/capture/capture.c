/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The table of formats and the choice among them.
 * Not here: the readers.
 */
#include "capture/capture.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capture/formats.h"

#define LOOK_BYTES 4096u /* of the beginning, to tell the format */

/* By content the first that fits is taken: those that begin with a magic number come first. */
const struct ak_capture_format ak_capture_formats[] = {
    {"text", "trace txt", "text trace of acknak", ak_text_begins, ak_text_read_all},
    {"pcapng", "pcapng ntar", "pcapng, link types USER0 and USER11", ak_pcapng_begins,
     ak_pcapng_read},
    {"pcap", "pcap cap", "pcap, link types USER0 and USER11", ak_pcap_begins, ak_pcap_read},
    {"pad", "pad", "Agilent protocol analyzer data", ak_pad_begins, ak_pad_read},
    {"symbols", "symbols sym", "8b/10b symbols of one lane, one a line", ak_symbols_begins,
     ak_symbols_read},
    {"csv", "csv", "comma separated values with a header line", ak_csv_begins, ak_csv_read},
};

const size_t ak_capture_format_count = sizeof ak_capture_formats / sizeof ak_capture_formats[0];

_Static_assert(sizeof(struct ak_reader) < AK_CAPTURE_MEMORY_BYTES / 2,
               "what is left is for the readers' own state");

const struct ak_capture_format *ak_capture_format_find(const char *name)
{
    for (size_t i = 0; i < ak_capture_format_count; i++)
        if (strcmp(ak_capture_formats[i].name, name) == 0)
            return &ak_capture_formats[i];
    return NULL;
}

void ak_capture_options_init(struct ak_capture_options *options)
{
    memset(options, 0, sizeof *options);
    options->seen = AK_SEEN_PROBE;
    options->direction = AK_DOWNSTREAM;
}

/* Whether `extension` is one of the words in `list`; letters of either case. */
static bool is_listed(const char *list, const char *extension)
{
    size_t bytes = strlen(extension);
    for (const char *word = list; *word != '\0';) {
        size_t length = strcspn(word, " ");
        bool same = length == bytes;
        for (size_t i = 0; i < bytes && same; i++) {
            char c = extension[i];
            same = word[i] == (c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c);
        }
        if (same)
            return true;
        word += length + (word[length] == ' ');
    }
    return false;
}

static const struct ak_capture_format *format_by_name(const char *file)
{
    char name[256];
    size_t bytes = strlen(file);
    if (bytes >= sizeof name)
        file += bytes - sizeof name + 1;
    (void)snprintf(name, sizeof name, "%s", file);
    char *point = strrchr(name, '.');
    if (point != NULL && is_listed("gz", point + 1)) {
        *point = '\0';
        point = strrchr(name, '.');
    }
    if (point == NULL)
        return NULL;
    for (size_t i = 0; i < ak_capture_format_count; i++)
        if (is_listed(ak_capture_formats[i].extensions, point + 1))
            return &ak_capture_formats[i];
    return NULL;
}

static enum ak_capture_status tell_no_memory(const char *file, struct ak_capture_result *result)
{
    (void)snprintf(result->error, sizeof result->error, "%.160s: no memory to read it", file);
    return AK_CAPTURE_NO_MEMORY;
}

static int fail_unknown(struct ak_reader *reader)
{
    char list[200];
    size_t used = 0;
    list[0] = '\0';
    for (size_t i = 0; i < ak_capture_format_count && used < sizeof list; i++)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", i > 0 ? ", " : "",
                                 ak_capture_formats[i].name);
    const uint8_t *at = ak_input_at(&reader->input);
    char found[80];
    used = 0;
    size_t count = ak_input_see(&reader->input, 8);
    for (size_t i = 0; i < count; i++)
        used += (size_t)snprintf(found + used, sizeof found - used, "%02x", at[i]);
    return ak_reader_fail_at(reader, 0, "found a file that begins with %s, expected one of %s",
                             found, list);
}

static int read_all(struct ak_reader *reader)
{
    size_t count = ak_input_see(&reader->input, LOOK_BYTES);
    if (count == 0)
        return ak_reader_fail_at(reader, 0, "%s, expected a recording",
                                 reader->input.failure != NULL ? reader->input.failure
                                                               : "found an empty file");
    const struct ak_capture_format *format = reader->options->format;
    for (size_t i = 0; i < ak_capture_format_count && format == NULL; i++)
        if (ak_capture_formats[i].begins(ak_input_at(&reader->input), count))
            format = &ak_capture_formats[i];
    if (format == NULL)
        format = format_by_name(reader->file);
    if (format == NULL)
        return fail_unknown(reader);
    reader->result->format = format;
    return format->read(reader);
}

enum ak_capture_status ak_capture_read(const char *file, const struct ak_capture_source *source,
                                       const struct ak_capture_options *options,
                                       const struct ak_record_sink *sink,
                                       struct ak_capture_result *result)
{
    struct ak_capture_options defaults;
    memset(result, 0, sizeof *result);
    struct ak_reader *reader = malloc(sizeof *reader);
    if (reader == NULL)
        return tell_no_memory(file, result);
    ak_capture_options_init(&defaults);
    reader->file = file;
    reader->options = options != NULL ? options : &defaults;
    reader->sink = sink;
    reader->result = result;
    reader->last_fs = 0;
    reader->order_fs = 0;
    reader->disorder = 0;
    reader->has_base = false;
    reader->base_s = 0;
    ak_input_open(&reader->input, source);
    int status = read_all(reader);
    ak_input_close(&reader->input);
    if (reader->disorder > 0)
        ak_reader_note(reader, "records earlier than the one before them: %" PRIu64,
                       reader->disorder);
    free(reader);
    if (status == AK_CAPTURE_NO_MEMORY)
        return tell_no_memory(file, result);
    return (enum ak_capture_status)status;
}
