# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The folder of a sweep: its grid, and the result and record of each point.

sweep.json           the sweep, see Folder.describe
points/N.json        result file of point N; N.csv if the program writes a table
records/N.json       how point N ended; written last, so a point without a record is not finished
series/N-VALUES.csv  a file of point N that an argument asks for, here --series
results.csv          all results in one table
"""

import contextlib
import fcntl
import json
import os

from inc_script import files
from inc_script.arguments import ArgumentError

from .grid import Grid

SCHEMA = "inc-sweep/1"
SWEEP = "sweep.json"


def load(path):
    """Read a sweep.json; return its grid and the whole object."""
    try:
        with open(path, encoding="utf-8") as file:
            sweep = json.load(file)
    except OSError as error:
        raise ArgumentError(f"{path}: {error.strerror}; accepted: a sweep.json") from error
    except ValueError as error:
        raise ArgumentError(f"{path}: not JSON: {error}; accepted: a sweep.json") from error
    if not isinstance(sweep, dict) or sweep.get("schema") != SCHEMA:
        raise ArgumentError(f"{path}: no sweep; accepted: JSON of the schema {SCHEMA}")
    if not well_formed(sweep):
        raise ArgumentError(f"{path}: damaged; accepted: what ./inc sweep wrote")
    return Grid(sweep["program"], sweep["parameters"], sweep["runs"]), sweep


def well_formed(sweep):
    parameters, runs = sweep.get("parameters"), sweep.get("runs", 0)
    return (
        all(isinstance(sweep.get(name), str) for name in ("program", "version", "folder"))
        and isinstance(parameters, dict)
        and all(is_values(values) for values in parameters.values())
        and (runs is None or isinstance(runs, int) and runs > 0)
    )


def is_values(values):
    return isinstance(values, list) and values and all(
        value is None or isinstance(value, str) for value in values
    )  # fmt: skip


class Folder:
    """The folder of one sweep. Only one process at a time works in it."""

    def __init__(self, path, grid, start):
        """Use the folder `path`; points run in the folder `start` unless sweep.json names
        another."""
        self.path = os.path.abspath(path)
        self.grid = grid
        self.start = start
        self._digits = len(str(len(grid)))
        self._lock = None
        self._check(path)

    def _check(self, path):
        if not os.path.lexists(path):
            return
        try:
            found = os.listdir(path)
        except OSError as error:
            raise ArgumentError(f"--out={path}: {error.strerror}; accepted: a folder") from error
        if not os.access(path, os.W_OK | os.X_OK):
            raise ArgumentError(f"--out={path}: not writable; accepted: a folder that is")
        if SWEEP in found:
            grid, sweep = load(os.path.join(path, SWEEP))
            if self._identity(grid, sweep["version"]) != self._identity():
                raise ArgumentError(f"--out={path}: holds another sweep; accepted: a new folder, "
                                    "or that of the same sweep and version")  # fmt: skip
            self.start = sweep["folder"]
        elif found:
            raise ArgumentError(f"--out={path}: holds something else; accepted: a new or empty "
                                "folder, or one of this sweep")  # fmt: skip

    def _identity(self, grid=None, version=None):
        grid = grid or self.grid
        return grid.program, [*grid.parameters.items()], grid.runs, version or files.version()

    def open(self):
        """Make the folder and lock it against other sweeps."""
        try:
            os.makedirs(self.path, exist_ok=True)
        except OSError as error:
            raise ArgumentError(f"--out={self.path}: {error.strerror}; accepted: a folder that can "
                                "be made") from error  # fmt: skip
        self._lock = os.open(self.path, os.O_RDONLY)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise ArgumentError(f"--out={self.path}: another sweep works in it; accepted: a "
                                "folder of its own") from error  # fmt: skip
        if not os.path.exists(os.path.join(self.path, SWEEP)):
            self.describe()
        for name in ("points", "records", *self.grid.file_arguments()):
            os.makedirs(os.path.join(self.path, name), exist_ok=True)

    @property
    def lock(self):
        """File descriptor that holds the lock. A process that inherits it holds the lock too."""
        return self._lock

    def file(self, kind, point, suffix=".json"):
        return os.path.join(self.path, kind, f"{point.number:0{self._digits}}{suffix}")

    def record(self, point):
        """Return how a point ended, or None. An equal point that was not run has the record of the
        one that was."""
        try:
            with open(self.file("records", point), encoding="utf-8") as file:
                record = json.load(file)
        except (OSError, ValueError):
            return None
        if "same_as" not in record:
            return record
        other = self.record(self.grid.point(record["same_as"]))
        return other and {**other, **record}

    def records(self):
        """Return the names of the points' records, one for each point that has ended."""
        return [name for name in os.listdir(os.path.join(self.path, "records"))
                if name.endswith(".json")]  # fmt: skip

    def is_finished(self, point):
        """Return whether a point has a result, right or wrong. Other points are tried again."""
        record = self.record(point)
        if record and "same_as" in record:
            point = self.grid.point(record["same_as"])
        return record is not None and os.path.exists(self.file("points", point))

    def forget(self, point):
        """Remove a point's files before it is tried again."""
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self.file("records", point))

    def describe(self):
        """Write sweep.json: all that is needed to repeat the sweep, and its outcome."""
        sweep = {
            "schema": SCHEMA,
            "program": self.grid.program,
            "version": files.version(),
            "folder": self.start,
            "parameters": self.grid.parameters,
            "runs": self.grid.runs,
            "points": [self._describe(point) for point in self.grid.points()],
        }
        text = json.dumps(sweep, indent=1, ensure_ascii=False) + "\n"
        files.write_text(os.path.join(self.path, SWEEP), text)

    def _describe(self, point):
        record = self.record(point) or dict.fromkeys(("exit", "start", "seconds", "error"))
        result = self.file("points", point)
        return {
            "point": point.number,
            "parameters": point.values,
            "command": point.command(record.get("without", ())),
            "result": os.path.relpath(result, self.path) if os.path.exists(result) else None,
            **record,
        }
