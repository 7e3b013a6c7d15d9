# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Reads result files and checks the fields that are drawn; gives each row a label."""

import json
import math

from inc_script.pictures import PlotError, require

DRAWN = "a result file (--output), a series, a table of flows or the folder of a sweep"


def is_number(value):
    is_real = isinstance(value, (int, float)) and not isinstance(value, bool)
    return is_real and math.isfinite(value)


def has_numbers(value, fields):
    return isinstance(value, dict) and all(is_number(value.get(field)) for field in fields)


def is_number_or_null(value):
    return value is None or is_number(value)


def check_list(row, name, where, field, known, accepted):
    """Refuse a list in a row unless it has only objects in which `field` has a known value."""
    values = row.get(name, [])
    require(isinstance(values, list), f"{where}.{name}: accepted: a list")
    for i, value in enumerate(values):
        good = isinstance(value, dict) and field in value and known(value[field])
        require(good, f"{where}.{name}[{i}].{field}: accepted: {accepted}")


def check_row(row, where):
    """Refuse a row without the fields that are drawn. A time may be null, because the operation
    failed."""
    require(isinstance(row, dict), f"{where}: accepted: an object")
    require(isinstance(row.get("scheme"), str), f"{where}.scheme: accepted: a text")
    for field in ("bytes", "workers"):
        positive = is_number(row.get(field)) and row[field] > 0
        require(positive, f"{where}.{field}: accepted: a number above 0")
    for field in ("time_us", "algbw_GBps", "bound_algbw_GBps"):
        known = field in row and is_number_or_null(row[field])
        require(known, f"{where}.{field}: accepted: a number or null")
    for field, numbers in (("fct_us", ("mean", "median", "p99", "max")),
                           ("ecmp", ("max_over_mean", "idle"))):  # fmt: skip
        known = row.get(field) is None or has_numbers(row[field], numbers)
        require(known, f"{where}.{field}: accepted: null or " + ", ".join(numbers))
    for field in ("scale_up_bytes_max", "link_bytes_max") if row.get("in_server") else ():
        require(is_number(row.get(field)), f"{where}.{field}: accepted: a number")
    check_list(row, "jobs", where, "time_us", is_number_or_null, "a number or null")
    for field in ("start_us", "end_us", "exposed_us"):
        check_list(row, "layers", where, field, is_number, "a number")


def read(path):
    """Return the rows of a result file."""
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


def read_all(runs):
    """Return the rows of all runs, each with its label: the scheme, the run's name, or both; and the
    part inside servers, if rows have several."""
    rows = []
    for run in runs:
        rows += [row | {"run": run.name} for row in read(run.path)]
    several = len({row["scheme"] for row in rows}) > 1
    parts = {row.get("in_server") for row in rows}
    for row in rows:
        words = [row["run"]] * (len(runs) > 1) + [row["scheme"]] * (several or len(runs) == 1)
        row["label"] = ": ".join(words)
        if len(parts) > 1:
            row["label"] += f" {row.get('in_server', '')}"
    return rows
