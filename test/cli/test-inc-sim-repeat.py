#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""inc-sim --repeat=RESULT.json repeats a run, and the citation file is valid."""

import os
import pathlib
import re
import sys
import unittest

from inc_sim_case import SimCase

CHECKOUT = pathlib.Path(__file__).resolve().parents[2]
MACHINE = ("wall_s", "cpu_s", "peak_rss_bytes")


class Repeat(SimCase):
    def result(self, *arguments, name="r.json", environment=None):
        before = dict(os.environ)
        os.environ.update(environment or {})
        try:
            run = self.run_sim(*arguments, f"--output={name}")
        finally:
            os.environ.clear()
            os.environ.update(before)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        result = self.load(name)
        for field in MACHINE:
            del result["simulation"][field]
        for field in ("output", "quiet", "csv"):
            result["config"].pop(field, None)
        return result

    def assert_repeated(self, *arguments, environment=None):
        first = self.result(*arguments, environment=environment)
        again = self.result("--repeat=r.json", "--quiet", name="again.json")
        self.assertEqual(again, first)
        return first

    def test_a_result_is_repeated_from_its_file_alone(self):
        small = ("--topology=star", "--hosts=3", "--size=64KiB,128KiB")
        lossy = self.assert_repeated(*small, "--scheme=inc,ring", "--loss=0.01", "--RngRun=7",
                                     "--ns3::IncRingAllReduce::SliceBytes=8192", "--csv=t.csv",
                                     "--stats")  # fmt: skip
        self.assertGreater(lossy["results"][0]["packets_lost"], 0)
        self.assertNotIn("--csv=t.csv", lossy["arguments"])
        self.assert_repeated(*small, "--rto=500us")

    def test_the_simulator_implementation_changes_no_bit_of_a_result(self):
        small = ("--topology=fat-tree", "--k=4", "--size=16KiB,256KiB", "--stats", "--quiet")
        stock = "--SimulatorImplementationType=ns3::DefaultSimulatorImpl"
        for given in (
            ("--scheme=inc,ring,ps", "--loss=0.01"),
            ("--scheme=inc", "--transport=rc", "--reorder=0.01", "--pfc=1", "--ecn=1"),
            ("--scheme=inc", "--dissemination=unicast", "--dtype=int32"),
            ("--scheme=inc,ring", "--data=virtual", "--straggler=h3:9us"),
            ("--scheme=inc", "--data=virtual", "--dissemination=tree", "--iterations=3"),
        ):
            ours = self.result(*small, *given)
            for other in (stock,), (stock, "--SchedulerType=ns3::MapScheduler"):
                theirs = self.result(*small, *given, *other)
                self.assertIn(stock, theirs["arguments"])
                for part in "results", "simulation":
                    self.assertEqual(theirs[part], ours[part], (part, given, other))

    def test_a_seed_of_the_environment_is_repeated_without_it(self):
        given = {"NS_GLOBAL_VALUE": "RngRun=5;RngSeed=9"}
        small = ("--topology=star", "--hosts=4", "--size=1MiB", "--loss=0.01")
        self.assert_repeated(*small, environment=given)
        self.assertNotEqual(self.result(*small)["results"],
                            self.result(*small, environment=given)["results"])  # fmt: skip

    def test_a_repetition_shows_counters_whether_the_first_run_did_or_not(self):
        small = ("--topology=star", "--hosts=3", "--size=4KiB")
        for first in (), ("--stats",), ("--stats=0",):
            plain = self.result(*small, *first)
            self.assertEqual("stats" in plain["results"][0], first == ("--stats",))
            for again in "--stats", "--stats=1":
                more = self.result("--repeat=r.json", again, name="more.json")
                self.assertEqual(more["results"], self.result(*small, "--stats")["results"])
        self.result(*small, "--stats")
        self.assertNotIn("stats", self.result("--repeat=r.json", "--stats=0",
                                              name="less.json")["results"][0])  # fmt: skip

    def test_a_repetition_can_be_repeated(self):
        self.result("--topology=star", "--size=1KiB")
        first = self.result("--repeat=r.json", name="second.json")
        self.assertEqual(self.result("--repeat=second.json", name="third.json"), first)


class Citation(unittest.TestCase):
    def test_it_names_this_version(self):
        text = (CHECKOUT / "CITATION.cff").read_text(encoding="utf-8")
        version = (CHECKOUT / "VERSION").read_text(encoding="utf-8").strip()
        self.assertEqual(re.search(r"(?m)^version: (.*)$", text)[1], version)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
