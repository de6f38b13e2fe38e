/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The newest records of a trace, for the packets around a finding. Bounded memory.
 * Not here: how they are shown (packet_line.c).
 */
#include "cli/common/recent_records.h"

#include <string.h>

#include "acknak/dllp.h"

/* Packets lie in one piece: one that would run over the end begins at the start. */
static uint64_t place_for(struct cli_recent *recent, uint32_t bytes)
{
    uint64_t left = CLI_RECENT_BYTES - recent->bytes_used % CLI_RECENT_BYTES;
    if (left < bytes) {
        recent->bytes_used += left;
    }
    uint64_t at = recent->bytes_used;
    recent->bytes_used += bytes;
    return at;
}

void cli_recent_add(struct cli_recent *recent, const struct ak_record *record)
{
    struct cli_recent_record *kept = &recent->records[recent->count++ % CLI_RECENT_COUNT];
    uint32_t bytes = record->bytes ? record->length_bytes : 0;

    kept->record = *record;
    if (bytes > CLI_RECENT_BYTES) {
        bytes = 0;
    }
    kept->record.length_bytes = bytes;
    kept->at = place_for(recent, bytes);
    if (bytes) {
        memcpy(&recent->bytes[kept->at % CLI_RECENT_BYTES], record->bytes, bytes);
    }
}

bool cli_recent_look(struct cli_recent *recent, uint64_t back, struct ak_record *record)
{
    if (back >= recent->count || back >= CLI_RECENT_COUNT) {
        return false;
    }
    const struct cli_recent_record *kept =
        &recent->records[(recent->count - 1 - back) % CLI_RECENT_COUNT];
    if (kept->at + CLI_RECENT_BYTES < recent->bytes_used) {
        return false;
    }
    *record = kept->record;
    record->bytes = &recent->bytes[kept->at % CLI_RECENT_BYTES];
    return true;
}

uint64_t cli_recent_find(struct cli_recent *recent, uint64_t number)
{
    struct ak_record record;
    for (uint64_t back = 0; cli_recent_look(recent, back, &record); back++) {
        if (record.number == number) {
            return back;
        }
    }
    return UINT64_MAX;
}

bool cli_recent_is_telling(const struct ak_record *record)
{
    if (record->kind == AK_RECORD_OS || record->kind == AK_RECORD_LINK) {
        return false;
    }
    if (record->kind != AK_RECORD_DLLP || record->error || record->end != AK_END_GOOD) {
        return ak_record_is_wire(record->kind);
    }
    if (record->length_bytes != AK_DLLP_BYTES || !ak_dllp_crc_is_good(record->bytes)) {
        return true;
    }
    enum ak_dllp_type type = ak_dllp_type_of(record->bytes[0]);
    return type == AK_DLLP_ACK || type == AK_DLLP_NAK;
}
