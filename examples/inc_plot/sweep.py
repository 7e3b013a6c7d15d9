# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Draws sweeps: columns of the table of results over a parameter."""

import csv
import json
import math
import os
import re
import statistics
import sys

from inc_script import pictures
from inc_script.pictures import PlotError, colour, label_of, legend_beside, look, require, spell_out

USAGE = "DIR X Y[,Y…] [PICTURE.png]"
OPTIONS = {"log": "x, y or xy", "band": "95 or 0.95"}
NARROWEST = 0.04  # smallest distance of two values that can be told apart, as a share of the axis
BOUND_LABEL, GAP_LABEL = "closed-form bound", "no result"
BOUND = {"algbw_GBps": "bound_algbw_GBps"}
# Quantiles of Student's t distribution (two-sided, 95 %) for 1 to 30 degrees of freedom. With more,
# the normal distribution is used.
STUDENT = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
           2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
           2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042)  # fmt: skip
NUMBER = re.compile(r"([0-9.]+(?:[eE][-+]?[0-9]+)?)([KMGT]i?B?|k?B|[nmu]?s|[kMGT]bps)?")
FACTORS = {"": 1, "B": 1, "kB": 1e3, "KB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12,
           "ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1,
           "kbps": 1e3, "Mbps": 1e6, "Gbps": 1e9, "Tbps": 1e12}  # fmt: skip
WITHIN = ("scheme", "bytes")  # columns that may differ between rows of one point


def number_of(text):
    """Return the number that a text stands for (16MiB is 16777216, 1e-3 is 0.001), or None if it is
    none."""
    found = NUMBER.fullmatch(text)
    if not found:
        return None
    unit = found[2] or ""
    power = "KMGT".find(unit[:1]) + 1 if unit else 0
    binary = power > 0 and (unit[1:] in ("", "iB", "i"))
    return float(found[1]) * (1024**power if binary else FACTORS.get(unit, math.nan))


