#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Results by BIER, tree and unicast: the trace against an independent model, copies, and rates."""

import collections
import json
import os
import re
import subprocess
import sys
import unittest
import xml.etree.ElementTree

from scapy.layers.l2 import Ether  # noqa: F401: captures of Ethernet are read
from scapy.utils import rdpcap

sys.dont_write_bytecode = True

from inc_sim_case import INC_SIM, SimCase  # noqa: E402

LUA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../doc/inc-wireshark.lua")
SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../examples")


def fat_tree(k):
    """Return the neighbours of each node by name, built by the definition of a fat-tree."""
    neighbors = collections.defaultdict(set)

    def link(a, b):
        neighbors[a].add(b)
        neighbors[b].add(a)

    half = k // 2
    for pod in range(k):
        for i in range(half):
            edge, agg = pod * half + i, pod * half + i
            for j in range(half):
                link(f"edge{edge}", f"h{edge * half + j}")
                link(f"edge{edge}", f"agg{pod * half + j}")
                link(f"agg{agg}", f"core{i * half + j}")
    return neighbors


def distances(neighbors, start):
    """Return the number of hops from a node to each other node."""
    found = {start: 0}
    queue = collections.deque([start])
    while queue:
        node = queue.popleft()
        for peer in neighbors[node]:
            if peer not in found:
                found[peer] = found[node] + 1
                if not peer.startswith("h"):
                    queue.append(peer)
    return found


class TraceTest(SimCase):
    def trace(self, *arguments):
        path = self.path("trace.jsonl")
        rows = self.rows("--trace=" + path, *arguments)
        self.assertEqual(rows[0]["wrong"], 0)
        with open(path, encoding="utf-8") as file:
            return rows[0], [json.loads(line) for line in file]

    def check(self, length, *arguments):
        row, events = self.trace(
            "--k=4", "--placement=random", f"--bitStringLength={length}", "--size=8KiB",
            *arguments)
        neighbors = fat_tree(4)
        root = next(e["node"] for e in events if e["event"] == "bier")
        hops = distances(neighbors, root)
        workers = {e["node"] for e in events if e["event"] == "deliver"}
        self.assertEqual(len(workers), row["workers"])
        bit = {f"h{i}": i for i in range(16)}

        # Each result reaches every worker exactly once, crosses a link at most once, and takes
        # shortest paths.
        results = [e for e in events if e["event"] == "send" and e["kind"] == "result"]
        self.assertEqual(len(results), row["link_copies"])
        by_message = collections.defaultdict(list)
        for event in results:
            by_message[event["message"]].append(event)
        self.assertEqual(sorted(by_message), list(range(8)))
        for sent in by_message.values():
            links = collections.Counter(e["link"] for e in sent)
            self.assertEqual(set(links.values()), {1})
            received = collections.Counter(e["to"] for e in sent if e["to"] in workers)
            self.assertEqual(received, collections.Counter(workers))
            for event in sent:
                self.assertEqual(hops[event["to"]], hops[event["node"]] + 1, event)
        delivered = collections.Counter(
            (e["node"], e["message"]) for e in events if e["event"] == "deliver")
        self.assertEqual(set(delivered.values()), {1})
        self.assertEqual(len(delivered), 8 * len(workers))

        # In each copy the bits are the workers behind the link, and the TTL counts the hops.
        for event in events:
            if event["event"] != "bier":
                continue
            self.assertEqual(event["ttl"], 64 - hops[event["node"]])
            bits = {i for i in range(16) if int(event["bits"], 16) >> i & 1}
            behind = distances(neighbors, event["to"])
            for worker in workers:
                if bit[worker] in bits:
                    self.assertEqual(behind[worker] + hops[event["to"]], hops[worker], event)
            self.assertLessEqual(bits, {bit[worker] for worker in workers})
        for sent in by_message.values():
            by_node = collections.defaultdict(int)
            for event in sent:
                if "bits" in event:
                    self.assertEqual(by_node[event["node"]] & int(event["bits"], 16), 0)
                    by_node[event["node"]] |= int(event["bits"], 16)

        # Every contribution and every aggregate is added once, and complete slots have the A-BM.
        added = collections.Counter(
            (e["node"], e["message"], e["pbm"]) for e in events if e["event"] == "aggregate")
        self.assertEqual(set(added.values()), {1})
        for event in events:
            if event["event"] == "complete":
                parts = [int(p, 16) for n, m, p in added
                         if (n, m) == (event["node"], event["message"])]
                self.assertEqual(sum(parts), int(event["pbm"], 16))
        everybody = sum(1 << bit[worker] for worker in workers)
        at_root = [e for e in events if e["event"] == "complete" and e["node"] == root]
        self.assertEqual({int(e["pbm"], 16) for e in at_root}, {everybody})

    def test_all_workers(self):
        self.check(256)

    def test_some_workers(self):
        for run in range(1, 6):
            with self.subTest(run=run):
                self.check(64, "--workers=5", f"--RngRun={run}")

    def test_losses_are_in_the_trace_with_their_reason(self):
        row, events = self.trace("--k=4", "--size=64KiB", "--loss=0.01")
        drops = [e for e in events if e["event"] == "drop" and e["reason"] == "link-error"]
        self.assertEqual(len(drops), row["packets_lost"])
        self.assertGreater(len(drops), 0)


