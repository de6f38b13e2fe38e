# SPDX-License-Identifier: Apache-2.0
"""Builds a test's program with a fault in it, beside a build folder that is up to date.

The build folder is only read. A worker has a copy of the sources; a fault goes into one file of
the copy, and the objects that depend on that file and are linked into the program are compiled
anew, with the build's own commands. All other objects and libraries are the build's.
Not here: what the faults are (mutant_table.py), which are tried (mutants).
"""
import json
import os
import pathlib
import re
import resource
import shlex
import shutil
import signal
import subprocess
import time

SOURCES = ("include", "src", "tests")
MEMORY_BYTES = 4 << 30
FILE_BYTES = 1 << 30
SKIPPED = 77
# Warnings are no matter here, and debug information only takes time.
QUICK = ["-w", "-g0", "-O1"]
# As a linker's map names the member of a library.
MEMBER = re.compile(r"([^\s()]+\.a)\(([^\s()]+\.o)\)")


class BuildError(Exception):
    """The build folder does not have what is needed."""


class DoesNotCompile(Exception):
    """A mutant that the compiler or the linker refuses."""


def run(command, cwd):
    done = subprocess.run(command, cwd=cwd, text=True, check=False, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    if done.returncode != 0:
        raise BuildError(f"{shlex.join(map(str, command))}: exit code {done.returncode}\n"
                         f"{done.stdout}")
    return done.stdout


def limit():
    """A fault may fill memory or disk; it must only fail."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_BYTES, FILE_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Test:
    """One test of ctest: how it is run, and which programs of the build it runs."""

    def __init__(self, entry, links):
        properties = {item["name"]: item["value"] for item in entry.get("properties", [])}
        self.name = entry["name"]
        self.command = entry.get("command", [])
        self.cwd = properties.get("WORKING_DIRECTORY")
        self.environment = dict(item.split("=", 1) for item in properties.get("ENVIRONMENT", []))
        words = self.command + list(self.environment.values())
        self.programs = [word for word in dict.fromkeys(words) if word in links]

    def run(self, environment, timeout=None, stand_ins=None):
        """Exit code, or None for a hang. stand_ins: program -> what is run in its place."""
        def word(text):
            return (stand_ins or {}).get(text, text)
        child = subprocess.Popen([word(part) for part in self.command], cwd=self.cwd,
                                 stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                 stderr=subprocess.DEVNULL, start_new_session=True,
                                 preexec_fn=limit,
                                 env={**environment, **{name: word(value) for name, value
                                                        in self.environment.items()}})
        try:
            return child.wait(timeout)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()
            return None


class Build:
    """What a build folder of Ninja knows: commands, dependencies, tests."""

    def __init__(self, root, folder):
        self.root = pathlib.Path(root)
        self.folder = pathlib.Path(folder)
        if not (self.folder / "build.ninja").exists():
            raise BuildError(f"{folder}: no build folder of Ninja")
        self.compiles, self.links, self.archives = {}, {}, {}
        self.sources = {}
        for edge in json.loads(run(["ninja", "-t", "compdb"], self.folder)):
            self._take(edge["output"], edge["command"], edge["file"])
        self.users = self._users()
        self.tests = {entry["name"]: Test(entry, self.links) for entry in json.loads(
            run(["ctest", "--show-only=json-v1"], self.folder))["tests"]}
        self._linked = {}

    def _take(self, output, command, source):
        if output.endswith(".o"):
            self.compiles[output] = shlex.split(command)
            self.sources[output] = source
        elif output.endswith(".a"):
            self.archives[output] = {pathlib.Path(word).name: word
                                     for word in shlex.split(command) if word.endswith(".o")}
        elif f" -o {output} " in command:
            words = shlex.split(command)
            if words[:2] == [":", "&&"] and words[-2:] == ["&&", ":"] and "-shared" not in words:
                self.links[str(self.folder / output)] = words[2:-2]

    def _users(self):
        """file of the project -> the objects that depend on it."""
        users = {}
        output = None
        for line in run(["ninja", "-t", "deps"], self.folder).splitlines():
            if line.startswith("    "):
                path = pathlib.Path(self.folder, line.strip())
                if path.is_relative_to(self.root):
                    users.setdefault(str(path.relative_to(self.root)), set()).add(output)
            elif line:
                output = line.split(":")[0]
        return users

    def linked(self, program):
        """The objects that are linked into a program, those that its libraries hold included."""
        if program not in self._linked:
            command = self.links[program]
            linker_map = run(command + ["-Wl,-M", "-o", "/dev/null"], self.folder)
            found = {self.archives[library][member]
                     for library, member in set(MEMBER.findall(linker_map))
                     if library in self.archives}
            found |= {word for word in command if word in self.compiles}
            self._linked[program] = found
        return self._linked[program]


class Worker:
    """A copy of the sources, and what is built from it."""

    def __init__(self, build, folder):
        self.build = build
        self.folder = pathlib.Path(folder)
        for name in SOURCES:
            shutil.copytree(build.root / name, self.folder / name,
                            ignore=lambda where, names: [
                                each for each in names if not each.endswith((".c", ".h"))
                                and not (pathlib.Path(where) / each).is_dir()])
        self.objects = {}

    def break_file(self, file, text):
        (self.folder / file).write_text(text, encoding="utf-8")
        self.objects = {}

    def mend_file(self, file):
        shutil.copyfile(self.build.root / file, self.folder / file)

    def _own(self, word):
        """A word of a command that compiles, for the copy of the sources."""
        for name in SOURCES:
            word = re.sub(f"^(-I|-isystem)?{re.escape(str(self.build.root / name))}(?=/|$)",
                          lambda match, name=name: f"{match.group(1) or ''}{self.folder / name}",
                          word)
        return word

    def _compile(self, output):
        if output in self.objects:
            return
        target = self.folder / f"{len(self.objects)}.o"
        words = []
        rest = iter(self.build.compiles[output])
        for word in rest:
            if word in ("-MT", "-MF", "-o"):
                next(rest)
            elif word not in ("-MD", "-Werror"):
                words.append(self._own(word))
        self._must(words + QUICK + ["-o", str(target)])
        self.objects[output] = str(target)

    def _must(self, command):
        try:
            run(command, self.build.folder)
        except BuildError as error:
            raise DoesNotCompile(str(error)) from error

    def program(self, program, file):
        """Builds a program anew because of a changed file; its path, or None if the file has no
        part in it."""
        objects = sorted(self.build.users.get(file, set()) & self.build.linked(program))
        if not objects:
            return None
        for output in objects:
            self._compile(output)
        command = self.build.links[program]
        words = [self.objects.get(word, word) for word in command]
        # Ahead of the libraries, so that the linker needs nothing of theirs in its place.
        first = next(i for i, word in enumerate(command) if word.endswith(".o"))
        words[first + 1:first + 1] = [self.objects[o] for o in objects if o not in command]
        target = self.folder / pathlib.Path(program).name
        self._must(words + ["-o", str(target)])
        return str(target)


def time_test(test, environment):
    """Seconds that a test takes without a fault; raises BuildError if it fails."""
    start = time.monotonic()
    code = test.run(environment)
    if code not in (0, SKIPPED):
        raise BuildError(f"the test {test.name} fails without any fault, exit code {code}")
    return time.monotonic() - start
