# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Runs of inc-sim, several at a time, each in a folder of its own, and what they have measured."""

import concurrent.futures
import csv
import json
import os
import subprocess
import tempfile

from inc_script import series


class RunError(Exception):
    """A simulation that has failed, in one line."""


class Run:
    """One call of inc-sim."""

    def __init__(self, arguments, measure, seed=1, files=None):
        """arguments: without dashes, name → value; measure: of an Output, what the run is for;
        files: name → text, written where inc-sim runs."""
        self.words = [f"--{name}={value}" for name, value in arguments.items()]
        self.words += [f"--RngRun={seed}", "--quiet=1", "--output=result.json"]
        self.measure = measure
        self.files = files or {}


class Output:
    """What a run has written."""

    def __init__(self, folder):
        self._folder = folder
        with open(self._path("result.json"), encoding="utf-8") as file:
            self.result = json.load(file)
        self.row = self.result["results"][0]

    def _path(self, name):
        return os.path.join(self._folder, name)

    def flows(self):
        """Of --flowTable=table.csv: a dictionary for each flow."""
        with open(self._path("table.csv"), encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    def series(self, metric):
        """Of --series=series.csv: by object, times (us) and values."""
        return series.read(self._path("series.csv"))[metric]


class Simulator:
    """inc-sim of a folder of programs."""

    def __init__(self, binaries, jobs):
        """jobs: runs at a time."""
        self._program = os.path.join(os.path.abspath(binaries), "inc-sim")
        self._pool = concurrent.futures.ThreadPoolExecutor(jobs)

    def all(self, runs):
        """What each of the runs has measured, in their order."""
        try:
            return list(self._pool.map(self._one, runs))
        except BaseException:
            self._pool.shutdown(wait=False, cancel_futures=True)
            raise

    def _one(self, run):
        with tempfile.TemporaryDirectory(prefix="inc-testbeds-") as folder:
            for name, text in run.files.items():
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(text)
            command = [self._program, *run.words, "--processes=1"]
            done = subprocess.run(command, cwd=folder, text=True, capture_output=True, check=False)
            if done.returncode != 0:
                said = " ".join(done.stderr.split()) or f"exit status {done.returncode}"
                raise RunError(f"inc-sim {' '.join(run.words)}: {said}")
            return run.measure(Output(folder))
