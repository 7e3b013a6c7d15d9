#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""inc-sim: the first page of the help, the commands that people type, the table, and stragglers."""

import csv
import io
import json
import os
import re
import sys
import unittest

sys.dont_write_bytecode = True

from inc_sim_case import SimCase  # noqa: E402

SMALL = ["--topology=star", "--hosts=4", "--size=64KiB", "--data=virtual"]


class Words(SimCase):
    def run_sim(self, *arguments, status=0):
        return super().run_sim(*arguments, status=status)

    def row(self, *arguments):
        return json.loads(self.run_sim("--output=-", *arguments).stdout)["results"][0]

    def test_the_first_page_fits_on_a_screen(self):
        first = self.run_sim("--help").stdout
        self.assertLessEqual(len(first.splitlines()), 50)
        self.assertLessEqual(max(len(line) for line in first.splitlines()), 80)
        everything = self.run_sim("--help-all").stdout
        for line in first.splitlines():
            if line.startswith("  --") and "--help-all" not in line:
                self.assertIn(f"\n{line.split('=')[0]}  [", everything)
        count = len(re.findall(r"^  --\w+  \[", everything, re.M))
        self.assertIn(f"all {count} arguments", first)

    def test_standard_output_is_for_one_file_and_nothing_else(self):
        result = json.loads(self.run_sim(*SMALL, "--output=-").stdout)
        self.assertEqual(result["schema"], "inc-result/1")
        rows = list(csv.DictReader(io.StringIO(self.run_sim(*SMALL, "--csv=-").stdout)))
        self.assertEqual(rows[0]["scheme"], "inc")
        self.assertEqual(os.listdir(self.folder), [])

    def test_sizes_have_units_everywhere(self):
        path = "--ns3::IncNetDevice::QueueSize="
        small = ["--topology=star", "--hosts=5", "--scheme=flows", "--pattern=incast",
                 "--size=256KiB"]  # fmt: skip
        with_unit = self.row(*small, f"{path}16KiB")
        self.assertGreater(with_unit["lost_in_buffers"], 0)
        self.assertEqual(with_unit, self.row(*small, f"{path}16384"))
        payload = json.loads(self.run_sim(*SMALL, "--payload=4KiB", "--output=-").stdout)
        self.assertEqual(payload["config"]["payload"], 4096)
        self.assertEqual(payload["results"], json.loads(
            self.run_sim(*SMALL, "--payload=4096", "--output=-").stdout)["results"])
        for size in ("64K", "64KiB", "65536", "0.0625M"):
            self.assertEqual(self.row("--topology=star", "--data=virtual", f"--size={size}")["bytes"],
                             65536)

    def test_the_bottleneck_is_the_busiest_link_not_the_one_with_most_bytes(self):
        links = [{"a": f"h{i}", "b": "s0", "rate": "10Gbps" if i == 3 else "400Gbps",
                  "delay": "1us"} for i in range(4)]  # fmt: skip
        nodes = [{"name": f"h{i}", "kind": "host"} for i in range(4)]
        nodes.append({"name": "s0", "kind": "switch", "inc": True})
        self.write_file("t.json", {"schema": "inc-topology/1", "nodes": nodes, "links": links})
        row = self.row("--topology=file:t.json", "--scheme=ps", "--size=256KiB", "--stats")
        self.assertIn("h3", row["bottleneck_link"])
        self.assertLess(row["bottleneck_busy_us"], row["time_us"])
        ports = {port["port"]: port for port in row["stats"]["ports"]}
        busiest = max(ports.values(), key=lambda port: port["utilisation"])
        self.assertEqual(busiest["port"], row["bottleneck_link"])
        self.assertEqual(busiest["rate_Gbps"], 10)
        self.assertAlmostEqual(busiest["busy_ns"] / 1e3, row["bottleneck_busy_us"], delta=1e-3)
        # A frame of n bytes takes the time of n + 20 bytes on the wire.
        wire_ns = (busiest["sent_bytes"] + 20 * busiest["sent_frames"]) * 8 / 10
        self.assertAlmostEqual(busiest["busy_ns"], wire_ns, delta=1)
        self.assertLess(ports[row["bottleneck_link"]]["sent_bytes"], row["link_bytes_max"])

    def test_a_full_window_shows_at_the_clients(self):
        row = self.row("--size=1MiB", "--slots=4", "--data=virtual", "--stats")
        self.assertEqual(row["client_slot_peak"], 4)
        self.assertEqual({each["slot_peak"] for each in row["stats"]["clients"]}, {4})
        self.assertEqual(max(each["slot_peak"] for each in row["stats"]["aggregators"]),
                         row["slot_peak"])  # fmt: skip

    def test_totals_are_columns(self):
        run = self.run_sim("--topology=star", "--hosts=9", "--scheme=flows", "--pattern=incast",
                           "--size=256KiB", "--pfc=1", "--buffer=1MiB", "--ecn=1", "--stats",
                           "--output=r.json", "--csv=r.csv", "--quiet")  # fmt: skip
        self.assertEqual(run.stdout, "")
        totals = self.load("r.json")["results"][0]["stats"]["totals"]
        with open(os.path.join(self.folder, "r.csv"), encoding="utf-8", newline="") as file:
            row = next(csv.DictReader(file))
        self.assertGreater(totals["paused_ns"], 0)
        for name in ("pauses_sent", "paused_ns", "ecn_marked", "cnps_sent", "cnps_received"):
            self.assertEqual(int(row[name]), totals[name])
        self.assertEqual(int(row["drops"]), sum(totals["drops"].values()))

    def test_a_straggler_is_waited_for(self):
        self.write_file("w.txt", "one 1 1 allreduce 65536 float32\n")
        for arguments in (["--scheme=inc"], ["--scheme=ring"], ["--scheme=tree"], ["--scheme=ps"],
                          ["--scheme=halving-doubling"]):  # fmt: skip
            base = self.row(*SMALL, *arguments)["time_us"]
            late = self.row(*SMALL, *arguments, "--straggler=h3:500us")["time_us"]
            # No AllReduce completes before its last worker begins. The data that the others hold
            # back then meet the last worker's at one port, so the rest takes at most twice as long.
            self.assertTrue(500 < late <= 500 + 2 * base, (arguments, base, late))
        job = ["--topology=star", "--workload=w.txt", "--data=virtual"]
        base = self.row(*job)["time_us"]
        late = self.row(*job, "--straggler=h3:500us")["time_us"]
        self.assertTrue(500 < late <= 500 + 2 * base)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
