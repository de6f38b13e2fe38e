/* SPDX-License-Identifier: Apache-2.0 */
/*
 * acknak check: whether both sides of a recorded link kept to the protocol.
 * Not here: the command line (options.c), one trace (run.c), what is printed
 * (text.c, json.c).
 */
#include <stdio.h>
#include <stdlib.h>

#include "cli/check/options.h"
#include "cli/check/print.h"
#include "cli/commands.h"
#include "cli/common/exit.h"
#include "cli/common/say.h"

/* Nothing could be read: the message says why, and a table of noughts would bury it. */
static bool is_empty_handed(const struct cli_check_run *run, int code)
{
    const struct ak_check_counts *counts = ak_check_counts_of(run->check);
    return code == CLI_EXIT_INPUT && counts->tlps + counts->dllps + counts->others == 0;
}

static int check_one(const struct cli_check_request *request, const char *path)
{
    struct cli_check_run run;
    int code = cli_check_run(&run, path, request);

    if (code != CLI_EXIT_INTERNAL && run.check) {
        if (request->json) {
            cli_check_json(&run, request);
        } else if (!is_empty_handed(&run, code)) {
            cli_check_text(&run, request);
        }
    }
    cli_check_run_end(&run);
    return code;
}

static int check_all(const struct cli_check_request *request)
{
    int worst = CLI_EXIT_CLEAN;

    for (size_t i = 0; i < request->path_count; i++) {
        if (i && !request->json) {
            putchar('\n');
        }
        int code = check_one(request, request->paths[i]);
        if (code > worst) {
            worst = code;
        }
    }
    return worst;
}

int cmd_check(int argc, char **argv)
{
    struct cli_check_request request;
    int code = cli_check_read(&request, argc, argv);

    if (code == CLI_EXIT_CLEAN) {
        if (request.help) {
            cli_check_help(stdout);
        } else {
            code = check_all(&request);
        }
    }
    free(request.paths);
    return code;
}
