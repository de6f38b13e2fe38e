/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How long a packet of a row is, and whether that is all of it.
 * Not here: reading rows (csv.c).
 */
#include "capture/csv_packet.h"

#include "acknak/frame.h"

uint32_t ak_csv_symbols_of(const struct ak_record *record, const struct ak_record_link *link)
{
    if (record->kind == AK_RECORD_DLLP) {
        return record->length_bytes + 2;
    }
    if (record->kind == AK_RECORD_OS) {
        return record->length_bytes * link->width;
    }
    bool nullified = record->end == AK_END_EDB;
    return ak_frame_tlp_sym(ak_rate_encoding(link->rate), record->length_bytes, nullified);
}

bool ak_csv_is_complete(const struct ak_record *record)
{
    struct ak_tlp_size size;
    if (record->kind == AK_RECORD_DLLP) {
        return record->length_bytes == AK_DLLP_BYTES;
    }
    return record->length_bytes > AK_SEQ_BYTES &&
           ak_tlp_measure(record->bytes + AK_SEQ_BYTES, record->length_bytes - AK_SEQ_BYTES,
                          &size) == AK_TLP_OK &&
           record->length_bytes == size.total_bytes + AK_FRAME_OVERHEAD_BYTES;
}
