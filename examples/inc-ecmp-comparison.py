#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Compare the ECMP schemes: inc-ecmp-comparison.py [BIN [FOLDER]]

Runs inc-sim of the folder BIN with every scheme on the networks and traffic below, and writes a
table and a plot of each comparison into FOLDER. BIN is by default the folder of the release build,
and FOLDER is doc/figures, where the manual finds them. The table inc-ecmp-NAME.csv has the means over
the number of runs that it states; the plot inc-ecmp-NAME.png shows the first run. The seeds are
numbered, so the same build always writes the same files.
Exit status: 0 done; 1 a simulation failed; 2 bad arguments or files.
"""

import concurrent.futures
import math
import os
import statistics
import sys

sys.dont_write_bytecode = True

from inc_script import comparison  # noqa: E402

LEAF_SPINE = ["--topology=leaf-spine", "--leaves=8", "--spines=8", "--hostsPerLeaf=8"]
SELECTIVE = ["--retransmission=selective-repeat"]
TOLERANT = SELECTIVE + ["--ns3::IncRcQueuePair::ReorderTolerance=128"]

# The schemes by their name in the tables, with their arguments.
SCHEMES = {
    "per-flow": ["--ecmp=per-flow"],
    "per-packet": ["--ecmp=per-packet"],
    "per-packet, go-back-N": ["--ecmp=per-packet"],
    "per-packet, selective": ["--ecmp=per-packet", *SELECTIVE],
    "per-packet, tolerant": ["--ecmp=per-packet", *TOLERANT],
    "ingress": ["--ecmp=ingress", "--ecmpGroup=8"],
    "ingress, groups of 4": ["--ecmp=ingress"],
    "egress-group, 1 a leaf": ["--ecmp=egress-group", "--ecmpEgressGroup=8"],
    "egress-group, of 4": ["--ecmp=egress-group"],
    "egress-group, of 2": ["--ecmp=egress-group", "--ecmpGroup=2"],
    "egress-group, of 1": ["--ecmp=egress-group", "--ecmpGroup=1", "--ecmpEgressGroup=8"],
}
ELSEWHERE = ("per-packet", "egress-group, of 1")
LEAF_SPINE_SCHEMES = [name for name in SCHEMES if name not in ELSEWHERE]

SPREAD = ["per-flow", "per-packet, tolerant", "ingress", "egress-group, of 1"]
FAT_TREE = ["per-flow", "per-packet, selective", "per-packet, tolerant", "ingress",
            "egress-group, of 2", "egress-group, of 1"]  # fmt: skip

# Each comparison: name, title, arguments, schemes, and number of runs. Each run has its own hash
# keys, source ports and random destinations.
COMPARISONS = [
    ("ring", "leaf-spine 8 x 8, ring", [*LEAF_SPINE, "--pattern=ring"], LEAF_SPINE_SCHEMES, 100),
    (
        "rails",
        "leaf-spine 8 x 8, rails of four jobs",
        [*LEAF_SPINE, "--pattern=rails", "--jobs=4"],
        LEAF_SPINE_SCHEMES,
        20,
    ),
    (
        "spread",
        "leaf-spine 8 x 8, one host of each leaf to all others",
        [*LEAF_SPINE, "--pattern=alltoall", "--workers=8", "--placement=spread"],
        SPREAD,
        100,
    ),
    (
        "fat-tree",
        "fat-tree k = 8, permutation, two flows a host",
        ["--k=8", "--pattern=permutation", "--flows=2"],
        FAT_TREE,
        20,
    ),
    (
        "mix",
        "fat-tree k = 8, elephants and mice",
        ["--k=8", "--pattern=mix", "--flows=8", "--startSpread=100us"],
        FAT_TREE,
        20,
    ),
]

RINGS = ["per-flow", "per-packet, go-back-N", "per-packet, tolerant", "ingress, groups of 4",
         "egress-group, of 2", "egress-group, of 1"]  # fmt: skip
OVER_UC = ["per-flow", "per-packet", "ingress, groups of 4", "egress-group, of 2"]
OVER_RC = ["per-flow", "per-packet, go-back-N", "ingress, groups of 4", "egress-group, of 2"]

# Comparisons of jobs that run at the same time, each an AllReduce of 1 MiB. Only edge switches
# aggregate, so that their aggregates cross the fabric.
IN_NETWORK = ["--k=8", "--scheme=inc", "--aggregators=edge", "--jobs=4"]
JOB_COMPARISONS = [
    ("jobs-uc", "fat-tree k = 8, four jobs in the network, UC", IN_NETWORK, OVER_UC),
    (
        "jobs-rc",
        "fat-tree k = 8, four jobs in the network, RC",
        [*IN_NETWORK, "--transport=rc"],
        OVER_RC,
    ),
    (
        "jobs-ring",
        "fat-tree k = 8, four rings, a host of each under every edge switch",
        ["--k=8", "--scheme=ring", "--jobs=4", "--jobPlacement=interleaved"],
        RINGS,
    ),
]
# Runs of each scheme with jobs; each run has its own hash keys. Go-back-N repeats many packets, so
# its results vary most.
RUNS = 8

COLUMNS = ["Scheme", "FCT mean (us)", "FCT p99 (us)", "FCT max (us)", "max/mean", "Jain", "Idle",
           "± (95 %)", "Collisions", "Reordered"]  # fmt: skip
JOB_COLUMNS = ["Scheme", "Last job (us)", "Slowest run (us)", "First job (us)", "max/mean", "Jain",
               "Idle", "Collisions", "Sent again"]  # fmt: skip


def simulate_runs(binaries, arguments, runs):
    """Return the rows of the seeds 1 to `runs`; several simulations run at a time."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        calls = [["--size=1MiB", *arguments, f"--RngSeed={seed}"] for seed in range(1, runs + 1)]
        return list(pool.map(lambda call: comparison.simulate(binaries, call)[0], calls))


