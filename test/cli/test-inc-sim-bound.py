#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""bound_algbw_GBps is the bottleneck of the tree in use: no run exceeds it, and runs come near.

INC_ITERATIONS=10000 draws more random runs, and INC_SEED draws others.
"""

import itertools
import os
import random
import sys
import unittest

sys.dont_write_bytecode = True

from inc_bound_draw import draw_file, draw_run  # noqa: E402
from inc_sim_case import SimCase  # noqa: E402

TIGHT = 0.9
DRAWN = int(os.environ.get("INC_ITERATIONS", "60"))
SEED = int(os.environ.get("INC_SEED", "1"))
WAYS = [
    [],
    ["--dissemination=tree"],
    ["--dissemination=unicast"],
    ["--transport=rc"],
    ["--transport=rc", "--dissemination=tree"],
    ["--aggregation=tree"],
    ["--bitStringLength=64"],
]


class Bound(SimCase):
    ALWAYS = ("--size=1MiB", "--data=virtual")
    TIMEOUT = 120

    def hold(self, *arguments, slots=96):
        """Check that a run stays below its bound and comes near. With the default number of slots,
        the windows of an incast fit into the buffers without a drop."""
        row = self.row(*arguments, f"--slots={slots}")
        share = row["algbw_GBps"] / row["bound_algbw_GBps"]
        self.assertEqual((row["status"], row["lost_in_buffers"]), ("ok", 0), arguments)
        self.assertLessEqual(share, 1, (arguments, row["algbw_GBps"]))
        self.assertGreaterEqual(share, TIGHT, (arguments, row["bottleneck_link"]))

    def test_few_aggregators(self):
        for shape, aggregators in itertools.product(
            (["--k=4"], ["--topology=leaf-spine", "--hostsPerLeaf=3"]),
            ("core", "edge", "1", "2", "3", "all"),
        ):
            for way in WAYS[:3]:
                with self.subTest(shape=shape, aggregators=aggregators, way=way):
                    self.hold(*shape, *way, f"--aggregators={aggregators}")

    def test_a_server_as_root(self):
        for way, aggregators in itertools.product(WAYS[:5], ("all", "edge")):
            with self.subTest(way=way, aggregators=aggregators):
                self.hold("--k=4", "--workers=12", "--root=h15", *way,
                          f"--aggregators={aggregators}")  # fmt: skip

    def test_jobs_that_share_links(self):
        for jobs, way in itertools.product((2, 4), WAYS[:3]):
            for aggregators in ("core", "all"):
                with self.subTest(jobs=jobs, way=way, aggregators=aggregators):
                    self.hold("--k=4", f"--jobs={jobs}", "--jobPlacement=interleaved", *way,
                              f"--aggregators={aggregators}")  # fmt: skip

    def test_random_topologies(self):
        for seed in range(8):
            draw = random.Random(seed)
            self.write(draw_file(draw))
            way = draw.choice(WAYS)
            for aggregators in ("core", "edge", str(draw.randint(1, 3))):
                with self.subTest(seed=seed, way=way, aggregators=aggregators):
                    self.hold("--topology=file:t.json", *way, f"--aggregators={aggregators}",
                              f"--RngRun={seed + 1}")  # fmt: skip

    def test_sprayed_packets(self):
        self.hold("--topology=leaf-spine", "--hostsPerLeaf=3", "--aggregators=list:leaf0",
                  "--ecmp=per-packet", "--ecmpSpray=round-robin")  # fmt: skip

    def test_sprayed_packets_that_overtake_each_other(self):
        row = self.row("--topology=leaf-spine", "--leaves=3", "--spines=2", "--hostsPerLeaf=2", "--payload=64",
                       "--linkRate=40Gbps", "--linkDelay=2us", "--collective=broadcast", "--aggregators=edge",
                       "--ecmp=per-packet", "--ecmpSpray=random", "--slots=256")  # fmt: skip
        self.assertLessEqual(row["algbw_GBps"], row["bound_algbw_GBps"])

    def test_packets_that_are_sprayed_over_unequal_ways_have_no_bound(self):
        switches = [("s2", "s1", "100Gbps"), ("s3", "s1", "10Gbps"), ("s4", "s2", "25Gbps"), ("s3", "s4", "400Gbps")]
        links = [("h0", "s2", "100Gbps"), ("h1", "s2", "100Gbps"), ("h2", "s3", "100Gbps")] + switches
        kinds = {f"s{i}": "switch" for i in range(1, 5)} | {f"h{i}": "host" for i in range(3)}
        self.write({"schema": "inc-topology/1",
                    "nodes": [{"name": name, "kind": kind} for name, kind in kinds.items()],
                    "links": [{"a": a, "b": b, "rate": rate, "delay": "1us"} for a, b, rate in links]})
        for ecmp in ("per-packet", "per-flow"):
            row = self.row("--topology=file:t.json", "--aggregators=list:s3", f"--ecmp={ecmp}")
            self.assertEqual(row["bound_algbw_GBps"] is None, ecmp == "per-packet")

    def test_an_empty_contribution_stands_for_many(self):
        self.hold("--topology=leaf-spine", "--leaves=4", "--spines=1", "--hostsPerLeaf=16",
                  "--collective=broadcast", "--aggregators=core")  # fmt: skip

    def test_a_nic_that_works_on_each_message(self):
        star = ("--topology=star", "--hosts=4", "--ns3::IncQueuePair::MessageCost=140ns")
        for way in ([], ["--transport=rc"], ["--collective=reduce"],
                    ["--ns3::IncClient::PacketsPerMessage=4"]):  # fmt: skip
            with self.subTest(way=way):
                self.hold(*star, *way, slots=256)
        row = self.row(*star, "--slots=256")
        self.assertAlmostEqual(row["bound_algbw_GBps"], 1024 / 140, delta=0.02)
        self.assertNotIn("link_bound_algbw_GBps", row, "the NIC bounds it, not the slots")

    def test_a_direction_without_elements(self):
        for collective in ("broadcast", "reduce"):
            with self.subTest(collective=collective):
                self.hold("--topology=star", "--hosts=8", f"--collective={collective}", slots=8)

    def test_near_and_far_workers_share_no_link(self):
        self.hold("--k=4", "--linkRate=40Gbps", "--dissemination=tree", "--aggregators=list:edge5", slots=2)

    def test_groups_of_messages_leave_a_part_of_the_window(self):
        star = ("--topology=star", "--hosts=8", "--collective=reduce")
        for slots in (13, 14, 15):
            self.hold(*star, "--linkDelay=20us", slots=slots)
        # Messages that one result releases wait for each other.
        self.hold("--topology=leaf-spine", "--leaves=4", "--spines=1", "--hostsPerLeaf=8",
                  "--collective=reduce", slots=32)  # fmt: skip

    def test_a_slot_whose_results_always_go_to_one_rank(self):
        pair = ("--topology=leaf-spine", "--leaves=2", "--hostsPerLeaf=1", "--aggregators=list:leaf1",
                "--collective=reducescatter", "--payload=4096", "--dissemination=tree")  # fmt: skip
        for slots in (2, 12, 13, 16):
            self.hold(*pair, slots=slots)

    def test_a_run_waits_for_the_last_result_of_the_one_before(self):
        self.hold("--topology=leaf-spine", "--leaves=5", "--spines=1", "--hostsPerLeaf=3", "--payload=512",
                  "--collective=broadcast", "--dissemination=tree", slots=80)  # fmt: skip

    def test_acknowledgements_beside_small_payloads(self):
        star = ("--topology=star", "--hosts=3", "--linkRate=10Gbps", "--linkDelay=50ns", "--transport=rc")
        for way in ("tree", "bier", "unicast"):
            for collective in ("reduce", "broadcast", "allgather"):
                with self.subTest(way=way, collective=collective):
                    self.hold(*star, "--payload=256", f"--dissemination={way}",
                              f"--collective={collective}", slots=3)  # fmt: skip

    def test_copies_of_a_result_leave_one_port_one_after_another(self):
        kinds = {"s0": "switch", "s1": "switch"} | {f"h{i}": "host" for i in range(9)}
        links = [(f"h{i}", "s1" if i == 8 else "s0", "100Gbps") for i in range(9)] + [("s0", "s1", "25Gbps")]
        self.write({"schema": "inc-topology/1",
                    "nodes": [{"name": name, "kind": kind} for name, kind in kinds.items()],
                    "links": [{"a": a, "b": b, "rate": rate, "delay": "500ns"}
                              for a, b, rate in links]})  # fmt: skip
        for way in ("tree", "unicast"):
            with self.subTest(way=way):
                self.hold("--topology=file:t.json", "--aggregators=list:s1", f"--dissemination={way}", slots=1)

    def test_a_result_takes_another_way_where_others_need_it(self):
        # By BIER, h3's copy goes over s1 together with h1's, or over s2 with h0's, which is
        # farther.
        switches = [("s0", "s1", "992ns"), ("s0", "s2", "1756ns"), ("s3", "s1", "1003ns"), ("s3", "s2", "1421ns")]
        links = [("h0", "s2", "1428ns"), ("h1", "s1", "1442ns"), ("h3", "s3", "1676ns"),
                 ("h6", "s0", "361ns"), ("h8", "s0", "1758ns")] + switches  # fmt: skip
        kinds = {f"s{i}": "switch" for i in range(4)} | {link[0]: "host" for link in links[:5]}
        self.write({"schema": "inc-topology/1",
                    "nodes": [{"name": name, "kind": kind} for name, kind in kinds.items()],
                    "links": [{"a": a, "b": b, "rate": "100Gbps", "delay": delay}
                              for a, b, delay in links]})  # fmt: skip
        self.hold("--topology=file:t.json", "--collective=reducescatter", "--payload=1000",
                  "--aggregators=list:s0,s1", slots=4)  # fmt: skip

    def test_a_lost_message_changes_the_order_of_the_window(self):
        row = self.row("--control=manager", "--topology=leaf-spine", "--leaves=3", "--spines=2",
                       "--hostsPerLeaf=3", "--RngRun=256", "--collective=allgather", "--aggregation=tree",
                       "--slots=16", "--loss=1e-4")  # fmt: skip
        self.assertGreater(row["packets_lost"], 0)
        self.assertLessEqual(row["algbw_GBps"], row["bound_algbw_GBps"])

    def test_literal_slots_that_wait_for_acknowledgements_have_none(self):
        row = self.row("--topology=star", "--hosts=4", "--slotMode=literal", "--transport=rc")
        self.assertEqual((row["status"], row["bound_algbw_GBps"]), ("ok", None))

    def test_hosts_that_carry_on_have_another_bound(self):
        row = self.row("--control=manager", "--topology=leaf-spine", "--leaves=3", "--hostsPerLeaf=3",
                       "--collective=reducescatter", "--slots=3", "--fail=h0->leaf0@10us:13us")  # fmt: skip
        self.assertEqual((row["executed_scheme"], row["bound_algbw_GBps"]), ("inc+ring", None))

    def test_random_runs(self):
        for seed in range(SEED, SEED + DRAWN):
            words, network = draw_run(seed)
            with self.subTest(seed=seed, words=" ".join(words)):
                self.write(network)
                run = self.run_sim(*words, "--size=256KiB", "--data=virtual", "--quiet",
                                   "--output=r.json")  # fmt: skip
                if run.returncode == 2:
                    continue  # a drawn argument has no effect on this network
                row = self.load("r.json")["results"][0]
                if row["bound_algbw_GBps"]:
                    self.assertLessEqual(row["algbw_GBps"], row["bound_algbw_GBps"], words)

    def write(self, topology):
        self.write_file("t.json", topology)


class BoundOfOtherSizes(SimCase):
    ALWAYS = ("--data=virtual",)
    TIMEOUT = 120

    def test_a_single_message_does_not_wait_for_another_one(self):
        row = self.row("--topology=star", "--hosts=4", "--size=1KiB",
                       "--ns3::IncQueuePair::MessageCost=1ms")  # fmt: skip
        self.assertLessEqual(row["algbw_GBps"], row["bound_algbw_GBps"])

    def test_the_steps_of_a_ring(self):
        for size in ("16KiB", "1MiB", "4MiB"):
            with self.subTest(size=size):
                row = self.row("--k=4", "--linkRate=400Gbps", "--scheme=ring", f"--size={size}")
                share = row["algbw_GBps"] / row["bound_algbw_GBps"]
                self.assertLessEqual(share, 1)
                self.assertGreaterEqual(share, TIGHT)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
