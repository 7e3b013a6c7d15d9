#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Files that inc-sim reads and writes: bad ones end with status 2 and one line, good ones run."""

import json
import os
import subprocess
import sys
import time
import unittest

sys.dont_write_bytecode = True

from inc_sim_case import INC_SIM, SimCase  # noqa: E402

from inc_full_disk import assert_tells_lost_output, assert_told, mount


def node(name, kind):
    return {"name": name, "kind": kind}


def link(a, b):
    return {"a": a, "b": b, "rate": "100Gbps", "delay": "1us"}


def diamond():
    """Return a diamond: two hosts below leaf, and two paths from it to root. left is a VAT node,
    right is not."""
    return {
        "schema": "inc-topology/1",
        "nodes": [node("h0", "host"), node("h1", "host")]
        + [node(name, "switch") for name in ("leaf", "left", "right", "root")],
        "links": [link("h0", "leaf"), link("h1", "leaf"), link("leaf", "left")]
        + [link("leaf", "right"), link("left", "root"), link("right", "root")],
        "workers": ["h0", "h1"],
        "root": "root",
        "vat": {"leaf": ["h0", "h1"], "left": ["h0", "h1"], "root": ["h0", "h1"]},
    }


class Files(SimCase):
    def write_topology(self, topology):
        self.write_file("topology.json", topology)
        return "--topology=file:" + self.path("topology.json")

    def refuse(self, *arguments, words):
        before = sorted(os.listdir(self.folder))
        run = self.run_sim(*arguments)
        self.assertEqual(run.returncode, 2, (arguments, run.stderr))
        self.assertEqual(run.stdout, "", arguments)
        self.assertEqual(len(run.stderr.splitlines()), 1, run.stderr)
        for word in words:
            self.assertIn(word, run.stderr)
        self.assertEqual(sorted(os.listdir(self.folder)), before, arguments)


class Topologies(Files):
    def refuse_topology(self, topology, *words, arguments=()):
        output = ["--output=" + self.path("result.json"), "--pcap=" + self.path("capture")]
        self.refuse(self.write_topology(topology), "--size=64KiB", *output, *arguments, words=words)

    def test_a_good_one_runs(self):
        run = self.run_sim(self.write_topology(diamond()), "--scheme=inc,ring,ps", "--size=64KiB")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual([line.split()[-1] for line in run.stdout.splitlines() if line[0] != "#"],
                         ["0", "0", "0"])

    def test_bad_ones_are_named(self):
        bad = diamond()
        bad["nodes"].append(node("h0", "host"))
        self.refuse_topology(bad, "h0")
        bad = diamond()
        bad["links"].append(link("h0", "nowhere"))
        self.refuse_topology(bad, "nowhere")
        bad = diamond()
        bad["nodes"].append(node("lonely", "host"))
        self.refuse_topology(bad, "lonely")
        bad = diamond()
        bad["nodes"] += [node("far", "host"), node("island", "switch")]
        bad["links"].append(link("far", "island"))
        self.refuse_topology(bad, "far")
        bad = diamond()
        bad["links"][0]["rate"] = "-1Gbps"
        self.refuse_topology(bad, "-1Gbps")
        bad = diamond()
        bad["vat"]["left"] = ["h0", "nobody"]
        self.refuse_topology(bad, "nobody")
        bad = diamond()
        bad["vat"] = {"leaf": ["h0", "h1"], "root": ["h0"]}
        self.refuse_topology(bad, "root")
        bad = diamond()
        bad["nodes"][2]["inc"] = False
        self.refuse_topology(bad, "leaf")
        for text in ("", "{", "[]", "null", "3", '{"schema":"inc-topology/1"}', "\0\0", "{]}"):
            self.refuse_topology(text, "topology.json")
        self.refuse_topology(json.dumps(diamond())[:-30], "topology.json")

    def test_a_tree_says_who_works(self):
        topology = diamond()
        topology["nodes"].append(node("idle", "host"))
        topology["links"].append(link("idle", "leaf"))
        del topology["workers"]
        run = self.run_sim(self.write_topology(topology), "--size=64KiB", "--output=result.json")
        self.assertEqual(run.returncode, 0, run.stderr)
        row = self.load("result.json")["results"][0]
        self.assertEqual((row["workers"], row["wrong"]), (2, 0))

    def test_a_worker_is_no_root(self):
        topology = diamond()
        topology["vat"]["h1"] = topology["vat"].pop("root")
        topology["root"] = "h1"
        self.refuse_topology(topology, "h1", "is the root and a worker")
        del topology["vat"]
        self.refuse_topology(topology, "h1", "is the root and a worker")

    def test_what_a_file_decides_cannot_be_decided_again(self):
        for argument in ("--root=left", "--aggregators=edge", "--placement=spread"):
            self.refuse_topology(diamond(), argument + ": has no effect", arguments=[argument])

    def test_more_workers_than_hosts(self):
        self.refuse_topology(diamond(), "--workers=3", "2 hosts", arguments=["--workers=3"])

    def test_root_addressing_refuses_a_tree_that_it_would_go_around(self):
        words = ("vatAddressing=root", "leaf", "root", "left")
        self.refuse_topology(diamond(), *words, arguments=["--vatAddressing=root"])
        # With a single path to the root, the draft's addressing works.
        good = diamond()
        good["links"].pop()
        run = self.run_sim(self.write_topology(good), "--vatAddressing=root", "--size=64KiB", "--quiet")
        self.assertEqual(run.returncode, 0, run.stderr)


