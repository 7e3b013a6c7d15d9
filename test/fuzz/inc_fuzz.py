#!/usr/bin/python3
#
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""Feeds every parser with inputs of libFuzzer that grow from its corpus: ./inc test --fuzz=SECONDS

inc_fuzz.py --seconds=N [--jobs=J] [--only=REGEX] [--found=DIR] BIN

BIN is the folder of inc-fuzz and inc-fuzz-wire. Each parser runs for N seconds, and J run at a time.
DIR keeps logs, inputs that crash a parser, and inputs that reach new code, with which the next run
begins. Prints a table; exits 1 if an input crashes a parser.
"""

import argparse
import concurrent.futures
import os
import re
import subprocess
import sys

CORPUS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "corpus")
LIMITS = ["-timeout=20", "-rss_limit_mb=2048"]
# Parsers of frames from a link. Their program has few coverage counters, so that libFuzzer is fast;
# inputs are short.
WIRE = ("control-bodies", "control-datagrams", "frames")
# Stack traces of allocations are left out, because they slow the run down.
SPARING = "malloc_context_size=0:quarantine_size_mb=16"
ROW = "{:<22}{:>14}{:>12}{:>10}{:>9}  {}"


def stat(log, name):
    found = re.findall(rf"stat::{name}:\s+(\d+)", log)
    return int(found[-1]) if found else 0


def fuzz(parser, arguments):
    """Run one parser; return its row."""
    folder = os.path.join(arguments.found, parser)
    os.makedirs(folder, exist_ok=True)
    bad = os.path.join(arguments.found, f"{parser}-")
    is_wire = parser in WIRE
    program = os.path.join(arguments.bin, "inc-fuzz-wire" if is_wire else "inc-fuzz")
    command = [program, parser, f"-max_total_time={arguments.seconds}",
               f"-max_len={512 if is_wire else 16384}",
               "-print_final_stats=1", f"-artifact_prefix={bad}", *LIMITS,
               folder, os.path.join(CORPUS, parser)]  # fmt: skip
    path = os.path.join(arguments.found, f"{parser}.log")
    with open(path, "w", encoding="utf-8") as log:
        status = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                env={"ASAN_OPTIONS": SPARING, **os.environ},
                                check=False).returncode  # fmt: skip
    with open(path, encoding="utf-8", errors="replace") as log:
        text = log.read()
    edges = re.findall(r"\bcov: (\d+)", text)
    saved = re.findall(r"Test unit written to (\S+)", text)
    verdict = "ok"
    if status:
        verdict = f"see {path}"
        if saved:
            verdict = f"repeat: {program} {parser} {saved[-1]}"
    return {"parser": parser, "status": status, "verdict": verdict,
            "inputs": stat(text, "number_of_executed_units"),
            "rate": stat(text, "average_exec_per_sec"),
            "edges": int(edges[-1]) if edges else 0,
            "kept": len(os.listdir(folder))}  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("bin", metavar="BIN")
    parser.add_argument("--seconds", type=int, required=True)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--found", default="found")
    arguments = parser.parse_args()
    names = [name for name in sorted(os.listdir(CORPUS)) if re.search(arguments.only, name)]
    if not names:
        print(f"inc_fuzz.py: no parser matches '{arguments.only}'; there are "
              + ", ".join(sorted(os.listdir(CORPUS))), file=sys.stderr)  # fmt: skip
        return 2
    print(ROW.format("parser", "inputs", "per second", "edges", "kept", ""), flush=True)
    rows = []
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for row in pool.map(lambda name: fuzz(name, arguments), names):
            print(ROW.format(row["parser"], row["inputs"], row["rate"], row["edges"], row["kept"],
                             row["verdict"]), flush=True)  # fmt: skip
            rows.append(row)
    print(ROW.format("all", sum(row["inputs"] for row in rows), "", "", "", ""))
    return 1 if any(row["status"] for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
