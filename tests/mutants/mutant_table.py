# SPDX-License-Identifier: Apache-2.0
"""Reads a table of mutants (table.txt says how one is written) and puts one into a text.
Not here: building and testing them (mutant_build.py, mutants)."""
import dataclasses
import pathlib
import re

ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
RULE = re.compile(r"[A-Z][A-Z0-9]*-\d\d")
# Each line of a mutant begins with one of these; `ci` and `after` may be left out.
KEYS = ("mutant", "file", "after", "-", "+", "tests", "equivalent", "ci")


class TableError(Exception):
    """The table cannot be read: where, what was found, what was expected."""


class DoesNotApply(Exception):
    """The text that a mutant replaces is not there, or not once."""


@dataclasses.dataclass
class Mutant:
    """One fault: where it goes, and who finds it."""
    where: str            # TABLE:LINE of its first line
    name: str
    rules: tuple          # ids of spec/requirements.tsv that it breaks
    file: str = ""        # from the root of the project
    after: str = ""       # the text is looked for behind this one
    original: str = ""
    replacement: str = ""
    tests: tuple = ()     # regular expressions for names of ctest, the cheapest first
    equivalent: str = ""  # why no test can find it
    in_ci: bool = False

    def apply(self, text):
        """The text with the fault in it."""
        start = 0
        if self.after:
            if text.count(self.after) != 1:
                raise DoesNotApply(f"{self.file} has {text.count(self.after)} times the anchor "
                                   f"'{self.after}', expected once")
            start = text.index(self.after) + len(self.after)
        found = text.count(self.original, start)
        if found == 0 or (found > 1 and not self.after):
            raise DoesNotApply(f"{self.file} has {found} times '{self.original}', expected once"
                               + (f" behind '{self.after}'" if self.after else ""))
        at = text.index(self.original, start)
        return text[:at] + self.replacement + text[at + len(self.original):]


def first_line(where, rest):
    name, colon, rules = rest.partition(":")
    rules = tuple(rules.split())
    if not colon or not ID.fullmatch(name) or not rules:
        raise TableError(f"{where}: 'mutant {rest}', expected a name and the rules it breaks: "
                         "mutant some-name: TX-01")
    for rule in rules:
        if not RULE.fullmatch(rule):
            raise TableError(f"{where}: '{rule}' is no rule id (AREA-NN, such as TX-07)")
    return Mutant(where=where, name=name, rules=rules)


def take_line(where, mutant, key, rest):
    if key == "file":
        mutant.file = rest
    elif key == "after":
        mutant.after = rest
    elif key == "-":
        mutant.original = rest
    elif key == "+":
        mutant.replacement = rest
    elif key == "tests":
        mutant.tests = tuple(rest.split())
    elif key == "equivalent":
        mutant.equivalent = rest
    elif key == "ci":
        mutant.in_ci = True
    else:
        raise TableError(f"{where}: '{key}', expected one of {' '.join(KEYS)}")


def check_whole(mutant):
    if not mutant.file or not mutant.original or not mutant.tests:
        raise TableError(f"{mutant.where}: {mutant.name} needs the lines file, - and tests")
    if mutant.original == mutant.replacement:
        raise TableError(f"{mutant.where}: {mutant.name} replaces a text by itself")


def read_table(path):
    """The mutants of a table, in its order."""
    mutants = []
    try:
        lines = pathlib.Path(path).read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise TableError(f"{path}: {error.strerror}") from error
    for number, line in enumerate(lines, 1):
        where = f"{pathlib.Path(path).name}:{number}"
        key, _, rest = line.partition(" ")
        if not line or key == "#":
            continue
        if key == "mutant":
            mutants.append(first_line(where, rest.strip()))
        elif mutants:
            # Spaces at the end of a text would not be seen.
            take_line(where, mutants[-1], key, rest.strip())
        else:
            raise TableError(f"{where}: '{key}', expected a line 'mutant NAME: RULE ...'")
    names = set()
    for mutant in mutants:
        check_whole(mutant)
        if mutant.name in names:
            raise TableError(f"{mutant.where}: there are two mutants {mutant.name}")
        names.add(mutant.name)
    return mutants
