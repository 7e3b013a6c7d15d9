#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""inc-plot.py draws every kind of result file, and refuses any other file in one line."""

import json
import os
import subprocess
import sys
import unittest

sys.dont_write_bytecode = True

from inc_folder_case import FolderCase  # noqa: E402

PLOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../examples/inc-plot.py")


def row(scheme, size, time, **others):
    """Return a row as inc-sim writes it, with only the fields that are drawn."""
    fields = {"scheme": scheme, "collective": "allreduce", "bytes": size, "dtype": "float32"}
    fields |= {"op": "sum", "workers": 16, "time_us": time, "bound_algbw_GBps": 11.3}
    fields |= {"algbw_GBps": time and size / time / 1e3, "wrong": 0, "status": "ok"}
    return fields | others


def layers(*times):
    return [
        {"name": f"bucket{i}", "start_us": start, "end_us": end, "exposed_us": exposed}
        for i, (start, end, exposed) in enumerate(times)
    ]


class Plot(FolderCase):
    def setUp(self):
        super().setUp()
        self.result = os.path.join(self.folder, "result.json")
        self.picture = os.path.join(self.folder, "result.png")

    def plot(self, *arguments):
        return subprocess.run([PLOT, *arguments], capture_output=True, text=True)

    def write(self, rows):
        with open(self.result, "w") as file:
            json.dump({"schema": "inc-result/1", "config": {}, "results": rows}, file)

    def assert_drawn(self, rows):
        self.write(rows)
        run = self.plot(self.result)
        self.assertEqual((run.returncode, run.stdout, run.stderr), (0, "", ""))
        self.assert_is_png(self.top / "result.png")
        self.assertEqual(sorted(os.listdir(self.folder)), ["result.json", "result.png"])

    def assert_refused(self, words, *arguments):
        before = sorted(os.listdir(self.folder))
        self.assert_told_in_a_line(self.plot(*arguments), words)
        self.assertEqual(sorted(os.listdir(self.folder)), before)

    def test_rows_over_servers_show_bytes_in_and_between_them(self):
        servers = [row(scheme, 1 << 20, 99, in_server=part, scale_up_bytes_max=up, link_bytes_max=7)
                   for scheme, part, up in (("inc", "nvls", 5), ("inc", "direct", 9),
                                            ("ring", "flat", 9))]  # fmt: skip
        self.assert_drawn(servers)
        del servers[0]["link_bytes_max"]
        self.write(servers)
        self.assert_refused("link_bytes_max: accepted: a number", self.result)

    def test_one_size(self):
        self.assert_drawn([row("inc", 1 << 24, 1520), row("ring", 1 << 24, 2900)])

    def test_several_sizes(self):
        sizes = [1 << e for e in range(3, 20)]
        self.assert_drawn([row(s, size, 8 + size) for size in sizes for s in ("inc", "ps")])

    def test_a_workload(self):
        times = layers((5, 9, 0), (7, 30, 12), (20, 40, 40))
        self.assert_drawn([row("inc", 102228128, 40, layers=times)])

    def test_flows(self):
        times = {"mean": 150.0, "median": 140.0, "p95": 300.0, "p99": 350.0, "max": 360.0}
        ecmp = {"max_over_mean": 2.5, "jain": 0.6, "idle": 2.75, "collisions": 2.75}
        flows = {"collective": "ring", "dtype": None, "op": None, "reordered": 7, "fct_us": times}
        self.assert_drawn(
            [row("a", 1 << 20, 360, **flows, ecmp=ecmp), row("b", 1 << 20, 99, **flows, ecmp=None)]
        )
        self.write([row("a", 1 << 20, 360, fct_us={"mean": 1})])
        self.assert_refused("results[0].fct_us", self.result)

    def test_many_layers_and_an_unknown_scheme(self):
        times = layers(*[(i, i + 2, 1) for i in range(300)])
        self.assert_drawn([row("other", 102228128, 301, layers=times)])

    def test_failures_and_unknown_bounds(self):
        failed = row("ps", 1 << 24, None, status="timeout", wrong=None)
        self.assert_drawn([failed, row("inc", 1 << 24, 1520, wrong=7, bound_algbw_GBps=None)])
        self.assert_drawn([failed])
        self.assert_drawn([failed, row("inc", 1 << 10, 9)])  # "ps" has no point
        self.assertEqual(self.plot(self.result, self.picture[:-3] + "svg").stderr, "")
        with open(self.picture[:-3] + "svg") as file:
            self.assertIn(">failed<", file.read())

    def test_the_name_of_the_picture(self):
        self.write([row("inc", 1 << 24, 1520)])
        picture = os.path.join(self.folder, "other.png")
        self.assertEqual(self.plot(self.result, picture).returncode, 0)
        self.assertTrue(os.path.exists(picture))
        self.assertFalse(os.path.exists(self.picture))

    def test_the_end_of_its_name_is_the_format_of_the_picture(self):
        self.write([row("inc", 1 << 24, 1520)])
        for end, begin in ((".pdf", b"%PDF-"), (".svg", b"<?xml"), (".PNG", b"\x89PNG")):
            picture = os.path.join(self.folder, "other" + end)
            self.assertEqual(self.plot(self.result, picture).returncode, 0)
            with open(picture, "rb") as file:
                self.assertEqual(file.read(len(begin)), begin)
            os.unlink(picture)
        for name in ("other.jpg", "other", "png"):
            self.assert_refused(".png, .pdf or .svg", self.result,
                                os.path.join(self.folder, name))  # fmt: skip

    def test_bad_arguments(self):
        self.write([row("inc", 1 << 24, 1520)])
        self.assert_refused("0 files")
        self.assert_refused("a second picture", self.result, self.picture, self.picture)
        self.assert_refused("--size: accepted", self.result, "--size")
        self.assert_refused("an empty name", self.result, "")
        self.assert_refused("No such file", self.result, "/nonexistent/a.png")
        self.assert_refused("given twice", self.result, self.result)
        self.assert_refused("is what is drawn", self.picture)

    def test_bad_files(self):
        self.assert_refused("No such file", os.path.join(self.folder, "none.json"))
        self.assert_refused("Is a directory", self.folder)
        bad = {
            "not JSON": "{",
            "schema 'inc-bench/1'": '{"schema": "inc-bench/1"}',
            "schema None": "[]",
            "a list of rows": '{"schema": "inc-result/1", "results": []}',
        }
        for words, text in bad.items():
            with open(self.result, "w") as file:
                file.write(text)
            self.assert_refused(words, self.result)
        for words, rows in {
            "results[0]: accepted: an object": [7],
            "results[1].time_us": [row("inc", 4, 1), row("inc", 4, 1, time_us="x")],
            "results[0].bytes": [row("inc", -4, 1)],
            "results[0].layers[0].end_us": [row("inc", 4, 1, layers=[{"start_us": 1}])],
        }.items():
            self.write(rows)
            self.assert_refused(words, self.result)

    def test_several_jobs(self):
        ecmp = {"max_over_mean": 2.5, "jain": 0.6, "idle": 2.75, "collisions": 2.75}
        jobs = [{"workers": 8, "time_us": time, "algbw_GBps": 1.0, "wrong": 0} for time in (90, 99)]
        unfinished = [jobs[0], jobs[1] | {"time_us": None}]
        self.assert_drawn(
            [
                row("inc", 1 << 20, 99, jobs=jobs, ecmp=ecmp, links=[]),
                row("ring", 1 << 20, None, jobs=unfinished, ecmp=None, links=[]),
            ]
        )
        self.write([row("inc", 1 << 20, 99, jobs=[{"workers": 8}])])
        self.assert_refused("jobs[0].time_us: accepted: a number or null", self.result)

    def test_measures_of_flows_that_are_none(self):
        for field in ("fct_us", "ecmp"):
            for wrong in (3, [], {"mean": "x"}):
                with self.subTest(field=field, wrong=wrong):
                    self.write([row("flows", 1 << 20, 99, **{field: wrong})])
                    self.assert_refused(f".{field}: accepted: null or", self.result)

    def test_jobs_at_several_sizes(self):
        jobs = [{"workers": 8, "time_us": 9.0}]
        self.assert_drawn([row("inc", 1 << e, 9, jobs=jobs, ecmp=None) for e in (10, 12)])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
