/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lists of the 8b/10b symbols of a Link of one lane, one a line: K or D and the byte in hex, or E
 * for a code or disparity error. They may be scrambled.
 * Not here: scrambling (scrambler.c), packets (lane.c).
 *
 * The first symbols are kept until it is clear whether they are scrambled. Up to the first COM the
 * scrambler's state is not known: it is solved from logical idle where there is some.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "acknak/crc.h"
#include "acknak/frame.h"
#include "capture/formats.h"
#include "capture/lane.h"
#include "capture/scrambler.h"

#define KEPT_SYM 8192u /* several times the longest way from COM to COM */

struct symbols {
    struct ak_lane lane;
    struct ak_scrambler scrambler;
    bool decided; /* `scrambled` is */
    bool scrambled;
    uint64_t line;
    uint64_t lost; /* symbols before the first COM that could not be descrambled */
    size_t count;  /* of those kept */
    uint16_t kept[KEPT_SYM];
    uint8_t frame[AK_FRAME_MAX_BYTES];
};

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static void trim(const char **text, size_t *bytes)
{
    while (*bytes > 0 && (**text == ' ' || **text == '\t'))
        (*text)++, (*bytes)--;
    while (*bytes > 0 && strchr(" \t\r", (*text)[*bytes - 1]) != NULL)
        (*bytes)--;
}

/* The symbol in a word, or -1. */
static int parse(const char *text, size_t bytes)
{
    if (bytes == 1 && (text[0] == 'E' || text[0] == 'e'))
        return AK_SYM_BAD;
    if (bytes != 3)
        return -1;
    int high = hex_digit(text[1]);
    int low = hex_digit(text[2]);
    if (high < 0 || low < 0)
        return -1;
    if (text[0] == 'K' || text[0] == 'k') {
        int symbol = (int)AK_SYM_K | high * 16 | low;
        return ak_symbol_name((uint16_t)symbol) != NULL ? symbol : -1;
    }
    return text[0] == 'D' || text[0] == 'd' ? high * 16 | low : -1;
}

bool ak_symbols_begins(const uint8_t *bytes, size_t count)
{
    const char *text = (const char *)bytes;
    while (count > 0) {
        const char *newline = memchr(text, '\n', count);
        size_t length = newline != NULL ? (size_t)(newline - text) : count;
        const char *word = text;
        size_t word_bytes = length;
        trim(&word, &word_bytes);
        if (word_bytes > 0 && word[0] != '#')
            return parse(word, word_bytes) >= 0;
        if (newline == NULL)
            return false;
        text += length + 1;
        count -= length + 1;
    }
    return false;
}

/* The next symbol: 1, 0 at the end, or -1 after a failure. */
static int next_symbol(struct ak_reader *reader, struct symbols *list, uint16_t *symbol)
{
    const char *text;
    size_t bytes;
    bool whole;
    while (ak_input_line(&reader->input, &text, &bytes, &whole)) {
        list->line++;
        trim(&text, &bytes);
        if (bytes == 0 || text[0] == '#')
            continue;
        int parsed = parse(text, bytes);
        if (parsed >= 0) {
            *symbol = (uint16_t)parsed;
            return 1;
        }
        char shown[9] = "";
        for (size_t i = 0; i < bytes && i < sizeof shown - 1; i++)
            shown[i] = text[i] >= ' ' && text[i] <= '~' ? text[i] : '?';
        (void)ak_reader_fail_line(reader, list->line,
                                  "found \"%s\"%s, expected K or D and two hex "
                                  "digits of a symbol, or E",
                                  shown, bytes > 8 ? "..." : "");
        return -1;
    }
    if (reader->input.failure == NULL)
        return 0;
    (void)ak_reader_fail_line(reader, list->line + 1, "%s, expected a symbol",
                              reader->input.failure);
    return -1;
}

static size_t first_com(const struct symbols *list)
{
    size_t at = 0;
    while (at < list->count && list->kept[at] != AK_SYM_COM)
        at++;
    return at;
}

static bool is_good(const struct symbols *list, const struct ak_frame *found)
{
    const uint8_t *frame = list->frame;
    if (found->kind == AK_FRAME_DLLP)
        return ak_dllp_crc_is_good(frame);
    if (found->kind != AK_FRAME_TLP)
        return false;
    return ak_lcrc(AK_CRC_PORTABLE, ak_be16(frame), frame + AK_SEQ_BYTES,
                   found->bytes - AK_FRAME_OVERHEAD_BYTES) ==
           ak_le32(frame + found->bytes - AK_LCRC_BYTES);
}

/* Whether a packet is good as it stands. */
static bool has_plain_packet(struct symbols *list)
{
    struct ak_frame found;
    for (size_t at = 0; at < list->count; at += found.taken_sym) {
        ak_frame_8b10b_decode(list->kept + at, list->count - at, list->frame, &found);
        if (is_good(list, &found))
            return true;
        if (found.kind == AK_FRAME_TRUNCATED)
            return false;
    }
    return false;
}

