/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From bytes to lines: quoting, wrapping, quoted-printable, control characters, length.
 * Not here: what lines say (test_formats.c).
 */
#include "support.h"

#include <stdlib.h>

/* All lines of `bytes`, one after the other with '\n' between them; free it. */
static char *lines_of(const char *bytes, size_t size)
{
    struct ak_line_reader *reader = malloc(sizeof *reader);
    FILE *stream = fmemopen((void *)(uintptr_t)bytes, size, "r");
    char *out = calloc(1, size + 16);
    struct ak_line line;

    assert_non_null(reader);
    assert_non_null(stream);
    assert_non_null(out);
    ak_line_reader_begin(reader, stream);
    while (ak_line_next(reader, &line)) {
        strcat(out, line.raw);
        strcat(out, "\n");
    }
    (void)fclose(stream);
    free(reader);
    return out;
}

static void check(const char *text, const char *expected)
{
    char *out = lines_of(text, strlen(text));

    assert_string_equal(out, expected);
    free(out);
}

static void test_plain(void **state)
{
    (void)state;
    check("a\nb", "a\nb\n");
    check("a\r\nb\r\n", "a\nb\n");
    check("\n\n", "\n\n");
}

static void test_quoting(void **state)
{
    (void)state;
    check("> > a\n>> b\n>\n> c", "a\nb\n\nc\n");
    check("<4>[1.5] x", "<4>[1.5] x\n");
}

/* A path completed by the shell has its colons escaped. */
static void test_escaped_colons(void **state)
{
    (void)state;
    check("/sys/devices/0000\\:01\\:00.0/x", "/sys/devices/0000:01:00.0/x\n");
    check("C:\\dir \\", "C:\\dir \\\n");
}

static void test_control_characters(void **state)
{
    static const char text[] = "a\x1b[01;31mAER\x1b[0m\x07\x7f b\0c\n";
    char *out = lines_of(text, sizeof text - 1);

    (void)state;
    assert_string_equal(out, "aAER bc\n");
    free(out);
    check("a\xc2\xa0z", "a z\n"); /* a no-break space */
    check("\xef\xbb\xbfx\ny", "x\ny\n");
}

static void test_quoted_printable(void **state)
{
    (void)state;
    check("Content-Transfer-Encoding: quoted-printable\nseverity=3DCorrec=\nted =20\n",
          "Content-Transfer-Encoding: quoted-printable\nseverity=Corrected  \n");
    check("a=3Db\n", "a=3Db\n"); /* nothing says that this is encoded */
}

static void test_wrapping(void **state)
{
    (void)state;
    check("[ 1.0] nvme 0000:04:00.0: PCIe Bus Error:\nseverity=Corrected, type=Data\n"
          "Link Layer, (Receiver ID)\nprose\n",
          "[ 1.0] nvme 0000:04:00.0: PCIe Bus Error: severity=Corrected, type=Data Link Layer, "
          "(Receiver ID)\nprose\n");
    check("[ 1.0] nvme 0000:04:00.0:   device [1234:5678] error\nstatus/mask=00000001/00000000\n",
          "[ 1.0] nvme 0000:04:00.0:   device [1234:5678] error status/mask=00000001/00000000\n");
    check("[ 1.0] pcieport 0000:00:01.0: AER: Corrected error received:\n0000:04:00.0\n",
          "[ 1.0] pcieport 0000:00:01.0: AER: Corrected error received: 0000:04:00.0\n");
    check("[ 1.0] pcieport 0000:00:01.0: AER: Corrected error message\n[ 2.0] x\n",
          "[ 1.0] pcieport 0000:00:01.0: AER: Corrected error message\n[ 2.0] x\n");
    check("[ 1.0] x 0000:00:01.0:    [12] Timeout\n20:01.3 PCI bridge: Example\n",
          "[ 1.0] x 0000:00:01.0:    [12] Timeout\n20:01.3 PCI bridge: Example\n");
}

static void test_long_line_is_cut(void **state)
{
    size_t size = 300000;
    char *text = malloc(size);
    struct ak_line_reader *reader = malloc(sizeof *reader);
    struct ak_line line;
    FILE *stream;

    (void)state;
    assert_non_null(text);
    assert_non_null(reader);
    memset(text, 'x', size);
    text[size - 3] = '\n';
    stream = fmemopen(text, size, "r");
    assert_non_null(stream);
    ak_line_reader_begin(reader, stream);
    assert_true(ak_line_next(reader, &line));
    assert_int_equal(strlen(line.raw), AK_LINE_BYTES - 1);
    assert_true(ak_line_next(reader, &line));
    assert_string_equal(line.raw, "xx");
    assert_false(ak_line_next(reader, &line));
    assert_int_equal(reader->cut_lines, 1);
    (void)fclose(stream);
    free(reader);
    free(text);
}

static void check_body(const char *raw, const char *body)
{
    assert_string_equal(ak_line_body(raw), body);
}

static void test_prefixes(void **state)
{
    (void)state;
    check_body("[ 8123.401125] x y", "x y");
    check_body("[ 8123.401125][   T91] x", "x");
    check_body("<4>1 2025-03-02T08:12:03.5+01:00 h kernel - - - [ 44.5] x", "x");
    check_body("Mar 04 23:50:07 h kernel: {5}[Hardware Error]: y", "{5}[Hardware Error]: y");
    check_body("[Di Sep 09 04:12:31 2025] x", "x");
    check_body("[12] Timeout", "[12] Timeout");
    check_body("kernel: x", "x");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain),
        cmocka_unit_test(test_quoting),
        cmocka_unit_test(test_escaped_colons),
        cmocka_unit_test(test_control_characters),
        cmocka_unit_test(test_quoted_printable),
        cmocka_unit_test(test_wrapping),
        cmocka_unit_test(test_long_line_is_cut),
        cmocka_unit_test(test_prefixes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
