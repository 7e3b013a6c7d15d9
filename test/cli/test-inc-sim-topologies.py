#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""inc-sim: rates of shapes by tier, oversubscription, and shapes as topology files."""

import collections
import sys
import unittest

sys.dont_write_bytecode = True

from inc_sim_case import SimCase  # noqa: E402

FLOWS = ("--scheme=flows", "--pattern=permutation", "--size=256KiB")


class Topologies(SimCase):
    def rates(self, *arguments):
        """Return the number of links by rate and by the kinds of both ends."""
        self.row("--size=4KiB", *arguments, "--export=t.json")
        links = self.load("t.json")["links"]
        ends = lambda link: "".join(sorted(name.strip("0123456789")[0] for name in (link["a"], link["b"])))
        return collections.Counter((ends(link), link["rate"]) for link in links)

    def test_rates_by_tier(self):
        self.assertEqual(self.rates("--k=4", "--tierRates=10Gbps,40Gbps,100Gbps"),
                         {("eh", "10Gbps"): 16, ("ae", "40Gbps"): 16, ("ac", "100Gbps"): 16})  # fmt: skip
        self.assertEqual(self.rates("--k=4", "--tierRates=10Gbps,40Gbps"),
                         {("eh", "10Gbps"): 16, ("ae", "40Gbps"): 16, ("ac", "40Gbps"): 16})  # fmt: skip

    def test_oversubscription_is_rate_down_by_rate_up(self):
        leaf_spine = ("--topology=leaf-spine", "--leaves=2", "--spines=2", "--hostsPerLeaf=4")
        self.assertEqual(self.rates(*leaf_spine, "--oversubscription=4"),
                         {("hl", "100Gbps"): 8, ("ls", "50Gbps"): 4})  # fmt: skip
        self.assertEqual(self.rates("--k=4", "--tierRates=40Gbps", "--oversubscription=2"),
                         {("eh", "40Gbps"): 16, ("ae", "20Gbps"): 16, ("ac", "20Gbps"): 16})  # fmt: skip
        times = [self.row(*FLOWS, *leaf_spine, f"--oversubscription={ratio}")["time_us"] for ratio in (1, 8)]
        self.assertGreater(times[1], 2 * times[0])  # in either network, flows may share an uplink

    def test_a_shape_as_a_file_gives_the_same_results(self):
        for words in (("--k=4", "--size=256KiB"), FLOWS + ("--topology=leaf-spine", "--oversubscription=3")):
            shape = self.row(*words, "--export=t.json")
            work = [word for word in words if not word.startswith(("--k", "--topology", "--overs"))]
            self.assertEqual(self.row(*work, "--topology=file:t.json"), shape)

    def test_refusals(self):
        for words, argument in (("--oversubscription=0.5", "--oversubscription=0.5"),
                                ("--topology=star --oversubscription=2", "--topology=star"),
                                ("--tierRates=1Gbps,x", "--tierRates=1Gbps,x"),
                                ("--tierRates=1Gbps,2Gbps --oversubscription=2", "--oversubscription=2"),
                                ("--tierRates=1Gbps --linkRate=2Gbps", "--linkRate=2Gbps"),
                                ("--control=manager --export=t.json", "--export=t.json")):  # fmt: skip
            self.refused(argument, *words.split())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
