#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Runs one point of a sweep: inc-sweep-point.py RECORD RESULT PROGRAM [WORD]...

Calls PROGRAM, which writes RESULT, and then writes RECORD: exit status, start, duration, error.
Arguments that PROGRAM refuses because they have no effect are left out. If another point is the same
without them, that one alone is run, and the record names it.
Exit status: 0, however the point ended; what went wrong is in the record. 2 if the folder cannot be
written, with one line on standard error: then no other point can be run either.
"""

import contextlib
import csv
import datetime
import hashlib
import json
import os
import re
import signal
import subprocess
import sys
import time

sys.dont_write_bytecode = True

from inc_script import files  # noqa: E402


UNWRITTEN = ": cannot be written: "  # says a program of its result
NO_EFFECT = re.compile(r"(?:[\w.-]+: )?(--[\w:-]+)(?:=.*)?: has no effect")


def last_line(text):
    lines = text.strip().splitlines()
    return lines[-1] if lines else ""


def row_error(path):
    """What the first bad row of a table says."""
    try:
        with open(path, encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                if row.get("status", "ok") != "ok":
                    return row["status"]
                if row.get("wrong", "") not in ("", "0"):
                    return f"{row['wrong']} wrong elements"
    except OSError:
        pass
    return ""


def error_of(status, message, result):
    """What went wrong, in one line; None if nothing did."""
    if status < 0:
        return f"killed by {signal.Signals(-status).name}"
    try:
        with open(result, encoding="utf-8") as file:
            json.load(file)
    except (OSError, ValueError):
        return last_line(message) or f"exit status {status} and no result file"
    if status == 0:
        return None
    table = os.path.splitext(result)[0] + ".csv"
    return row_error(table) or last_line(message) or f"exit status {status}"


def remove(result):
    for path in (result, os.path.splitext(result)[0] + ".csv"):
        if os.path.exists(path):
            os.unlink(path)


def call(words):
    """Exit status of a program, and what it says on standard error."""
    try:
        done = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, text=True, errors="replace",
                              check=False)  # fmt: skip
        return done.returncode, done.stderr
    except OSError as error:
        return 127, f"{words[0]}: {error.strerror}"


def without_effect(status, message, words):
    """The word of which a program says that it has no effect, or None."""
    found = NO_EFFECT.match(last_line(message)) if status == 2 else None
    return next((word for word in words if found and word.partition("=")[0] == found[1]), None)


def claim(record, words):
    """The number of the point that runs these words: the first that asks, of those that are equal."""
    folder, name = os.path.split(record)
    own = os.path.dirname(folder) + os.sep  # files of a point do not make it another one
    same = "\0".join(word for word in words if own not in word)
    path = os.path.join(folder, hashlib.sha256(same.encode()).hexdigest()[:16] + ".claim")
    with contextlib.suppress(FileExistsError):
        os.symlink(name.partition(".")[0], path)  # a link is there or not, and never half written
    return int(os.readlink(path))


def run(record, result, words):
    remove(result)
    start = datetime.datetime.now(datetime.timezone.utc)
    clock = time.monotonic()
    left_out = []
    status, message = call(words)
    while word := without_effect(status, message, words):
        words = [each for each in words if each != word]
        left_out.append(word.partition("=")[0][2:])
        number = claim(record, words)
        if number != int(os.path.basename(record).partition(".")[0]):
            files.write_text(record, json.dumps({"same_as": number, "without": left_out}))
            return
        status, message = call(words)
    seconds = round(time.monotonic() - clock, 3)
    error = error_of(status, message, result)
    # Results are those of programs that came to an end of their own.
    if status not in (0, 1):
        remove(result)
    if status == 2 and f"{os.path.splitext(result)[0]}." in error and UNWRITTEN in error:
        raise OSError(error)
    files.write_text(record, json.dumps({
        "exit": status, "seconds": seconds, "error": error,
        "start": start.isoformat(timespec="seconds"),
        **({"without": left_out} if left_out else {})}))  # fmt: skip


def main():
    record, result, *words = sys.argv[1:]
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)
    try:
        run(record, result, words)
    except KeyboardInterrupt:
        remove(result)
        return 130
    except OSError as error:
        remove(result)
        print("inc-sweep-point.py:", " ".join(str(error).split()), file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
