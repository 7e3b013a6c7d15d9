#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Questions to inc-sim about its arguments, and an argument of two lines."""

import os
import subprocess
import sys
import tempfile
import unittest

INC_SIM = os.path.join(os.path.abspath(sys.argv[1]), "inc-sim")

class Arguments(unittest.TestCase):
    def run_in_empty_folder(self, arguments):
        with tempfile.TemporaryDirectory() as folder:
            run = subprocess.run(
                [INC_SIM, *arguments], cwd=folder, capture_output=True, text=True, timeout=300
            )
            self.assertEqual(os.listdir(folder), [], arguments)
            return run

    def test_a_refusal_is_one_line_whatever_was_typed(self):
        run = self.run_in_empty_folder(["--k=4\n5"])
        self.assertEqual((run.returncode, run.stdout), (2, ""))
        self.assertEqual(run.stderr.count("\n"), 1)
        self.assertIn("--k=4\\x0a5", run.stderr)

    def test_help_goes_to_standard_output(self):
        for argument in ("--help", "-h", "--PrintHelp"):
            run = self.run_in_empty_folder([argument])
            self.assertEqual((run.returncode, run.stderr), (0, ""))
            self.assertIn("--scheme", run.stdout)

    def test_questions_to_ns3_are_answered(self):
        run = self.run_in_empty_folder(["--PrintAttributes=ns3::RateErrorModel"])
        self.assertEqual(run.returncode, 0)
        self.assertIn("ErrorRate", run.stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
