#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Draw what a dead switch costs: inc-recovery-plot.py [BIN [FOLDER]]

Runs inc-sim of the folder BIN: AllReduces of 1 MiB over a fat-tree, in which core0, the root of the
tree, dies at one of several moments. It compares three schemes: in the network with the aggregation
manager, as a ring, and with a parameter server. Writes their times into FOLDER, as inc-recovery.csv
and inc-recovery.png. BIN is by default the folder of the release build, and FOLDER is doc/figures,
where the manual finds them. The same build always writes the same files.
Exit status: 0 done; 1 a simulation failed; 2 bad arguments or files.
"""

import os
import sys

sys.dont_write_bytecode = True

from inc_script import comparison, pictures  # noqa: E402

SCHEMES = {"inc": "in the network, with manager", "ring": "ring", "ps": "parameter server"}
NEVER = 10**7  # us: later than the end of any run
MOMENTS = [*range(0, 201, 20), 400, 800, 1600, NEVER]  # times of death, us


def simulate(binaries, moment):
    """Return the time of each scheme in us when core0 dies at this moment."""
    rows = comparison.simulate(binaries, [
        "--control=manager", "--size=1MiB", f"--scheme={','.join(SCHEMES)}",
        f"--kill=core0@{moment}us"])  # fmt: skip
    return [row["time_us"] for row in rows]


def draw(rows):
    figure, axes = pictures.pyplot().subplots(figsize=(9, 4))
    hit = [row for row in rows if row[0] != NEVER]
    for column, label in enumerate(SCHEMES.values(), 1):
        axes.plot([row[0] for row in hit], [row[column] for row in hit], label=label,
                  **pictures.look(column - 1))  # fmt: skip
        axes.axhline(rows[-1][column], color=pictures.colour(column - 1), linestyle=":")
    axes.plot([], [], ":", color="black", label="core0 does not die")
    axes.set_xscale("symlog", linthresh=100)
    axes.set_yscale("log")
    axes.set_xlabel("moment at which core0 dies (µs)")
    axes.set_ylabel("AllReduce of 1 MiB (µs)")
    pictures.legend_beside(axes)
    return figure


def make(binaries, folder):
    rows = [[moment, *simulate(binaries, moment)] for moment in MOMENTS]
    comparison.write_table(os.path.join(folder, "inc-recovery.csv"), [
        ["dies_us", *(f"{name}_us" for name in SCHEMES)],
        *(["never" if row[0] == NEVER else row[0], *(f"{time:.1f}" for time in row[1:])]
          for row in rows)])  # fmt: skip
    pictures.save(draw(rows), os.path.join(folder, "inc-recovery.png"))


if __name__ == "__main__":
    sys.exit(comparison.run("inc-recovery-plot.py", __doc__, sys.argv[1:], make))
