/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where the message of a log line begins: past level, time stamp, host and "kernel:".
 * Not here: the value of the time stamp (stamp.c).
 */
#include <ctype.h>
#include <stddef.h>
#include <string.h>

#include "diagnose/text/line.h"
#include "diagnose/text/text.h"

/* "<4>" and "<4>1 ". */
static const char *skip_level(const char *s)
{
    const char *p = s;

    if (*p++ != '<')
        return s;
    while (isdigit((unsigned char)*p))
        p++;
    if (*p++ != '>' || p - s > 6)
        return s;
    return p;
}

/* "kernel: ", "kernel[0]: ", "kernel - - - ": the end of what syslog and the journal put first. */
static const char *skip_syslog(const char *s)
{
    const char *p = strstr(s, "kernel");

    if (p == NULL || p - s > 120)
        return s;
    p += 6;
    if (*p == '[') {
        while (*p != '\0' && *p != ']')
            p++;
        p += *p == ']';
    }
    if (ak_text_take(&p, ": ") || ak_text_take(&p, " - - - "))
        return p;
    return s;
}

/* "[ 8123.401125] ", "[  +0.000912] ", "[Di Sep 09 04:12:31 2025] ", "[    T1] ". */
static const char *skip_bracket(const char *s)
{
    const char *p = ak_text_skip_blanks(s);
    const char *close;

    if (*p != '[')
        return s;
    close = strchr(p, ']');
    if (close == NULL || close - p > 40)
        return s;
    for (const char *q = p + 1; q < close; q++) {
        bool stamp = *q == '.' || (*q == ':' && isdigit((unsigned char)q[1]));
        if ((stamp && isdigit((unsigned char)q[-1])) ||
            ((*q == 'T' || *q == 'C') && isdigit((unsigned char)q[1]) &&
             (q[-1] == ' ' || q[-1] == '[')))
            return close[1] == ' ' ? close + 2 : close + 1;
    }
    return s;
}

/* "2025-03-02T08:11:54,123456+01:00 ". */
static const char *skip_iso(const char *s)
{
    const char *p = s;

    for (int i = 0; i < 4; i++) {
        if (!isdigit((unsigned char)*p++))
            return s;
    }
    if (*p != '-' || strlen(s) < 20 || s[10] != 'T')
        return s;
    while (*p != '\0' && *p != ' ')
        p++;
    return *p == ' ' ? p + 1 : s;
}

const char *ak_line_body(const char *raw)
{
    const char *s = skip_level(raw);
    const char *bracketed = skip_bracket(s);

    s = bracketed != s ? bracketed : skip_iso(s);
    s = skip_syslog(s);
    for (int i = 0; i < 3; i++) {
        const char *p = skip_bracket(s);
        if (p == s)
            break;
        s = p;
    }
    return s;
}
