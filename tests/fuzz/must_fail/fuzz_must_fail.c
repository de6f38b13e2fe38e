/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fuzz target that must fail: the proof that a failure is seen. It aborts at one input, and reads
 * beyond its memory at another, which only the address sanitizer sees.
 * Not here: any code of the project.
 */
#include <string.h>

#include "fuzz_input.h"

static const char aborts[] = "Nak 4095";
static const char overreads[] = "Ack 4095";

static bool is(const char *word, const uint8_t *data, size_t size_bytes)
{
    return size_bytes >= 8 && memcmp(data, word, 8) == 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size_bytes)
{
    fuzz_require(!is(aborts, data, size_bytes), "the planted failure is not met");
    if (is(overreads, data, size_bytes)) {
        volatile uint8_t byte = data[size_bytes]; /* planted: one byte too far */
        (void)byte;
    }
    return 0;
}
