# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The tables and the figures of the cases."""

import csv
import io

from inc_script import pictures
from inc_testbeds.points import digits

HEADER = ("case", "quantity", "unit", "measured", "read", "simulated", "difference", "band",
          "within", "lowest", "highest", "seeds")  # fmt: skip


def _line(name, point):
    return (name, point.label, point.unit, digits(point.measured), point.read,
            digits(point.simulated), point.difference(), str(point.band or ""), point.verdict(),
            digits(min(point.samples)), digits(max(point.samples)),
            str(len(point.samples)))  # fmt: skip


def as_csv(found):
    """Of all cases; found: name → Points."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(HEADER)
    for name, points in found.items():
        table.writerows(_line(name, point) for point in points)
    return text.getvalue()


def as_markdown(case, name, points):
    """Of one case: what was measured, then how the result depends on what is not printed."""
    lines = [f"## Case {case.number}, {name}: {case.title}", "", f"Source: {case.source}.", ""]
    lines += ["| quantity | unit | measured | read | simulated | difference | band | within |",
              "|---|---|---:|---|---:|---:|---|---|"]  # fmt: skip
    for point in points:
        if point.measured is not None:
            lines.append("| " + " | ".join(_line(name, point)[1:9]) + " |")
    more = [point for point in points if point.measured is None]
    if more:
        lines += ["", "| on what it depends | unit | simulated |", "|---|---|---:|"]
    lines += [f"| {point.label} | {point.unit} | {digits(point.simulated)} |" for point in more]
    return "\n".join(lines) + "\n"


def draw(case, points, path):
    """Measured and simulated values, a panel for each unit, with the range of the seeds."""
    plot = pictures.pyplot()
    units = {}
    for point in points:
        if point.measured is not None:
            units.setdefault(point.unit, []).append(point)
    figure, axes = plot.subplots(len(units), 1, squeeze=False,
                                 figsize=(7, 1.2 + 0.32 * sum(map(len, units.values()))),
                                 height_ratios=[len(rows) for rows in units.values()])  # fmt: skip
    for axis, (unit, rows) in zip(axes[:, 0], units.items()):
        places = range(len(rows))
        for place, point in zip(places, rows):
            if point.band:
                low, high = point.band.limits(point.measured)
                top = 1.05 * max(max(row.measured, max(row.samples)) for row in rows)
                axis.barh(place, min(high, top) - max(low, 0), left=max(low, 0), height=0.7,
                          color="#dddddd")  # fmt: skip
        axis.plot([point.measured for point in rows], places, "o", fillstyle="none",
                  color="black", label="measured, with its band")  # fmt: skip
        axis.errorbar([point.simulated for point in rows], places, fmt="x",
                      xerr=[[point.simulated - min(point.samples) for point in rows],
                            [max(point.samples) - point.simulated for point in rows]],
                      color=pictures.COLOURS[0], label="simulated, all seeds")  # fmt: skip
        axis.set_yticks(places, [point.label for point in rows])
        axis.invert_yaxis()
        axis.set_xlabel(unit)
        axis.grid(axis="x", linewidth=0.3)
    axes[0][0].legend(fontsize="small", framealpha=0.5)
    figure.suptitle(f"Case {case.number}: {case.title}", fontsize="medium")
    figure.tight_layout()
    figure.savefig(path, dpi=100, format="png", metadata={"Software": None})
    plot.close(figure)
