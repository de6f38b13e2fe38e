# SPDX-License-Identifier: Apache-2.0
"""tools/coverage names what no test took, and lines of its list that are not true any more."""
import os
import shutil
import subprocess
import unittest

from tool_test import ToolTest

TOOLS = ("clang", "llvm-profdata", "llvm-cov")
HEAD = "src/check/a.c\ta\tx > 1\t"


@unittest.skipUnless(all(map(shutil.which, TOOLS)), "without clang and llvm")
class Coverage(ToolTest):
    def setUp(self):
        super().setUp()
        self.root = self.root.resolve()
        self.write("src/check/a.c", "int a(int x)", "{", "    return x > 1 && x < 9;", "}",
                   "int unused(void)", "{", "    return 1;", "}")
        self.write("src/core/c.c", "int c(void) { return 1; }")

    def judge(self, calls, *listed):
        """The answer after a program that makes these calls."""
        self.write("main.c", "int a(int x); int unused(void); int c(void);",
                   f"int main(void) {{ c(); {calls} return 0; }}")
        flags = "-fprofile-instr-generate -fcoverage-mapping"
        command = (f"clang {flags} -fPIC -shared {self.root}/src/check/a.c "
                   "-o src/check/libacknak_check.so && "
                   f"clang {flags} -fPIC -shared {self.root}/src/core/c.c -o src/core/libacknak.so &&"
                   " clang main.c src/check/libacknak_check.so src/core/libacknak.so -Wl,-rpath,."
                   " -o main && ./main")
        subprocess.run(command, shell=True, check=True, cwd=self.root,
                       env={**os.environ, "LLVM_PROFILE_FILE": "profiles/%m.profraw"})
        return self.run_tool("tools/coverage", self.root, self.write("list.tsv", *listed), self.root)

    def test_all_is_taken(self):
        code, output = self.judge("a(1); a(2); a(9); unused();")
        self.assertEqual(code, 0, output)

    def test_a_side_is_missing(self):
        code, output = self.judge("a(2); a(9); unused();")
        self.assertEqual(code, 1, output)
        self.assertIn("src/check/a.c:3\ta\tx > 1\tfalse", output)

    def test_a_function_is_missing(self):
        code, output = self.judge("a(1); a(2); a(9);")
        self.assertEqual(code, 1, output)
        self.assertIn("src/check/a.c\tunused\t-\t-", output)

    def test_a_reason(self):
        code, output = self.judge("a(2); a(9); unused();", HEAD + "false\tbecause")
        self.assertEqual(code, 0, output)

    def test_a_reason_for_nothing(self):
        code, output = self.judge("a(1); a(2); a(9); unused();", HEAD + "false\tbecause")
        self.assertEqual(code, 1, output)
        self.assertIn("stale: " + HEAD + "false", output)

    def test_a_line_without_a_reason(self):
        code, output = self.judge("a(2); a(9); unused();", HEAD + "false")
        self.assertEqual(code, 1, output)
        self.assertIn("list.tsv:1: found 4 columns, expected 5", output)


if __name__ == "__main__":
    unittest.main()
