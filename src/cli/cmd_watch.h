/* SPDX-License-Identifier: Apache-2.0 */
/*
 * acknak watch.
 * Not here: what it concludes (src/diagnose).
 */
#ifndef ACKNAK_CLI_CMD_WATCH_H
#define ACKNAK_CLI_CMD_WATCH_H

/* argv[0] is the name of the command. Returns the exit code. */
int cmd_watch(int argc, char **argv);

#endif
