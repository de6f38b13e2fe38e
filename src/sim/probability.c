/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reads a probability from decimal text, exactly.
 * Not here: what happens with it (gap.c).
 */
#include "sim/scenario.h"

#define LIMBS         8u /* 256 bits: 40 digits (133 bits) and 65 bits behind the point */
#define DIGITS_MAX    40u
#define EXPONENT_MAX  200
#define FRACTION_BITS 65u /* one more than kept, for rounding */
#define HALF_PER_2_64 (1ull << 63)

/* An integer, lowest limb first. */
struct big {
    uint32_t limb[LIMBS];
};

/* Returns what does not fit. */
static uint32_t multiply_add(struct big *big, uint32_t factor, uint32_t carry)
{
    for (uint32_t i = 0; i < LIMBS; i++) {
        uint64_t product = (uint64_t)big->limb[i] * factor + carry;
        big->limb[i] = (uint32_t)product;
        carry = (uint32_t)(product >> 32);
    }
    return carry;
}

static void divide(struct big *big, uint32_t divisor)
{
    uint64_t rest = 0;

    for (uint32_t i = LIMBS; i-- > 0;) {
        rest = rest << 32 | big->limb[i];
        big->limb[i] = (uint32_t)(rest / divisor);
        rest %= divisor;
    }
}

struct decimal {
    struct big digits;
    uint32_t digit_count;
    int exponent; /* of ten */
};

static bool take_digit(struct decimal *decimal, char digit)
{
    if (decimal->digit_count == 0 && digit == '0') {
        return true;
    }
    if (++decimal->digit_count > DIGITS_MAX) {
        return false;
    }
    multiply_add(&decimal->digits, 10, (uint32_t)(digit - '0'));
    return true;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static const char *read_mantissa(const char *text, struct decimal *decimal)
{
    bool any = false;

    for (; is_digit(*text); text++, any = true) {
        if (!take_digit(decimal, *text)) {
            return NULL;
        }
    }
    if (*text == '.') {
        for (text++; is_digit(*text); text++, any = true) {
            if (!take_digit(decimal, *text) || decimal->exponent <= -EXPONENT_MAX) {
                return NULL;
            }
            decimal->exponent--;
        }
    }
    return any ? text : NULL;
}

static const char *read_exponent(const char *text, struct decimal *decimal)
{
    int exponent = 0;
    bool negative = false;

    if (*text != 'e' && *text != 'E') {
        return text;
    }
    text++;
    if (*text == '+' || *text == '-') {
        negative = *text++ == '-';
    }
    if (!is_digit(*text)) {
        return NULL;
    }
    for (; is_digit(*text); text++) {
        exponent = exponent * 10 + (*text - '0');
        if (exponent > EXPONENT_MAX) {
            return NULL;
        }
    }
    decimal->exponent += negative ? -exponent : exponent;
    return text;
}

bool sim_probability_parse(const char *text, struct sim_probability *out)
{
    struct decimal decimal = {.exponent = 0};
    struct big *value = &decimal.digits;

    text = read_mantissa(text, &decimal);
    if (text) {
        text = read_exponent(text, &decimal);
    }
    if (!text || *text != '\0') {
        return false;
    }
    if (decimal.digit_count == 0) {
        out->per_2_64 = 0;
        return true;
    }
    for (int i = 0; i < decimal.exponent; i++) {
        if (multiply_add(value, 10, 0) != 0) {
            return false;
        }
    }
    for (uint32_t i = 0; i < FRACTION_BITS; i++) {
        if (multiply_add(value, 2, 0) != 0) {
            return false;
        }
    }
    /* Cutting after each step is cutting once: floor(floor(x / 10) / 10) = floor(x / 100). */
    for (int i = 0; i < -decimal.exponent; i++) {
        divide(value, 10);
    }
    for (uint32_t i = 2; i < LIMBS; i++) {
        if (value->limb[i] > (i == 2 ? 1u : 0u)) {
            return false;
        }
    }
    uint64_t twice = (uint64_t)value->limb[1] << 32 | value->limb[0];
    uint64_t nearest = ((uint64_t)value->limb[2] << 63) + twice / 2u + (twice & 1u);
    if (nearest == 0 || nearest > HALF_PER_2_64) {
        return false;
    }
    out->per_2_64 = nearest;
    return true;
}
