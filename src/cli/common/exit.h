/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The exit codes of the command, all of them.
 * Not here: the messages that go with them.
 */
#ifndef CLI_EXIT_H
#define CLI_EXIT_H

enum cli_exit {
    CLI_EXIT_CLEAN = 0,     /* done, nothing to report */
    CLI_EXIT_FINDINGS = 1,  /* done, and there is something to report */
    CLI_EXIT_USAGE = 2,     /* a wrong command, option or value on the command line */
    CLI_EXIT_INPUT = 3,     /* a file cannot be read, or what it says is wrong */
    CLI_EXIT_OUTPUT = 4,    /* an output cannot be written whole */
    CLI_EXIT_INTERNAL = 70, /* a mistake of this program */
};

#endif
