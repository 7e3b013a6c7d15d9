#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Random argument lists of inc-sim, right and wrong ones, including attributes and files.

Every list must end with 0, 1 or 2. With 2, inc-sim prints one line that names an argument of the
list, and writes nothing. A result file must state every argument of its run. Names, kinds and ranges
come from inc-sim --help-all, so the test draws a new argument without any change here.
INC_RANDOM_LISTS=10000 draws more lists, and INC_RANDOM_SEED draws others.
"""

import collections
import concurrent.futures
import json
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

INC_SIM = os.path.join(os.path.abspath(sys.argv[1]), "inc-sim")
FILES = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "identity",
                     "files")  # fmt: skip
LISTS = int(os.environ.get("INC_RANDOM_LISTS", "120"))
SEED = int(os.environ.get("INC_RANDOM_SEED", "1"))
TIMEOUT = 60  # seconds

# Networks and tensors are small because the test is about arguments.
BASES = [
    ["--topology=star", "--hosts=4", "--size=8KiB"],
    ["--topology=leaf-spine", "--leaves=2", "--spines=2", "--hostsPerLeaf=2", "--size=8KiB"],
    ["--topology=fat-tree", "--size=4KiB", "--workers=6"],
    ["--topology=file:vat.json", "--size=8KiB"],
    ["--topology=file:mixed.json", "--size=8KiB"],
    ["--topology=star", "--hosts=4", "--workload=workload.txt"],
    ["--topology=leaf-spine", "--leaves=2", "--spines=2", "--hostsPerLeaf=4", "--size=8KiB",
     "--scheme=flows"],
]  # fmt: skip

# Values of arguments for which the help gives no range, or whose range includes long runs.
VALUES = {
    "topology": ["star", "fat-tree", "leaf-spine", "file:vat.json", "file:mixed.json",
                 "file:workload.txt", "plan:vat.json", "file:none"],
    "scheme": ["inc", "ring", "ps", "flows", "inc,ring", "ring,ps,flows", "inc,inc"],
    "size": ["1", "4", "1000", "4KiB", "64KiB", "4KiB,8KiB", "8:1KiB:4", "1MB"],
    "workload": ["workload.txt", "vat.json", "none"],
    "ecmpGroups": ["groups.json", "vat.json", "none"],
    "fail": ["leaf0->spine0@2us:20us", "leaf0->spine0@1us", "h0->s0@1us", "edge0->agg0@1us:5us"],
    "convergence": ["1us", "1ms"],
    "aggregators": ["all", "edge", "core", "1", "2", "list:s0", "list:leaf0,spine0"],
    "root": ["s0", "spine0", "core0", "h3", "h15", "root", "0", "1"],
    "linkRate": ["1Gbps", "10Gbps", "25Gbps", "400Gbps", "800Gb/s"],
    "linkDelay": ["0s", "10ns", "500ns", "10us", "1ms"],
    "rto": ["1us", "50us", "500us", "20ms"],
    "loss": ["0", "0.001", "0.01", "0.1"],
    "background": ["0", "0.1", "0.4"],
    "iterations": ["1", "2", "3"],
    "warmup": ["0", "1", "2"],
    "k": ["2", "4", "6", "5"],
    "hostsPerLeaf": ["1", "2", "7", "48"],
    "maxRetries": ["1", "5", "100"],
    "buffer": ["64KiB", "1MiB", "64MiB"],
    "headroom": ["0", "16KiB", "1MiB"],
    "ecnMin": ["0", "2KB", "300KB"],
    "ecnMax": ["0", "10KB", "1MB"],
    "mouseSize": ["1", "1KiB"],
    "startSpread": ["0s", "3us"],
    "payload": ["8", "256", "1000", "1024", "4096"],
    "output": ["r.json", "none/r.json"],
    "csv": ["r.csv", "r.json"],
    "pcap": ["cap", "none/cap"],
    "trace": ["t.jsonl", "r.json"],
    "animation": ["a.xml"],
    "inventory": ["i.json", "i.dot"],
    "monitor": ["m.csv", "r.json"],
    "dismantle": ["0s", "3us", "1s"],
}  # fmt: skip
WRONG = ["", "-1", "0x10", "nan", "1e400", "4294967296", "99999999999999999999", "1 2", "a\nb", "é",
         "true", "1x", "inf", "-5us", "1kg", "file:", "list:", ",", "0", "1"]  # fmt: skip
# Values of attributes besides WRONG: extremes that a class must accept or refuse.
EXTREMES = ["0", "1", "2", "7", "8", "255", "1000", "65535", "1000000", "4294967295", "0.5", "0s",
            "1ns", "1us", "20ms", "1000s", "1kbps", "1Gbps", "100Tbps", "true", "false", "3", "3,4",
            "1,2,3,4,5,6,7,8", "strict", "ns3::IncDcqcn", "stop", "drop"]  # fmt: skip


def ask(*words):
    done = subprocess.run([INC_SIM, *words], capture_output=True, text=True, timeout=TIMEOUT,
                          check=True)  # fmt: skip
    return done.stdout


def read_arguments():
    """Return what inc-sim --help-all accepts, by the argument's name."""
    text = ask("--help-all")
    pattern = r"^  --(\w+)  \[.*?\]\n(.*?)(?=^  --|^\S|\Z)"
    found = re.findall(pattern, text, re.M | re.S)
    return {name: " ".join(text.split()).rpartition("Accepted: ")[2].rstrip(".")
            for name, text in found}  # fmt: skip


