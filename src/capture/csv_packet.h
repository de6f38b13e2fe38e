/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How long a packet of a row is, and whether that is all of it.
 * Not here: reading rows (csv.c).
 */
#ifndef AK_CAPTURE_CSV_PACKET_H
#define AK_CAPTURE_CSV_PACKET_H

#include <stdbool.h>

#include "acknak/record.h"

/* Symbols of a TLP, DLLP or ordered set on all lanes of a Link whose rate and width are known. */
uint32_t ak_csv_symbols_of(const struct ak_record *record, const struct ak_record_link *link);

/* Whether a TLP or DLLP is as long as it says itself. */
bool ak_csv_is_complete(const struct ak_record *record);

#endif
