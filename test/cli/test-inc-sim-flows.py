#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""inc-sim --scheme=flows: the files that it writes."""

import csv
import os
import sys
import unittest

sys.dont_write_bytecode = True

from inc_sim_case import SimCase  # noqa: E402

LEAF_SPINE = ["--topology=leaf-spine", "--leaves=8", "--spines=8", "--hostsPerLeaf=8"]
FLOWS = ["--scheme=flows", "--size=64KiB"]


class Flows(SimCase):
    ALWAYS = FLOWS

    def test_arguments_of_a_scheme_that_a_switch_of_the_file_has_are_taken(self):
        self.write_file("g.json", {"schema": "inc-ecmp/1", "switches": {"leaf0": {"scheme": "ingress"}}})
        common = [*LEAF_SPINE, "--ecmpGroups=g.json"]
        self.assertEqual(self.row(*common, "--ecmpGroup=8", "--ecmpHash=crc")["status"], "ok")

    def test_groups_by_hand_hold_for_their_switch(self):
        groups = {"scheme": "ingress", "ingress": [[7, 6, 5, 4, 3, 2, 1, 0]]}
        self.write_file("g.json", {"schema": "inc-ecmp/1", "switches": {"leaf0": groups}})
        row = self.row(*LEAF_SPINE, "--pattern=ring", "--ecmpGroups=g.json")
        flows = {link["link"]: link["flows"] for link in row["links"]}
        self.assertEqual([flows[f"leaf0->spine{i}"] for i in range(8)], [1] * 8)
        self.assertNotEqual([flows[f"leaf1->spine{i}"] for i in range(8)], [1] * 8)

    def test_told_routes_carry_flows_as_computed_ones_do(self):
        mapping = [{"router_id": 7, "group": group, "subgroup": 2} for group in (1, 2)]
        switches = {"leaf0": {"mapping": mapping}, "leaf1": {"router_id": 7}}
        self.write_file("g.json", {"schema": "inc-ecmp/1", "switches": switches})
        common = [*LEAF_SPINE, "--pattern=ring", "--ecmp=egress-group", "--ecmpGroups=g.json"]
        computed = self.row(*common)
        told = self.row(*common, "--routing=advertised")
        self.assertEqual(told["links"], computed["links"])
        self.assertEqual(told["fct_us"], computed["fct_us"])
        flows = {link["link"]: link["flows"] for link in told["links"]}
        self.assertEqual(sum(flows[f"leaf0->spine{i}"] for i in range(4)), 0, "figure 8 by hand")

    def test_told_routes_follow_a_failure(self):
        row = self.row("--topology=leaf-spine", "--leaves=3", "--spines=2", "--hostsPerLeaf=2",
                       "--pattern=ring", "--routing=advertised",
                       "--fail=leaf0->spine0@3us,leaf1->spine1@3us")  # fmt: skip
        self.assertEqual(row["status"], "ok")
        self.assertIsNotNone(row["recovery_us"])

    def test_a_row_has_the_measures_of_flows(self):
        row = self.row(*LEAF_SPINE, "--pattern=ring", "--ecmp=ingress", "--ecmpGroup=8")
        self.assertEqual((row["scheme"], row["collective"], row["op"]), ("flows", "ring", None))
        self.assertEqual(list(row["fct_us"]), ["mean", "median", "p95", "p99", "max"])
        expected = {"max_over_mean": 1, "jain": 1, "idle": 0, "collisions": 0}
        self.assertEqual(row["ecmp"], expected)
        self.assertEqual((row["reordered"], row["recovery_us"]), (0, None))
        links = row["links"]
        self.assertEqual(len(links), 2 * (64 + 64), "every direction of every link")
        uplinks = [link for link in links if "->spine" in link["link"]]
        self.assertEqual({link["flows"] for link in uplinks}, {1})
        # 64 packets of 1024 bytes; the first has a RETH of 16 bytes, and each has 62 bytes of other
        # headers.
        self.assertEqual({link["bytes"] for link in uplinks}, {64 * (1024 + 62) + 16})

    def test_every_pattern_runs_with_every_scheme(self):
        for pattern in ("permutation", "ring", "alltoall", "incast", "mix", "rails"):
            for scheme in ("per-flow", "per-packet", "ingress", "egress-group"):
                arguments = [f"--pattern={pattern}", f"--ecmp={scheme}", "--flows=2"]
                arguments += ["--jobs=2"] if pattern == "rails" else []
                with self.subTest(arguments=arguments):
                    row = self.row(*arguments, "--background=0.1")
                    self.assertEqual(row["status"], "ok")
                    self.assertGreater(row["fct_us"]["mean"], 0)
                    self.assertGreaterEqual(row["ecmp"]["max_over_mean"], 1)

    def test_a_failure_is_survived_and_its_recovery_told(self):
        row = self.row(
            *LEAF_SPINE, "--pattern=ring", "--ecmp=ingress", "--ecmpGroup=8",
            "--fail=leaf0->spine3@3us:1ms", "--convergence=100us",
        )
        self.assertEqual(row["status"], "ok")
        self.assertGreater(row["recovery_us"], 0)
        flows = {link["link"]: link["flows"] for link in row["links"]}
        self.assertEqual(sum(flows[f"leaf0->spine{i}"] for i in range(8)), 9, "one flow moved")

    def test_a_scheme_that_is_as_another_one_says_so(self):
        note = "# egress-group is as per-flow here: no switch has more than the 4"
        k4 = ["--k=4", "--ecmp=egress-group"]
        self.assertIn(note, self.run_sim(*FLOWS, *k4).stdout)
        self.assertNotIn("as per-flow", self.run_sim(*FLOWS, *k4, "--ecmpGroup=1").stdout)
        self.assertNotIn("as per-flow", self.run_sim(*FLOWS, "--k=4").stdout)

    def test_the_table_and_the_columns_have_them_too(self):
        run = self.run_sim(*FLOWS, "--csv=r.csv")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("fct (us) mean", run.stdout)
        with open(os.path.join(self.folder, "r.csv"), encoding="utf-8") as file:
            row = next(csv.DictReader(file))
        self.assertGreater(float(row["fct_p99_us"]), 0)
        self.assertGreaterEqual(float(row["ecmp_max_over_mean"]), 1)

    def test_the_bound_is_that_of_the_busiest_host_with_all_its_links(self):
        """The first host has the fastest link, or two links; incast and ps depend on its rate."""
        for links in (["100Gbps"], ["25Gbps", "25Gbps"]):
            nodes = [{"name": "s0", "kind": "switch"}]
            nodes += [{"name": f"h{i}", "kind": "host"} for i in range(9)]
            ends = [("h0", rate) for rate in links] + [(f"h{i}", "25Gbps") for i in range(1, 9)]
            network = {
                "schema": "inc-topology/1",
                "nodes": nodes,
                "links": [{"a": a, "b": "s0", "rate": r, "delay": "1us"} for a, r in ends],
            }
            self.write_file("t.json", network)
            with self.subTest(links=links):
                run = self.run_sim("--topology=file:t.json", "--scheme=flows,ps", "--pfc=1",
                                   "--pattern=incast", "--size=1MiB", "--output=r.json")  # fmt: skip
                self.assertEqual((run.returncode, run.stderr), (0, ""))
                flows, ps = self.load("r.json")["results"]
                gbytes = sum(int(rate[:-4]) for rate in links) / 8 * 1024 / (1024 + 82)
                self.assertAlmostEqual(flows["bound_algbw_GBps"], gbytes, places=4)
                self.assertAlmostEqual(ps["bound_algbw_GBps"], min(gbytes / 8, 25 / 8), places=4)
                for row in (flows, ps):
                    self.assertLessEqual(row["algbw_GBps"], row["bound_algbw_GBps"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
