#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Draw how DCQCN shares a port: inc-dcqcn-plot.py [BIN [FOLDER]]

Runs inc-dcqcn-convergence of BIN (by default that of the release build) and writes the rates of the
flows and the queue over time into FOLDER (by default doc/figures, where the manual finds them):
inc-dcqcn.csv and inc-dcqcn.png. The same build writes the same. Exit status: 0 done; 1 the
simulation failed; 2 bad arguments or files.
"""

import os
import subprocess
import sys

sys.dont_write_bytecode = True

from inc_script import files  # noqa: E402
from inc_script.program import run_program  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROGRAM = "inc-dcqcn-convergence"
K_MIN, K_MAX = 5, 200  # kB, of the DCQCN paper
LINE_GBPS = 40 * 1024 / (1024 + 82)


def read(path):
    """By number of flows: times (ms), queue (kB) and a list of rates (Gb/s) for each flow."""
    series = {}
    with open(path, encoding="utf-8") as file:
        next(file)
        for line in file:
            flows, *numbers = line.rstrip("\n").split(",")
            series.setdefault(int(flows), []).append([float(number) for number in numbers])
    return {flows: list(zip(*lines)) for flows, lines in series.items()}


def draw(series, path):
    """A column for each number of flows: rates above, queue below."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(2, len(series), figsize=(12, 5), sharex="col", sharey="row")
    for (flows, (times, queue, *rates)), (above, below) in zip(series.items(), axes.T):
        for rate in rates:
            above.plot(times, rate, linewidth=0.7)
        above.axhline(LINE_GBPS / flows, color="black", linestyle=":", linewidth=0.8)
        above.set_title(f"{flows} flows")
        below.plot(times, queue, color="#0072B2", linewidth=0.7)
        for threshold in (K_MIN, K_MAX):
            below.axhline(threshold, color="black", linestyle=":", linewidth=0.8)
        below.set_ylim(0, 1.5 * K_MAX)
        below.set_xlabel("time (ms)")
    figure.suptitle("DCQCN: flows that start 5 ms apart share a port of 40 Gb/s; dotted: the fair "
                    "share, Kmin and Kmax")  # fmt: skip
    axes[0][0].set_ylabel("goodput (Gb/s)")
    axes[1][0].set_ylabel("queue (kB)")
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
        print(f"inc-dcqcn-plot.py: no {PROGRAM} in {binaries}; accepted: [BIN [FOLDER]], BIN the "
              "folder of the built programs", file=sys.stderr)  # fmt: skip
        return 2
    os.makedirs(folder, exist_ok=True)
    table = os.path.join(folder, "inc-dcqcn.csv")
    try:
        subprocess.run([program, f"--series={table}"], check=True)
    except subprocess.CalledProcessError as error:
        print(f"inc-dcqcn-plot.py: {error}", file=sys.stderr)
        return 1
    draw(read(table), os.path.join(folder, "inc-dcqcn.png"))
    return 0


if __name__ == "__main__":
    sys.exit(run_program("inc-dcqcn-plot.py", lambda: main(sys.argv[1:])))
