# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""results.csv: the rows of all points, each with the parameters of its point."""

import csv
import io
import json

SKIPPED = ("schema", "config")  # of a result without a table


def rows_of(folder, point):
    """The rows of one point: those of its table, or its result file as one row."""
    try:
        with open(folder.file("points", point, ".csv"), encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))
    except OSError:
        pass
    try:
        with open(folder.file("points", point), encoding="utf-8") as file:
            return [dict(flat(json.load(file)))]
    except (OSError, ValueError):
        return [{}]


def flat(value, prefix=""):
    """Numbers and texts of an object, and of objects in it, as ours.events; no lists."""
    for name, inner in value.items() if isinstance(value, dict) else ():
        if isinstance(inner, dict) and name not in SKIPPED:
            yield from flat(inner, f"{prefix}{name}.")
        elif not isinstance(inner, (dict, list)) and name not in SKIPPED:
            yield prefix + name, inner


def table(folder):
    """The whole table: parameters, columns of the results, number of the point.

    A name that is both is one column among the parameters, with what the result says.
    """
    names = dict.fromkeys(folder.grid.names())
    rows = []
    for point in folder.grid.points():
        given = {name: 1 if value is None else value for name, value in point.values.items()}
        record = folder.record(point)
        error = record["error"] if record else "not run"
        for row in rows_of(folder, point):
            row.setdefault("status", error or "ok")
            rows.append({**given, **row, "point": point.number})
            names.update(dict.fromkeys(row))
    text = io.StringIO()
    writer = csv.DictWriter(text, [*names, "point"], restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