class CopiesTest(SimCase):
    def test_bier_at_most_tree_less_than_unicast(self):
        rows = {mode: self.rows("--k=4", "--size=256KiB", "--dissemination=" + mode)[0]
                for mode in ("bier", "tree", "unicast")}
        copies = {mode: row["link_copies"] for mode, row in rows.items()}
        self.assertLessEqual(copies["bier"], copies["tree"])
        self.assertLess(copies["tree"], copies["unicast"])
        for mode, row in rows.items():
            self.assertEqual(row["wrong"], 0, mode)
            self.assertLessEqual(row["algbw_GBps"], row["bound_algbw_GBps"], mode)
        # Only headers differ: BIER adds 12 bytes and a BitString of 64 bits, between switches only.
        between = 256 * (4 + 8)
        self.assertEqual(
            rows["bier"]["link_bytes_total"] - rows["tree"]["link_bytes_total"], between * 20)


    def test_nothing_is_sent_twice_where_queues_grow_and_nothing_is_lost(self):
        # Sixteen copies of each result leave on the root's four links, and each link brings four
        # aggregates.
        for arguments in (["--dissemination=unicast"], ["--aggregators=core"]):
            row = self.row("--k=4", "--size=4MiB", "--data=virtual", *arguments)
            self.assertEqual((row["packets_lost"], row["retransmissions"]), (0, 0), arguments)


class LastHopTest(SimCase):
    def test_a_bier_packet_reaches_each_nic_and_all_are_the_same_inside(self):
        row = self.row("--topology=leaf-spine", "--leaves=2", "--spines=1",
                       "--hostsPerLeaf=2", "--size=8KiB", "--lastHop=host",
                       "--pcap=" + self.path("p"))
        self.assertEqual((row["status"], row["wrong"]), ("ok", 0))
        inside = []
        for host in range(4):
            frames = [bytes(frame) for frame in rdpcap(self.path(f"p-h{host}-0.pcap"))]
            results = [frame for frame in frames if frame[12:14] == b"\xab\x37"]
            self.assertEqual(len(results), 8, f"a BIER packet for each message at h{host}")
            for frame in results:
                self.assertEqual(int.from_bytes(frame[26:34], "big"), 1 << host, "own bit")
            inside.append([frame[34:] for frame in results])
        self.assertEqual(inside[1:], inside[:1] * 3)
        # On its way a packet belongs to no queue pair: it has the multicast address and a QPN
        # that the NIC replaces.
        self.assertEqual(inside[0][0][16:18], b"\xef\xc0")
        self.assertEqual(inside[0][0][33:36], b"\xff\xff\xff")
        tshark = subprocess.run(
            ["tshark", "-X", "lua_script:" + LUA, "-r", self.path("p-h0-0.pcap"),
             "-Y", "bier and inc"],
            capture_output=True, text=True, check=True)
        self.assertEqual(len(tshark.stdout.splitlines()), 8)

    def test_it_costs_the_bier_header_on_the_last_link_and_no_state_in_switches(self):
        for transport in ("uc", "rc"):
            rows = {hop: self.rows("--k=4", "--size=256KiB", "--stats",
                                   "--transport=" + transport, "--lastHop=" + hop)[0]
                    for hop in ("switch", "host")}
            self.assertEqual(rows["host"]["wrong"], 0, transport)
            self.assertEqual(rows["host"]["link_copies"], rows["switch"]["link_copies"])
            # The number of acknowledgements over RC depends on timing.
            if transport == "uc":
                self.assertEqual(
                    rows["host"]["link_bytes_total"] - rows["switch"]["link_bytes_total"],
                    256 * 16 * 20)  # fmt: skip

    def test_loss_is_repaired_in_every_collective(self):
        for transport in ("uc", "rc"):
            for collective in ("allreduce", "reduce", "broadcast", "reducescatter", "barrier"):
                with self.subTest(transport=transport, collective=collective):
                    size = [] if collective == "barrier" else ["--size=64KiB", "--dtype=int32"]
                    row = self.row("--k=4", *size, "--lastHop=host", "--loss=0.005",
                                   "--collective=" + collective, "--transport=" + transport)
                    self.assertEqual((row["status"], row["wrong"]), ("ok", 0))


