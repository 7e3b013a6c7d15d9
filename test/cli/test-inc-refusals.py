#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
r"""The programs refuse bad calls: exit status 2, one sentence on standard error, nothing written.

The golden file refusals.txt has the sentence of each refusal once. Other tests check only argument
and status. A line "< NAME TEXT" makes a file for the commands below it; "\n" in TEXT ends a line. A
line "$ COMMAND" is a command; its sentence stands below it, with an asterisk for any text.

test-inc-refusals.py FOLDER --write   write the sentences as FOLDER's programs say them now
"""

import concurrent.futures
import os
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

PROGRAMS = os.path.abspath(sys.argv[1])
GOLDEN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "refusals.txt")


def is_sentence(line):
    return line != "" and not line.startswith(("$ ", "< ", "# "))


def commands():
    """Yield each command with the index of its line, the files that it finds, and its sentence."""
    with open(GOLDEN, encoding="utf-8") as file:
        lines = file.read().splitlines()
    files = {}
    for index, line in enumerate(lines):
        if line.startswith("< "):
            _, name, text = line.split(" ", 2)
            files = {**files, name: text.encode().decode("unicode_escape")}
        elif line.startswith("$ "):
            below = lines[index + 1] if index + 1 < len(lines) else ""
            yield index, line[2:], files, below if is_sentence(below) else ""


def run(command, files):
    """Return status, standard output, standard error, and whether the folder is unchanged."""
    program, *arguments = shlex.split(command)
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        done = subprocess.run([os.path.join(PROGRAMS, program), *arguments], cwd=folder,
                              capture_output=True, text=True, timeout=60, check=False)  # fmt: skip
        return done.returncode, done.stdout, done.stderr, set(os.listdir(folder)) == set(files)


def run_all():
    """Return each command with its output; several run at a time."""
    asked = list(commands())
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return zip(asked, pool.map(run, [each[1] for each in asked], [each[2] for each in asked]))


def holds(sentence, said):
    return re.fullmatch(re.escape(sentence).replace(r"\*", ".*") + "\n", said) is not None


class Refusals(unittest.TestCase):
    def test_each_command_is_refused_with_its_sentence(self):
        for (_, command, _, sentence), (status, out, said, is_untouched) in run_all():
            with self.subTest(command):
                self.assertEqual((status, out, is_untouched), (2, "", True), said)
                self.assertTrue(holds(sentence, said), f"{said}instead of\n{sentence}")

    def test_each_sentence_stands_below_its_command(self):
        with open(GOLDEN, encoding="utf-8") as file:
            lines = file.read().splitlines()
        for above, line in zip(lines, lines[1:]):
            if is_sentence(line):
                self.assertTrue(above.startswith("$ "), line)

    def test_no_command_stands_twice(self):
        asked = [(command, files) for _, command, files, _ in commands()]
        twice = [each for index, each in enumerate(asked) if each in asked[:index]]
        self.assertEqual(twice, [])


def write():
    with open(GOLDEN, encoding="utf-8") as file:
        lines = file.read().splitlines()
    for (index, command, _, sentence), (status, _, said, _) in reversed(list(run_all())):
        if status != 2 or said.count("\n") != 1:
            print(f"{command}: status {status}: {said}")
        elif not holds(sentence, said):
            lines[index + 1 : index + 1 + (sentence != "")] = [said.rstrip("\n")]
    with open(GOLDEN, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    if sys.argv[2:] == ["--write"]:
        write()
    else:
        unittest.main(argv=sys.argv[:1])
