# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The tables and the figures of the cases."""

import csv
import io

from inc_script import pictures
from inc_testbeds.points import CALIBRATED, NOT_JUDGED, digits

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


def beside_as_csv(found):
    """Points that have the value of a former model, beside each other; found: name → Points."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(("quantity", "unit", "measured", "without a gap", "difference", "with a gap",
                    "difference", "within"))  # fmt: skip
    for points in found.values():
        for point in points:
            if point.before is not None and point.measured is not None:
                share = 100 * (point.before / point.measured - 1)
                table.writerow((point.label.split(", MessageGap")[0], point.unit,
                                digits(point.measured), digits(point.before), f"{share:+.1f} %",
                                digits(point.simulated), point.difference(),
                                point.verdict()))  # fmt: skip
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


def summary(found):
    """How many predictions are within their bands; found: name → Points."""
    verdicts = [point.verdict() for points in found.values() for point in points]
    count = {word: verdicts.count(word) for word in ("yes", "no", CALIBRATED, NOT_JUDGED)}
    return (f"{count['yes']} of {count['yes'] + count['no']} predictions are within their bands. "
            f"{count[CALIBRATED]} values are calibrated, {count[NOT_JUDGED]} not judged.\n")  # fmt: skip


def draw_all(found, path):
    """Simulated over measured of all judged rows, with their bands; found: name → Points."""
    plot = pictures.pyplot()
    rows = [(name, point) for name, points in found.items() for point in points
            if point.verdict() in ("yes", "no")]  # fmt: skip
    figure, axis = plot.subplots(figsize=(7, 1.2 + 0.11 * len(rows)))
    for place, (_, point) in enumerate(rows):
        low, high = point.band.limits(point.measured)
        low, high = max(low / point.measured, 0.1), min(high / point.measured, 10)
        axis.barh(place, high - low, left=low, height=1, color="#dddddd")
    least, most = 0.3, 4
    kinds = {"within its band": [], "not within its band": [], "off to the left": [],
             "off to the right": []}  # fmt: skip
    for place, (_, point) in enumerate(rows):
        ratio = point.simulated / point.measured
        side = "off to the left" if ratio < least else "off to the right" if ratio > most else ""
        band = "within its band" if point.verdict() == "yes" else "not within its band"
        kinds[side or band].append((min(max(ratio, 1.03 * least), most / 1.03), place))
    for (label, places), marker, colour in zip(kinds.items(), "oX<>", (0, 1, 1, 1)):
        if places:
            axis.plot(*zip(*places), marker, markersize=5, color=pictures.COLOURS[colour],
                      linestyle="none", label=label)  # fmt: skip
    names = [name for name, _ in rows]
    first = [names.index(name) for name in found if name in names]
    for place in first[1:]:
        axis.axhline(place - 0.5, color="#999999", linewidth=0.5)
    axis.set_yticks(first, [names[place] for place in first], verticalalignment="center",
                    fontsize="small")  # fmt: skip
    axis.set_ylim(len(rows) - 0.5, -0.5)
    axis.axvline(1, color="black", linewidth=0.8)
    axis.set_xscale("log")
    axis.set_xlim(least, most)
    ticks = (0.3, 0.5, 0.7, 0.9, 1.1, 1.5, 2, 3, 4)
    axis.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
    axis.set_xticks([], minor=True)
    axis.set_xlabel("simulated / measured; grey: the band")
    axis.legend(fontsize="small", loc="upper right", framealpha=0.9)
    figure.tight_layout()
    figure.savefig(path, dpi=100, format="png", metadata={"Software": None})
    plot.close(figure)


def draw(case, points, path):
    """Measured and simulated values, a panel for each unit; a dot for each seed. Of a case with many
    measurements: as draw_all(), a group for each."""
    if case.is_of_many:
        found = {}
        for point in points:
            found.setdefault(point.label.split(":")[0], []).append(point)
        draw_all(found, path)
        return
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
        samples = [(sample, place) for place, point in zip(places, rows)
                   for sample in point.samples if len(point.samples) > 1]  # fmt: skip
        axis.plot([sample for sample, _ in samples], [place for _, place in samples], ".",
                  markersize=4, alpha=0.4, color=pictures.COLOURS[0],
                  label="simulated, each seed")  # fmt: skip
        axis.plot([point.simulated for point in rows], places, "x", color=pictures.COLOURS[1],
                  label="simulated, median of the seeds")  # fmt: skip
        axis.set_yticks(places, [point.label for point in rows])
        axis.invert_yaxis()
        axis.set_xlabel(unit)
        axis.grid(axis="x", linewidth=0.3)
    axes[0][0].legend(fontsize="small", framealpha=0.5)
    figure.suptitle(f"Case {case.number}: {case.title}", fontsize="medium")
    figure.tight_layout()
    figure.savefig(path, dpi=100, format="png", metadata={"Software": None})
    plot.close(figure)
