/* SPDX-License-Identifier: Apache-2.0 */
/*
 * LCRC and DLLP CRC: every kernel against a bit-serial computation, and the bounds of its accesses.
 * Not here: recorded packets (tests/vectors/test_crc_vectors.c), the tables (test_crc_tables.c).
 *
 * Rules: LCRC-01, LCRC-02, DLLP-01.
 */
#define _DEFAULT_SOURCE /* mmap's MAP_ANONYMOUS */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#include "acknak/crc.h"
#include "bit_serial_crc.h"

#define LONGEST_BYTES 4224 /* past header, prefixes, 4096 bytes of data and ECRC */
#define SHORT_BYTES   300

static const enum ak_crc_kernel kernels[] = {AK_CRC_PORTABLE, AK_CRC_PCLMUL, AK_CRC_VPCLMUL};

#define KERNELS (sizeof(kernels) / sizeof(kernels[0]))

static uint8_t content[LONGEST_BYTES];
static const uint16_t content_seq = 0xA5C;
/* The LCRC of content[0..n). */
static uint32_t expected[LONGEST_BYTES + 1];

static uint32_t expected_lcrc(uint16_t seq, const uint8_t *tlp, size_t tlp_bytes)
{
    uint32_t shift_register = bit_serial_lcrc_begin(seq);
    uint8_t wire[4];

    for (size_t i = 0; i < tlp_bytes; i++)
        shift_register = bit_serial_lcrc_step(shift_register, tlp[i]);
    bit_serial_lcrc_end(shift_register, wire);
    return le32(wire);
}

static int prepare_content(void **state)
{
    uint32_t random = 1;
    uint32_t shift_register = bit_serial_lcrc_begin(content_seq);

    (void)state;
    for (size_t i = 0; i <= LONGEST_BYTES; i++) {
        uint8_t wire[4];

        bit_serial_lcrc_end(shift_register, wire);
        expected[i] = le32(wire);
        if (i < LONGEST_BYTES) {
            random = random * 1664525u + 1013904223u;
            content[i] = (uint8_t)(random >> 24);
            shift_register = bit_serial_lcrc_step(shift_register, content[i]);
        }
    }
    return 0;
}

/* All up to SHORT_BYTES, then those around the steps of the kernels and the longest TLPs. */
static size_t next_length(size_t tlp_bytes)
{
    if (tlp_bytes == SHORT_BYTES)
        return 500;
    if (tlp_bytes == 580)
        return 1020;
    if (tlp_bytes == 1040)
        return 4080;
    return tlp_bytes + 1;
}

static void check_at(enum ak_crc_kernel kernel, uint8_t *tlp, uint8_t *destination,
                     size_t tlp_bytes)
{
    memcpy(tlp, content, tlp_bytes);
    assert_int_equal(ak_lcrc(kernel, content_seq, tlp, tlp_bytes), expected[tlp_bytes]);

    memset(destination, 0, tlp_bytes);
    assert_int_equal(ak_lcrc_copy(kernel, content_seq, destination, tlp, tlp_bytes),
                     expected[tlp_bytes]);
    assert_memory_equal(destination, content, tlp_bytes);
}

static void test_every_length(void **state)
{
    static uint8_t tlp[LONGEST_BYTES];
    static uint8_t destination[LONGEST_BYTES];

    (void)state;
    for (size_t k = 0; k < KERNELS; k++) {
        if (!ak_crc_kernel_available(kernels[k]))
            continue;
        for (size_t tlp_bytes = 0; tlp_bytes <= LONGEST_BYTES; tlp_bytes++)
            check_at(kernels[k], tlp, destination, tlp_bytes);
    }
}

/* Source and destination move against each other, so that every pair of low address bits comes. */
static void test_every_alignment(void **state)
{
    static _Alignas(64) uint8_t tlp[64 + SHORT_BYTES];
    static _Alignas(64) uint8_t destination[64 + SHORT_BYTES];

    (void)state;
    for (size_t k = 0; k < KERNELS; k++) {
        if (!ak_crc_kernel_available(kernels[k]))
            continue;
        for (size_t offset = 0; offset < 64; offset++) {
            for (size_t tlp_bytes = 0; tlp_bytes <= SHORT_BYTES; tlp_bytes++)
                check_at(kernels[k], tlp + offset, destination + (tlp_bytes * 5 + offset) % 64,
                         tlp_bytes);
        }
    }
}

