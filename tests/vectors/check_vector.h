/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Checks one packet and its CRC with every kernel there is. Include after cmocka.h.
 * Not here: the packets.
 */
#ifndef ACKNAK_TESTS_CHECK_VECTOR_H
#define ACKNAK_TESTS_CHECK_VECTOR_H

#include <stdio.h>
#include <string.h>

#include "acknak/crc.h"
#include "bit_serial_crc.h"

static inline size_t bytes_of_hex(const char *hex, uint8_t *bytes, size_t most_bytes)
{
    size_t count = strlen(hex) / 2;

    assert_int_equal(strlen(hex) % 2, 0);
    assert_true(count <= most_bytes);
    for (size_t i = 0; i < count; i++) {
        unsigned value = 0;

        assert_int_equal(sscanf(hex + 2 * i, "%2x", &value), 1);
        bytes[i] = (uint8_t)value;
    }
    return count;
}

/* LCRC-01 and LCRC-02: the value, and its complement as that of the nullified TLP. */
static inline void check_lcrc_vector(const char *name, const char *seq_and_tlp_hex,
                                     const char *lcrc_hex, const char *nullified_hex)
{
    static const enum ak_crc_kernel kernels[] = {AK_CRC_PORTABLE, AK_CRC_PCLMUL, AK_CRC_VPCLMUL};
    uint8_t bytes[2 + 4200];
    uint8_t wire[4];
    uint8_t nullified_wire[4];
    size_t count = bytes_of_hex(seq_and_tlp_hex, bytes, sizeof(bytes));
    uint16_t seq = (uint16_t)(bytes[0] << 8 | bytes[1]);

    assert_true(count >= 2);
    assert_int_equal(bytes_of_hex(lcrc_hex, wire, 4), 4);
    for (size_t k = 0; k < sizeof(kernels) / sizeof(kernels[0]); k++) {
        if (!ak_crc_kernel_available(kernels[k]))
            continue;

        uint32_t lcrc = ak_lcrc(kernels[k], seq, bytes + 2, count - 2);

        if (lcrc != le32(wire))
            fail_msg("%s: kernel %d gives %08x, expected %08x", name, (int)kernels[k],
                     (unsigned)lcrc, (unsigned)le32(wire));
        if (nullified_hex) {
            assert_int_equal(bytes_of_hex(nullified_hex, nullified_wire, 4), 4);
            assert_int_equal((uint32_t)~lcrc, le32(nullified_wire));
        }
    }
}

/* DLLP-01. */
static inline void check_dllp_vector(const char *name, const char *dllp_hex, const char *crc_hex)
{
    uint8_t dllp[4];
    uint8_t wire[2];

    assert_int_equal(bytes_of_hex(dllp_hex, dllp, 4), 4);
    assert_int_equal(bytes_of_hex(crc_hex, wire, 2), 2);
    if (ak_dllp_crc(dllp) != le16(wire))
        fail_msg("%s: %04x, expected %04x", name, (unsigned)ak_dllp_crc(dllp),
                 (unsigned)le16(wire));
}

#endif