def read(folder):
    """Return the values of each parameter by name, and the rows of the table, each with those of
    its point."""
    try:
        with open(os.path.join(folder, "sweep.json"), encoding="utf-8") as file:
            sweep = json.load(file)
        with open(os.path.join(folder, "results.csv"), encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        points = {str(point["point"]): point["parameters"] for point in sweep["points"]}
        return sweep["parameters"], [(points[row["point"]], row) for row in rows]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise PlotError(f"{folder}: {error!r}; accepted: the folder of a sweep") from error


def within_points(rows):
    """Return the columns that tell rows of one point from each other."""
    seen = {}
    for _, row in rows:
        for name in WITHIN:
            seen.setdefault((name, row["point"]), set()).add(row.get(name))
    return [name for name in WITHIN if any(len(seen[key]) > 1 for key in seen if key[0] == name)]


def lines_of(parameters, rows, x, y):
    """Return the lines to draw: by label and by value of x, the values of y at the seeds.

    A point without a number has an empty list. Points that differ only in arguments without effect
    are on one line.
    """
    require(x in parameters and None not in parameters[x],
            f"X: '{x}'; accepted: a parameter, {', '.join(parameters)}")  # fmt: skip
    columns = list(rows[0][1]) if rows else []
    require(y in columns, f"Y: '{y}'; accepted: a column, {', '.join(columns)}")
    differing = [name for name, values in parameters.items() if name != x and len(values) > 1]
    within = within_points(rows)
    lines = {}
    for point, row in rows:
        without = (row.get("without") or "").split(",")
        words = [f"{spell_out(name)} {point[name]}" for name in differing if name not in without]
        words += [f"{spell_out(name)} {row[name]}" for name in within if row.get(name)]
        numbers = lines.setdefault(", ".join(words), {}).setdefault(point[x], [])
        if row.get("same_as") and x not in without:
            continue
        try:
            numbers.append(float(row[y]))
        except ValueError:
            continue
    require(any(numbers for line in lines.values() for numbers in line.values()),
            f"Y: '{y}' has no number; accepted: a column of numbers")  # fmt: skip
    return lines


def half_width(numbers):
    """Return half the width of the 95 % confidence interval of the mean."""
    freedom = len(numbers) - 1
    if freedom < 1:
        return 0
    t = STUDENT[freedom - 1] if freedom <= len(STUDENT) else 1.96
    return t * statistics.stdev(numbers) / math.sqrt(len(numbers))


def spread(numbers, band):
    """Return the mean, and how far the bar or band reaches below and above it."""
    mean = statistics.fmean(numbers)
    if band:
        return mean, half_width(numbers), half_width(numbers)
    return mean, max(0, mean - min(numbers)), max(0, max(numbers) - mean)


def draw_lines(axis, places, lines, band):
    """Draw means with their bars or bands. A line has a gap at a point without a number."""
    for number, (label, points) in enumerate(lines.items()):
        if not any(points.values()):
            axis.plot([], [], label=label, **look(number))
            continue
        own = sorted((places[value], numbers) for value, numbers in points.items())
        xs = [place for place, _ in own]
        found = [spread(numbers, band) if numbers else (math.nan,) * 3 for _, numbers in own]
        means, below, above = zip(*found)
        how = {"label": label, **look(number), "clip_on": False, "zorder": 3}
        if band:
            axis.plot(xs, means, **how)
            axis.fill_between(xs, [mean - width for mean, width in zip(means, below)],
                              [mean + width for mean, width in zip(means, above)],
                              color=colour(number), alpha=0.25, linewidth=0)  # fmt: skip
        else:
            axis.errorbar(xs, means, (below, above), capsize=3, **how)


def draw_bars(axis, places, lines, band):
    """Draw means over values that are words, as bars; bars of several lines stand side by side."""
    width = 0.8 / len(lines)
    for number, (label, points) in enumerate(lines.items()):
        drawn = {value: spread(numbers, band) for value, numbers in points.items() if numbers}
        shift = (number - (len(lines) - 1) / 2) * width
        means, below, above = zip(*drawn.values()) if drawn else ((), (), ())
        varied = any((*below, *above))
        axis.bar([places[value] + shift for value in drawn], means, 0.9 * width, label=label,
                 color=colour(number), yerr=(below, above) if varied else None, capsize=3)  # fmt: skip


def draw_bounds(axis, places, bounds, lines, bars):
    """Draw closed-form bounds in the colours of their lines."""
    width = 0.8 / len(lines)
    for label, points in bounds.items():
        number = list(lines).index(label)
        own = sorted((places[value], statistics.fmean(some))
                     for value, some in points.items() if some)  # fmt: skip
        for x, bound in own if bars else ():
            middle = x + (number - (len(lines) - 1) / 2) * width
            axis.hlines(bound, middle - width / 2, middle + width / 2, colors="black")
        if own and not bars:
            axis.plot(*zip(*own), linestyle=":", color=colour(number))
    if bounds:
        axis.plot([], [], linestyle="-" if bars else ":", color="black", label=BOUND_LABEL)


def mark_gaps(axis, places, lines, x, y):
    """Mark a missing number of a line with a cross at the foot of the panel, and report it on
    standard error."""
    gaps = {(label, value) for label, points in lines.items()
            for value, numbers in points.items() if not numbers}  # fmt: skip
    for label, value in sorted(gaps):
        of_line = f" of {label}" if label else ""
        print(f"inc-plot.py: {y}{of_line} has no number where {x} is {value}", file=sys.stderr)
    if gaps:
        axis.plot([places[value] for _, value in gaps], [0.02] * len(gaps), "kx", markersize=8,
                  label=GAP_LABEL, transform=axis.get_xaxis_transform())  # fmt: skip


def places_of(values, x, log):
    """Return the place of each value on the axis, whether all values are numbers, and whether the
    axis is to scale."""
    numbers = [number_of(value) for value in values]
    numeric = all(number is not None and math.isfinite(number) for number in numbers)
    require("x" not in log or numeric and min(numbers) > 0,
            f"--log={log}: {x} has {', '.join(values)}; accepted: with numbers above 0")  # fmt: skip
    to_scale = numeric
    if numeric and "x" not in log:
        ordered = sorted(numbers)
        gaps = [after - before for before, after in zip(ordered, ordered[1:])]
        to_scale = all(gap >= NARROWEST * (ordered[-1] - ordered[0]) for gap in gaps)
    return dict(zip(values, numbers if to_scale else range(len(values)))), numeric


def draw(values, panels, x, log, band):
    places, numeric = places_of(values, x, log)
    figure, axes = pictures.pyplot().subplots(1, len(panels), figsize=(5.5 * len(panels) + 2, 4),
                                              squeeze=False)  # fmt: skip
    for axis, (y, (lines, bounds)) in zip(axes[0], panels.items()):
        (draw_lines if numeric else draw_bars)(axis, places, lines, band)
        draw_bounds(axis, places, bounds, lines, not numeric)
        mark_gaps(axis, places, lines, x, y)
        if "x" in log:
            axis.set_xscale("log", base=2 if all(each % 2 == 0 for each in places.values()) else 10)
        crowded = sum(map(len, values)) > 50
        axis.set_xticks([places[value] for value in values], values, rotation=30 if crowded else 0)
        axis.set_xticks([], minor=True)
        if "y" in log:
            axis.set_yscale("log")
        else:
            axis.set_ylim(bottom=0)
        axis.set_xlabel(label_of(x))
        axis.set_ylabel(label_of(y))
        axis.grid(axis="y", alpha=0.3)
        axis.set_axisbelow(True)
    draw_legend(axes[0], panels)
    return figure


def draw_legend(axes, panels):
    """Draw one legend for all panels: the lines in order, then the bounds and the gaps."""
    entries = {}
    for axis in axes:
        handles, labels = axis.get_legend_handles_labels()
        entries |= dict(zip(labels, handles))
    order = [*next(iter(panels.values()))[0], BOUND_LABEL, GAP_LABEL]
    shown = [label for label in order if label in entries]
    if shown:
        legend_beside(axes[-1], [entries[label] for label in shown], shown)


def make(names, options):
    """Return the figure and the path of its picture."""
    require(len(names) in (3, 4), f"{len(names)} arguments; accepted: {USAGE}")
    log = pictures.log_axes(options)
    band = options.get("band")
    require(band in (None, "95", "0.95"), f"--band={band}: accepted: {OPTIONS['band']}")
    folder, x, columns = names[:3]
    picture = names[3] if len(names) == 4 else os.path.join(folder, "results.png")
    pictures.format_of(picture)
    parameters, rows = read(folder)
    panels = {}
    for y in columns.split(","):
        lines = lines_of(parameters, rows, x, y)
        bound = BOUND.get(y)
        has_bound = bound and any(row.get(bound) for _, row in rows)
        panels[y] = lines, lines_of(parameters, rows, x, bound) if has_bound else {}
    return draw(parameters[x], panels, x, log, band is not None), picture
