/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which physical line is the rest of the one before it.
 * Not here: reading lines (line.c).
 */
#include "diagnose/text/unwrap.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

#include "diagnose/text/address.h"
#include "diagnose/text/line.h"
#include "diagnose/text/text.h"

static bool is_two_digits(const char *s)
{
    return isdigit((unsigned char)s[0]) && isdigit((unsigned char)s[1]);
}

/* hh:mm:ss within the first `reach` bytes: a time stamp begins a line of its own. */
static bool has_clock(const char *s, size_t reach)
{
    for (size_t i = 2; i < reach && s[0] != '\0' && s[1] != '\0' && s[i] != '\0'; i++) {
        if (s[i] == ':' && is_two_digits(s + i - 2) && is_two_digits(s + i + 1) &&
            s[i + 3] == ':' && is_two_digits(s + i + 4) &&
            (i == 2 || !isalnum((unsigned char)s[i - 3])))
            return true;
    }
    return false;
}

/* "nvme 0000:04:00.0:" or "04:00.0 Class: Name" at the start. */
static bool starts_with_device(const char *s)
{
    struct ak_addr addr;
    const char *p = s;

    if (ak_addr_read(&p, &addr))
        return *p == ' ' && isalpha((unsigned char)p[1]);
    while (*p != '\0' && *p != ' ')
        p++;
    if (*p++ != ' ' || !ak_addr_read(&p, &addr))
        return false;
    return *p == ':';
}

static bool starts_new(const char *next)
{
    if (*next == '\0' || strchr("[<{=#$-/|+\\`", *next) != NULL)
        return !(next[0] == '[' && isxdigit((unsigned char)next[1]) &&
                 isxdigit((unsigned char)next[4]) && next[5] == ':'); /* [8086:7ac4] */
    next = ak_text_skip_blanks(next);
    return *next == '\0' || has_clock(next, 24) || starts_with_device(next);
}

static bool ends_with(const char *s, size_t length, const char *tail)
{
    size_t n = strlen(tail);

    return length >= n && memcmp(s + length - n, tail, n) == 0;
}

static size_t trimmed_length(const char *s)
{
    size_t n = strlen(s);

    while (n > 0 && (s[n - 1] == ' ' || s[n - 1] == '\t'))
        n--;
    return n;
}

static bool status_is_open(const char *line)
{
    const char *p = strstr(line, "aer_status:");

    if (p != NULL) {
        p = strstr(p, "aer_mask: 0x");
        return p == NULL || !isxdigit((unsigned char)p[12]);
    }
    p = strstr(line, "status/mask=");
    return p != NULL && p[12] == '\0';
}

/* The words that can stand last in a header or record that was wrapped. */
static bool ends_in_open_word(const char *line)
{
    static const char *const words[] = {
        " AER:",        " Multiple", " Corrected", " Correctable", " Uncorrected", " Uncorrectable",
        " (Non-Fatal)", " (Fatal)",  " error",     " message",     " received",    " received:",
        " from",        " PCIe",     " PCIe Bus",  " device",
    };
    size_t length = trimmed_length(line);
    size_t i;

    for (i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (ends_with(line, length, words[i]))
            return true;
    }
    return length > 3 && line[length - 1] == ':' && isdigit((unsigned char)line[length - 2]) &&
           line[length - 3] == '.';
}

/* "[12]" without the name of the bit. */
static bool ends_in_bit_number(const char *line)
{
    size_t n = trimmed_length(line);

    return n > 6 && line[n - 1] == ']' && isdigit((unsigned char)line[n - 2]) &&
           (line[n - 4] == '[' || line[n - 3] == '[') && strstr(line, ": ") != NULL;
}

/* Only a time stamp and the name of a driver. */
static bool is_driver_alone(const char *line)
{
    const char *body = ak_line_body(line);
    size_t n = trimmed_length(body);

    return body != line && n > 2 && n < 24 && memchr(body, ' ', n) == NULL &&
           memchr(body, ':', n) == NULL;
}

/* The blocks of Linux 2.6. */
static bool is_open_block_line(const char *line)
{
    const char *p = strstr(line, "+------ PCI-Express");

    if (p != NULL)
        return strstr(p + 8, "-+") == NULL;
    return strstr(line, "VendorID=") != NULL && strstr(line, "Function=") == NULL;
}

static bool is_unfinished(const char *line)
{
    const char *p = strstr(line, "PCIe Bus Error:");

    if (p != NULL)
        return strstr(p, " ID)") == NULL;
    if (strstr(line, "aer_status:") != NULL || strstr(line, "status/mask=") != NULL)
        return status_is_open(line);
    p = strstr(line, " device [");
    if (p != NULL)
        return strchr(p, ']') != NULL && strlen(p) < 60;
    if (strstr(line, "[Hardware Error]:") != NULL || strstr(line, " error: ") != NULL) {
        size_t n = trimmed_length(line);
        return ends_with(line, n, ":") || ends_with(line, n, ",");
    }
    return is_open_block_line(line) || ends_in_open_word(line) || ends_in_bit_number(line) ||
           is_driver_alone(line);
}

/* Trace lines begin with a task and may end without a mark: each is a record of its own. */
static bool is_second_record(const char *line, const char *next)
{
    return strstr(next, "aer_event: ") != NULL ||
           (strstr(line, "PCIe Bus Error:") != NULL && strstr(next, "PCIe Bus Error:") != NULL);
}

bool ak_unwrap_continues(const char *line, const char *next)
{
    return *ak_text_skip_blanks(next) == ':' ||
           (!starts_new(next) && is_unfinished(line) && !is_second_record(line, next));
}
