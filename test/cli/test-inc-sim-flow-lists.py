#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""inc-sim --scheme=flows: lists of flows, distributions of sizes, Poisson arrivals, slowdowns."""

import collections
import json
import math
import sys
import unittest

sys.dont_write_bytecode = True

from inc_sim_case import SimCase  # noqa: E402

STAR = ["--topology=star", "--hosts=8"]
# Distributions of sizes as the papers use them: bytes and cumulative percent.
WEB_SEARCH = ((0, 0), (10000, 15), (20000, 20), (30000, 30), (50000, 40), (80000, 53),
              (200000, 60), (1000000, 70), (2000000, 80), (5000000, 90), (10000000, 97),
              (30000000, 100))  # fmt: skip
MATRIX = """\
# a comment
Nodes 8
Connections 3
7->5 id 1 start 0 size 200000
0->1 id 2 start 3500000 size 1000
1->5 id 3 start 7000000 size 70000 prio 2
"""
TRIGGERS = """\
Nodes 8
Connections 7
Triggers 4
0->1 id 1 start 1000000 size 50000 send_done_trigger 1
2->3 id 2 trigger 1 size 30000 recv_done_trigger 3 send_done_trigger 2
4->5 id 3 trigger 1 size 90000 recv_done_trigger 3 send_done_trigger 2
6->7 id 4 trigger 2 size 1000
1->0 id 5 trigger 3 size 1000
3->2 id 6 trigger 3 size 1000
5->4 id 7 start 0 size 1000 recv_done_trigger 4
trigger id 1 oneshot
trigger id 2 barrier count 2
trigger id 3 multishot
trigger id 4 oneshot
"""
TABLE = """\
from,to,bytes,start_us
h7,h5,200000,0
0,1,1000,3.5
h1,5,70000,7
"""


