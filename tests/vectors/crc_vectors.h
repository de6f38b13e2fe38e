/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Packets and their CRCs, as bytes in wire order.
 * Not here: what is done with them (test_crc_vectors.c).
 *
 * "Captured" rows were recorded from real links and published with the ECP5-PCIe project (RK3399
 * and Intel root ports, an FPGA's replies); one row is a unit test of warp-pipe; the others were
 * computed by four or five independent routines that agree.
 */
#ifndef ACKNAK_TESTS_CRC_VECTORS_H
#define ACKNAK_TESTS_CRC_VECTORS_H

#include <stddef.h>

struct crc_vector {
    const char *name;
    const char *bytes_hex; /* LCRC: sequence number and TLP; DLLP: bytes 0 to 3 */
    const char *crc_hex;
};

extern const struct crc_vector lcrc_vectors[];
extern const size_t lcrc_vector_count;
extern const struct crc_vector dllp_crc_vectors[];
extern const size_t dllp_crc_vector_count;

#endif
