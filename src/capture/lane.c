/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Makes records of the symbols of a Link of one lane at 8b/10b.
 * Not here: scrambling (scrambler.c).
 */
#include "capture/lane.h"

#include <string.h>

#include "acknak/frame.h"

#define SHORT_SET_SYM   4u  /* FTS and EIOS, COM included */
#define LONG_SET_SYM    16u /* training sets and EIEOS */
#define IDLE_AFTER_JUNK 16u

static uint64_t time_of(const struct ak_lane *lane, uint64_t index)
{
    return index > UINT64_MAX / lane->symbol_fs ? UINT64_MAX : index * lane->symbol_fs;
}

/* What began at lane->begin ends behind the symbol before `end`. */
static int emit(struct ak_lane *lane, struct ak_record *record, uint64_t end)
{
    struct ak_reader *reader = lane->reader;
    record->number = ++lane->number;
    record->time_fs = time_of(lane, lane->begin);
    record->end_fs = time_of(lane, end);
    record->direction = lane->direction;
    record->seen = lane->seen;
    if (record->kind != AK_RECORD_ERROR) {
        record->error = lane->error;
        record->length_bytes = lane->length;
        if (lane->length > sizeof reader->bytes) {
            record->length_bytes = sizeof reader->bytes;
            record->truncated = true;
        }
        record->bytes = record->length_bytes > 0 ? reader->bytes : NULL;
    }
    return ak_reader_take(reader, record);
}

static void begin(struct ak_lane *lane, enum ak_lane_state state)
{
    lane->state = state;
    lane->begin = lane->index;
    lane->length = 0;
    lane->zeros = 0;
    lane->error = false;
}

static void keep(struct ak_lane *lane, uint16_t symbol)
{
    if (lane->length < sizeof lane->reader->bytes)
        lane->reader->bytes[lane->length] = (uint8_t)symbol;
    if (lane->length < UINT32_MAX)
        lane->length++;
    if (symbol == AK_SYM_BAD)
        lane->error = true;
}

static int end_packet(struct ak_lane *lane, enum ak_packet_end end, uint64_t end_index)
{
    struct ak_record record;
    memset(&record, 0, sizeof record);
    record.kind = lane->kind;
    record.end = end;
    return emit(lane, &record, end_index);
}

static int end_set(struct ak_lane *lane, uint64_t end_index)
{
    struct ak_record record;
    memset(&record, 0, sizeof record);
    uint32_t count = lane->length < LONG_SET_SYM ? lane->length : LONG_SET_SYM;
    record.kind = AK_RECORD_OS;
    record.os = ak_reader_os_of(lane->reader->bytes, count);
    /* Behind an EIOS comes electrical idle, and what is seen there means nothing. */
    lane->state = record.os == AK_OS_EIOS ? AK_LANE_LOST : AK_LANE_IDLE;
    lane->zeros = 0;
    return emit(lane, &record, end_index);
}

static int end_junk(struct ak_lane *lane, uint64_t end_index)
{
    struct ak_record record;
    memset(&record, 0, sizeof record);
    record.kind = AK_RECORD_ERROR;
    lane->state = AK_LANE_IDLE;
    return emit(lane, &record, end_index);
}

/* A symbol that may begin something; true if it does. */
static bool take_start(struct ak_lane *lane, uint16_t symbol)
{
    if (symbol == AK_SYM_STP || symbol == AK_SYM_SDP) {
        begin(lane, AK_LANE_PACKET);
        lane->kind = symbol == AK_SYM_STP ? AK_RECORD_TLP : AK_RECORD_DLLP;
        return true;
    }
    if (symbol == AK_SYM_COM) {
        begin(lane, AK_LANE_SET);
        keep(lane, symbol);
        return true;
    }
    return false;
}

static int take_outside(struct ak_lane *lane, uint16_t symbol)
{
    bool is_end = symbol == AK_SYM_END || symbol == AK_SYM_EDB;
    if (symbol == 0 || take_start(lane, symbol))
        return AK_CAPTURE_OK;
    begin(lane, AK_LANE_JUNK);
    return is_end ? end_junk(lane, lane->index + 1) : AK_CAPTURE_OK;
}

/* Zeros do not end this: they may be the data of a packet. */
static int take_lost(struct ak_lane *lane, uint16_t symbol)
{
    if (symbol == AK_SYM_END || symbol == AK_SYM_EDB)
        lane->state = AK_LANE_IDLE;
    else
        (void)take_start(lane, symbol);
    return AK_CAPTURE_OK;
}

