/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reader of recorded TLPs.
 * Not here: sending them.
 */
#include "sim/workload.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

#include "sim/gzip_end.h"
#include "sim/random.h"

#define LINE_BYTES    16384u
#define GZ_BUFFER     65536u
#define FIELDS        5u
#define FMT_4DW       0x20u
#define FMT_OTHER     0x80u /* a prefix, or reserved */
#define TIME_NS_MAX   (SIM_TIME_MAX_FS / SIM_FS_PER_NS)
#define FILE_PAUSE_FS SIM_FS_PER_US /* between the last TLP of a file and time 0 of the next */

/* ---- Messages ---- */

__attribute__((format(printf, 2, 3))) static bool fail(struct sim_workload_reader *reader,
                                                       const char *format, ...)
{
    va_list arguments;
    const char *path = reader->workload->files[reader->next_file - 1u];
    int length;

    if (reader->line_number) {
        length = snprintf(reader->message, sizeof reader->message, "%s:%llu: ", path,
                          (unsigned long long)reader->line_number);
    } else {
        length = snprintf(reader->message, sizeof reader->message, "%s: ", path);
    }
    if (length < 0 || (size_t)length >= sizeof reader->message) {
        length = 0; /* a path too long to show: the rest still says what is wrong */
    }
    va_start(arguments, format);
    vsnprintf(reader->message + length, sizeof reader->message - (size_t)length, format, arguments);
    va_end(arguments);
    reader->failed = true;
    return false;
}

/* ---- Fields ---- */

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    if (c >= 'a' && c <= 'f') {
        return c - 'a' + 10;
    }
    if (c >= 'A' && c <= 'F') {
        return c - 'A' + 10;
    }
    return -1;
}

/* Reads `bytes` bytes of hexadecimal that make up all of `text`. */
static bool read_hex(const char *text, uint8_t *out, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++) {
        int high = hex_digit(text[2 * i]);
        int low = high < 0 ? -1 : hex_digit(text[2 * i + 1]);
        if (low < 0) {
            return false;
        }
        out[i] = (uint8_t)(high << 4 | low);
    }
    return text[2 * bytes] == '\0';
}

static bool read_number(const char *text, unsigned int base, uint64_t largest, uint64_t *out)
{
    uint64_t value = 0;

    if (*text == '\0') {
        return false;
    }
    for (; *text; text++) {
        int digit = hex_digit(*text);
        if (digit < 0 || (unsigned int)digit >= base) {
            return false;
        }
        if (value > (largest - (uint64_t)digit) / base) {
            return false;
        }
        value = value * base + (uint64_t)digit;
    }
    *out = value;
    return value <= largest;
}

static void fill_pattern(uint8_t *payload, uint32_t bytes, uint64_t stream, uint64_t offset)
{
    for (uint32_t i = 0; i < bytes; i++) {
        uint64_t word = sim_mix((offset + (i & ~7u)) ^ (stream << 56));
        payload[i] = (uint8_t)(word >> (8u * (i & 7u)));
    }
}

static bool read_pattern(char *text, uint8_t *payload, uint32_t bytes)
{
    char *colon = strchr(text, ':');
    uint64_t stream, offset;

    if (!colon) {
        return false;
    }
    *colon = '\0';
    if (!read_number(text, 10, UINT64_MAX, &stream) ||
        !read_number(colon + 1, 16, UINT64_MAX, &offset)) {
        return false;
    }
    fill_pattern(payload, bytes, stream, offset);
    return true;
}

static bool read_payload(struct sim_workload_reader *reader, char *fill, uint8_t *payload,
                         uint32_t bytes)
{
    if (strcmp(fill, "-") == 0) {
        if (bytes) {
            return fail(reader, "found '-', expected the %u bytes of payload", bytes);
        }
        return true;
    }
    if (strcmp(fill, "zero") == 0) {
        memset(payload, 0, bytes);
        return true;
    }
    if (strncmp(fill, "hex:", 4) == 0) {
        if (read_hex(fill + 4, payload, bytes)) {
            return true;
        }
        return fail(reader, "found %zu characters of payload, expected %u hexadecimal digits",
                    strlen(fill + 4), 2 * bytes);
    }
    if (strncmp(fill, "pat:", 4) == 0) {
        if (read_pattern(fill + 4, payload, bytes)) {
            return true;
        }
        return fail(reader, "expected pat:S:O, S decimal and O hexadecimal");
    }
    return fail(reader, "found payload '%.20s', expected '-', 'zero', 'hex:...' or 'pat:S:O'",
                fill);
}

