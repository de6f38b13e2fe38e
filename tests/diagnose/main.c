/* SPDX-License-Identifier: Apache-2.0 */
/*
 * acknak diagnose as a program of its own, for the tests of this folder.
 * Not here: the command table (src/cli/main.c).
 */
#include "cli/cmd_diagnose.h"

int main(int argc, char **argv)
{
    return cmd_diagnose(argc, argv);
}
