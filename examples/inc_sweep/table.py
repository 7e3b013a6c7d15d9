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


def told(record):
    """The columns of a point that some arguments mean nothing for."""
    yield "without", ",".join(record.get("without", ()))
    yield "same_as", record.get("same_as")


def flat(value, prefix=""):
    """Numbers and texts of an object, and of objects in it, as ours.events; no lists."""
    for name, inner in value.items() if isinstance(value, dict) else ():
        if isinstance(inner, dict) and name not in SKIPPED:
            yield from flat(inner, f"{prefix}{name}.")
        elif not isinstance(inner, (dict, list)) and name not in SKIPPED:
            yield prefix + name, inner


def table(folder):
    """The whole table: parameters, columns of the results, number of the point.

    A name that is both is one column among the parameters, with what the result says. A point that
    is equal to another one has the rows of that one, and says so in the column same_as.
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
