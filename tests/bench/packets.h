/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The packets that the cases work on, few enough for the first-level cache.
 * Not here: the work (floor.c, link.c, kernels.c).
 */
#ifndef ACKNAK_BENCH_PACKETS_H
#define ACKNAK_BENCH_PACKETS_H

#include <stddef.h>
#include <stdint.h>

#define BENCH_MAX_PACKETS 8

/*
 * Three independent areas of `count` packets each. A pointer is to the first packet's TLP, the next
 * lie `stride_bytes` further on; the two bytes ahead of each TLP hold its sequence number, and the
 * TLP lies on a multiple of 16.
 */
struct bench_packets {
    uint8_t *sent;
    uint8_t *copied;
    uint8_t *arrived;
    size_t stride_bytes;
    unsigned tlp_bytes;
    unsigned count; /* divides 64 */
};

/* The same memory for every caller: only one case runs at a time. */
struct bench_packets bench_packets_of(unsigned payload_bytes);

#endif
