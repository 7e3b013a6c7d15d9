#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""inc-recovery-plot.py draws the time of an AllReduce over the moment at which its root dies."""

import csv
import json
import pathlib
import subprocess
import sys
import unittest

sys.dont_write_bytecode = True

from inc_folder_case import FolderCase, write_script  # noqa: E402

BIN = pathlib.Path(sys.argv[1]).resolve()
ROOT = pathlib.Path(__file__).resolve().parents[2]
SCHEMES = ("inc", "ring", "ps")
HEARTBEATS = 303_000  # us


class RecoveryPlot(FolderCase):
    def plot(self, *arguments):
        return subprocess.run([ROOT / "examples" / "inc-recovery-plot.py", *arguments],
                              capture_output=True, text=True, timeout=300, check=False)  # fmt: skip

    def times_without_a_death(self):
        path = self.top / "result.json"
        subprocess.run([BIN / "inc-sim", "--control=manager", "--size=1MiB", "--quiet",
                        f"--scheme={','.join(SCHEMES)}", f"--output={path}"], check=True)  # fmt: skip
        return {row["scheme"]: row["time_us"] for row in json.loads(path.read_text())["results"]}

    def test_figure_and_numbers_are_those_of_the_manual_and_of_the_simulator(self):
        run = self.plot(BIN, self.top / "figures")
        self.assertEqual((run.returncode, run.stdout, run.stderr), (0, "", ""))
        self.assert_is_png(self.top / "figures" / "inc-recovery.png")
        text = (self.top / "figures" / "inc-recovery.csv").read_text()
        self.assertEqual(text, (ROOT / "doc" / "figures" / "inc-recovery.csv").read_text())
        rows = list(csv.DictReader(text.splitlines()))
        self.assertEqual(rows[-1]["dies_us"], "never")
        healthy = self.times_without_a_death()
        for name in SCHEMES:
            self.assertEqual(rows[-1][f"{name}_us"], f"{healthy[name]:.1f}")
        for row in rows[:-1]:
            moment, time = float(row["dies_us"]), float(row["inc_us"])
            # in the last tenth of the run, all packets may have passed the root
            if not 0.9 * healthy["inc"] < moment < healthy["inc"]:
                self.assertEqual(time > healthy["inc"] + 1, moment < healthy["inc"], row)
            self.assertLess(time, healthy["inc"] + HEARTBEATS, row)
            for name in SCHEMES:  # without core0, other paths may happen to be slightly faster
                self.assertGreater(float(row[f"{name}_us"]), 0.999 * healthy[name], row)

    def test_what_cannot_be_is_said_in_a_line(self):
        run = self.plot(self.top)
        self.assertEqual((run.returncode, len(run.stderr.splitlines())), (2, 1), run.stderr)
        self.assertIn("no inc-sim in", run.stderr)
        write_script(self.top / "inc-sim", "#!/bin/sh\nexit 1\n")
        run = self.plot(self.top, self.top / "figures")
        self.assertEqual((run.returncode, len(run.stderr.splitlines())), (1, 1), run.stderr)
        self.assertFalse((self.top / "figures" / "inc-recovery.csv").exists())
        self.assertIn("[BIN [FOLDER]]", self.plot("--help").stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
