# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Draws time series: a panel for each metric, all over one time axis."""

import itertools
import math

from inc_script import pictures
from inc_script import series as series_file
from inc_script.pictures import PlotError, colour, legend_beside, look, pyplot, require

OPTIONS = {"of": "PATTERN,…", "log": "y", "percentiles": "50,95,99,100", "window": "BEGIN:END"}
MOST = 8  # lines of a panel unless the user chooses some
# Panels from top to bottom: label, and factor of the values. An amount "by time" becomes a rate.
PANELS = {
    "sent_bytes": ("sent (Gb/s)", 8e-3),
    "rate_Gbps": ("allowed rate (Gb/s)", 1),
    "queued_bytes": ("queue (kB)", 1e-3),
    "window_bytes": ("allowed window (kB)", 1e-3),
    "slots_in_use": ("slots in use", 1),
    "paused_us": ("paused (share of the time)", 1),
    "utilisation": ("utilisation", 1),
    "received_bytes": ("received so far (MB)", 1e-6),
}
BY_TIME = ("sent_bytes", "paused_us")
UNASKED = ("running", "utilisation")  # metrics that are drawn only if the user asks for them


def end_of(series):
    return max(times[-1] for objects in series.values() for times, _ in objects.values())


def with_zeros(times, values, interval):
    """Insert zeros: an amount has no row for an interval in which it was 0."""
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
    """Return the most frequent distance of two samples."""
    gaps = {}
    for metric in series.values():
        for times, _ in metric.values():
            for before, after in zip(times, times[1:]):
                gap = round(after - before, 6)
                gaps[gap] = gaps.get(gap, 0) + 1
    return min((gap for gap in gaps if gap > 0 and gaps[gap] >= max(gaps.values()) / 10),
               default=1)  # fmt: skip


def total(metric, samples, end):
    """Return the amount of an object over the run, or its level integrated over time. The largest
    objects are drawn first."""
    times, values = samples
    finite = [value if math.isfinite(value) else 0 for value in values]
    if metric in series_file.AMOUNTS:
        return sum(finite)
    return sum(value * (until - time) for time, value, until in zip(times, finite, [*times[1:], end]))


def choose(all_series, patterns):
    """Return, by metric, the names of the objects to draw."""
    objects = {}
    for series in all_series:
        for metric, some in series.items():
            for name, samples in some.items():
                totals = objects.setdefault(metric, {})
                totals[name] = max(totals.get(name, 0), total(metric, samples, end_of(series)))
    if patterns is not None:
        names = [f"{name}/{metric}" for metric, some in objects.items() for name in some]
        chosen = set(pictures.choose(names, patterns))
        drawn = {metric: [name for name in some if f"{name}/{metric}" in chosen]
                 for metric, some in objects.items()}  # fmt: skip
    else:
        most = max(1, MOST // len(all_series))
        drawn = {metric: [name for name in sorted(some, key=lambda name: -some[name])[:most]
                          if some[name] > 0]
                 for metric, some in objects.items() if metric not in UNASKED}  # fmt: skip
    order = [*PANELS, *drawn]
    return {metric: drawn[metric] for metric in sorted(drawn, key=order.index) if drawn[metric]}


def draw_samples(axis, metric, samples, interval, end, **how):
    """Draw one line. A level lasts until the next sample, and the last one until the end."""
    times, values = samples
    factor = PANELS.get(metric, ("", 1))[1] / (interval if metric in BY_TIME else 1)
    if metric in series_file.AMOUNTS:
        times, values = with_zeros(times, values, interval)
        where = "pre"
    else:
        times, values = [*times, end], [*values, values[-1]]
        where = "post"
    axis.step(times, [factor * value for value in values], where=where, linewidth=1, **how)


def draw(runs, all_series, chosen, log):
    """Draw the panels. A single run has one colour per object, equal in all panels. Of several runs
    each has one colour, and dashes tell the objects apart."""
    figure, panels = pyplot().subplots(len(chosen), 1, figsize=(10, 1 + 2.2 * len(chosen)),
                                       sharex=True, squeeze=False)  # fmt: skip
    numbers_of = {}
    for axis, (metric, names) in zip(panels[:, 0], chosen.items()):
        free = itertools.filterfalse({numbers_of.get(name) for name in names}.__contains__,
                                     itertools.count())  # fmt: skip
        for name in names:
            if name not in numbers_of:
                numbers_of[name] = next(free)
        for number, (run, series) in enumerate(zip(runs, all_series)):
            interval, end = interval_of(series), end_of(series)
            for place, name in enumerate(names):
                if name not in series.get(metric, {}):
                    continue
                how = look(numbers_of[name], marked=False)
                if len(runs) > 1:
                    how |= {"color": colour(number),
                            "linestyle": pictures.STYLES[place % len(pictures.STYLES)]}  # fmt: skip
                label = f"{run.name}: {name}" if len(runs) > 1 else name
                draw_samples(axis, metric, series[metric][name], interval, end, label=label, **how)
        axis.set_ylabel(PANELS.get(metric, (pictures.label_of(metric),))[0])
        axis.set_yscale("log" if "y" in log else "linear")
        axis.grid(alpha=0.3)
        legend_beside(axis, fontsize=7)
    panels[-1, 0].set_xlabel("simulated time (µs)")
    return figure


def numbers(name, text, separator):
    try:
        return [float(word) for word in text.split(separator)]
    except ValueError as error:
        raise PlotError(f"--{name}={text}: accepted: {OPTIONS[name]}") from error


def percentiles(options):
    require("window" not in options or "percentiles" in options,
            "--window: has no effect without --percentiles")  # fmt: skip
    found = numbers("percentiles", options["percentiles"], ",") if "percentiles" in options else []
    require(all(0 < percent <= 100 for percent in found),
            f"--percentiles={options.get('percentiles')}: accepted: numbers above 0, to 100, as in "
            + OPTIONS["percentiles"])  # fmt: skip
    return found


def window(all_series, options):
    """Return begin and end of the samples to count, in us."""
    last = min(map(end_of, all_series))
    limits = numbers("window", options.get("window", f"0:{last}"), ":")
    require(len(limits) == 2 and 0 <= limits[0] < limits[1] <= last,
            f"--window={options.get('window')}: accepted: BEGIN:END in us, up to {last:g}")  # fmt: skip
    return limits


def print_percentiles(runs, all_series, chosen, shares, limits):
    """Print percentiles of the levels over time. Each level is weighted by the time that it
    lasts."""
    several = len(runs) > 1
    print(",".join(["run"] * several + ["object", "metric"] + [f"p{each:g}" for each in shares]))
    for run, series in zip(runs, all_series):
        for metric, names in chosen.items():
            for name in names if metric not in series_file.AMOUNTS else ():
                if name in series.get(metric, {}):
                    found = series_file.quantiles(series[metric][name], *limits,
                                                  [share / 100 for share in shares])  # fmt: skip
                    words = [run.name] * several + [name, metric]
                    print(",".join(words + [f"{value:g}" for value in found]))


def make(runs, options):
    log = pictures.log_axes(options)
    shares = percentiles(options)
    all_series = [series_file.read(run.path) for run in runs]
    chosen = choose(all_series, options.get("of"))
    limits = window(all_series, options)
    figure = draw(runs, all_series, chosen, log)
    if shares:
        print_percentiles(runs, all_series, chosen, shares, limits)
    return figure
