#!/usr/bin/env python3
#
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Tests that --windows changes nothing but the time of a run, and that result files say why there
are no windows.

usage: test-inc-windows.py BIN
"""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import inc_chakra as chakra  # noqa: E402
from inc_sim_case import SimCase  # noqa: E402

FLOWS = ("--scheme=flows", "--size=256KiB")
SAME = (
    (*FLOWS, "--pattern=alltoall", "--pfc=1", "--ecn=1", "--cc=dcqcn"),
    (*FLOWS, "--pattern=incast", "--buffer=256KiB", "--verb=send"),
    ("--scheme=flows", "--pattern=poisson", "--duration=99us", "--sizes=websearch", "--cc=swift"),
    (*FLOWS, "--flows=2", "--verb=read"),
    (*FLOWS, "--ecmp=per-packet", "--loss=0.001", "--flows=2"),
    (*FLOWS, "--ecmp=per-packet", "--reorder=0.02", "--flows=4"),
    (*FLOWS, "--flows=8", "--fail=edge0->agg0@20us:60us", "--convergence=10us"),
    ("--scheme=ring,tree,ps,inc", "--size=1MiB"),
    ("--scheme=inc,ring", "--size=100KB", "--jobs=2", "--jobPlacement=interleaved", "--iterations=2"),
    ("--transport=rc", "--dissemination=tree", "--slots=8", "--size=1MiB", "--pfc=1"),
    ("--transport=rc", "--reorder=0.01", "--slots=16", "--size=512KiB", "--dtype=float16"),
    ("--collective=allgather", "--dissemination=unicast", "--size=1MiB", "--data=virtual"),
    ("--collective=broadcast", "--loss=0.002", "--size=512KiB"),
    ("--scheme=ring", "--collective=allgather", "--size=512KiB", "--straggler=h3:7us"),
)
REFUSED = (
    (("--fastForward=on", "--data=virtual"), "fast-forward"),
    (("--control=manager",), "manager"),
    (("--scheme=flows", "--pattern=alltoall", "--verb=read"), "READs in rounds"),
    (("--scheme=flows", "--pattern=file:flows.cm"), "flows that start each other"),
    (("--workload=traces",), "execution traces"),
    (("--background=0.1",), "nobody waits"),
    (("--scheme=flows", "--background=0.1"), "nobody waits"),
    (("--wire=int32",), "integers"),
    (("--gpusPerServer=4",), "servers"),
    (("--series=s.csv",), "order of events"),
    (("--linkDelay=100ns",), "links that are short"),
    (("--windows=off",), "--windows=off"),
)


SAYS_SIZES = {"--pattern=file:flows.cm", "--workload=traces"}
# The second flow starts when the first has ended.
TRIGGERED = """\
Nodes 16
Connections 2
Triggers 1
0->5 id 1 start 0 size 50000 send_done_trigger 1
7->9 id 2 trigger 1 size 50000
trigger id 1 oneshot
"""


class Windows(SimCase):
    def result(self, *arguments):
        """Return the result file of a run on 16 hosts, and what it says about windows."""
        run = self.run_sim("--quiet", "--stats", *arguments, "--output=r.json")
        self.assertEqual((run.returncode, run.stderr), (0, ""), arguments)
        result = self.load("r.json")
        del result["config"]["windows"]
        simulation = result["simulation"]
        said = simulation.pop("windows", None), simulation.pop("windows_refused", None)
        for name in ("wall_s", "cpu_s", "peak_rss_bytes"):
            del simulation[name]
        return result, said

    def test_results_and_counters_are_the_same_with_windows(self):
        for arguments in SAME:
            with self.subTest(arguments=arguments):
                without, said = self.result(*arguments, "--windows=off")
                self.assertEqual(said, (0, "--windows=off"))
                joined, (windows, refused) = self.result(*arguments, "--windows=on")
                self.assertEqual(joined, without)
                self.assertGreater(windows, 10)
                self.assertIsNone(refused)

    def test_result_files_say_why_there_are_no_windows(self):
        self.write_file("flows.cm", TRIGGERED)
        chakra.write(self.path("traces"), [[chakra.collective(1, chakra.ALLREDUCE, 4096)]] * 16)
        for arguments, reason in REFUSED:
            with self.subTest(arguments=arguments):
                given = () if "--windows=off" in arguments else ("--windows=on",)
                size = () if SAYS_SIZES.intersection(arguments) else ("--size=16KiB",)
                windows, refused = self.result(*size, *given, *arguments)[1]
                self.assertEqual(windows, 0)
                self.assertIn(reason, refused)

    def test_large_networks_report_windows_without_being_asked(self):
        flows = ("--topology=leaf-spine", "--leaves=14", "--hostsPerLeaf=16", *FLOWS)
        self.assertGreater(self.result(*flows)[1][0], 5)
        self.assertEqual(self.result("--size=16KiB")[1], (None, None))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
