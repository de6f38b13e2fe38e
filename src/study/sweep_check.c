/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whether a study can be run at all, told before anything runs.
 * Not here: reading its file (sweep_file.c).
 */
#include "study/sweep_check.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "sim/yaml_writer.h"
#include "study/sweep_grid.h"
#include "study/sweep_hash.h"

static const char *name_of(const struct sweep_study *study)
{
    return strcmp(study->sources.path, "-") ? study->sources.path : "standard input";
}

/* ---- The digest ---- */

static bool hash_file(const char *path, uint64_t *hash, char message[SIM_YAML_MESSAGE])
{
    char block[4096];
    size_t bytes;
    struct stat about;
    FILE *file = fopen(path, "rb");

    if (!file) {
        snprintf(message, SIM_YAML_MESSAGE, "%s: %s, expected a .tlp file", path, strerror(errno));
        return false;
    }
    if (fstat(fileno(file), &about) || S_ISCHR(about.st_mode) || S_ISFIFO(about.st_mode)) {
        snprintf(message, SIM_YAML_MESSAGE, "%s: found no regular file, expected a .tlp file",
                 path);
        fclose(file);
        return false;
    }
    while ((bytes = fread(block, 1, sizeof(block), file)) > 0)
        *hash = sweep_hash_bytes(*hash, block, bytes);
    bool ok = !ferror(file);
    if (!ok)
        snprintf(message, SIM_YAML_MESSAGE, "%s: %s", path, strerror(errno));
    fclose(file);
    return ok;
}

/* The base without the names of its files, which depend on where one stands, but with what is in
 * them. */
static bool hash_base(const struct sweep_study *study, uint64_t *hash,
                      char message[SIM_YAML_MESSAGE])
{
    struct sim_settings *bare = malloc(sizeof(*bare));
    char *text = NULL;
    size_t bytes = 0;
    FILE *stream = bare ? open_memstream(&text, &bytes) : NULL;

    if (!stream) {
        free(bare);
        snprintf(message, SIM_YAML_MESSAGE, "out of memory");
        return false;
    }
    *bare = study->base;
    bare->scenario.workload.file_count = 0;
    sim_yaml_write(stream, bare);
    fclose(stream);
    *hash = sweep_hash_bytes(*hash, text, bytes);
    free(text);
    free(bare);
    for (uint32_t i = 0; i < study->base.scenario.workload.file_count; i++) {
        if (!hash_file(study->base.scenario.workload.files[i], hash, message))
            return false;
    }
    return true;
}

static bool hash_value(const struct sweep_axis *axis, const char *value, uint64_t *hash,
                       char message[SIM_YAML_MESSAGE])
{
    char name[SWEEP_TEXT], path[SIM_PATH_BYTES];
    const char *next = value;

    *hash = sweep_hash_text(*hash, value);
    for (uint32_t i = 0; i < axis->key_count; i++) {
        size_t length = strcspn(next, "\t");
        if (axis->keys[i].option->kind == SIM_KIND_WORKLOAD) {
            snprintf(name, sizeof(name), "%.*s", (int)length, next);
            if (!sweep_axis_beside(axis->file, name, path) || !hash_file(path, hash, message))
                return false;
        }
        next += next[length] ? length + 1 : 0;
    }
    return true;
}

static bool hash_axes(const struct sweep_study *study, uint64_t *hash,
                      char message[SIM_YAML_MESSAGE])
{
    for (uint32_t i = 0; i < study->axis_count; i++) {
        const struct sweep_axis *axis = &study->axes[i];
        *hash = sweep_hash_text(*hash, axis->name);
        *hash = sweep_hash_bytes(*hash, &axis->range.log, sizeof(axis->range.log));
        for (uint32_t j = 0; j < axis->value_count; j++) {
            if (!hash_value(axis, axis->values[j], hash, message))
                return false;
        }
    }
    return true;
}

static bool hash_study(struct sweep_study *study, char message[SIM_YAML_MESSAGE])
{
    char text[200];
    char name[SWEEP_FIGURE_NAME];
    uint64_t hash = SWEEP_HASH_START;

    if (!hash_base(study, &hash, message) || !hash_axes(study, &hash, message))
        return false;
    snprintf(text, sizeof(text), "%d %" PRIu64 " %" PRIu64 " %u %u %.17g %d", study->random,
             study->seed, study->count, study->seeds_min, study->seeds_max, study->precision,
             study->check);
    hash = sweep_hash_text(hash, text);
    for (uint32_t i = 0; i < study->watched_count; i++) {
        sweep_figures_name(study->watched[i], name);
        hash = sweep_hash_text(hash, name);
    }
    study->digest = hash;
    return true;
}

/* ---- The points ---- */

static bool check_points(const struct sweep_study *study, char message[SIM_YAML_MESSAGE])
{
    char why[SWEEP_TEXT], first[SWEEP_TEXT] = "", where[SWEEP_TEXT] = "";
    uint64_t refused = 0;
    struct sim_settings *settings = malloc(sizeof(*settings));

    for (uint64_t point = 0; settings && point < study->count; point++) {
        if (!sweep_grid_settings(study, point, settings, why) && !refused++) {
            memcpy(first, why, sizeof(first));
            sweep_grid_describe(study, point, where);
        }
        sim_settings_end(settings);
    }
    if (!settings)
        snprintf(message, SIM_YAML_MESSAGE, "out of memory");
    else if (refused)
        snprintf(message, SIM_YAML_MESSAGE,
                 "%s: the simulator refuses %" PRIu64 " of %" PRIu64 " points; the first%s%s%s: %s",
                 name_of(study), refused, study->count, *where ? " (" : "", where,
                 *where ? ")" : "", first);
    bool ok = settings && !refused;
    free(settings);
    return ok;
}

bool sweep_check(struct sweep_study *study, uint64_t points_max, char message[SIM_YAML_MESSAGE])
{
    if (!study->random)
        study->count = sweep_grid_combinations(study);
    if (study->count > points_max) {
        if (study->count == UINT64_MAX)
            snprintf(message, SIM_YAML_MESSAGE,
                     "%s: the study has more points than can be counted, expected at most %" PRIu64,
                     name_of(study), points_max);
        else
            snprintf(message, SIM_YAML_MESSAGE,
                     "%s: the study has %" PRIu64 " points, expected at most %" PRIu64
                     "; --max-points allows more",
                     name_of(study), study->count, points_max);
        return false;
    }
    return check_points(study, message) && hash_study(study, message);
}
