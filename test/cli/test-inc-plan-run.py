#!/usr/bin/python3
#
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""inc-sim --topology=plan:PLAN.json: plans of every planner reach their rates packet by packet."""

import collections
import concurrent.futures
import itertools
import json
import os
import subprocess
import sys
import tempfile
import unittest

BIN = os.path.abspath(sys.argv.pop(1))
SEED = 1

# Each planner, and the arguments of generate for its instance: the papers' default settings.
DEFAULTS = [
    ("atro", "cluster", []),
    ("aro", "cluster", ["--topology=leaf-spine"]),
    ("aro", "cluster", ["--topology=leaf-spine", "--parameterServers=2"]),
    ("paring", "cluster", ["--topology=leaf-spine"]),
    ("spar", "cluster", ["--topology=leaf-spine"]),
    ("aro", "cluster", ["--topology=fat-tree"]),
    ("paring", "cluster", ["--topology=fat-tree"]),
    ("spar", "cluster", ["--topology=fat-tree"]),
    ("eina", "edge", []),
    ("eina-away", "edge", []),
    ("atp", "edge", []),
    ("grid", "edge", []),
    ("rr", "edge", []),
]


def run(program, *arguments):
    return subprocess.run([os.path.join(BIN, program), *arguments], capture_output=True, text=True)


class PlanRun(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.made = 0

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def path(self, suffix=".json"):
        PlanRun.made += 1
        return os.path.join(self.folder.name, str(PlanRun.made) + suffix)

    def plan(self, planner, kind, words, *options, status=0, links=None):
        instance, plan = self.path(), self.path()
        done = run("inc-plan", "generate", kind, f"--output={instance}", *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        if links:
            with open(instance) as file:
                cluster = json.load(file)
            for link, capacity in zip(cluster["links"], itertools.cycle(links)):
                link["capacity"] = capacity
            with open(instance, "w") as file:
                json.dump(cluster, file)
        done = run("inc-plan", planner, f"--instance={instance}", f"--output={plan}",
                   f"--seed={SEED}", *options)
        self.assertEqual(done.returncode, status, done.stderr)
        return plan

    def simulate(self, plan, *arguments):
        """Return the row of a run that ends well."""
        output = self.path()
        done = run("inc-sim", f"--topology=plan:{plan}", "--quiet", f"--output={output}", *arguments)
        self.assertEqual(done.returncode, 0, f"{plan} {arguments}: {done.stderr}")
        with open(output) as file:
            return json.load(file)["results"][0]

    def refused(self, part, *arguments):
        done = run("inc-sim", *arguments)
        self.assertEqual(done.returncode, 2, f"{arguments}: {done.stderr}")
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertIn(part, done.stderr)

    def check_rate(self, planner, plan):
        with open(plan) as file:
            objective = json.load(file)["objective"]
        for pace in (1, 0):
            row = self.simulate(plan, f"--pace={pace}", "--linkDelay=20ns", "--size=4MiB",
                                "--dtype=int32", f"--RngSeed={SEED}")
            # Bytes of a frame without payload: Ethernet, IPv4, UDP, BTH, RETH, ImmDt, INC with a
            # P-BM of 128 bits, ICRC, FCS, preamble and gap.
            efficiency = 1024 / (1024 + 14 + 20 + 8 + 12 + 16 + 4 + 16 + 4 + 16 + 4 + 4 + 20)
            self.assertAlmostEqual(8 * row["bound_algbw_GBps"], objective * efficiency, places=6)
            reached = 8 * row["algbw_GBps"] / (objective * efficiency)
            where = f"{planner} {plan} --pace={pace} seed {SEED}"
            self.assertGreaterEqual(reached, 0.97, where)
            if pace:
                self.assertLessEqual(reached, 1.03, where)
            self.assertEqual(row["wrong"], 0, where)
            self.assertEqual(row["status"], "ok", where)
        return planner

    def test_every_planner_reaches_its_rate(self):
        plans = [(planner, self.plan(planner, kind, [*words, f"--seed={SEED}"]))
                 for planner, kind, words in DEFAULTS]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            done = list(pool.map(lambda each: self.check_rate(*each), plans))
        self.assertEqual(len(done), len(DEFAULTS))

    def test_links_have_capacities_of_their_own(self):
        words = ["--topology=leaf-spine"]
        rates = set()
        for planner, capacities in itertools.product(("aro", "spar"), ((25,), (400,), (40, 10))):
            plan = self.plan(planner, "cluster", words, links=capacities)
            self.check_rate(planner, plan)
            with open(plan) as file:
                rates.add(json.load(file)["objective"])
        self.assertGreater(len(rates), 2)

    def test_links_of_a_microsecond_and_the_default_size(self):
        row = self.simulate(self.plan("atro", "cluster", []), "--data=virtual")
        self.assertEqual((row["collective"], row["bytes"], row["workers"]),
                         ("allreduce", 16 << 20, 90))
        self.assertAlmostEqual(row["algbw_GBps"] / row["bound_algbw_GBps"], 1, delta=0.03)

    def test_flows_take_the_planned_links_and_no_others(self):
        messages = 8
        small = ["--workers=10", "--aggregators=2"]
        for planner, words in [("atro", ["--switches=6", "--ports=8", *small]),
                               ("atro", ["--switches=6", "--ports=8", *small[:1],
                                         "--aggregators=0"]),
                               ("aro", ["--topology=leaf-spine", *small]),
                               ("paring", ["--topology=leaf-spine", *small]),
                               ("spar", ["--topology=leaf-spine", *small])]:
            plan, trace = self.plan(planner, "cluster", words), self.path(".jsonl")
            self.simulate(plan, f"--size={messages}KiB", f"--trace={trace}", "--dtype=int8")
            with open(plan) as file:
                expected = {f"{a}->{b}": messages * n for a, b, n in json.load(file)["flows"]}
            sent = collections.Counter()
            with open(trace) as file:
                for event in map(json.loads, file):
                    if event["event"] == "send" and event["kind"] == "contribution":
                        sent[event["link"]] += 1
            self.assertEqual(dict(sent), expected, planner)

    def test_edge_plans_reduce_to_servers_exactly(self):
        figure1 = self.plan("eina", "edge", ["--figure1=1"], "--solver=builtin")
        row = self.simulate(figure1, "--size=512KiB", "--dtype=int64", "--op=prod",
                            "--linkDelay=100ns")
        self.assertEqual((row["collective"], row["wrong"]), ("reduce", 0))
        self.assertAlmostEqual(row["algbw_GBps"] / row["bound_algbw_GBps"], 1, delta=0.03)
        edge = self.plan("rr", "edge", [])
        for words in (["--loss=0.01"], ["--loss=0.01", "--transport=rc"], ["--slots=1"],
                      ["--slotMode=literal"], ["--iterations=2", "--warmup=1"],
                      ["--dtype=float16"], ["--duplicate=0.01"]):
            row = self.simulate(edge, "--size=32KiB", *words)
            self.assertEqual((row["collective"], row["wrong"]), ("reduce", 0), words)
            self.assertEqual(row["packets_lost"] > 0, "loss" in words[0], words)
        self.refused("--reduction=rank", f"--topology=plan:{edge}", "--reduction=rank")

    def test_a_lost_frame_costs_what_windows_take_to_drain(self):
        # A loss delays everybody. If each took 500 us, the run would take fifty times as long.
        plan = self.plan("eina", "edge", ["--seed=3"])
        without, lossy = (self.simulate(plan, "--size=1MiB", "--linkDelay=100ns", "--loss=" + loss)
                          for loss in ("0", "1e-4"))
        self.assertGreater(lossy["packets_lost"], 0)
        self.assertEqual(lossy["wrong"], 0)
        self.assertLess(lossy["time_us"] / without["time_us"], 20)

    def test_cluster_plans_reduce_as_well(self):
        plan = self.plan("atro", "cluster", ["--workers=60"])
        for words in (["--collective=reduce"], ["--reduction=rank"],
                      ["--collective=reduce", "--reduction=rank"]):
            row = self.simulate(plan, "--size=64KiB", *words)
            self.assertEqual((row["wrong"], row["workers"]), (0, 60), words)


if __name__ == "__main__":
    unittest.main()