class RateTest(SimCase):
    def test_128_workers_reach_the_closed_form(self):
        row = self.row("--k=8", "--size=4MiB")
        self.assertEqual(row["workers"], 128)
        self.assertEqual(row["wrong"], 0)
        self.assertGreater(row["algbw_GBps"], 0.97 * row["bound_algbw_GBps"])
        self.assertLessEqual(row["algbw_GBps"], row["bound_algbw_GBps"])
        # To 8 pods, 32 edges and 128 hosts: each link of the tree carries each result once.
        self.assertEqual(row["link_copies"], 4096 * (8 + 32 + 128))

    def test_several_set_identifiers(self):
        for leaves, hosts in ((4, 75), (10, 100)):
            with self.subTest(workers=leaves * hosts):
                row = self.row(
                    "--topology=leaf-spine", f"--leaves={leaves}",
                    f"--hostsPerLeaf={hosts}", "--size=16KiB", "--dtype=int32", "--loss=0.0001")
                self.assertEqual(row["workers"], leaves * hosts)
                self.assertEqual(row["wrong"], 0)

    def test_a_network_of_more_hosts_than_any_bit_string(self):
        row = self.row("--topology=leaf-spine", "--leaves=10", "--hostsPerLeaf=420",
                       "--workers=4150", "--placement=random", "--size=4KiB", "--dtype=int32",
                       "--loss=0.0001")
        self.assertEqual((row["workers"], row["wrong"]), (4150, 0))

    def test_every_set_of_a_leaf_takes_its_share_of_the_link(self):
        # Leaves of 25 hosts and sets of 64: one in three leaves has workers of two sets.
        row = self.row("--topology=leaf-spine", "--leaves=12", "--hostsPerLeaf=25",
                       "--bitStringLength=64", "--size=1MiB", "--data=virtual")
        payload, header = 1024, 118 + 12 + 8
        self.assertAlmostEqual(row["bound_algbw_GBps"], 12.5 * payload / (payload + header) / 2, 2)
        self.assertGreater(row["algbw_GBps"], 0.95 * row["bound_algbw_GBps"])
        self.assertLessEqual(row["algbw_GBps"], row["bound_algbw_GBps"])


class ServerTest(SimCase):
    def test_a_server_as_root_reaches_the_closed_form(self):
        for transport in ("uc", "rc"):
            for mode in ("bier", "tree", "unicast"):
                with self.subTest(transport=transport, mode=mode):
                    # By unicast, one link of the server carries 12 copies, which queue in its NIC.
                    row = self.row(
                        "--k=4", "--workers=12", "--root=h15", "--size=4MiB",
                        "--transport=" + transport, "--dissemination=" + mode)
                    self.assertEqual(row["wrong"], 0)
                    share = row["algbw_GBps"] / row["bound_algbw_GBps"]
                    self.assertLessEqual(share, 1)
                    self.assertGreater(share, 0.95)

    def test_loss_is_repaired(self):
        for transport in ("uc", "rc"):
            for mode in ("bier", "tree", "unicast"):
                with self.subTest(transport=transport, mode=mode):
                    row = self.row(
                        "--k=4", "--workers=12", "--root=h15", "--size=256KiB",
                        "--dtype=int32", "--transport=" + transport, "--dissemination=" + mode,
                        "--loss=0.005")
                    self.assertEqual(row["wrong"], 0)
                    self.assertEqual(row["status"], "ok")


class ReliableTest(SimCase):
    def test_ways_of_results_over_rc(self):
        rows = {mode: self.rows("--k=4", "--size=256KiB", "--transport=rc",
                                "--dissemination=" + mode)[0]
                for mode in ("bier", "tree", "unicast")}
        copies = {mode: row["link_copies"] for mode, row in rows.items()}
        # To 4 pods, 8 edges and 16 hosts; by unicast 16 copies on three links each.
        self.assertEqual(copies["bier"], 256 * (4 + 8 + 16))
        self.assertEqual(copies["tree"], 256 * (4 + 8 + 16))
        self.assertEqual(copies["unicast"], 256 * 16 * 3)
        for mode, row in rows.items():
            self.assertEqual((row["wrong"], row["retransmissions"]), (0, 0), mode)


class AnimationTest(SimCase):
    def test_first_message_and_its_result(self):
        path = self.path("animation.xml")
        self.rows("--k=4", "--size=64KiB", "--animation=" + path)
        root = xml.etree.ElementTree.parse(path).getroot()
        self.assertEqual(root.tag, "anim")
        self.assertEqual(len(root.findall("node")), 36)
        self.assertEqual(len(root.findall("link")), 48)
        kinds = collections.Counter(p.get("meta-info") for p in root.findall("p"))
        self.assertEqual(
            kinds, {"contribution": 16 + 8 + 4, "result by BIER": 4 + 8, "result": 16})
        for packet in root.findall("p"):
            times = [float(packet.get(name)) for name in ("fbTx", "lbTx", "lbRx")]
            self.assertEqual(times, sorted(times))


class FigureTest(unittest.TestCase):
    def test_output_is_the_expected_output_of_the_header(self):
        with open(os.path.join(SOURCE, "inc-vat-figure1.cc"), encoding="utf-8") as source:
            header = re.search(r"Expected output:\n \*\n(.*?)\n \*/", source.read(), re.S).group(1)
        expected = "".join(line[len(" *   "):] + "\n" for line in header.split("\n"))
        program = os.path.join(os.path.dirname(INC_SIM), "inc-vat-figure1")
        run = subprocess.run([program], capture_output=True, text=True, check=True)
        self.assertEqual(run.stdout, expected)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
