#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The workload files in examples/workloads equal the output of their generator."""

import os
import subprocess
import sys
import tempfile
import unittest

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../examples/workloads")
GENERATOR = os.path.join(FOLDER, "inc-generate-workloads.py")


def read(folder, name):
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        return file.read()


def texts(folder):
    return sorted(name for name in os.listdir(folder) if name.endswith(".txt"))


def generate(folder):
    command = ["/usr/bin/python3", GENERATOR, f"--out={folder}"]
    return subprocess.run(command, capture_output=True, text=True)


class WorkloadFiles(unittest.TestCase):
    def test_files_are_what_the_generator_writes(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(generate(folder).returncode, 0)
            self.assertEqual(texts(folder), texts(FOLDER))
            for name in texts(folder):
                self.assertEqual(read(folder, name), read(FOLDER, name), name)

    def test_every_file_names_its_publication(self):
        for name in texts(FOLDER):
            self.assertRegex(read(FOLDER, name), r"# Sizes: .*20\d\d", name)

    def test_a_folder_that_cannot_be_written_is_one_line(self):
        run = generate("/nonexistent")
        self.assertEqual(run.returncode, 2)
        self.assertEqual(len(run.stderr.splitlines()), 1)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
