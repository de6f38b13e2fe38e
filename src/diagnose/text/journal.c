/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lines of journalctl -o json.
 * Not here: other JSON (fmt_redfish.c, fmt_amd.c).
 */
#include "diagnose/text/journal.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

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

static bool find_stamp(const char *line, uint64_t *us)
{
    const char *p = strstr(line, "\"_SOURCE_MONOTONIC_TIMESTAMP\":\"");

    if (p == NULL)
        return false;
    p += 31;
    return ak_text_number(&p, us);
}

bool ak_journal_unpack(char *line, size_t size)
{
    char stamp[48] = "";
    char *message;
    size_t lead, n;
    uint64_t us;

    if (line[0] != '{' || (message = strstr(line, "\"MESSAGE\":\"")) == NULL)
        return false;
    message += 11;
    if (find_stamp(line, &us))
        (void)snprintf(stamp, sizeof stamp, "[%5" PRIu64 ".%06" PRIu64 "] ", us / 1000000,
                       us % 1000000);
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
