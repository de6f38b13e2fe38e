/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The two functions of each format: whether a file begins like it, and its reader.
 * Not here: the table that they are the rows of (capture.c).
 */
#ifndef AK_CAPTURE_FORMATS_H
#define AK_CAPTURE_FORMATS_H

#include "capture/reader.h"

bool ak_text_begins(const uint8_t *bytes, size_t count);
int ak_text_read_all(struct ak_reader *reader);

bool ak_pcapng_begins(const uint8_t *bytes, size_t count);
int ak_pcapng_read(struct ak_reader *reader);

bool ak_pcap_begins(const uint8_t *bytes, size_t count);
int ak_pcap_read(struct ak_reader *reader);

bool ak_pad_begins(const uint8_t *bytes, size_t count);
int ak_pad_read(struct ak_reader *reader);

bool ak_symbols_begins(const uint8_t *bytes, size_t count);
int ak_symbols_read(struct ak_reader *reader);

bool ak_csv_begins(const uint8_t *bytes, size_t count);
int ak_csv_read(struct ak_reader *reader);

#endif
