/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Small readers over NUL-terminated text.
 * Not here: addresses (address.c), lines (line.c).
 */
#include "diagnose/text/text.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

const char *ak_text_skip_blanks(const char *s)
{
    while (*s == ' ' || *s == '\t')
        s++;
    return s;
}

bool ak_text_take(const char **s, const char *word)
{
    size_t n = strlen(word);

    if (strncmp(*s, word, n) != 0)
        return false;
    *s += n;
    return true;
}

bool ak_text_take_nocase(const char **s, const char *word)
{
    size_t n = strlen(word);

    if (strncasecmp(*s, word, n) != 0)
        return false;
    *s += n;
    return true;
}

const char *ak_text_find_nocase(const char *s, const char *needle)
{
    const char first[3] = {(char)tolower((unsigned char)needle[0]),
                           (char)toupper((unsigned char)needle[0]), '\0'};
    size_t n = strlen(needle);

    for (s = strpbrk(s, first); s != NULL; s = strpbrk(s + 1, first)) {
        if (strncasecmp(s, needle, n) == 0)
            return s;
    }
    return NULL;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool is_alnum(char c)
{
    return is_digit(c) || (lower(c) >= 'a' && lower(c) <= 'z');
}

/* 0 to 15, or -1. */
static int hex_value(char c)
{
    if (is_digit(c))
        return c - '0';
    c = lower(c);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool is_group(const char *s)
{
    return s[0] == ',' && is_digit(s[1]) && is_digit(s[2]) && is_digit(s[3]) && !is_digit(s[4]);
}

bool ak_text_number(const char **s, uint64_t *value)
{
    const char *p = *s;
    uint64_t v = 0;

    if (!is_digit(*p))
        return false;
    for (;;) {
        if (is_group(p))
            p++;
        if (!is_digit(*p))
            break;
        if (v > (UINT64_MAX - 9) / 10)
            return false;
        v = v * 10 + (uint64_t)(*p++ - '0');
    }
    if (is_alnum(*p) || *p == '_')
        return false;
    *s = p;
    *value = v;
    return true;
}

bool ak_text_hex(const char **s, uint32_t *value, unsigned *digits)
{
    const char *p = *s;
    uint32_t v = 0;
    unsigned n = 0;

    for (; n < 8 && hex_value(*p) >= 0; n++)
        v = v << 4 | (uint32_t)hex_value(*p++);
    if (n == 0)
        return false;
    *s = p;
    *value = v;
    if (digits != NULL)
        *digits = n;
    return true;
}

bool ak_text_hex0x(const char **s, uint32_t *value)
{
    const char *p = *s;

    if (!ak_text_take_nocase(&p, "0x"))
        p = *s;
    if (!ak_text_hex(&p, value, NULL))
        return false;
    *s = p;
    return true;
}

void ak_text_squash(char *out, size_t size, const char *s, size_t length)
{
    size_t n = 0;

    for (size_t i = 0; i < length && s[i] != '\0' && n + 1 < size; i++) {
        if (is_alnum(s[i]))
            out[n++] = lower(s[i]);
    }
    out[n] = '\0';
}

void ak_text_label(char *out, size_t size, const char *s, size_t length)
{
    size_t n = 0;

    for (size_t i = 0; i < length && s[i] != '\0' && n + 1 < size; i++) {
        if (is_alnum(s[i]) || strchr("._/:-", s[i]) != NULL)
            out[n++] = s[i];
    }
    out[n] = '\0';
}

bool ak_text_is_blank(const char *s)
{
    return *ak_text_skip_blanks(s) == '\0';
}

char *ak_text_grouped(char *out, uint64_t value)
{
    char digits[24];
    int n = snprintf(digits, sizeof digits, "%" PRIu64, value);
    char *p = out;

    for (int i = 0; i < n; i++) {
        if (i > 0 && (n - i) % 3 == 0)
            *p++ = ',';
        *p++ = digits[i];
    }
    *p = '\0';
    return out;
}