class FlowLists(SimCase):
    def run_sim(self, *arguments, status=0):
        return super().run_sim("--scheme=flows", *arguments, status=status)

    def flows(self, *arguments):
        """Return the row and the table of flows."""
        run = self.run_sim(*arguments, "--flowTable=f.csv", "--output=-")
        return json.loads(run.stdout)["results"][0], self.table("f.csv")

    def test_a_flow_alone_has_no_slowdown(self):
        for topology in (STAR, ["--topology=fat-tree", "--k=4", "--linkDelay=700ns"],
                         ["--topology=leaf-spine", "--linkRate=25Gbps", "--ip=6"]):  # fmt: skip
            for bytes_, payload in ((1, 1024), (1024, 1024), (1025, 1024), (300000, 4096)):
                with self.subTest(topology=topology, bytes=bytes_):
                    self.write_file("one.csv", f"from,to,bytes,start_us\n0,7,{bytes_},5\n")
                    row, flows = self.flows(*topology, "--pattern=file:one.csv",
                                            f"--payload={payload}")
                    self.assertEqual([flow["start_us"] for flow in flows], ["5.000"])
                    self.assertAlmostEqual(float(flows[0]["slowdown"]), 1, delta=2e-3)
                    self.assertAlmostEqual(float(flows[0]["fct_us"]), row["fct_us"]["max"],
                                           delta=1e-6)

    def test_verbs_take_their_own_packets(self):
        # Ideal times are closed forms that include the headers of each verb, and the request of a
        # READ.
        for topology in (STAR, ["--topology=leaf-spine", "--linkRate=25Gbps", "--ip=6"]):
            for bytes_ in (1, 1025, 300000):
                times = {}
                for verb in ("write", "send", "read"):
                    with self.subTest(topology=topology, bytes=bytes_, verb=verb):
                        self.write_file("one.csv", f"from,to,bytes,start_us\n0,7,{bytes_},5\n")
                        row, flows = self.flows(*topology, "--pattern=file:one.csv",
                                                f"--verb={verb}")
                        self.assertAlmostEqual(float(flows[0]["slowdown"]), 1, delta=2e-3)
                        self.assertEqual(row["retransmissions"], 0)
                        times[verb] = float(flows[0]["fct_us"])
                self.assertLess(times["send"], times["write"])
                # In a WRITE and in a READ, a RETH goes one way and an AETH the other way.
                self.assertAlmostEqual(times["read"], times["write"], delta=0.01)

    def test_reads_survive_loss_and_share_links(self):
        arguments = [*STAR, "--pattern=incast", "--size=1MiB", "--verb=read"]
        row, flows = self.flows(*arguments, "--loss=1e-3")
        self.assertTrue(all(float(flow["fct_us"]) > 0 for flow in flows))
        self.assertGreater(row["retransmissions"], 0)
        clean, _ = self.flows(*arguments, "--cc=dcqcn", "--ecn=1")
        self.assertEqual(clean["status"], "ok")
        for refused in ("--cc=swift", "--retransmission=selective-repeat"):
            run = self.run_sim(*arguments, refused, status=2)
            self.assertEqual(len(run.stderr.splitlines()), 1, run.stderr)

    def test_a_matrix_of_htsim_and_a_table_are_the_same_flows(self):
        self.write_file("m.cm", MATRIX)
        self.write_file("t.csv", TABLE)
        matrix, flows = self.flows(*STAR, "--pattern=file:m.cm")
        table, same = self.flows(*STAR, "--pattern=file:t.csv")
        self.assertEqual(flows, same)
        self.assertEqual(matrix, table)
        self.assertEqual([(flow["from"], flow["to"], flow["bytes"], flow["start_us"])
                          for flow in flows],
                         [("h0", "h1", "1000", "3.500"), ("h1", "h5", "70000", "7.000"),
                          ("h7", "h5", "200000", "0.000")])  # fmt: skip
        self.assertTrue(all(float(flow["slowdown"]) > 0.999 for flow in flows))

    def test_triggers_start_flows_as_htsim_has_them(self):
        self.write_file("m.cm", TRIGGERS)
        _, flows = self.flows(*STAR, "--pattern=file:m.cm")
        begin = {(flow["from"], flow["to"]): float(flow["start_us"]) for flow in flows}
        end = {(flow["from"], flow["to"]): float(flow["start_us"]) + float(flow["fct_us"])
               for flow in flows}  # fmt: skip
        def at(pair, moment):
            self.assertAlmostEqual(begin[pair], moment, delta=2e-3, msg=str(pair))

        # A trigger of one shot starts both waiting flows when the first flow is acknowledged.
        at(("h2", "h3"), end["h0", "h1"])
        at(("h4", "h5"), end["h0", "h1"])
        # A barrier trigger starts its flow after the last flow.
        at(("h6", "h7"), max(end["h2", "h3"], end["h4", "h5"]))
        # Each activation of the trigger starts one more flow. It is activated when data have
        # arrived, and the ACK takes two more links of 1 us.
        ends = sorted((end["h2", "h3"], end["h4", "h5"]))
        for pair, acknowledged in ((("h1", "h0"), ends[0]), (("h3", "h2"), ends[1])):
            self.assertTrue(2 < acknowledged - begin[pair] < 2.2, (pair, acknowledged, begin))

    def test_matrices_of_htsim_run_as_they_are(self):
        """Files in the form of htsim's own, including the empty last line, run unchanged."""
        incast = "".join(f"{host}->15 start 0 size 200000\n" for host in range(15))
        self.write_file("incast.cm", "Nodes 16\nConnections 15\n" + incast + "\n")
        row, flows = self.flows("--k=4", "--pattern=file:incast.cm")
        self.assertEqual((row["status"], len(flows)), ("ok", 15))
        self.assertTrue(all(flow["to"] == "h15" for flow in flows))
        # Size 0 means endless in htsim; here --size sets the length.
        self.write_file("endless.cm", "Nodes 16\nConnections 1\n3->0 start 0.000000 size 0\n")
        _, flows = self.flows("--k=4", "--pattern=file:endless.cm", "--size=3000")
        self.assertEqual([flow["bytes"] for flow in flows], ["3000"])
        run = self.run_sim("--k=4", "--pattern=file:incast.cm", "--size=3000", status=2)
        self.assertIn("which says all sizes", run.stderr)
        # An all-to-all of four hosts, each with one flow after another, as htsim's generator writes
        # it.
        text = "Nodes 16\nConnections 12\nTriggers 8\n"
        number = 0
        for source in range(4):
            for step in range(3):
                number += 1
                start = f"trigger {source * 2 + step}" if step else "start 0"
                done = f" send_done_trigger {source * 2 + step + 1}" if step < 2 else ""
                text += (f"{source}->{(source + step + 1) % 4} id {number} {start} "
                         f"size 100000{done}\n")  # fmt: skip
        text += "".join(f"trigger id {i} multishot\n" for i in range(1, 9))
        self.write_file("serial.cm", text)
        _, flows = self.flows("--k=4", "--pattern=file:serial.cm")
        for source in range(4):
            own = sorted((float(flow["start_us"]), float(flow["fct_us"])) for flow in flows
                         if flow["from"] == f"h{source}")  # fmt: skip
            for (start, fct), (after, _) in zip(own, own[1:]):
                self.assertAlmostEqual(start + fct, after, delta=2e-3)

    def test_slowdown_is_that_of_shared_links(self):
        row, flows = self.flows(*STAR, "--pattern=incast", "--size=1MiB")
        self.assertEqual(len(flows), 7)
        # Seven flows share the link to h0, so the last ends nearly seven times as late.
        self.assertAlmostEqual(max(float(flow["slowdown"]) for flow in flows), 7, delta=0.3)
        self.assertEqual(row["flows"], 7)

    def test_web_search_at_60_percent_offers_60_percent(self):
        mean = sum((share - before) / 100 * (size + smaller) / 2 for (smaller, before), (size, share)
                   in zip(WEB_SEARCH, WEB_SEARCH[1:]))  # fmt: skip
        row, flows = self.flows("--topology=leaf-spine", "--leaves=4", "--spines=4",
                                "--hostsPerLeaf=16", "--pattern=poisson", "--sizes=websearch",
                                "--load=0.6", "--duration=3ms", "--payload=4096", "--linkRate=25Gbps",
                                "--RngRun=2")  # fmt: skip
        self.assertEqual(row["workers"], 64)
        self.assertEqual(row["flows"], len(flows))
        expected = 64 * 0.6 * 25e9 / 8 / mean * 3e-3
        self.assertAlmostEqual(len(flows), expected, delta=4 * math.sqrt(expected))
        self.assertLess(max(float(flow["start_us"]) for flow in flows), 3000)
        # Shares of sizes at the points of the distribution are right within four standard
        # deviations.
        for size, percent in WEB_SEARCH[1:-1]:
            share = percent / 100
            part = sum(int(flow["bytes"]) <= size for flow in flows) / len(flows)
            self.assertAlmostEqual(part, share,
                                   delta=4 * math.sqrt(share * (1 - share) / len(flows)))
        variance = sum(int(flow["bytes"]) ** 2 for flow in flows)
        offered = sum(int(flow["bytes"]) for flow in flows)
        self.assertAlmostEqual(offered, 64 * 0.6 * 25e9 / 8 * 3e-3, delta=4 * math.sqrt(variance))
        self.assertTrue(all(flow["from"] != flow["to"] for flow in flows))
        # Completion times grow with the size.
        buckets = row["fct_by_size"]
        self.assertEqual(sum(bucket["flows"] for bucket in buckets), len(flows))
        self.assertGreaterEqual(len(buckets), 4)
        for field in ("mean_us", "median_us"):
            values = [bucket[field] for bucket in buckets if bucket["flows"] > 5]
            self.assertEqual(values, sorted(values))
        by_size = collections.defaultdict(list)
        for flow in flows:
            decade = max(10, 10 ** math.ceil(math.log10(int(flow["bytes"])) - 1e-12))
            by_size[decade].append(float(flow["fct_us"]))
        self.assertEqual({bucket["to_bytes"]: bucket["flows"] for bucket in buckets},
                         {size: len(times) for size, times in by_size.items()})
        for bucket in buckets:
            times = by_size[bucket["to_bytes"]]
            self.assertAlmostEqual(bucket["mean_us"], sum(times) / len(times), delta=1e-3)

    def test_sizes_are_drawn_for_any_pattern(self):
        _, flows = self.flows(*STAR, "--pattern=alltoall", "--sizes=uniform:2KiB:4KiB")
        sizes = [int(flow["bytes"]) for flow in flows]
        self.assertEqual(len(sizes), 56)
        self.assertTrue(all(2048 <= size <= 4096 for size in sizes))
        self.assertAlmostEqual(sum(sizes) / 56, 3072, delta=4 * 2048 / math.sqrt(12 * 56))
        self.write_file("d.txt", "# bytes percent\n500 50\n500 50\n900 100\n")
        _, flows = self.flows(*STAR, "--pattern=alltoall", "--sizes=file:d.txt")
        small = sum(flow["bytes"] == "500" for flow in flows)
        self.assertAlmostEqual(small, 28, delta=4 * math.sqrt(14))
        self.assertTrue(all(500 <= int(flow["bytes"]) <= 900 for flow in flows))

    def test_a_late_host_begins_its_flows_late(self):
        _, flows = self.flows(*STAR, "--pattern=permutation", "--size=4KiB", "--straggler=h3:50us")
        self.assertEqual({flow["start_us"] for flow in flows if flow["from"] == "h3"}, {"50.000"})
        self.assertEqual({flow["start_us"] for flow in flows if flow["from"] != "h3"}, {"0.000"})


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
