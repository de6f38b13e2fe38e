/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What tests of sweeps share.
 * Not here: the tests.
 */
#ifndef TESTS_SWEEP_SUPPORT_H
#define TESTS_SWEEP_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "study/sweep_check.h"
#include "study/sweep_file.h"

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

static inline bool try_study(char *text, struct sweep_study *study, char message[SIM_YAML_MESSAGE])
{
    char path[] = "dir/study.yaml";
    const struct sweep_sources sources = {.path = path, .text = text};

    return sweep_file_parse(&sources, study, message) && sweep_check(study, 1000, message);
}

/* A study that must be right; end it with sweep_file_end. */
static inline void read_study(const char *text, struct sweep_study *study)
{
    static char message[SIM_YAML_MESSAGE];
    char *copy = strdup(text);

    message[0] = '\0';
    if (!try_study(copy, study, message))
        fail_msg("%s", message);
    free(copy);
}

#endif
