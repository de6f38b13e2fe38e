# SPDX-License-Identifier: Apache-2.0
"""What the tests of this folder's tools share: a small tree of files, and a tool run on it."""
import os
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


class ToolTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def write(self, name, *lines):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
        return path

    def run_tool(self, tool, *arguments, **environment):
        """Exit code and all output of ROOT/tool."""
        done = subprocess.run([ROOT / tool, *map(str, arguments)], text=True, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              env={**os.environ, **environment})
        return done.returncode, done.stdout