/* ---- Lines ---- */

static uint32_t split(char *line, char *fields[FIELDS + 1u])
{
    uint32_t count = 0;
    char *rest = line;

    while (count <= FIELDS) {
        rest += strspn(rest, " \t\r\n");
        if (*rest == '\0') {
            break;
        }
        fields[count++] = rest;
        rest += strcspn(rest, " \t\r\n");
        if (*rest) {
            *rest++ = '\0';
        }
    }
    return count;
}

static bool read_header(struct sim_workload_reader *reader, const char *hex, uint32_t payload_bytes)
{
    size_t digits = strlen(hex);
    struct ak_tlp_size size;
    uint32_t header_bytes = (uint32_t)digits / 2u;

    if ((digits != 24 && digits != 32) || !read_hex(hex, reader->tlp, header_bytes)) {
        return fail(reader, "found header '%.40s', expected 24 or 32 hexadecimal digits", hex);
    }
    uint32_t told_bytes =
        reader->tlp[0] & FMT_4DW ? AK_TLP_HEADER_MAX_BYTES : AK_TLP_HEADER_MIN_BYTES;
    if (reader->tlp[0] & FMT_OTHER) {
        return fail(reader, "found Fmt %u, expected 0 to 3: a TLP without prefixes",
                    reader->tlp[0] >> 5);
    }
    if (header_bytes != told_bytes) {
        return fail(reader, "found a header of %u bytes, expected %u as its Fmt, %u, tells",
                    header_bytes, told_bytes, reader->tlp[0] >> 5);
    }
    if (ak_tlp_measure(reader->tlp, header_bytes, &size) != AK_TLP_OK) {
        return fail(reader, "found Fmt and Type %02xh, expected those of a TLP", reader->tlp[0]);
    }
    if (size.ecrc_bytes != 0) {
        return fail(reader, "found a header with TD set, expected one without an ECRC");
    }
    if (size.data_bytes != payload_bytes) {
        return fail(reader, "found payload length %u, expected %u as the header tells",
                    payload_bytes, size.data_bytes);
    }
    reader->length_bytes = header_bytes + payload_bytes;
    reader->payload_bytes = payload_bytes;
    return true;
}

static bool read_time(struct sim_workload_reader *reader, const char *text)
{
    uint64_t time_ns;

    if (!read_number(text, 10, TIME_NS_MAX, &time_ns)) {
        return fail(reader, "found time '%.24s', expected nanoseconds up to %llu", text,
                    (unsigned long long)TIME_NS_MAX);
    }
    if (time_ns < reader->last_ns) {
        return fail(reader, "found time %llu, expected %llu or later: lines are sorted by time",
                    (unsigned long long)time_ns, (unsigned long long)reader->last_ns);
    }
    reader->last_ns = time_ns;
    reader->time_fs = reader->file_start_fs + time_ns * SIM_FS_PER_NS;
    return true;
}

/* True: the line holds a TLP of this direction. */
static bool read_line(struct sim_workload_reader *reader)
{
    char *fields[FIELDS + 1u];
    uint64_t payload_bytes;

    if (reader->line[0] == '#' || reader->line[strspn(reader->line, " \t\r\n")] == '\0') {
        return false;
    }
    uint32_t count = split(reader->line, fields);
    if (count != FIELDS) {
        return fail(reader,
                    "found %s%u fields, expected 5: time_ns dir header_hex payload_len "
                    "payload_fill",
                    count > FIELDS ? "more than " : "", count > FIELDS ? FIELDS : count);
    }
    if (!read_time(reader, fields[0])) {
        return false;
    }
    if (strcmp(fields[1], "D") != 0 && strcmp(fields[1], "U") != 0) {
        return fail(reader, "found direction '%.20s', expected D or U", fields[1]);
    }
    if ((fields[1][0] == 'D') != (reader->direction == SIM_DOWNSTREAM)) {
        return false;
    }
    if (!read_number(fields[3], 10, AK_TLP_DATA_MAX_BYTES, &payload_bytes)) {
        return fail(reader, "found payload length '%.20s', expected 0 to %u", fields[3],
                    AK_TLP_DATA_MAX_BYTES);
    }
    return read_header(reader, fields[2], (uint32_t)payload_bytes) &&
           read_payload(reader, fields[4], reader->tlp + reader->length_bytes - payload_bytes,
                        (uint32_t)payload_bytes);
}

