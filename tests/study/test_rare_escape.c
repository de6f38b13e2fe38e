/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the CRCs overlook, counted: the figures that the closed form rests on.
 * Not here: how often packets are hit (test_rare.c).
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "study/rare_closed.h"

#define DLLP_BITS 48u
#define TABLE     16384u /* slots for syndromes */

/* ---- CRC-16 ---- */

/* Reflected polynomial D008h (100Bh), bit 0 of byte 0 first; a pattern's syndrome is the CRC
 * without its constants. */
static uint16_t dllp_syndrome(uint32_t bit)
{
    uint32_t crc = 0;

    if (bit >= 32u)
        return (uint16_t)(1u << (bit - 32u));
    for (uint32_t i = 0; i < 32u; i++) {
        uint32_t feedback = (crc ^ (i == bit)) & 1u;
        crc = (crc >> 1) ^ (feedback ? 0xD008u : 0u);
    }
    return (uint16_t)crc;
}

/* patterns[w][s]: how many patterns of w wrong bits have syndrome s. */
static void crc16_overlooks_what_the_table_says(void **state)
{
    static uint64_t patterns[DLLP_BITS + 1u][65536];
    uint64_t all = 0;
    double sum = 0;

    (void)state;
    patterns[0][0] = 1;
    for (uint32_t bit = 0; bit < DLLP_BITS; bit++) {
        uint32_t syndrome = dllp_syndrome(bit);
        for (uint32_t w = DLLP_BITS; w > 0; w--) {
            for (uint32_t s = 0; s < 65536u; s++)
                patterns[w][s] += patterns[w - 1u][s ^ syndrome];
        }
    }
    for (uint32_t w = 0; w <= DLLP_BITS; w++)
        all += patterns[w][0];
    assert_int_equal(all, 1ull << 32); /* every code word once */
    for (uint32_t w = 1; w < 5; w++)
        assert_int_equal(patterns[w][0], 0);
    for (uint32_t w = 5; w <= DLLP_BITS; w++)
        sum += (double)patterns[w][0] * pow(1e-3, w) * pow(1 - 1e-3, DLLP_BITS - w);
    assert_true(fabs(rare_crc16_escape(1e-3) / sum - 1) < 1e-4);
}

/* ---- LCRC ---- */

struct syndromes {
    uint32_t of_bit[4096];
    uint32_t slots[TABLE]; /* 0: empty; no syndrome is 0 */
    uint32_t count;
};

static uint32_t slot_of(uint32_t syndrome)
{
    return (syndrome * 2654435761u) >> 18;
}

/* x^i modulo 04C11DB7h for i below `bits`. */
static void fill(struct syndromes *all, uint32_t bits)
{
    uint32_t power = 1;

    memset(all, 0, sizeof *all);
    for (uint32_t i = 0; i < bits; i++) {
        uint32_t slot = slot_of(power);
        while (all->slots[slot])
            slot = (slot + 1u) % TABLE;
        all->slots[slot] = power;
        all->of_bit[i] = power;
        power = (power << 1) ^ (power >> 31 ? 0x04C11DB7u : 0u);
    }
    all->count = bits;
}

static bool holds(const struct syndromes *all, uint32_t syndrome)
{
    uint32_t slot = slot_of(syndrome);

    while (all->slots[slot] && all->slots[slot] != syndrome)
        slot = (slot + 1u) % TABLE;
    return syndrome != 0 && all->slots[slot] == syndrome;
}

/* Whether four wrong bits of which the first is bit 0 can be overlooked. */
static bool overlooks_four(const struct syndromes *all)
{
    for (uint32_t a = 1; a < all->count; a++) {
        for (uint32_t b = a + 1u; b < all->count; b++) {
            if (holds(all, 1u ^ all->of_bit[a] ^ all->of_bit[b]))
                return true;
        }
    }
    return false;
}

static bool overlooks_five(const struct syndromes *all)
{
    for (uint32_t a = 1; a < all->count; a++) {
        for (uint32_t b = a + 1u; b < all->count; b++) {
            uint32_t three = 1u ^ all->of_bit[a] ^ all->of_bit[b];
            for (uint32_t c = b + 1u; c < all->count; c++) {
                if (holds(all, three ^ all->of_bit[c]))
                    return true;
            }
        }
    }
    return false;
}

/* Two rows of the table of distances, at their edges: 268 and 2974 bits ahead of the LCRC. */
static void lcrc_has_the_distances_of_the_table(void **state)
{
    struct syndromes *all = malloc(sizeof *all);

    (void)state;
    assert_non_null(all);
    fill(all, 2974u + 32u);
    assert_false(overlooks_four(all));
    fill(all, 2975u + 32u);
    assert_true(overlooks_four(all));
    fill(all, 268u + 32u);
    assert_false(overlooks_five(all));
    fill(all, 269u + 32u);
    assert_true(overlooks_five(all));
    free(all);
}

/* 256 bytes of payload, header 12: 274 bytes, 2188 bits covered, five wrong bits at least:
 * C(2188, 5) = 4.1601e14; times 1e-40 over 2^32. */
static void lcrc_escape_by_hand(void **state)
{
    double patterns = 2188.0 * 2187 * 2186 * 2185 * 2184 / 120;

    (void)state;
    assert_true(fabs(rare_lcrc_escape(274, 1e-8) / (patterns * 1e-40 / 4294967296.0) - 1) < 1e-4);
    assert_true(rare_lcrc_escape(274, 0) == 0);
    /* 4 KiB: four are enough. */
    assert_true(rare_lcrc_escape(4114, 1e-8) > 1e3 * rare_lcrc_escape(274, 1e-8));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crc16_overlooks_what_the_table_says),
        cmocka_unit_test(lcrc_has_the_distances_of_the_table),
        cmocka_unit_test(lcrc_escape_by_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
