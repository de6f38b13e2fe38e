/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The part of cmocka's interface that the core's tests use, for targets that have no cmocka: those
 * of the cross compilers. The first failure ends its test; the others still run.
 * Not here: mocks, leak checks, other output formats. Where cmocka is installed, it is used.
 */
#ifndef ACKNAK_CORE_ONLY_CMOCKA_H
#define ACKNAK_CORE_ONLY_CMOCKA_H

#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void (*CMUnitTestFunction)(void **state);
typedef int (*CMFixtureFunction)(void **state);

struct CMUnitTest {
    const char *name;
    CMUnitTestFunction test_func;
    CMFixtureFunction setup_func;
    CMFixtureFunction teardown_func;
    void *initial_state;
};

static jmp_buf cmocka_end_of_test;

enum cmocka_outcome { CMOCKA_PASSED = 1, CMOCKA_FAILED, CMOCKA_SKIPPED };

#define cmocka_unit_test(f)                                                                        \
    {                                                                                              \
#f, f, NULL, NULL, NULL                                                                    \
    }
#define cmocka_unit_test_setup(f, setup)                                                           \
    {                                                                                              \
#f, f, setup, NULL, NULL                                                                   \
    }
#define cmocka_unit_test_teardown(f, teardown)                                                     \
    {                                                                                              \
#f, f, NULL, teardown, NULL                                                                \
    }
#define cmocka_unit_test_setup_teardown(f, setup, teardown)                                        \
    {                                                                                              \
#f, f, setup, teardown, NULL                                                               \
    }
#define cmocka_unit_test_prestate(f, state)                                                        \
    {                                                                                              \
#f, f, NULL, NULL, state                                                                   \
    }
#define cmocka_unit_test_prestate_setup_teardown(f, setup, teardown, state)                        \
    {                                                                                              \
#f, f, setup, teardown, state                                                              \
    }
#define cmocka_run_group_tests(tests, setup, teardown)                                             \
    cmocka_run_tests(tests, sizeof(tests) / sizeof((tests)[0]), setup, teardown)
#define cmocka_run_group_tests_name(name, tests, setup, teardown)                                  \
    cmocka_run_group_tests(tests, setup, teardown)

#define print_message(...) printf(__VA_ARGS__)
#define print_error(...)   fprintf(stderr, __VA_ARGS__)
#define skip()             longjmp(cmocka_end_of_test, CMOCKA_SKIPPED)
#define fail()             cmocka_check(0, "fail()", __FILE__, __LINE__)
#define fail_msg(...)                                                                              \
    do {                                                                                           \
        fprintf(stderr, __VA_ARGS__);                                                              \
        fputc('\n', stderr);                                                                       \
        fail();                                                                                    \
    } while (0)

#define assert_true(c)     cmocka_check(!!(c), #c, __FILE__, __LINE__)
#define assert_false(c)    cmocka_check(!(c), "!(" #c ")", __FILE__, __LINE__)
#define assert_null(p)     cmocka_check((p) == NULL, #p " == NULL", __FILE__, __LINE__)
#define assert_non_null(p) cmocka_check((p) != NULL, #p " != NULL", __FILE__, __LINE__)
#define assert_int_equal(a, b)                                                                     \
    cmocka_compare((uintmax_t)(a), (uintmax_t)(b), 1, #a " == " #b, __FILE__, __LINE__)
#define assert_int_not_equal(a, b)                                                                 \
    cmocka_compare((uintmax_t)(a), (uintmax_t)(b), 0, #a " != " #b, __FILE__, __LINE__)
#define assert_ptr_equal(a, b)                                                                     \
    cmocka_check((const void *)(a) == (const void *)(b), #a " == " #b, __FILE__, __LINE__)
#define assert_ptr_not_equal(a, b)                                                                 \
    cmocka_check((const void *)(a) != (const void *)(b), #a " != " #b, __FILE__, __LINE__)
#define assert_in_range(v, low, high)                                                              \
    cmocka_check((uintmax_t)(v) >= (uintmax_t)(low) && (uintmax_t)(v) <= (uintmax_t)(high),        \
                 #v " from " #low " to " #high, __FILE__, __LINE__)
#define assert_not_in_range(v, low, high)                                                          \
    cmocka_check((uintmax_t)(v) < (uintmax_t)(low) || (uintmax_t)(v) > (uintmax_t)(high),          \
                 #v " not from " #low " to " #high, __FILE__, __LINE__)
#define assert_string_equal(a, b)                                                                  \
    cmocka_check(strcmp((a), (b)) == 0, #a " == " #b, __FILE__, __LINE__)
#define assert_string_not_equal(a, b)                                                              \
    cmocka_check(strcmp((a), (b)) != 0, #a " != " #b, __FILE__, __LINE__)
#define assert_memory_equal(a, b, size_bytes)                                                      \
    cmocka_check(memcmp((a), (b), (size_bytes)) == 0, #a " == " #b, __FILE__, __LINE__)
#define assert_memory_not_equal(a, b, size_bytes)                                                  \
    cmocka_check(memcmp((a), (b), (size_bytes)) != 0, #a " != " #b, __FILE__, __LINE__)

static inline void cmocka_check(int holds, const char *what, const char *file, int line)
{
    if (!holds) {
        fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, what);
        longjmp(cmocka_end_of_test, CMOCKA_FAILED);
    }
}

static inline void cmocka_compare(uintmax_t a, uintmax_t b, int equal, const char *what,
                                  const char *file, int line)
{
    if ((a == b) != equal) {
        fprintf(stderr, "0x%jx and 0x%jx: ", a, b);
        cmocka_check(0, what, file, line);
    }
}

static inline int cmocka_run_one(const struct CMUnitTest *test, void *group_state)
{
    void *state = test->initial_state != NULL ? test->initial_state : group_state;
    if (test->setup_func != NULL && test->setup_func(&state) != 0) {
        return CMOCKA_FAILED;
    }
    int outcome = setjmp(cmocka_end_of_test);
    if (outcome == 0) {
        test->test_func(&state);
        outcome = CMOCKA_PASSED;
    }
    if (test->teardown_func != NULL && test->teardown_func(&state) != 0) {
        outcome = CMOCKA_FAILED;
    }
    return outcome;
}

static inline int cmocka_run_tests(const struct CMUnitTest *tests, size_t count,
                                   CMFixtureFunction setup, CMFixtureFunction teardown)
{
    static const char *const words[] = {"", "ok", "FAILED", "skipped"};
    void *state = NULL;
    int failed = 0;
    if (setup != NULL && setup(&state) != 0) {
        return 1;
    }
    for (size_t i = 0; i < count; i++) {
        int outcome = cmocka_run_one(&tests[i], state);
        printf("%s: %s\n", tests[i].name, words[outcome]);
        failed += outcome == CMOCKA_FAILED;
    }
    if (teardown != NULL && teardown(&state) != 0) {
        failed++;
    }
    printf("%zu tests, %d failed\n", count, failed);
    return failed;
}

#endif
