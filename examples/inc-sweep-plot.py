#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Draw what a sweep found: inc-sweep-plot.py DIR X Y[,Y…] [PICTURE.png] [--log=AXES] [--band=BAND]

Columns Y of DIR/results.csv over parameter X, a panel each: a line through the means for each
combination of the other parameters, and bars from the least to the most over the seeds, or with
--band=95 the confidence interval of the mean as a band (Student). Where all values of X are numbers
or sizes, and far enough apart, they stand at their places, else side by side. --log=x, y or xy: logarithmic axes. Over
algbw_GBps the closed-form bound is dotted. The picture is DIR/results.png if no other is named.
Exit status: 0 drawn; 2 bad arguments or files, one line on standard error and nothing written.
"""

import csv
import json
import math
import os
import re
import statistics
import sys

sys.dont_write_bytecode = True

from inc_script import pictures  # noqa: E402
from inc_script.pictures import COLOURS, PlotError  # noqa: E402
from inc_script.program import run_program  # noqa: E402

USAGE = "inc-sweep-plot.py DIR X Y[,Y…] [PICTURE.png]"
OPTIONS = {"log": "x, y or xy", "band": "95"}
NARROWEST = 0.04  # part of an axis between two values that can be told apart
BOUND = {"algbw_GBps": "bound_algbw_GBps"}
# Student's t, two-sided 95 %, by degrees of freedom; beyond them the normal distribution.
STUDENT = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
           2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
           2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042)  # fmt: skip
NUMBER = re.compile(r"([0-9.]+(?:[eE][-+]?[0-9]+)?)([KMGT]i?B?|k?B|[nmu]?s|[kMGT]bps)?")
FACTORS = {"": 1, "B": 1, "kB": 1e3, "KB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12,
           "ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1,
           "kbps": 1e3, "Mbps": 1e6, "Gbps": 1e9, "Tbps": 1e12}  # fmt: skip
WITHIN = ("scheme", "bytes")  # what the rows of one point may differ in


def number_of(text):
    """16MiB → 16777216, 1e-3 → 0.001; nothing if it is no number."""
    found = NUMBER.fullmatch(text)
    if not found:
        return None
    unit = found[2] or ""
    power = "KMGT".find(unit[:1]) + 1 if unit else 0
    binary = power > 0 and (unit[1:] in ("", "iB", "i"))
    return float(found[1]) * (1024**power if binary else FACTORS.get(unit, math.nan))


def read(folder):
    """Values of each parameter by name, and the rows of the table with those of their points."""
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
    """Columns that tell the rows of one point from each other."""
    seen = {}
    for _, row in rows:
        for name in WITHIN:
            seen.setdefault((name, row["point"]), set()).add(row.get(name))
    return [name for name in WITHIN if any(len(seen[key]) > 1 for key in seen if key[0] == name)]


def lines_of(parameters, rows, x, y):
    """By label of a line: by value of x, the numbers of y. Rows without a number are left out."""
    if x not in parameters or None in parameters[x]:
        raise PlotError(f"X: '{x}'; accepted: a parameter, {', '.join(parameters)}")
    columns = list(rows[0][1]) if rows else []
    if y not in columns:
        raise PlotError(f"Y: '{y}'; accepted: a column, {', '.join(columns)}")
    told = [name for name, values in parameters.items() if name != x and len(values) > 1]
    within = within_points(rows)
    lines = {}
    for point, row in rows:
        try:
            number = float(row[y])
        except ValueError:
            continue
        words = [f"{name} {point[name]}" for name in told]
        words += [f"{name} {row[name]}" for name in within]
        lines.setdefault(", ".join(words), {}).setdefault(point[x], []).append(number)
    if not lines:
        raise PlotError(f"Y: '{y}' has no number; accepted: a column of numbers")
    return lines


def half_width(numbers):
    """Of the 95 % confidence interval of the mean."""
    freedom = len(numbers) - 1
    if freedom < 1:
        return 0
    t = STUDENT[freedom - 1] if freedom <= len(STUDENT) else 1.96
    return t * statistics.stdev(numbers) / math.sqrt(len(numbers))


def draw_lines(axis, places, lines, band):
    """Means with what is around them; bounds without."""
    for number, (label, points) in enumerate(lines.items()):
        ours = sorted((places[value], numbers) for value, numbers in points.items())
        xs = [place for place, _ in ours]
        means = [statistics.fmean(numbers) for _, numbers in ours]
        colour = COLOURS[number % len(COLOURS)]
        if band:
            widths = [half_width(numbers) for _, numbers in ours]
            axis.plot(xs, means, label=label, marker="o", markersize=4, color=colour)
            axis.fill_between(xs, [mean - width for mean, width in zip(means, widths)],
                              [mean + width for mean, width in zip(means, widths)],
                              color=colour, alpha=0.25, linewidth=0)  # fmt: skip
            continue
        below = [mean - min(numbers) for mean, (_, numbers) in zip(means, ours)]
        above = [max(numbers) - mean for mean, (_, numbers) in zip(means, ours)]
        axis.errorbar(xs, means, (below, above), label=label, marker="o", markersize=4,
                      capsize=3, color=colour)  # fmt: skip


def draw_bounds(axis, places, bounds):
    for number, points in enumerate(bounds.values()):
        ours = sorted((places[value], statistics.fmean(some)) for value, some in points.items())
        axis.plot(*zip(*ours), linestyle=":", color=COLOURS[number % len(COLOURS)])


def draw(values, panels, x, log, band):
    numbers = [number_of(value) for value in values]
    numeric = all(number is not None and math.isfinite(number) for number in numbers)
    if "x" in log and not (numeric and min(numbers) > 0):
        raise PlotError(f"--log={log}: {x} has {', '.join(values)}; accepted: with numbers above 0")
    if numeric and "x" not in log:
        ordered = sorted(numbers)
        gaps = [after - before for before, after in zip(ordered, ordered[1:])]
        numeric = all(gap >= NARROWEST * (ordered[-1] - ordered[0]) for gap in gaps)
    places = dict(zip(values, numbers if numeric else range(len(values))))
    figure, axes = pictures.pyplot().subplots(1, len(panels), figsize=(6.4 * len(panels), 4),
                                              squeeze=False)  # fmt: skip
    for axis, (y, (lines, bounds)) in zip(axes[0], panels.items()):
        draw_lines(axis, places, lines, band)
        draw_bounds(axis, places, bounds)
        if "x" in log:
            axis.set_xscale("log", base=2 if all(number % 2 == 0 for number in numbers) else 10)
        axis.set_xticks([places[value] for value in values], values)
        axis.set_xticks([], minor=True)
        if "y" in log:
            axis.set_yscale("log")
        else:
            axis.set_ylim(bottom=0)
        axis.set_xlabel(x)
        axis.set_ylabel(y + (" (dotted: bound)" if bounds else ""))
    if any(next(iter(panels.values()))[0]):
        axes[0][0].legend()
    return figure


def main(words):
    if "--help" in words or "-h" in words:
        print(__doc__.strip())
        return 0
    try:
        words, options = pictures.split(words, OPTIONS, USAGE)
        if len(words) not in (3, 4):
            raise PlotError(f"{len(words)} arguments; accepted: {USAGE}")
        log = pictures.log_axes(options)
        if options.get("band", "95") != "95":
            raise PlotError(f"--band={options['band']}: accepted: 95")
        folder, x, columns = words[:3]
        picture = words[3] if len(words) == 4 else os.path.join(folder, "results.png")
        parameters, rows = read(folder)
        panels = {}
        for y in columns.split(","):
            lines = lines_of(parameters, rows, x, y)
            bound = BOUND.get(y)
            has_bound = bound and any(row.get(bound) for _, row in rows)
            panels[y] = lines, lines_of(parameters, rows, x, bound) if has_bound else {}
        pictures.save(draw(parameters[x], panels, x, log, "band" in options), picture)
    except (PlotError, OSError) as error:
        print(f"inc-sweep-plot.py: {' '.join(str(error).split())}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(run_program("inc-sweep-plot.py", lambda: main(sys.argv[1:])))