def cells(name, rows):
    """Return one line of the table of flows: means over the rows."""

    def mean(measure, field, digits):
        return f"{statistics.mean(row[measure][field] for row in rows):.{digits}f}"

    numbers = [mean("fct_us", field, 1) for field in ("mean", "p99", "max")]
    numbers += [mean("ecmp", field, 2) for field in ("max_over_mean", "jain", "idle")]
    deviation = statistics.stdev(row["ecmp"]["idle"] for row in rows)
    numbers.append(f"{1.96 * deviation / math.sqrt(len(rows)):.2f}")
    reordered = statistics.mean(row["reordered"] for row in rows)
    return [name, *numbers, mean("ecmp", "collisions", 2), f"{reordered:.0f}"]


def job_cells(name, rows):
    """Return one line of the table of jobs: means over the rows."""

    def mean(value):
        return statistics.mean(value(row) for row in rows)

    times = [row["time_us"] for row in rows]
    first = mean(lambda row: min(job["time_us"] for job in row["jobs"]))
    numbers = [f"{time:.1f}" for time in (statistics.mean(times), max(times), first)]
    for field in ("max_over_mean", "jain", "idle", "collisions"):
        numbers.append(f"{mean(lambda row, field=field: row['ecmp'][field]):.2f}")
    return [name, *numbers, f"{mean(lambda row: row['retransmissions']):.0f}"]


# Each kind of comparison: its arguments, the columns of its table, and the function that makes a
# line.
FLOWS = ["--scheme=flows"], COLUMNS, cells
JOBS = ["--data=virtual"], JOB_COLUMNS, job_cells


def compare(binaries, folder, kind, name, title, arguments, schemes, runs=RUNS):
    """Run one comparison and write its table and its plot; the plot shows the first run."""
    words, columns, cells_of = kind
    rows, lines = [], []
    for scheme in schemes:
        print(f"{title}: {scheme}", file=sys.stderr)
        is_slow = scheme == "per-packet, go-back-N"
        results = simulate_runs(binaries, [*words, *arguments, *SCHEMES[scheme]],
                                RUNS if is_slow else runs)  # fmt: skip
        rows.append(results[0] | {"scheme": scheme})
        lines.append(cells_of(scheme, results))
    write(folder, name, rows, [columns, *lines])


def write(folder, name, rows, lines):
    """Write the table and the plot of one comparison."""
    base = os.path.join(folder, f"inc-ecmp-{name}")
    comparison.write_table(base + ".csv", lines)
    comparison.draw(rows, base + ".png")


def make_comparisons(binaries, folder):
    for one in COMPARISONS:
        compare(binaries, folder, FLOWS, *one)
    for one in JOB_COMPARISONS:
        compare(binaries, folder, JOBS, *one)


if __name__ == "__main__":
    sys.exit(comparison.run("inc-ecmp-comparison.py", __doc__, sys.argv[1:], make_comparisons))