class Paths(Files):
    def test_what_cannot_be_written_is_refused_before_the_run(self):
        os.mkdir(self.path("folder"))
        with open(self.path("file"), "w"):
            pass
        for argument in ("output", "csv", "pcap"):
            for path in ("/nonexistent/a", "/proc/a", self.path("file") + "/a"):
                self.refuse(f"--{argument}={path}", "--size=64KiB", words=[f"--{argument}={path}"])
        for argument in ("output", "csv"):
            self.refuse(f"--{argument}={self.path('folder')}", words=["is a folder"])
        self.refuse("--output=a", "--csv=a", words=["--csv=a"])
        self.assertEqual(os.listdir(self.path("folder")), [])

    def test_a_full_disk_is_one_line_too(self):
        for argument in ("output", "csv", "trace", "animation"):
            run = self.run_sim(f"--{argument}=/dev/full", "--size=8192")
            self.assertEqual(run.returncode, 2, argument)
            self.assertIn("/dev/full: cannot be written", run.stderr)
            self.assertEqual(len(run.stderr.splitlines()), 1, run.stderr)

    def test_standard_output_that_nobody_can_take_is_one_line_too(self):
        for arguments in (["--size=8192,16KiB"], ["--size=8192", "--quiet", "--output=-"],
                          ["--help-all"], ["--PrintTypeIds"]):  # fmt: skip
            assert_tells_lost_output(self, [INC_SIM, *arguments], cwd=self.folder)
        # The program removes what it has written so far. If standard output is closed, no file may
        # get its descriptor.
        assert_tells_lost_output(self, [INC_SIM, "--size=8192,16KiB", "--trace=t", "--pcap=p"],
                                 cwd=self.folder)  # fmt: skip
        self.assertEqual(os.listdir(self.folder), [])
        closed = ["sh", "-c", 'exec "$@" >&-', "sh", INC_SIM, "--size=8192", "--output=r.json"]
        self.assertEqual(subprocess.run(closed[:5] + [*closed[5:], "--quiet"], cwd=self.folder,
                                        check=False).returncode, 0)  # fmt: skip
        with open(self.path("r.json")) as file:
            self.assertEqual(json.load(file)["results"][0]["wrong"], 0)

    def test_a_disk_that_becomes_full_has_no_part_of_a_file(self):
        disk = mount(self)
        for argument in ("trace", "pcap", "series", "timeline"):
            more = () if argument in ("trace", "pcap") else ("--interval=100ns",)
            # With assertions, ns-3 ends the program at the first packet that it cannot write.
            reasons = ("No space left on device", "m_file.good() (pcap-file.cc:")
            assert_told(self, [INC_SIM, f"--{argument}={disk}/x", "--size=1MiB", *more],
                        reasons if argument == "pcap" else reasons[0], cwd=self.folder)  # fmt: skip
            self.assertEqual(os.listdir(disk), [], argument)

    def test_what_cannot_be_read_is_refused(self):
        os.mkdir(self.path("folder"))
        for path in ("/nonexistent", self.path("folder"), self.path("nothing")):
            self.refuse(f"--topology=file:{path}", words=[path])
            self.refuse(f"--workload={path}", words=[path])

    def test_rows_that_have_ended_survive_an_interruption(self):
        long = [INC_SIM, "--size=1KiB,2KiB,16GiB", "--data=virtual", "--k=8", "--output=r.json", "--csv=r.csv"]
        for signal in ("kill", "terminate"):
            with self.subTest(signal=signal):
                run = subprocess.Popen(long, cwd=self.folder, stdout=subprocess.PIPE, text=True)
                while True:
                    line = run.stdout.readline()
                    self.assertNotEqual(line, "", "it ended before its second row")
                    if line.split()[:1] == ["2048"]:
                        break
                # the table's line is printed just before the files are written, the CSV file last
                deadline = time.monotonic() + 30
                while self.count_lines("r.csv") < 3 and time.monotonic() < deadline:
                    time.sleep(0.01)
                getattr(run, signal)()
                run.communicate()
                result = self.load("r.json")
                self.assertTrue(result["interrupted"])
                self.assertEqual([row["bytes"] for row in result["results"]], [1024, 2048])
                with open(self.path("r.csv"), encoding="utf-8") as file:
                    self.assertEqual(len(file.readlines()), 1 + 2)
                os.remove(self.path("r.json"))
                os.remove(self.path("r.csv"))
        self.assertEqual(self.run_sim("--size=1KiB", "--output=r.json").returncode, 0)
        with open(self.path("r.json"), encoding="utf-8") as file:
            self.assertNotIn("interrupted", json.load(file))

    def count_lines(self, name):
        """Return the number of lines of a file; every version of the file is complete."""
        if not os.path.exists(self.path(name)):
            return 0
        with open(self.path(name), encoding="utf-8") as file:
            return len(file.readlines())

    def test_a_refusal_after_rows_leaves_files_as_they_were(self):
        for before in ("old\n", None):
            if before:
                self.write_file("r.json", before)
            else:
                os.remove(self.path("r.json"))
            run = self.run_sim("--size=1KiB,2KiB", "--ns3::IncRingAgent::ReductionRate=1Gbps",
                               "--output=r.json", "--csv=r.csv")  # fmt: skip
            self.assertEqual((run.returncode, run.stdout), (2, ""), run.stderr)
            self.assertFalse(os.path.exists(self.path("r.csv")))
            self.assertEqual(os.path.exists(self.path("r.json")), before is not None)
            if before:
                with open(self.path("r.json"), encoding="utf-8") as file:
                    self.assertEqual(file.read(), before)

    def test_a_failed_operation_still_writes_its_report(self):
        run = self.run_sim("--slotMode=literal", "--loss=0.02", "--maxRetries=3", "--size=64KiB",
                           "--output=result.json", "--csv=result.csv")
        self.assertEqual(run.returncode, 1, run.stderr)
        row = self.load("result.json")["results"][0]
        self.assertIn("3 timeouts without progress", row["status"])
        self.assertIsNone(row["time_us"])
        with open(self.path("result.csv")) as file:
            self.assertEqual(len(file.readlines()), 2)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