/* Zeros between two COMs show whether they are scrambled; else a good packet does. */
static bool decide_scrambled(struct symbols *list)
{
    for (size_t at = 0; at < list->count; at++) {
        size_t begin = at;
        uint16_t state;
        while (at < list->count && list->kept[at] != AK_SYM_COM)
            at++;
        if (ak_scrambler_solve(list->kept + begin, at - begin, &state))
            return state != 0;
    }
    return !has_plain_packet(list);
}

static int take(struct symbols *list, uint16_t symbol)
{
    if (!list->scrambled)
        return ak_lane_take(&list->lane, symbol);
    bool was_known = list->scrambler.known;
    uint16_t plain = ak_scrambler_undo(&list->scrambler, symbol);
    if (was_known || symbol == AK_SYM_COM)
        return ak_lane_take(&list->lane, plain);
    list->lost++;
    ak_lane_lose(&list->lane);
    return AK_CAPTURE_OK;
}

/* Ends the keeping: what was kept is read now. */
static int decide(struct symbols *list)
{
    uint16_t state;
    list->decided = true;
    list->scrambled = decide_scrambled(list);
    if (list->scrambled && ak_scrambler_solve(list->kept, first_com(list), &state) && state != 0) {
        list->scrambler.known = true;
        list->scrambler.lfsr = state;
    }
    int status = AK_CAPTURE_OK;
    for (size_t i = 0; i < list->count && status == AK_CAPTURE_OK; i++)
        status = take(list, list->kept[i]);
    return status;
}

static int take_link(struct ak_reader *reader, struct symbols *list)
{
    struct ak_record_link link;
    const struct ak_capture_options *options = reader->options;
    memset(&link, 0, sizeof link);
    link.known = AK_KNOWN_RATE | AK_KNOWN_WIDTH | AK_KNOWN_RESOLUTION | AK_KNOWN_VIEWS;
    link.rate = (options->link.known & AK_KNOWN_RATE) != 0 ? options->link.rate : AK_RATE_2_5;
    link.width = 1;
    if (ak_rate_encoding(link.rate) != AK_ENCODING_8B10B)
        return ak_reader_fail_line(reader, 1,
                                   "found 8b/10b symbols, expected a rate of 2.5 or 5 "
                                   "GT/s for them, not %s",
                                   ak_rate_name(link.rate));
    link.resolution_fs = ak_rate_symbol_fs(link.rate);
    enum ak_direction direction = options->direction == AK_UPSTREAM ? AK_UPSTREAM : AK_DOWNSTREAM;
    link.views[direction] = (uint8_t)(1u << options->seen);
    list->lane = (struct ak_lane){.reader = reader,
                                  .direction = direction,
                                  .seen = options->seen,
                                  .symbol_fs = link.resolution_fs};
    return ak_reader_take_link(reader, 0, &link);
}

/* The symbols have ended, not always where a packet has: what there is of it is told, too. */
static int end_list(struct ak_reader *reader, struct symbols *list)
{
    const bool in_packet = list->lane.state == AK_LANE_PACKET;
    const char *name = list->lane.kind == AK_RECORD_TLP ? "TLP" : "DLLP";
    const int status = ak_lane_end(&list->lane);
    if (status != AK_CAPTURE_OK || !in_packet) {
        return status;
    }
    return ak_reader_fail_line(reader, list->line,
                               "found the end of the file, expected the rest of a %s", name);
}

static int read_list(struct ak_reader *reader, struct symbols *list)
{
    uint16_t symbol;
    int got = 0;
    int status = take_link(reader, list);
    while (status == AK_CAPTURE_OK && (got = next_symbol(reader, list, &symbol)) == 1) {
        if (list->decided) {
            status = take(list, symbol);
        } else {
            list->kept[list->count++] = symbol;
            if (list->count == KEPT_SYM)
                status = decide(list);
        }
    }
    if (status == AK_CAPTURE_OK && !list->decided)
        status = decide(list);
    if (status == AK_CAPTURE_OK) {
        status = got < 0 ? ak_lane_end(&list->lane) : end_list(reader, list);
    }
    if (status != AK_CAPTURE_STOPPED && list->lost > 0)
        ak_reader_note(reader,
                       "symbols before the first COM that cannot be descrambled, for want of "
                       "logical idle: %" PRIu64,
                       list->lost);
    return status == AK_CAPTURE_OK && got < 0 ? AK_CAPTURE_BAD_INPUT : status;
}

int ak_symbols_read(struct ak_reader *reader)
{
    struct symbols *list = calloc(1, sizeof *list);
    if (list == NULL)
        return AK_CAPTURE_NO_MEMORY;
    int status = read_list(reader, list);
    free(list);
    return status;
}
