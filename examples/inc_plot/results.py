# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Draws rows of result files: times and bandwidths, flows, jobs, and the layers of a workload."""

import itertools
import math

from inc_script.pictures import COLOURS, MARKS, legend_beside, pyplot, require, size_text

from .result_files import read_all

OWN = {"inc": 0, "ring": 1, "ps": 2}  # colours that are the same in all pictures
MARKED = {"color": "black", "markeredgecolor": "white", "markeredgewidth": 0.5, "markersize": 5}
WIDE = 10.0  # width of a wide picture, inches
MOST_TICKS = 12  # the most sizes that each get a label
LONG = 40  # the most characters of all labels below an axis that fit side by side


def time_unit(longest_us):
    """Return a time unit that keeps the numbers of an axis short, and its length in
    microseconds."""
    for unit, factor in (("s", 1e6), ("ms", 1e3)):
        if longest_us >= 2 * factor:
            return unit, factor
    return "µs", 1.0


def numbers_of(rows):
    """Return, by label, the number of its colour and mark."""
    labels = list(dict.fromkeys(row["label"] for row in rows))
    others = itertools.count(len(OWN) if any(label in OWN for label in labels) else 0)
    return {label: OWN[label] if label in OWN else next(others) for label in labels}


def colours_of(rows):
    return {label: COLOURS[number % len(COLOURS)] for label, number in numbers_of(rows).items()}


def failure_of(row):
    """Return the note beside a row that failed or is wrong; empty if the row is right."""
    if row.get("status", "ok") != "ok":
        return "failed"
    return f"{row['wrong']} wrong" if row.get("wrong") else ""


def longest_time(rows):
    return max((row["time_us"] or 0 for row in rows), default=0)


def title_of(rows):
    sizes = sorted({row["bytes"] for row in rows})
    size = size_text(sizes[0])
    if len(sizes) > 1:
        size += f" to {size_text(sizes[-1])}"
    kinds = dict.fromkeys(" ".join(
        row[field] for field in ("collective", "op", "dtype") if row.get(field) not in (None, "none")
    ) for row in rows)  # fmt: skip
    failed = sum(1 for row in rows if failure_of(row))
    workers = dict.fromkeys(
        (f"{len(row['jobs'])} jobs of " if row.get("jobs") else "") + str(row["workers"])
        for row in rows
    )
    text = f"{' and '.join(kinds)}, {size}, {' and '.join(workers)} workers"
    return text + (f", {failed} FAILED" if failed else "")


def draw_bars(axes, rows, values, bounds):
    """Draw a bar per row and a mark at its bound. The value stands above the bar, or above the
    bound if that is close."""
    tops = [max(value, bound or 0) for value, bound in zip(values, bounds)]
    highest = max(tops) or 1
    colours = colours_of(rows)
    for i, (row, value, bound) in enumerate(zip(rows, values, bounds)):
        axes.bar(i, value, width=0.6, color=colours[row["label"]])
        if bound is not None:
            axes.hlines(bound, i - 0.38, i + 0.38, colors="black", linewidth=2)
        text = failure_of(row) or f"{value:.4g}"
        has_room = tops[i] - value > 0.08 * highest
        axes.text(i, (value if has_room else tops[i]) + 0.02 * highest, text, ha="center")
    labels = [row["label"] for row in rows]
    crowded = sum(map(len, labels)) > LONG
    axes.set_xticks(range(len(rows)), labels, rotation=30 if crowded else 0,
                    ha="right" if crowded else "center")  # fmt: skip
    axes.set_xlim(-0.6, len(rows) - 0.4)
    axes.set_ylim(0, 1.12 * highest)


def draw_one_size(rows):
    """Draw time and algorithm bandwidth side by side."""
    figure, (times, bandwidths) = pyplot().subplots(1, 2, figsize=(WIDE, 4.2))
    unit, factor = time_unit(longest_time(rows))
    durations = [(row["time_us"] or 0) / factor for row in rows]
    draw_bars(times, rows, durations, [None] * len(rows))
    times.set_title("time: less is better")
    times.set_ylabel(f"time ({unit})")
    bounds = [row["bound_algbw_GBps"] for row in rows]
    draw_bars(bandwidths, rows, [row["algbw_GBps"] or 0 for row in rows], bounds)
    bandwidths.set_title("algorithm bandwidth: more is better")
    bandwidths.set_ylabel("algorithm bandwidth (GB/s)"
                          + ("\nblack line: closed-form bound" if any(bounds) else ""))  # fmt: skip
    return figure


