# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The file of finished points: one line each, so that an interrupted run can continue."""

import fcntl
import json
import os

SCHEMA = "inc-figures/1"


class StoreError(Exception):
    """One line that says what is wrong with the file."""


class Store:
    """Results by the key of their point. Only one process at a time may write."""

    def __init__(self, path, version):
        """Open the file `path`, or make it; `version` is the version of the planners."""
        self._path = path
        try:
            self._file = open(path, "a+", encoding="utf-8")
        except OSError as error:
            raise StoreError(f"{path}: {error.strerror}") from error
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise StoreError(f"{path}: another inc-figures.py writes it") from error
        self._results = {}
        self._read(version)

    def _read(self, version):
        self._file.seek(0)
        text = self._file.read()
        # A killed run can leave half a line at the end: cut it off.
        whole = text[: text.rfind("\n") + 1]
        lines = whole.splitlines()
        head = {"schema": SCHEMA, "version": version}
        if lines:
            self._check_head(lines[0], head)
        for number, line in enumerate(lines[1:], 2):
            try:
                point = json.loads(line)
                self._results[point.pop("point")] = point
            except (ValueError, KeyError, AttributeError) as error:
                raise StoreError(f"{self._path}:{number}: no point; accepted: what "
                                 "inc-figures.py wrote") from error  # fmt: skip
        if whole != text:
            os.truncate(self._path, len(whole.encode()))
        if not lines:
            self._write(head)

    def _check_head(self, line, head):
        try:
            found = json.loads(line)
        except ValueError:
            found = line
        if found != head:
            raise StoreError(
                f"{self._path}: begins with {line[:60]}; accepted: points of this version, "
                f"{json.dumps(head)}; another --out, or without that file"
            )

    def _write(self, value):
        self._file.write(json.dumps(value) + "\n")
        self._file.flush()

    def get(self, point):
        """Return the result of a point, or None."""
        return self._results.get(point.key)

    def add(self, point, result):
        self._results[point.key] = result
        self._write({"point": point.key, **result})

    def close(self):
        self._file.close()
