/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Talk for people, on standard error: one line each, "acknak sim: ...".
 * Not here: data (output.c).
 */
#include "cli/common/say.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

static const char *speaker;
static bool silent;

void say_as(const char *command)
{
    speaker = command;
}

void say_nothing(void)
{
    silent = true;
}

/* What a file or an argument holds must not steer the terminal. */
static void print_tamed(const char *text)
{
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c < 0x20 || c == 0x7f) {
            fprintf(stderr, "\\x%02x", c);
        } else {
            fputc(c, stderr);
        }
    }
}

void say(const char *format, ...)
{
    char text[2000];
    va_list arguments;

    if (silent) {
        return;
    }
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    fputs(speaker ? "acknak " : "acknak", stderr);
    if (speaker) {
        fputs(speaker, stderr);
    }
    fputs(": ", stderr);
    print_tamed(text);
    fputc('\n', stderr);
}