def draw_servers(rows):
    """Draw bandwidth, and the bytes of the busiest links inside and between servers."""
    figure, (bandwidths, links) = pyplot().subplots(1, 2, figsize=(WIDE, 4.6), sharey=True)
    values = [row["algbw_GBps"] or 0 for row in rows]
    draw_row_bars(bandwidths, rows, values, "algorithm bandwidth: more is better", "GB/s")
    bandwidths.set_yticks(range(len(rows)), [row["label"] for row in rows])
    bandwidths.set_ylim(len(rows) - 0.4, -0.6)
    fields = {"scale_up_bytes_max": "scale-up link, inside servers", "link_bytes_max": "network link"}
    for number, (field, label) in enumerate(fields.items()):
        places = [i + 0.4 * number - 0.2 for i in range(len(rows))]
        links.barh(places, [(row[field] or 0) / 1e6 for row in rows], height=0.36, label=label,
                   color=COLOURS[number])  # fmt: skip
    links.set_title("bytes in and between servers", size=10)
    links.set_xlabel("MB on the busiest link, one way")
    links.set_xlim(0, 1.7 * links.get_xlim()[1])
    links.legend(fontsize=8)
    return figure


def draw_sizes(rows):
    """Draw time and algorithm bandwidth over size."""
    figure, (times, bandwidths) = pyplot().subplots(1, 2, figsize=(WIDE + 1.5, 4.2))
    unit, factor = time_unit(longest_time(rows))
    all_sizes = sorted({row["bytes"] for row in rows})
    for label, number in numbers_of(rows).items():
        colour, mark = COLOURS[number % len(COLOURS)], MARKS[number % len(MARKS)]
        own = [row for row in rows if row["label"] == label and row["time_us"]]
        own.sort(key=lambda row: row["bytes"])
        sizes = [row["bytes"] for row in own]
        how = {"marker": mark, "color": colour, "label": label, "clip_on": not own, "zorder": 3}
        times.plot(sizes, [row["time_us"] / factor for row in own], **how)
        bandwidths.plot(sizes, [row["algbw_GBps"] for row in own], **how)
        bound = [(row["bytes"], row["bound_algbw_GBps"]) for row in own]
        bound = [point for point in bound if point[1] is not None]
        bandwidths.plot(*(zip(*bound) if bound else ([], [])), "--", color=colour)
    if any(row["bound_algbw_GBps"] for row in rows):
        bandwidths.plot([], [], "--", color="black", label="closed-form bound")
    times.set_yscale("log")
    times.set_ylabel(f"time ({unit})")
    bandwidths.set_ylabel("algorithm bandwidth (GB/s)")
    bandwidths.set_ylim(bottom=0)
    failed = [row["bytes"] for row in rows if not row["time_us"]]
    for axes in (times, bandwidths):
        if failed:
            axes.plot(failed, [0.02] * len(failed), "kx", markersize=8, label="failed",
                      transform=axes.get_xaxis_transform())  # fmt: skip
        axes.set_xscale("log", base=2)
        axes.set_xlabel("size per rank")
        if len(all_sizes) <= MOST_TICKS:
            axes.set_xticks(all_sizes)
        axes.xaxis.set_major_formatter(lambda size, _: size_text(max(1, round(size))))
        axes.tick_params(axis="x", labelrotation=30)
        axes.grid(alpha=0.3)
    legend_beside(bandwidths)
    return figure


def draw_timeline(axes, row, factor, colour):
    """Draw a bar per layer from the start to the end of its collective; its exposed part is
    dark."""
    layers = row["layers"]
    for i, layer in enumerate(layers):
        start, end = layer["start_us"] / factor, layer["end_us"] / factor
        exposed = layer["exposed_us"] / factor
        axes.barh(i, end - start, left=start, height=0.8, color=colour, alpha=0.35)
        axes.barh(i, exposed, left=end - exposed, height=0.8, color=colour)
    if len(layers) <= 24:
        axes.set_yticks(range(len(layers)))
        axes.set_yticklabels([layer.get("name", str(i)) for i, layer in enumerate(layers)], size=8)
    else:
        axes.set_ylabel("layer")
    if row["time_us"]:
        axes.axvline(max(layer["end_us"] for layer in layers) / factor, color="black", linewidth=1)
    axes.grid(axis="x", alpha=0.3)


