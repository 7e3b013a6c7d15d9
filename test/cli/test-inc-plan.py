#!/usr/bin/python3
#
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""inc-plan on the command line: plans, exit statuses, and one line for every bad argument or
file."""

import json
import os
import random
import shutil
import subprocess
import sys
import time
import unittest

sys.dont_write_bytecode = True

from inc_folder_case import FolderCase, write_script  # noqa: E402

PROGRAM = os.path.join(os.path.abspath(sys.argv.pop(1)), "inc-plan")
CLUSTER = ["atro"]
FIXED = ["aro", "paring", "spar"]
EDGE = ["eina", "eina-away", "atp", "grid", "rr"]


class IncPlan(FolderCase):
    def path(self, name):
        return os.path.join(self.folder, name)

    def run_plan(self, *words, **options):
        return subprocess.run([PROGRAM, *words], capture_output=True, text=True, **options)

    def expect(self, status, *words, **options):
        done = self.run_plan(*words, **options)
        self.assertEqual(done.returncode, status, f"{words}: {done.stdout} {done.stderr}")
        return done

    def refused(self, part, *words, **options):
        """Check for exit status 2, one line on standard error that contains `part`, and nothing
        else written."""
        before = self.files()
        self.assert_told_in_a_line(self.run_plan(*words, **options), part)
        self.assertEqual(self.files(), before)

    def generate(self, kind, *words):
        path = self.path(kind + ".json")
        self.expect(0, "generate", kind, "--output=" + path, *words)
        return path

    def plan(self, algorithm, instance, *words, status=0):
        path = self.path(algorithm + "-plan.json")
        self.expect(status, algorithm, "--instance=" + instance, "--output=" + path, *words)
        with open(path) as file:
            return path, json.load(file)

    def program(self, name, script):
        path = self.path(name)
        write_script(self.top / name, "#!/bin/sh\n" + script)

    def test_every_planner_makes_a_plan_that_passes_the_check(self):
        for algorithm in CLUSTER:
            path, _ = self.plan(algorithm, self.generate("cluster"))
            self.assertIn("ok", self.expect(0, "check", path).stdout)
        for algorithm in FIXED:
            instance = self.generate("cluster", "--topology=leaf-spine")
            path, plan = self.plan(algorithm, instance)
            self.assertIn("ok", self.expect(0, "check", path).stdout)
            self.assertEqual(plan["algorithm"], algorithm)
        for algorithm in EDGE:
            path, plan = self.plan(algorithm, self.generate("edge"))
            self.assertIn("ok", self.expect(0, "check", path).stdout)
            self.assertIsNone(plan["rate"])
            self.assertEqual(set(plan["rates"]), {"p0", "p1"})

    def test_plan_has_the_fields_of_the_schema(self):
        _, plan = self.plan("atro", self.generate("cluster"))
        for field in ("schema algorithm instance rate rates objective upper_bound status solve_ms "
                      "links flows").split():
            self.assertIn(field, plan)
        self.assertEqual((plan["schema"], plan["rate"], plan["status"]), ("inc-plan/1", 50, "optimal"))
        _, plan = self.plan("eina", self.generate("edge", "--figure1=1"))
        self.assertEqual((plan["objective"], plan["status"]), (0.5, "optimal"))

    def test_several_jobs_have_a_plan_each_that_passes_the_check_alone_and_together(self):
        path, plan = self.plan("atro", self.generate("cluster", "--jobs=60,30,20"))
        self.assertIn("ok", self.expect(0, "check", path).stdout)
        self.assertEqual(plan["status"], "optimal")
        self.assertEqual(plan["rate"], min(plan["rates"].values()))
        self.assertEqual([job["name"] for job in plan["jobs"]], ["job0", "job1", "job2"])
        own = self.path("own.json")
        used = []
        for job in plan["jobs"]:
            with open(own, "w") as file:
                json.dump(job["plan"], file)
            self.assertIn("ok", self.expect(0, "check", own).stdout)
            used += [switch["name"] for switch in job["plan"]["instance"]["switches"]]
        self.assertEqual(len(used), len(set(used)), "a switch serves one job")
        plan["jobs"][0]["plan"]["rate"] += 1
        with open(path, "w") as file:
            json.dump(plan, file)
        self.assertIn("violated: job0", self.expect(1, "check", path).stdout)

    def test_plan_goes_to_standard_output_without_a_file(self):
        done = self.expect(0, "atro", "--instance=" + self.generate("cluster"))
        self.assertEqual(json.loads(done.stdout)["rate"], 50)

    def test_infeasible_plan_is_written_with_exit_1(self):
        instance = self.generate("cluster", "--switches=2", "--ports=3", "--aggregators=1")
        _, plan = self.plan("atro", instance, status=1)
        self.assertEqual((plan["status"], plan["rate"], plan["links"]), ("infeasible", None, []))
        self.expect(0, "check", self.path("atro-plan.json"))

    def test_check_prints_what_is_violated(self):
        path, plan = self.plan("atro", self.generate("cluster"))
        plan["rate"] = plan["objective"] = plan["upper_bound"] = 60
        with open(path, "w") as file:
            json.dump(plan, file)
        self.assertIn("violated: link", self.expect(1, "check", path).stdout)

    def test_same_seed_same_plan(self):
        instance = self.generate("cluster", "--topology=fat-tree")
        plans = []
        for seed in (1, 1, 2):
            _, plan = self.plan("spar", instance, f"--seed={seed}")
            plan["solve_ms"] = 0
            plans.append(plan)
        self.assertEqual(plans[0], plans[1])
        self.assertNotEqual(plans[0], plans[2])

    def test_export_writes_a_model_that_a_solver_reads(self):
        model = self.path("model.lp")
        self.plan("eina", self.generate("edge", "--aggregators=4"), "--export=" + model)
        with open(model) as file:
            text = file.read()
        for section in ("Maximize", "Subject To", "Bounds", "Generals", "End"):
            self.assertIn(section, text)
        if shutil.which("cbc"):
            done = subprocess.run(["cbc", model, "solve"], capture_output=True, text=True)
            self.assertIn("Optimal solution found", done.stdout)

    @unittest.skipUnless(shutil.which("cbc"), "cbc is not installed")
    def test_cbc_agrees(self):
        cluster = self.generate("cluster", "--switches=4", "--ports=5", "--aggregators=1",
                                "--workers=7", "--layers=3")
        edge = self.generate("edge", "--aggregators=5")
        for algorithm, instance in (("atro", cluster), ("eina", edge), ("atp", edge)):
            _, ours = self.plan(algorithm, instance)
            path, theirs = self.plan(algorithm, instance, "--solver=cbc")
            self.assertEqual(ours["status"], theirs["status"])
            self.assertAlmostEqual(ours["objective"], theirs["objective"], 5)
            self.expect(0, "check", path)

    @unittest.skipUnless(shutil.which("cbc"), "cbc is not installed")
    def test_cbc_decides_what_atros_own_search_leaves_open(self):
        instance = self.uneven(11)
        path, plan = self.plan("atro", instance, "--timeLimit=60")
        self.assertEqual((plan["status"], plan["details"]["solver"]), ("optimal", "cbc"))
        self.expect(0, "check", path)
        self.assertEqual(self.plan("atro", instance, "--timeLimit=60")[1]["links"], plan["links"])
        _, alone = self.plan("atro", instance, "--timeLimit=1", "--solver=builtin")
        self.assertEqual(alone["status"], "feasible")
        self.assertLess(alone["objective"], plan["objective"])
        self.assertNotIn("solver", alone["details"])

    def test_a_second_opinion_that_fails_is_none(self):
        self.program("cbc", "kill -SEGV $$\n")
        done = self.expect(0, "atro", "--instance=" + self.uneven(11), "--timeLimit=2",
                           env={"PATH": self.folder + ":/usr/bin:/bin"})
        self.assertEqual(json.loads(done.stdout)["status"], "feasible")

    def test_a_solver_ends_at_the_time_limit_with_its_best_plan(self):
        # One program hears the interrupt and writes what it has; the other one is killed.
        write = 'for word in "$@"; do out=$word; done\n' \
                'trap \'printf "Stopped on time - objective value 0.5\\n0 r0 0.5 0\\n" > $out; exit\' INT\n'
        for script, status in ((write + "while :; do sleep 0.1; done\n", "feasible"),
                               ("trap '' INT\nexec sleep 30\n", "timeout")):
            self.program("cbc", script)
            begin = time.monotonic()
            done = subprocess.run([PROGRAM, "eina", "--instance=" + self.one(0), "--solver=cbc",
                                   "--timeLimit=5"], capture_output=True, text=True,
                                  env={"PATH": self.folder + ":/usr/bin:/bin"})
            self.assertLess(time.monotonic() - begin, 9)
            self.assertEqual(json.loads(done.stdout)["status"], status)

    def uneven(self, seed):
        """A cluster of ATRO's size with drawn ports, aggregators and capacities."""
        draw = random.Random(seed)
        ports = [draw.randint(4, 24) for _ in range(20)]
        aggregators = set(draw.sample(range(20), draw.randint(2, 8)))
        workers = min(160, draw.randint(40, int(0.75 * (sum(ports) - 20))))
        pairs = {}
        while len(pairs) < 40:
            pair = tuple(sorted(draw.sample(range(20), 2)))
            pairs.setdefault(pair, draw.choice([25, 50, 200, 400]))
        instance = self.path("uneven.json")
        with open(instance, "w") as file:
            json.dump({"schema": "inc-cluster/1", "capacity": 100, "max_layers": 5, "workers": workers,
                       "switches": [{"name": f"s{v}", "ports": ports[v], "aggregator": v in aggregators}
                                    for v in range(20)],
                       "capacities": [{"a": f"s{a}", "b": f"s{b}", "capacity": capacity}
                                      for (a, b), capacity in pairs.items()]}, file)
        return instance

    def test_missing_solver_is_one_line(self):
        instance = "--instance=" + self.generate("edge")
        for solver in ("cbc", "highs", "glpsol", "gurobi"):
            self.refused("is not installed", "eina", instance, "--solver=" + solver,
                         "--output=" + self.path("never.json"), env={"PATH": "/nowhere"})

    def one(self, rate_min):
        """Return an instance with one aggregator, one parameter server, and rates up to 0.5."""
        instance = self.path("one.json")
        with open(instance, "w") as file:
            json.dump({"schema": "inc-edge/1", "max_depth": 1, "rate_min": rate_min, "rate_max": 0.5,
                       "integer_rates": False, "ps": [{"name": "p0", "aggregator": "a0"}],
                       "aggregators": [{"name": "a0", "workers": 1, "capacity": 1, "ingress": 1,
                                        "egress": 1}]}, file)
        return instance

    def test_what_is_no_solution_is_not_taken_for_one(self):
        # Solution files of glpsol: when its presolver refutes the model, and when it ends without a
        # solution.
        text = 'while [ $# -gt 1 ]; do [ "$1" = -w ] && out=$2; shift; done\n' \
               'printf "s mip 1 2 %s 0\\ni 1 0\\nj 1 0\\nj 2 0\\ne o f\\n" > $out\necho "%s"\n'
        for status, log, expected in (("u", "PROBLEM HAS NO PRIMAL FEASIBLE SOLUTION", "infeasible"),
                                      ("u", "Time used: 1 s", "timeout"),
                                      ("f", "a rate of 0, below rate_min", "timeout")):
            self.program("glpsol", text % (status, log))
            for algorithm in ("eina", "atp"):
                done = self.expect(1, algorithm, "--instance=" + self.one(0.25), "--solver=glpsol",
                                   env={"PATH": self.folder + ":/usr/bin:/bin"})
                self.assertEqual(json.loads(done.stdout)["status"], expected, (algorithm, log))

    def test_infeasible_at_the_time_limit_is_no_proof(self):
        # cbc says this of feasible models when its time is over.
        text = 'while [ $# -gt 1 ]; do [ "$1" = solution ] && out=$2; shift; done\nsleep %s\n' \
               'echo "Integer infeasible - objective value 0.00000000" > $out\n'
        for sleep, expected in (("0", "infeasible"), ("0.97", "timeout")):
            self.program("cbc", text % sleep)
            done = self.expect(1, "eina", "--instance=" + self.one(0.25), "--solver=cbc",
                               "--timeLimit=1", env={"PATH": self.folder + ":/usr/bin:/bin"})
            self.assertEqual(json.loads(done.stdout)["status"], expected)

    def test_integers_have_whole_bounds_in_models(self):
        # glpsol refuses an integer variable whose lower bound is 0.5.
        instance = self.generate("edge", "--aggregators=3", "--rateMin=0.5", "--rateMax=7.5")
        model = self.path("model.lp")
        self.plan("eina", instance, "--export=" + model)
        with open(model) as file:
            self.assertIn(" 1 <= r0 <= 7\n", file.read())

    def test_solutions_of_other_solvers_are_read_in_their_formats(self):
        # Programs that answer r = 0.5 in the form of each solver, for one aggregator and one PS.
        instance = self.one(0)
        self.program("highs", 'while [ $# -gt 1 ]; do [ "$1" = --solution_file ] && out=$2; shift; done\n'
                     'printf "Model status\\nOptimal\\n\\n# Primal solution values\\nFeasible\\n'
                     'Objective 0.5\\n# Columns 2\\nr0 0.5\\nd0_0 0\\n# Rows 1\\nr0 7\\n" > $out\n')
        self.program("glpsol", 'while [ $# -gt 1 ]; do [ "$1" = -w ] && out=$2; shift; done\n'
                     'printf "c Status: INTEGER OPTIMAL\\ns mip 1 2 o 0.5\\ni 1 1\\nj 1 0.5\\nj 2 0\\n'
                     'e o f\\n" > $out\n')
        self.program("gurobi_cl", 'for word in "$@"; do case $word in ResultFile=*) '
                     'out=${word#ResultFile=};; esac; done\n'
                     'printf "# Objective value = 0.5\\nr0 0.5\\nd0_0 0\\n" > $out\n'
                     'echo "Optimal solution found"\n')
        for solver in ("highs", "glpsol", "gurobi"):
            done = self.expect(0, "eina", "--instance=" + instance, "--solver=" + solver,
                               env={"PATH": self.folder + ":/usr/bin:/bin"})
            plan = json.loads(done.stdout)
            self.assertEqual((plan["status"], plan["rates"]), ("optimal", {"p0": 0.5}), solver)

    def test_grid_ends_at_its_time_limit(self):
        # The relaxation takes minutes to solve; the bound on the time is generous because machines
        # are busy.
        instance = self.generate("edge", "--aggregators=120", "--ps=5")
        begin = time.monotonic()
        path, plan = self.plan("grid", instance, "--timeLimit=0.5")
        self.assertLess(time.monotonic() - begin, 15)
        self.assertEqual((plan["status"], plan["details"]), ("feasible", {"time_limit_reached": True}))
        self.assertIn("ok", self.expect(0, "check", path).stdout)

    def test_help_lists_everything(self):
        text = self.expect(0, "--help").stdout
        self.assertIn(self.expect(0, "atro", "--help").stdout, text)
        self.assertIn(self.expect(0, "generate", "--help").stdout, text)
        self.assertIn(self.expect(0, "generate", "edge", "--help").stdout, text)
        for word in CLUSTER + FIXED + EDGE + ["generate", "check", "--instance", "--output", "--seed",
                                              "--solver", "--export", "--timeLimit", "--semantics",
                                              "--rootAggregates", "--steps"]:
            self.assertIn(word, text)


if __name__ == "__main__":
    unittest.main(verbosity=2)
