/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A growing list of sentences.
 * Not here: building one sentence (text.c).
 */
#include "diagnose/text/strings.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool grow(struct ak_strings *strings)
{
    size_t n = strings->capacity == 0 ? 8 : strings->capacity * 2;
    char **list = realloc(strings->list, n * sizeof *list);

    if (list == NULL)
        return false;
    strings->list = list;
    strings->capacity = n;
    return true;
}

void ak_strings_add(struct ak_strings *strings, const char *format, ...)
{
    char text[1024];
    va_list args;
    size_t n;
    char *copy;

    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (strings->count == strings->capacity && !grow(strings))
        return;
    n = strlen(text) + 1;
    copy = malloc(n);
    if (copy == NULL)
        return;
    memcpy(copy, text, n);
    strings->list[strings->count++] = copy;
}

void ak_strings_end(struct ak_strings *strings)
{
    for (size_t i = 0; i < strings->count; i++)
        free(strings->list[i]);
    free(strings->list);
    strings->list = NULL;
    strings->count = strings->capacity = 0;
}
