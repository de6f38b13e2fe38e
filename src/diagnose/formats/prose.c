/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Counters that a person wrote down: "05:00.0: RxErr 41022871  BadTLP 3,310,442", in tables, too.
 * Not here: files and tools (the other rows).
 *
 * A line counts only if it names a device and pairs the name of a bit with a number, and if that
 * name is not an everyday word or the text has spoken of AER counters before.
 */
#include <ctype.h>
#include <string.h>

#include "diagnose/formats/formats.h"
#include "diagnose/text/text.h"

/* Marks of Markdown become blanks. */
static void without_marks(char *out, size_t size, const char *s)
{
    size_t n = 0;

    for (; *s != '\0' && n + 1 < size; s++)
        out[n++] =
            strchr("*`|_", *s) != NULL && !(*s == '_' && isalpha((unsigned char)s[1])) ? ' ' : *s;
    out[n] = '\0';
}

static bool is_name_char(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '-';
}

struct pair {
    enum ak_bit bit;
    bool total;
    uint64_t value;
};

/* The next "Name number" in `*s`. Names of one word only: prose has too many words. */
static bool next_pair(const char **s, struct pair *pair)
{
    const char *p = *s;

    while (*p != '\0') {
        const char *name;
        const char *q;
        size_t n;

        while (*p != '\0' && !isalpha((unsigned char)*p))
            p++;
        name = p;
        while (is_name_char(*p))
            p++;
        n = (size_t)(p - name);
        q = p + strspn(p, " \t:=");
        if (n == 0 || q == p || !ak_text_number(&q, &pair->value))
            continue;
        pair->total = n == 13 && strncmp(name, "TOTAL_ERR_COR", n) == 0;
        pair->bit = isupper((unsigned char)name[0]) ? ak_bit_from_name(name, n) : AK_BIT_UNKNOWN;
        if (pair->total || pair->bit < AK_BIT_AER_COUNT) {
            *s = q;
            return true;
        }
    }
    return false;
}

static bool is_sure(const char *s)
{
    return strstr(s, "RxErr") != NULL || strstr(s, "BadTLP") != NULL ||
           strstr(s, "BadDLLP") != NULL || strstr(s, "TOTAL_ERR_COR") != NULL;
}

static bool read_counters(struct ak_facts *facts, const char *s)
{
    struct ak_addr addr;
    const char *end;
    struct ak_device *d;
    struct pair pair;
    bool any = false;

    if (!facts->notes.speaks_of_counters && !is_sure(s))
        return false;
    if (ak_addr_find(s, &addr, &end) == NULL)
        return false;
    while (next_pair(&end, &pair)) {
        d = ak_facts_device(facts, &addr);
        if (pair.total) {
            d->total_correctable = pair.value;
            d->total_read = true;
        } else {
            ak_facts_set(d, pair.bit, pair.value);
        }
        any = true;
    }
    return any;
}

/* "TOTAL_ERR_COR went 46,120,955 -> 46,151,420 within 5 s" */
static bool read_rate(struct ak_facts *facts, const char *s)
{
    const char *p = strstr(s, "TOTAL_ERR_COR");
    uint64_t value[3];

    if (p == NULL)
        return false;
    p += 13;
    for (int i = 0; i < 3; i++) {
        while (*p != '\0' && !isdigit((unsigned char)*p))
            p++;
        if (!ak_text_number(&p, &value[i]))
            return false;
    }
    p = ak_text_skip_blanks(p);
    if (*p != 's' || value[2] == 0 || value[1] < value[0] || isalpha((unsigned char)p[1]) != 0)
        return false;
    facts->notes.rate_told = true;
    facts->notes.rate_per_second = (value[1] - value[0]) / value[2];
    return true;
}

/* A speed that was lower in a table of idle and busy. */
static void read_idle(struct ak_facts *facts, const char *s)
{
    if (ak_text_find_nocase(s, "idle") != NULL &&
        (ak_text_find_nocase(s, "speed") != NULL || ak_text_find_nocase(s, "GT/s") != NULL ||
         strstr(s, "(P8)") != NULL))
        facts->notes.says_idle = true;
}

/* "up 3 days,  4:51,  1 user,  load average: ..." */
static void read_uptime(struct ak_facts *facts, const char *s)
{
    const char *p = strstr(s, " up ");
    uint64_t days = 0, hours, minutes;

    if (p == NULL || strstr(p, "load average") == NULL)
        return;
    p = ak_text_skip_blanks(p + 4);
    if (ak_text_number(&p, &hours) && strncmp(p, " day", 4) == 0) {
        days = hours;
        p += strcspn(p, ",");
        p += *p == ',';
        p = ak_text_skip_blanks(p);
        if (!ak_text_number(&p, &hours))
            return;
    }
    minutes = hours;
    if (*p == ':') {
        p++;
        if (!ak_text_number(&p, &minutes))
            return;
    } else if (strncmp(p, " min", 4) == 0) {
        hours = 0;
    } else {
        return;
    }
    if (days < 100000 && hours < 24 && minutes < 60)
        facts->notes.uptime_s = days * 86400 + hours * 3600 + minutes * 60;
}

static bool read_line(struct ak_facts *facts, void *state, const struct ak_line *line)
{
    char clean[2048];

    (void)state;
    if (line->body != line->raw)
        return false;
    if (strstr(line->raw, "aer_dev_") != NULL || strstr(line->raw, "TOTAL_ERR_") != NULL)
        facts->notes.speaks_of_counters = true;
    without_marks(clean, sizeof clean, line->raw);
    read_idle(facts, clean);
    read_uptime(facts, clean);
    return read_counters(facts, clean) || (read_rate(facts, clean) && false);
}

const struct ak_format ak_format_prose = {"prose", 0, false, read_line, NULL};
