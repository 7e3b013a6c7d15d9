#!/usr/bin/python3
#
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""Checks the protocol's models with Spin; prints a row of a reStructuredText table for each run.

Usage: inc_model.py [--all] [--faults] [--only=NAME,...] [--list]

Without an argument it runs the models that take seconds. --all adds those that take minutes, and
--faults adds models with a deliberate fault. A run must end without an error, or with the violation
that the table of runs names for it; if one ends otherwise, the exit status is 1.
"""

import argparse
import dataclasses
import os
import re
import subprocess
import sys
import tempfile

FOLDER = os.path.dirname(os.path.abspath(__file__))

FAULT = re.compile(r"\bFAULT_[A-Z]\w*")

# Violations by the first words of the assertion, as Spin prints it.
VIOLATIONS = {
    "contribution twice": "&b)==0",
    "result without all": "data[",
    "contribution to another message": "sequence[r])==m",
    "contribution to another epoch": "tree[0]==e",
    "result of another message": "current[",
    "result of another epoch": "joined[worker]==e",
    "dead end": "got[",
    "no end": "acceptance cycle",
    "mixed epochs": "(holds[",
    "result missing for ever": "(m<=next",
    "leak": "used[s]==0",
    "a rank that waits for ever": "is[rank]==",
    "message beyond the window": "(ahead<1)",
    "no answer": "(answered&",
    "cell held for ever": "state[1]!=",
    "ranks that differ": "is[(2*g)]==is[",
}


@dataclasses.dataclass(frozen=True)
class Run:
    """A model with its parameters, and the expected end of its check."""

    name: str
    options: str
    violation: str = ""  # a key of VIOLATIONS, or "" if no violation is expected
    model: str = "inc-slots"
    exhaustive: bool = False  # True if the run takes minutes

    @property
    def is_live(self):
        return "LIVE" in self.options.split()

    @property
    def is_fault(self):
        return "FAULT_" in self.options


RUNS = [
    Run("shadow", "W=2"),
    Run("three-workers", "W=3"),
    Run("two-slots", "W=2 S=2"),
    Run("timers", "W=2 M=3 EXPLICIT_TIMERS"),
    Run("tree", "W=2 LEVELS=2"),
    Run("tree-three-workers", "W=3 LEVELS=2"),
    Run("bier", "W=2 LEVELS=2 BIER"),
    Run("bier-last-hop", "W=2 LEVELS=2 BIER LASTHOP"),
    Run("death", "W=3 DEATH"),
    Run("epochs", "W=2 M=3 EPOCHS"),
    Run("epochs-death", "W=2 M=2 EPOCHS DEATH"),
    Run("liveness", "W=2 M=3 LIVE"),
    Run("manager", "GROUPS=2", model="inc-manager"),
    Run("manager-crash", "CRASH=1 DISMANTLE", model="inc-manager"),
    Run("three-workers-two-slots", "W=3 S=2", exhaustive=True),
    Run("two-slots-tree", "W=2 S=2 LEVELS=2", exhaustive=True),
    Run("two-slots-timers", "W=2 S=2 M=3 EXPLICIT_TIMERS", exhaustive=True),
    Run("tree-timers", "W=2 M=3 LEVELS=2 EXPLICIT_TIMERS", exhaustive=True),
    Run("three-workers-timers", "W=3 M=3 EXPLICIT_TIMERS", exhaustive=True),
    Run("three-workers-bier", "W=3 LEVELS=2 BIER", exhaustive=True),
    Run("two-slots-bier", "W=2 S=2 LEVELS=2 BIER", exhaustive=True),
    Run("tree-death", "W=3 LEVELS=2 DEATH", exhaustive=True),
    Run("tree-epochs", "W=2 M=3 EPOCHS LEVELS=2", exhaustive=True),
    Run("three-workers-epochs-death", "W=3 M=3 EPOCHS DEATH", exhaustive=True),
    Run("manager-two-crashes", "CRASH=2 DISMANTLE", model="inc-manager", exhaustive=True),
    Run("manager-groups-crash", "GROUPS=2 CRASH=1", model="inc-manager", exhaustive=True),
    Run("cells-sent", "W=2 HOLD=0", model="inc-cells"),
    Run("cells-cache", "W=2", model="inc-cells"),
    Run("cells-result", "W=2 HOLD=2", model="inc-cells"),
    Run("cells-sent-direct", "W=2 HOLD=0 DIRECT", model="inc-cells"),
    Run("cells-cache-direct", "W=2 DIRECT", model="inc-cells"),
    Run("cells-three-workers", "W=3 M=2", model="inc-cells"),
    Run("cells-timers", "W=2 M=1 EXPLICIT_TIMERS", model="inc-cells"),
    Run("cells-levels", "W=2 M=1 LEVELS=3", model="inc-cells"),
    Run("cells-levels-direct", "W=2 M=1 LEVELS=3 DIRECT", model="inc-cells"),
    Run("cells-liveness", "W=2 M=1 LIVE", model="inc-cells"),
    Run("cells-each", "W=2 M=1 EACH EXPLICIT_TIMERS", model="inc-cells"),
    Run("cells-each-result", "W=2 M=1 EACH EXPLICIT_TIMERS HOLD=2", model="inc-cells"),
    Run("cells-each-direct", "W=3 M=1 EACH EXPLICIT_TIMERS HOLD=0 DIRECT", model="inc-cells"),
    Run("cells-each-levels", "W=2 M=1 LEVELS=3 EACH EXPLICIT_TIMERS", model="inc-cells"),
    Run("cells-each-liveness", "W=2 M=1 EACH LIVE", model="inc-cells"),
    Run("cells-each-two", "W=2 M=2 EACH EXPLICIT_TIMERS", model="inc-cells", exhaustive=True),
    Run("cells-two-timers", "W=2 M=2 EXPLICIT_TIMERS", model="inc-cells", exhaustive=True),
    Run("cells-sent-levels", "W=3 M=1 LEVELS=3 HOLD=0", model="inc-cells", exhaustive=True),
    Run("cells-cache-levels", "W=3 M=1 LEVELS=3", model="inc-cells", exhaustive=True),
    Run("cells-result-levels", "W=3 M=1 LEVELS=3 HOLD=2", model="inc-cells", exhaustive=True),
    Run("cells-two-levels", "W=2 M=2 LEVELS=3", model="inc-cells", exhaustive=True),
    Run("cells-two-direct", "W=2 M=2 LEVELS=3 DIRECT", model="inc-cells", exhaustive=True),
    Run("cells-direct-levels", "W=3 M=1 LEVELS=3 DIRECT", model="inc-cells", exhaustive=True),
    Run("cells-liveness-direct", "W=2 M=1 DIRECT LIVE", model="inc-cells", exhaustive=True),
    Run("literal", "W=2 LITERAL", "dead end"),
    Run("literal-tree", "W=2 LEVELS=2 LITERAL", "dead end"),
    Run("literal-bier", "W=2 LEVELS=2 BIER LITERAL", "dead end"),
    Run("literal-liveness", "W=2 M=2 LIVE LITERAL", "no end"),
]

RUNS += [
    Run(fault.lower().replace("_", "-"), f"{options} FAULT_{fault}".strip(), violation)
    for fault, options, violation in (
        ("NO_BITMAP", "W=2", "contribution twice"),
        ("STALE_BITMAP", "W=2", "dead end"),
        ("NOT_ALL", "W=3", "result without all"),
        ("LEAF_ANSWERS", "W=2 LEVELS=2", "result without all"),
        ("ONE_VERSION", "W=2", "dead end"),
        ("WINDOW", "W=2", "dead end"),
        ("SLOT_ONLY", "W=2", "contribution to another message"),
        ("UNSIGNED_ID", "W=2", "dead end"),
        ("ANY_RESULT", "W=2", "result of another message"),
        ("NO_REPAIR", "W=2", "dead end"),
        ("NO_REPEAT_UP", "W=2 LEVELS=2", "dead end"),
        ("PENDING_SILENCES", "W=2 S=2", "dead end"),
        ("NO_EPOCH_AT_SWITCH", "W=2 M=2 EPOCHS", "contribution to another epoch"),
        ("NO_EPOCH_AT_WORKER", "W=2 M=2 EPOCHS", "result of another epoch"),
        ("AGREE_ON_LARGEST", "W=2 M=2 EPOCHS", "dead end"),
    )
]


RUNS += [
    Run(f"manager-{fault.lower().replace('_', '-')}", f"{options} FAULT_{fault}", violation,
        model="inc-manager")  # fmt: skip
    for fault, options, violation in (
        ("NO_EPOCH", "CRASH=1 DISMANTLE", "mixed epochs"),
        ("NO_FENCE", "CRASH=1 DISMANTLE", "result missing for ever"),
        ("AGREE_ON_LARGEST", "CRASH=1 DISMANTLE", "result missing for ever"),
        ("WAITS_FOR_THE_DEAD", "CRASH=1 DISMANTLE", "a rank that waits for ever"),
        ("FIRST_TO_LEAVE", "CRASH=1 DISMANTLE", "a rank that waits for ever"),
        ("HOLD_AND_WAIT", "GROUPS=2", "a rank that waits for ever"),
        ("NO_RELEASE", "CRASH=1 DISMANTLE", "leak"),
        ("NO_LEASE", "CRASH=1 DISMANTLE", "leak"),
    )
]


RUNS += [
    Run(f"cells-{fault.lower().replace('_', '-')}", f"{options} FAULT_{fault}", violation,
        model="inc-cells")  # fmt: skip
    for fault, options, violation in (
        ("OVERLAP_ADDED", "W=2", "contribution twice"),
        ("PART_IS_WHOLE", "W=3", "result without all"),
        ("NEW_ROUND", "W=2", "dead end"),
        ("ASKS_TWICE", "W=2 M=1 EACH EXPLICIT_TIMERS HOLD=0 DIRECT", "cell held for ever"),
        ("OVERLAP_PASSED", "W=3 M=1 LEVELS=3", "dead end"),
        ("RELAYED_ONCE", "W=2", "no answer"),
        ("PENDING_ENDS", "W=2", "no answer"),
        ("SWITCH_NEVER_ASKS", "W=2 DIRECT", "no answer"),
    )
]


@dataclasses.dataclass(frozen=True)
class Result:
    """The output of Spin, parsed."""

    violation: str
    complete: bool
    states: int
    depth: int
    memory: float  # MB
    seconds: float

    def is_as_expected(self, run):
        return self.violation == run.violation and (bool(run.violation) or self.complete)


def call(command, folder):
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if run.returncode:
        raise RuntimeError(f"{' '.join(command)}: {run.stdout}{run.stderr}")
    return run.stdout


def find_number(pattern, text):
    match = re.search(pattern, text)
    return float(match[1]) if match else 0


def find_violation(output):
    match = re.search(r"^pan:\d+: (.*?)( \(at depth \d+\))?$", output, re.M)
    if not match:
        return ""
    names = [name for name, text in VIOLATIONS.items() if text in match[1]]
    return names[0] if names else match[1]


def check(run):
    """Build the verifier of a model and run it to its end, or to the first violation."""
    with tempfile.TemporaryDirectory() as folder:
        macros = [f"-D{option}" for option in run.options.split()]
        call(["spin", "-a", *macros, os.path.join(FOLDER, run.model + ".pml")], folder)
        # A small model is checked sooner without optimisation, because compiling takes longer than
        # the check.
        build = ["gcc", "-w", "-O2" if run.exhaustive else "-O0", "-DCOLLAPSE", "-DMEMLIM=8192"]
        build += ["-DNFAIR=6"] if run.is_live else ["-DSAFETY", "-DNOCLAIM"]
        call([*build, "-o", "pan", "pan.c"], folder)
        start = ["./pan", "-m1000000", "-w26" if run.exhaustive else "-w18"]
        output = call(start + (["-a", "-f"] if run.is_live else []), folder)
    return Result(
        violation=find_violation(output),
        complete="Search not completed" not in output and "max search depth" not in output,
        states=int(find_number(r"(\d[\d.e+]*) states, stored", output)),
        depth=int(find_number(r"depth reached (\d+)", output)),
        memory=find_number(r"([\d.]+)\s+total actual memory", output),
        seconds=find_number(r"elapsed time ([\d.]+) seconds", output),
    )


def select(arguments):
    if arguments.only:
        names = arguments.only.split(",")
        unknown = set(names) - {run.name for run in RUNS}
        if unknown:
            sys.exit(f"--only={arguments.only}: no run {min(unknown)}; --list prints their names")
        return [run for run in RUNS if run.name in names]
    return [run for run in RUNS if run.is_fault == arguments.faults
            and (arguments.all or not run.exhaustive)]  # fmt: skip


COLUMNS = (("Run", 28), ("Parameters", 44), ("Found", 32), ("States", 10), ("Depth", 6),
           ("MB", 6), ("s", 7))  # fmt: skip


def print_row(cells):
    print("  ".join(str(cell).ljust(width) for cell, (_, width) in zip(cells, COLUMNS)).rstrip(),
          flush=True)  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description="Checks the protocol's models with Spin.")
    parser.add_argument("--all", action="store_true", help="also the runs that take minutes")
    parser.add_argument("--faults", action="store_true", help="the runs of models with a fault")
    parser.add_argument("--only", metavar="NAME,...", help="these runs")
    parser.add_argument("--list", action="store_true", help="print the names of all runs")
    arguments = parser.parse_args()
    if arguments.list:
        print("\n".join(run.name for run in RUNS))
        return 0
    rule = ["=" * width for _, width in COLUMNS]
    print_row(rule)
    print_row([title for title, _ in COLUMNS])
    print_row(rule)
    failed = 0
    for run in select(arguments):
        result = check(run)
        failed += not result.is_as_expected(run)
        print_row([run.name, run.options, result.violation or "nothing", result.states,
                   result.depth, round(result.memory), round(result.seconds, 1)])  # fmt: skip
    print_row(rule)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