/* ---- Files ---- */

static bool open_next(struct sim_workload_reader *reader)
{
    if (reader->next_file == reader->workload->file_count) {
        return false;
    }
    if (reader->next_file != 0) {
        reader->file_start_fs += reader->last_ns * SIM_FS_PER_NS + FILE_PAUSE_FS;
    }
    const char *path = reader->workload->files[reader->next_file++];
    reader->line_number = 0;
    reader->last_ns = 0;
    errno = 0;
    /* Each direction reads the file by itself: of a pipe, one would take the lines of the other. */
    struct stat status;
    if (!stat(path, &status) && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) {
        return fail(reader, "is no regular file, expected one that can be read twice");
    }
    reader->file = gzopen(path, "rb");
    if (!reader->file) {
        return fail(reader, "cannot be read: %s", errno ? strerror(errno) : "out of memory");
    }
    gzbuffer(reader->file, GZ_BUFFER);
    return true;
}

/* What zlib says of an error, without the path that it puts ahead. */
static const char *reason_of(const struct sim_workload_reader *reader, const char *text)
{
    size_t length = strlen(reader->workload->files[reader->next_file - 1u]);
    const char *path = reader->workload->files[reader->next_file - 1u];

    if (strncmp(text, path, length) == 0 && strncmp(text + length, ": ", 2) == 0) {
        return text + length + 2;
    }
    return text;
}

/* At the end of a file: whether it ended as it should. */
static void close_file(struct sim_workload_reader *reader)
{
    int error = Z_OK;
    const char *text = gzerror(reader->file, &error);

    if (error != Z_OK && error != Z_STREAM_END) {
        (void)fail(reader, "cannot be read: %s",
                   error == Z_ERRNO ? strerror(errno) : reason_of(reader, text));
    } else if (!gzdirect(reader->file) &&
               !sim_gzip_ends_cleanly(reader->workload->files[reader->next_file - 1u],
                                      (uint32_t)gztell(reader->file))) {
        (void)fail(reader, "found bytes behind the compressed data, expected the end of the file");
    }
    int closed = gzclose(reader->file);
    reader->file = NULL;
    if (closed == Z_BUF_ERROR && !reader->failed) {
        (void)fail(reader, "cannot be read: the file ends too early");
    }
}

static bool next_line(struct sim_workload_reader *reader)
{
    z_off_t begin = gztell(reader->file);

    while (gzgets(reader->file, reader->line, (int)LINE_BYTES) == NULL) {
        close_file(reader);
        if (reader->failed || !open_next(reader)) {
            return false;
        }
        begin = 0;
    }
    reader->line_number++;
    size_t length = strlen(reader->line);
    if ((size_t)(gztell(reader->file) - begin) != length) {
        return fail(reader, "found a zero byte, expected text");
    }
    if (length == LINE_BYTES - 1u && reader->line[length - 1u] != '\n') {
        return fail(reader, "found a line of more than %u characters", LINE_BYTES - 2u);
    }
    return true;
}

void sim_workload_advance(struct sim_workload_reader *reader)
{
    reader->has_tlp = false;
    while (!reader->failed && reader->file && !reader->has_tlp && next_line(reader)) {
        reader->has_tlp = read_line(reader);
    }
}

bool sim_workload_open(struct sim_workload_reader *reader, const struct sim_workload *workload,
                       enum sim_direction direction)
{
    *reader = (struct sim_workload_reader){.workload = workload, .direction = direction};
    if (workload->file_count == 0) {
        return true;
    }
    reader->line = malloc(LINE_BYTES);
    if (!reader->line) {
        reader->failed = true;
        return false;
    }
    if (open_next(reader)) {
        sim_workload_advance(reader);
    }
    return !reader->failed;
}

void sim_workload_close(struct sim_workload_reader *reader)
{
    if (reader->file) {
        gzclose(reader->file);
    }
    free(reader->line);
    reader->file = NULL;
    reader->line = NULL;
}
