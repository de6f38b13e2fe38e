# SPDX-License-Identifier: Apache-2.0
"""tests/golden/golden fails when it must, and blesses only what it is told to."""
import unittest

from tool_test import ToolTest


class Golden(ToolTest):
    def setUp(self):
        super().setUp()
        self.write("case.cmd", "# why this test is there", "{acknak} one two")
        self.out = self.write("case.out", "one two")

    def golden(self, verb, name="case.cmd"):
        return self.run_tool("tests/golden/golden", verb, self.root / name, ACKNAK="/bin/echo")

    def expect(self, code, *parts):
        got, output = self.golden("check")
        self.assertEqual(got, code, output)
        for part in parts:
            self.assertIn(part, output)

    def test_as_expected(self):
        self.expect(0)

    def test_other_output_shows_as_a_diff(self):
        self.write("case.out", "one three")
        self.expect(1, "-one three\n", "+one two\n", "./run bless case")

    def test_a_missing_line_end_is_a_difference(self):
        self.out.write_text("one two", encoding="utf-8")
        self.expect(1, "No newline at end of file")

    def test_no_expectation(self):
        self.out.unlink()
        self.expect(1, "+one two\n")

    def test_no_expectation_of_nothing(self):
        self.write("case.cmd", "true")
        self.out.unlink()
        self.expect(1)

    def test_an_unexpected_exit_code(self):
        self.write("case.cmd", "{acknak} one two; echo sorry >&2; exit 3")
        self.expect(1, "exit code 3, expected 0", "stderr: sorry")

    def test_an_expected_exit_code(self):
        self.write("case.cmd", "{acknak} one two; exit 3")
        self.write("case.code", "3")
        self.expect(0)
        self.write("case.cmd", "{acknak} one two")
        self.expect(1, "exit code 0, expected 3")

    def test_a_pipe_fails_with_its_first_part(self):
        self.write("case.cmd", "false | {acknak} one two")
        self.expect(1, "exit code 1, expected 0")

    def test_a_folder_of_its_own(self):
        self.write("case.cmd", "echo hello >{tmp}/file && {acknak} {tmp}/* && cat {tmp}/file")
        self.write("case.out", "{tmp}/file", "hello")
        self.expect(0)

    def test_no_command(self):
        self.write("case.cmd", "# nothing")
        self.expect(2, "no command line")

    def test_no_such_test(self):
        code, output = self.golden("check", "absent.cmd")
        self.assertEqual(code, 2, output)

    def test_bless_writes_what_is_printed_now(self):
        self.write("case.cmd", "{acknak} three; exit 4")
        code, output = self.golden("bless")
        self.assertEqual(code, 0, output)
        self.assertIn("-one two\n", output)
        self.assertEqual(self.out.read_text(encoding="utf-8"), "three\n")
        self.assertEqual((self.root / "case.code").read_text(encoding="utf-8"), "4\n")
        self.expect(0)

    def test_bless_forgets_an_exit_code(self):
        code_file = self.write("case.code", "3")
        self.assertEqual(self.golden("bless")[0], 0)
        self.assertFalse(code_file.exists())

    def test_check_writes_nothing(self):
        self.write("case.out", "one three")
        self.expect(1)
        self.assertEqual(self.out.read_text(encoding="utf-8"), "one three\n")


if __name__ == "__main__":
    unittest.main()
