#!/usr/bin/python3
#
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""The page on the code's flow agrees with the programs.

A block of the page that begins with "$ " is a session. The test runs its commands one after the
other, in one folder per section. The lines below a command must appear in its output in this order;
other lines may stand between. An asterisk stands for any part of a word. A backslash continues a line.

The numbered items below a session name methods. A debugger stops at each of them while the session
runs; they must be called in the order of the page. Calls that the compiler inlines cannot be seen:
they must stand in the source of a method that the item, or one before it, names.
"""

import itertools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
import unittest

BIN = pathlib.Path(sys.argv.pop(1)).resolve()
CHECKOUT = pathlib.Path(__file__).resolve().parents[2]
PAGE = CHECKOUT / "doc/inc-code-flow.rst"
DEBUGGER = CHECKOUT / "test/cli/inc_calls.py"
OTHERWISE = re.compile(r"With ``(--\w+=\w+)``[^.]*\.")


def read_sessions(page):
    """Return pairs of a command and the lines below it, section by section."""
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


class Sources:
    """Knows which class has which method."""

    def __init__(self):
        self.headers = [path.read_text(encoding="utf-8")
                        for path in (CHECKOUT / "src").glob("*/inc-*.h")]
        self.code = [path.read_text(encoding="utf-8")
                     for path in (CHECKOUT / "src").glob("*/inc-*.cc")]

    def has_method(self, kind, method):
        for text in self.headers:
            begin = re.search(rf"(?m)^class {kind}\b[^;{{]*{{", text)
            if begin and re.search(rf"\b{method}\(", text[begin.end():text.index("\n}", begin.end())]):
                return True
        return False

    def calls(self, caller, called):
        """Return whether the source of the function `caller` calls `called`."""
        pattern = rf"(?ms)^{re.escape(caller)}\([^;{{}}]*\)[^;{{}}]*\n{{\n(.*?)^}}"
        kind, _, method = called.rpartition("::")
        before = r"(?<![.>])\b" if kind in ("", caller.rpartition("::")[0]) else "[.>]"
        bodies = [match[1] for text in self.code for match in re.finditer(pattern, text)]
        return any(re.search(rf"{before}{method}\(", body) for body in bodies)


def read_calls(text, sources):
    """Return the functions that a text names, in order; Foo() belongs to the latest class that has
    it."""
    calls, kinds = [], []
    for name in re.findall(r"``([\w:]+(?:\(\))?)``", text):
        kind = re.match(r"(Inc\w+)(?!\w|\()", name)
        if kind:
            kinds.insert(0, kind[1])
        if name.endswith("()"):
            owner = next((each for each in kinds if sources.has_method(each, name[:-2])), None)
            is_whole = "::" in name or name.startswith("Inc")
            calls.append(name[:-2] if is_whole else f"{owner}::{name[:-2]}")
    return calls


class CallOrderTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.sources = Sources()
        parts = re.split(r"(?m)^(.*)\n-{4,}\n", PAGE.read_text(encoding="utf-8"))
        cls.sections = dict(zip(parts[1::2], parts[2::2]))

    def trace(self, command, names, folder):
        """Return the calls that a command makes to these functions."""
        words = command.partition("./inc run ")[2].split()
        words[0] = BIN / words[0]
        run = subprocess.run(["gdb", "-nx", "-batch", "-x", DEBUGGER, "--args", *words],
                             cwd=folder, capture_output=True, text=True, timeout=250, check=False,
                             env={**os.environ, "INC_CALLS": " ".join(names)})  # fmt: skip
        lines = run.stdout.splitlines()
        if not any(line.startswith("call ") for line in lines) and "ptrace" in run.stderr:
            self.skipTest("gdb may not look at programs here")
        return [line[5:] for line in lines if line.startswith("call ")]

    def check(self, title, number):
        """Check that the session of this number calls the methods of the section's items."""
        section = self.sections[title]
        commands = [command.partition(" 2>&1")[0] for command, _ in next(read_sessions(
            "One\n----\n" + section))]  # fmt: skip
        items = section[re.search(r"(?m)^(?:\d+|#)\. ", section).start():]
        # Calls that the page describes for other arguments are checked with those arguments.
        others = [(match[1], read_calls(items[:match.end()], self.sources)[-match[0].count("()"):])
                  for match in OTHERWISE.finditer(items)]  # fmt: skip
        items = OTHERWISE.sub("", items)
        counts = [group.count("()") for group in re.split(r"(?m)^[A-Z][^\n]*:$", items)]
        calls = iter(read_calls(items, self.sources))
        groups = [list(itertools.islice(calls, count)) for count in counts]
        names = sorted({name for group in groups for name in group})
        with tempfile.TemporaryDirectory() as folder:
            for command in commands[:number]:
                subprocess.run(["/bin/bash", "-c", command.replace("./inc run ", f"{BIN}/")],
                               cwd=folder, capture_output=True, timeout=120, check=True)
            calls = self.trace(commands[number], names, folder)
            for argument, named in others:
                called = self.trace(f"{commands[number]} {argument}", named, folder)
                self.assertEqual(set(named) - set(called), set(), f"not called with {argument}")
        begin, before = 0, []
        for group in groups:
            for name in group:
                self.assertTrue(
                    name in calls or any(self.sources.calls(each, name) for each in before),
                    f"not called: {name}")  # fmt: skip
                before.append(name)
            seen = [name for name in group if name in calls[begin:]]
            at = [calls.index(name, begin) for name in seen]
            self.assertEqual(at, sorted(at), f"called in another order: {seen}")
            begin = at[-1] if at else begin
        return set(calls)

    @unittest.skipUnless(shutil.which("gdb"), "no gdb")
    def test_methods_are_called_in_the_order_of_the_page(self):
        self.assertGreater(len(self.check("One start", 0)), 7)
        self.assertGreater(len(self.check("One frame", 0)), 15)
        self.assertGreater(len(self.check("One bitmap", 0)), 3)
        self.assertGreater(len(self.check("One plan", 1)), 1)

    def test_six_calls_lead_from_the_program_to_the_first_frame(self):
        names = read_calls(self.sections["One start"], self.sources)
        homes = [next(path.parent.name for path in (CHECKOUT / "src").glob("*/inc-*.h") if re.search(
            rf"(?m)^class {name.partition('::')[0]}\b[^;]*$", path.read_text(encoding="utf-8")))
                 for name in names]  # fmt: skip
        rooms = [room for room, _ in itertools.groupby(homes)]
        self.assertEqual((rooms[0], rooms[-1]), ("sim", "transport"))
        self.assertLessEqual(len(rooms), 6)

    @unittest.skipUnless(shutil.which("gdb"), "no gdb")
    def test_methods_that_repair_a_loss_are_called_when_there_is_one(self):
        names = read_calls(self.sections["If something is lost"], self.sources)
        self.assertGreater(len(names), 2)
        command = ("./inc run inc-sim --topology=leaf-spine --leaves=2 --spines=1 --hostsPerLeaf=2 "
                   "--dissemination=tree --size=64KB --loss=0.02 --quiet")
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(set(names) - set(self.trace(command, names, folder)), set())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
