#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Rows in processes of their own give what rows one after the other give, and end with their program."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import time
import unittest

sys.dont_write_bytecode = True

from inc_sim_case import INC_SIM, SimCase  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
LEAF_SPINE = ("--topology=leaf-spine", "--leaves=2", "--spines=2", "--hostsPerLeaf=4")
# Calls that end with this status, with rows of every kind and every part of a row.
CALLS = [
    (0, "--k=4", "--size=8:32KiB:16", "--scheme=inc,ring,ps,flows"),
    (0, "--topology=star", "--size=64KiB,8", "--scheme=inc,ring", "--iterations=2", "--warmup=1"),
    (0, "--topology=star", "--size=4MiB,1MiB", "--data=virtual", "--scheme=inc,ring,ps"),
    (0, "--k=4", "--collective=barrier", "--scheme=inc,tree,auto"),
    (0, "--topology=star", f"--workload={ROOT}/test/identity/files/workload.txt", "--scheme=inc,ring"),
    (0, *LEAF_SPINE, "--size=64KiB,32KiB", "--scheme=inc,ring", "--background=0.2"),
    (0, "--k=4", "--size=64KiB", "--scheme=ring,inc,ps", "--loss=1e-3", "--lossModel=burst", "--check"),
    (0, "--k=4", "--size=64KiB", "--scheme=inc,ring", "--reorder=1e-2", "--duplicate=1e-2"),
    (0, "--k=4", "--size=64KiB,8KiB", "--scheme=inc,ring", "--pfc", "--ecn", "--cc=dcqcn"),
    (0, "--size=32KiB,64KiB", "--jobs=2", "--jobPlacement=interleaved", "--scheme=inc,ring"),
    (0, "--size=32KiB,64KiB", "--jobs=4", "--pool=shared", "--dissemination=tree", "--slots=8"),
    (0, *LEAF_SPINE, "--size=256KiB", "--scheme=inc,ring", "--fail=leaf0->spine0@5us:200us",
     "--routing=advertised"),
    (1, "--topology=star", "--hosts=3", "--size=4KiB,8KiB", "--loss=0.9", "--maxRetries=3",
     "--rto=10us", "--scheme=ring,inc", "--pfc"),
    (0, "--topology=star", "--size=4KiB", "--scheme=inc,ring", "--ns3::IncRcQueuePair::AckDelay=1us"),
    (0, "--topology=star", "--size=4KiB", "--scheme=ring,inc", "--ns3::IncClient::MinRetransmitTimeout=20us",
     "--export=net.json"),
]  # fmt: skip
MACHINE = {"wall_s", "cpu_s", "peak_rss_bytes"}
# Rows of some seconds, so that a signal comes while they run.
LONG = ("--k=4", "--size=256MiB,255MiB,254MiB", "--scheme=ring", "--data=virtual")


def children_of(process):
    with open(f"/proc/{process}/task/{process}/children", encoding="utf-8") as file:
        return [int(child) for child in file.read().split()]


def is_alive(process):
    try:
        with open(f"/proc/{process}/stat", encoding="utf-8") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_until(holds):
    end = time.monotonic() + 60
    while not holds():
        if time.monotonic() > end:
            raise TimeoutError
        time.sleep(0.01)


class Processes(SimCase):
    def content(self, status, processes, *arguments):
        """Return all that a run prints and writes, without the machine's times and memory."""
        run = self.run_sim(*arguments, f"--processes={processes}", "--progress=0",
                           "--output=r.json", "--csv=r.csv")  # fmt: skip
        self.assertEqual(run.returncode, status, run.stderr)
        result = self.load("r.json")
        del result["config"]["processes"]
        for name in MACHINE:
            self.assertGreater(result["simulation"].pop(name), 0)
        with open(os.path.join(self.folder, "r.csv"), encoding="utf-8") as file:
            table = file.read()
        shown = [line for line in run.stdout.splitlines() if "--processes" not in line]
        return {"result": json.dumps(result, indent=1), "csv": table, "table": "\n".join(shown),
                "errors": run.stderr}  # fmt: skip

    def start(self, *arguments):
        """Start a run of long rows; return it when three processes work."""
        run = subprocess.Popen([INC_SIM, *LONG, "--processes=3", *arguments], cwd=self.folder,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)  # fmt: skip
        self.addCleanup(lambda: run.poll() is None and run.kill())
        wait_until(lambda: run.poll() is not None or len(children_of(run.pid)) == 3)
        self.assertIsNone(run.poll())
        return run, children_of(run.pid)

    def test_results_equal_those_of_one_process(self):
        for status, *arguments in CALLS:
            alone = self.content(status, 1, *arguments)
            for processes in (2, 4):
                beside = self.content(status, processes, *arguments)
                for part, text in alone.items():
                    with self.subTest(arguments=arguments, processes=processes, part=part):
                        self.assertEqual(text, beside[part])

    def test_rows_run_beside_each_other(self):
        run, children = self.start()
        wait_until(lambda: all(is_alive(child) for child in children))
        run.kill()
        run.communicate()

    def test_the_first_error_in_the_order_of_rows_is_shown(self):
        unused = ("--topology=star", "--size=4KiB,8KiB", "--scheme=ring",
                  "--ns3::IncDcqcn::AdditiveIncrease=1Gbps")  # fmt: skip
        for processes in (1, 3):
            self.refused("--ns3::IncDcqcn::AdditiveIncrease=1Gbps: has no effect", *unused,
                         f"--processes={processes}", "--output=r.json", "--progress=0")  # fmt: skip

    def test_a_killed_process_is_named(self):
        run, children = self.start("--output=r.json", "--progress=0")
        os.kill(children[1], signal.SIGKILL)
        _, errors = run.communicate(timeout=self.TIMEOUT)
        self.assertEqual(run.returncode, 2)
        self.assertEqual(errors, "inc-sim: row ring, 267386880 B: signal 9 (Killed) ended its "
                                 "process; if memory is short, try --processes=1\n")  # fmt: skip
        self.assertEqual([row["bytes"] for row in self.load("r.json")["results"]], [268435456])
        self.assertTrue(self.load("r.json")["interrupted"])
        self.assertFalse(any(is_alive(child) for child in children))

    def test_no_process_outlives_the_program(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
            run, children = self.start()
            run.send_signal(number)
            run.communicate(timeout=self.TIMEOUT)
            self.assertEqual(run.returncode, -number)
            wait_until(lambda: not any(is_alive(child) for child in children))

    def test_progress_is_shown_in_the_order_of_rows(self):
        run = self.run_sim("--topology=star", "--size=64KiB", "--scheme=ring,inc,ps", "--quiet",
                           "--progress", "--processes=3")  # fmt: skip
        shown = [line.partition(":")[0] for line in run.stderr.splitlines()]
        self.assertEqual(shown, ["ring", "inc", "ps"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
