#!/usr/bin/python3
#
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""Checks whether two builds give the same output, byte for byte, in the cases of commands.txt.

inc-identity.py --record=FILE BIN       writes the digests of a build's folder of programs
inc-identity.py --against=FILE BIN      compares with digests written before
inc-identity.py --against=BIN2 BIN      runs both, and shows the first lines that differ
inc-identity.py --list                  prints the cases

It compares exit status, standard output, standard error and every file written. It leaves out machine
times, memory and versions, and compares a result file part by part. --without=PART leaves out a part,
such as result.json:config after arguments were added; --only=REGEX chooses cases.
Exits 1 if anything differs.
"""

import argparse
import concurrent.futures
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
REFERENCE = os.path.join(os.path.dirname(HERE), "reference", "workloads")
INPUTS = {"astra-sim.txt": "inc-astra-sim-data.txt", "simai.txt": "inc-simai-micro.txt"}
RESULT = "result.json"
# Fields that depend on the machine's speed and memory, and on the release.
MACHINE = {"wall_s", "cpu_s", "set_up_s", "hops_per_cpu_s", "packets_per_cpu_s", "peak_rss_bytes", "bytes_per_host",
           "solve_ms", "ns3_version", "module_version", "ratio_hops_per_cpu_s",
           "ratio_packets_per_cpu_s"}  # fmt: skip
MACHINE_WORDS = re.compile(r"[0-9.e+-]+ (ms|s)\b|[0-9.e+-]+ (CPU seconds|MiB)")
TIMEOUT = 120  # seconds


def cases():
    with open(os.path.join(HERE, "commands.txt"), encoding="utf-8") as file:
        lines = [line.strip() for line in file]
    return [line for line in lines if line and not line.startswith("#")]


def without_machine(value):
    """Return a JSON value without the fields that differ from run to run."""
    if isinstance(value, dict):
        return {key: without_machine(item) for key, item in value.items() if key not in MACHINE}
    if isinstance(value, list):
        return [without_machine(item) for item in value]
    return value


def parts_of(name, content):
    """Yield (name, bytes) of the parts of a file to compare."""
    if not name.endswith(".json") or b'"schema"' not in content:
        yield name, content
        return
    value = without_machine(json.loads(content))
    for key, item in value.items() if name == RESULT else [("", value)]:
        yield name + (":" + key if key else ""), json.dumps(item, indent=1).encode()


def prepare(folder):
    shutil.copytree(os.path.join(HERE, "files"), folder, dirs_exist_ok=True)
    for name, source in INPUTS.items():
        shutil.copy(os.path.join(REFERENCE, source), os.path.join(folder, name))
    return set(os.listdir(folder))


def run_case(binaries, case):
    """Run a case; return a dictionary of the bytes of each part."""
    parts = {}
    with tempfile.TemporaryDirectory() as folder:
        given = prepare(folder)
        for number, command in enumerate(case.split(" ; ")):
            program, *words = shlex.split(command)
            if program == "inc-sim" and not any(w.startswith("--output=") for w in words):
                words.append("--output=" + RESULT)
            done = subprocess.run([os.path.join(binaries, program), *words], cwd=folder,
                                  capture_output=True, timeout=TIMEOUT, check=False)  # fmt: skip
            parts[f"status {number}"] = str(done.returncode).encode()
            # the table of inc-bench has only machine times
            table = b"" if program == "inc-bench" else done.stdout
            for name, text in (("stdout", table), ("stderr", done.stderr)):
                shown = MACHINE_WORDS.sub("?", text.decode(errors="replace")).encode()
                parts[f"{name} {number}"] = shown
        for name in sorted(set(os.listdir(folder)) - given):
            with open(os.path.join(folder, name), "rb") as file:
                parts.update(parts_of(name, file.read()))
    return parts


def digests(parts):
    return {name: hashlib.sha256(content).hexdigest()[:24] for name, content in parts.items()}


def run_all(binaries, chosen, jobs):
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        return dict(zip(chosen, pool.map(lambda case: run_case(binaries, case), chosen)))


def first_difference(ours, theirs):
    ours, theirs = (text.decode(errors="replace").splitlines() for text in (ours, theirs))
    for mine, other in zip(ours, theirs):
        if mine != other:
            return f"\n      now    {mine[:150]}\n      before {other[:150]}"
    return f"\n      now {len(ours)} lines, before {len(theirs)}"


def compare(ours, theirs, texts, without):
    """Print the parts that differ between two runs of the cases; return the number of cases that
    differ."""
    count = 0
    for case, parts in ours.items():
        before = theirs.get(case, {})
        names = sorted(name for name in {*parts, *before} - without
                       if parts.get(name) != before.get(name))  # fmt: skip
        count += bool(names)
        if names:
            print(f"differs: {case}")
        for name in names:
            print(f"    {name}{texts(case, name)}")
    return count


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)  # fmt: skip
    parser.add_argument("binaries", metavar="BIN", nargs="?")
    parser.add_argument("--record", metavar="FILE")
    parser.add_argument("--against", metavar="FILE|BIN")
    parser.add_argument("--without", metavar="PART", action="append", default=[])
    parser.add_argument("--only", metavar="REGEX", default="")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    chosen = [case for case in cases() if re.search(options.only, case)]
    if options.list:
        print("\n".join(chosen))
        return 0
    if not options.binaries or not (options.record or options.against):
        parser.error("needs BIN, and --record or --against")
    binaries = os.path.abspath(options.binaries)
    ours = run_all(binaries, chosen, options.jobs)
    if options.record:
        with open(options.record, "w", encoding="utf-8") as file:
            json.dump({case: digests(parts) for case, parts in ours.items()}, file, indent=1)
    if not options.against:
        return 0
    if os.path.isdir(options.against):
        others = run_all(os.path.abspath(options.against), chosen, options.jobs)
        theirs = {case: digests(parts) for case, parts in others.items()}
        texts = lambda case, name: first_difference(  # noqa: E731
            ours[case].get(name, b""), others[case].get(name, b""))
    else:
        with open(options.against, encoding="utf-8") as file:
            theirs = json.load(file)
        texts = lambda case, name: ""  # noqa: E731
    recorded = {case: digests(parts) for case, parts in ours.items()}
    count = compare(recorded, theirs, texts, set(options.without))
    print(f"{len(ours)} cases, {count} differ")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
