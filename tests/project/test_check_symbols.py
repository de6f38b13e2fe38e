# SPDX-License-Identifier: Apache-2.0
"""tools/check-symbols sees what a library needs, and only that."""
import shutil
import subprocess
import unittest

from tool_test import ToolTest


@unittest.skipUnless(shutil.which("cc"), "no C compiler is called cc")
class CheckSymbols(ToolTest):
    def setUp(self):
        super().setUp()
        self.write("a.c", "int b(void); int a(void) { return b(); }")
        self.write("allowed.txt", "# comment", "memcpy")

    def check(self, b):
        self.write("b.c", b)
        subprocess.run("cc -c a.c b.c && ar rc all.a a.o b.o", shell=True, check=True,
                       cwd=self.root)
        return self.run_tool("tools/check-symbols", self.root / "all.a", self.root / "allowed.txt")

    def test_parts_may_use_each_other(self):
        code, output = self.check("int b(void) { return 1; }")
        self.assertEqual(code, 0, output)

    def test_what_is_allowed(self):
        code, output = self.check("void *memcpy(); void *d, *s; unsigned long n;"
                                  "int b(void) { return memcpy(d, s, n) != 0; }")
        self.assertEqual(code, 0, output)
        self.assertIn("memcpy", output)

    def test_what_is_not_allowed(self):
        code, output = self.check("int puts(const char *); int b(void) { return puts(0); }")
        self.assertEqual(code, 1, output)
        self.assertIn("puts, used by b.o", output)


if __name__ == "__main__":
    unittest.main()