static void test_all_sequence_numbers(void **state)
{
    (void)state;
    for (uint32_t seq = 0; seq <= 0xFFFF; seq++) {
        uint32_t lcrc = expected_lcrc((uint16_t)seq, content, 12);

        for (size_t k = 0; k < KERNELS; k++) {
            if (ak_crc_kernel_available(kernels[k]))
                assert_int_equal(ak_lcrc(kernels[k], (uint16_t)seq, content, 12), lcrc);
        }
    }
}

/* A page of `bytes` between two that no access survives. */
static uint8_t *map_guarded(size_t *bytes)
{
    size_t page_bytes = (size_t)sysconf(_SC_PAGESIZE);
    size_t inner_bytes = (LONGEST_BYTES + page_bytes - 1) / page_bytes * page_bytes;
    uint8_t *outer =
        mmap(NULL, inner_bytes + 2 * page_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    assert_true(outer != MAP_FAILED);
    assert_int_equal(mprotect(outer + page_bytes, inner_bytes, PROT_READ | PROT_WRITE), 0);
    *bytes = inner_bytes;
    return outer + page_bytes;
}

/* Four packets in one batch that share their TLP; one of them copies. */
static void check_batch_at(enum ak_crc_kernel kernel, const uint8_t *tlp, uint8_t *destination,
                           size_t tlp_bytes)
{
    struct ak_lcrc_job jobs[4];

    memset(destination, 0, tlp_bytes);
    for (size_t i = 0; i < 4; i++) {
        jobs[i] = (struct ak_lcrc_job){
            .tlp = tlp,
            .destination = i == tlp_bytes / 4 % 4 ? destination : NULL,
            .tlp_bytes = tlp_bytes,
            .seq = content_seq,
        };
    }
    ak_lcrc_batch(kernel, jobs, 4);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(jobs[i].lcrc, expected[tlp_bytes]);
    assert_memory_equal(destination, content, tlp_bytes);
}

static void test_no_access_beyond_either_end(void **state)
{
    size_t bytes = 0;
    uint8_t *tlp = map_guarded(&bytes);
    uint8_t *destination = map_guarded(&bytes);

    (void)state;
    for (size_t k = 0; k < KERNELS; k++) {
        if (!ak_crc_kernel_available(kernels[k]))
            continue;
        for (size_t n = 0; n <= LONGEST_BYTES; n = next_length(n)) {
            size_t to_the_end = bytes - n;

            check_at(kernels[k], tlp, destination, n);
            check_batch_at(kernels[k], tlp, destination, n);
            check_at(kernels[k], tlp + to_the_end, destination + to_the_end, n);
            check_batch_at(kernels[k], tlp + to_the_end, destination + to_the_end, n);
        }
    }
}

static void check_neighbours(enum ak_crc_kernel kernel, size_t offset, size_t tlp_bytes)
{
    static _Alignas(64) uint8_t area[128 + LONGEST_BYTES + 64];
    uint8_t *destination = area + 64 + offset;

    memset(area, 0x5A, sizeof(area));
    assert_int_equal(ak_lcrc_copy(kernel, content_seq, destination, content, tlp_bytes),
                     expected[tlp_bytes]);
    assert_memory_equal(destination, content, tlp_bytes);
    for (const uint8_t *byte = area; byte < area + sizeof(area); byte++) {
        if (byte < destination || byte >= destination + tlp_bytes)
            assert_int_equal(*byte, 0x5A);
    }
}

/* Guard pages do not see a wrong byte next to the copy when it lies within the page. */
static void test_copy_leaves_neighbours_alone(void **state)
{
    static const size_t long_bytes[] = {512, 516, 764, 768, 1040, 4112};

    (void)state;
    for (size_t k = 0; k < KERNELS; k++) {
        if (!ak_crc_kernel_available(kernels[k]))
            continue;
        for (size_t n = 0; n <= LONGEST_BYTES; n = next_length(n))
            check_neighbours(kernels[k], 0, n);
        for (size_t offset = 1; offset < 64; offset++) {
            for (size_t i = 0; i < sizeof(long_bytes) / sizeof(long_bytes[0]); i++)
                check_neighbours(kernels[k], offset, long_bytes[i]);
        }
    }
}

/* Mixed lengths, with and without a copy, in batches of every size up to three groups of four. */
static void test_batch_of_every_size(void **state)
{
    static const size_t lengths[] = {12, 80, 16, 272, 64, 0, 60, 516, 3, 528, 128, 4112, 20, 81};
    static uint8_t copies[14][LONGEST_BYTES];

    (void)state;
    for (size_t k = 0; k < KERNELS; k++) {
        if (!ak_crc_kernel_available(kernels[k]))
            continue;
        for (size_t count = 0; count <= 14; count++) {
            struct ak_lcrc_job jobs[15];

            memset(copies, 0, sizeof(copies));
            for (size_t i = 0; i < 14; i++) {
                jobs[i] = (struct ak_lcrc_job){
                    .tlp = content,
                    .destination = (i + count) % 3 ? copies[i] : NULL,
                    .tlp_bytes = lengths[i],
                    .lcrc = 0x12345678u,
                    .seq = content_seq,
                };
            }
            ak_lcrc_batch(kernels[k], jobs, count);
            for (size_t i = 0; i < 14; i++) {
                assert_int_equal(jobs[i].lcrc, i < count ? expected[lengths[i]] : 0x12345678u);
                if (i < count && jobs[i].destination)
                    assert_memory_equal(copies[i], content, lengths[i]);
                else
                    assert_int_equal(copies[i][0], 0);
            }
        }
    }
}

/* Each packet of a group has its own sequence number, length and bytes: none takes another's sum.
 */
static void test_batch_keeps_packets_apart(void **state)
{
    struct ak_lcrc_job jobs[8];

    (void)state;
    for (size_t k = 0; k < KERNELS; k++) {
        if (!ak_crc_kernel_available(kernels[k]))
            continue;
        for (size_t round = 0; round < 200; round++) {
            for (size_t i = 0; i < 8; i++) {
                jobs[i] = (struct ak_lcrc_job){
                    .tlp = content + round * 3 + i * 17,
                    .tlp_bytes = 12 + 4 * ((round * 7 + i * 13) % 126),
                    .seq = (uint16_t)((round * 911 + i * 4095) & 0xFFF),
                };
            }
            ak_lcrc_batch(kernels[k], jobs, 8);
            for (size_t i = 0; i < 8; i++)
                assert_int_equal(jobs[i].lcrc,
                                 expected_lcrc(jobs[i].seq, jobs[i].tlp, jobs[i].tlp_bytes));
        }
    }
}

/* Four packets of one length, each with content, number and destination of its own. */
static void check_alike(enum ak_crc_kernel kernel, size_t tlp_bytes, bool copies)
{
    static uint8_t copied[4][600];
    struct ak_lcrc_job jobs[4];

    memset(copied, 0xC5, sizeof(copied));
    for (size_t i = 0; i < 4; i++) {
        jobs[i] = (struct ak_lcrc_job){
            .tlp = content + i * 331,
            .destination = copies ? copied[i] + i : NULL,
            .tlp_bytes = tlp_bytes,
            .seq = (uint16_t)((tlp_bytes * 5 + i * 1365) & 0xFFF),
        };
    }
    ak_lcrc_batch(kernel, jobs, 4);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(jobs[i].lcrc, expected_lcrc(jobs[i].seq, jobs[i].tlp, tlp_bytes));
        if (copies) {
            assert_memory_equal(copied[i] + i, jobs[i].tlp, tlp_bytes);
            assert_int_equal(copied[i][i + tlp_bytes], 0xC5);
        }
    }
}

