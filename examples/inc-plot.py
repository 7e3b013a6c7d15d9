#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Draw what inc wrote: inc-plot.py RESULT.json [PICTURE.png]

Instead of a result file also a series (inc-series-plot.py), a table of flows (inc-flows-plot.py), the
folder of a sweep (inc-sweep-plot.py), each with its own arguments, and --links RESULT.json for the use
of the links (inc-links-plot.py); --help with them says more.

One size: time and algorithm bandwidth of each scheme, with the closed-form bound. Several sizes:
both over size. Flows: completion times, balance over equal-cost paths and reordering. Several jobs
at once: when the first and the last was done, and the balance. A workload: when the collective of
each layer ran, and what of it was exposed.
Exit status: 0 drawn; 2 bad arguments or files, one line on standard error and nothing written.
The end of the picture's name, .png, .pdf or .svg, says its format.
"""

import json
import math
import os
import sys

sys.dont_write_bytecode = True

from inc_script.pictures import PlotError, picture_of, pyplot, save  # noqa: E402
from inc_script.program import run_program  # noqa: E402

COLOURS = {"inc": "#0072B2", "ring": "#E69F00", "ps": "#009E73"}
OTHER_COLOURS = ["#CC79A7", "#56B4E9", "#D55E00", "#F0E442"]
DRAWN = "a result file (--output), a series, a table of flows or the folder of a sweep"
USAGE = "inc-plot.py RESULT.json [PICTURE.png]"
# Who draws a table, by the beginning of its header line.
TABLES = {"t_us,object,": "inc-series-plot.py", "row,from,to,": "inc-flows-plot.py"}
WIDE = 10.0  # inches


def require(condition, message):
    if not condition:
        raise PlotError(message)


def is_number(value):
    return (
        isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
    )


def has_numbers(value, fields):
    return isinstance(value, dict) and all(is_number(value.get(field)) for field in fields)


def check_row(row, where):
    """Refuse a row without what is drawn; a time may be null, where the operation failed."""
    require(isinstance(row, dict), f"{where}: accepted: an object")
    require(isinstance(row.get("scheme"), str), f"{where}.scheme: accepted: a text")
    for field in ("bytes", "workers"):
        positive = is_number(row.get(field)) and row[field] > 0
        require(positive, f"{where}.{field}: accepted: a number above 0")
    for field in ("time_us", "algbw_GBps", "bound_algbw_GBps"):
        known = field in row and (row[field] is None or is_number(row[field]))
        require(known, f"{where}.{field}: accepted: a number or null")
    for field, numbers in (
        ("fct_us", ("mean", "median", "p99", "max")),
        ("ecmp", ("max_over_mean", "idle")),
    ):
        known = row.get(field) is None or has_numbers(row[field], numbers)
        require(known, f"{where}.{field}: accepted: null or " + ", ".join(numbers))
    jobs = row.get("jobs", [])
    require(isinstance(jobs, list), f"{where}.jobs: accepted: a list")
    for i, job in enumerate(jobs):
        time = job.get("time_us", "none") if isinstance(job, dict) else "none"
        known = time is None or is_number(time)
        require(known, f"{where}.jobs[{i}].time_us: accepted: a number or null")
    layers = row.get("layers", [])
    require(isinstance(layers, list), f"{where}.layers: accepted: a list")
    for i, layer in enumerate(layers):
        require(isinstance(layer, dict), f"{where}.layers[{i}]: accepted: an object")
        for field in ("start_us", "end_us", "exposed_us"):
            require(
                is_number(layer.get(field)), f"{where}.layers[{i}].{field}: accepted: a number"
            )


def read(path):
    """The rows of a result file."""
    try:
        with open(path, encoding="utf-8") as file:
            result = json.load(file)
    except OSError as error:
        raise PlotError(f"{path}: {error.strerror}") from error
    except ValueError as error:
        raise PlotError(f"{path}: not JSON: {error}; accepted: {DRAWN}") from error
    schema = result.get("schema") if isinstance(result, dict) else None
    require(schema == "inc-result/1", f"{path}: schema {schema!r}; accepted: 'inc-result/1', {DRAWN}")
    rows = result.get("results")
    require(isinstance(rows, list) and rows, f"{path}: results: accepted: a list of rows")
    for i, row in enumerate(rows):
        check_row(row, f"{path}: results[{i}]")
    return rows


def size_text(size):
    """16777216 → 16 MiB; what is no power of 1024 in MB."""
    for unit, factor in (("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)):
        if size >= factor and size % factor == 0:
            return f"{size // factor} {unit}"
    for unit, factor in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if size >= factor:
            return f"{size / factor:.1f} {unit}"
    return f"{size} B"


def time_unit(longest_us):
    """A unit that keeps the numbers of an axis short, and the microseconds in it."""
    for unit, factor in (("s", 1e6), ("ms", 1e3)):
        if longest_us >= 2 * factor:
            return unit, factor
    return "µs", 1.0


def schemes_of(rows):
    return list(dict.fromkeys(row["scheme"] for row in rows))


def colour_of(scheme, schemes):
    others = [name for name in schemes if name not in COLOURS]
    if scheme in COLOURS:
        return COLOURS[scheme]
    return OTHER_COLOURS[others.index(scheme) % len(OTHER_COLOURS)]


def failure_of(row):
    """What to write beside a row that is not right; empty if it is."""
    if row.get("status", "ok") != "ok":
        return "failed"
    return f"{row['wrong']} wrong" if row.get("wrong") else ""


def longest_time(rows):
    return max((row["time_us"] or 0 for row in rows), default=0)


def title_of(rows):
    row = rows[0]
    sizes = sorted({row["bytes"] for row in rows})
    size = size_text(sizes[0])
    if len(sizes) > 1:
        size += f" to {size_text(sizes[-1])}"
    kind = " ".join(
        str(row[field]) for field in ("collective", "op", "dtype") if row.get(field) is not None
    )
    failed = sum(1 for row in rows if failure_of(row))
    jobs = f"{len(row['jobs'])} jobs of " if row.get("jobs") else ""
    workers = f"{jobs}{row['workers']} workers"
    return f"{kind}, {size}, {workers}" + (f", {failed} FAILED" if failed else "")


def draw_bars(axes, rows, values, bounds, schemes):
    """A bar per row with a mark at its bound, its value above both."""
    tops = [max(value, bound or 0) for value, bound in zip(values, bounds)]
    highest = max(tops) or 1
    for i, (row, value, bound) in enumerate(zip(rows, values, bounds)):
        axes.bar(i, value, width=0.6, color=colour_of(row["scheme"], schemes))
        if bound is not None:
            axes.hlines(bound, i - 0.38, i + 0.38, colors="black", linewidth=2)
        text = failure_of(row) or f"{value:.4g}"
        axes.text(i, tops[i] + 0.02 * highest, text, ha="center")
    axes.set_xticks(range(len(rows)))
    axes.set_xticklabels([row["scheme"] for row in rows])
    axes.set_xlim(-0.6, len(rows) - 0.4)
    axes.set_ylim(0, 1.12 * highest)


def draw_one_size(rows):
    """Time and algorithm bandwidth side by side."""
    figure, (times, bandwidths) = pyplot().subplots(1, 2, figsize=(WIDE, 4.2))
    schemes = schemes_of(rows)
    unit, factor = time_unit(longest_time(rows))
    durations = [(row["time_us"] or 0) / factor for row in rows]
    draw_bars(times, rows, durations, [None] * len(rows), schemes)
    times.set_title("time: less is better")
    times.set_ylabel(f"time ({unit})")

    bounds = [row["bound_algbw_GBps"] for row in rows]
    draw_bars(bandwidths, rows, [row["algbw_GBps"] or 0 for row in rows], bounds, schemes)
    bandwidths.set_title("algorithm bandwidth: more is better")
    bandwidths.set_ylabel("algbw (GB/s)" + ("; mark: closed-form bound" if any(bounds) else ""))
    return figure


def draw_sizes(rows):
    """Time and algorithm bandwidth over size."""
    figure, (times, bandwidths) = pyplot().subplots(1, 2, figsize=(WIDE, 4.2))
    schemes = schemes_of(rows)
    unit, factor = time_unit(longest_time(rows))
    for scheme in schemes:
        colour = colour_of(scheme, schemes)
        ours = sorted(
            (row for row in rows if row["scheme"] == scheme and row["time_us"]),
            key=lambda row: row["bytes"],
        )
        sizes = [row["bytes"] for row in ours]
        times.plot(
            sizes, [row["time_us"] / factor for row in ours], "o-", color=colour, label=scheme
        )
        bandwidths.plot(
            sizes, [row["algbw_GBps"] for row in ours], "o-", color=colour, label=scheme
        )
        bound = [(row["bytes"], row["bound_algbw_GBps"]) for row in ours]
        bound = [point for point in bound if point[1] is not None]
        bandwidths.plot(*(zip(*bound) if bound else ([], [])), "--", color=colour)
    times.plot([], [], "--", color="black", label="closed-form bound (right)")
    times.set_yscale("log")
    times.set_ylabel(f"time ({unit})")
    bandwidths.set_ylabel("algbw (GB/s)")
    bandwidths.set_ylim(bottom=0)
    for axes in (times, bandwidths):
        axes.set_xscale("log", base=2)
        axes.set_xlabel("size per rank")
        axes.xaxis.set_major_formatter(lambda size, _: size_text(max(1, round(size))))
        axes.tick_params(axis="x", labelrotation=30)
        axes.grid(alpha=0.3)
    times.legend(frameon=False)
    return figure


def draw_timeline(axes, row, factor, colour):
    """A bar per layer from the start to the end of its collective, what is exposed of it dark."""
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
    """Time in which some collective is exposed, us: the union of all that is drawn dark."""
    total, last = 0.0, -math.inf
    for layer in sorted(layers, key=lambda layer: layer["end_us"] - layer["exposed_us"]):
        begin = max(last, layer["end_us"] - layer["exposed_us"])
        total += max(0.0, layer["end_us"] - begin)
        last = max(last, layer["end_us"])
    return total


def draw_workload(rows):
    """The time lines of all schemes above one another, one time axis for all."""
    schemes = schemes_of(rows)
    most = max(len(row["layers"]) for row in rows)
    height = min(1.1 + 0.2 * most, 6.0)
    figure, panels = pyplot().subplots(
        len(rows), 1, figsize=(WIDE, 1.0 + height * len(rows)), sharex=True, squeeze=False
    )
    ends = [layer["end_us"] for row in rows for layer in row["layers"]]
    unit, factor = time_unit(max(ends + [longest_time(rows)]))
    for axes, row in zip(panels[:, 0], rows):
        draw_timeline(axes, row, factor, colour_of(row["scheme"], schemes))
        exposed = exposed_time(row["layers"]) / factor
        total = f"{row['time_us'] / factor:.4g} {unit}" if row["time_us"] else "not completed"
        heading = f"{row['scheme']}: first gradient to last result {total}, exposed communication {exposed:.4g} {unit}"
        axes.set_title("  ".join([heading, failure_of(row)]), loc="left", size=10)
    panels[-1, 0].set_xlim(left=0)
    panels[-1, 0].set_xlabel(
        f"time since the start of the iteration ({unit}); light: collective hidden behind "
        "computation, dark: exposed, black: end"
    )
    return figure


def draw_flow_times(axes, rows, schemes):
    """A bar to the mean completion time of each row, marks at its median, 99th percentile, max."""
    unit, factor = time_unit(max(row["fct_us"]["max"] for row in rows))
    marks = (("median", "o"), ("p99", "s"), ("max", "D"))
    for i, row in enumerate(rows):
        times = {field: time / factor for field, time in row["fct_us"].items()}
        axes.barh(i, times["mean"], height=0.6, color=colour_of(row["scheme"], schemes))
        axes.plot([times["median"], times["max"]], [i, i], color="black", linewidth=1)
        for field, mark in marks:
            axes.plot(times[field], i, mark, color="black", markersize=4)
    axes.set_title("flow completion time", size=10)
    axes.set_xlabel(f"bar: mean; ● median, ■ p99, ◆ max ({unit})")


def draw_flow_bars(axes, rows, values, schemes, title, label):
    """A horizontal bar per row with its value."""
    highest = max(values) or 1
    for i, (row, value) in enumerate(zip(rows, values)):
        axes.barh(i, value, height=0.6, color=colour_of(row["scheme"], schemes))
        text = f"{value:.4g}" if value < 1e4 else f"{value / 1e3:.0f}k"
        axes.text(value + 0.02 * highest, i, text, va="center", size=8)
    axes.set_xlim(0, 1.25 * highest)
    axes.set_title(title, size=10)
    axes.set_xlabel(label)


def draw_flows(rows):
    """Completion times, balance over equal-cost paths and, if any, reordering; a line per row."""
    reordered = [row.get("reordered", 0) for row in rows]
    widths = (2, 1, 1) if any(reordered) else (2, 1)
    figure, panels = pyplot().subplots(
        1, len(widths), figsize=(WIDE, 1.6 + 0.34 * len(rows)), sharey=True, width_ratios=widths
    )
    schemes = schemes_of(rows)
    draw_flow_times(panels[0], rows, schemes)
    balances = [row["ecmp"]["max_over_mean"] if row["ecmp"] else 1 for row in rows]
    draw_flow_bars(panels[1], rows, balances, schemes, "busiest uplink", "load by mean load")
    if any(reordered):
        draw_flow_bars(panels[2], rows, reordered, schemes, "reordering", "frames overtaken")
    panels[0].set_yticks(range(len(rows)))
    panels[0].set_yticklabels([row["scheme"] for row in rows])
    panels[0].set_ylim(len(rows) - 0.4, -0.6)
    return figure


def draw_job_times(axes, rows, schemes):
    """A bar to the end of the last job of each row, a mark at every job's."""
    unit, factor = time_unit(longest_time(rows))
    for i, row in enumerate(rows):
        axes.barh(
            i, (row["time_us"] or 0) / factor, height=0.6, color=colour_of(row["scheme"], schemes)
        )
        ends = [job["time_us"] / factor for job in row["jobs"] if job["time_us"] is not None]
        axes.plot(ends, [i] * len(ends), "o", color="black", markersize=4)
    axes.set_title("time of the jobs", size=10)
    axes.set_xlabel(f"bar: the last is done; marks: each ({unit})")


