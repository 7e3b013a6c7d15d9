#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Questions to inc-sim about its arguments, and an argument of two lines."""

import os
import sys
import unittest

sys.dont_write_bytecode = True

from inc_sim_case import SimCase  # noqa: E402


class Arguments(SimCase):
    def run_sim(self, *arguments):
        run = super().run_sim(*arguments)
        self.assertEqual(os.listdir(self.folder), [], arguments)
        return run

    def test_a_refusal_is_one_line_whatever_was_typed(self):
        run = self.run_sim("--k=4\n5")
        self.assertEqual((run.returncode, run.stdout), (2, ""))
        self.assertEqual(run.stderr.count("\n"), 1)
        self.assertIn("--k=4\\x0a5", run.stderr)

    def test_help_goes_to_standard_output(self):
        for argument in ("--help", "-h", "--PrintHelp"):
            run = self.run_sim(argument)
            self.assertEqual((run.returncode, run.stderr), (0, ""))
            self.assertIn("--scheme", run.stdout)

    def test_questions_to_ns3_are_answered(self):
        run = self.run_sim("--PrintAttributes=ns3::RateErrorModel")
        self.assertEqual(run.returncode, 0)
        self.assertIn("ErrorRate", run.stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
