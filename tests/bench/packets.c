/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The packets that the cases work on.
 * Not here: the work (floor.c, link.c, kernels.c).
 */
#include "packets.h"

#include "bench.h"

/* Two of the largest packets; three areas fill little more than half of 48 KiB. */
#define AREA_BYTES       9216
#define TLP_OFFSET_BYTES 16

static _Alignas(64) uint8_t areas[3][AREA_BYTES];

struct bench_packets bench_packets_of(unsigned payload_bytes)
{
    unsigned tlp_bytes = BENCH_HEADER_BYTES + payload_bytes;
    size_t stride_bytes = (TLP_OFFSET_BYTES + (size_t)tlp_bytes + 63) / 64 * 64;
    struct bench_packets packets = {
        .sent = areas[0] + TLP_OFFSET_BYTES,
        .copied = areas[1] + TLP_OFFSET_BYTES,
        .arrived = areas[2] + TLP_OFFSET_BYTES,
        .stride_bytes = stride_bytes,
        .tlp_bytes = tlp_bytes,
        .count = BENCH_MAX_PACKETS,
    };

    while (packets.count * stride_bytes > AREA_BYTES)
        packets.count /= 2;
    for (size_t i = 0; i < AREA_BYTES; i++) {
        areas[0][i] = (uint8_t)(i * 7);
        areas[2][i] = (uint8_t)(i * 11);
    }
    return packets;
}
