/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Hostile text in JSON, XML, CSV and plain text.
 * Not here: the formats around it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "render/escape.h"
#include "text_io.h"

static struct ak_output output;

static void expect(void (*escape)(struct ak_output *, const char *), const char *text,
                   const char *expected)
{
    struct text_sink made = {NULL, 0, 0};
    ak_output_init(&output, text_sink_write, &made);
    escape(&output, text);
    assert_int_equal(ak_output_flush(&output), 0);
    assert_string_equal(made.text != NULL ? made.text : "", expected);
    free(made.text);
}

static void json_is_a_string(void **state)
{
    (void)state;
    expect(ak_escape_json, "plain", "\"plain\"");
    expect(ak_escape_json, "a\"b\\c", "\"a\\\"b\\\\c\"");
    expect(ak_escape_json, "\x01\n", "\"\\u0001\\u000a\"");
    expect(ak_escape_json, "</script>", "\"</script>\"");
    /* U+2028 ends a line in scripts of old. */
    expect(ak_escape_json, "\xE2\x80\xA8", "\"\\u2028\"");
}

static void xml_has_no_markup(void **state)
{
    (void)state;
    expect(ak_escape_xml, "<b a=\"1\">&</b>", "&lt;b a=&quot;1&quot;&gt;&amp;&lt;/b&gt;");
    expect(ak_escape_xml, "\x01\x7F", "\\x01\\x7f");
    expect(ak_escape_xml, "\xC2\x85", "\\x85");
}

static void csv_is_one_field(void **state)
{
    (void)state;
    expect(ak_escape_csv, "MWr 64 B", "MWr 64 B");
    expect(ak_escape_csv, "a,b", "\"a,b\"");
    expect(ak_escape_csv, "say \"hi\"\n", "\"say \"\"hi\"\" \"");
}

static void plain_is_one_line(void **state)
{
    (void)state;
    expect(ak_escape_plain, "\x1b[31mred\r\n", "\\x1b[31mred\\x0d\\x0a");
    expect(ak_escape_plain,
           "\xC2\x9B"
           "31m",
           "\\x9b31m");
}

/* What is not UTF-8 becomes U+FFFD, a byte at a time; what is stays as it is. */
static void only_utf8_leaves(void **state)
{
    static const char *const damaged[] = {"\xFF",         "\x80",         "\xC0\x80",
                                          "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80"};
    (void)state;
    expect(ak_escape_plain, "\xE2\x98\x83 \xF0\x9F\x98\x80", "\xE2\x98\x83 \xF0\x9F\x98\x80");
    expect(ak_escape_plain, "\xE2\x98", "\xEF\xBF\xBD\xEF\xBF\xBD");
    for (size_t i = 0; i < sizeof damaged / sizeof damaged[0]; i++) {
        const char *text = damaged[i];
        assert_int_equal(ak_utf8_next(&text), 0xFFFD);
        assert_ptr_equal(text, damaged[i] + 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(json_is_a_string), cmocka_unit_test(xml_has_no_markup),
        cmocka_unit_test(csv_is_one_field), cmocka_unit_test(plain_is_one_line),
        cmocka_unit_test(only_utf8_leaves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
