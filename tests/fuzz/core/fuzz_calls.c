/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fuzz target: any sequence of calls of a port, made on the library's and on the plain second
 * implementation, compared in everything visible after each call (tests/support/port_pair.h).
 * Not here: two ports that talk to each other (fuzz_link.c).
 *
 * Input: the configuration (port_config.h), then five bytes for each call: its kind, and two
 * numbers of 16 bits.
 */
#include "port_config.h"
#include "port_pair.h"

#define CALLS_MAX 400u /* an input of more is cut, so that each takes its milliseconds at most */

static struct port_pair pair; /* large: kept off the stack */

/* Returns whether the two agreed; tells each call to `trace` (NULL: not). */
static bool run(struct fuzz_input input, FILE *trace)
{
    struct ak_config config;
    bool agree = true;
    fuzz_port_config(&input, &config);
    port_pair_open(&pair, &config);
    pair.trace = trace;
    for (uint32_t i = 0; i < CALLS_MAX && agree && !fuzz_is_empty(&input); i++) {
        struct call call;
        call.kind = (enum call_kind)(fuzz_u8(&input) % CALL_KIND_COUNT);
        call.a = fuzz_u16(&input);
        call.b = fuzz_u16(&input);
        agree = port_pair_call(&pair, call);
    }
    port_pair_close(&pair);
    return agree;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size_bytes)
{
    struct fuzz_input input = {data, size_bytes};
    if (!run(input, NULL)) {
        run(input, stderr);
        fuzz_require(false, pair.fault);
    }
    return 0;
}
