#!/usr/bin/python3
#
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""Every program, run as its header says, prints the output that its header shows.

A header has lines "./inc run PROGRAM ARGUMENTS". The test runs them one after the other in one
folder. Below "Expected output:" stands what they print, indented by two more spaces. In it, an
asterisk stands for one word that varies, and a backslash continues a line in the next one. In lines
with either, the number of blanks does not matter.
"""

import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import textwrap
import unittest

from inc_full_disk import assert_tells_lost_output

BIN = pathlib.Path(sys.argv.pop(1)).resolve()
CHECKOUT = pathlib.Path(__file__).resolve().parents[2]
CONTINUED = "\t"
PROGRAMS = [*sorted((CHECKOUT / "examples").glob("*.cc")), CHECKOUT / "scratch/inc-starter.cc"]


def read_header(path):
    """Return the lines of the first comment after the licence, without comment marks."""
    text = path.read_text(encoding="utf-8").split("*/", 1)[1].lstrip()
    if text.startswith("/*"):
        text = text[2:].lstrip("*").split("*/", 1)[0]
        return [re.sub(r"^ \*? ?", "", line) for line in text.split("\n")]
    lines = []
    for line in text.split("\n"):
        if not line.startswith("//"):
            break
        lines.append(line[3:])
    return lines


def read_commands(lines):
    calls = (re.match(r" +\./inc run (.*)", line) for line in lines)
    return [shlex.split(call[1]) for call in calls if call]


def read_expected(lines):
    """Return the indented lines below "Expected output:"."""
    if "Expected output:" not in lines:
        return None
    expected = []
    for line in lines[lines.index("Expected output:") + 1:]:
        if line and not line.startswith("  "):
            break
        expected.append(line[2:].rstrip())
    text = "\n".join(expected).strip("\n")
    return text.replace(" \\\n", CONTINUED).split("\n")


def matches(expected, printed):
    """Return whether two lines are equal; an asterisk matches any word."""
    if "*" not in expected.split() and CONTINUED not in expected:
        return expected == printed
    words = printed.split()
    return len(words) == len(expected.split()) and all(
        word in ("*", given) for word, given in zip(expected.split(), words))


class ExamplesTest(unittest.TestCase):
    def run_all(self, commands):
        """Run the commands one after the other in an empty folder; return their standard output."""
        printed = ""
        with tempfile.TemporaryDirectory() as folder:
            for program, *arguments in commands:
                result = subprocess.run([BIN / program, *arguments], cwd=folder, text=True,
                                        capture_output=True, timeout=600, check=False)
                self.assertEqual((result.returncode, result.stderr), (0, ""), program)
                printed += result.stdout
        return [line.rstrip() for line in printed.rstrip("\n").split("\n")]

    def test_each_program_prints_what_its_header_says(self):
        for path in PROGRAMS:
            with self.subTest(program=path.stem):
                lines = read_header(path)
                commands = read_commands(lines)
                expected = read_expected(lines)
                self.assertTrue(commands, "its header has no ./inc run")
                self.assertTrue(expected, "its header has no Expected output:")
                self.assertIn(path.stem, {command[0] for command in commands})
                printed = self.run_all(commands)
                same = len(printed) == len(expected) and all(map(matches, expected, printed))
                self.assertTrue(same, "printed:\n" + "\n".join(printed))

    def test_each_program_refuses_what_it_does_not_know(self):
        for path in PROGRAMS:
            if path.stem in ("inc-starter", "inc-first-allreduce", "inc-first-flow"):
                # these short scripts use ns-3's command line, which exits with 1 and prints all its
                # help
                continue
            with self.subTest(program=path.stem):
                result = subprocess.run([BIN / path.stem, "--zebra=1"], text=True,
                                        capture_output=True, timeout=300, check=False)
                self.assertEqual((result.returncode, result.stdout), (2, ""))
                self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
                self.assertIn("zebra", result.stderr)

    def test_each_program_tells_that_its_output_is_lost(self):
        scripts = [*CHECKOUT.glob("examples/inc-*.py"), *CHECKOUT.glob("examples/workloads/*.py")]
        for path in [BIN / path.stem for path in PROGRAMS] + scripts + [CHECKOUT / "inc"]:
            if path.stem not in ("inc-starter", "inc-first-allreduce", "inc-first-flow",
                                 "inc-sweep-point"):  # fmt: skip
                with self.subTest(program=path.name):
                    assert_tells_lost_output(self, [path, "--help"])

    def test_the_first_line_is_a_sentence_for_the_list(self):
        for path in PROGRAMS:
            with self.subTest(program=path.stem):
                first = next(line for line in read_header(path) if line.strip())
                self.assertRegex(first.strip(), r"^[A-Z].*[.,a-z]$")

    def test_the_script_of_the_readme_is_the_starter(self):
        starter = (CHECKOUT / "scratch/inc-starter.cc").read_text(encoding="utf-8")
        readme = (CHECKOUT / "README.md").read_text(encoding="utf-8")
        script = starter[starter.index("#include"):]
        self.assertIn(textwrap.indent(script, "    "), readme)
        for line in read_expected(read_header(CHECKOUT / "scratch/inc-starter.cc")):
            self.assertIn(f"    {line}\n", readme)

    def test_an_asterisk_stands_for_one_word(self):
        self.assertTrue(matches("a * c", "a b c"))
        self.assertFalse(matches("a * c", "a b d"))
        self.assertFalse(matches("a * c", "a c"))
        self.assertFalse(matches("a  b", "a b"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
