#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""inc-sim --chaos and --check: whatever is drawn ends right, with every counter in its place.

INC_CHAOS_RUNS says how many seeds, INC_CHAOS_SEED where to begin; inc_chaos.py runs more and makes
what fails small.
"""

import os
import unittest

import inc_chaos
from inc_sim_case import INC_SIM, SimCase

RUNS = int(os.environ.get("INC_CHAOS_RUNS", "20"))
FIRST = int(os.environ.get("INC_CHAOS_SEED", "1"))
TIMEOUT = 120  # s


class ChaosTest(SimCase):
    def test_every_seed_ends_right(self):
        for seed in range(FIRST, FIRST + RUNS):
            self.assertIsNone(inc_chaos.try_seed(os.path.dirname(INC_SIM), seed, TIMEOUT))

    def test_a_seed_is_what_its_first_line_says(self):
        drawn = self.run_sim("--chaos=3").stdout
        arguments = drawn.splitlines()[0].split()[2:]
        self.assertIn("--check=1", arguments)
        self.assertEqual(self.run_sim(*arguments).stdout, drawn)
        self.assertNotEqual(self.run_sim("--chaos=4").stdout.splitlines()[0], drawn.splitlines()[0])

    def test_what_cannot_be_a_seed_or_stand_beside_one_is_refused(self):
        for arguments in (["--chaos=x"], ["--chaos="], ["--chaos=-1"], ["--chaos=1", "--k=4"]):
            with self.subTest(arguments=arguments):
                self.refused("--chaos", *arguments)

    def test_checks_change_no_result(self):
        for arguments in (["--scheme=inc,ring", "--loss=1e-3"], ["--scheme=flows", "--pfc=1"]):
            plain, checked = (
                self.rows("--size=64KiB", *arguments, f"--check={check}") for check in (0, 1)
            )
            self.assertEqual(plain, checked)


if __name__ == "__main__":
    unittest.main(argv=["test-inc-sim-chaos"])
