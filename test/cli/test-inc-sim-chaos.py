#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""inc-sim --check=1: every run that inc_chaos.py draws ends right, with all counters consistent.

INC_ITERATIONS sets how many seeds run, and INC_SEED the first one. inc_chaos.py runs more seeds, and
shrinks a command that fails.
"""

import os
import unittest

import inc_chaos
from inc_sim_case import INC_SIM, SimCase

RUNS = int(os.environ.get("INC_ITERATIONS", "40"))
FIRST = int(os.environ.get("INC_SEED", "1"))
TIMEOUT = 120  # seconds


class ChaosTest(SimCase):
    def test_every_seed_ends_right(self):
        for seed in range(FIRST, FIRST + RUNS):
            self.assertIsNone(inc_chaos.try_seed(os.path.dirname(INC_SIM), seed, TIMEOUT))

    def test_a_seed_draws_the_same_again_and_another_one_something_else(self):
        drawn = [inc_chaos.Draw(seed).arguments() for seed in (3, 3, 4)]
        self.assertIn("--check=1", drawn[0])
        self.assertEqual(drawn[0], drawn[1])
        self.assertNotEqual(drawn[0], drawn[2])

    def test_what_fails_is_named_with_the_arguments_that_matter(self):
        drawn = ["--topology=star", "--hosts=4", "--loss=0.9999", "--maxRetries=1"]
        status, _ = inc_chaos.run(os.path.dirname(INC_SIM), drawn, TIMEOUT)
        self.assertEqual(status, "1")
        small = inc_chaos.shrink(os.path.dirname(INC_SIM), drawn, status, TIMEOUT)
        self.assertEqual(small, ["--topology=star", "--loss=0.9999"])

    def test_checks_change_no_result(self):
        for arguments in (["--scheme=inc,ring", "--loss=1e-3"], ["--scheme=flows", "--pfc=1"]):
            plain, checked = (
                self.rows("--size=64KiB", *arguments, f"--check={check}") for check in (0, 1)
            )
            self.assertEqual(plain, checked)


if __name__ == "__main__":
    unittest.main(argv=["test-inc-sim-chaos"])
