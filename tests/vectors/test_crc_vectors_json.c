/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The CRCs of all packets of vectors.json, where environment variable ACKNAK_SHARED says where it
 * is. Not here: the copy of these facts that needs no file (crc_vectors.c).
 *
 * Rules: LCRC-01, LCRC-02, DLLP-01.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>
#include <jansson.h>

#include "check_vector.h"

static json_t *vectors;

static int read_vectors(void **state)
{
    const char *shared = getenv("ACKNAK_SHARED");
    char path[4096];
    json_error_t error;

    (void)state;
    if (!shared)
        return 0;
    snprintf(path, sizeof(path), "%s/spec/vectors.json", shared);
    vectors = json_load_file(path, 0, &error);
    if (!vectors)
        print_error("%s:%d: %s\n", path, error.line, error.text);
    return vectors ? 0 : -1;
}

static int drop_vectors(void **state)
{
    (void)state;
    json_decref(vectors);
    return 0;
}

static void skip_without_vectors(void)
{
    if (!vectors) {
        print_message("skipped: ACKNAK_SHARED is not set\n");
        skip();
    }
}

static const char *text_of(const json_t *row, const char *key)
{
    const char *text = json_string_value(json_object_get(row, key));

    assert_non_null(text);
    return text;
}

static void test_every_lcrc_row(void **state)
{
    size_t checked = 0;
    size_t i;
    json_t *row;

    (void)state;
    skip_without_vectors();
    json_array_foreach(json_object_get(vectors, "tlp_lcrc"), i, row)
    {
        if (!json_is_true(json_object_get(row, "agree")))
            continue;
        check_lcrc_vector(text_of(row, "name"), text_of(row, "bytes_seq_plus_tlp"),
                          text_of(row, "lcrc_wire"), text_of(row, "nullified_lcrc_wire"));
        checked++;
    }
    assert_true(checked > 0);
}

static void test_every_dllp_row(void **state)
{
    size_t checked = 0;
    size_t i;
    json_t *row;

    (void)state;
    skip_without_vectors();
    json_array_foreach(json_object_get(vectors, "dllp_crc"), i, row)
    {
        if (!json_is_true(json_object_get(row, "agree")))
            continue;
        check_dllp_vector(text_of(row, "name"), text_of(row, "bytes0_3"), text_of(row, "crc_wire"));
        checked++;
    }
    assert_true(checked > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_lcrc_row),
        cmocka_unit_test(test_every_dllp_row),
    };

    return cmocka_run_group_tests(tests, read_vectors, drop_vectors);
}
