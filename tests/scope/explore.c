/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Explores every state that two ports and their wires can get into, for a number of small scopes.
 * Not here: the scopes (scopes.c), the search (search.h).
 *
 *     explore [--large | --list | SCOPE...]
 *
 * Alone: all scopes but the large ones; --large: those too; or those named. --list names them.
 *
 * Exit code 0: safe, never stuck, and as many states as are pinned. 1: the shortest path to what is
 * wrong is printed, with a scenario; or the number of states has changed.
 *
 * Rules: TX-01 to TX-17, RX-01 to RX-10, TIME-02 to TIME-06, PORT-01 to PORT-05.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "scopes.h"
#include "search.h"

static bool explore(const struct model_scope *scope)
{
    struct search_result result;
    const clock_t began = clock();
    search_run(scope, &result);
    printf("%-22s %9" PRIu32 " states, %10" PRIu64 " steps, at most %3" PRIu32 " deep, %" PRIu32
           " given up",
           scope->name, result.states, result.steps, result.depth, result.dead);
    printf("  (%.1f s)\n", (double)(clock() - began) / CLOCKS_PER_SEC);
    if (result.verdict != SEARCH_GOOD) {
        printf("\nFAILED: %s\n\n", result.failure);
        search_tell_path(scope, &result, stdout);
        printf("\nThe scenario, for acknak sim:\n\n");
        search_scenario(scope, &result, stdout);
    } else if (result.states != scope->states) {
        printf("\nCHANGED: %" PRIu32 " states were pinned. tests/scope/scopes.c tells what they "
               "are: find out which are new or gone before you write the new number there.\n",
               scope->states);
    }
    free(result.path);
    return result.verdict == SEARCH_GOOD && result.states == scope->states;
}

static const struct model_scope *find(const char *name)
{
    for (unsigned i = 0; i < scope_count; i++) {
        if (!strcmp(scopes[i].name, name)) {
            return &scopes[i];
        }
    }
    return NULL;
}

int main(int argc, char **argv)
{
    bool good = true;
    if (argc == 2 && !strcmp(argv[1], "--list")) {
        for (unsigned i = 0; i < scope_count; i++) {
            puts(scopes[i].name);
        }
        return 0;
    }
    const bool large = argc == 2 && !strcmp(argv[1], "--large");
    for (int i = 1; i < argc && !large; i++) {
        const struct model_scope *scope = find(argv[i]);
        if (!scope) {
            fprintf(stderr, "explore: found '%s', expected a scope: --list names them\n", argv[i]);
            return 2;
        }
        good = explore(scope) && good;
    }
    for (unsigned i = 0; (argc == 1 || large) && i < scope_count; i++) {
        good = (!large && scopes[i].large) || (explore(&scopes[i]) && good);
    }
    return good ? 0 : 1;
}
