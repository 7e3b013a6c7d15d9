#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""inc-plot.py draws series, flows, sweeps and links of real runs, and refuses the rest in a line."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

BIN = pathlib.Path(sys.argv[1]).resolve()
EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"


class Plots(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def plot(self, *arguments):
        return subprocess.run([EXAMPLES / "inc-plot.py", *arguments], capture_output=True,
                              text=True, timeout=120, cwd=self.folder, check=False)  # fmt: skip

    def simulate(self, *arguments):
        subprocess.run([BIN / "inc-sim", "--quiet", *arguments], timeout=60, cwd=self.folder,
                       check=True)  # fmt: skip

    def assert_drawn(self, picture, *arguments):
        run = self.plot(*arguments)
        self.assertEqual((run.returncode, run.stdout, run.stderr), (0, "", ""))
        content = (self.folder / picture).read_bytes()
        self.assertEqual(content[:8], b"\x89PNG\r\n\x1a\n")
        return content

    def assert_refused(self, words, *arguments):
        before = sorted(os.listdir(self.folder))
        run = self.plot(*arguments)
        self.assertEqual((run.returncode, run.stdout), (2, ""))
        self.assertEqual(len(run.stderr.splitlines()), 1, run.stderr)
        self.assertIn(words, run.stderr)
        self.assertEqual(sorted(os.listdir(self.folder)), before)

    def test_a_series(self):
        self.simulate("--size=64KiB", "--data=virtual", "--series=s.csv", "--interval=1us")
        everything = self.assert_drawn("s.png", "s.csv")
        some = self.assert_drawn("p.png", "s.csv", "p.png", "--of=*->h0/*,edge0/*", "--log=y")
        self.assertNotEqual(everything, some)
        self.assert_refused("'zebra' matches nothing", "s.csv", "--of=zebra")
        self.assert_refused("--log=z: accepted: x, y or xy", "s.csv", "--log=z")
        self.assert_refused("s.jpg: accepted: a picture whose name ends with .png", "s.csv", "s.jpg")
        self.assertEqual(self.plot("s.csv", "s.pdf").returncode, 0)
        self.assertEqual((self.folder / "s.pdf").read_bytes()[:5], b"%PDF-")
        self.assert_refused("--zebra=1: accepted", "s.csv", "--zebra=1")
        self.assert_refused("s.csv: is what is drawn", "s.csv", "s.csv")
        (self.folder / "empty.csv").write_text("t_us,object,metric,value\n")
        self.assert_refused("has no samples", "empty.csv")

    def test_percentiles_of_a_level_weigh_how_long_it_lasts(self):
        (self.folder / "s.csv").write_text(
            "t_us,object,metric,value\n0,row0,running,1\n10,a->b,queued_bytes,500\n"
            "15,a->b,sent_bytes,7\n30,a->b,queued_bytes,100\n90,a->b,queued_bytes,0\n"
            "100,row0,running,0\n")
        words = ["s.csv", "s.png", "--of=a->b/*"]
        for percentiles, window, values in (
            ("10,20,21,80,81,100", None, "0,0,100,100,500,500"),  # 20 us 0, 60 us 100, 20 us 500
            ("50,75,76,100", "10:90", "100,100,500,500"),
            ("50", "90:100", "0"),
        ):
            more = [f"--window={window}"] if window else []
            run = self.plot(*words, f"--percentiles={percentiles}", *more)
            self.assertEqual((run.returncode, run.stderr), (0, ""))
            names = ",".join("p" + percent for percent in percentiles.split(","))
            self.assertEqual(run.stdout.split(),
                             [f"object,metric,{names}", f"a->b,queued_bytes,{values}"])
        self.assert_refused("--percentiles=101: accepted", *words, "--percentiles=101")
        self.assert_refused("--window=0:101: accepted: BEGIN:END in us, up to 100", *words,
                            "--percentiles=50", "--window=0:101")
        self.assert_refused("no effect without --percentiles", *words, "--window=0:1")

    def test_a_table_of_flows(self):
        self.simulate("--scheme=flows", "--sizes=websearch", "--linkRate=400Gbps",
                      "--flowTable=f.csv")
        plain = self.assert_drawn("f.png", "f.csv")
        self.assertNotEqual(plain, self.assert_drawn("f.png", "f.csv", "--log=xy"))
        (self.folder / "none.csv").write_text("row,from,to,bytes,start_us,fct_us,slowdown\n")
        self.assert_refused("no flow completed", "none.csv")

    def test_links_of_a_network(self):
        self.simulate("--size=64KiB", "--data=virtual", "--stats", "--output=r.json")
        self.assert_drawn("r.png", "--links", "r.json")
        self.assert_refused("--row=7: accepted: 0 to 0", "--links", "r.json", "--row=7")
        result = json.loads((self.folder / "r.json").read_text())
        del result["results"][0]["stats"]
        (self.folder / "n.json").write_text(json.dumps(result))
        self.assert_refused("has no counters", "--links", "n.json")

    def write_sweep(self, values):
        """A sweep of three seeds over loss, as inc-sweep writes it."""
        points = [{"point": f"p{i}-{seed}", "parameters": {"loss": value}}
                  for i, value in enumerate(values) for seed in range(3)]  # fmt: skip
        rows = [f"{point['point']},inc,{10 - i / 7},12" for i, point in enumerate(points)]
        sweep = self.folder / "sweep"
        sweep.mkdir(exist_ok=True)
        (sweep / "sweep.json").write_text(json.dumps({"parameters": {"loss": values},
                                                      "points": points}))  # fmt: skip
        header = "point,scheme,algbw_GBps,bound_algbw_GBps"
        (sweep / "results.csv").write_text("\n".join([header, *rows]) + "\n")

    def test_a_sweep(self):
        self.write_sweep(["1e-4", "1e-3", "0.1"])
        plain = self.assert_drawn("a.png", "sweep", "loss", "algbw_GBps", "a.png")
        for options in (["--log=x"], ["--log=xy"], ["--band=95"]):
            other = self.assert_drawn("a.png", "sweep", "loss", "algbw_GBps", "a.png", *options)
            self.assertNotEqual(plain, other, options)
        self.assert_drawn("a.png", "sweep", "loss", "algbw_GBps,bound_algbw_GBps", "a.png")
        self.assert_refused("--band=50: accepted: 95", "sweep", "loss", "algbw_GBps", "--band=50")
        self.write_sweep(["none", "some"])
        self.assert_drawn("a.png", "sweep", "loss", "algbw_GBps", "a.png")
        self.assert_refused("accepted: with numbers above 0", "sweep", "loss", "algbw_GBps",
                            "--log=x")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
