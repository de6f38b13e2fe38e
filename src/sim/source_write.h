/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The next write of a source, built in place; inlined where a direction saturates.
 * Not here: any other TLP, and which is due (source.c).
 */
#ifndef ACKNAK_SIM_SOURCE_WRITE_H
#define ACKNAK_SIM_SOURCE_WRITE_H

#include <string.h>

#include "acknak/tlp.h"
#include "sim/source.h"

#define SIM_ADDRESS_MASK   0x3FFFFFFFull /* 1 GiB of addresses, then again */
#define SIM_PAGE_BYTES     4096u
#define SIM_WRITE_TAG_MASK 31u
#define SIM_WORD_BYTES     ((size_t)8)
#define SIM_WORD_STEP      0x9E3779B97F4A7C15ull
#define SIM_TLP_STEP       0xD1342543DE82EF95ull

static inline void sim_store_be32(uint8_t *to, uint64_t value)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    uint32_t stored = (uint32_t)value;
#else
    uint32_t stored = __builtin_bswap32((uint32_t)value);
#endif
    memcpy(to, &stored, sizeof stored);
}

static inline void sim_store_word(uint8_t *to, uint64_t word)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    memcpy(to, &word, sizeof word);
}

/* As many words as come in fours, from `word` on; returns how many bytes they are. */
static inline size_t sim_fill_fours(uint8_t *to, size_t bytes, uint64_t word)
{
    size_t i = 0;

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && defined(__GNUC__)
    /* By one store for two, where a processor can. */
    typedef uint64_t two_words __attribute__((vector_size(2 * SIM_WORD_BYTES)));
    const two_words step = {2 * SIM_WORD_STEP, 2 * SIM_WORD_STEP};
    two_words words = {word, word + SIM_WORD_STEP};

    for (; i + 4 * SIM_WORD_BYTES <= bytes; i += 4 * SIM_WORD_BYTES) {
        memcpy(to + i, &words, sizeof words);
        words += step;
        memcpy(to + i + sizeof words, &words, sizeof words);
        words += step;
    }
#else
    for (; i + 4 * SIM_WORD_BYTES <= bytes; i += 4 * SIM_WORD_BYTES) {
        for (size_t word_in_four = 0; word_in_four < 4; word_in_four++) {
            sim_store_word(to + i + word_in_four * SIM_WORD_BYTES, word);
            word += SIM_WORD_STEP;
        }
    }
#endif
    return i;
}

/* Every TLP has other bytes than those around it, in every word. */
static inline void sim_fill_payload(uint8_t *payload, uint32_t bytes, uint64_t number)
{
    uint64_t word = number * SIM_TLP_STEP;
    uint8_t last[SIM_WORD_BYTES];
    size_t i = sim_fill_fours(payload, bytes, word);

    for (; i < bytes; i += SIM_WORD_BYTES) {
        sim_store_word(last, word + i / SIM_WORD_BYTES * SIM_WORD_STEP);
        memcpy(payload + i, last, bytes - i < SIM_WORD_BYTES ? AK_TLP_DW_BYTES : SIM_WORD_BYTES);
    }
}

/* Header and payload of the next write, without ECRC. */
static inline void sim_put_write(struct sim_source *source, const uint8_t *header,
                                 uint32_t header_bytes, uint32_t payload_bytes, uint8_t *tlp)
{
    uint64_t address = source->write_address;
    uint64_t number = source->writes++;

    /* No request may cross a page. */
    if (__builtin_expect(address % SIM_PAGE_BYTES + payload_bytes > SIM_PAGE_BYTES, 0)) {
        address = (address / SIM_PAGE_BYTES + 1u) * SIM_PAGE_BYTES;
    }
    source->write_address = address + payload_bytes;
    memcpy(tlp, header, AK_TLP_HEADER_MAX_BYTES);
    tlp[6] = (uint8_t)(number & SIM_WRITE_TAG_MASK);
    sim_store_be32(tlp + header_bytes - AK_TLP_DW_BYTES, address & SIM_ADDRESS_MASK);
    sim_fill_payload(tlp + header_bytes, payload_bytes, number);
}

/* One that saturates with any mix or with ECRC: source->built. */
void sim_source_build_any_write(struct sim_source *source, uint8_t *room);

/* As sim_source_build, quicker, for one that saturates. */
static inline void sim_source_build_saturating(struct sim_source *source, uint8_t *room)
{
    if (source->writes_left == 0) {
        return;
    }
    if (__builtin_expect(!source->one_size, 0)) {
        sim_source_build_any_write(source, room);
        return;
    }
    /* The note of the one before holds for this one. */
    sim_put_write(source, source->write_headers[0],
                  source->tlp.length_bytes - (uint32_t)source->tlp.payload_bytes,
                  source->tlp.payload_bytes, room);
    source->writes_left--;
    source->built = true;
}

#endif
