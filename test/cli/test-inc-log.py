#!/usr/bin/python3
#
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""NS_LOG shows the path of a frame, and logging does not change results.

The test compares the logs with the event trace of the same run, which comes from trace sources.
"""

import json
import os
import re
import subprocess
import sys
import unittest

from inc_sim_case import INC_SIM, SimCase

# A switch and three hosts, each of which sends two messages.
RUN = ("--topology=star", "--hosts=3", "--payload=1024", "--quiet")
COMPONENTS = ("IncAggregator", "IncBfr", "IncClient", "IncNetDevice", "IncQueuePair", "IncSwitch")
NODES = {-1: "", 0: "h0", 1: "h1", 2: "h2", 3: "s0"}
LINE = re.compile(r"^\+(?P<time>[\d.]+)s (?P<node>-?\d+) \[INFO \] (?P<text>.*)$")


class LogTest(SimCase):
    def logged(self, components, *arguments, size="2KB", scheme="inc"):
        """Return the log lines of these components, with their times and nodes."""
        level = "=level_info|prefix_time|prefix_node|prefix_level"
        environment = {**os.environ, "NS_LOG": ":".join(name + level for name in components)}
        run = subprocess.run([INC_SIM, *RUN, f"--size={size}", f"--scheme={scheme}", *arguments],
                             cwd=self.folder, env=environment, capture_output=True, text=True,
                             timeout=60, check=True)  # fmt: skip
        lines = [LINE.match(line) for line in run.stderr.splitlines()]
        self.assertNotIn(None, lines, run.stderr)
        return lines

    def events(self, path):
        with open(os.path.join(self.folder, path), encoding="utf-8") as file:
            return [json.loads(line) for line in file]

    def test_list_names_our_components(self):
        """If the name is unknown, ns-3 prints the names of all components."""
        run = subprocess.run([INC_SIM, *RUN, "--size=2KB"], cwd=self.folder, capture_output=True,
                             text=True, env={**os.environ, "NS_LOG": "list=info"}, timeout=60,
                             check=False)  # fmt: skip
        names = {line.partition("=")[0] for line in (run.stdout + run.stderr).splitlines()}
        self.assertLessEqual(set(COMPONENTS), names)

    def test_ports_log_what_the_trace_has(self):
        """Each frame that is sent or received is logged with its time and node."""
        lines = self.logged(["IncNetDevice"], "--trace=t.jsonl")
        for verb, event in (("sends", "send"), ("receives", "receive")):
            logged = [(NODES[int(line["node"])], round(float(line["time"]) * 1e9))
                      for line in lines if f" {verb} " in line["text"]]  # fmt: skip
            traced = [(each["node"], each["t_ns"]) for each in self.events("t.jsonl")
                      if each["event"] == event]  # fmt: skip
            self.assertGreaterEqual(len(traced), 12)
            self.assertEqual(sorted(logged), sorted(traced))
            self.assertEqual([time for _, time in logged], [time for _, time in traced])

    def test_a_message_from_client_to_client(self):
        """Rank 1's contribution and its result pass these stages in order."""
        lines = self.logged(["IncClient", "IncQueuePair", "IncNetDevice", "IncAggregator"],
                            "--transport=rc")  # fmt: skip
        texts = [line["text"] for line in lines]
        stages = (r"rank 1 contributes message 0 from slot 0$",
                  r"IncRcQueuePair \d+ sends contribution of .* message 0 rank 1$",
                  r"port 0 sends contribution of .* message 0 rank 1$",
                  r"port 1 receives contribution of .* message 0 rank 1$",
                  r"child 1, bits \{\d+\}: contribution of .* message 0 rank 1$",
                  r"tree \d+ message 0: complete in slot \d+, down to the workers$",
                  r"port 1 sends result of .* message 0 rank 1$",
                  r"port 0 receives result of .* message 0 rank 1$",
                  r"IncRcQueuePair \d+ receives result of .* message 0 rank 1$",
                  r"rank 1 has the result of message 0$")  # fmt: skip
        at = -1
        for stage in stages:
            found = [i for i, text in enumerate(texts) if i > at and re.search(stage, text)]
            self.assertTrue(found, f"{stage} is not after line {at}:\n" + "\n".join(texts))
            at = found[0]
        times = [float(line["time"]) for line in lines]
        self.assertEqual(times, sorted(times))

    def test_copies_and_ways_through_switches(self):
        """A BFR logs each copy of a BIER packet; a ring's frames are forwarded once per hop."""
        lines = self.logged(["IncBfr"], "--dissemination=bier")
        self.assertEqual(sum("copy to port" in line["text"] for line in lines), 2 * 3)
        self.assertEqual({re.search(r"port (\d+) for bits (\S+):", line["text"]).groups()
                          for line in lines}, {("0", "{1}"), ("1", "{2}"), ("2", "{3}")})  # fmt: skip
        lines = self.logged(["IncSwitch"], "--trace=t.jsonl", scheme="ring")
        received = [each for each in self.events("t.jsonl")
                    if each["event"] == "receive" and each["node"] == "s0"]  # fmt: skip
        self.assertEqual(len(lines), len(received))

    def test_drops_say_why(self):
        """A frame that a bad link loses is in the log and in the trace."""
        lines = self.logged(["IncNetDevice"], "--loss=0.05", "--trace=t.jsonl", size="64KB")
        drops = [each for each in self.events("t.jsonl") if each["event"] == "drop"]
        logged = [line for line in lines if " drops (link-error) " in line["text"]]
        self.assertGreater(len(drops), 0)
        self.assertEqual(len(logged), len(drops))

    def test_results_do_not_depend_on_logs(self):
        """The results with all components logging equal those with none."""
        def rows(components):
            if components:
                self.logged(components, "--output=r.json")
            else:
                self.run_sim(*RUN, "--size=2KB", "--scheme=inc", "--output=r.json")
            results = self.load("r.json")["results"]
            return [{name: value for name, value in row.items()
                     if not name.startswith(("wall", "cpu", "rss", "peak"))} for row in results]  # fmt: skip

        self.assertEqual(rows(COMPONENTS), rows(()))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
