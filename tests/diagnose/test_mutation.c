/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random damage to the samples (and to the shared fixtures, if ACKNAK_SHARED names them): whatever
 * comes in, a diagnosis comes out. Run with sanitizers this finds overruns.
 * Not here: what is concluded.
 */
#include "support.h"

#include <dirent.h>
#include <stdlib.h>

#include "diagnose/report/report.h"

#define MAX_FILES 256
#define MAX_BYTES (1u << 16)
#define ROUNDS    40

struct file {
    size_t size;
    char *bytes;
};

static struct file files[MAX_FILES];
static size_t file_count;

static uint32_t random_state;

static uint32_t next_random(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    random_state ^= random_state << 5;
    return random_state;
}

static void load(const char *folder, const char *name)
{
    struct file *f = &files[file_count];
    char path[1024];
    FILE *stream;

    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    stream = fopen(path, "rb");
    assert_non_null(stream);
    f->bytes = malloc(MAX_BYTES);
    assert_non_null(f->bytes);
    f->size = fread(f->bytes, 1, MAX_BYTES, stream);
    (void)fclose(stream);
    file_count++;
}

static int compare_names(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_input(const struct dirent *entry)
{
    return entry->d_name[0] != '.' && strstr(entry->d_name, ".expect.json") == NULL;
}

static void load_folder(const char *folder)
{
    struct dirent **entries;
    int n = scandir(folder, &entries, is_input, compare_names);

    assert_true(n >= 0);
    for (int i = 0; i < n; i++) {
        if (file_count < MAX_FILES)
            load(folder, entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
}

static const char *const pieces[] = {
    "0000:00:1c.0",
    "status/mask=",
    "[Hardware Error]:",
    "\n",
    "\0",
    "\x1b[31m",
    "{",
    "|",
    "CESta:",
    "aer_dev_correctable",
    "4294967296",
    "99999999999999999999",
    "-[0000:00]-+-",
    "\\-",
    "=\n",
    "> ",
    "GPU ",
    "\"@odata.id\": \"",
    "PCIe Bus Error:",
    "severity=",
    "FFFFFFFF/FFFFFFFF",
};

/* One kind of damage: a changed byte, a piece put in, a stretch taken out, moved or repeated. */
static size_t damage(char *bytes, size_t size)
{
    size_t at = size > 0 ? next_random() % size : 0;
    size_t n = next_random() % 40;
    const char *piece = pieces[next_random() % (sizeof pieces / sizeof pieces[0])];
    size_t length = piece[0] == '\0' ? 1 : strlen(piece);

    switch (next_random() % 4) {
    case 0:
        if (size > 0)
            bytes[at] = (char)next_random();
        return size;
    case 1:
        if (size + length > MAX_BYTES)
            return size;
        memmove(bytes + at + length, bytes + at, size - at);
        memcpy(bytes + at, piece, length);
        return size + length;
    case 2:
        if (at + n > size)
            n = size - at;
        memmove(bytes + at, bytes + at + n, size - at - n);
        return size - n;
    default:
        if (at + n > size || size + n > MAX_BYTES)
            return size;
        memmove(bytes + at + n, bytes + at, size - at);
        return size + n;
    }
}

static void run(const char *bytes, size_t size, FILE *sink)
{
    struct ak_diagnosis *d = ak_diagnosis_new();
    FILE *stream = fmemopen((void *)(uintptr_t)bytes, size > 0 ? size : 1, "r");

    assert_non_null(d);
    assert_non_null(stream);
    assert_int_equal(ak_diagnosis_read(d, stream), AK_READ_OK);
    (void)fclose(stream);
    assert_true(ak_diagnosis_conclude(d));
    assert_true(ak_report_json(sink, d));
    assert_true(ak_report_text(sink, d, true));
    assert_true(ak_report_html(sink, d));
    ak_diagnosis_end(d);
}

static void test_damaged_files(void **state)
{
    FILE *sink = fopen("/dev/null", "w");
    char *bytes = malloc(MAX_BYTES);

    (void)state;
    assert_non_null(sink);
    assert_non_null(bytes);
    for (size_t i = 0; i < file_count; i++) {
        random_state = 0x9e3779b9u + (uint32_t)i;
        for (int round = 0; round < ROUNDS; round++) {
            size_t size = files[i].size;
            memcpy(bytes, files[i].bytes, size);
            for (uint32_t hits = 1 + next_random() % 12; hits > 0; hits--)
                size = damage(bytes, size);
            run(bytes, size, sink);
        }
    }
    free(bytes);
    (void)fclose(sink);
}

/* More devices than are kept, in every role: slow is as bad as wrong. */
static void test_many_devices(void **state)
{
    FILE *sink = fopen("/dev/null", "w");
    size_t size = 0, room = 4u << 20;
    char *text = malloc(room);

    (void)state;
    assert_non_null(sink);
    assert_non_null(text);
    for (unsigned i = 0; i < 6000; i++) {
        size += (size_t)snprintf(text + size, room - size,
                                 "[1.%06u] x %04x:%02x:%02x.%x:   device [1:2] error "
                                 "status/mask=00000040/00000000\n"
                                 "[1.%06u] pcieport 0000:00:01.0: AER: Corrected error received: "
                                 "%04x:%02x:%02x.%x\n",
                                 i, i >> 14, i >> 6 & 255, i & 31, i >> 5 & 1, i, i >> 14,
                                 i >> 6 & 255, i & 31, i >> 5 & 1);
    }
    run(text, size, sink);
    free(text);
    (void)fclose(sink);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_damaged_files),
        cmocka_unit_test(test_many_devices),
    };
    const char *shared = getenv("ACKNAK_SHARED");
    char folder[512];
    int failed;

    load_folder(SAMPLES);
    if (shared != NULL) {
        (void)snprintf(folder, sizeof folder, "%s/aer/fixtures", shared);
        load_folder(folder);
    } else {
        (void)printf("ACKNAK_SHARED is not set: only the samples of this folder are damaged\n");
    }
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    for (size_t i = 0; i < file_count; i++)
        free(files[i].bytes);
    return failed;
}
