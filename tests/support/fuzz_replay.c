/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Feeds each file of the folders and files named on the command line once to a fuzz target.
 * Not here: finding new inputs (libFuzzer does, in the fuzz preset).
 */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size_bytes);

static void stop(const char *path, const char *why)
{
    fprintf(stderr, "fuzz_replay: %s: %s\n", path, why);
    exit(EXIT_FAILURE);
}

static void feed_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0) {
        stop(path, "cannot be read");
    }
    long size_bytes = ftell(file);
    rewind(file);
    /* An exact allocation, so that the address sanitizer sees the first byte too many. */
    uint8_t *data = malloc(size_bytes > 0 ? (size_t)size_bytes : 1u);
    if (data == NULL || size_bytes < 0 ||
        fread(data, 1, (size_t)size_bytes, file) != (size_t)size_bytes) {
        stop(path, "cannot be read");
    }
    fclose(file);
    LLVMFuzzerTestOneInput(data, (size_t)size_bytes);
    free(data);
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static int feed_folder(const char *path)
{
    struct dirent **entries = NULL;
    int count = scandir(path, &entries, is_visible, alphasort);
    for (int i = 0; i < count; i++) {
        char file_path[4096];
        int length = snprintf(file_path, sizeof file_path, "%s/%s", path, entries[i]->d_name);
        if (length < 0 || (size_t)length >= sizeof file_path) {
            stop(path, "name too long");
        }
        feed_file(file_path);
        free(entries[i]);
    }
    free(entries);
    return count;
}

int main(int argc, char **argv)
{
    int fed = 0;
    for (int i = 1; i < argc; i++) {
        int count = feed_folder(argv[i]);
        if (count < 0) {
            feed_file(argv[i]);
            count = 1;
        }
        fed += count;
    }
    if (fed == 0) {
        stop("corpus", "no input");
    }
    printf("%d inputs\n", fed);
    return 0;
}
