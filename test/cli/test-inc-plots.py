#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""inc-plot.py draws series, flows, sweeps and links of real runs, compares several runs, and
refuses bad calls in one line."""

import importlib.util
import json
import os
import pathlib
import re
import subprocess
import sys
import unittest

BIN = pathlib.Path(sys.argv[1]).resolve()
EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"
sys.path.insert(0, str(EXAMPLES))
sys.dont_write_bytecode = True

from inc_folder_case import FolderCase  # noqa: E402
from inc_plot import flows, links, results, runs, series, sweep  # noqa: E402
from inc_script.pictures import pyplot  # noqa: E402

LEAF_SPINE = ("--topology=leaf-spine", "--leaves=8", "--spines=4", "--hostsPerLeaf=8")


class PlotTest(FolderCase):
    def plot(self, *arguments):
        return subprocess.run([EXAMPLES / "inc-plot.py", *arguments], capture_output=True,
                              text=True, timeout=120, cwd=self.top, check=False)  # fmt: skip

    def simulate(self, *arguments):
        subprocess.run([BIN / "inc-sim", "--quiet", *arguments], timeout=60, cwd=self.top,
                       check=True)  # fmt: skip

    def assert_drawn(self, picture, *arguments):
        run = self.plot(*arguments)
        self.assertEqual((run.returncode, run.stdout, run.stderr), (0, "", ""))
        self.assert_is_png(self.top / picture)
        return (self.top / picture).read_bytes()

    def assert_refused(self, words, *arguments):
        before = sorted(os.listdir(self.top))
        self.assert_told_in_a_line(self.plot(*arguments), words)
        self.assertEqual(sorted(os.listdir(self.top)), before)

    def write_sweep(self, values):
        """Write a sweep of three seeds over loss, as inc-sweep writes it."""
        points = [{"point": f"p{i}-{seed}", "parameters": {"loss": value}}
                  for i, value in enumerate(values) for seed in range(3)]  # fmt: skip
        rows = [f"{point['point']},inc,{10 - i / 7},12" for i, point in enumerate(points)]
        sweep = self.top / "sweep"
        sweep.mkdir(exist_ok=True)
        (sweep / "sweep.json").write_text(json.dumps({"parameters": {"loss": values},
                                                      "points": points}))  # fmt: skip
        header = "point,scheme,algbw_GBps,bound_algbw_GBps"
        (sweep / "results.csv").write_text("\n".join([header, *rows]) + "\n")

class Plots(PlotTest):
    def test_a_series(self):
        self.simulate("--size=64KiB", "--data=virtual", "--series=s.csv", "--interval=1us")
        everything = self.assert_drawn("s.png", "s.csv")
        some = self.assert_drawn("p.png", "s.csv", "p.png", "--of=*->h0/*,edge0/*", "--log=y")
        self.assertNotEqual(everything, some)
        self.assert_refused("'zebra' matches nothing", "s.csv", "--of=zebra")
        self.assert_refused("--log=z: accepted: x, y or xy", "s.csv", "--log=z")
        self.assert_refused("s.jpg: accepted: a picture whose name ends with .png", "s.csv", "s.jpg")
        self.assertEqual(self.plot("s.csv", "s.pdf").returncode, 0)
        self.assertEqual((self.top / "s.pdf").read_bytes()[:5], b"%PDF-")
        self.assert_refused("--zebra=1: accepted", "s.csv", "--zebra=1")
        self.assert_refused("s.csv: given twice", "s.csv", "s.csv")
        (self.top / "empty.csv").write_text("t_us,object,metric,value\n")
        self.assert_refused("has no samples", "empty.csv")

    def test_percentiles_of_a_level_weigh_how_long_it_lasts(self):
        (self.top / "s.csv").write_text(
            "t_us,object,metric,value\n0,row0,running,1\n10,a->b,queued_bytes,500\n"
            "15,a->b,sent_bytes,7\n30,a->b,queued_bytes,100\n90,a->b,queued_bytes,0\n"
            "100,row0,running,0\n")
        words = ["s.csv", "s.png", "--of=a->b/*"]
        for percentiles, window, values in (
            # 20 us at 0, 60 us at 100, 20 us at 500
            ("10,20,21,80,81,100", None, "0,0,100,100,500,500"),
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
        (self.top / "none.csv").write_text("row,from,to,bytes,start_us,fct_us,slowdown\n")
        self.assert_refused("no flow completed", "none.csv")

    def test_links_of_a_network(self):
        self.simulate("--size=64KiB", "--data=virtual", "--stats", "--output=r.json")
        self.assert_drawn("r.png", "--links", "r.json")
        self.assert_refused("--row=7: accepted: 0 to 0", "--links", "r.json", "--row=7")
        result = json.loads((self.top / "r.json").read_text())
        del result["results"][0]["stats"]
        (self.top / "n.json").write_text(json.dumps(result))
        self.assert_refused("has no counters", "--links", "n.json")

    def test_a_sweep(self):
        self.write_sweep(["1e-4", "1e-3", "0.1"])
        plain = self.assert_drawn("a.png", "sweep", "loss", "algbw_GBps", "a.png")
        for options in (["--log=x"], ["--log=xy"], ["--band=95"], ["--band=0.95"]):
            other = self.assert_drawn("a.png", "sweep", "loss", "algbw_GBps", "a.png", *options)
            self.assertNotEqual(plain, other, options)
        self.assert_drawn("a.png", "sweep", "loss", "algbw_GBps,bound_algbw_GBps", "a.png")
        self.assert_refused("--band=50: accepted: 95 or 0.95", "sweep", "loss", "algbw_GBps", "--band=50")
        self.write_sweep(["none", "some"])
        self.assert_drawn("a.png", "sweep", "loss", "algbw_GBps", "a.png")
        self.assert_refused("accepted: with numbers above 0", "sweep", "loss", "algbw_GBps",
                            "--log=x")


class Figures(PlotTest):
    """Checks of what a figure contains before it is written."""

    def make(self, module, *names, make=None, **options):
        paths = [str(self.top / name) for name in names]
        figure = (make or module.make)(runs.runs_of(paths, options.pop("names", None))[0], options)
        figure.tight_layout()
        figure.canvas.draw()
        self.addCleanup(pyplot().close, figure)
        return figure

    @staticmethod
    def words(figure):
        legends = [axis.get_legend() for axis in figure.axes if axis.get_legend()]
        return [text.get_text() for legend in legends for text in legend.get_texts()]

    def assert_legend_is_beside_the_data(self, figure):
        for axis in figure.axes:
            if axis.get_legend():
                beside = axis.get_legend().get_window_extent().x0 >= axis.get_window_extent().x1
                self.assertTrue(beside)

    def test_result_files(self):
        self.simulate("--size=64KiB,1MiB", "--scheme=inc,ring", "--data=virtual", "--output=a.json")
        self.simulate("--size=64KiB,1MiB", "--scheme=inc", "--dissemination=tree", "--data=virtual",
                      "--output=b.json")  # fmt: skip
        figure = self.make(results, "a.json", "b.json", names="bier,tree")
        self.assertEqual(self.words(figure), ["bier: inc", "bier: ring", "tree: inc",
                                              "closed-form bound"])  # fmt: skip
        self.assert_legend_is_beside_the_data(figure)
        self.assertEqual(figure.axes[1].get_ylabel(), "algorithm bandwidth (GB/s)")
        self.assertTrue(all(not line.get_clip_on() for line in figure.axes[0].lines))
        self.assert_drawn("a-compared.png", "a.json", "b.json")
        self.assert_refused("--names=x: 1 for 2 files", "a.json", "b.json", "--names=x")
        self.simulate("--size=64KiB", "--series=s.csv")
        self.assert_refused("s.csv: is of kind series, ", "a.json", "s.csv")

    def test_collectives_beside_flows(self):
        self.simulate("--topology=star", "--hosts=4", "--size=64KiB,256KiB", "--scheme=inc,ring",
                      "--background=0.3", "--output=r.json")  # fmt: skip
        drawn = self.assert_drawn("r.png", "r.json", "r.png")
        rows = json.loads((self.top / "r.json").read_text())
        for row in rows["results"]:
            if "beside" in row:
                row["time_us"] *= 2
        (self.top / "r.json").write_text(json.dumps(rows))
        self.assertNotEqual(self.assert_drawn("r.png", "r.json", "r.png"), drawn)

    def test_series_have_queue_and_rate_in_one_picture(self):
        for name, payload in (("a.csv", 1024), ("b.csv", 4096)):
            self.simulate("--size=64KiB", "--data=virtual", f"--series={name}", "--interval=1us",
                          "--scheme=ps", f"--payload={payload}")  # fmt: skip
        figure = self.make(series, "a.csv", of="edge0->h0/queued_bytes,h0->edge0/sent_bytes")
        self.assertEqual([axis.get_ylabel() for axis in figure.axes], ["sent (Gb/s)", "queue (kB)"])
        sent = figure.axes[0].lines[0]
        # an interval has only a few frames, so the rate varies
        self.assertTrue(50 < max(sent.get_ydata()) < 140)
        self.assert_legend_is_beside_the_data(figure)
        figure = self.make(series, "a.csv", "b.csv", of="h0->edge0/sent_bytes", names="1 kB,4 kB")
        self.assertEqual(self.words(figure), ["1 kB: h0->edge0", "4 kB: h0->edge0"])

    def test_the_last_level_lasts_until_the_end(self):
        (self.top / "s.csv").write_text("t_us,object,metric,value\n0,row0,running,1\n"
                                           "10,a,slots_in_use,5\n100,row0,running,0\n")
        line = self.make(series, "s.csv").axes[0].lines[0]
        self.assertEqual(list(line.get_xdata()), [10, 100])

    def test_tables_of_flows(self):
        for name, load in (("a.csv", 0.3), ("b.csv", 0.8)):
            self.simulate("--scheme=flows", "--pattern=poisson", "--sizes=websearch", f"--load={load}",
                          "--duration=200us", "--payload=4096", f"--flowTable={name}")  # fmt: skip
        figure = self.make(flows, "a.csv", "b.csv", names="30 %,80 %")
        self.assertRegex(self.words(figure)[0], r"^30 %, \d+ flows$")
        self.assertRegex(self.words(figure)[1], r"^80 %, \d+ flows$")

    def test_links(self):
        for name in ("per-flow", "ingress"):
            self.simulate(*LEAF_SPINE, "--scheme=flows", "--size=64KiB", f"--ecmp={name}", "--stats",
                          f"--output={name}.json")  # fmt: skip
        names = ["per-flow.json", "ingress.json"]
        figure = self.make(links, *names)
        networks = [axis for axis in figure.axes if axis.get_title()]
        self.assertEqual(len(networks), 2)
        for axis in networks:
            hosts = [text.get_window_extent() for text in axis.texts
                     if text.get_text().startswith("h")]  # fmt: skip
            self.assertEqual(len(hosts), 64)
            hosts.sort(key=lambda box: box.x0)
            self.assertTrue(all(a.x1 <= b.x0 for a, b in zip(hosts, hosts[1:])), "names overlap")
        figure = self.make(links, *names, make=links.make_loads)
        self.assertRegex(" ".join(self.words(figure)), "^per-flow, flows\n.*ingress, flows\n")
        loads = figure.axes[0].lines[0]
        self.assertEqual(len(loads.get_xdata()), 1 + 2 * 8 * 4)
        self.assertEqual(loads.get_ydata()[-1], 100)
        self.assert_drawn("per-flow-compared.png", "--loads", *names)

    def test_an_idle_link_is_a_link(self):
        row = {"use": {("a", "b", ""): 0.5, ("h0", "a", ""): 1}, "links": [{"link": "c->b"}]}
        self.assertEqual(links.between_switches(row), [0, 0, 0.5])

    def test_a_torus_is_drawn_as_one(self):
        cables = [(f"s{i}", f"s{i // 4 * 4 + (i + 1) % 4}") for i in range(12)]
        cables += [(f"s{i}", f"s{(i + 4) % 12}") for i in range(12)]
        cables += [(f"h{i}", f"s{i}") for i in range(12)]
        places, is_torus = links.places_of(links.peers_of(cables))
        self.assertTrue(is_torus)
        self.assertEqual([places["s0"], places["s7"], places["s8"]], [(0, 0), (3, -1), (0, -2)])
        chain = [(f"s{i}", f"s{i + 1}") for i in range(11)] + cables[-12:]
        self.assertFalse(links.places_of(links.peers_of(chain))[1])

    def draw_sweep(self, *options):
        words = dict(word[2:].split("=") for word in options)
        figure, _ = sweep.make([str(self.top / "sweep"), "loss", "algbw_GBps"], words)
        figure.canvas.draw()
        return figure

    def test_values_that_are_words_have_bars(self):
        self.write_sweep(["none", "some"])
        figure = self.draw_sweep()
        self.assertEqual(len(figure.axes[0].patches), 2)
        self.assertEqual(figure.axes[0].get_ylabel(), "algorithm bandwidth (GB/s)")
        self.assertEqual(self.words(figure), ["closed-form bound"])
        self.assert_legend_is_beside_the_data(figure)
        self.write_sweep(["1", "2"])
        self.assertEqual(len(self.draw_sweep().axes[0].patches), 0)

    def test_a_gap_is_marked_and_told(self):
        self.write_sweep(["1", "2", "3"])
        path = self.top / "sweep/results.csv"
        path.write_text(re.sub(r"(?m)^(p1-.*,inc),.*?,", r"\1,,", path.read_text()))
        run = self.plot("sweep", "loss", "algbw_GBps", "a.svg")
        self.assertEqual((run.returncode, run.stdout), (0, ""))
        self.assertEqual(run.stderr, "inc-plot.py: algbw_GBps has no number where loss is 2\n")
        self.assertIn("no result", (self.top / "a.svg").read_text())
        path.write_text(re.sub(r"(?m)^(p.-.*,inc),.*?,", r"\1,,", path.read_text())
                        + "p0-0,ring,1,\n")
        told = self.plot("sweep", "loss", "algbw_GBps", "a.svg").stderr.splitlines()
        self.assertEqual([line for line in told if "has no number" not in line], [])

    def test_equal_numbers_have_no_negative_error(self):
        number = next(each / 7 for each in range(1, 1000)
                      if sum([each / 7] * 3) / 3 < each / 7 and sweep.spread([each / 7] * 3, False))
        mean, below, above = sweep.spread([number] * 3, False)
        self.assertLess(mean, number, "pick another one")
        self.assertGreaterEqual(min(below, above), 0)

    def test_inc_sim_knows_the_schemes_of_the_ecmp_comparison(self):
        path = EXAMPLES / "inc-ecmp-comparison.py"
        spec = importlib.util.spec_from_file_location("comparison", path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        for name, arguments in module.SCHEMES.items():
            with self.subTest(name):
                self.simulate(*LEAF_SPINE, "--scheme=flows", "--size=1KiB", *arguments)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
