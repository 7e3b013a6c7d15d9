# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Time series as inc-sim --series writes them."""

import csv

from inc_script.pictures import PlotError, require

HEADER = ["t_us", "object", "metric", "value"]
AMOUNTS = ("sent_bytes", "utilisation", "paused_us")  # of an interval; the others are levels


def read(path):
    """By metric and object: lists of times and values."""
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
    """Sum of what an amount has in the intervals that end in (begin, end], us."""
    return sum(value for time, value in zip(*samples) if begin < time <= end)


def quantiles(samples, begin, end, shares):
    """Of a level between two times, us: for each share of the time the value that it does not
    exceed for so long. A level is 0 before its first sample."""
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
