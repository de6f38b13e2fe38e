/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every constant of the CRC kernels from its definition.
 * Not here: what the kernels make of them (test_crc.c).
 *
 * Rules: LCRC-01, DLLP-01.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bit_serial_crc.h"
#include "core/crc_tables.h"

static uint32_t mirror(uint32_t value, unsigned bits)
{
    uint32_t mirrored = 0;

    for (unsigned k = 0; k < bits; k++)
        mirrored |= (value >> k & 1u) << (bits - 1 - k);
    return mirrored;
}

/* The mirrored register, begun at 0, after a byte and `zeros` zero bytes. */
static uint32_t slice(uint8_t byte, unsigned zeros, unsigned degree, uint32_t poly)
{
    uint32_t shift_register = bit_serial_step(0, byte, degree, poly);

    for (unsigned i = 0; i < zeros; i++)
        shift_register = bit_serial_step(shift_register, 0, degree, poly);
    return mirror(shift_register, degree);
}

static void test_slices(void **state)
{
    (void)state;
    for (unsigned byte = 0; byte < 256; byte++) {
        for (unsigned row = 0; row < 16; row++)
            assert_int_equal(ak_crc_lcrc_slices[row][byte],
                             slice((uint8_t)byte, row, 32, 0x04C11DB7u));
        for (unsigned row = 0; row < 4; row++)
            assert_int_equal(ak_crc_dllp_slices[row][byte], slice((uint8_t)byte, row, 16, 0x100Bu));
    }
}

static void test_seeds(void **state)
{
    (void)state;
    for (unsigned number = 0; number < 65536; number++)
        assert_int_equal(ak_crc_lcrc_seeds[0][number & 255] ^ ak_crc_lcrc_seeds[1][number >> 8],
                         mirror(bit_serial_lcrc_begin((uint16_t)number), 32));
}

/* A multiplier is a mirrored 32-bit remainder, one bit up. */
static uint64_t multiplier(uint32_t remainder)
{
    return (uint64_t)mirror(remainder, 32) << 1;
}

/* Times x^bits modulo P, by shifting: a register that is fed zeros does this. */
static uint32_t times_power(uint32_t remainder, unsigned bits)
{
    for (unsigned i = 0; i < bits / 8; i++)
        remainder = bit_serial_lcrc_step(remainder, 0);
    return remainder;
}

static uint32_t remainder_of(uint64_t value)
{
    assert_int_equal(value >> 33, 0);
    assert_int_equal(value & 1u, 0);
    return mirror((uint32_t)(value >> 1), 32);
}

/* x^32 mod P is P without its highest term: the entry of the word that nothing follows. */
static void test_powers(void **state)
{
    const uint32_t x_32 = 0x04C11DB7u;
    const size_t last_word = AK_CRC_POWERS_FIRST_BYTES / 8;

    (void)state;
    assert_int_equal(ak_crc_lcrc_powers[0][last_word], multiplier(x_32));
    assert_int_equal(ak_crc_lcrc_powers[1][last_word], multiplier(times_power(x_32, 32)));
    for (unsigned row = 0; row < 2; row++) {
        for (size_t i = 0; i + 1 < AK_CRC_POWERS; i++) {
            uint32_t later = remainder_of(ak_crc_lcrc_powers[row][i + 1]);

            assert_int_equal(ak_crc_lcrc_powers[row][i], multiplier(times_power(later, 64)));
        }
    }
}

static void test_folding_constants(void **state)
{
    const struct ak_crc_constants *constants = &ak_crc_lcrc_constants;
    const uint32_t x_32 = 0x04C11DB7u;

    (void)state;
    assert_int_equal(constants->fold_64[0], multiplier(times_power(x_32, 8 * 64)));
    assert_int_equal(constants->fold_64[1], multiplier(times_power(x_32, 8 * 64 - 64)));
    assert_int_equal(constants->fold_256[0], multiplier(times_power(x_32, 8 * 256)));
    assert_int_equal(constants->fold_256[1], multiplier(times_power(x_32, 8 * 256 - 64)));
}

static void test_reduction_constants(void **state)
{
    const uint64_t *reduce = ak_crc_lcrc_constants.reduce;
    uint64_t product = 0;

    (void)state;
    /* P's 33 bits mirrored: the lowest bit is its highest term. */
    assert_int_equal(reduce[1], (uint64_t)mirror(0x04C11DB7u, 32) << 1 | 1u);
    for (unsigned k = 0; k < 64; k++) {
        if (reduce[0] >> k & 1u)
            product ^= reduce[1] << k;
    }
    assert_int_equal(product, 1);
}

#if defined(__x86_64__) && defined(__GNUC__)
static bool lies_in_one_page(const void *table, size_t bytes)
{
    const uintptr_t first = (uintptr_t)table;

    return first / 4096 == (first + bytes - 1) / 4096;
}

/* The kernels read these at any offset, 16 to 64 bytes at once. The linker may put them anywhere:
 * their alignment must bar each place across a page, not only the one of this program. */
static void test_unaligned_loads_stay_in_a_page(void **state)
{
    (void)state;
    assert_true(lies_in_one_page(ak_crc_lcrc_powers, sizeof(ak_crc_lcrc_powers)));
    assert_true(lies_in_one_page(&ak_crc_lcrc_constants, sizeof(ak_crc_lcrc_constants)));
    assert_true(__alignof__(ak_crc_lcrc_powers) >= sizeof(ak_crc_lcrc_powers));
    assert_true(__alignof__(ak_crc_lcrc_constants) >= sizeof(ak_crc_lcrc_constants));
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_slices),
        cmocka_unit_test(test_seeds),
        cmocka_unit_test(test_powers),
        cmocka_unit_test(test_folding_constants),
        cmocka_unit_test(test_reduction_constants),
#if defined(__x86_64__) && defined(__GNUC__)
        cmocka_unit_test(test_unaligned_loads_stay_in_a_page),
#endif
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
