/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whether anything follows the compressed data of a gzip file: zlib's reader passes it over.
 * Not here: reading the data (workload.h).
 */
#ifndef SIM_GZIP_END_H
#define SIM_GZIP_END_H

#include <stdbool.h>
#include <stdint.h>

/*
 * True if the gzip file ends with the end of a member, or cannot be read any more. `length` is that
 * of its data, modulo 2^32: with one member, which is usual, only the last four bytes are read.
 */
bool sim_gzip_ends_cleanly(const char *path, uint32_t length);

#endif