def draw_jobs(rows):
    """Times of jobs and balance over equal-cost paths, a line per row."""
    figure, panels = pyplot().subplots(
        1, 2, figsize=(WIDE, 1.6 + 0.34 * len(rows)), sharey=True, width_ratios=(2, 1)
    )
    schemes = schemes_of(rows)
    draw_job_times(panels[0], rows, schemes)
    balances = [row["ecmp"]["max_over_mean"] if row.get("ecmp") else 1 for row in rows]
    draw_flow_bars(panels[1], rows, balances, schemes, "busiest uplink", "load by mean load")
    panels[0].set_yticks(range(len(rows)))
    panels[0].set_yticklabels([row["scheme"] for row in rows])
    panels[0].set_ylim(len(rows) - 0.4, -0.6)
    return figure


def draw(rows):
    flows = [row for row in rows if row.get("fct_us")]
    if flows:
        figure = draw_flows(flows)
        figure.suptitle(title_of(flows))
        figure.tight_layout()
        return figure
    with_layers = [row for row in rows if row.get("layers")]
    if with_layers:
        figure = draw_workload(with_layers)
    elif len({row["bytes"] for row in rows}) == 1 and all(row.get("jobs") for row in rows):
        figure = draw_jobs(rows)
    elif len({row["bytes"] for row in rows}) > 1:
        figure = draw_sizes(rows)
    else:
        figure = draw_one_size(rows)
    figure.suptitle(title_of(with_layers or rows))
    figure.tight_layout()
    return figure


