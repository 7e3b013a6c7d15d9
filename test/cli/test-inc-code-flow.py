#!/usr/bin/python3
#
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""The page on the code's flow and the programs say the same.

A block of the page that begins with "$ " is a session: the commands are run, one after the other in
one folder per section, and what stands under them is printed, line by line in this order, perhaps
with other lines in between. An asterisk stands for any part of a word. A backslash ends a line that goes on.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import textwrap
import unittest

BIN = pathlib.Path(sys.argv.pop(1)).resolve()
PAGE = pathlib.Path(__file__).resolve().parents[2] / "doc/inc-code-flow.rst"


def read_sessions(page):
    """Pairs of a command and the lines under it, section by section."""
    sections = re.split(r"(?m)^-{4,}\n", page)[1:]
    for section in sections:
        sessions = []
        for block in re.findall(r"::\n\n((?:(?:   .*)?\n)+)", section):
            block = textwrap.dedent(block).replace(" \\\n", " ")
            for session in re.split(r"(?m)^\$ ", block)[1:]:
                command, _, printed = session.partition("\n")
                sessions.append((command, printed.split("\n")))
        yield sessions


def is_line(expected, printed):
    pattern = r"\s+".join(re.escape(word).replace(r"\*", r"\S+") for word in expected.split())
    return re.fullmatch(pattern, printed.strip()) is not None


class CodeFlowTest(unittest.TestCase):
    def check(self, sessions):
        with tempfile.TemporaryDirectory() as folder:
            for command, lines in sessions:
                run = subprocess.run(["/bin/bash", "-c", command.replace("./inc run ", f"{BIN}/")],
                                     cwd=folder, capture_output=True, text=True, timeout=120,
                                     env={**os.environ, "LC_ALL": "C"}, check=False)  # fmt: skip
                printed = (run.stdout + run.stderr).splitlines()
                rest = iter(printed)
                for line in filter(str.strip, lines):
                    self.assertTrue(any(is_line(line, each) for each in rest),
                                    f"{command}: not there, or not in this order: {line}\n"
                                    + "\n".join(printed))  # fmt: skip

    def test_sessions(self):
        sections = [sessions for sessions in read_sessions(PAGE.read_text(encoding="utf-8"))
                    if sessions]  # fmt: skip
        self.assertGreaterEqual(len(sections), 4, "frame, bitmap, plan, argument")
        self.assertTrue(all(any(lines) for sessions in sections for _, lines in sessions[-1:]))
        for sessions in sections:
            with self.subTest(sessions[0][0]):
                self.check(sessions)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
