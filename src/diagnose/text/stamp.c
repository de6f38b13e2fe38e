/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Time stamps of log lines and samples.
 * Not here: what happened then (facts.c).
 */
#include "diagnose/text/stamp.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

#include "diagnose/text/text.h"

static const struct ak_stamp no_stamp = {AK_CLOCK_NONE, false, 0};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Days from 1970-01-01 (proleptic Gregorian calendar). */
static int64_t days_from_civil(int64_t year, int month, int day)
{
    int64_t y = year - (month <= 2);
    int64_t era = y / 400;
    int64_t year_of_era = y - era * 400;
    int64_t day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;

    return era * 146097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year -
           719468;
}

/* Fraction digits after '.' or ',': microseconds; `*s` moves past them. */
static int64_t read_fraction(const char **s)
{
    int64_t us = 0;
    int digits = 0;

    for ((*s)++; is_digit(**s); (*s)++) {
        if (digits++ < 6)
            us = us * 10 + (**s - '0');
    }
    for (; digits < 6; digits++)
        us *= 10;
    return us;
}

/* "[ 8123.401125]": seconds since boot; "[  +0.000912]" says nothing on its own. */
static bool read_mono(const char *raw, const char *body, struct ak_stamp *stamp)
{
    for (const char *p = strchr(raw, '['); p != NULL && p < body; p = strchr(p + 1, '[')) {
        const char *q = ak_text_skip_blanks(p + 1);
        int64_t seconds = 0;
        int digits = 0;

        for (; is_digit(*q) && digits < 12; q++, digits++)
            seconds = seconds * 10 + (*q - '0');
        if (digits == 0 || *q != '.' || !is_digit(q[1]))
            continue;
        stamp->us = seconds * 1000000 + read_fraction(&q);
        stamp->clock = AK_CLOCK_MONO;
        stamp->fine = true;
        return *q == ']';
    }
    return false;
}

static int month_number(const char *s)
{
    static const char names[] = "janfebmaraprmayjunjulaugsepoctnovdec";
    char low[4];

    ak_text_squash(low, sizeof low, s, 3);
    for (size_t i = 0; i < 12 && low[2] != '\0'; i++) {
        if (memcmp(names + 3 * i, low, 3) == 0)
            return (int)i + 1;
    }
    return 0;
}

/* hh:mm:ss at `s`, with an optional fraction; seconds of the day in microseconds or -1. */
static int64_t read_clock(const char *s, bool *fine, const char **end)
{
    for (int i = 0; i < 8; i++) {
        if (i == 2 || i == 5 ? s[i] != ':' : !is_digit(s[i]))
            return -1;
    }
    int64_t us = ((s[0] - '0') * 10 + s[1] - '0') * 3600 + ((s[3] - '0') * 10 + s[4] - '0') * 60 +
                 (s[6] - '0') * 10 + s[7] - '0';

    us *= 1000000;
    *end = s + 8;
    *fine = (s[8] == '.' || s[8] == ',') && is_digit(s[9]);
    if (*fine)
        us += read_fraction(end);
    return us;
}

struct date_parts {
    int64_t year;
    int month;
    int day;
    int64_t us;
    bool fine;
    bool pm;
    bool twelve;
};

static bool read_iso_date(const char **s, struct date_parts *d)
{
    const char *p = *s;

    for (int i = 0; i < 10; i++) {
        if (i == 4 || i == 7 ? p[i] != '-' : !is_digit(p[i]))
            return false;
    }
    d->year = (p[0] - '0') * 1000 + (p[1] - '0') * 100 + (p[2] - '0') * 10 + p[3] - '0';
    d->month = (p[5] - '0') * 10 + p[6] - '0';
    d->day = (p[8] - '0') * 10 + p[9] - '0';
    *s = p + 10;
    return true;
}

/* One word of a date; false for a word that no date has. */
static bool read_part(const char **s, struct date_parts *d)
{
    const char *p = *s;
    const char *end = p;
    int64_t us = read_clock(p, &d->fine, &end);

    if (us >= 0) {
        d->us = us;
    } else if (read_iso_date(&end, d)) {
        if (*end == 'T')
            end++;
    } else if (is_digit(*p)) {
        uint64_t v = 0;
        if (!ak_text_number(&end, &v) || v > 9999)
            return false;
        if (v >= 1971 && d->year == 1970)
            d->year = (int64_t)v;
        else if (v <= 31 && d->day == 0)
            d->day = (int)v; /* what follows is a zone */
    } else {
        while (isalpha((unsigned char)*end))
            end++;
        if (end == p)
            end++;
        if (month_number(p) != 0 && end - p >= 3)
            d->month = month_number(p);
        d->pm |= strncmp(p, "PM", 2) == 0;
        d->twelve |= strncmp(p, "AM", 2) == 0 || strncmp(p, "PM", 2) == 0;
    }
    *s = end;
    return true;
}

static struct ak_stamp from_parts(struct date_parts *d)
{
    struct ak_stamp stamp = no_stamp;
    const int64_t hour = INT64_C(3600000000);

    if (d->us < 0 || d->month < 1 || d->month > 12 || d->day < 1 || d->day > 31)
        return stamp;
    if (d->twelve)
        d->us = d->us % (12 * hour) + (d->pm ? 12 * hour : 0);
    stamp.clock = AK_CLOCK_WALL;
    stamp.fine = d->fine;
    stamp.us = days_from_civil(d->year, d->month, d->day) * 24 * hour + d->us;
    return stamp;
}

static struct ak_stamp read_date(const char *s, const char *end)
{
    struct date_parts d = {1970, 0, 0, -1, false, false, false};

    for (int words = 0; words < 9 && s < end && *s != '\0'; words++) {
        while (*s == ' ' || *s == '[' || *s == '<')
            s++;
        if (s >= end || *s == '\0' || !read_part(&s, &d))
            break;
    }
    return from_parts(&d);
}

struct ak_stamp ak_stamp_read(const char *raw, const char *body)
{
    struct ak_stamp stamp = no_stamp;

    if (body == raw)
        return stamp;
    if (read_mono(raw, body, &stamp))
        return stamp;
    if (raw[0] == '<') { /* "<4>1 2025-..." */
        const char *p = strchr(raw, '>');
        if (p != NULL && p < body)
            raw = is_digit(p[1]) && p[2] == ' ' ? p + 3 : p + 1;
    }
    return read_date(raw, body);
}

struct ak_stamp ak_stamp_read_date(const char *text)
{
    if (strlen(text) > 60)
        return no_stamp;
    return read_date(text, text + strlen(text));
}
