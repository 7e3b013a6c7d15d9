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


def pairs_of(gain, figures):
    """(figure, upper row, lower row) of all points at which a gain can be had."""
    for figure, rows in figures:
        if not figure.name.startswith(gain.kind) or figure.name.endswith("narrow") != gain.narrow:
            continue
        for lower in rows:
            # "EINA" alone is the planner itself; "ARO, fat-tree" is ARO on a topology.
            if lower.series != gain.under and not (
                lower.series.startswith(gain.under + ",") and figure.kind == "cluster"
            ):
                continue
            for upper in rows:
                if upper.series == gain.over and upper.x == lower.x:
                    yield figure, upper, lower


def largest_of_one(upper, lower, quantity):
    """The largest quotient of one instance; a planner that draws nothing has one value for all."""
    above, below = upper.values(quantity), lower.values(quantity)
    above = above * len(below) if len(above) == 1 else above
    return max((a / b for a, b in zip(above, below) if b > 0), default=0)


def gains_csv(gains, figures):
    """The papers' headlines, "up to so many times", beside ours."""
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
    """The same for people, in columns."""
    rows = list(csv.reader(io.StringIO(table)))
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows
    )


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
