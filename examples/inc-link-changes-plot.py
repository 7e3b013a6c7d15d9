#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Draw how long links that fail and come back stop aggregation: inc-link-changes-plot.py [BIN [FOLDER]]

Runs inc-sim of the folder BIN: AllReduces of two jobs of 8 MiB each, with the aggregation manager, in
which a random link fails and comes back. 250 such runs over a fat-tree and 250 over a leaf-spine
network make 1,000 changes. A wrong sum fails its simulation. Writes into FOLDER the table
inc-link-changes.csv, with the time from the failure until all messages under way have their results,
and the figure inc-link-changes.png. BIN is by default the folder of the release build, and FOLDER is
doc/figures, where the manual finds them. The same build always writes the same files. The environment
variable INC_ITERATIONS sets the number of runs in each network.
Exit status: 0 done; 1 a simulation failed; 2 bad arguments or files.
"""

import os
import random
import sys

sys.dont_write_bytecode = True

from inc_script import comparison, pictures  # noqa: E402

RUNS = int(os.environ.get("INC_ITERATIONS", "250"))
NETWORKS = {
    "fat-tree": (["--topology=fat-tree", "--k=4"],
                 [(f"edge{i}", f"agg{i // 2 * 2 + j}") for i in range(8) for j in range(2)] +
                 [(f"agg{i}", f"core{i % 2 * 2 + j}") for i in range(8) for j in range(2)] +
                 [(f"h{i}", f"edge{i // 2}") for i in range(16)]),
    "leaf-spine": (["--topology=leaf-spine", "--leaves=4", "--spines=4", "--hostsPerLeaf=4"],
                   [(f"leaf{i}", f"spine{j}") for i in range(4) for j in range(4)] +
                   [(f"h{i}", f"leaf{i // 4}") for i in range(16)]),
}  # fmt: skip


def simulate(binaries, network, seed):
    """Simulate one seed and return its line of the table."""
    arguments, links = NETWORKS[network]
    dice = random.Random(f"{network} {seed}")
    ends = dice.choice(links)
    fails = dice.randrange(20, 600)  # us; without a failure the AllReduces take 770 us
    lasts = dice.choice((20, 200, 2000))
    row = comparison.simulate(binaries, [
        *arguments, "--control=manager", "--size=8MiB", "--dtype=int32", "--jobs=2", f"--RngRun={seed + 1}",
        f"--fail={ends[0]}->{ends[1]}@{fails}us:{fails + lasts}us"])[0]  # fmt: skip
    # If no message was under way on the link, there is no recovery time.
    return [network, "-".join(ends), fails, fails + lasts, row.get("rebuilt", 0), row["executed_scheme"],
            f"{row['recovery_us'] or 0:.1f}"]  # fmt: skip


def draw(lines):
    figure, axes = pictures.pyplot().subplots(figsize=(8.5, 4))
    for number, network in enumerate(NETWORKS):
        times = sorted(float(line[-1]) for line in lines if line[0] == network)
        shares = [100 * (i + 1) / len(times) for i in range(len(times))]
        axes.step(times, shares, where="post", label=network, **pictures.look(number, marked=False))
    axes.set_xscale("symlog", linthresh=100)
    axes.set_xlabel("time without service after a link has failed (µs)")
    axes.set_ylabel("share of failures with at most so much (%)")
    pictures.legend_beside(axes)
    return figure


def make(binaries, folder):
    lines = [simulate(binaries, network, seed) for network in NETWORKS for seed in range(RUNS)]
    comparison.write_table(os.path.join(folder, "inc-link-changes.csv"), [
        ["network", "link", "fails_us", "back_us", "rebuilt", "executed_scheme", "without_service_us"],
        *lines])  # fmt: skip
    pictures.save(draw(lines), os.path.join(folder, "inc-link-changes.png"))


if __name__ == "__main__":
    sys.exit(comparison.run("inc-link-changes-plot.py", __doc__, sys.argv[1:], make))
