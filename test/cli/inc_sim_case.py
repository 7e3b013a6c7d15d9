# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Shares the running of inc-sim among tests; sys.argv[1] is the folder of the programs."""

import csv
import json
import os
import subprocess
import sys
import unittest  # noqa: F401: some tests take it from here

from inc_folder_case import FolderCase

INC_SIM = os.path.join(os.path.abspath(sys.argv[1]), "inc-sim")


def star(slots):
    """Return a star: four hosts at a switch with this number of slots."""
    nodes = [{"name": f"h{i}", "kind": "host"} for i in range(4)]
    nodes.append({"name": "s", "kind": "switch", "inc": True, "slots": slots})
    links = [{"a": f"h{i}", "b": "s", "rate": "100Gbps", "delay": "1us"} for i in range(4)]
    return {"schema": "inc-topology/1", "nodes": nodes, "links": links}


class SimCase(FolderCase):
    """Runs inc-sim in a temporary folder, with the arguments that a subclass always gives."""

    ALWAYS = ()
    TIMEOUT = 600  # seconds

    def run_sim(self, *arguments, status=None):
        """Return a run, which exits with this status if one is given."""
        run = subprocess.run([INC_SIM, *arguments], cwd=self.folder, capture_output=True,
                             text=True, timeout=self.TIMEOUT, check=False)  # fmt: skip
        if status is not None:
            self.assertEqual(run.returncode, status, (arguments, run.stdout, run.stderr))
        return run

    def rows(self, *arguments, status=0):
        """Return the rows of a run that exits with this status and prints nothing."""
        run = self.run_sim(*self.ALWAYS, *arguments, "--output=r.json", "--quiet")
        self.assertEqual((run.returncode, run.stderr), (status, ""), arguments)
        return self.load("r.json")["results"]

    def path(self, name):
        return os.path.join(self.folder, name)

    def write_file(self, name, content):
        """Write a file of the folder: a text as it is, anything else as JSON."""
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(content if isinstance(content, str) else json.dumps(content))

    def load(self, name):
        """Return the contents of a JSON file that a run has written."""
        with open(self.path(name), encoding="utf-8") as file:
            return json.load(file)

    def table(self, name):
        """Return the rows of a CSV file that a run has written, as dictionaries."""
        with open(self.path(name), encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    def row(self, *arguments, status=0):
        """Return the first row of a run."""
        return self.rows(*arguments, status=status)[0]

    def refused(self, words, *arguments):
        """Check that inc-sim refuses the arguments in one line with these words, and writes
        nothing."""
        before = os.listdir(self.folder)
        run = self.run_sim(*arguments)
        self.assert_told_in_a_line(run, words)
        self.assertEqual(os.listdir(self.folder), before)
