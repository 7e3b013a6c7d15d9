#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Draw time series: inc-series-plot.py SERIES.csv [PICTURE.png] [--of=PATTERN,…] [--log=y]
                                      [--percentiles=50,95,99,100 [--window=BEGIN:END]]

SERIES.csv is what inc-sim --series writes. A panel for each metric over one time axis, a line for
each object: those chosen by patterns of OBJECT/METRIC, or the eight of each metric that have most.
--percentiles prints those of the levels (queued_bytes, …) over time, of a window (us) or the whole.
Exit status: 0 drawn; 2 bad arguments or files, one line on standard error and nothing written.
"""

import sys

sys.dont_write_bytecode = True

from inc_script import pictures  # noqa: E402
from inc_script import series as series_file  # noqa: E402
from inc_script.pictures import PlotError  # noqa: E402

USAGE = "inc-series-plot.py SERIES.csv [PICTURE.png]"
OPTIONS = {"of": "PATTERN,…", "log": "y", "percentiles": "50,95,99,100", "window": "BEGIN:END"}
MOST = 8  # lines of a panel if none are chosen


def with_zeros(times, values, interval):
    """An amount is 0 in intervals without a row."""
    full_times, full_values = [], []
    for time, value in zip(times, values):
        if not full_times or time - full_times[-1] > 1.5 * interval:
            if full_times:
                full_times.append(full_times[-1] + interval)
                full_values.append(0)
            full_times.append(time - interval)
            full_values.append(0)
        full_times.append(time)
        full_values.append(value)
    return full_times + [full_times[-1] + interval], full_values + [0]


def interval_of(series):
    """The usual distance of two samples."""
    gaps = {}
    for metric in series.values():
        for times, _ in metric.values():
            for before, after in zip(times, times[1:]):
                gap = round(after - before, 6)
                gaps[gap] = gaps.get(gap, 0) + 1
    return min((gap for gap in gaps if gap > 0 and gaps[gap] >= max(gaps.values()) / 10),
               default=1)  # fmt: skip


def choose(series, patterns):
    """The same, without what is not drawn."""
    names = [f"{name}/{metric}" for metric, objects in series.items() for name in objects]
    if patterns is not None:
        chosen = set(pictures.choose(names, patterns))
    else:
        chosen = set()
        for metric, objects in series.items():
            largest = sorted(objects, key=lambda name: -sum(objects[name][1]))[:MOST]
            chosen.update(f"{name}/{metric}" for name in largest if metric != "running")
    drawn = {
        metric: {name: lists for name, lists in objects.items() if f"{name}/{metric}" in chosen}
        for metric, objects in series.items()
    }
    return {metric: objects for metric, objects in drawn.items() if objects}


def draw(series, interval, log):
    figure, panels = pictures.pyplot().subplots(
        len(series), 1, figsize=(9, 1 + 2.2 * len(series)), sharex=True, squeeze=False)  # fmt: skip
    for axis, (metric, objects) in zip(panels[:, 0], series.items()):
        for number, (name, (times, values)) in enumerate(objects.items()):
            colour = pictures.COLOURS[number % len(pictures.COLOURS)]
            if metric in series_file.AMOUNTS:
                times, values = with_zeros(times, values, interval)
                axis.step(times, values, where="pre", label=name, color=colour, linewidth=1)
            else:
                axis.step(times, values, where="post", label=name, color=colour, linewidth=1)
        axis.set_ylabel(metric)
        axis.set_yscale("log" if "y" in log else "linear")
        axis.grid(alpha=0.3)
        axis.legend(fontsize=7, loc="center left", bbox_to_anchor=(1, 0.5), frameon=False)
    panels[-1, 0].set_xlabel("simulated time (us)")
    return figure


def numbers(name, text, separator):
    try:
        return [float(word) for word in text.split(separator)]
    except ValueError as error:
        raise PlotError(f"--{name}={text}: accepted: {OPTIONS[name]}") from error


def percentiles(options):
    if "window" in options and "percentiles" not in options:
        raise PlotError("--window: has no effect without --percentiles")
    found = numbers("percentiles", options["percentiles"], ",") if "percentiles" in options else []
    if any(not 0 < percent <= 100 for percent in found):
        raise PlotError(
            f"--percentiles={options['percentiles']}: accepted: numbers above 0, to 100, as in "
            + OPTIONS["percentiles"]
        )
    return found


def window(series, options):
    """Of the samples that count, us."""
    last = max(times[-1] for objects in series.values() for times, _ in objects.values())
    limits = numbers("window", options.get("window", f"0:{last}"), ":")
    if len(limits) != 2 or not 0 <= limits[0] < limits[1] <= last:
        raise PlotError(f"--window={options['window']}: accepted: BEGIN:END in us, up to {last:g}")
    return limits


def print_percentiles(series, shares, limits):
    """Of the levels over time; a level is weighted by how long it lasts."""
    print(",".join(["object", "metric"] + [f"p{percent:g}" for percent in shares]))
    for metric, objects in series.items():
        for name, samples in objects.items() if metric not in series_file.AMOUNTS else ():
            found = series_file.quantiles(samples, *limits, [share / 100 for share in shares])
            print(",".join([name, metric] + [f"{value:g}" for value in found]))


def make(name, options):
    log = pictures.log_axes(options)
    shares = percentiles(options)
    try:
        series = series_file.read(name)
    except series_file.SeriesError as error:
        raise PlotError(str(error)) from error
    chosen = choose(series, options.get("of"))
    if not chosen:
        raise PlotError(f"{name}: has no samples; accepted: a series with some")
    limits = window(series, options)
    figure = draw(chosen, interval_of(series), log)
    if shares:
        print_percentiles(chosen, shares, limits)
    return figure


if __name__ == "__main__":
    sys.exit(pictures.run("inc-series-plot.py", __doc__, USAGE, OPTIONS, sys.argv[1:], make))
