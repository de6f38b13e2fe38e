/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fuzz target: a port receives any bytes as any kind of packet. Verdict, view and all that is
 * visible afterwards are compared with the plain second implementation.
 * Not here: well-formed packets near the edges of the windows (fuzz_calls.c).
 *
 * Input: the configuration (port_config.h), then pieces. The low four bits of a piece's first byte
 * tell what it is: 0 to 9 a packet (a length of 16 bits and that many bytes follow; by the bits
 * above its CRC is made right, and its number one that the port expects), the others a call that
 * gives the port something to be acknowledged (a number of 16 bits follows).
 */
#include <string.h>

#include "port_config.h"
#include "port_pair.h"
#include "reference_crc.h"

#define PIECES_MAX  300u
#define LENGTH_MAX  4300u /* beyond the largest frame */
#define FLAG_SEAL   0x10u
#define FLAG_NUMBER 0x20u
#define FLAG_EDB    0x40u

static struct port_pair pair;

/* The number that the next TLP, or an Ack of all that was sent, has. */
static void write_number(uint8_t *bytes, size_t count, enum ak_rx_kind kind)
{
    size_t at = kind == AK_RX_DLLP ? 2 : 0;
    int64_t number = kind == AK_RX_DLLP ? pair.naive.sent : pair.naive.expected;
    if (count >= at + 2) {
        bytes[at] = (uint8_t)((bytes[at] & 0xF0u) | naive_seq(number) >> 8);
        bytes[at + 1] = (uint8_t)naive_seq(number);
    }
}

static void seal(uint8_t *bytes, size_t count, enum ak_rx_kind kind, bool complement)
{
    if (kind == AK_RX_DLLP && count == 6) {
        reference_seal_dllp(bytes);
    } else if (kind != AK_RX_DLLP && count >= 6) {
        reference_seal_frame(bytes, count - 4);
        for (size_t i = count - 4; complement && i < count; i++) {
            bytes[i] = (uint8_t)~bytes[i];
        }
    }
}

static void receive(struct fuzz_input *input, uint8_t first)
{
    static const enum ak_rx_kind kinds[] = {AK_RX_TLP,          AK_RX_TLP,  AK_RX_TLP,  AK_RX_TLP,
                                            AK_RX_TLP_EDB,      AK_RX_DLLP, AK_RX_DLLP, AK_RX_DLLP,
                                            AK_RX_ERROR_IN_TLP, AK_RX_ERROR};
    enum ak_rx_kind kind = kinds[first & 15u];
    bool empty = kind == AK_RX_ERROR_IN_TLP || kind == AK_RX_ERROR;
    size_t count = empty ? 0 : fuzz_u16(input) % LENGTH_MAX;
    const uint8_t *given = fuzz_bytes(input, &count);
    /* An exact allocation, so that the address sanitizer sees the first byte too many. */
    uint8_t *bytes = malloc(count > 0 ? count : 1u);
    fuzz_require(bytes != NULL, "memory");
    memcpy(bytes, given, count);
    if ((first & FLAG_NUMBER) != 0) {
        write_number(bytes, count, kind);
    }
    if ((first & FLAG_SEAL) != 0) {
        seal(bytes, count, kind, kind == AK_RX_TLP_EDB && (first & FLAG_EDB) != 0);
    }
    port_pair_receive(&pair, kind, bytes, count);
    port_pair_compare(&pair);
    free(bytes);
}

static void run(struct fuzz_input input, FILE *trace)
{
    static const enum call_kind calls[] = {CALL_SUBMIT, CALL_BEGIN,   CALL_END,
                                           CALL_TICK,   CALL_LINK_UP, CALL_RECOVER};
    struct ak_config config;
    fuzz_port_config(&input, &config);
    port_pair_open(&pair, &config);
    pair.trace = trace;
    port_pair_call(&pair, (struct call){CALL_LINK_UP, 0, 0});
    for (uint32_t i = 0; i < PIECES_MAX && pair.fault[0] == '\0' && !fuzz_is_empty(&input); i++) {
        uint8_t first = fuzz_u8(&input);
        if ((first & 15u) < 10) {
            receive(&input, first);
        } else {
            uint16_t number = fuzz_u16(&input);
            port_pair_call(&pair, (struct call){calls[(first & 15u) - 10], number, number});
        }
    }
    port_pair_close(&pair);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size_bytes)
{
    struct fuzz_input input = {data, size_bytes};
    run(input, NULL);
    if (pair.fault[0] != '\0') {
        run(input, stderr);
        fuzz_require(false, pair.fault);
    }
    return 0;
}
