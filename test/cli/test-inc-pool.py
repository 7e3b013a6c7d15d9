#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""inc-sim --pool: jobs that share the slots of a switch."""

import csv
import io
import json
import os
import subprocess
import sys
import unittest

sys.dont_write_bytecode = True

from inc_sim_case import INC_SIM, SimCase  # noqa: E402

# Each of four jobs has two workers on each of four leaves, and a spine of its own as root.
JOBS = ["--topology=leaf-spine", "--leaves=4", "--spines=4", "--hostsPerLeaf=8", "--jobs=4",
        "--jobPlacement=interleaved", "--scheme=inc"]  # fmt: skip
FEW = [*JOBS, "--size=256KiB", "--slots=32", "--poolSlots=32", "--straggler=h0:100us"]
MESSAGES = 256  # of 1024 bytes, in 256 KiB
LEAVES = 4


class Pool(SimCase):
    def test_a_row_tells_who_found_no_slot(self):
        row = self.row(*FEW, "--pool=shared", "--stats")
        self.assertEqual((row["pool"], row["pool_slots"], row["wrong"]), ("shared", 32, 0))
        self.assertEqual(row["acquired"] + row["collisions"], len(row["jobs"]) * MESSAGES * LEAVES)
        self.assertGreater(row["collisions"], 0)
        self.assertAlmostEqual(row["passed_share"],
                               row["collisions"] / (row["acquired"] + row["collisions"]))
        shares = [job["passed_share"] for job in row["jobs"]]
        self.assertAlmostEqual(sum(shares) / len(shares), row["passed_share"])
        rates = [job["algbw_GBps"] for job in row["jobs"]]
        jain = sum(rates) ** 2 / (len(rates) * sum(rate**2 for rate in rates))
        self.assertAlmostEqual(row["fairness"], jain)
        switches = row["stats"]["aggregators"]
        for counter in ("acquired", "collisions", "passed", "evicted", "taken", "completed_whole",
                        "completed_parts", "overlap_root"):  # fmt: skip
            self.assertEqual(sum(each[counter] for each in switches), row[counter], counter)
        self.assertEqual(max(each["cell_peak"] for each in switches), 32)

    def test_a_row_tells_which_messages_came_to_the_root_in_parts(self):
        row = self.row(*FEW, "--pool=shared", "--stats")
        messages = len(row["jobs"]) * MESSAGES
        self.assertEqual(row["completed_whole"] + row["completed_parts"], messages)
        # Only the late rank's leaf lacks slots, and it has two workers of each job.
        self.assertEqual(row["completed_parts"], row["collisions"])
        self.assertEqual((row["parts_max"], row["overlap_root"]), (LEAVES + 1, 0))
        for each in row["stats"]["aggregators"]:
            roots = int(each["node"].startswith("spine"))
            self.assertEqual(each["completed_whole"] + each["completed_parts"], roots * MESSAGES)
            self.assertEqual(each["parts_max"] > 0, bool(roots))
        for most, parts in ((0, 2 * LEAVES), (128, LEAVES)):
            row = self.row(*JOBS, "--size=256KiB", "--slots=32", "--pool=shared",
                           "--poolSlots=128", f"--poolMax={most}")  # fmt: skip
            self.assertEqual(row["parts_max"], parts)
            self.assertEqual(row["completed_parts" if most == 0 else "completed_whole"], messages)

    def test_the_mean_occupancy_is_the_busy_time_of_cells_in_the_measured_time(self):
        row = self.row(*FEW, "--pool=shared", "--stats")
        leaf = next(each for each in row["stats"]["aggregators"] if each["node"] == "leaf0")
        self.assertAlmostEqual(leaf["occupancy_mean"], leaf["cell_busy_us"] / row["time_us"])
        # The late rank's job has all cells until the rank begins, after 100 us.
        self.assertGreater(leaf["cell_busy_us"], 0.95 * 32 * 100)
        static = self.run_sim(*JOBS, "--size=256KiB", "--stats").stdout
        self.assertNotIn("occupancy_mean", static)
        self.assertNotIn("completed_whole", static)

    def test_the_table_and_the_csv_file_tell_it_too(self):
        text = self.run_sim(*FEW, "--pool=shared").stdout
        row = self.row(*FEW, "--pool=shared")
        self.assertIn(f"#   32 shared slots: {100 * row['passed_share']:.1f} % of 4096 messages", text)
        self.assertIn(f"fairness {row['fairness']:.3f}", text)
        table = self.run_sim(*FEW, "--pool=shared", "--csv=-").stdout
        line = next(csv.DictReader(io.StringIO(table)))
        self.assertEqual(float(line["passed_share"]), row["passed_share"])

    def test_static_is_the_default_and_says_nothing(self):
        plain = self.run_sim(*JOBS, "--size=256KiB").stdout
        static = self.run_sim(*JOBS, "--size=256KiB", "--pool=static").stdout
        self.assertEqual(plain.split("\n")[1:], static.split("\n")[1:])
        self.assertNotIn("slots:", static)

    def test_a_star_shares_nothing_and_says_so(self):
        arguments = ["--topology=star", "--hosts=4", "--scheme=inc", "--size=64KiB"]
        self.assertIn("nothing was shared", self.run_sim(*arguments, "--pool=shared").stdout)
        shared = self.row(*arguments, "--pool=shared")
        self.assertEqual(shared["time_us"], self.row(*arguments)["time_us"])

    def test_without_any_slot_every_contribution_goes_to_the_root(self):
        row = self.row(*JOBS, "--size=256KiB", "--pool=shared", "--poolMax=0")
        self.assertEqual((row["passed_share"], row["wrong"], row["retransmissions"]), (1, 0, 0))
        self.assertEqual(row["passed"], len(row["jobs"]) * row["jobs"][0]["workers"] * MESSAGES)

    def test_a_part_that_waits_in_a_slot_needs_a_repetition(self):
        # While the late rank's job has the slots, other messages find one for a part only.
        once = self.row(*FEW, "--pool=shared")
        each = self.row(*FEW, "--pool=shared", "--poolLedger=cell", "--stats")
        self.assertEqual((each["wrong"], once["wrong"], once["evicted"]), (0, 0, 0))
        self.assertGreater(each["evicted"], 0, "repetitions empty slots")
        self.assertGreater(each["time_us"], once["time_us"])
        self.assertGreater(sum(switch["cell_busy_us"] for switch in each["stats"]["aggregators"]), 0)

    def test_jobs_that_compute_gain_by_sharing_as_published_systems_do(self):
        program = os.path.join(os.path.dirname(INC_SIM), "inc-pool-duty")
        run = subprocess.run([program], capture_output=True, text=True, timeout=240, check=True)
        rows = [[float(word) for word in line.split()] for line in run.stdout.splitlines()[1:]]
        self.assertEqual(len(rows), 12)
        for scarcity, _, static, shared, preempt, atp, esa in rows:
            if scarcity <= 1:
                self.assertAlmostEqual(static / shared, 1, delta=0.05)
            else:
                self.assertGreater(static / shared, 1.05)
            self.assertGreater(atp / esa, 0.95)
            self.assertGreater(shared / preempt, 0.95)
        self.assertTrue(1.1 < max(row[3] / row[4] for row in rows) < 1.6)
        self.assertTrue(1.2 < max(row[2] / row[3] for row in rows) < 2)

    def test_the_time_on_a_star_does_not_depend_on_the_number_of_workers(self):
        # as SwitchML's, which has fixed parts
        times = [self.row("--topology=star", f"--hosts={hosts}", "--scheme=inc", "--size=4MiB",
                          "--dissemination=tree")["time_us"] for hosts in (2, 4, 8, 16)]  # fmt: skip
        self.assertLess(max(times), 1.03 * min(times))

    def test_a_place_that_collides_gets_another_hash(self):
        arguments = [*FEW, "--pool=shared", "--poolWays=1", "--poolHash=place"]
        fixed = self.row(*arguments)
        moved = self.row(*arguments, "--poolRehash=on")
        self.assertEqual((fixed["wrong"], moved["wrong"]), (0, 0))
        self.assertLess(moved["collisions"], fixed["collisions"] / 2)
        self.assertEqual(self.row(*arguments, "--poolRehash=off")["collisions"], fixed["collisions"])

    def test_over_rc_forwarded_contributions_wait_in_the_switch(self):
        arguments = [*FEW[:-1], "--pool=shared", "--poolMax=0"]
        reliable = self.row(*arguments, "--transport=rc")
        self.assertGreaterEqual(reliable["pass_bytes_peak"], 1024)
        # at most the windows of the leaf's workers of the tree
        self.assertLessEqual(reliable["pass_bytes_peak"], 32 * 2 * 1024)
        self.assertEqual(self.row(*arguments)["pass_bytes_peak"], 0)

    def test_the_bound_counts_forwarded_contributions(self):
        arguments = [*JOBS, "--size=4MiB", "--slots=256", "--pool=shared"]
        for most in (0, 256):
            row = self.row(*arguments, f"--poolMax={most}")
            frames = 2 if most == 0 else 1  # of a message, from a leaf to the root
            self.assertLess(row["algbw_GBps"], row["bound_algbw_GBps"])
            self.assertGreater(row["algbw_GBps"], 0.98 * row["bound_algbw_GBps"])
            self.assertAlmostEqual(row["bound_algbw_GBps"], 11.1 / frames, delta=0.1)

    def test_a_switch_of_the_topology_file_has_its_own_number_of_slots(self):
        path = os.path.join(self.folder, "net.json")
        self.run_sim(*JOBS, "--size=4KiB", f"--export={path}")
        network = self.load("net.json")
        for node in network["nodes"]:
            if node["name"] == "leaf0":
                node["slots"] = 8
        with open(path, "w", encoding="utf-8") as file:
            json.dump(network, file)
        row = self.row(f"--topology=file:{path}", *FEW[4:], "--pool=shared", "--stats")
        peaks = {each["node"]: each["cell_peak"] for each in row["stats"]["aggregators"]}
        self.assertEqual(peaks["leaf0"], 8)
        self.assertEqual(row["wrong"], 0)

    def test_sums_of_parts_are_right_within_the_bound_of_any_order(self):
        # The chain of additions of a tree would be too short for parts that meet at the root.
        row = self.row("--k=4", "--jobs=4", "--transport=rc", "--dissemination=tree",
                       "--pool=preempt", "--slots=4", "--poolSlots=20", "--poolHold=result",
                       "--scheme=inc", "--warmup=0", "--size=8192", "--collective=reduce",
                       "--loss=0.01", "--RngRun=680", "--poolMax=1", "--poolWays=2",
                       "--poolHash=place", "--jobPriorities=2,2,0,1", "--poolAging=1",
                       "--maxRetries=100")  # fmt: skip
        self.assertEqual(row["wrong"], 0)

    def managed(self, *arguments):
        return self.row("--topology=leaf-spine", "--leaves=2", "--spines=3", "--hostsPerLeaf=8",
                        "--control=manager", "--jobs=2", "--jobPlacement=interleaved",
                        "--slots=32", "--size=256KiB", "--scheme=inc", "--pool=preempt",
                        "--jobPriorities=0,1", "--straggler=h0:20us", *arguments)  # fmt: skip

    def test_the_manager_sets_up_groups_that_share_slots(self):
        row = self.managed("--poolSlots=32", "--stats")
        self.assertEqual((row["wrong"], row["pool_slots"]), (0, 32))
        self.assertEqual({job["executed_scheme"] for job in row["jobs"]}, {"inc"})
        self.assertEqual({job["slots"] for job in row["jobs"]}, {32}, "each root has its window")
        self.assertEqual(len({job["root"] for job in row["jobs"]}), 2, "none has room for two")
        self.assertGreater(row["evicted"], 0, "the second job takes slots of the late rank's job")
        parts = [part for part in row["manager_statistics"] if "abm" in part]
        for counter in ("collisions", "evicted"):
            self.assertEqual(sum(part[counter] for part in parts), row[counter], counter)

    def test_the_manager_refuses_a_root_without_room(self):
        row = self.managed("--poolSlots=31")
        self.assertEqual({job["executed_scheme"] for job in row["jobs"]}, {"ring"})
        for job in row["jobs"]:
            self.assertIn("spine0: 32 slots wanted, 31 free", job["reason"])

    def test_a_tree_that_is_built_again_has_slots_and_no_counters(self):
        row = self.managed("--poolSlots=40", "--kill=spine0@30us", "--check=1")
        self.assertEqual(row["wrong"], 0)
        self.assertEqual(sum(job.get("rebuilt", 0) for job in row["jobs"]), 1)
        self.assertIsNone(row["passed_share"])
        self.assertIsNone(row["evicted"])
        kept = [job for job in row["jobs"] if "rebuilt" not in job]
        self.assertGreaterEqual(kept[0]["passed_share"], 0)

    def test_messages_that_end_without_elements_give_their_slots_back(self):
        row = self.row("--topology=leaf-spine", "--leaves=2", "--spines=1", "--hostsPerLeaf=2",
                       "--collective=reduce", "--size=256KiB", "--dissemination=tree", "--slots=8",
                       "--pool=shared", "--poolSlots=10", "--poolHold=result", "--scheme=inc",
                       "--warmup=0", "--jobs=1")  # fmt: skip
        self.assertEqual(row["collisions"], 0, "ten slots are enough for a window of eight")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
