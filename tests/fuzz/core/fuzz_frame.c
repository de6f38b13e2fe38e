/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fuzz target: any symbols as packets of 8b/10b and of 128b/130b. Each step takes something or says
 * that the input ends too early, and a packet that was found encodes to the symbols it was found
 * in. Not here: what is in the packets (fuzz_packet.c).
 *
 * Input: one byte for the encoding, then symbols: for 8b/10b two bytes each, for 128b/130b one.
 */
#include <string.h>

#include "acknak/frame.h"
#include "fuzz_input.h"

#define SYMBOLS_MAX 9000u

static void require_step(const struct ak_frame *found, size_t left)
{
    bool error = found->kind == AK_FRAME_ERROR || found->kind == AK_FRAME_TLP_ERROR;
    fuzz_require(found->kind <= AK_FRAME_TRUNCATED, "a kind of frame");
    fuzz_require(found->taken_sym <= left, "no more is taken than there is");
    fuzz_require(found->taken_sym >= 1 || found->kind == AK_FRAME_TRUNCATED,
                 "a step takes a symbol");
    fuzz_require((found->error != NULL) == error, "an error says what is wrong, nothing else does");
    fuzz_require(found->bytes <= AK_FRAME_MAX_BYTES, "no frame is larger than the largest");
}

static bool is_tlp(const struct ak_frame *found)
{
    return found->kind == AK_FRAME_TLP || found->kind == AK_FRAME_TLP_EDB;
}

static void again_8b10b(const uint16_t *sym, const uint8_t *bytes, const struct ak_frame *found)
{
    static uint16_t encoded[AK_FRAME_MAX_SYM];
    size_t count = 0;
    if (is_tlp(found)) {
        count = ak_frame_8b10b_encode_tlp(encoded, AK_FRAME_MAX_SYM, bytes, found->bytes,
                                          found->kind == AK_FRAME_TLP_EDB);
    } else if (found->kind == AK_FRAME_DLLP) {
        ak_frame_8b10b_encode_dllp(encoded, bytes);
        count = AK_DLLP_SYM;
    }
    fuzz_require(count == 0 || count == found->taken_sym, "as many symbols again");
    fuzz_require(memcmp(encoded, sym, count * sizeof(*sym)) == 0, "the same symbols again");
}

static void run_8b10b(struct fuzz_input *input)
{
    static uint8_t out[AK_FRAME_MAX_BYTES];
    size_t count = input->left_bytes / 2 < SYMBOLS_MAX ? input->left_bytes / 2 : SYMBOLS_MAX;
    uint16_t *sym = malloc(count * sizeof(*sym) + 1);
    struct ak_frame found;
    fuzz_require(sym != NULL, "memory");
    for (size_t i = 0; i < count; i++) {
        sym[i] = fuzz_u16(input) & 0x3FFu;
        (void)ak_symbol_name(sym[i]);
    }
    for (size_t at = 0; at < count; at += found.taken_sym) {
        ak_frame_8b10b_decode(&sym[at], count - at, out, &found);
        require_step(&found, count - at);
        again_8b10b(&sym[at], out, &found);
        if (found.kind == AK_FRAME_TRUNCATED) {
            break;
        }
    }
    free(sym);
}

static void again_128b130b(const uint8_t *sym, const uint8_t *bytes, const struct ak_frame *found)
{
    static uint8_t encoded[AK_FRAME_MAX_SYM];
    size_t count = 0;
    if (is_tlp(found)) {
        count = ak_frame_128b130b_encode_tlp(encoded, AK_FRAME_MAX_SYM, bytes, found->bytes,
                                             found->kind == AK_FRAME_TLP_EDB);
        fuzz_require(count == found->taken_sym, "as many symbols again");
    } else if (found->kind == AK_FRAME_DLLP) {
        ak_frame_128b130b_encode_dllp(encoded, bytes);
        count = AK_DLLP_SYM;
    }
    fuzz_require(memcmp(encoded, sym, count) == 0, "the same symbols again");
}

static void run_128b130b(struct fuzz_input *input)
{
    static uint8_t out[AK_FRAME_MAX_BYTES];
    size_t count = SYMBOLS_MAX;
    const uint8_t *sym = fuzz_bytes(input, &count);
    struct ak_frame found;
    for (size_t at = 0; at < count; at += found.taken_sym) {
        if (count - at >= AK_TOKEN_BYTES) {
            enum ak_token token = ak_token_classify(&sym[at]);
            fuzz_require(ak_token_name(token)[0] != '\0', "a token has a name");
            fuzz_require(!ak_token_is_error(token) || token >= AK_TOKEN_BAD_FCRC, "an error token");
        }
        ak_frame_128b130b_decode(&sym[at], count - at, out, &found);
        require_step(&found, count - at);
        again_128b130b(&sym[at], out, &found);
        if (found.kind == AK_FRAME_TRUNCATED) {
            break;
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size_bytes)
{
    struct fuzz_input input = {data, size_bytes};
    if (fuzz_u8(&input) % 2 == 0) {
        run_8b10b(&input);
    } else {
        run_128b130b(&input);
    }
    return 0;
}
