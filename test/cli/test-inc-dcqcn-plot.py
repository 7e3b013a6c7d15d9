#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""inc-dcqcn-plot.py writes the figure of the manual, and its numbers agree with the manual."""

import csv
import os
import subprocess
import sys
import tempfile
import unittest

BIN = os.path.abspath(sys.argv.pop(1))
PLOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../examples/inc-dcqcn-plot.py")


def run(*arguments):
    return subprocess.run([PLOT, *arguments], capture_output=True, text=True, timeout=100,
                          check=False)  # fmt: skip


class DcqcnPlot(unittest.TestCase):
    def test_flows_share_fairly_40_ms_after_the_last_start(self):
        with tempfile.TemporaryDirectory() as folder:
            result = run(BIN, folder)
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            with open(os.path.join(folder, "inc-dcqcn.png"), "rb") as file:
                picture = file.read()
            with open(os.path.join(folder, "inc-dcqcn.csv"), encoding="utf-8") as file:
                lines = list(csv.reader(file))
        self.assertEqual(picture[:8], b"\x89PNG\r\n\x1a\n")
        self.assertLess(len(picture), 100_000)
        self.assertEqual(lines.pop(0), ["flows", "time_ms", "queue_kB",
                                        *(f"rate{i}_Gbps" for i in range(1, 17))])  # fmt: skip
        for flows in (2, 4, 8, 16):
            begin = 5 * (flows - 1) + 40
            mine = [list(map(float, line[1:])) for line in lines if line[0] == str(flows)]
            window = [line for line in mine if line[0] > begin]
            self.assertEqual((len(mine), len(window)), (2 * begin + 20, 20))
            rates = [sum(column) / 20 for column in list(zip(*window))[2:]]
            self.assertEqual(len(rates), flows)
            jain = sum(rates) ** 2 / flows / sum(rate**2 for rate in rates)
            self.assertGreaterEqual(jain, 0.95, flows)
            self.assertGreater(sum(rates), 0.95 * 40 * 1024 / 1106)
            queue = sum(line[1] for line in window) / 20
            self.assertTrue(5 < queue < 200, queue)
            # Before the flows share the port, the first has the whole rate and the others have
            # none.
            self.assertGreater(mine[8][2], 0.99 * 40 * 1024 / 1106)
            self.assertEqual(mine[8][3:], [0] * (flows - 1))

    def test_bad_arguments_are_refused_in_one_line(self):
        for arguments in (["/nonexistent"], [BIN, "a", "b"]):
            result = run(*arguments)
            self.assertEqual((result.returncode, result.stdout), (2, ""))
            self.assertEqual(len(result.stderr.splitlines()), 1)
        result = subprocess.run([os.path.join(BIN, "inc-dcqcn-convergence"), "--flows=1"],
                                capture_output=True, text=True, check=False)  # fmt: skip
        self.assertEqual(result.stderr, "inc-dcqcn-convergence: --flows=1: accepted: numbers from "
                                        "2 to 64, commas between\n")  # fmt: skip


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
