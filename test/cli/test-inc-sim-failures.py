#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""inc-sim --fail: links fail during collectives, and come back or stay down."""

import csv
import itertools
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

# A failure for good, one for a while, several at once, and a worker's only link.
FAILURES = [
    "leaf0->spine0@5us",
    "spine0->leaf1@5us:300us",
    "leaf0->spine0@4us:200us,leaf1->spine0@5us:90us,leaf2->spine1@6us",
    "h3->leaf1@5us:600us",
]

# Failures that leave no path: a worker's only link, and all links of a leaf.
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
        self.write_file("w.txt", "a 1 2 allreduce 65536 float32\nb 1 2 allreduce 65536 float32\n")
        run = subprocess.run(
            [INC_SIM, *LEAF_SPINE, "--workload=w.txt", "--fail=leaf0->spine0@10us:200us",
             "--output=r.json", "--quiet"],
            cwd=self.folder, capture_output=True, text=True, timeout=60,
        )  # fmt: skip
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        row = self.load("r.json")["results"][0]
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

    def test_every_row_has_its_own_failures(self):
        rows = self.rows(*LEAF_SPINE, "--scheme=inc,ring",
                         "--fail=leaf0->spine0@5us")  # fmt: skip
        self.assertEqual([row["status"] for row in rows], 2 * ["ok"])
        for row in rows:
            self.assertGreater(row["packets_lost"], 0, row["scheme"])

    def test_a_failed_row_says_what_failed(self):
        run = self.run_sim(*self.ALWAYS, *LEAF_SPINE, "--scheme=inc", "--fail=h3->leaf1@5us")
        self.assertEqual(run.returncode, 1)
        self.assertRegex(run.stdout,
                         "no recovery: rank [0-9]+: .*; failed links: "
                         "(h3->leaf1|leaf1->h3)")  # fmt: skip

    def test_parallel_links_have_numbers(self):
        self.topology(
            [("h0", "s0", 1), ("h1", "s0", 1), ("s0", "s1", 2), ("h2", "s1", 1), ("h3", "s1", 1)]
        )
        inc = ["--topology=file:t.json", "--scheme=inc,ring", "--convergence=50us"]
        for failures in ("s0->s1#1@5us", "s0->s1#2@5us", "s1->s0#2@5us:80us,s0->s1#1@100us"):
            for row in self.rows(*inc, f"--fail={failures}"):
                self.assertEqual((row["status"], row["wrong"]), ("ok", 0), failures)
        for row in self.rows(*inc, "--fail=s0->s1@5us", status=1):
            self.assertNotEqual(row["status"], "ok", "all links between the two")

    def test_hosts_with_two_links_fail_over(self):
        leaves = ["s0", "s1"]
        links = [(f"h{i}", leaf, 1) for i in range(5) for leaf in leaves]
        self.topology(links + [(leaf, "s2", 1) for leaf in leaves])
        for scheme in (*SCHEMES, ["--scheme=flows"], ["--scheme=inc", "--root=h4"]):
            if "--vatAddressing=root" in scheme or "--jobs=2" in scheme:
                # root addressing cannot use this tree, and --jobs=2 does not go with --workers=4
                continue
            for leaf in leaves:
                arguments = [*scheme, "--workers=4", f"--fail=h1->{leaf}@5us,h4->{leaf}@6us:90us"]
                with self.subTest(arguments=arguments):
                    row = self.row("--topology=file:t.json", *arguments, "--convergence=20us")
                    self.assertEqual((row["status"], row["wrong"] or 0), ("ok", 0))

    def topology(self, links):
        """Write t.json; each link has two ends and the number of parallel links."""
        names = sorted({end for link in links for end in link[:2]})
        kinds = {"h": "host", "s": "switch"}
        nodes = [{"name": name, "kind": kinds[name[0]]} for name in names]
        joined = [{"a": a, "b": b, "rate": "100Gbps", "delay": "1us"}
                  for a, b, number in links for _ in range(number)]  # fmt: skip
        self.write_file("t.json", {"schema": "inc-topology/1", "nodes": nodes, "links": joined})


class FixedTimer(SimCase):
    LOSSY = ("--topology=star", "--hosts=2", "--workers=1", "--size=1MiB", "--rto=1ms",
             "--ns3::IncClient::MinRetransmitTimeout=1ms",
             "--ns3::IncClient::MaxRetransmitTimeout=1ms")  # fmt: skip
    ALONE = "--ns3::IncClient::RetransmitOnTimeoutOnly=1"

    def test_each_loss_costs_a_timeout_where_one_message_is_under_way(self):
        for more in (), (self.ALONE,):
            without = self.row(*self.LOSSY, "--slots=1", *more)
            for seed in range(1, 6):
                row = self.row(*self.LOSSY, "--slots=1", "--loss=0.01", f"--RngRun={seed}", *more)
                self.assertGreater(row["packets_lost"], 5)
                self.assertEqual(row["retransmissions"], row["packets_lost"])
                self.assertAlmostEqual(row["time_us"],
                                       without["time_us"] + 1000 * row["packets_lost"], 3)  # fmt: skip

    def test_a_window_waits_for_timers_only_where_it_is_told_to(self):
        without = self.row(*self.LOSSY, "--slots=16")["time_us"]
        self.assertEqual(self.row(*self.LOSSY, "--slots=16", self.ALONE)["time_us"], without)
        lossy = (*self.LOSSY, "--slots=16", "--loss=0.01")
        self.assertLess(self.row(*lossy)["time_us"], 1.2 * without)
        alone = self.row(*lossy, self.ALONE)
        self.assertEqual(alone["timeouts"], alone["packets_lost"])
        self.assertGreater(alone["time_us"], without + 1000)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
