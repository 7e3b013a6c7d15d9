#!/usr/bin/python3
#
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""Run a plan of every planner packet by packet and compare the rate with the plan's.

./inc build && examples/inc-plan-run.py build/release/bin [--seeds=N] [--csv=FILE]

Each planner gets an instance that `inc-plan generate` makes by default: ATRO's reconfigurable
cluster, a leaf-spine and a fat-tree for planners of fixed topologies, or EINA's edge network. The
column "reached" is the algorithm bandwidth divided by the plan's rate times the payload efficiency;
it is the minimum over the seeds.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True

from inc_script import comparison  # noqa: E402
from inc_script.program import run_program  # noqa: E402

CASES = [("atro", "cluster", "reconfigurable"),
         ("aro", "cluster", "leaf-spine"), ("aro", "cluster", "fat-tree"),
         ("paring", "cluster", "leaf-spine"), ("paring", "cluster", "fat-tree"),
         ("spar", "cluster", "leaf-spine"), ("spar", "cluster", "fat-tree"),
         ("eina", "edge", None), ("eina-away", "edge", None), ("atp", "edge", None),
         ("grid", "edge", None), ("rr", "edge", None)]


def run(program, *words):
    subprocess.run([program, *words], check=True, stdout=subprocess.DEVNULL)


def measure(folder, files, case, seed):
    """Return the plan's rate in Gb/s, and the share of it that is reached with and without
    pacing."""
    planner, kind, topology = case
    words = [f"--topology={topology}"] if topology else []
    instance, plan, result = (str(files / name) for name in ("instance", "plan", "result"))
    run(folder / "inc-plan", "generate", kind, *words, f"--seed={seed}", f"--output={instance}")
    run(folder / "inc-plan", planner, f"--instance={instance}", f"--seed={seed}",
        f"--output={plan}")
    reached = []
    for pace in (1, 0):
        run(folder / "inc-sim", f"--topology=plan:{plan}", f"--pace={pace}", "--size=8MiB",
            "--linkDelay=100ns", "--dtype=int32", "--quiet", f"--output={result}")
        row = json.loads(pathlib.Path(result).read_text())["results"][0]
        if row["wrong"] != 0:
            sys.exit(f"{planner}, seed {seed}: {row['wrong']} wrong elements")
        reached.append(row["algbw_GBps"] / row["bound_algbw_GBps"])
    return json.loads(pathlib.Path(plan).read_text())["objective"], *reached


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("bin", type=pathlib.Path, help="folder of inc-plan and inc-sim")
    parser.add_argument("--seeds", type=int, default=5, help="instances of each kind")
    parser.add_argument("--csv", help="file to write as well")
    arguments = parser.parse_args()
    rows = [["planner", "instance", "rate_Gbps", "paced", "unpaced"]]
    print("{:<10} {:<15} {:>10} {:>7} {:>8}".format(*rows[0]))
    with tempfile.TemporaryDirectory() as folder:
        for case in CASES:
            found = [measure(arguments.bin, pathlib.Path(folder), case, seed)
                     for seed in range(1, arguments.seeds + 1)]
            rates, paced, unpaced = zip(*found)
            rows.append([case[0], case[2] or case[1], f"{sum(rates) / len(rates):.1f}",
                         f"{min(paced):.3f}", f"{min(unpaced):.3f}"])
            print("{:<10} {:<15} {:>10} {:>7} {:>8}".format(*rows[-1]), flush=True)
    if arguments.csv:
        comparison.write_table(os.path.abspath(arguments.csv), rows)
    return 0


if __name__ == "__main__":
    sys.exit(run_program("inc-plan-run.py", main))
