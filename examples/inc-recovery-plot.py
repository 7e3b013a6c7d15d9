#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Draw what a dead switch costs: inc-recovery-plot.py [BIN [FOLDER]]

Runs inc-sim of BIN (by default that of the release build): AllReduces of 1 MiB over a fat-tree, in
the network with the aggregation manager, as a ring and with a parameter server, in which core0, the
root of the tree, dies at one of several moments. Writes their times into FOLDER (by default
doc/figures, where the manual finds them): inc-recovery.csv and inc-recovery.png. The same build
writes the same. Exit status: 0 done; 1 a simulation failed; 2 bad arguments or files.
"""

import json
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True

from inc_script import comparison, files  # noqa: E402
from inc_script.program import run_program  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROGRAM = "inc-sim"
SCHEMES = {"inc": "in the network, with manager", "ring": "ring", "ps": "parameter server"}
NEVER = 10**7  # us
MOMENTS = [*range(0, 201, 20), 400, 800, 1600, NEVER]  # us


def simulate(program, moment):
    """The time of each scheme in us, with the death at this moment."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "result.json")
        subprocess.run([program, "--control=manager", "--size=1MiB",
                        f"--scheme={','.join(SCHEMES)}", f"--kill=core0@{moment}us",
                        f"--output={path}", "--quiet"], check=True)  # fmt: skip
        with open(path, encoding="utf-8") as file:
            return [row["time_us"] for row in json.load(file)["results"]]


def draw(rows, path):
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4))
    hit = [row for row in rows if row[0] != NEVER]
    for column, (name, label) in enumerate(SCHEMES.items(), 1):
        axes.plot([row[0] for row in hit], [row[column] for row in hit], marker="o", markersize=3,
                  label=label)  # fmt: skip
        axes.axhline(rows[-1][column], color=axes.lines[-1].get_color(), linestyle=":",
                     linewidth=0.8)  # fmt: skip
    axes.set_xscale("symlog", linthresh=100)
    axes.set_yscale("log")
    axes.set_xlabel("moment at which core0 dies (us); dotted: it does not")
    axes.set_ylabel("AllReduce of 1 MiB (us)")
    axes.legend()
    figure.tight_layout()
    files.write(path, lambda temporary: figure.savefig(temporary, dpi=70, format="png",
                                                       metadata={"Software": None}))  # fmt: skip


def main(arguments):
    if "--help" in arguments or "-h" in arguments:
        print(__doc__.strip())
        return 0
    binaries = arguments[0] if arguments else os.path.join(ROOT, "build", "release", "bin")
    folder = arguments[1] if len(arguments) > 1 else os.path.join(ROOT, "doc", "figures")
    program = os.path.join(binaries, PROGRAM)
    if len(arguments) > 2 or not os.access(program, os.X_OK):
        print(f"inc-recovery-plot.py: no {PROGRAM} in {binaries}; accepted: [BIN [FOLDER]], BIN "
              "the folder of the built programs", file=sys.stderr)  # fmt: skip
        return 2
    os.makedirs(folder, exist_ok=True)
    try:
        rows = [[moment, *simulate(program, moment)] for moment in MOMENTS]
    except subprocess.CalledProcessError as error:
        print(f"inc-recovery-plot.py: {error}", file=sys.stderr)
        return 1
    comparison.write_table(os.path.join(folder, "inc-recovery.csv"), [
        ["dies_us", *(f"{name}_us" for name in SCHEMES)],
        *(["never" if row[0] == NEVER else row[0], *(f"{time:.1f}" for time in row[1:])]
          for row in rows)])  # fmt: skip
    draw(rows, os.path.join(folder, "inc-recovery.png"))
    return 0


if __name__ == "__main__":
    sys.exit(run_program("inc-recovery-plot.py", lambda: main(sys.argv[1:])))
