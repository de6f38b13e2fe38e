/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which known word somebody who mistyped one may have meant.
 * Not here: the lists of words.
 */
#include "sim/nearest.h"

#include <stdbool.h>
#include <string.h>

#define LONGEST 40u

static size_t smallest(size_t a, size_t b, size_t c)
{
    size_t least = a < b ? a : b;
    return least < c ? least : c;
}

/* Letters to add, drop or change, or neighbours to swap, to make one word of the other. */
static size_t edit_distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    size_t rows[3][LONGEST + 1];
    size_t *before = rows[0], *last = rows[1], *row = rows[2];

    for (size_t j = 0; j <= b_length; j++) {
        last[j] = j;
    }
    for (size_t i = 1; i <= a_length; i++) {
        row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            size_t changed = last[j - 1] + (a[i - 1] != b[j - 1]);
            row[j] = smallest(last[j] + 1, row[j - 1] + 1, changed);
            bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped && before[j - 2] + 1 < row[j]) {
                row[j] = before[j - 2] + 1;
            }
        }
        size_t *oldest = before;
        before = last;
        last = row;
        row = oldest;
    }
    return last[b_length];
}

void sim_nearest_offer(struct sim_nearest *nearest, const char *word)
{
    size_t typed_length = strlen(nearest->typed);
    size_t length = strlen(word);
    if (!typed_length || typed_length > LONGEST || length > LONGEST) {
        return;
    }

    size_t distance = edit_distance(nearest->typed, typed_length, word, length);
    /* The beginning of a word is a good hint however much is missing. */
    if (typed_length >= 3 && typed_length < length &&
        !strncmp(nearest->typed, word, typed_length)) {
        distance = 1;
    }
    size_t allowed = typed_length < 5 ? 1 : typed_length < 8 ? 2 : 3;
    if (distance > allowed || (nearest->best && distance >= nearest->distance)) {
        return;
    }
    nearest->best = word;
    nearest->distance = distance;
}
