#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""inc-collective-figures.py draws nine collectives and the choices of auto; here with small
sizes."""

import csv
import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import unittest

sys.dont_write_bytecode = True

from inc_folder_case import FolderCase, write_script  # noqa: E402

INC_SIM = os.path.join(os.path.abspath(sys.argv.pop(1)), "inc-sim")
SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "examples" / "inc-collective-figures.py"
NINE = {"allreduce", "reduce", "broadcast", "allgather", "reducescatter", "alltoall", "gather",
        "scatter", "barrier"}  # fmt: skip

# A stand-in for inc-sim that simulates smaller sizes and networks than asked, and fails on demand.
SMALLER = """#!/bin/bash
words=()
for word in "$@"; do
    case $word in
        --size=*) word=--size=1KiB,64KiB ;;
        --k=8) word=--k=4 ;;
        --hosts=16 | --hosts=32 | --hosts=64 | --hosts=128) word=--hosts=8 ;;
    esac
    words+=("$word")
done
[[ -z "${FAIL:-}" || "$*" != *"$FAIL"* ]] || exit 1
exec "$INC_SIM" "${words[@]}"
"""


def load_script():
    sys.path.insert(0, str(SCRIPT.parent))
    spec = importlib.util.spec_from_file_location("figures", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class CollectiveFigures(FolderCase):
    def setUp(self):
        super().setUp()
        self.out = self.top / "out"
        write_script(self.top / "inc-sim", SMALLER)

    def call(self, *words, **environment):
        return subprocess.run([SCRIPT, *words], env={**os.environ, "INC_SIM": INC_SIM, **environment},
                              capture_output=True, text=True, check=False)  # fmt: skip

    def row(self, *words):
        result = self.top / "r.json"
        subprocess.run([INC_SIM, *words, "--quiet", f"--output={result}"], check=True)
        return json.loads(result.read_text())["results"][0]

    def test_every_collective_has_a_figure_and_auto_its_tables(self):
        done = self.call(self.top, self.out)
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)
        pictures = {path.name for path in self.out.glob("*.png")}
        self.assertEqual(pictures, {f"inc-collective-{name}.png" for name in NINE})
        for picture in pictures:
            self.assertEqual((self.out / picture).read_bytes()[:4], b"\x89PNG", picture)
        for name in ("inc-collective-auto.csv", "inc-collective-auto-128.csv"):
            with open(self.out / name, encoding="utf-8", newline="") as file:
                lines = list(csv.reader(file))[1:]
            self.assertEqual(len(lines), 5 * 2, name)
            for collective, size, auto, quickest, least in lines[::3]:
                network = ("--k=4", "--data=virtual", f"--collective={collective}",
                           f"--size={size.replace(' ', '')}")  # fmt: skip
                for scheme, time in (("auto", auto), (quickest, least)):
                    row = self.row(*network, f"--scheme={scheme}")
                    self.assertEqual(f"{row['time_us']:.1f}", time, (collective, size, scheme))
                self.assertLessEqual(float(least), float(auto), (collective, size))

    def test_closed_forms_of_the_barrier_are_those_of_simulated_ones(self):
        script = load_script()
        for scheme in script.BARRIER_SCHEMES:
            for ranks in (2, 5, 16, 70):
                row = self.row("--topology=star", f"--hosts={ranks}", "--collective=barrier",
                               f"--scheme={scheme}")  # fmt: skip
                reached = row["time_us"] * 1e3 / script.barrier_ns(scheme, ranks)
                self.assertAlmostEqual(reached, 1, 2, (scheme, ranks))

    def test_a_failed_simulation_and_wrong_words_end_in_one_line(self):
        done = self.call(self.top, self.out, FAIL="--collective=reduce")
        self.assertEqual((done.returncode, list(self.out.glob("*.csv"))), (1, []), done.stderr)
        for words in ((self.out,), (self.top, self.out, "more"), (self.top, SCRIPT)):
            done = self.call(*words)
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
            self.assertIn("accepted: ", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
