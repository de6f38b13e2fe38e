/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lines of journalctl -o json.
 * Not here: other JSON (redfish.c and amd.c in formats/).
 */
#include "diagnose/text/journal.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "diagnose/text/text.h"

/* The text of a string, unescaped in place; the result is never longer. */
static void unescape(char *s)
{
    char *out = s;

    for (; *s != '\0' && *s != '"'; s++) {
        if (*s == '\\' && s[1] != '\0') {
            s++;
            *out++ = *s == 't' || *s == 'n' ? ' ' : *s;
        } else {
            *out++ = *s;
        }
    }
    *out = '\0';
}

/* The number, in quotes or not, that `"key":` has in `line`; blanks around the colon are allowed.
 */
static bool find_number(const char *line, const char *key, uint64_t *value)
{
    const char *p = strstr(line, key);

    if (p == NULL) {
        return false;
    }
    p = ak_text_skip_blanks(p + strlen(key));
    if (*p++ != ':') {
        return false;
    }
    p = ak_text_skip_blanks(p);
    p += *p == '"';
    return ak_text_number(&p, value);
}

/* The start of the text of "MESSAGE", or NULL. */
static char *find_message(char *line)
{
    char *p = strstr(line, "\"MESSAGE\"");

    if (p == NULL) {
        return NULL;
    }
    p += strlen("\"MESSAGE\"");
    p += strspn(p, " ");
    if (*p++ != ':') {
        return NULL;
    }
    p += strspn(p, " ");
    return *p == '"' ? p + 1 : NULL;
}

/* The time as a log line has it in front: since boot in brackets, else the date; else nothing. */
static void write_stamp(char *stamp, size_t size, const char *line)
{
    uint64_t us;
    struct tm date;
    time_t seconds;
    char day[32];

    stamp[0] = '\0';
    if (find_number(line, "\"_SOURCE_MONOTONIC_TIMESTAMP\"", &us)) {
        (void)snprintf(stamp, size, "[%5" PRIu64 ".%06" PRIu64 "] ", us / 1000000, us % 1000000);
    } else if (find_number(line, "\"__REALTIME_TIMESTAMP\"", &us)) {
        seconds = (time_t)(us / 1000000);
        if (gmtime_r(&seconds, &date) != NULL &&
            strftime(day, sizeof day, "%Y-%m-%dT%H:%M:%S", &date) > 0) {
            (void)snprintf(stamp, size, "%s.%06" PRIu64 "Z localhost kernel: ", day, us % 1000000);
        }
    }
}

bool ak_journal_unpack(char *line, size_t size)
{
    char stamp[80];
    char *message;
    size_t lead, n;

    if (line[0] != '{' || (message = find_message(line)) == NULL) {
        return false;
    }
    write_stamp(stamp, sizeof stamp, line);
    unescape(message);
    lead = strlen(stamp);
    n = strlen(message);
    if (lead + n + 1 > size)
        n = size - lead - 1;
    memmove(line + lead, message, n);
    memcpy(line, stamp, lead);
    line[lead + n] = '\0';
    return true;
}
