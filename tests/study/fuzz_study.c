/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fuzz target: a study file. Whatever it holds, it is read or refused with a message.
 * Not here: what right and wrong studies give (test_sweep_grid.c).
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "study/sweep_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char message[SIM_YAML_MESSAGE];
    /* The text of a base of its own, so that no file is opened. */
    char path[] = "study.yaml", base[] = "link: {width: 8}\n";
    struct sweep_study *study = malloc(sizeof(*study));
    char *text = malloc(size + 1);

    if (!study || !text)
        abort();
    memcpy(text, data, size);
    text[size] = '\0';
    const struct sweep_sources sources = {path, text, base, base};
    message[0] = '\0';
    if (sweep_file_parse(&sources, study, message) == (message[0] != '\0'))
        abort();
    sweep_file_end(study);
    free(study);
    free(text);
    return 0;
}