static int take_in_packet(struct ak_lane *lane, uint16_t symbol)
{
    if (symbol == AK_SYM_BAD || symbol <= UINT8_MAX) {
        keep(lane, symbol);
        return AK_CAPTURE_OK;
    }
    lane->state = AK_LANE_IDLE;
    if (symbol == AK_SYM_END || symbol == AK_SYM_EDB)
        return end_packet(lane, symbol == AK_SYM_EDB ? AK_END_EDB : AK_END_GOOD, lane->index + 1);
    int status = end_packet(lane, AK_END_CUT, lane->index);
    return status == AK_CAPTURE_OK ? take_outside(lane, symbol) : status;
}

/* Whether `symbol` still belongs to the set that has `lane->length` symbols. */
static bool belongs(const struct ak_lane *lane, uint16_t symbol)
{
    if (symbol == AK_SYM_BAD)
        return true;
    if (lane->second == AK_SYM_SKP || lane->second == AK_SYM_FTS || lane->second == AK_SYM_IDL)
        return symbol == lane->second;
    return symbol <= UINT8_MAX || symbol == AK_SYM_PAD || symbol == AK_SYM_EIE;
}

static uint32_t set_sym(const struct ak_lane *lane)
{
    if (lane->second == AK_SYM_SKP)
        return UINT32_MAX;
    return lane->second == AK_SYM_FTS || lane->second == AK_SYM_IDL ? SHORT_SET_SYM : LONG_SET_SYM;
}

static int take_after_set(struct ak_lane *lane, uint16_t symbol)
{
    return lane->state == AK_LANE_LOST ? take_lost(lane, symbol) : take_outside(lane, symbol);
}

static int take_in_set(struct ak_lane *lane, uint16_t symbol)
{
    if (lane->length == 1)
        lane->second = symbol;
    if (!belongs(lane, symbol)) {
        int status = end_set(lane, lane->index);
        return status == AK_CAPTURE_OK ? take_after_set(lane, symbol) : status;
    }
    keep(lane, symbol);
    return lane->length == set_sym(lane) ? end_set(lane, lane->index + 1) : AK_CAPTURE_OK;
}

static int take_junk(struct ak_lane *lane, uint16_t symbol)
{
    lane->zeros = symbol == 0 ? lane->zeros + 1 : 0;
    if (symbol == AK_SYM_END || symbol == AK_SYM_EDB)
        return end_junk(lane, lane->index + 1);
    if (lane->zeros == IDLE_AFTER_JUNK)
        return end_junk(lane, lane->index + 1 - IDLE_AFTER_JUNK);
    if (symbol != AK_SYM_STP && symbol != AK_SYM_SDP && symbol != AK_SYM_COM)
        return AK_CAPTURE_OK;
    int status = end_junk(lane, lane->index);
    (void)take_start(lane, symbol);
    return status;
}

static int take(struct ak_lane *lane, uint16_t symbol)
{
    switch (lane->state) {
    case AK_LANE_LOST:
        return take_lost(lane, symbol);
    case AK_LANE_PACKET:
        return take_in_packet(lane, symbol);
    case AK_LANE_SET:
        return take_in_set(lane, symbol);
    case AK_LANE_JUNK:
        return take_junk(lane, symbol);
    case AK_LANE_IDLE:
        break;
    }
    return take_outside(lane, symbol);
}

int ak_lane_take(struct ak_lane *lane, uint16_t symbol)
{
    int status = take(lane, symbol);
    lane->index++;
    return status;
}

void ak_lane_lose(struct ak_lane *lane)
{
    lane->state = AK_LANE_LOST;
    lane->zeros = 0;
    lane->index++;
}

int ak_lane_end(struct ak_lane *lane)
{
    struct ak_record record;
    switch (lane->state) {
    case AK_LANE_PACKET:
        memset(&record, 0, sizeof record);
        record.kind = lane->kind;
        record.end = AK_END_CUT;
        record.truncated = true;
        return emit(lane, &record, lane->index);
    case AK_LANE_SET:
        return end_set(lane, lane->index);
    case AK_LANE_JUNK:
        return end_junk(lane, lane->index);
    case AK_LANE_LOST:
    case AK_LANE_IDLE:
        break;
    }
    return AK_CAPTURE_OK;
}