static void test_batch_of_one_length(void **state)
{
    (void)state;
    for (size_t k = 0; k < KERNELS; k++) {
        for (size_t n = 12; n <= 520 && ak_crc_kernel_available(kernels[k]); n += 4) {
            check_alike(kernels[k], n, false);
            check_alike(kernels[k], n, true);
        }
    }
}

/* LCRC-02: over sequence number, TLP and LCRC the CRC is a constant, good or nullified. */
static void test_residues(void **state)
{
    uint8_t frame[LONGEST_BYTES + 4];

    (void)state;
    for (size_t k = 0; k < KERNELS; k++) {
        if (!ak_crc_kernel_available(kernels[k]))
            continue;
        for (size_t n = 0; n <= LONGEST_BYTES; n = next_length(n)) {
            uint32_t lcrc = ak_lcrc(kernels[k], content_seq, content, n);

            memcpy(frame, content, n);
            for (size_t i = 0; i < 4; i++)
                frame[n + i] = (uint8_t)(lcrc >> (8 * i));
            assert_int_equal(ak_lcrc(kernels[k], content_seq, frame, n + 4), 0x2144DF1Cu);
            for (size_t i = 0; i < 4; i++)
                frame[n + i] = (uint8_t)(~lcrc >> (8 * i));
            assert_int_equal(ak_lcrc(kernels[k], content_seq, frame, n + 4), 0xFFFFFFFFu);
        }
    }
}