def exposed_time(layers):
    """Return the time in us during which some collective is exposed: the union of all dark bars."""
    total, last = 0.0, -math.inf
    for layer in sorted(layers, key=lambda layer: layer["end_us"] - layer["exposed_us"]):
        begin = max(last, layer["end_us"] - layer["exposed_us"])
        total += max(0.0, layer["end_us"] - begin)
        last = max(last, layer["end_us"])
    return total


def draw_workload(rows):
    """Draw the time lines of all rows one above another, with one time axis."""
    colours = colours_of(rows)
    most = max(len(row["layers"]) for row in rows)
    height = min(1.1 + 0.2 * most, 6.0)
    figure, panels = pyplot().subplots(
        len(rows), 1, figsize=(WIDE, 1.0 + height * len(rows)), sharex=True, squeeze=False
    )
    ends = [layer["end_us"] for row in rows for layer in row["layers"]]
    unit, factor = time_unit(max(ends + [longest_time(rows)]))
    for axes, row in zip(panels[:, 0], rows):
        draw_timeline(axes, row, factor, colours[row["label"]])
        exposed = exposed_time(row["layers"]) / factor
        total = f"{row['time_us'] / factor:.4g} {unit}" if row["time_us"] else "not completed"
        heading = f"{row['label']}: first gradient to last result {total}, exposed communication {exposed:.4g} {unit}"
        axes.set_title("  ".join([heading, failure_of(row)]), loc="left", size=10)
    panels[-1, 0].set_xlim(left=0)
    panels[-1, 0].set_xlabel(
        f"time since the start of the iteration ({unit}); light: collective hidden behind "
        "computation, dark: exposed, black: end"
    )
    return figure


def draw_flow_times(axes, rows):
    """Draw a bar per row up to the mean completion time, with marks at the median, the 99th
    percentile and the maximum."""
    unit, factor = time_unit(max(row["fct_us"]["max"] for row in rows))
    marks = (("median", "o"), ("p99", "s"), ("max", "D"))
    colours = colours_of(rows)
    for i, row in enumerate(rows):
        times = {field: time / factor for field, time in row["fct_us"].items()}
        axes.barh(i, times["mean"], height=0.6, color=colours[row["label"]])
        axes.plot([times["median"], times["max"]], [i, i], color="black", linewidth=1)
        for field, mark in marks:
            axes.plot(times[field], i, mark, **MARKED)
    axes.set_title("flow completion time", size=10)
    axes.set_xlabel(f"bar: mean; ● median, ■ p99, ◆ max ({unit})")


def draw_row_bars(axes, rows, values, title, label):
    """Draw a horizontal bar per row with its value."""
    highest = max(values) or 1
    colours = colours_of(rows)
    for i, (row, value) in enumerate(zip(rows, values)):
        axes.barh(i, value, height=0.6, color=colours[row["label"]])
        text = f"{value:.4g}" if value < 1e4 else f"{value / 1e3:.0f}k"
        axes.text(value + 0.02 * highest, i, text, va="center", size=8)
    axes.set_xlim(0, 1.25 * highest)
    axes.set_title(title, size=10)
    axes.set_xlabel(label)


def row_panels(rows, widths):
    """Return panels side by side with a line for each row."""
    figure, panels = pyplot().subplots(
        1, len(widths), figsize=(WIDE, 1.6 + 0.34 * len(rows)), sharey=True, width_ratios=widths
    )
    panels[0].set_yticks(range(len(rows)), [row["label"] for row in rows])
    panels[0].set_ylim(len(rows) - 0.4, -0.6)
    balances = [row["ecmp"]["max_over_mean"] if row.get("ecmp") else 1 for row in rows]
    draw_row_bars(panels[1], rows, balances, "busiest uplink", "load by mean load")
    return figure, panels


def draw_flows(rows):
    """Draw completion times, balance over equal-cost paths and, if any, reordering; a line per
    row."""
    reordered = [row.get("reordered", 0) for row in rows]
    figure, panels = row_panels(rows, (2, 1, 1) if any(reordered) else (2, 1))
    draw_flow_times(panels[0], rows)
    if any(reordered):
        draw_row_bars(panels[2], rows, reordered, "reordering", "frames overtaken")
    return figure


