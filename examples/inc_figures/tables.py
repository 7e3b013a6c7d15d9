# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Tables of the figures: the results of the points, with the paper's numbers beside them."""

import csv
import io
import statistics
from dataclasses import dataclass

from . import points


@dataclass(frozen=True)
class Row:
    """All runs of one series at one x."""

    series: str
    x: float
    rates: list  # Gb/s, one for each seed
    solve_ms: list
    proven: int  # number of runs in which the planner proved its plan optimal
    printed: float  # rate that the paper prints, Gb/s, or None

    def values(self, quantity):
        return self.rates if quantity == "rate" else self.solve_ms

    def centre(self, quantity):
        """Return the mean of rates, as the papers do, and the median of times, because a busy
        machine disturbs it less."""
        values = self.values(quantity)
        return statistics.mean(values) if quantity == "rate" else statistics.median(values)


def rows_of(figure, runs, store):
    """Return the rows of a figure; a row without any result is left out."""
    found = {}
    for x, series, point in points.points_of(figure, runs):
        result = store.get(point)
        if result is not None:
            found.setdefault((series.label, x), []).append(result)
    return [
        Row(
            label,
            x,
            [result["rate"] for result in results],
            [result["solve_ms"] for result in results],
            sum(result["status"] == "optimal" for result in results),
            figure.printed.get((x, label)),
        )
        for (label, x), results in found.items()
    ]


def number(value, digits=4):
    """Format a number for readers; return an empty text for None."""
    return "" if value is None else f"{value:.{digits}g}"


def csv_text(header, lines):
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(lines)
    return text.getvalue()


def figure_csv(figure, rows):
    """Return the table of a figure as CSV."""
    header = ["series", figure.x_label, "runs", "mean (Gb/s)", "lowest", "highest",
              "paper (Gb/s)", "ours / paper", "proven optimal", "solve time, median (ms)",
              "longest (ms)"]  # fmt: skip
    lines = []
    for row in rows:
        mean = row.centre("rate")
        ratio = mean / row.printed if row.printed else None
        rates = [number(value) for value in (mean, min(row.rates), max(row.rates))]
        times = [number(value, 3) for value in (row.centre("solve_ms"), max(row.solve_ms))]
        lines.append([row.series, row.x, len(row.rates), *rates, number(row.printed),
                      number(ratio, 3), row.proven, *times])  # fmt: skip
    return csv_text(header, lines)


def printed_csv(figures):
    """Return as CSV all numbers that the papers print, beside ours. `figures` has pairs (figure,
    rows)."""
    header = ["figure", "series", "at", "ours (Gb/s)", "paper (Gb/s)", "ours / paper"]
    lines = [
        [figure.name, row.series, f"{row.x} {figure.x_label}", number(row.centre("rate")),
         number(row.printed), number(row.centre("rate") / row.printed, 3)]
        for figure, rows in figures
        for row in rows
        if row.printed is not None
    ]  # fmt: skip
    return csv_text(header, lines)


def pairs_of(gain, figures):
    """Yield (figure, upper row, lower row) of all points that can show this gain."""
    for figure, rows in figures:
        if not figure.name.startswith(gain.kind) or figure.name.endswith("narrow") != gain.narrow:
            continue
        for lower in rows:
            # "EINA" names the planner itself. In clusters "ARO, fat-tree" is ARO on one topology.
            if lower.series != gain.under and not (
                lower.series.startswith(gain.under + ",") and figure.kind == "cluster"
            ):
                continue
            for upper in rows:
                if upper.series == gain.over and upper.x == lower.x:
                    yield figure, upper, lower


def largest_of_one(upper, lower, quantity):
    """Return the largest quotient over the instances. A deterministic planner has one value for
    all."""
    above, below = upper.values(quantity), lower.values(quantity)
    above = above * len(below) if len(above) == 1 else above
    return max((a / b for a, b in zip(above, below) if b > 0), default=0)


def gains_csv(gains, figures):
    """Return as CSV the papers' claims of "up to N times", beside our largest quotients."""
    header = ["gain, up to", "the paper", "ours, of means", "at", "ours, of one instance", "seeds"]
    lines = []
    for gain in gains:
        found = [
            (upper.centre(gain.quantity) / lower.centre(gain.quantity), figure, upper, lower)
            for figure, upper, lower in pairs_of(gain, figures)
            if lower.centre(gain.quantity) > 0
        ]
        if found:
            most, figure, _, lower = max(found, key=lambda pair: pair[0])
            one = max(largest_of_one(u, w, gain.quantity) for _, _, u, w in found)
            place = f"{figure.name}, {lower.x} {figure.x_label}, {lower.series}"
            lines.append([gain.title, gain.printed, number(most, 3), place, number(one, 3),
                          len(lower.rates)])  # fmt: skip
    return csv_text(header, lines)


def gains_text(table):
    """Format the table of gains in columns, for readers."""
    rows = list(csv.reader(io.StringIO(table)))
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows
    )


def comparison(figure, rows):
    """Return lines for readers: the points for which the paper prints a number."""
    lines = [f"# {figure.title}"]
    for row in rows:
        if row.printed is not None:
            lines.append(
                f"{row.series:38} {figure.x_label[:12]:>12} {row.x:>4} "
                f"{number(row.centre('rate')):>8} Gb/s   paper {number(row.printed):>6}"
            )
    if figure.remark:
        lines.append(f"# the paper: {figure.remark}")
    return "\n".join(lines)
