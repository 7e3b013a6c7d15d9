#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Every command of the manual's page "How do I …" runs unchanged, in the page's order."""

import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

BIN = pathlib.Path(sys.argv[1]).resolve()
CHECKOUT = pathlib.Path(__file__).resolve().parents[2]
PAGE = CHECKOUT / "doc/inc-how-do-i.rst"
NAMED = re.compile(r"--(?:output|csv|series|timeline|flowTable|trace)=([^-]\S*)")


def tasks():
    """Return number, question and command of each task."""
    text = PAGE.read_text(encoding="utf-8")
    pattern = r"^\\(\d+)\. … (.+(?:\n.+)*) ::\n\n   (\./inc .+)\n"
    return [(int(number), " ".join(question.split()), command)
            for number, question, command in re.findall(pattern, text, re.M)]  # fmt: skip


def words_of(command):
    """Return the words that ./inc would execute, without building anything."""
    _, what, *words = shlex.split(command)
    if what == "run":
        return [BIN / words[0], *words[1:]]
    if what == "sweep":
        return ["/usr/bin/python3", CHECKOUT / "examples/inc-sweep.py", BIN, *words]
    assert what == "plot", command
    return ["/usr/bin/python3", CHECKOUT / "examples/inc-plot.py", *words]


class HowDoI(unittest.TestCase):
    def test_every_task_is_one_command_that_works(self):
        found = tasks()
        text = PAGE.read_text(encoding="utf-8")
        self.assertEqual(len(found), text.count("./inc ") - text.count("``./inc run inc-sim"))
        self.assertEqual([number for number, _, _ in found], list(range(1, len(found) + 1)))
        self.assertGreaterEqual(len(found), 28)
        with tempfile.TemporaryDirectory() as folder:
            os.symlink(CHECKOUT / "examples", os.path.join(folder, "examples"))
            self.write_files(folder)
            for number, question, command in found:
                with self.subTest(number=number, question=question):
                    run = subprocess.run(words_of(command), cwd=folder, capture_output=True,
                                         text=True, timeout=120, check=False)  # fmt: skip
                    self.assertEqual(run.returncode, 0, command + "\n" + run.stderr)
                    if "inc-sim" in command and "sweep" not in command:
                        self.assertTrue(run.stdout)
                    pictures = [word for word in shlex.split(command) if word.endswith(".png")]
                    files = [] if "sweep" in command else NAMED.findall(command)
                    for name in files + pictures:
                        self.assertGreater(os.path.getsize(os.path.join(folder, name)), 0, name)

    def write_files(self, folder):
        """Write the files that a user would have: a topology and a list of flows."""
        nodes = [{"name": f"h{i}", "kind": "host"} for i in range(4)]
        links = [{"a": f"h{i}", "b": "s0", "rate": "100Gbps", "delay": "1us"} for i in range(4)]
        topology = {"schema": "inc-topology/1", "links": links,
                    "nodes": [*nodes, {"name": "s0", "kind": "switch", "inc": True}]}  # fmt: skip
        pathlib.Path(folder, "t.json").write_text(json.dumps(topology))
        pathlib.Path(folder, "flows.csv").write_text(
            "from,to,bytes,start_us\nh0,h1,100000,0\nh2,h1,50000,2.5\n"
        )


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