def trios_of(rows):
    """Yield each collective alone, the same collective beside flows, and the flows alone, or None
    if that row is missing."""
    for i, row in enumerate(rows):
        if row.get("beside"):
            after = rows[i + 1] if i + 1 < len(rows) else {}
            yield rows[i - 1], row, after if kind_of(after) == "flows" else None


def draw_beside(rows):
    """Draw who slows whom: times of collectives and slowdowns of flows, alone and together."""
    trios = list(trios_of(rows))
    figure, panels = pyplot().subplots(
        1, 2, figsize=(WIDE, 1.8 + 0.7 * len(trios)), sharey=True, squeeze=True
    )
    unit, factor = time_unit(max(longest_time(trio[:2]) for trio in trios))
    sizes = {alone["bytes"] for alone, _, _ in trios}
    for i, (alone, both, flows) in enumerate(trios):
        pairs = [[(row["time_us"] or 0) / factor for row in (alone, both)],
                 [result["slowdown"]["mean"] if result and result["slowdown"] else 0
                  for result in (flows, both["beside"])]]  # fmt: skip
        for axes, values in zip(panels, pairs):
            for shift, value, colour in zip((-0.2, 0.2), values, COLOURS):
                axes.barh(i + shift, value, height=0.36, color=colour)
                axes.text(value, i + shift, f" {value:.4g}", va="center", size=8)
    panels[0].set_yticks(range(len(trios)), [
        alone["label"] + (f", {size_text(alone['bytes'])}" if len(sizes) > 1 else "")
        for alone, _, _ in trios])  # fmt: skip
    panels[0].set_ylim(len(trios) - 0.4, -0.6)
    panels[0].set_xlabel(f"time of the collective ({unit})")
    panels[1].set_xlabel("mean slowdown of the flows")
    for axes in panels:
        axes.set_xlim(right=1.18 * axes.get_xlim()[1])
    for colour, label in zip(COLOURS, ("alone", "together")):
        panels[1].barh([0], [0], color=colour, label=label)
    legend_beside(panels[1])
    return figure


def draw_jobs(rows):
    """Draw a bar per row up to the end of its last job, a mark at the end of every job, and the
    balance."""
    figure, panels = row_panels(rows, (2, 1))
    unit, factor = time_unit(longest_time(rows))
    colours = colours_of(rows)
    for i, row in enumerate(rows):
        panels[0].barh(i, (row["time_us"] or 0) / factor, height=0.6, color=colours[row["label"]])
        ends = [job["time_us"] / factor for job in row["jobs"] if job["time_us"] is not None]
        panels[0].plot(ends, [i] * len(ends), "o", **MARKED)
    panels[0].set_title("time of the jobs", size=10)
    panels[0].set_xlabel(f"bar: the last is done; marks: each ({unit})")
    return figure


def kind_of(row):
    """Return which kind of picture suits a row: "flows", "layers" or "collectives"."""
    return next((kind for field, kind in (("fct_us", "flows"), ("layers", "layers"))
                 if row.get(field)), "collectives")  # fmt: skip


def make(runs, _options):
    rows = read_all(runs)
    if any(row.get("beside") for row in rows):
        figure = draw_beside(rows)
        figure.suptitle(title_of([row for row in rows if row.get("beside")]))
        figure.tight_layout()
        return figure
    kinds = {row["run"]: kind_of(row) for row in rows}
    require(len(set(kinds.values())) == 1, "one picture has flows, layers or collectives; "
            + ", ".join(f"{name} has {kind}" for name, kind in kinds.items()))  # fmt: skip
    flows = [row for row in rows if kind_of(row) == "flows"]
    with_layers = [row for row in rows if row.get("layers")]
    if flows:
        figure = draw_flows(flows)
    elif with_layers:
        figure = draw_workload(with_layers)
    elif len({row["bytes"] for row in rows}) > 1:
        figure = draw_sizes(rows)
    elif all(row.get("jobs") for row in rows):
        figure = draw_jobs(rows)
    elif all(row.get("in_server") for row in rows):
        figure = draw_servers(rows)
    else:
        figure = draw_one_size(rows)
    figure.suptitle(title_of(flows or with_layers or rows))
    figure.tight_layout()
    return figure
