#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""Runs inc-sim --chaos=SEED for many seeds, and makes what fails small.

    test/cli/inc_chaos.py BIN [--seeds=FROM:TO] [--jobs=N] [--timeout=SECONDS]

BIN is the folder of the built programs. What fails (another status than 0, nothing after the timeout) is
printed with its first complaint and with the fewest of its arguments under which it still fails the same
way. Exit status 1 if something failed. Where the programs are built with sanitizers they watch as well.
"""

import argparse
import concurrent.futures
import os
import subprocess
import sys
import time


def run(binary, arguments, timeout):
    """How a run ended, as a word, and the first line of its complaint."""
    command = [os.path.join(binary, "inc-sim"), *arguments, "--progress=0"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout)
    except subprocess.TimeoutExpired:
        return "hangs", f"nothing after {timeout} s", ""
    complaint = next((line for line in done.stdout.splitlines() if "failed" in line), "")
    complaint = complaint or (done.stderr.splitlines() or [""])[0]
    return str(done.returncode), complaint, done.stdout


def arguments_of(binary, seed, timeout):
    """What a seed draws, as the first line of its table says; and how it ended."""
    status, complaint, shown = run(binary, [f"--chaos={seed}"], timeout)
    first = (shown.splitlines() or [""])[0]
    return status, complaint, [word for word in first.split() if word.startswith("--")]


def shrink(binary, arguments, status, timeout):
    """The fewest arguments that end in the same way."""
    at = 0
    while at < len(arguments):
        fewer = arguments[:at] + arguments[at + 1 :]
        if run(binary, fewer, timeout)[0] == status:
            arguments = fewer
        else:
            at += 1
    return arguments


def try_seed(binary, seed, timeout):
    """None where all is well, else a report."""
    status, complaint, arguments = arguments_of(binary, seed, timeout)
    if status == "0":
        return None
    small = shrink(binary, arguments, status, timeout) if arguments else [f"--chaos={seed}"]
    return f"seed {seed}: {status}: {complaint}\n  inc-sim {' '.join(small)}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("binary", metavar="BIN")
    parser.add_argument("--seeds", default="0:1000", metavar="FROM:TO")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--timeout", type=float, default=120, metavar="SECONDS")
    given = parser.parse_args()
    first, last = map(int, given.seeds.split(":"))
    start = time.monotonic()
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        for report in pool.map(
            lambda seed: try_seed(given.binary, seed, given.timeout), range(first, last)
        ):
            if report:
                failed += 1
                print(report, flush=True)
    print(f"{last - first} runs in {time.monotonic() - start:.0f} s, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
