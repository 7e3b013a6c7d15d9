#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""inc-sim --series and --timeline: their values add up to the counters, and results do not
change."""

import collections
import csv
import decimal
import json
import os
import sys
import unittest

sys.dont_write_bytecode = True

from inc_sim_case import SimCase  # noqa: E402

TREE = ["--topology=fat-tree", "--k=4", "--size=256KiB", "--data=virtual"]
LOSSLESS = ["--topology=star", "--hosts=9", "--scheme=flows", "--pattern=incast", "--size=256KiB",
            "--pfc=1", "--buffer=1MiB", "--ecn=1", "--cc=dcqcn"]  # fmt: skip
# Fields that differ between equal runs, and arguments that only ask for output.
DIFFER = ("wall_s", "cpu_s", "peak_rss_bytes")
WRITTEN = ("series", "interval", "seriesOf", "timeline", "output", "stats")
WORKLOAD = """\
first 20 30 allreduce 400000 float32
second 5.5 10.25 allreduce 100000 float32
third 1 2 allreduce 800000 float32
"""


class WatchedCase(SimCase):
    def simulate(self, *arguments):
        self.run_sim("--quiet", "--output=r.json", *arguments, status=0)
        return self.load("r.json")


class Series(WatchedCase):
    def sample(self, *arguments):
        """Return the result, and a list of (t_us, value) by object and metric."""
        result = self.simulate("--stats", f"--series={self.path('s.csv')}", *arguments)
        samples = collections.defaultdict(list)
        with open(self.path("s.csv"), encoding="utf-8", newline="") as file:
            rows = csv.reader(file)
            self.assertEqual(next(rows), ["t_us", "object", "metric", "value"])
            for t_us, name, metric, value in rows:
                samples[name, metric].append((decimal.Decimal(t_us), decimal.Decimal(value)))
        return result, samples

    def check_sums(self, row, samples, interval):
        """Check that amounts of ports add up to the counters, and that levels end as they began."""
        def total(port, metric):
            return sum(value for _, value in samples.get((port, metric), ()))

        ports = {port["port"]: port for port in row["stats"]["ports"]}
        sampled = {name for name, metric in samples if metric == "sent_bytes"}
        self.assertEqual(sampled, {name for name, port in ports.items() if port["sent_bytes"]})
        for name, port in ports.items():
            self.assertEqual(total(name, "sent_bytes"), port["sent_bytes"], name)
            self.assertEqual(total(name, "paused_us") * 1000, port["paused_ns"], name)
            busy = samples.get((name, "utilisation"), [])
            self.assertTrue(all(0 < value <= 1 for _, value in busy), name)
            # Shares have six decimals, and the last interval is shorter than the others.
            low = sum(value for _, value in busy[:-1]) * interval * 1000
            high = total(name, "utilisation") * interval * 1000
            slack = len(busy) * interval / 1000 + 1
            self.assertLessEqual(low, port["busy_ns"] + slack, name)
            self.assertGreaterEqual(high, port["busy_ns"] - slack, name)
            queued = samples.get((name, "queued_bytes"), [(0, 0)])
            self.assertEqual(queued[-1][1], 0, name)
            self.assertLessEqual(max(value for _, value in queued), 8 * port["max_queued_bytes"])

    def test_amounts_add_up_to_the_counters(self):
        for arguments in ([*TREE, "--scheme=inc"], [*TREE, "--scheme=ring"], LOSSLESS,
                          [*TREE, "--scheme=inc", "--transport=rc", "--loss=1e-3"]):  # fmt: skip
            for interval in ("10us", "700ns"):
                with self.subTest(arguments=arguments, interval=interval):
                    result, samples = self.sample(*arguments, f"--interval={interval}")
                    us = decimal.Decimal("0.7" if interval == "700ns" else "10")
                    self.check_sums(result["results"][0], samples, us)

    def test_counters_that_patterns_name_add_up(self):
        patterns = "*->*/*_frames,*/ecn_marked,*/pauses_sent,*/contributions,*/re*sent"
        counted = set()
        for arguments in ([*TREE, "--scheme=inc", "--loss=1e-3"], LOSSLESS):
            with self.subTest(arguments=arguments):
                result, samples = self.sample(*arguments, f"--seriesOf={patterns}")
                stats = result["results"][0]["stats"]
                sums = {key: sum(value for _, value in rows) for key, rows in samples.items()}
                for each in stats["ports"] + stats["aggregators"]:
                    name = each.get("port", each.get("node"))
                    for metric in ("sent_frames", "received_frames", "ecn_marked", "pauses_sent",
                                   "contributions", "results_sent", "resent"):  # fmt: skip
                        if metric in each:
                            self.assertEqual(sums.pop((name, metric), 0), each[metric], name)
                            counted.update([metric] if each[metric] else [])
                self.assertEqual(sums, {(name, metric): value for (name, metric), value
                                        in sums.items() if metric == "running"})  # fmt: skip
        self.assertEqual(counted, {"sent_frames", "received_frames", "ecn_marked", "pauses_sent",
                                   "contributions", "results_sent", "resent"})  # fmt: skip

    def test_levels_are_what_the_parts_say(self):
        # Workers that wait for the straggler keep their slots in use.
        result, samples = self.sample(*TREE, "--scheme=inc", "--interval=1us", "--slots=8",
                                      "--straggler=h3:20us")
        row = result["results"][0]
        peaks = {each["node"]: each["slot_peak"] for each in row["stats"]["aggregators"]}
        highest = 0
        for node, peak in peaks.items():
            values = [value for _, value in samples.get((node, "slots_in_use"), [(0, 0)])]
            self.assertEqual(values[-1], 0, node)
            self.assertLessEqual(max(values), peak, node)
            highest = max(highest, *values)
        self.assertEqual(highest, row["slot_peak"])
        self.assertEqual(highest, 8)
        received = sum(pair["bytes_received"] for pair in row["stats"]["queue_pairs"]
                       if pair["node"].startswith("h"))  # fmt: skip
        done = [value for _, value in samples["job0", "received_bytes"]]
        self.assertEqual(done, sorted(done))
        self.assertEqual(done[-1], received)

    def test_congestion_control_is_followed(self):
        result, samples = self.sample(*LOSSLESS, "--interval=5us", "--seriesOf=*/rate_Gbps")
        self.assertGreater(result["results"][0]["stats"]["totals"]["cnps_received"], 0)
        self.assertEqual({metric for _, metric in samples}, {"rate_Gbps"})
        rates = [value for values in samples.values() for _, value in values]
        self.assertTrue(all(0 < rate <= 100 or rate.is_infinite() for rate in rates))
        self.assertGreater(len(set(rates)), 5, "the rates change")

    def test_rows_follow_each_other(self):
        result, samples = self.sample(*TREE, "--scheme=inc,ring")
        self.assertEqual(len(result["results"]), 2)
        for i, row in enumerate(result["results"]):
            (begin, one), (end, zero) = samples[f"row{i}", "running"]
            self.assertEqual((one, zero), (1, 0))
            self.assertAlmostEqual(float(end - begin), row["time_us"], delta=1e-3)

    def strip(self, result):
        for name in WRITTEN:
            result["config"].pop(name, None)
        for name in DIFFER:
            result["simulation"].pop(name, None)
        for row in result["results"]:
            row.pop("stats", None)
        return result

    def test_nothing_changes_with_them(self):
        self.write_file("w.txt", WORKLOAD)
        for arguments in ([*TREE, "--scheme=inc,ring,flows"], LOSSLESS,
                          ["--topology=star", f"--workload={self.path('w.txt')}"],
                          [*TREE, "--scheme=inc", "--loss=0.01", "--iterations=2"],
                          [*TREE, "--scheme=ring", "--straggler=h3:2ms"]):  # fmt: skip
            with self.subTest(arguments=arguments):
                plain = self.strip(self.simulate(*arguments))
                watched = self.strip(self.simulate(
                    *arguments, f"--series={self.path('s.csv')}", "--interval=3us",
                    f"--timeline={self.path('t.json')}"))  # fmt: skip
                self.assertEqual(plain, watched)

    def test_what_is_idle_has_no_rows(self):
        _, samples = self.sample(*TREE, "--scheme=inc", "--straggler=h3:10ms", "--interval=1us",
                                 "--seriesOf=*/sent_bytes,*/utilisation,*/queued_bytes")
        rows = sum(len(values) for values in samples.values())
        self.assertLess(rows, 20000)


class Timeline(WatchedCase):
    def draw(self, *arguments):
        result = self.simulate(f"--timeline={self.path('t.json')}", *arguments)
        with open(self.path("t.json"), encoding="utf-8") as file:
            events = json.load(file, parse_float=decimal.Decimal)["traceEvents"]
        names = {event["pid"]: event["args"]["name"] for event in events
                 if event["name"] == "process_name"}  # fmt: skip
        threads = {event["tid"]: event["args"]["name"] for event in events
                   if event["name"] == "thread_name"}  # fmt: skip
        for event in events:
            event["track"] = names[event["pid"]], threads.get(event["tid"])
        return result, events

    def check_balance(self, events):
        """Check that slices of a track nest, each asynchronous begin has one end, and arrows
        arrive."""
        open_ones = collections.Counter()
        arrows = collections.defaultdict(str)
        for event in events:
            if event["ph"] in "be":
                open_ones[event["id"], event["name"]] += 1 if event["ph"] == "b" else -1
            if event["ph"] in "stf":
                arrows[event["id"]] += event["ph"]
        self.assertFalse(any(open_ones.values()))
        for phases in arrows.values():
            self.assertRegex(phases, "^st*f$")
        by_track = collections.defaultdict(list)
        for event in events:
            if event["ph"] == "X":
                by_track[event["tid"]].append((event["ts"], event["ts"] + event["dur"]))
        for slices in by_track.values():
            around = []
            for begin, end in slices:
                while around and around[-1] <= begin:
                    around.pop()
                self.assertTrue(not around or end <= around[-1])
                around.append(end)

    def test_exposed_slices_of_layers_add_up(self):
        self.write_file("w.txt", WORKLOAD)
        for scheme in ("inc", "ring"):
            result, events = self.draw("--topology=star", f"--scheme={scheme}",
                                       f"--workload={self.path('w.txt')}")
            self.check_balance(events)
            exposed = collections.Counter()
            for event in events:
                if event["ph"] == "X" and event["track"] == ("workload", "exposed"):
                    exposed[event["name"]] += event["dur"]
            layers = result["results"][0]["layers"]
            self.assertGreater(sum(layer["exposed_us"] for layer in layers), 0)
            for layer in layers:
                self.assertEqual(round(exposed[layer["name"]] * 1000),
                                 round(layer["exposed_us"] * 1000))  # fmt: skip
            computed = sum(event["dur"] for event in events
                           if event["ph"] == "X" and event["track"] == ("h0", "compute"))
            self.assertEqual(computed, decimal.Decimal("68.75"))

    def test_exposed_slices_of_ranks_add_up(self):
        traces = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                              "../reference/workloads/chakra/inc-all_reduce_4npus_1MB")
        for more in ([], ["--straggler=h2:30us"]):
            result, events = self.draw("--topology=star", "--scheme=ring", "--data=virtual",
                                       f"--workload={traces}", *more)  # fmt: skip
            self.check_balance(events)
            exposed = collections.Counter()
            for event in events:
                if event["ph"] == "X" and event["track"][1] == "exposed":
                    exposed[event["track"][0]] += event["dur"]
            ranks = result["results"][0]["ranks"]
            self.assertEqual(len(ranks), 4)
            for rank in ranks:
                self.assertEqual(round(exposed[rank["host"]] * 1000),
                                 round(rank["exposed_us"] * 1000))  # fmt: skip
                self.assertGreater(rank["exposed_us"], 0)

    def test_each_rank_has_its_collective(self):
        result, events = self.draw(*TREE, "--scheme=inc", "--straggler=h5:20us")
        self.check_balance(events)
        spans = {event["track"][0]: event for event in events
                 if event["ph"] == "X" and event["track"][1] == "communication"}  # fmt: skip
        self.assertEqual(len(spans), 16)
        first = min(event["ts"] for event in spans.values())
        last = max(event["ts"] + event["dur"] for event in spans.values())
        self.assertEqual(round((last - first) * 1000),
                         round(result["results"][0]["time_us"] * 1000))  # fmt: skip
        self.assertEqual(spans["h5"]["ts"] - first, 20)
        self.assertEqual(sum(event["ph"] in "stf" for event in events), 16)

    def test_failures_flows_and_counters_are_shown(self):
        _, events = self.draw(*TREE, "--scheme=ring", "--fail=edge0->agg0@20us:35us",
                              "--interval=5us")  # fmt: skip
        self.check_balance(events)
        moments = {event["name"]: event["ts"] for event in events if event["ph"] == "i"}
        self.assertEqual(list(moments), ["edge0->agg0 fails", "edge0->agg0 is up again"])
        self.assertEqual(moments["edge0->agg0 is up again"] - moments["edge0->agg0 fails"], 15)
        counters = {event["name"] for event in events if event["ph"] == "C"}
        self.assertLessEqual({"utilisation", "sent_bytes"}, counters)
        _, events = self.draw(*TREE, "--scheme=inc", "--interval=1us", "--straggler=h3:20us")
        self.check_balance(events)
        self.assertIn("slots_in_use", {event["name"] for event in events if event["ph"] == "C"})
        result, events = self.draw(*TREE, "--scheme=inc", "--control=manager")
        self.check_balance(events)
        spans = [event for event in events if event["track"] == ("manager", "set-up")
                 and event["ph"] == "X"]  # fmt: skip
        self.assertEqual([round(span["dur"] * 1000) for span in spans],
                         [round(result["results"][0]["setup_us"] * 1000)])
        states = [event for event in events if event.get("cat") == "group"]
        self.assertEqual([state["name"].split(":")[0] for state in states],
                         ["REGISTERED", "RESERVING", "COMMITTING", "READY"])  # fmt: skip
        for state, after in zip(states, states[1:]):
            self.assertEqual(round((state["ts"] + state["dur"] - after["ts"]) * 1000), 0)
        result, events = self.draw(*LOSSLESS)
        flows = [event for event in events if event.get("cat") == "flow" and event["ph"] in "Xb"]
        self.assertEqual(len(flows), result["results"][0]["flows"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
