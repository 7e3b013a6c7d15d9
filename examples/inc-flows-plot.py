#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Draw the flows of tables: inc-flows-plot.py FLOWS.csv [PICTURE.png] [--log=x]

FLOWS.csv is what inc-sim --flowTable writes. On the left the cumulative distribution of completion
times of each row, on the right the slowdowns as violins, by decade of size.
Exit status: 0 drawn; 2 bad arguments or files, one line on standard error and nothing written.
"""

import csv
import sys

sys.dont_write_bytecode = True

from inc_script import pictures  # noqa: E402
from inc_script.pictures import PlotError  # noqa: E402

USAGE = "inc-flows-plot.py FLOWS.csv [PICTURE.png]"
OPTIONS = {"log": "x, y or xy"}
NEEDED = ("row", "bytes", "fct_us", "slowdown")


def read(path):
    """Of the flows that completed: row, bytes, completion time and slowdown."""
    try:
        with open(path, encoding="utf-8", newline="") as file:
            rows = csv.DictReader(file)
            if any(name not in (rows.fieldnames or []) for name in NEEDED):
                raise PlotError(f"{path}: accepted: a table with {', '.join(NEEDED)}")
            return [(int(row["row"]), int(row["bytes"]), float(row["fct_us"]),
                     float(row["slowdown"])) for row in rows if row["fct_us"]]  # fmt: skip
    except (OSError, ValueError, TypeError) as error:
        raise PlotError(f"{path}: {error}") from error


def decade(size):
    """10 to the least power that is not below it."""
    above = 10
    while above < size:
        above *= 10
    return above


def draw(flows, log):
    figure, (times, slowdowns) = pictures.pyplot().subplots(1, 2, figsize=(10, 4.2))
    for number, row in enumerate(sorted({flow[0] for flow in flows})):
        ours = sorted(flow[2] for flow in flows if flow[0] == row)
        shares = [(i + 1) / len(ours) for i in range(len(ours))]
        times.step(ours, shares, where="post", label=f"row {row}, {len(ours)} flows",
                   color=pictures.COLOURS[number % len(pictures.COLOURS)])  # fmt: skip
    times.set_xscale("log" if "x" in log else "linear")
    times.set_xlabel("flow completion time (us)")
    times.set_ylabel("share of the flows")
    times.set_ylim(0, 1.02)
    times.grid(alpha=0.3)
    times.legend(frameon=False)
    decades = sorted({decade(flow[1]) for flow in flows})
    values = [[flow[3] for flow in flows if decade(flow[1]) == size] for size in decades]
    slowdowns.violinplot(values, showmedians=True, showextrema=True)
    labels = [f"to {size:.0e} B\n{len(some)}" for size, some in zip(decades, values)]
    slowdowns.set_xticks(range(1, len(decades) + 1), labels, size=8)
    slowdowns.set_yscale("log" if "y" in log else "linear")
    slowdowns.set_ylabel("slowdown; line: median")
    slowdowns.grid(alpha=0.3, axis="y")
    return figure


def make(name, options):
    log = pictures.log_axes(options)
    flows = read(name)
    if not flows:
        raise PlotError(f"{name}: no flow completed; accepted: a table with some")
    return draw(flows, log)


if __name__ == "__main__":
    sys.exit(pictures.run("inc-flows-plot.py", __doc__, USAGE, OPTIONS, sys.argv[1:], make))
