# SPDX-License-Identifier: Apache-2.0
"""tools/test-report tells failures, skipped tests and ctest's closing lines, and no more."""
import unittest

from tool_test import ToolTest

OUTPUT = """\
Test project /somewhere
      Start  1: good
 1/3 Test  #1: good ...............   Passed    0.01 sec
      Start  2: bad
 2/3 Test  #2: bad ................***Failed    0.02 sec
line of bad

      Start  3: absent
 3/3 Test  #3: absent .............***Skipped   0.01 sec

67% tests passed, 1 tests failed out of 3

Total Test time (real) =   0.05 sec

The following tests did not run:
\t  3 - absent (Skipped)

The following tests FAILED:
\t  2 - bad (Failed)
"""
LOG = """\
3/3 Testing: absent
3/3 Test: absent
Command: "x"
Output:
----------------------------------------------------------
skipped: no machine for it
<end of output>
"""


class TestReport(ToolTest):
    def setUp(self):
        super().setUp()
        self.write("output", OUTPUT.rstrip("\n"))
        self.write("Testing/Temporary/LastTest.log", LOG.rstrip("\n"))
        ctest = self.write("bin/ctest", "#!/bin/sh", f"cat {self.root}/output; exit 8")
        ctest.chmod(0o755)

    def report(self, *arguments):
        return self.run_tool("tools/test-report", self.root, *arguments,
                             PATH=f"{self.root}/bin:/usr/bin:/bin")

    def test_only_what_needs_to_be_read(self):
        code, output = self.report("--parallel", "2")
        self.assertEqual(code, 8)
        lines = output.splitlines()
        self.assertIn("2/3 Test  #2: bad", lines[0])
        self.assertEqual(lines[1:], ["line of bad",
                                     "skipped: absent: no machine for it",
                                     "67% tests passed, 1 tests failed out of 3",
                                     "Total Test time (real) =   0.05 sec"])

    def test_all_of_it_when_asked(self):
        code, output = self.report("-V")
        self.assertEqual((code, output), (8, OUTPUT))


if __name__ == "__main__":
    unittest.main()
