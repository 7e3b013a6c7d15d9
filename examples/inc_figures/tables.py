# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Tables: what the points of a figure come to, with the paper's numbers beside."""

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
    rates: list  # Gb/s, by seed
    solve_ms: list
    proven: int  # runs with a proof that nothing is better
    printed: float  # Gb/s, or None

    def values(self, quantity):
        return self.rates if quantity == "rate" else self.solve_ms

    def centre(self, quantity):
        """Means, as in the papers; of times the median, which a busy machine disturbs less."""
        values = self.values(quantity)
        return statistics.mean(values) if quantity == "rate" else statistics.median(values)


def rows_of(figure, runs, store):
    """The rows of a figure, without those none of whose points has a result."""
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
    """A number as people write it, empty for None."""
    return "" if value is None else f"{value:.{digits}g}"


def csv_text(header, lines):
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(lines)
    return text.getvalue()


def figure_csv(figure, rows):
    """The table of a figure."""
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
    """All numbers that the papers print, beside ours; figures: (figure, rows) of each."""
    header = ["figure", "series", "at", "ours (Gb/s)", "paper (Gb/s)", "ours / paper"]
    lines = [
        [figure.name, row.series, f"{row.x} {figure.x_label}", number(row.centre("rate")),
         number(row.printed), number(row.centre("rate") / row.printed, 3)]
        for figure, rows in figures
        for row in rows
        if row.printed is not None
    ]  # fmt: skip
    return csv_text(header, lines)


def comparison(figure, rows):
    """Lines for people: the points for which the paper prints a number."""
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
