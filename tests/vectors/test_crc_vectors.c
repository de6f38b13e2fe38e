/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The CRCs of recorded packets.
 * Not here: the packets (crc_vectors.c), lengths and alignments (tests/unit/test_crc.c).
 *
 * Rules: LCRC-01, LCRC-02, DLLP-01.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "check_vector.h"
#include "crc_vectors.h"

static void test_lcrc_vectors(void **state)
{
    (void)state;
    assert_int_equal(lcrc_vector_count, 21);
    for (size_t i = 0; i < lcrc_vector_count; i++)
        check_lcrc_vector(lcrc_vectors[i].name, lcrc_vectors[i].bytes_hex, lcrc_vectors[i].crc_hex,
                          NULL);
}

static void test_dllp_vectors(void **state)
{
    (void)state;
    assert_int_equal(dllp_crc_vector_count, 76);
    for (size_t i = 0; i < dllp_crc_vector_count; i++)
        check_dllp_vector(dllp_crc_vectors[i].name, dllp_crc_vectors[i].bytes_hex,
                          dllp_crc_vectors[i].crc_hex);
}

/* A reserved bit changes the CRC: sender and receiver both cover it (DLLP-03). */
static void test_reserved_bits_are_covered(void **state)
{
    static const uint8_t ack[4] = {0x00, 0x00, 0x00, 0x05};
    static const uint8_t with_reserved[4] = {0x00, 0xFF, 0xF0, 0x05};

    (void)state;
    assert_int_not_equal(ak_dllp_crc(ack), ak_dllp_crc(with_reserved));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lcrc_vectors),
        cmocka_unit_test(test_dllp_vectors),
        cmocka_unit_test(test_reserved_bits_are_covered),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
