#!/usr/bin/python3
#
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""Plan many random instances and count how many plans are proven to be the best.

./inc build && examples/inc-plan-sweep.py build/release/bin [--instances=N] [--csv=FILE]

The instances are uneven clusters of ATRO's size (switches with drawn ports, links and attachments
with drawn capacities) for atro, and edges of up to 200 aggregators and 10 parameter servers for
eina, with integer and with real rates. `inc-plan check` accepts every plan. A gap is what the plan
lacks to its bound, in percent of the bound: of rates, and for a cluster also of the workers that
fit at the plan's rate. "within" counts the plans whose gap of rates is at most 5 %, the proven ones
included. The same number of instances gives the same instances.
"""

import argparse
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True

from inc_script import comparison  # noqa: E402
from inc_script.program import run_program  # noqa: E402

COLUMNS = ["planner", "instances", "plans", "proven", "within", "rate_gap", "worker_gap",
           "mean_s", "longest_s"]
SWITCHES = 20


def cluster(path, program, seed):
    """Write a cluster of 20 switches; 40 links and 10 attachments have their own capacity."""
    draw = random.Random(seed)
    ports = [draw.randint(4, 24) for _ in range(SWITCHES)]
    aggregators = set(draw.sample(range(SWITCHES), draw.randint(2, 8)))
    workers = min(160, draw.randint(40, int(0.75 * (sum(ports) - SWITCHES))))
    names = [f"s{v}" for v in range(SWITCHES)]
    pairs = {}
    while len(pairs) < 40:
        pairs.setdefault(tuple(sorted(draw.sample(names, 2))), draw.choice([25, 50, 200, 400]))
    while len(pairs) < 50:
        end = draw.choice(["ps"] + [f"w{w}" for w in range(workers)])
        pairs.setdefault((end, draw.choice(names)), draw.choice([25, 50, 200, 400]))
    path.write_text(json.dumps({
        "schema": "inc-cluster/1", "capacity": 100, "max_layers": draw.randint(3, 5),
        "workers": workers,
        "switches": [{"name": names[v], "ports": ports[v], "aggregator": v in aggregators}
                     for v in range(SWITCHES)],
        "capacities": [{"a": a, "b": b, "capacity": capacity}
                       for (a, b), capacity in pairs.items()]}))


def edge(path, program, seed, integer):
    """Write an edge with drawn numbers of aggregators, workers and servers, and drawn ranges."""
    draw = random.Random(seed)
    aggregators = draw.randint(2, 200)

    def span(low, high):
        first = draw.randint(low, high)
        return f"{first}:{first + draw.randint(0, first)}"

    subprocess.run([program, "generate", "edge", f"--ps={draw.randint(1, 10)}",
                    f"--aggregators={aggregators}", f"--empty={draw.randint(0, aggregators // 4)}",
                    f"--workers={span(1, 10)}", f"--capacity={span(100, 300)}",
                    f"--ingress={span(50, 300)}", f"--egress={span(50, 300)}",
                    f"--maxDepth={draw.randint(2, 5)}", f"--integerRates={int(integer)}",
                    f"--seed={seed}", f"--output={path}"], check=True)


KINDS = [("atro, uneven clusters", "atro", cluster),
         ("eina, integer rates", "eina", lambda *words: edge(*words, True)),
         ("eina, real rates", "eina", lambda *words: edge(*words, False))]


def plan(program, files, algorithm, make, seed, limit):
    """Plan one instance. Return the plan, and its wall time in seconds."""
    instance, answer = files / "instance.json", files / "plan.json"
    make(instance, program, seed)
    begin = time.monotonic()
    done = subprocess.run([program, algorithm, f"--instance={instance}", f"--timeLimit={limit}",
                           f"--output={answer}"], stdout=subprocess.DEVNULL, check=False)
    seconds = time.monotonic() - begin
    if done.returncode > 1:
        sys.exit(f"{algorithm}, seed {seed}: exit status {done.returncode}")
    checked = subprocess.run([program, "check", str(answer)], capture_output=True, text=True,
                             check=False)
    if checked.returncode != 0:
        sys.exit(f"{algorithm}, seed {seed}: {checked.stdout}")
    return json.loads(answer.read_text()), seconds


def sweep(program, files, kind, instances, limit):
    """Return the row of the table for one kind of instance."""
    title, algorithm, make = kind
    found, proven, gaps, worker_gaps, times = 0, 0, [], [0], []
    for seed in range(1, instances + 1):
        answer, seconds = plan(program, files, algorithm, make, seed, limit)
        times.append(seconds)
        found += answer["status"] in ("optimal", "feasible")
        if answer["status"] in ("optimal", "infeasible"):
            proven += 1
            gaps.append(0)
            continue
        gaps.append(100 * (1 - (answer["objective"] or 0) / answer["upper_bound"]))
        worker_gaps.append(answer.get("details", {}).get("gap_percent", 0))
    return [title, instances, found, proven, sum(gap <= 5 for gap in gaps), f"{max(gaps):.1f}",
            f"{max(worker_gaps):.1f}" if algorithm == "atro" else "",
            f"{sum(times) / len(times):.2f}", f"{max(times):.2f}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("bin", type=pathlib.Path, help="folder of inc-plan")
    parser.add_argument("--instances", type=int, default=200, help="instances of each kind")
    parser.add_argument("--timeLimit", type=float, default=10, help="time limit of a plan, s")
    parser.add_argument("--csv", help="file to write as well")
    arguments = parser.parse_args()
    form = "{:<22}" + " {:>10}" * (len(COLUMNS) - 1)
    print(form.format(*COLUMNS), flush=True)
    rows = [COLUMNS]
    with tempfile.TemporaryDirectory() as folder:
        for kind in KINDS:
            rows.append(sweep(str(arguments.bin / "inc-plan"), pathlib.Path(folder), kind,
                              arguments.instances, arguments.timeLimit))
            print(form.format(*rows[-1]), flush=True)
    if arguments.csv:
        comparison.write_table(os.path.abspath(arguments.csv), rows)
    return 0


if __name__ == "__main__":
    sys.exit(run_program("inc-plan-sweep.py", main))
