/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fuzz target: any text as a trace. What is read goes through the checker, and is written; what was
 * written is read again and gives the same text.
 * Not here: other formats (tests/fuzz/capture).
 */
#include <string.h>

#include "acknak/check.h"
#include "fuzz_input.h"
#include "text_io.h"
#include "trace/text_reader.h"
#include "trace/text_writer.h"

static int take(void *context, const struct ak_record *record)
{
    uint64_t *findings = context;
    fuzz_require(record->finding.text[0] != '\0', "a finding says something");
    ++*findings;
    return 0;
}

/* Reads `text` and writes all its records to `written`. Returns what the reader said last. */
static int copy(const char *text, size_t bytes, struct text_sink *written, struct ak_check *check)
{
    static struct ak_text_reader reader;
    static struct ak_output output;
    struct text_source source = {text, bytes, 4096};
    struct ak_record record;
    ak_text_reader_init(&reader, "fuzz", text_source_read, &source);
    ak_output_init(&output, text_sink_write, written);
    int got = ak_text_read_begin(&reader);
    if (got == 0) {
        ak_text_write_begin(&output);
        got = ak_text_read(&reader, &record);
        while (got == 1) {
            fuzz_require(ak_text_write(&output, &record) == 0, "memory takes any text");
            if (check != NULL) {
                (void)ak_check_take(check, &record);
            }
            got = ak_text_read(&reader, &record);
        }
    }
    fuzz_require((got == -1) == (reader.error[0] != '\0'), "an error says what is wrong");
    fuzz_require(strchr(reader.error, '\n') == NULL, "in one line");
    fuzz_require(ak_output_flush(&output) == 0, "memory takes any text");
    return got;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size_bytes)
{
    struct text_sink first = {NULL, 0, 0};
    struct text_sink second = {NULL, 0, 0};
    uint64_t findings = 0;
    void *memory = malloc(ak_check_bytes());
    fuzz_require(memory != NULL, "memory");
    struct ak_check *check = ak_check_init(memory, NULL, (struct ak_record_sink){take, &findings});
    (void)copy((const char *)data, size_bytes, &first, check);
    (void)ak_check_end(check);
    if (first.bytes > 0) {
        fuzz_require(copy(first.text, first.bytes, &second, NULL) == 0, "what is written is read");
        fuzz_require(first.bytes == second.bytes &&
                         memcmp(first.text, second.text, first.bytes) == 0,
                     "the same text again");
    }
    free(first.text);
    free(second.text);
    free(memory);
    return 0;
}
