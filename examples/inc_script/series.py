# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Reads time series of inc-sim --series."""

import csv

from inc_script.pictures import PlotError, require

HEADER = ["t_us", "object", "metric", "value"]
# metrics that count within an interval; the others are levels
AMOUNTS = ("sent_bytes", "utilisation", "paused_us")


def read(path):
    """Return lists of times and values, by metric and object."""
    found = {}
    try:
        with open(path, encoding="utf-8", newline="") as file:
            rows = csv.reader(file)
            has_header = next(rows, None) == HEADER
            require(has_header, f"{path}: accepted: a file with {','.join(HEADER)}")
            for time, name, metric, value in rows:
                times, values = found.setdefault(metric, {}).setdefault(name, ([], []))
                times.append(float(time))
                values.append(float(value))
    except (OSError, ValueError) as error:
        raise PlotError(f"{path}: {error}") from error
    require(found, f"{path}: has no samples; accepted: a series with some")
    return found


def amount(samples, begin, end):
    """Return the sum of an amount over the intervals that end in (begin, end], us."""
    return sum(value for time, value in zip(*samples) if begin < time <= end)


def quantiles(samples, begin, end, shares):
    """Return quantiles of a level between two times in us: the value that the level does not exceed
    during each share of the time. A level is 0 before its first sample."""
    spells = []
    times, values = [0.0, *samples[0]], [0.0, *samples[1]]
    for time, value, until in zip(times, values, [*times[1:], end]):
        length = min(until, end) - max(time, begin)
        if length > 0:
            spells.append((value, length))
    spells.sort()
    total = sum(length for _, length in spells)
    found = []
    for share in shares:
        passed = 0.0
        for value, length in spells:
            passed += length
            if passed >= share * total * (1 - 1e-12):
                break
        found.append(value)
    return found
