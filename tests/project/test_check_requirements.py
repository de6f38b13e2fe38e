# SPDX-License-Identifier: Apache-2.0
"""tools/check-requirements finds each kind of gap and nothing else."""
import unittest

from tool_test import ToolTest

HEADER = ("id\tlevel\tsentence\tbase_1.1\tbase_2.1\tbase_3.1\tbase_4.0\tbase_5.0\tbase_6.3\t"
          "book_heading\tdecision")


class CheckRequirements(ToolTest):
    def setUp(self):
        super().setUp()
        self.rules("AA-01\trequired\tIt counts.\tnone\t3.5\t-\t-\t-\t3.6\tCounters\tD1",
                   "AA-02\tlater\tIt rests.\t-\t-\t-\t-\t-\t-\tRest\t")
        self.write("src/core/tx.c", "int a; /* Rules:", " * AA-01. */")
        self.write("tests/unit/test_tx.c", "// AA-01", "int b;")
        self.evidence("AA\t- nothing to see\t- nothing to break")
        (self.root / "include").mkdir()

    def rules(self, *lines):
        self.write("spec/requirements.tsv", HEADER, *lines)

    def exceptions(self, *lines):
        self.write("spec/exceptions.tsv", "id\treason", *lines)

    def evidence(self, *lines):
        self.write("spec/evidence.tsv", "id\tchecker\tmutant", *lines)

    def checker(self, *rules):
        self.write("src/check/rules.c", *(f'[AK_RULE_{n}] = {{"{rule}", AK_ERROR, "x"}},'
                                          for n, rule in enumerate(rules)))

    def mutant(self, file, *rules):
        self.write("tests/mutants/table.txt", f"mutant a: {' '.join(rules)}", f"file {file}",
                   "- x", "+ y", "tests z")

    def expect(self, code, *parts):
        got, output = self.run_tool("tools/check-requirements", self.root)
        self.assertEqual(got, code, output)
        for part in parts:
            self.assertIn(part, output)
        if code == 1:
            self.assertIn("1 errors", output)

    def test_nothing_missing(self):
        self.expect(0, "2 rules, 1 required, 0 excepted")

    def test_no_code(self):
        self.write("src/core/tx.c")
        self.expect(1, "AA-01 is in no code: It counts.")

    def test_no_test(self):
        self.write("tests/unit/test_tx.c")
        self.expect(1, "AA-01 is in no test")

    def test_neither(self):
        self.write("src/core/tx.c")
        self.write("tests/unit/test_tx.c")
        self.expect(1, "AA-01 is in no code and no test")

    def test_a_public_header_is_code(self):
        self.write("src/core/tx.c")
        self.write("include/acknak/tx.h", "/* AA-01 */")
        self.expect(0)

    def test_a_string_is_no_citation(self):
        self.write("src/core/tx.c", 'char *a = "/* AA-01 */";')
        self.expect(1, "AA-01 is in no code")

    def test_part_of_a_word_is_no_citation(self):
        self.write("src/core/tx.c", "/* AA-011 AA-01x */")
        self.expect(1, "AA-01 is in no code")

    def test_a_script_cites_in_its_comments(self):
        self.write("tests/unit/test_tx.c")
        self.write("tests/golden/a.cmd", "# AA-01", "true")
        self.expect(0)

    def test_a_script_cites_nowhere_else(self):
        self.write("tests/unit/test_tx.c")
        self.write("tests/golden/a.cmd", "echo AA-01")
        self.expect(1, "AA-01 is in no test")

    def test_an_unknown_id_in_code(self):
        self.write("src/core/rx.c", "", "/* AB-07 */")
        self.expect(1, "src/core/rx.c:2: cites AB-07")

    def test_an_unknown_id_in_a_test(self):
        self.write("tests/unit/test_rx.c", "/* AA-03 */")
        self.expect(1, "tests/unit/test_rx.c:1: cites AA-03")

    def test_words_of_the_trade_are_no_ids(self):
        self.write("src/core/crc.c", "/* CRC-32, CRC-16, UTF-8 */")
        self.expect(0)

    def test_listed_twice(self):
        self.rules("AA-01\trequired\tIt counts.\t\t\t\t\t\t\t\t", "AA-01\trequired\tIt counts.\t\t\t\t\t\t\t\t")
        self.expect(1, "requirements.tsv:3: AA-01 is listed twice")

    def test_an_unknown_level(self):
        self.rules("AA-01\trequird\tIt counts.\t\t\t\t\t\t\t\t")
        self.expect(1, "requirements.tsv:2: level 'requird'")

    def test_an_excepted_rule_needs_no_test(self):
        self.write("tests/unit/test_tx.c")
        self.exceptions("AA-01\tonly a laboratory can tell")
        self.expect(0, "1 excepted")

    def test_a_stale_exception(self):
        self.exceptions("AA-01\tonly a laboratory can tell")
        self.expect(1, "exceptions.tsv:2: AA-01 is stale")

    def test_an_exception_from_nothing(self):
        self.exceptions("AA-09\tonly a laboratory can tell")
        self.expect(1, "exceptions.tsv:2: AA-09 is no rule")

    def test_an_exception_without_reason(self):
        self.write("tests/unit/test_tx.c")
        self.exceptions("AA-01\t")
        self.expect(1, "gives no reason")

    def test_unreadable_lists(self):
        self.rules("AA-01\trequired")
        self.expect(2, "requirements.tsv:2: 2 columns, expected 11")
        self.write("spec/requirements.tsv", "id\tlevel")
        self.expect(2, "requirements.tsv:1: expected the header line")
        (self.root / "spec/requirements.tsv").unlink()
        self.expect(2, "requirements.tsv: No such file")

    def test_seen_by_no_rule_of_the_checker(self):
        self.evidence("AA-01\t\t- nothing to break")
        self.expect(1, "AA-01 is seen by no rule of the checker, and no reason is given")

    def test_no_mutant(self):
        self.evidence("AA-01\t- nothing to see\t")
        self.expect(1, "AA-01 has no mutant, and no reason is given")

    def test_a_mutant_of_the_code(self):
        self.evidence("AA-01\t- nothing to see\t")
        self.mutant("src/core/tx.c", "AA-01")
        self.expect(0, "1 mutants")

    def test_a_mutant_of_the_checker_breaks_no_code(self):
        self.evidence("AA-01\t- nothing to see\t")
        self.mutant("src/check/sender.c", "AA-01")
        self.expect(1, "AA-01 has no mutant")

    def test_but_it_does_if_the_checker_is_the_code(self):
        self.evidence("AA-01\t- nothing to see\t")
        self.write("src/core/tx.c")
        self.write("src/check/sender.c", "/* AA-01 */")
        self.mutant("src/check/sender.c", "AA-01")
        self.expect(0)

    def test_a_rule_of_the_checker_without_a_mutant(self):
        self.evidence("AA-01\t\t- nothing to break")
        self.checker("AA-01")
        self.expect(1, "AA-01 has no mutant in src/check")

    def test_a_rule_of_the_checker(self):
        self.evidence("AA-01\t\t- nothing to break")
        self.checker("AA-01")
        self.mutant("src/check/sender.c", "AA-01")
        self.expect(0, "1 judged by the checker")

    def test_seen_by_another_rule(self):
        self.rules("AA-01\trequired\tIt counts.\t\t\t\t\t\t\t\t", "AA-02\tlater\tIt rests.\t\t\t\t\t\t\t\t")
        self.evidence("AA-01\tAA-02\t- nothing to break")
        self.expect(1, "evidence.tsv:2: AA-01: AA-02 is no rule of the checker")
        self.checker("AA-02")
        self.mutant("src/check/sender.c", "AA-02")
        self.expect(0)

    def test_stale_evidence(self):
        self.evidence("AA-01\t- nothing to see\t- nothing to break")
        self.mutant("src/core/tx.c", "AA-01")
        self.expect(1, "evidence.tsv:2: AA-01 is stale: the rule has mutants")

    def test_stale_blindness(self):
        self.evidence("AA-01\t- nothing to see\t- nothing to break")
        self.checker("AA-01")
        self.mutant("src/check/sender.c", "AA-01")
        self.expect(1, "evidence.tsv:2: AA-01 is stale: the checker has that rule")

    def test_evidence_of_nothing(self):
        self.evidence("AA\t- nothing to see\t- nothing to break", "BB-01\t- a\t- b")
        self.expect(1, "evidence.tsv:3: BB-01 is no rule and no area")

    def test_evidence_without_reason(self):
        self.evidence("AA\t-\t- nothing to break")
        self.expect(1, "evidence.tsv:2: AA gives no reason")

    def test_a_mutant_of_no_rule(self):
        self.mutant("src/core/tx.c", "AB-01")
        self.expect(1, "table.txt:1: a breaks AB-01, which is no rule")

    def test_a_document_of_yesterday(self):
        self.write("docs/requirements.md", "# Rules")
        self.expect(1, "docs/requirements.md is not the matrix of now")
        _, output = self.run_tool("tools/check-requirements", "--markdown", self.root)
        matrix = output[:output.rindex("check-requirements:")]
        self.write("docs/requirements.md", *matrix.splitlines())
        self.expect(0)

    def test_the_matrix(self):
        self.rules("AA-01\trequired\tIt counts.\tnone\t3.5\t-\t-\t-\t3.6\tCounters\tD1")
        self.evidence("AA-01\t\t")
        self.checker("AA-01")
        self.write("tests/mutants/table.txt", "mutant a: AA-01", "file src/check/tx.c", "- x",
                   "tests z", "mutant b: AA-01", "file src/core/tx.c", "- x", "tests z")
        code, output = self.run_tool("tools/check-requirements", "--markdown", self.root)
        self.assertEqual(code, 0, output)
        self.assertIn("| **AA-01** It counts. | 2.1: 3.5<br>6.3: 3.6<br>D1 | core/tx.c | AA-01, 1 mutants | "
                      "unit/test_tx.c | b |", output)

    def test_the_matrix_fails_on_a_gap(self):
        self.write("tests/unit/test_tx.c")
        code, output = self.run_tool("tools/check-requirements", "--markdown", self.root)
        self.assertEqual(code, 1, output)
        self.assertIn("| **AA-01** It counts.", output)
        self.assertIn("AA-01 is in no test", output)


if __name__ == "__main__":
    unittest.main()