static void test_best_kernel_is_available(void **state)
{
    (void)state;
    assert_true(ak_crc_kernel_available(AK_CRC_PORTABLE));
    assert_true(ak_crc_kernel_available(ak_crc_best_kernel()));
    for (size_t k = 0; k < KERNELS; k++) {
        if (ak_crc_kernel_available(kernels[k]))
            assert_true(ak_crc_best_kernel() >= kernels[k]);
    }
}

static void test_availability_agrees_with_the_compiler(void **state)
{
    (void)state;
#if defined(__x86_64__) && defined(__GNUC__)
    bool pclmul = __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("sse4.1");
    bool vpclmul = pclmul && __builtin_cpu_supports("vpclmulqdq") &&
                   __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
                   __builtin_cpu_supports("bmi2");

    assert_int_equal(ak_crc_kernel_available(AK_CRC_PCLMUL), pclmul);
    assert_int_equal(ak_crc_kernel_available(AK_CRC_VPCLMUL), vpclmul);
#else
    assert_int_equal(ak_crc_best_kernel(), AK_CRC_PORTABLE);
    assert_int_equal(ak_lcrc(AK_CRC_VPCLMUL, content_seq, content, 80), expected[80]);
#endif
}

static void check_dllp(const uint8_t dllp[4])
{
    uint8_t wire[2];

    bit_serial_dllp_crc(dllp, wire);
    assert_int_equal(ak_dllp_crc(dllp), le16(wire));
}

/* The CRC is affine: right for every value of every byte, it can only be wrong in how they add. */
static void test_dllp_crc(void **state)
{
    (void)state;
    for (unsigned byte = 0; byte < 4; byte++) {
        for (unsigned value = 0; value < 256; value++) {
            uint8_t dllp[4] = {0};

            dllp[byte] = (uint8_t)value;
            check_dllp(dllp);
        }
    }
    for (size_t i = 0; i + 4 <= LONGEST_BYTES; i++)
        check_dllp(content + i);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_length),
        cmocka_unit_test(test_every_alignment),
        cmocka_unit_test(test_all_sequence_numbers),
        cmocka_unit_test(test_no_access_beyond_either_end),
        cmocka_unit_test(test_copy_leaves_neighbours_alone),
        cmocka_unit_test(test_batch_of_every_size),
        cmocka_unit_test(test_batch_keeps_packets_apart),
        cmocka_unit_test(test_batch_of_one_length),
        cmocka_unit_test(test_residues),
        cmocka_unit_test(test_best_kernel_is_available),
        cmocka_unit_test(test_availability_agrees_with_the_compiler),
        cmocka_unit_test(test_dllp_crc),
    };

    return cmocka_run_group_tests(tests, prepare_content, NULL);
}
