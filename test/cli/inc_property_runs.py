#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""Runs the randomised tests with very many other seeds, and counts the runs that are right.

test/cli/inc_property_runs.py BIN [--runs=1000000] [--first=SEED] [--only=REGEX]

BIN is the folder of the built programs: build/release/bin, or build/sanitize/bin. Each kind of test
has its share of the runs. A run is one seed: it draws a network, a group or an object, and compares
it with an independent computation. Prints a row for each kind. A failing run is printed with the
command that repeats it, and the exit status is 1; a run that exceeds the timeout counts as a hang.
"""

import argparse
import dataclasses
import os
import re
import resource
import subprocess
import sys

SLICES = 20  # slices of the runs of a kind, one process each
TIMEOUT = 3600  # seconds for a slice
ROW = "{:<44}{:>10}{:>10}{:>12}"


@dataclasses.dataclass(frozen=True)
class Kind:
    """A test that reads INC_SEED and INC_ITERATIONS."""

    test: str  # a suite, a filter of GoogleTest, or a file of this folder with a test in it
    share: int  # runs out of a million
    each: int = 1  # cases that the test tries with each seed


KINDS = (
    Kind("test-inc-sim-chaos.py ChaosTest.test_every_seed_ends_right", 5000),
    Kind("inc-collectives", 20000),
    Kind("inc-communicator", 2000),
    Kind("inc-deaths", 8000),
    Kind("inc-dissemination-random", 15000),
    Kind("Ecmp/IncBierProperty.EveryReceiverGetsOneCopyOnAShortestPath/*", 30000, 3),
    Kind("IncLossScoreboard.NamesWhatWasSentBeforeAnArrivalAndHasNotArrived", 20000),
    Kind("IncRouteComputation.UsesEveryShortestPathOfRandomGraphsAndNoOther", 160000),
    Kind("IncTreeBuilder.MakesRightTreesOnRandomGraphs", 350000),
    Kind("test-inc-sim-bound.py Bound.test_random_runs", 10000),
    Kind("IncTreeState.FollowsASetBasedModelUnderRandomBitmaps", 390000),
)


def command_of(binary, test):
    if ".py " in test:
        file, name = test.split()
        return [sys.executable, os.path.join(os.path.dirname(os.path.abspath(__file__)), file), binary, name]
    if "." in test:
        return [os.path.join(binary, "inc-unit-tests"), f"--gtest_filter={test}"]
    return [os.path.join(binary, "inc-test-runner"), f"--suite={test}", "--verbose"]


def run(binary, kind, first, count):
    """Return an empty text if all seeds are right, else the output of the test."""
    settings = {"INC_SEED": str(first), "INC_ITERATIONS": str(count)}
    command = command_of(binary, kind.test)
    try:
        done = subprocess.run(command, env={**os.environ, **settings}, capture_output=True, text=True,
                              errors="replace", timeout=TIMEOUT, check=False)  # fmt: skip
    except subprocess.TimeoutExpired:
        return f"hangs: {settings} {' '.join(command)}"
    if "." in kind.test and ".py " not in kind.test and f"Running {kind.each} test" not in done.stdout:
        return f"there is no test {kind.test}"
    if done.returncode == 0:
        return ""
    return f"status {done.returncode}: {settings} {' '.join(command)}\n{(done.stdout + done.stderr)[-2000:]}"


def run_kind(binary, kind, first, wanted):
    """Return how many runs were right, and the output of the first that was not."""
    seeds = max(1, wanted // kind.each)
    each = max(1, -(-seeds // SLICES))
    right = 0
    for begin in range(0, seeds, each):
        count = min(each, seeds - begin)
        wrong = run(binary, kind, first + begin, count)
        if wrong:
            return right, wrong
        right += count * kind.each
    return right, ""


def cpu_seconds():
    """Return the CPU time of all child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("binary", metavar="BIN")
    parser.add_argument("--runs", type=int, default=1000000)
    parser.add_argument("--first", type=int, default=10000000, metavar="SEED")
    parser.add_argument("--only", default="", metavar="REGEX")
    given = parser.parse_args()
    print(ROW.format("kind", "runs", "CPU s", "us each"), flush=True)
    total = 0
    failures = []
    for kind in KINDS:
        if not re.search(given.only, kind.test):
            continue
        start = cpu_seconds()
        right, wrong = run_kind(given.binary, kind, given.first, given.runs * kind.share // 1000000)
        took = cpu_seconds() - start
        total += right
        failures += [wrong] if wrong else []
        print(ROW.format(kind.test.split("/")[-2 if "/" in kind.test else 0][:44], right, f"{took:.0f}",
                         f"{1e6 * took / max(right, 1):.0f}"), flush=True)  # fmt: skip
        if wrong:
            print(wrong, flush=True)
    print(ROW.format("all", total, "", ""))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
