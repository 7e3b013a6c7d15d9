#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Each row of a list of schemes and sizes equals the row of a run of its own."""

import sys
import unittest

sys.dont_write_bytecode = True

from inc_sim_case import SimCase  # noqa: E402

# Arguments of parts that keep state between packets: random streams, hashes, schedulers, buffers,
# routes.
EVERY_SCHEME = [
    ["--loss=1e-3"],
    ["--loss=1e-3", "--lossModel=burst"],
    ["--reorder=1e-2", "--duplicate=1e-2"],
    ["--ecn=1", "--cc=dcqcn"],
    ["--pfc=1", "--ecn=1", "--ns3::IncNetDevice::Scheduler=1,2,1,1,1,1,1,1"],
]
COLLECTIVES = [
    ["--placement=random", "--workers=11"],
    ["--jobs=2", "--jobPlacement=interleaved"],
    ["--iterations=2", "--warmup=1"],
    ["--fail=edge0->agg0@5us,agg1->core2@6us:60us", "--convergence=50us"],
]
# Arguments for the hosts' rows only, and arguments for the in-network row only.
ON_HOSTS = [
    ["--ecmp=per-packet", "--ecmpSpray=round-robin"],
    ["--ecmp=per-packet"],
]
IN_NETWORK = [
    ["--transport=rc"],
    ["--dissemination=tree", "--slots=8"],
    ["--dissemination=unicast", "--aggregators=core"],
]


class Rows(SimCase):
    ALWAYS = ("--k=4",)
    TIMEOUT = 120

    def hold(self, schemes, common, ours=(), theirs=()):
        with self.subTest(schemes=schemes, common=common, ours=ours, theirs=theirs):
            common = ["--size=64KiB", *common]
            rows = self.rows(f"--scheme={schemes}", *common, *ours, *theirs)
            for scheme, row in zip(schemes.split(","), rows, strict=True):
                options = ours if scheme == "inc" else theirs
                self.assertEqual(row, self.row(f"--scheme={scheme}", *common, *options), scheme)

    def test_rows_of_schemes_do_not_depend_on_their_neighbors(self):
        for schemes in ("inc,flows,ring,ps", "ps,ring,inc", "flows,inc"):
            self.hold(schemes, [])
        for options in EVERY_SCHEME:
            self.hold("inc,ring,flows", options)
        for options in COLLECTIVES:
            self.hold("ring,inc,ps", options)
        for theirs in ON_HOSTS:
            self.hold("inc,ring,flows", [], theirs=theirs)
        for ours in IN_NETWORK:
            self.hold("ring,inc,ps", ["--loss=1e-3"], ours)

    def test_rows_of_sizes_do_not_either(self):
        for scheme in ("inc", "flows"):
            options = [f"--scheme={scheme}", "--loss=1e-3"]
            sizes = ["16KiB", "64KiB", "256KiB"]
            rows = self.rows(*options, f"--size={','.join(sizes)}")
            for size, row in zip(sizes, rows, strict=True):
                self.assertEqual(row, self.row(*options, f"--size={size}"), (scheme, size))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
