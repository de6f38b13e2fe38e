/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A finished file gets its name whole and replaces none, with hard links and without.
 * Not here: merging (check-sweep).
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "study/sweep_place.h"

static int link_errno; /* 0: links as ever */

int __real_link(const char *from, const char *to);
int __wrap_link(const char *from, const char *to);

int __wrap_link(const char *from, const char *to)
{
    if (link_errno == 0)
        return __real_link(from, to);
    errno = link_errno;
    return -1;
}

static void put(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void assert_holds(const char *path, const char *text)
{
    char found[16] = "";
    FILE *file = fopen(path, "r");

    assert_non_null(file);
    assert_non_null(fgets(found, sizeof found, file));
    (void)fclose(file);
    assert_string_equal(found, text);
}

static void places(void **state)
{
    /* A file system without links says one of these, vfat the first. */
    static const int errors[] = {0, EPERM, EOPNOTSUPP, ENOSYS};

    (void)state;
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        link_errno = errors[i];
        put("new.merging", "new");
        assert_true(sweep_place_new("new.merging", "new"));
        assert_holds("new", "new");
        put("other.merging", "other");
        assert_false(sweep_place_new("other.merging", "new"));
        assert_int_equal(errno, EEXIST);
        assert_holds("new", "new");
        (void)unlink("new");
        (void)unlink("new.merging");
        (void)unlink("other.merging");
    }
}

static void leaves_nothing(void **state)
{
    (void)state;
    link_errno = EPERM;
    assert_false(sweep_place_new("not-there.merging", "new"));
    assert_int_equal(errno, ENOENT);
    assert_int_not_equal(access("new", F_OK), 0);
}

static int enter_folder(void **state)
{
    static char folder[] = "/tmp/acknak-place-XXXXXX";

    *state = mkdtemp(folder);
    return *state == NULL || chdir(folder);
}

static int leave_folder(void **state)
{
    return chdir("/") || rmdir(*state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places),
        cmocka_unit_test(leaves_nothing),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
