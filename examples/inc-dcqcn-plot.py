#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Draw how DCQCN shares a port: inc-dcqcn-plot.py [BIN [FOLDER]]

Runs inc-dcqcn-convergence of the folder BIN and writes the rates of the flows and the queue over
time into FOLDER, as inc-dcqcn.csv and inc-dcqcn.png. BIN is by default the folder of the release
build, and FOLDER is doc/figures, where the manual finds them. The same build always writes the same
files. Exit status: 0 done; 1 the simulation failed; 2 bad arguments or files.
"""

import os
import subprocess
import sys

sys.dont_write_bytecode = True

from inc_script import comparison, pictures  # noqa: E402

PROGRAM = "inc-dcqcn-convergence"
K_MIN, K_MAX = 5, 200  # marking thresholds of the DCQCN paper, in kB
LINE_GBPS = 40 * 1024 / (1024 + 82)


def read(path):
    """Return, by number of flows, the times (ms), the queue (kB) and a list of rates (Gb/s) per
    flow."""
    series = {}
    with open(path, encoding="utf-8") as file:
        next(file)
        for line in file:
            flows, *numbers = line.rstrip("\n").split(",")
            series.setdefault(int(flows), []).append([float(number) for number in numbers])
    return {flows: list(zip(*lines)) for flows, lines in series.items()}


def draw(series):
    """Draw one column per number of flows, with the rates above and the queue below."""
    figure, axes = pictures.pyplot().subplots(2, len(series), figsize=(9, 4.2), sharex="col", sharey="row")
    for (flows, (times, queue, *rates)), (above, below) in zip(series.items(), axes.T):
        for number, rate in enumerate(rates):
            above.plot(times, rate, linewidth=0.7, **pictures.look(number, marked=False))
        above.axhline(LINE_GBPS / flows, color="black", linestyle=":", linewidth=0.8)
        above.set_title(f"{flows} flows")
        below.plot(times, queue, color=pictures.COLOURS[0], linewidth=0.7)
        for threshold in (K_MIN, K_MAX):
            below.axhline(threshold, color="black", linestyle=":", linewidth=0.8)
        below.set_ylim(0, 1.5 * K_MAX)
        below.set_xlabel("time (ms)")
    figure.suptitle("DCQCN: flows that start 5 ms apart share a port of 40 Gb/s; dotted: the fair "
                    "share, Kmin and Kmax")  # fmt: skip
    axes[0][0].set_ylabel("goodput (Gb/s)")
    axes[1][0].set_ylabel("queue (kB)")
    return figure


def make(binaries, folder):
    table = os.path.join(folder, "inc-dcqcn.csv")
    subprocess.run([os.path.join(binaries, PROGRAM), f"--series={table}"], check=True)
    pictures.save(draw(read(table)), os.path.join(folder, "inc-dcqcn.png"))


if __name__ == "__main__":
    sys.exit(comparison.run("inc-dcqcn-plot.py", __doc__, sys.argv[1:], make, PROGRAM))
