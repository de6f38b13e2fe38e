/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Numbers and times as text, both ways, exact.
 * Not here: where the text goes (output.h).
 */
#include "trace/units.h"

#include <string.h>

size_t ak_decimal_write(char out[AK_DECIMAL_BYTES], uint64_t number)
{
    char reversed[AK_DECIMAL_BYTES];
    size_t count = 0;
    do {
        reversed[count++] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    for (size_t i = 0; i < count; i++)
        out[i] = reversed[count - 1 - i];
    return count;
}

size_t ak_time_write_ns(char out[AK_DECIMAL_BYTES], uint64_t time_fs)
{
    size_t count = ak_decimal_write(out, time_fs / AK_FS_PER_NS);
    uint64_t rest = time_fs % AK_FS_PER_NS;
    if (rest == 0)
        return count;
    out[count++] = '.';
    for (uint64_t place = AK_FS_PER_NS / 10; rest > 0; place /= 10) {
        out[count++] = (char)('0' + rest / place);
        rest %= place;
    }
    return count;
}

bool ak_decimal_read(const char *text, size_t bytes, uint64_t most, uint64_t *number)
{
    uint64_t value = 0;
    if (bytes == 0)
        return false;
    for (size_t i = 0; i < bytes; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        uint64_t digit = (uint64_t)(text[i] - '0');
        if (value > (UINT64_MAX - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    *number = value;
    return value <= most;
}

bool ak_time_read_ns(const char *text, size_t bytes, uint64_t *time_fs)
{
    const char *point = memchr(text, '.', bytes);
    size_t whole = point != NULL ? (size_t)(point - text) : bytes;
    uint64_t ns;
    uint64_t fs = 0;
    if (!ak_decimal_read(text, whole, UINT64_MAX / AK_FS_PER_NS, &ns))
        return false;
    if (point != NULL) {
        size_t decimals = bytes - whole - 1;
        if (decimals > 6 || !ak_decimal_read(point + 1, decimals, AK_FS_PER_NS, &fs))
            return false;
        for (; decimals < 6; decimals++)
            fs *= 10;
    }
    if (ns * AK_FS_PER_NS > UINT64_MAX - fs)
        return false;
    *time_fs = ns * AK_FS_PER_NS + fs;
    return true;
}
