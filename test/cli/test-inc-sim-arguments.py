#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Bad arguments of inc-sim: exit status 2, one line that names them, and nothing written."""

import os
import subprocess
import sys
import tempfile
import unittest

INC_SIM = os.path.join(os.path.abspath(sys.argv[1]), "inc-sim")

# Each argument list with words of its refusal.
REFUSED = [
    (["--zebra=1"], "--zebra=1: no such argument"),
    (["--slot=4"], "did you mean --slots?"),
    (["slots"], "arguments are written --name=value"),
    (["--k=-4"], "--k=-4: accepted: a whole number from 2 to 64"),
    (["--k=4294967300"], "--k=4294967300"),
    (["--k=4x"], "--k=4x"),
    (["--k=5"], "an even number"),
    (["--k=4\n5"], "--k=4\\x0a5"),
    (["--k=4", "--k=8"], "given twice"),
    (["--workers=17"], "the network has 16 hosts"),
    (["--workers=0"], "--workers=0"),
    (["--topology=star", "--hosts=3", "--workers=4"], "the network has 3 hosts"),
    (["--topology=torus"], "--topology=torus: accepted: fat-tree"),
    (["--topology=star", "--k=4"], "has no effect with --topology=star"),
    (["--scheme=ring", "--slots=4"], "has no effect with --scheme=ring"),
    (["--scheme=ring", "--reduction=rank"], "has no effect with --scheme=ring"),
    (["--scheme=inc,inc"], "--scheme=inc,inc: inc is there twice; accepted: each once"),
    (["--size=0"], "--size=0"),
    (["--size=3"], "at least 4"),
    (["--size=64:8:2"], "--size=64:8:2"),
    (["--loss=nan"], "--loss=nan"),
    (["--loss=1"], "--loss=1"),
    (["--duplicate=1.01"], "a probability, 0 to 1"),
    (["--reorder=-0.1"], "a probability, 0 to 1"),
    (["--linkRate=-1Gbps"], "--linkRate=-1Gbps"),
    (["--linkDelay=1"], "--linkDelay=1"),
    (["--payload=0"], "--payload=0"),
    (["--slots=0"], "--slots=0"),
    (["--transport=ud"], "--transport=ud"),
    (["--scheme=ring", "--transport=rc"], "has no effect with --scheme=ring"),
    (["--transport=rc", "--vatAddressing=root"], "accepted: next"),
    (["--dissemination=multicast"], "--dissemination=multicast: accepted: bier, tree or unicast"),
    (["--scheme=ring", "--dissemination=bier"], "has no effect with --scheme=ring"),
    (["--bitStringLength=100"], "--bitStringLength=100"),
    (["--root=h99"], "--root=h99: the network has no such node"),
    (["--root=h99", "--trace=t.jsonl"], "--root=h99: the network has no such node"),
    (["--root=h15"], "inc-sim: --root=h15: a worker; accepted: a switch, or a host that is no worker"),
    (["--root=core1", "--aggregators=edge"], "not among the switches that may aggregate"),
    (["--scheme=ring", "--root=core0"], "has no effect with --scheme=ring"),
    (
        ["--aggregation=tree", "--dissemination=tree", "--bitStringLength=64"],
        "has no effect with --aggregation=tree and --dissemination=tree",
    ),
    (["--trace=/nonexistent/a"], "--trace=/nonexistent/a"),
    (["--animation=/nonexistent/a"], "--animation=/nonexistent/a"),
    (["--scheme=ring", "--animation=a"], "--animation=a: has no effect with --scheme=ring"),
    (["--trace=a", "--animation=a"], "--animation=a: is the file of another argument"),
    (["--data=virtual", "--reduction=rank"], "has no effect with --data=virtual"),
    (["--quiet", "--stats"], "has no effect with --quiet=1 and no --output"),
    (["--stats=maybe"], "--stats=maybe: accepted: 0 or 1"),
    (["--output=/nonexistent/a.json"], "--output=/nonexistent/a.json"),
    (["--csv=/"], "is a folder"),
    (["--workload=/nonexistent"], "/nonexistent: cannot be read"),
    (["--topology=file:/nonexistent"], "/nonexistent cannot be read"),
    (
        ["--scheme=flows", "--pattern=rails"],
        "--pattern=rails: has 4 jobs by default, and a leaf has 2 workers; accepted: with --jobs",
    ),
    (["--scheme=flows", "--pattern=rails", "--jobs=3"], "--jobs=3: a leaf has 2 workers"),
    (["--ecmp=per-packet"], "--ecmp=per-packet: has no effect with a single path between"),
    (["--SchedulerType=ns3::Node"], "--SchedulerType=ns3::Node: accepted:"),
    (
        [
            "--ns3::IncClient::MinRetransmitTimeout=20ms",
            "--ns3::IncClient::MaxRetransmitTimeout=10ms",
        ],
        "IncClient::MinRetransmitTimeout: +20000us, must not exceed "
        "IncClient::MaxRetransmitTimeout, +10000us",
    ),
    (["--ns3::IncClient::MinRetransmitTimeout=soon"], "a time with its unit, such as 200us"),
    (["--ns3::BurstErrorModel::BurstSize=abc"], "--ns3::BurstErrorModel::BurstSize=abc: accepted"),
    (["--scheme=ring", "--size=4KiB", "--ns3::IncDcqcn::Gain=0.5"], "nothing in this simulation"),
    (["--ns3::Nothing::A=1"], "ns-3 has no class ns3::Nothing"),
    (["--ns3::RateErrorModel::Nothing=1"], "has no attribute Nothing"),
    (["--ns3::RateErrorModel::ErrorRate=abc"], "--ns3::RateErrorModel::ErrorRate=abc: accepted:"),
    (["--SchedulerType=ns3::Nothing"], "--SchedulerType=ns3::Nothing: accepted:"),
    (["--RngSeed=0"], "--RngSeed=0"),
]


class Arguments(unittest.TestCase):
    def run_in_empty_folder(self, arguments):
        with tempfile.TemporaryDirectory() as folder:
            run = subprocess.run(
                [INC_SIM, *arguments], cwd=folder, capture_output=True, text=True, timeout=300
            )
            self.assertEqual(os.listdir(folder), [], arguments)
            return run

    def test_bad_arguments_are_refused_in_one_line(self):
        for arguments, words in REFUSED:
            with self.subTest(arguments=arguments):
                run = self.run_in_empty_folder(arguments)
                self.assertEqual(run.returncode, 2)
                self.assertEqual(run.stdout, "")
                self.assertEqual(len(run.stderr.splitlines()), 1, run.stderr)
                self.assertIn(words, run.stderr)
                self.assertTrue(run.stderr.startswith("inc-sim: "))

    def test_help_goes_to_standard_output(self):
        for argument in ("--help", "-h", "--PrintHelp"):
            run = self.run_in_empty_folder([argument])
            self.assertEqual((run.returncode, run.stderr), (0, ""))
            self.assertIn("--scheme", run.stdout)

    def test_questions_to_ns3_are_answered(self):
        run = self.run_in_empty_folder(["--PrintAttributes=ns3::RateErrorModel"])
        self.assertEqual(run.returncode, 0)
        self.assertIn("ErrorRate", run.stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
