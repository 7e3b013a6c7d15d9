#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A few points of inc_timer_grid.py, which runs all of them on demand."""

import os
import subprocess
import sys
import unittest

PROGRAMS = os.path.abspath(sys.argv.pop(1))
GRID = os.path.join(os.path.dirname(os.path.abspath(__file__)), "inc_timer_grid.py")


class TimerGrid(unittest.TestCase):
    """The script's own verdict."""

    def run_grid(self, grid):
        run = subprocess.run(["/usr/bin/python3", GRID, PROGRAMS, grid, "--sample", "--jobs=2"],
                             capture_output=True, text=True, check=False)  # fmt: skip
        self.assertEqual((run.returncode, run.stderr), (0, ""), run.stdout)

    def test_rates(self):
        """Nothing is repeated, dropped or slow without need, at the ends of rates and delays."""
        self.run_grid("rates")

    def test_loss(self):
        """Time grows evenly with hosts and slots, and UC and RC are of a kind."""
        self.run_grid("loss")

    def test_congestion(self):
        """Congestion control costs host algorithms little, at slow links and at fast ones."""
        self.run_grid("congestion")


if __name__ == "__main__":
    unittest.main()
