#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""inc-sim --background and --flowList: flows beside collectives and workloads."""

import math
import os
import sys
import unittest

from inc_sim_case import SimCase

STAR = ("--topology=star", "--hosts=8")
ITSELF = ("from", "to", "bytes", "start_us")
HOSTS, LINK_GBPS, FLOW_BYTES = 8, 100, 65536


class CrossTraffic(SimCase):
    def rows_and_flows(self, *arguments):
        rows = self.rows(*arguments, "--flowTable=f.csv")
        flows = self.table("f.csv")
        by_row = [[flow for flow in flows if flow["row"] == str(row)]
                  for row in range(len(rows))]
        return rows, by_row

    def write(self, flows):
        with open(os.path.join(self.folder, "list.csv"), "w", encoding="utf-8") as file:
            print(*ITSELF, sep=",", file=file)
            for flow in flows:
                print(*(flow[name] for name in ITSELF), sep=",", file=file)

    def check_alone(self, collective, rows, flows):
        """Check that the first and the third row equal those of separate runs."""
        alone, both, others = rows
        own = self.row(*STAR, *collective)
        self.assertEqual(alone, own)
        self.assertNotIn("beside", alone)
        self.assertEqual(both["scheme"], alone["scheme"] + "+flows")
        self.assertEqual([[flow[name] for name in ITSELF] for flow in flows[1]],
                         [[flow[name] for name in ITSELF] for flow in flows[2]])  # fmt: skip
        self.write(flows[2])
        own, of_own = self.rows_and_flows(*STAR, "--scheme=flows", "--pattern=file:list.csv")
        times = sorted((*(flow[name] for name in ITSELF), flow["fct_us"]) for flow in flows[2])
        self.assertEqual(
            sorted((*(flow[name] for name in ITSELF), flow["fct_us"]) for flow in of_own[0]), times)
        self.assertEqual(others["fct_us"], own[0]["fct_us"])
        for flow in flows[2]:
            self.assertAlmostEqual(float(flow["slowdown"]),
                                   float(flow["fct_us"]) / float(flow["ideal_us"]), 3)  # fmt: skip

    def test_the_collective_and_the_flows_are_also_run_alone(self):
        for collective in (("--size=1MiB",), ("--size=256KiB", "--scheme=ring", "--iterations=2"),
                           ("--size=256KiB", "--transport=rc"),
                           ("--collective=allgather", "--size=512KiB", "--dissemination=tree")):
            rows, flows = self.rows_and_flows(*STAR, *collective, "--background=0.3")
            self.check_alone(collective, rows, flows)
            self.assertGreater(rows[1]["time_us"], rows[0]["time_us"])
            self.assertEqual(rows[1]["wrong"], 0)
            self.assertGreater(rows[1]["beside"]["slowdown"]["mean"],
                               rows[2]["slowdown"]["mean"])  # fmt: skip
            self.assertEqual(rows[1]["beside"]["flows"], rows[2]["flows"])

    def test_a_list_of_flows_runs_beside_the_collective(self):
        self.write({"from": f"h{i}", "to": "h0", "bytes": 100000 * i, "start_us": 5 * i}
                   for i in range(1, 5))  # fmt: skip
        rows, flows = self.rows_and_flows(*STAR, "--size=256KiB", "--flowList=list.csv")
        self.assertEqual([len(each) for each in flows], [0, 4, 4])
        self.check_alone(("--size=256KiB",), rows, flows)

    def test_as_many_flows_begin_as_the_load_asks_for_and_all_schemes_get_the_same(self):
        rows, flows = self.rows_and_flows(*STAR, "--size=32MiB", "--data=virtual", "--scheme=inc,ring",
                                "--dissemination=tree", "--background=0.2", "--RngRun=5")  # fmt: skip
        for row, count in ((rows[1], len(flows[1])), (rows[4], len(flows[4]))):
            bytes_per_us = 0.2 * HOSTS * LINK_GBPS * 1e3 / 8
            mean = bytes_per_us * row["time_us"] / FLOW_BYTES
            self.assertLess(abs(count - mean), 4 * math.sqrt(mean))
        both = min(len(flows[1]), len(flows[4]))
        self.assertGreater(both, 300)
        # Flows are listed in the order of their start, so the lists are equal until the shorter
        # collective ends.
        self.assertEqual([[flow[name] for name in ITSELF] for flow in flows[1][:both]],
                         [[flow[name] for name in ITSELF] for flow in flows[4][:both]])  # fmt: skip

    def test_workloads_and_groups_of_a_manager_share_the_network_too(self):
        self.write_file("w.txt", "DATA\n1\nlayer -1 50000 NONE 0 50000 NONE 0 50000 ALLREDUCE 1000000 10\n")
        for arguments in ("--workload=w.txt", "--data=virtual"), ("--control=manager", "--check"):
            rows, flows = self.rows_and_flows(*STAR, *arguments, "--background=0.4", "--sizes=hadoop")
            self.assertEqual([row["status"] for row in rows], ["ok"] * 3)
            self.assertGreaterEqual(rows[1]["time_us"], rows[0]["time_us"])
            self.assertEqual(len(flows[1]), rows[2]["flows"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
