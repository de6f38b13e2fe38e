# SPDX-License-Identifier: Apache-2.0
"""tools/size-table sees recursion, calls through pointers, frames without a size, data, much stack."""
import shutil
import unittest

from tool_test import ToolTest


@unittest.skipUnless(shutil.which("gcc"), "no compiler is called gcc")
class SizeTable(ToolTest):
    def check(self, *lines):
        self.write("a.c", *lines)
        return self.run_tool("tools/size-table", "--check", self.root)

    def test_plain_code(self):
        code, output = self.check("__attribute__((noinline)) static int b(int x) { return x * 3; }",
                                  "int a(int x) { return b(x) + 1; }")
        self.assertEqual(code, 0, output)
        self.assertIn("no recursion", output)

    def test_recursion_through_another(self):
        code, output = self.check("int b(int x);",
                                  "int a(int x) { return x < 2 ? 1 : b(x - 1) * x + b(x - 2); }",
                                  "int b(int x) { return x < 2 ? 1 : a(x - 1) * x + a(x - 2); }")
        self.assertEqual(code, 1, output)
        self.assertIn("recursion: ", output)

    def test_pointer(self):
        code, output = self.check("int a(int (*f)(int), int x) { return f(x) + 1; }")
        self.assertEqual(code, 1, output)
        self.assertIn("a calls through a pointer", output)

    def test_frame_of_any_size(self):
        code, output = self.check("int c(char *p);",
                                  "int a(int n) { char m[n]; return c(m) + m[0]; }")
        self.assertEqual(code, 1, output)
        self.assertIn("a: its stack frame has no fixed size", output)

    def test_data(self):
        code, output = self.check("int count = 1; int a(void) { return ++count; }")
        self.assertEqual(code, 1, output)
        self.assertIn("4 bytes of data", output)

    def test_much_stack(self):
        code, output = self.check("int c(char *p);",
                                  "int a(void) { char m[4000]; return c(m) + m[0]; }")
        self.assertEqual(code, 1, output)
        self.assertRegex(output, "a needs 40[0-9]+ bytes of stack")


if __name__ == "__main__":
    unittest.main()
