#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""inc-link-changes-plot.py draws how long links that fail and come back stop aggregation."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

BIN = pathlib.Path(sys.argv[1]).resolve()
ROOT = pathlib.Path(__file__).resolve().parents[2]
RUNS = 6  # runs in each network


class LinkChangesPlot(unittest.TestCase):
    def test_numbers_are_those_of_the_manual_and_their_figure_is_drawn(self):
        with tempfile.TemporaryDirectory() as folder:
            run = subprocess.run([ROOT / "examples" / "inc-link-changes-plot.py", BIN, folder],
                                 env={**os.environ, "INC_ITERATIONS": str(RUNS)}, capture_output=True,
                                 text=True, timeout=300, check=False)  # fmt: skip
            self.assertEqual((run.returncode, run.stdout, run.stderr), (0, "", ""))
            picture = (pathlib.Path(folder) / "inc-link-changes.png").read_bytes()
            lines = (pathlib.Path(folder) / "inc-link-changes.csv").read_text().splitlines()
        self.assertEqual(picture[:8], b"\x89PNG\r\n\x1a\n")
        known = (ROOT / "doc" / "figures" / "inc-link-changes.csv").read_text().splitlines()
        self.assertEqual(len(known), 501)
        for network in ("fat-tree", "leaf-spine"):
            of_manual = [line for line in known if line.startswith(network)]
            self.assertEqual([line for line in lines if line.startswith(network)], of_manual[:RUNS])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
