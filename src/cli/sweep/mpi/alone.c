/* SPDX-License-Identifier: Apache-2.0 */
/*
 * acknak sweep under mpirun, in the command without MPI: hands over to acknak-mpi.
 * Not here: the same in acknak-mpi (ranks.c).
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/common/exit.h"
#include "cli/common/say.h"
#include "cli/sweep/mpi/hand_over.h"

/* Beside the command, as it is built, or where it is installed. */
static bool find_program(char path[SIM_PATH_BYTES])
{
    static const char *const places[] = {"acknak-mpi", "../libexec/acknak/acknak-mpi"};
    char own[SIM_PATH_BYTES / 2];
    ssize_t length = readlink("/proc/self/exe", own, sizeof(own) - 1);

    if (length < 0) {
        return false;
    }
    own[length] = '\0';
    char *slash = strrchr(own, '/');
    if (!slash) {
        return false;
    }
    slash[1] = '\0';
    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
        snprintf(path, SIM_PATH_BYTES, "%s%s", own, places[i]);
        if (access(path, X_OK) == 0) {
            return true;
        }
    }
    return false;
}

/* argv[0] is "sweep": the program wants its own name before it. */
static char **with_program(char *program, char **argv)
{
    size_t count = 0;

    while (argv[count]) {
        count++;
    }
    char **words = calloc(count + 2, sizeof(*words));
    if (!words) {
        return NULL;
    }
    words[0] = program;
    memcpy(words + 1, argv, count * sizeof(*words));
    return words;
}

int cli_sweep_mpi_run(const struct cli_sweep_request *request, char **argv)
{
    char path[SIM_PATH_BYTES];
    int code = CLI_EXIT_INTERNAL;

    (void)request;
    if (!find_program(path)) {
        say("found itself under mpirun, but acknak-mpi is missing: acknak was built without MPI; "
            "--no-mpi runs the study in one process");
        return CLI_EXIT_USAGE;
    }
    char **words = with_program(path, argv);
    if (words) {
        execv(path, words);
        say("%s: %s", path, strerror(errno));
    } else {
        say("out of memory");
    }
    free(words);
    return code;
}
