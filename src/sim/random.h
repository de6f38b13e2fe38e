/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random numbers by integer arithmetic alone: the same on every machine. Rules: SIM-02.
 * Not here: what is drawn with them (gap.h, traffic.h, phy.h).
 */
#ifndef ACKNAK_SIM_RANDOM_H
#define ACKNAK_SIM_RANDOM_H

#include <stdint.h>

/* xoshiro256**: four words of state, never all zero. */
struct sim_random {
    uint64_t word[4];
};

/* One purpose each, so that a draw for one does not move another. */
enum sim_random_stream {
    SIM_STREAM_GAPS,    /* where hits fall */
    SIM_STREAM_HITS,    /* what a hit does */
    SIM_STREAM_TRAFFIC, /* which size comes next */
    SIM_STREAM_FAULTS,  /* which bit a fault flips */
    SIM_STREAM_COUNT
};

/* The upper half of the product. */
static inline uint64_t sim_mul_high(uint64_t a, uint64_t b)
{
#if defined(__SIZEOF_INT128__)
    __extension__ typedef unsigned __int128 wide;
    return (uint64_t)(((wide)a * b) >> 64);
#else
    uint64_t a_low = (uint32_t)a, a_high = a >> 32;
    uint64_t b_low = (uint32_t)b, b_high = b >> 32;
    uint64_t middle = a_high * b_low + ((a_low * b_low) >> 32);
    uint64_t other = a_low * b_high + (uint32_t)middle;
    return a_high * b_high + (middle >> 32) + (other >> 32);
#endif
}

/* Spreads the bits of a number: the finaliser of splitmix64. */
static inline uint64_t sim_mix(uint64_t x)
{
    x += 0x9E3779B97F4A7C15u;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

/* Starts a generator for one purpose in one direction. */
static inline void sim_random_start(struct sim_random *random, uint64_t seed, uint32_t direction,
                                    enum sim_random_stream stream)
{
    uint64_t x = sim_mix(seed) ^ sim_mix(((uint64_t)direction << 32) | (uint64_t)stream);
    for (int i = 0; i < 4; i++) {
        random->word[i] = sim_mix(x);
        x += 0x9E3779B97F4A7C15u;
    }
}

static inline uint64_t sim_rotate_left(uint64_t x, unsigned int bits)
{
    return (x << bits) | (x >> (64u - bits));
}

/* 64 random bits. */
static inline uint64_t sim_random_draw(struct sim_random *random)
{
    uint64_t *word = random->word;
    uint64_t result = sim_rotate_left(word[1] * 5u, 7) * 9u;
    uint64_t shifted = word[1] << 17;

    word[2] ^= word[0];
    word[3] ^= word[1];
    word[1] ^= word[2];
    word[0] ^= word[3];
    word[2] ^= shifted;
    word[3] = sim_rotate_left(word[3], 45);
    return result;
}

/* A number from 0 to bound - 1; no value is off its probability by more than bound / 2^64. */
static inline uint64_t sim_random_below(struct sim_random *random, uint64_t bound)
{
    return sim_mul_high(sim_random_draw(random), bound);
}

#endif
