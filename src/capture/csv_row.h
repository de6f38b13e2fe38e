/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rows of a file of comma separated values, with quotes as in RFC 4180.
 * Not here: what the columns mean (csv.c).
 */
#ifndef AK_CAPTURE_CSV_ROW_H
#define AK_CAPTURE_CSV_ROW_H

#include "capture/reader.h"

#define AK_CSV_COLUMNS_MAX   256u
#define AK_CSV_ROW_MAX_BYTES 65536u
#define AK_CSV_SHOWN_BYTES   40u /* of a field in a message */

struct ak_csv_row {
    char separator; /* a comma, semicolon or tab: the first of them in the first row */
    uint64_t line;  /* of the row's first character, from 1 */
    uint64_t next_line;
    bool whole;   /* it ended with a newline */
    size_t count; /* fields */
    const char *field[AK_CSV_COLUMNS_MAX];
    size_t bytes[AK_CSV_COLUMNS_MAX];
};

/*
 * Reads the next row that is not empty; its fields are without quotes and outer blanks and stay
 * valid until the next call. Returns 1, 0 at the end of the file, or -1 with the error told.
 * All zero at the start.
 */
int ak_csv_read_row(struct ak_reader *reader, struct ak_csv_row *row);

/* Whether a field is this word, in either case. */
bool ak_csv_is_word(const struct ak_csv_row *row, size_t index, const char *word);

/* A field for a message: its first characters, printable. */
void ak_csv_show(const struct ak_csv_row *row, size_t index, char out[AK_CSV_SHOWN_BYTES + 1]);

#endif
