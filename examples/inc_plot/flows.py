# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Draws tables of flows: distributions of completion times, and slowdowns by size."""

import csv

from inc_script import pictures
from inc_script.pictures import PlotError, colour, legend_beside, look, pyplot, require, size_text

OPTIONS = {"log": "x, y or xy"}
NEEDED = ("row", "bytes", "fct_us", "slowdown")


def read(path):
    """Return, by row, the bytes, completion time and slowdown of each completed flow."""
    found = {}
    try:
        with open(path, encoding="utf-8", newline="") as file:
            rows = csv.DictReader(file)
            known = all(name in (rows.fieldnames or []) for name in NEEDED)
            require(known, f"{path}: accepted: a table with {', '.join(NEEDED)}")
            for row in rows:
                if row["fct_us"]:
                    found.setdefault(int(row["row"]), []).append(
                        (int(row["bytes"]), float(row["fct_us"]), float(row["slowdown"])))  # fmt: skip
    except (OSError, ValueError, TypeError) as error:
        raise PlotError(f"{path}: {error}") from error
    require(found, f"{path}: no flow completed; accepted: a table with some")
    return found


def decade(size):
    """Return the smallest power of 10 that is not below the size."""
    above = 10
    while above < size:
        above *= 10
    return above


def draw_times(axes, groups, log):
    """Draw the share of flows that are complete over time."""
    for number, (label, flows) in enumerate(groups.items()):
        times = sorted(time for _, time, _ in flows)
        shares = [100 * i / len(times) for i in range(len(times) + 1)]
        axes.step([times[0], *times], shares, where="post", label=f"{label}{len(flows)} flows",
                  **look(number, marked=False))  # fmt: skip
    axes.set_xscale("log" if "x" in log else "linear")
    axes.set_xlabel("flow completion time (µs)")
    axes.set_ylabel("share of the flows (%)")
    axes.set_ylim(-2, 102)
    axes.grid(alpha=0.3)


def draw_slowdowns(axes, groups, log):
    """Draw slowdowns as one violin per decade of size; violins of several groups stand side by
    side."""
    decades = sorted({decade(size) for flows in groups.values() for size, _, _ in flows})
    width = 0.8 / len(groups)
    for number, flows in enumerate(groups.values()):
        for place, limit in enumerate(decades):
            values = [slowdown for size, _, slowdown in flows if decade(size) == limit]
            middle = place + (number - (len(groups) - 1) / 2) * width
            if len(set(values)) < 2:
                axes.plot([middle] * len(values), values, "o", color=colour(number), markersize=4)
                continue
            parts = axes.violinplot([values], [middle], widths=0.9 * width, showmedians=True)
            for part in (*parts.pop("bodies"), *parts.values()):
                part.set_color(colour(number))
    axes.set_xticks(range(len(decades)), [f"≤ {size_text(limit)}" for limit in decades])
    axes.set_xlabel("size of the flow")
    axes.set_yscale("log" if "y" in log else "linear")
    axes.set_ylabel("slowdown; line: median")
    axes.grid(alpha=0.3, axis="y")


def make(runs, options):
    log = pictures.log_axes(options)
    groups = {}
    for run in runs:
        rows = read(run.path)
        for row, flows in sorted(rows.items()):
            words = [run.name] * (len(runs) > 1) + [f"row {row}"] * (len(rows) > 1)
            groups["".join(f"{word}, " for word in words)] = flows
    figure, (times, slowdowns) = pyplot().subplots(1, 2, figsize=(12, 4.2))
    draw_times(times, groups, log)
    draw_slowdowns(slowdowns, groups, log)
    legend_beside(slowdowns, *times.get_legend_handles_labels())
    return figure
