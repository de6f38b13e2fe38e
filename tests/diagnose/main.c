/* SPDX-License-Identifier: Apache-2.0 */
/*
 * acknak diagnose, or with "watch" as first argument acknak watch, as a program of its own for the
 * tests of this folder.
 * Not here: the command table (src/cli/main.c).
 */
#include <stdbool.h>
#include <string.h>

#include "cli/cmd_diagnose.h"
#include "cli/cmd_watch.h"
#include "cli/say.h"

int main(int argc, char **argv)
{
    bool watch = argc > 1 && strcmp(argv[1], "watch") == 0;

    say_as(watch ? "watch" : "diagnose");
    if (watch)
        return cmd_watch(argc - 1, argv + 1);
    return cmd_diagnose(argc, argv);
}
