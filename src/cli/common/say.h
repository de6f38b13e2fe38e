/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Talk for people, on standard error: one line each, "acknak sim: ...".
 * Not here: data (output.h).
 */
#ifndef CLI_SAY_H
#define CLI_SAY_H

/* The command that the lines are about; static storage or valid till the end. */
void say_as(const char *command);

/* From here on nothing is said: somebody else says it. */
void say_nothing(void);

/* One line: who speaks, the text, a newline. Control characters in it are shown as \xNN. */
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
