#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Runs a few points of inc_timer_grid.py, which runs all points on demand."""

import os
import subprocess
import sys
import unittest

PROGRAMS = os.path.abspath(sys.argv.pop(1))
GRID = os.path.join(os.path.dirname(os.path.abspath(__file__)), "inc_timer_grid.py")


class TimerGrid(unittest.TestCase):
    """Checks the exit status of the script."""

    def run_grid(self, grid):
        run = subprocess.run(["/usr/bin/python3", GRID, PROGRAMS, grid, "--sample", "--jobs=2"],
                             capture_output=True, text=True, check=False)  # fmt: skip
        self.assertEqual((run.returncode, run.stderr), (0, ""), run.stdout)

    def test_rates(self):
        """At the ends of rates and delays, no packet is repeated or dropped and no run slow without
        need."""
        self.run_grid("rates")

    def test_loss(self):
        """Time grows evenly with hosts and slots, and UC and RC take similar times."""
        self.run_grid("loss")

    def test_congestion(self):
        """Congestion control costs host algorithms little, on slow and on fast links."""
        self.run_grid("congestion")


if __name__ == "__main__":
    unittest.main()
