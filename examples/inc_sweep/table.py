# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Makes results.csv: the rows of all points, each with the parameters of its point."""

import csv
import io
import json

SKIPPED = ("schema", "config")  # fields of a result file that are no columns


def rows_of(folder, point):
    """Return the rows of one point: those of its table, or its result file as one row."""
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


def told(record):
    """Yield the columns that say which arguments had no effect and which equal point was run
    instead."""
    yield "without", ",".join(record.get("without", ()))
    yield "same_as", record.get("same_as")


def flat(value, prefix=""):
    """Yield numbers and texts of an object by name. A nested field is called "ours.events"; lists
    are left out."""
    for name, inner in value.items() if isinstance(value, dict) else ():
        if isinstance(inner, dict) and name not in SKIPPED:
            yield from flat(inner, f"{prefix}{name}.")
        elif not isinstance(inner, (dict, list)) and name not in SKIPPED:
            yield prefix + name, inner


def table(folder):
    """Return the whole table: parameters, columns of the results, number of the point.

    If a parameter and a result have one name, they share a column, which has the value of the
    result. A point that was not run because it equals another has the rows of that point, and names
    it in the column same_as.
    """
    names = dict.fromkeys(folder.grid.names())
    rows = []
    for point in folder.grid.points():
        given = {name: 1 if value is None else value for name, value in point.values.items()}
        record = folder.record(point) or {"error": "not run"}
        source = folder.grid.point(record["same_as"]) if "same_as" in record else point
        given.update(source.files)
        for row in rows_of(folder, source):
            row.setdefault("status", record["error"] or "ok")
            row.update((name, value) for name, value in told(record) if value)
            rows.append({**given, **row, "point": point.number})
            names.update(dict.fromkeys(row))
    text = io.StringIO()
    writer = csv.DictWriter(text, [*names, "point"], restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