def read_attributes():
    """Return the paths of the attributes of all our classes, with their defaults."""
    attributes = {}
    for name in re.findall(r"ns3::Inc\w+", ask("--PrintGroup=Inc")):
        text = ask("--PrintAttributes=" + name)
        attributes.update(re.findall(r"--(ns3::\w+::\w+)=\[(.*?)\]", text))
    return attributes


def draw_number(low, high, draw):
    return str(draw.choice([low, min(high, low + 1), min(high, low + draw.randrange(40)),
                            min(high, 256)]))  # fmt: skip


def draw_value(name, accepted, draw):
    if draw.random() < 0.12:
        # For --size this is no wrong value: 4 GiB is a valid size whose run takes long.
        return draw.choice([value for value in WRONG if (name, value) != ("size", "4294967296")])
    if name in VALUES:
        return draw.choice(VALUES[name])
    numbers = re.match(r"a (?:whole )?number from (\d+) to (\d+)", accepted)
    if numbers:
        return draw_number(int(numbers[1]), int(numbers[2]), draw)
    if accepted.startswith("a probability"):
        return draw.choice(["0", "0.01", "0.3", "1"])
    return draw.choice(re.split(r", | or ", accepted))


def draw_list(arguments, attributes, draw):
    """Return one list, as a dictionary of values by name."""
    chosen = dict(word[2:].split("=", 1) for word in draw.choice(BASES))
    for name in draw.sample(sorted(arguments), draw.choice([0, 1, 1, 2, 3, 5])):
        chosen[name] = draw_value(name, arguments[name], draw)
    for path in draw.sample(sorted(attributes), draw.choice([0, 0, 1, 1, 2])):
        chosen[path] = draw.choice(EXTREMES + WRONG + [attributes[path]])
    chosen.setdefault("output", "result.json")
    return chosen


Outcome = collections.namedtuple("Outcome", "status out err written")


def run_list(chosen):
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(FILES, folder, dirs_exist_ok=True)
        before = set(os.listdir(folder))
        words = [f"--{name}={value}" for name, value in chosen.items()]
        done = subprocess.run([INC_SIM, *words], cwd=folder, capture_output=True, timeout=TIMEOUT,
                              check=False)  # fmt: skip
        written = {}
        for name in set(os.listdir(folder)) - before:
            with open(os.path.join(folder, name), "rb") as file:
                written[name] = file.read()
        return Outcome(done.returncode, done.stdout.decode(errors="replace"),
                       done.stderr.decode(errors="replace"), written)  # fmt: skip


def complaint_about(chosen, outcome):
    """Return what is wrong with the end of a list's run, or None."""
    if outcome.status not in (0, 1, 2):
        return f"ended with {outcome.status}"
    if outcome.status < 2:
        silent = silent_in(chosen, outcome)
        if silent:
            return f"does not show {silent}"
        shown = outcome.err if "progress" not in chosen else ""
        return f"said {shown!r}" if shown else None
    lines = outcome.err.splitlines()
    # progress lines precede an error that only the run finds
    lines = lines[-1:] if "progress" in chosen else lines
    if len(lines) != 1 or not lines[0].startswith("inc-sim: "):
        return "is not refused in one line"
    names = [name.rpartition("ns3::")[2] for name in chosen]
    if not any(name in outcome.err for name in names):
        return "the refusal names none of the arguments"
    return f"left {sorted(outcome.written)}" if outcome.written else None


def is_shown(value, shown):
    """Return whether the config of a result file shows the given value."""
    if isinstance(shown, bool):
        return value in (("1", "true") if shown else ("0", "false"))
    if isinstance(shown, (int, float)):
        number, unit = re.fullmatch(r"([^A-Z]*)([KMGT]?i?B?)", value).groups()
        power = "BKMGT".index(unit[0]) if unit else 0
        return float(number) * (1000 if unit in ("KB", "MB", "GB", "TB") else 1024) ** power == shown
    return value == shown


def silent_in(chosen, outcome):
    """Return the arguments of a run that its result file does not state."""
    config = json.loads(outcome.written[chosen["output"]])["config"]
    # An attribute that an argument also sets appears under the argument's name.
    return [name for name, value in chosen.items()
            if (name in config or "::" not in name) and not is_shown(value, config.get(name))]  # fmt: skip


class RandomLists(unittest.TestCase):
    def test_every_list_ends_well_and_no_argument_is_silent(self):
        arguments, attributes = read_arguments(), read_attributes()
        self.assertGreater(len(arguments), 50)
        self.assertGreater(len(attributes), 50)
        print(f"INC_RANDOM_LISTS={LISTS} INC_RANDOM_SEED={SEED}", flush=True)
        draw = random.Random(SEED)
        lists = [draw_list(arguments, attributes, draw) for _ in range(LISTS)]
        complaints = []

        def examine(chosen):
            try:
                outcome = run_list(chosen)
            except subprocess.TimeoutExpired:
                return chosen, f"takes more than {TIMEOUT} s"
            problem = complaint_about(chosen, outcome)
            return chosen, problem and f"{problem}: {outcome.err[-300:]!r}"

        with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("INC_JOBS", "2"))) as pool:
            for chosen, problem in pool.map(examine, lists):
                words = " ".join(shlex.quote(f"--{name}={value}") for name, value in chosen.items())
                if problem:
                    complaints.append(f"inc-sim {words}\n    {problem}")
        self.assertEqual(complaints, [], "\n" + "\n".join(complaints))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
