/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the readers of all formats share: the input, the way to the sink, messages, times.
 * Not here: any format.
 */
#ifndef AK_CAPTURE_READER_H
#define AK_CAPTURE_READER_H

#include "acknak/rate.h"
#include "capture/capture.h"
#include "capture/input.h"

struct ak_reader {
    struct ak_input input;
    const char *file;
    const struct ak_capture_options *options;
    const struct ak_record_sink *sink;
    struct ak_capture_result *result;
    uint64_t last_fs;  /* latest end of a record that was taken */
    uint64_t order_fs; /* time of the record taken last */
    uint64_t disorder; /* records that were earlier than the one before them */
    bool has_base;     /* base_s is decided */
    uint64_t base_s;   /* what was subtracted from the times in the file */
    uint8_t bytes[AK_CAPTURE_PACKET_MAX_BYTES];
};

/* Hands a record on. Returns AK_CAPTURE_OK or AK_CAPTURE_STOPPED. */
int ak_reader_take(struct ak_reader *reader, const struct ak_record *record);

/*
 * Hands on a LINK record of what the format, not the file, says of the Link; and a gap between
 * the last record and this time. Their number is 0.
 */
int ak_reader_take_link(struct ak_reader *reader, uint64_t time_fs,
                        const struct ak_record_link *link);
int ak_reader_take_gap(struct ak_reader *reader, uint64_t time_fs, enum ak_direction direction,
                       enum ak_seen seen);

/* Write result->error; both return AK_CAPTURE_BAD_INPUT. The place: a line, or a byte offset. */
__attribute__((format(printf, 3, 4))) int ak_reader_fail_line(struct ak_reader *reader,
                                                              uint64_t line, const char *what, ...);
__attribute__((format(printf, 3, 4))) int ak_reader_fail_at(struct ak_reader *reader,
                                                            uint64_t offset, const char *what, ...);

/* The input ended at reader->input.offset where `expected` should be. */
int ak_reader_fail_end(struct ak_reader *reader, const char *expected);

/* Tells the caller one line about what was left out. */
__attribute__((format(printf, 2, 3))) void ak_reader_note(struct ak_reader *reader,
                                                          const char *what, ...);

/*
 * A time of the file as femtoseconds: seconds and femtoseconds below them. The first one decides
 * whether all count from its whole second (times since 1970 do not fit in femtoseconds).
 * False: it does not fit.
 */
bool ak_reader_time(struct ak_reader *reader, uint64_t seconds, uint64_t below_fs, uint64_t *out);

/* How long `symbols` take on `width` lanes; 0 when the rate or the width is not known. */
uint64_t ak_reader_duration_fs(const struct ak_record_link *link, uint32_t symbols);

/* time_fs + duration_fs, or the largest time. */
uint64_t ak_reader_end_fs(uint64_t time_fs, uint64_t duration_fs);

/* What an ordered set is, from its symbols on one lane, either encoding. */
enum ak_os ak_reader_os_of(const uint8_t *symbols, size_t count);

/* Behind a number of bytes in a message. */
static inline const char *ak_bytes_word(uint64_t count)
{
    return count == 1 ? "byte" : "bytes";
}

static inline uint16_t ak_le16(const uint8_t *in)
{
    return (uint16_t)(in[0] | in[1] << 8);
}

static inline uint32_t ak_le32(const uint8_t *in)
{
    return (uint32_t)in[0] | (uint32_t)in[1] << 8 | (uint32_t)in[2] << 16 | (uint32_t)in[3] << 24;
}

static inline uint64_t ak_le64(const uint8_t *in)
{
    return ak_le32(in) | (uint64_t)ak_le32(in + 4) << 32;
}

static inline uint16_t ak_be16(const uint8_t *in)
{
    return (uint16_t)(in[0] << 8 | in[1]);
}

static inline uint32_t ak_be32(const uint8_t *in)
{
    return (uint32_t)in[0] << 24 | (uint32_t)in[1] << 16 | (uint32_t)in[2] << 8 | (uint32_t)in[3];
}

static inline uint64_t ak_be64(const uint8_t *in)
{
    return (uint64_t)ak_be32(in) << 32 | ak_be32(in + 4);
}

#endif
