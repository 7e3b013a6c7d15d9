#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""bound_algbw_GBps is the bottleneck of the tree in use: no run exceeds it, and runs come near."""

import itertools
import json
import os
import random
import sys
import unittest

sys.dont_write_bytecode = True

from inc_sim_case import SimCase  # noqa: E402

TIGHT = 0.9
RATES = ["25Gbps", "40Gbps", "100Gbps"]
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
    # Windows that wait in the buffers of an incast without a drop.
    ALWAYS = ("--size=1MiB", "--data=virtual", "--slots=96")
    TIMEOUT = 120

    def hold(self, *arguments):
        row = self.row(*arguments)
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
            self.write(draw)
            way = draw.choice(WAYS)
            for aggregators in ("core", "edge", str(draw.randint(1, 3))):
                with self.subTest(seed=seed, way=way, aggregators=aggregators):
                    self.hold("--topology=file:t.json", *way, f"--aggregators={aggregators}",
                              f"--RngRun={seed + 1}")  # fmt: skip

    def test_sprayed_packets(self):
        self.hold("--topology=leaf-spine", "--hostsPerLeaf=3", "--aggregators=list:leaf0",
                  "--ecmp=per-packet", "--ecmpSpray=round-robin")  # fmt: skip

    def write(self, draw):
        """A random network: switches joined by a random tree and some links more, and hosts."""
        switches = [f"s{i}" for i in range(draw.randint(2, 7))]
        hosts = [f"h{i}" for i in range(draw.randint(3, 12))]
        pairs = [(s, draw.choice(switches[:i])) for i, s in enumerate(switches) if i > 0]
        for _ in range(draw.randint(0, 4)):
            pair = tuple(draw.sample(switches, 2))
            if pair not in pairs and pair[::-1] not in pairs:
                pairs.append(pair)
        pairs += [(host, draw.choice(switches)) for host in hosts]
        kinds = [("host", hosts), ("switch", switches)]
        topology = {
            "schema": "inc-topology/1",
            "nodes": [{"name": name, "kind": kind} for kind, names in kinds for name in names],
            "links": [{"a": a, "b": b, "rate": draw.choice(RATES),
                       "delay": f"{draw.randint(20, 200)}ns"} for a, b in pairs],
        }  # fmt: skip
        with open(os.path.join(self.folder, "t.json"), "w", encoding="utf-8") as file:
            json.dump(topology, file)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
