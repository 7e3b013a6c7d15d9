#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""inc-sim --rails: hosts with several NICs, a tree or ring for each NIC, and a NIC that dies."""

import collections
import json
import sys
import unittest

sys.dont_write_bytecode = True

from inc_sim_case import SimCase  # noqa: E402

# Eight pods with four edge switches each, and two host ports per edge switch: 32 hosts with two
# NICs.
FAT_TREE = ["--topology=fat-tree", "--k=8", "--hostsPerEdge=2", "--rails=2"]
SMALL = ["--topology=leaf-spine", "--leaves=4", "--spines=2", "--hostsPerLeaf=2", "--rails=2"]
LARGE = ["--payload=4096", "--data=virtual"]
LINK_GBPS = 100 / 8
QUICK = "--ns3::IncRouteOracle::ConvergenceDelay=10us"
BIER = ["--scheme=inc", "--dissemination=bier"]
RELIABLE = [*BIER, "--transport=rc"]


class Rails(SimCase):
    def test_nics_share_alike_where_their_leaves_do_not_aggregate(self):
        alone = ["--k=4", "--hostsPerEdge=1", "--rails=2"]
        for arguments in (alone, [*alone, "--transport=rc"], [*alone, "--dissemination=bier"],
                          ["--k=4", "--rails=2", "--aggregators=core"]):  # fmt: skip
            row = self.row(*arguments, "--scheme=inc", "--size=64KiB", "--stats")
            by_host = collections.defaultdict(list)
            for port in row["stats"]["ports"]:
                if port["port"].startswith("h"):
                    by_host[port["port"].split("-")[0]].append(port)
            self.assertEqual(len(by_host), row["workers"])
            for host, nics in by_host.items():
                for field in ("sent_bytes", "received_bytes"):
                    first, second = (nic[field] for nic in nics)
                    self.assertLess(abs(first - second), 0.02 * first, (arguments, host, field))

    def test_two_rails_double_the_bound_and_reach_it(self):
        inc, ring = self.rows(*FAT_TREE, *LARGE, "--scheme=inc,ring", "--size=64MiB")
        one = self.rows("--topology=fat-tree", "--k=8", "--hostsPerEdge=1", *LARGE,
                        "--dissemination=tree", "--scheme=inc,ring", "--size=4MiB")  # fmt: skip
        for row, single, share in ((inc, one[0], 0.97), (ring, one[1], 0.95)):
            self.assertEqual(row["workers"], 32)
            self.assertEqual(single["workers"], 32)
            self.assertAlmostEqual(row["bound_algbw_GBps"] / single["bound_algbw_GBps"], 2,
                                   delta=0.02)
            self.assertGreater(row["algbw_GBps"], share * row["bound_algbw_GBps"], row["scheme"])
            self.assertLess(row["algbw_GBps"], row["bound_algbw_GBps"])
        # Twice the rate of a link, without the headers, which are about 3 % of 4096 bytes.
        self.assertTrue(0.96 * 2 * LINK_GBPS < inc["bound_algbw_GBps"] < 2 * LINK_GBPS)
        bier = self.row(*FAT_TREE, *LARGE, *BIER, "--size=16MiB")
        self.assertGreater(bier["algbw_GBps"], 0.97 * bier["bound_algbw_GBps"])
        # A result by BIER has 4096 + 108 bytes and a BIER header of 12 + 8 bytes.
        self.assertAlmostEqual(bier["bound_algbw_GBps"] / inc["bound_algbw_GBps"], 1, delta=0.005)

    def test_every_nic_carries_the_same(self):
        for scheme in (["--scheme=inc"], ["--scheme=ring"], BIER, RELIABLE):
            row = self.row(*FAT_TREE, *LARGE, *scheme, "--size=1MiB", "--stats")
            sent = {port["port"]: port["sent_bytes"] for port in row["stats"]["ports"]}
            for host in range(32):
                edges = [host // 2 * 2 + rail for rail in range(2)]
                for up in (True, False):
                    links = [f"h{host}->edge{edge}" if up else f"edge{edge}->h{host}"
                             for edge in edges]  # fmt: skip
                    first, second = (sent[link] for link in links)
                    self.assertGreater(min(first, second), 1 << 19)
                    self.assertAlmostEqual(first / second, 1, delta=0.02)

    def test_trees_are_on_their_rails(self):
        row = self.row(*SMALL, "--size=64KiB")
        roots = row["root"].split(",")
        self.assertEqual(len(set(roots)), 2)
        below = collections.defaultdict(set)
        for child, parent in row["tree"]:
            below[parent].add(child)
        self.assertEqual(sorted(map(sorted, below.values())),
                         [["leaf0", "leaf2"], ["leaf1", "leaf3"]])

    def test_every_collective_is_right(self):
        for collective in ("allreduce", "reduce", "broadcast", "allgather", "reducescatter",
                           "alltoall", "gather", "scatter"):
            hosts = [[f"--scheme={name}"] for name in
                     ("ring", "tree", "ps", "point-to-point", "halving-doubling")]  # fmt: skip
            for scheme in [["--scheme=inc"], BIER, RELIABLE, *hosts]:
                arguments = [f"--collective={collective}", *scheme, "--size=20KB"]
                run = self.run_sim(*SMALL, *arguments, "--output=-")
                if "does not run it" in run.stderr or "has no effect" in run.stderr:
                    continue
                with self.subTest(arguments):
                    self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
                    row = json.loads(run.stdout)["results"][0]
                    self.assertEqual((row["status"], row["wrong"]), ("ok", 0))
                    self.assertLessEqual(row["algbw_GBps"], row["bound_algbw_GBps"])
        self.row(*SMALL, "--collective=barrier")

    def test_odd_sizes_types_and_orders(self):
        for arguments in (["--size=4"], ["--size=12"], ["--size=10001", "--dtype=int8"],
                          ["--size=1MB", "--reduction=rank"], ["--transport=rc", "--size=64KiB"],
                          ["--inPlace=0", "--collective=allgather", "--size=30KB"],
                          ["--inPlace=0", "--collective=reducescatter", "--size=30KB"],
                          ["--loss=1e-3", "--size=256KiB"], ["--ip=6", "--size=64KiB"],
                          ["--jobs=2", "--jobPlacement=interleaved", "--size=64KiB"],
                          ["--straggler=h1:30us", "--size=64KiB"]):  # fmt: skip
            for scheme in ("inc", "ring"):
                if scheme == "ring" and arguments[0] in ("--transport=rc", "--size=1MB"):
                    continue
                with self.subTest(arguments=arguments, scheme=scheme):
                    row = self.row(*SMALL, f"--scheme={scheme}", *arguments)
                    self.assertEqual((row["status"], row["wrong"]), ("ok", 0))

        for arguments in (["--loss=1e-3"], ["--aggregation=tree"], ["--ip=6"],
                          ["--transport=rc", "--pfc=1", "--ecn=1", "--cc=dcqcn"],
                          ["--jobs=2", "--jobPlacement=interleaved"]):  # fmt: skip
            with self.subTest(arguments=arguments):
                row = self.row(*SMALL, *BIER, "--size=64KiB", *arguments)
                self.assertEqual((row["status"], row["wrong"]), ("ok", 0))

    def test_a_nic_that_dies_halves_the_rate(self):
        for scheme in (["--scheme=inc"], ["--scheme=ring"], BIER, RELIABLE):
            times = {}
            for fail in ("", "--fail=h9->edge8@1us"):
                for size in (8, 16):
                    row = self.row(*FAT_TREE, *LARGE, *scheme, f"--size={size}MiB",
                                   *([fail, QUICK] if fail else []))
                    self.assertEqual(row["status"], "ok")
                    times[fail, size] = row["time_us"]
            # The difference between two sizes leaves out the single delay of the failure.
            sound = times["", 16] - times["", 8]
            dead = times[fail, 16] - times[fail, 8]
            self.assertAlmostEqual(dead / sound, 2, delta=0.05, msg=scheme)
            self.assertAlmostEqual(times[fail, 16] / times["", 16], 2, delta=0.06, msg=scheme)

    def test_a_nic_that_dies_leaves_all_results_right(self):
        for scheme in (["--scheme=inc"], ["--scheme=ring"], ["--scheme=tree"], BIER, RELIABLE):
            for fail in ("h1->leaf1@20us", "h2->leaf3@20us:1500us", "h1->leaf1@5us,h3->leaf2@7us"):
                row = self.row(*SMALL, *scheme, "--size=1MiB", f"--fail={fail}")
                self.assertEqual((row["status"], row["wrong"]), ("ok", 0))

    def test_detours_leave_the_links_of_a_tree(self):
        for scheme in (["--scheme=inc"], BIER, RELIABLE):
            job = [*SMALL, *scheme, "--size=256KiB"]
            before = self.row(*job, "--stats")
            used = {port["port"] for port in before["stats"]["ports"] if port["sent_bytes"]}
            link = next(f"{child}->{parent}" for child, parent in before["tree"])
            self.assertIn(link, used)
            after = self.row(*job, "--stats", f"--fail={link}@5us", QUICK)
            self.assertEqual((after["status"], after["wrong"]), ("ok", 0))
            self.assertEqual(after["tree"], before["tree"])
            sent = {port["port"] for port in after["stats"]["ports"]
                    if port["sent_bytes"] > 1 << 16}  # fmt: skip
            child, parent = link.split("->")
            other = {"spine0": "spine1", "spine1": "spine0"}[parent]
            self.assertTrue({f"{child}->{other}", f"{other}->{child}"} <= sent, sorted(sent))

    def test_a_host_with_one_nic_bounds_the_others(self):
        nodes = [{"name": f"h{i}", "kind": "host"} for i in range(4)]
        nodes += [{"name": name, "kind": "switch"} for name in ("a", "b", "c")]
        links = [{"a": f"h{i}", "b": rail, "rate": "100Gbps", "delay": "1us"}
                 for i in range(4) for rail in "ab"]  # fmt: skip
        links += [{"a": rail, "b": "c", "rate": "400Gbps", "delay": "1us"} for rail in "ab"]
        for one_nic in (False, True):
            used = [link for link in links if not one_nic or (link["a"], link["b"]) != ("h2", "b")]
            self.write_file("t.json", {"schema": "inc-topology/1", "nodes": nodes, "links": used})
            usable = 1 if one_nic else 2
            for scheme, factor in (("inc", 1), ("ring", 4 / 6)):
                row = self.row("--topology=file:t.json", "--rails=2", f"--scheme={scheme}",
                               "--size=4MiB", "--payload=4096")
                self.assertEqual((row["status"], row["wrong"]), ("ok", 0))
                bound = row["bound_algbw_GBps"]
                self.assertTrue(0.96 * factor * usable * LINK_GBPS < bound
                                < factor * usable * LINK_GBPS, (scheme, bound))
                self.assertTrue(0.9 * bound < row["algbw_GBps"] < bound, (scheme, row))

    def test_workloads_run_over_rails(self):
        self.write_file("w.txt", "one 5 5 allreduce 400000 float32\ntwo 5 5 allreduce 400000 float32\n")
        job = ["--workload=w.txt", "--scheme=inc"]
        two = self.row(*SMALL, *job)
        self.assertEqual(two["status"], "ok")
        one = self.row("--topology=leaf-spine", "--leaves=2", "--spines=2", "--hostsPerLeaf=2",
                       *job)  # fmt: skip
        self.assertLess(two["time_us"], 0.75 * one["time_us"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
