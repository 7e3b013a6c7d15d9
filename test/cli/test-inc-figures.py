#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""inc-figures.py makes the papers' figures again, also after an interruption."""

import csv
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import time
import unittest

sys.dont_write_bytecode = True

from inc_folder_case import FolderCase, write_script  # noqa: E402

BINARIES = sys.argv.pop(1)
SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "examples" / "inc-figures.py"
POINTS = "inc-figures-points.jsonl"

# A stand-in for inc-plan that records each call and then runs inc-plan; slow or failing on demand.
COUNTING = """#!/bin/bash
echo "$*" >>"$COUNT_LOG"
[ -z "${COUNT_SLOW:-}" ] || sleep "$COUNT_SLOW"
[[ -z "${COUNT_FAIL:-}" || "$*" != *"$COUNT_FAIL"* ]] || { echo "no such luck" >&2; exit 2; }
exec "$COUNT_PROGRAM" "$@"
"""


class FiguresTest(FolderCase):
    def setUp(self):
        super().setUp()
        self.out = self.top / "out"
        self.log = self.top / "log"
        self.log.write_text("")
        self.binaries = self.top / "bin"
        self.binaries.mkdir()
        write_script(self.binaries / "inc-plan", COUNTING)

    def call(self, *arguments, **environment):
        environment = {
            **os.environ,
            "COUNT_LOG": str(self.log),
            "COUNT_PROGRAM": os.path.join(BINARIES, "inc-plan"),
            **environment,
        }
        return subprocess.Popen(
            [SCRIPT, self.binaries, f"--out={self.out}", *arguments],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run_figures(self, *arguments, status=0, **environment):
        process = self.call(*arguments, **environment)
        process.out, process.err = process.communicate(timeout=120)
        self.assertEqual(process.returncode, status, process.err)
        return process

    def planned(self):
        """Return the calls of planners since the last call of this function."""
        lines = self.log.read_text().splitlines()
        self.log.write_text("")
        return [line for line in lines if not line.startswith(("generate", "check"))]

    def table(self, name):
        with open(self.out / f"inc-{name}.csv", encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    def points(self):
        lines = (self.out / POINTS).read_text().splitlines()
        return [json.loads(line)["point"] for line in lines[1:]]


class Figures(FiguresTest):
    def test_a_figure_is_a_table_a_picture_and_a_comparison(self):
        done = self.run_figures("--only=eina-1", "--runs=3")
        rows = {row["series"]: row for row in self.table("eina-1")}
        self.assertEqual(float(rows["EINA"]["mean (Gb/s)"]), 0.5)
        self.assertEqual(float(rows["EINA"]["paper (Gb/s)"]), 0.5)
        self.assertEqual(rows["EINA"]["proven optimal"], rows["EINA"]["runs"])
        self.assertEqual(float(rows["ATP, root forwards"]["mean (Gb/s)"]), 0.4)
        self.assertEqual(float(rows["ATP"]["mean (Gb/s)"]), 0.3333)
        self.assertEqual(rows["ATP"]["paper (Gb/s)"], "")
        self.assertEqual(rows["RR"]["runs"], "3")
        picture = (self.out / "inc-eina-1.png").read_bytes()
        self.assertTrue(picture.startswith(b"\x89PNG"))
        self.assertLess(len(picture), 100000)
        self.assertIn("paper    0.5", done.out)
        printed = {row["series"]: row["paper (Gb/s)"] for row in self.table("figures-printed")}
        self.assertEqual(
            printed, {"EINA": "0.5", "ATP, root forwards": "0.4", "GRID": "0.333", "RR": "0.333"}
        )

    def test_a_finished_point_is_never_repeated(self):
        self.run_figures("--only=atro-3", "--runs=2")
        self.assertEqual(len(self.planned()), 1 + 6 * 2, "ATRO draws nothing and runs once")
        self.run_figures("--only=atro-3", "--runs=2")
        self.assertEqual(self.planned(), [])
        self.run_figures("--only=atro-3", "--runs=3")
        self.assertEqual(len(self.planned()), 6)
        # The figures need 7 more numbers of workers; the points with 90 workers are those of
        # atro-3.
        self.run_figures("--only=atro-4,atro-times", "--runs=1")
        self.assertEqual(len(self.planned()), 6 * 7)
        self.assertEqual(len(set(self.points())), len(self.points()))

    def test_an_interrupted_run_goes_on(self):
        process = self.call("--only=eina-1", "--runs=5", "--jobs=2", COUNT_SLOW="0.1")
        points = self.out / POINTS
        limit = time.monotonic() + 60
        while time.monotonic() < limit and not (
            points.exists() and len(points.read_text().splitlines()) > 3
        ):
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, error)
        self.assertIn("interrupted", error.splitlines()[-1])
        self.assertFalse((self.out / "inc-eina-1.csv").exists())
        before = self.points()
        self.assertTrue(0 < len(before) < 30, before)
        with open(points, "a", encoding="utf-8") as file:
            file.write('{"point": "half a li')  # a kill can leave half a line
        self.planned()
        self.run_figures("--only=eina-1", "--runs=5")
        self.assertEqual(len(self.planned()), 30 - len(before))
        self.assertEqual(len(self.points()), 30)
        self.assertEqual(len(self.table("eina-1")), 6)

    def test_a_failed_point_is_told_and_does_not_stop_the_others(self):
        failing = "grid --instance"
        done = self.run_figures("--only=eina-1", "--runs=2", status=1, COUNT_FAIL=failing)
        self.assertIn("no such luck", done.err)
        self.assertIn("2 points failed", done.err)
        self.assertEqual([r["series"] for r in self.table("eina-1") if r["series"] == "GRID"], [])
        self.assertEqual(len(self.points()), 5 * 2)
        self.planned()
        self.run_figures("--only=eina-1", "--runs=2")
        self.assertEqual(len(self.planned()), 2)

    def test_the_largest_gains_stand_beside_those_of_the_papers(self):
        done = self.run_figures("--only=atro-3,eina-1,eina-2f-narrow", "--runs=2")
        gains = {row["gain, up to"]: row for row in self.table("figures-gains")}
        rates = {row["series"]: float(row["mean (Gb/s)"]) for row in self.table("atro-3")}
        for name in "ARO", "PARING", "SPAR":
            gain = gains[f"ATRO over {name}"]
            ratios = [rates["ATRO"] / rates[f"{name}, {t}"] for t in ("leaf-spine", "fat-tree")]
            self.assertAlmostEqual(float(gain["ours, of means"]), max(ratios), delta=0.1)
            self.assertGreaterEqual(float(gain["ours, of one instance"]), max(ratios) - 0.1)
            self.assertIn("abstract", gain["the paper"])
            self.assertIn("fat-tree", gain["at"])
        self.assertEqual(gains["EINA over ATP"]["ours, of means"], "1.5")
        self.assertEqual(gains["EINA over ATP"]["the paper"], "3.02")
        narrow = gains["EINA over ATP, narrow links"]
        self.assertGreater(float(narrow["ours, of means"]), 5, "egress is the bottleneck")
        self.assertIn("egress", narrow["at"])
        self.assertNotIn("EINA, real over integer rates", gains, "eina-3 was not made")
        for gain in gains.values():
            self.assertIn(gain["the paper"], done.out)

    def test_narrow_links_bind(self):
        self.run_figures("--only=eina-2e-narrow,eina-2f-narrow", "--runs=1")
        for name in "eina-2e-narrow", "eina-2f-narrow":
            found = {}
            for row in self.table(name):
                found.setdefault(row["series"], []).append(float(row["mean (Gb/s)"]))
            for series in "EINA", "RR":
                self.assertGreater(found[series][-1], 1.5 * found[series][0], (name, series))
            self.assertGreater(found["EINA"][0], found["RR"][0] - 1e-6, name)

    def test_one_seed_one_number(self):
        rates = []
        for name in "a", "b":
            self.out = self.top / name
            self.run_figures("--only=atro-3", "--runs=2")
            rates.append([row["mean (Gb/s)"] for row in self.table("atro-3")])
        self.assertEqual(*rates)

    def test_every_figure_of_the_papers_is_there(self):
        done = subprocess.run([SCRIPT, BINARIES, "--list"], capture_output=True, text=True)
        names = [line.split()[0] for line in done.stdout.splitlines()]
        for name in ("atro-3", "atro-4", "atro-5", "atro-times", "eina-1", "eina-2a", "eina-2b",
                     "eina-2c", "eina-2d", "eina-2e", "eina-2f", "eina-2e-narrow", "eina-2f-narrow",
                     "eina-3"):  # fmt: skip
            self.assertIn(name, names)


    def test_the_page_of_the_papers_names_each_figure_and_no_other(self):
        done = subprocess.run([SCRIPT, BINARIES, "--list"], capture_output=True, text=True)
        names = {line.split()[0] for line in done.stdout.splitlines()}
        page = (SCRIPT.parents[1] / "doc" / "inc-papers.rst").read_text()
        named = set()
        for cell in re.findall(r"- figures ([\w,-]+)", page):
            named.update(cell.split(","))
        self.assertEqual(named - names, set())
        # Figure 2b of the paper has its printed numbers in the figures eina-2b-five and eina-2c.
        self.assertEqual(names - named, {"eina-2b"})


class BadArguments(FiguresTest):
    def test_each_is_refused_in_one_line(self):
        for argument, word in (
            ("--runs=0", "--runs"),
            ("--runs=-1", "--runs"),
            ("--runs=1.5", "--runs"),
            ("--runs=100000", "--runs"),
            ("--jobs=0", "--jobs"),
            ("--jobs=many", "--jobs"),
            ("--only=", "--only"),
            ("--only=atro-9", "atro-9"),
            ("--seed=1", "--seed"),
            ("--runs", "--runs"),
            ("atro-3", "atro-3"),
        ):
            with self.subTest(argument):
                done = self.run_figures(argument, status=2)
                self.assertEqual((done.out, done.err.count("\n")), ("", 1), done.err)
                self.assertIn(word, done.err)
                self.assertFalse(self.out.exists())

    def test_an_argument_given_twice_is_refused(self):
        self.assertIn("twice", self.run_figures("--runs=1", "--runs=2", status=2).err)

    def test_an_empty_folder_name_is_refused(self):
        self.out = ""
        self.assertIn("--out", self.run_figures(status=2).err)

    def test_a_folder_that_cannot_be_is_refused(self):
        self.out = self.log / "under-a-file"
        done = self.run_figures("--only=eina-1", "--runs=1", status=2)
        self.assertEqual(done.err.count("\n"), 1, done.err)

    def test_programs_that_are_not_there_are_missed(self):
        (self.binaries / "inc-plan").unlink()
        self.assertIn("no inc-plan", self.run_figures("--runs=1", status=2).err)

    def test_points_of_another_version_are_not_mixed_in(self):
        self.out.mkdir()
        (self.out / POINTS).write_text('{"schema": "inc-figures/1", "version": "0.0.1"}\n')
        done = self.run_figures("--only=eina-1", "--runs=1", status=2)
        self.assertIn("0.0.1", done.err)
        self.assertEqual(self.planned(), [])

    def test_two_at_once_in_one_folder_are_refused(self):
        first = self.call("--only=eina-1", "--runs=3", "--jobs=1", COUNT_SLOW="0.1")
        limit = time.monotonic() + 60
        while not self.planned() and time.monotonic() < limit:
            time.sleep(0.05)
        self.assertIn("another", self.run_figures("--only=eina-1", status=2).err)
        first.communicate(timeout=120)
        self.assertEqual(first.returncode, 0)


if __name__ == "__main__":
    unittest.main()
