#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Draw what a sweep found: inc-sweep-plot.py DIR X Y [PICTURE.png]

Column Y of DIR/results.csv over parameter X, its values in the sweep's order: a line through the
means for each combination of the other parameters, bars from the least to the most over the seeds.
The picture is DIR/results.png if no other is named.
Exit status: 0 drawn; 2 bad arguments or files, one line on standard error and nothing written.
"""

import csv
import json
import os
import sys

sys.dont_write_bytecode = True

from inc_script import files  # noqa: E402

USAGE = "inc-sweep-plot.py DIR X Y [PICTURE.png]"
WITHIN = ("scheme", "bytes")  # what the rows of one point may differ in
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442")


class PlotError(Exception):
    """What is wrong, in one line."""


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


def draw(values, lines, x, y, path):
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axis = pyplot.subplots(figsize=(6.4, 4))
    for number, (label, points) in enumerate(lines.items()):
        places = [i for i, value in enumerate(values) if value in points]
        numbers = [points[values[i]] for i in places]
        means = [sum(some) / len(some) for some in numbers]
        below = [mean - min(some) for mean, some in zip(means, numbers)]
        above = [max(some) - mean for mean, some in zip(means, numbers)]
        axis.errorbar(places, means, (below, above), label=label, marker="o", markersize=4,
                      capsize=3, color=COLOURS[number % len(COLOURS)])  # fmt: skip
    axis.set_xticks(range(len(values)), values)
    axis.set_ylim(bottom=0)
    axis.set_xlabel(x)
    axis.set_ylabel(y)
    if any(lines):
        axis.legend()
    figure.tight_layout()
    figure.savefig(path, dpi=70, format="png", metadata={"Software": None})


def main(words):
    if "--help" in words or "-h" in words:
        print(__doc__.strip())
        return 0
    try:
        if len(words) not in (3, 4):
            raise PlotError(f"{len(words)} arguments; accepted: {USAGE}")
        folder, x, y = words[:3]
        picture = words[3] if len(words) == 4 else os.path.join(folder, "results.png")
        parameters, rows = read(folder)
        lines = lines_of(parameters, rows, x, y)
        files.write(os.path.abspath(picture),
                    lambda path: draw(parameters[x], lines, x, y, path))  # fmt: skip
    except (PlotError, OSError, ImportError) as error:
        print(f"inc-sweep-plot.py: {' '.join(str(error).split())}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