def parse(arguments):
    """The paths of the result and of the picture, by default beside it."""
    for argument in arguments:
        require(not argument.startswith("-"), f"{argument}: no such argument; accepted: {USAGE}")
    require(len(arguments) in (1, 2), f"{len(arguments)} files; accepted: {USAGE}")
    require(all(arguments), f"an empty name; accepted: {USAGE}")
    return arguments[0], picture_of(arguments, arguments[0], USAGE)


def other_script(arguments):
    """The script that draws what is named first, and its arguments; nothing for a result file."""
    if "--links" in arguments:
        return "inc-links-plot.py", [word for word in arguments if word != "--links"]
    first = next((word for word in arguments if not word.startswith("-")), "")
    if os.path.exists(os.path.join(first, "sweep.json")):
        return "inc-sweep-plot.py", arguments
    try:
        with open(first, encoding="utf-8") as file:
            header = file.readline()
    except (OSError, ValueError):
        return None
    scripts = [script for begin, script in TABLES.items() if header.startswith(begin)]
    return (scripts[0], arguments) if scripts else None


def main(arguments):
    other = other_script(arguments)
    if other:
        script, arguments = other
        path = os.path.join(os.path.dirname(os.path.abspath(__file__)), script)
        os.execv(sys.executable, [sys.executable, path, *arguments])
    if "--help" in arguments or "-h" in arguments:
        print(__doc__.strip())
        return 0
    try:
        result, picture = parse(arguments)
        save(draw(read(result)), picture)
    except (PlotError, OSError) as error:
        print(f"inc-plot.py: {' '.join(str(error).split())}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(run_program("inc-plot.py", lambda: main(sys.argv[1:])))
