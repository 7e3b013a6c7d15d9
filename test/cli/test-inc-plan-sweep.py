#!/usr/bin/python3
#
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""inc-plan-sweep.py plans random instances, has each plan checked, and counts the proven ones."""

import csv
import os
import pathlib
import subprocess
import sys
import unittest

sys.dont_write_bytecode = True

from inc_folder_case import FolderCase, write_script  # noqa: E402

BIN = os.path.abspath(sys.argv.pop(1))
SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "examples" / "inc-plan-sweep.py"

# Stands in for inc-plan: every plan violates a constraint.
VIOLATED = """#!/bin/bash
[ "$1" != check ] || { echo "violated: link"; exit 1; }
exec "$REAL" "$@"
"""


class PlanSweep(FolderCase):
    def sweep(self, binaries, *words, **environment):
        return subprocess.run([SCRIPT, binaries, *words], capture_output=True, text=True,
                              env={**os.environ, **environment})

    def test_counts_plans_of_each_kind_and_their_gaps(self):
        table = self.top / "table.csv"
        done = self.sweep(BIN, "--instances=3", "--timeLimit=2", f"--csv={table}")
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = list(csv.DictReader(table.read_text().splitlines()))
        self.assertEqual([row["planner"].split(",")[0] for row in rows], ["atro", "eina", "eina"])
        for row in rows:
            self.assertIn(row["planner"], done.stdout)
            self.assertEqual((row["instances"], row["plans"]), ("3", "3"))
            self.assertLessEqual(int(row["proven"]), int(row["within"]))
            self.assertEqual(row["within"] == "3", float(row["rate_gap"]) <= 5)
            self.assertLess(float(row["rate_gap"]), 100)
            self.assertLess(float(row["longest_s"]), 20)
        self.assertEqual(rows[0]["proven"], "3", "search proves these clusters")

    def test_a_plan_that_violates_its_model_ends_the_sweep(self):
        write_script(self.top / "inc-plan", VIOLATED)
        done = self.sweep(self.top, "--instances=1", REAL=os.path.join(BIN, "inc-plan"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("violated: link", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
