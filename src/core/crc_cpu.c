/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which CRC kernels the processor and its operating system allow.
 * Not here: the kernels (crc_portable.c, crc_pclmul.c, crc_vpclmul.c).
 *
 * Asked by instruction and not through the compiler's built-in answer, which is a global filled in
 * by a constructor of its support library.
 */
#include "crc_kernels.h"

#if AK_CRC_X86
#include <cpuid.h>

static bool all_set(unsigned value, unsigned bits)
{
    return (value & bits) == bits;
}

/* Which register files the operating system saves: low half of XCR0. */
static unsigned saved_state(void)
{
    unsigned low;
    unsigned high;

    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

static bool has_pclmul(void)
{
    unsigned eax, ebx, ecx, edx;

    if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx))
        return false;
    return all_set(ecx, bit_PCLMUL | bit_SSE4_1);
}

static bool has_vpclmul(void)
{
    const unsigned saved_avx512 = 0xE6; /* xmm, ymm, mask registers, zmm 0-15, zmm 16-31 */
    unsigned eax, ebx, ecx, edx;

    if (!has_pclmul() || !__get_cpuid(1, &eax, &ebx, &ecx, &edx) ||
        !all_set(ecx, bit_OSXSAVE | bit_AVX) || !all_set(saved_state(), saved_avx512))
        return false;
    return __get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) &&
           all_set(ebx, bit_AVX2 | bit_BMI2 | bit_AVX512F | bit_AVX512BW | bit_AVX512VL) &&
           all_set(ecx, bit_VPCLMULQDQ);
}
#endif

bool ak_crc_kernel_available(enum ak_crc_kernel kernel)
{
#if AK_CRC_X86
    if (kernel == AK_CRC_VPCLMUL)
        return has_vpclmul();
    if (kernel == AK_CRC_PCLMUL)
        return has_pclmul();
#endif
    return kernel == AK_CRC_PORTABLE;
}

enum ak_crc_kernel ak_crc_best_kernel(void)
{
    if (ak_crc_kernel_available(AK_CRC_VPCLMUL))
        return AK_CRC_VPCLMUL;
    if (ak_crc_kernel_available(AK_CRC_PCLMUL))
        return AK_CRC_PCLMUL;
    return AK_CRC_PORTABLE;
}
