# SPDX-License-Identifier: Apache-2.0
"""tests/mutants/mutants sees a mutant that survives, and whatever else proves nothing.

usage: test_mutants.py BUILD_FOLDER
"""
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
FOLDER = pathlib.Path(__file__).resolve().parent
SEQ = ("file include/acknak/seq.h", "- return (uint16_t)((seq + steps) & AK_SEQ_MASK);")


class Mutants(unittest.TestCase):
    def run_table(self, *lines, options=()):
        """Exit code and output for a table of these lines."""
        with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as table:
            table.write("\n".join(lines) + "\n")
            table.flush()
            done = subprocess.run([FOLDER / "mutants", "--build", BUILD, "--table", table.name,
                                   "-j", "1", *options], text=True, check=False,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return done.returncode, done.stdout

    def expect(self, code, parts, *lines, options=()):
        got, output = self.run_table(*lines, options=options)
        for part in parts:
            self.assertIn(part, output)
        self.assertEqual(got, code, output)

    def one(self, replacement, *lines):
        return ("mutant a: TX-01", *SEQ, f"+ {replacement}", "tests seq", *lines)

    def test_a_fault_is_killed(self):
        self.expect(0, ["a  killed: seq", "1 mutants, 1 killed, 0 equivalent, 0 survived"],
                    *self.one("return (uint16_t)(seq + steps);"))

    def test_a_change_that_changes_nothing_survives(self):
        self.expect(1, ["a  survived: seq", "1 mutants, 0 killed, 0 equivalent, 1 survived"],
                    *self.one("return (uint16_t)((steps + seq) & AK_SEQ_MASK);"))

    def test_it_may_be_called_equivalent(self):
        self.expect(0, ["a  equivalent: a sum", "0 killed, 1 equivalent, 0 survived"],
                    *self.one("return (uint16_t)((steps + seq) & AK_SEQ_MASK);",
                              "equivalent a sum"))

    def test_a_fault_may_not(self):
        self.expect(1, ["a  not equivalent: killed by seq", "1 not equivalent"],
                    *self.one("return (uint16_t)(seq + steps);", "equivalent a sum"))

    def test_a_crash_kills(self):
        self.expect(0, ["a  killed: seq"], *self.one("__builtin_trap();"))

    def test_a_hang_kills(self):
        self.expect(0, ["a  killed: seq (hangs)"], *self.one("for (;;) {}"),
                    options=["--hang", "0.5"])

    def test_what_does_not_compile_proves_nothing(self):
        self.expect(1, ["a  not compiled: ", "error:", "1 not compiled"],
                    *self.one("return nothing_such;"))

    def test_a_text_that_is_not_there(self):
        self.expect(1, ["a  not applied: include/acknak/seq.h has 0 times 'no such text'"],
                    "mutant a: TX-01", SEQ[0], "- no such text", "tests seq")

    def test_a_text_that_is_there_twice(self):
        self.expect(1, ["a  not applied: include/acknak/seq.h has 3 times '& AK_SEQ_MASK'"],
                    "mutant a: TX-01", SEQ[0], "- & AK_SEQ_MASK", "tests seq")

    def test_the_first_behind_an_anchor(self):
        self.expect(0, ["a  killed: seq"], "mutant a: TX-01", SEQ[0],
                    "after uint16_t ak_seq_before", "- & AK_SEQ_MASK", "tests seq")

    def test_an_anchor_that_is_not_there(self):
        self.expect(1, ["has 0 times the anchor 'ak_seq_behind'"], "mutant a: TX-01", SEQ[0],
                    "after ak_seq_behind", "- & AK_SEQ_MASK", "tests seq")

    def test_a_file_that_its_tests_do_not_have(self):
        self.expect(1, ["a  not applied: src/core/rx.c is in no program of its tests"],
                    "mutant a: RX-03", "file src/core/rx.c", "- report_bad_tlp(port);",
                    "after port->counters.bad_lcrc++;", "tests seq")

    def test_a_file_that_is_not_there(self):
        self.expect(1, ["a  not applied: src/core/none.c: No such file"],
                    "mutant a: RX-03", "file src/core/none.c", "- a", "tests seq")

    def test_the_next_mutant_starts_from_the_sources(self):
        self.expect(1, ["a  killed: seq", "b  survived: seq"],
                    *self.one("return (uint16_t)(seq + steps);"), "mutant b: TX-01", *SEQ,
                    "+ return (uint16_t)((steps + seq) & AK_SEQ_MASK);", "tests seq")

    def test_a_choice(self):
        self.expect(2, ["no mutant fits"], *self.one("return 0;"), options=["--ci"])
        self.expect(0, ["1 mutants, 1 killed"], *self.one("return 0;", "ci"), options=["--ci"])
        self.expect(2, ["no mutant fits"], *self.one("return 0;"), options=["^b"])

    def test_tables_that_cannot_be_read(self):
        self.expect(2, ["no test 'seqs'"], "mutant a: TX-01", *SEQ, "+ x", "tests seqs")
        self.expect(2, ["the test layers runs no program"], "mutant a: TX-01", *SEQ, "+ x",
                    "tests layers")
        self.expect(2, [":1: 'file', expected a line 'mutant NAME"], *SEQ)
        self.expect(2, [":1: 'mutant a', expected a name and the rules"], "mutant a", *SEQ)
        self.expect(2, [":1: 'TX1' is no rule id"], "mutant a: TX1", *SEQ)
        self.expect(2, [":2: 'fole', expected one of mutant file"], "mutant a: TX-01", "fole x")
        self.expect(2, ["a needs the lines file, - and tests"], "mutant a: TX-01", *SEQ)
        self.expect(2, ["replaces a text by itself"], "mutant a: TX-01", "file x", "- y", "+ y",
                    "tests seq")
        self.expect(2, ["there are two mutants a"], *self.one("x"), *self.one("y"))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    BUILD = sys.argv.pop()
    unittest.main()
