#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""inc-sim --fail: links that fail under collectives, and come back or do not."""

import csv
import itertools
import json
import os
import subprocess
import sys
import unittest

sys.dont_write_bytecode = True

from inc_sim_case import INC_SIM, SimCase  # noqa: E402

LEAF_SPINE = ["--topology=leaf-spine", "--leaves=3", "--spines=2", "--hostsPerLeaf=2"]

IN_NETWORK = [
    [],
    ["--transport=rc"],
    ["--dissemination=tree"],
    ["--dissemination=unicast"],
    ["--aggregation=tree"],
    ["--vatAddressing=root"],
    ["--aggregators=edge"],
    ["--jobs=2", "--jobPlacement=interleaved"],
]
SCHEMES = [["--scheme=inc", *options] for options in IN_NETWORK] + [
    ["--scheme=ring"],
    ["--scheme=ring", "--jobs=2", "--jobPlacement=interleaved"],
    ["--scheme=ps"],
]

# For good, for a while, several, the only link of a worker.
FAILURES = [
    "leaf0->spine0@5us",
    "spine0->leaf1@5us:300us",
    "leaf0->spine0@4us:200us,leaf1->spine0@5us:90us,leaf2->spine1@6us",
    "h3->leaf1@5us:600us",
]

# What leaves no path: a worker's only link, all links of a leaf.
CUTS = ["h3->leaf1@5us", "leaf0->spine0@5us,leaf0->spine1@5us"]


class Failures(SimCase):
    ALWAYS = ("--size=64KiB",)
    TIMEOUT = 60

    def test_collectives_get_over_failing_links(self):
        for scheme in SCHEMES:
            for failure in FAILURES:
                arguments = [*scheme, f"--fail={failure}", "--convergence=100us"]
                with self.subTest(arguments=arguments):
                    row = self.row(*LEAF_SPINE, *arguments)
                    self.assertEqual((row["status"], row["wrong"]), ("ok", 0))
                    if row["packets_lost"] > 0:
                        self.assertGreater(row["recovery_us"], 0)
                        self.assertLess(row["recovery_us"], row["time_us"])

    def test_both_tiers_of_a_fat_tree(self):
        for scheme in SCHEMES:
            for failure in ("edge0->agg0@5us", "agg0->core0@5us:400us,core1->agg2@6us"):
                arguments = ["--k=4", *scheme, f"--fail={failure}", "--convergence=100us"]
                with self.subTest(arguments=arguments):
                    row = self.row(*arguments)
                    self.assertEqual((row["status"], row["wrong"]), ("ok", 0))

    def test_workers_that_are_cut_off_are_a_failure_and_no_hang(self):
        cases = itertools.product([*SCHEMES, ["--scheme=flows"]], CUTS)
        for scheme, cut in cases:
            with self.subTest(scheme=scheme, cut=cut):
                row = self.row(*LEAF_SPINE, *scheme, f"--fail={cut}", status=1)
                self.assertRegex(row["status"], "retry-exceeded|timeouts without progress|failed")
                self.assertEqual((row["time_us"], row["wrong"]), (None, None))
                self.assertIsNone(row["recovery_us"])

    def test_times_count_from_the_first_measured_run(self):
        common = [*LEAF_SPINE, "--scheme=inc", "--fail=leaf0->spine0@5us:200us"]
        alone = self.row(*common)
        warm = self.row(*common, "--warmup=2")
        self.assertEqual(alone["packets_lost"] > 0, warm["packets_lost"] > 0)
        self.assertGreater(warm["recovery_us"], 100)

    def test_a_workload_gets_over_one(self):
        with open(os.path.join(self.folder, "w.txt"), "w", encoding="utf-8") as file:
            file.write("a 1 2 allreduce 65536 float32\nb 1 2 allreduce 65536 float32\n")
        run = subprocess.run(
            [INC_SIM, *LEAF_SPINE, "--workload=w.txt", "--fail=leaf0->spine0@10us:200us",
             "--output=r.json", "--quiet"],
            cwd=self.folder, capture_output=True, text=True, timeout=60,
        )  # fmt: skip
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        with open(os.path.join(self.folder, "r.json"), encoding="utf-8") as file:
            row = json.load(file)["results"][0]
        self.assertEqual((row["status"], row["wrong"]), ("ok", 0))
        self.assertGreater(row["recovery_us"], 100)

    def test_the_table_says_how_it_went(self):
        def lines(*arguments):
            run = self.run_sim(*self.ALWAYS, *LEAF_SPINE, "--scheme=inc", *arguments)
            self.assertEqual(run.returncode, 0, run.stderr)
            return run.stdout

        self.assertRegex(lines("--fail=leaf0->spine0@5us:90us"), r"recovery \(us\) \d")
        self.assertIn("all was over before a link failed", lines("--fail=leaf0->spine0@1s"))
        idle = lines("--workers=2", "--fail=leaf2->spine1@1us")
        self.assertIn("recovery: none, or nothing was under way", idle)
        self.assertNotIn("recovery", lines())

    def test_columns(self):
        run = self.run_sim(*self.ALWAYS, *LEAF_SPINE, "--scheme=ring",
                           "--fail=leaf0->spine0@5us", "--csv=r.csv")  # fmt: skip
        self.assertEqual(run.returncode, 0, run.stderr)
        with open(os.path.join(self.folder, "r.csv"), encoding="utf-8", newline="") as file:
            row = next(csv.DictReader(file))
        self.assertIn("recovery_us", row)

    def test_one_row_only(self):
        run = self.run_sim(*self.ALWAYS, *LEAF_SPINE, "--scheme=inc,ring",
                           "--fail=leaf0->spine0@5us")  # fmt: skip
        self.assertEqual((run.returncode, run.stdout), (2, ""))
        self.assertIn("one --scheme and one --size", run.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
