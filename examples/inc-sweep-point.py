#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Runs one point of a sweep: inc-sweep-point.py RECORD RESULT PROGRAM [WORD]...

Calls PROGRAM, which writes the file RESULT, and then writes the file RECORD: exit status, start,
duration, error. If PROGRAM refuses an argument because it has no effect, the call is repeated
without it. If another point then has equal arguments, only one of them is run, and the record of the
other names it.
Exit status: 0 if a record was written, even if the point failed; 2 if the folder cannot be written,
with one line on standard error: no other point can run then either.
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


UNWRITTEN = ": cannot be written: "  # a program prints this about its result file
NO_EFFECT = re.compile(r"(?:[\w.-]+: )?(--[\w:-]+)(?:=.*)?: has no effect")


def last_line(text):
    lines = text.strip().splitlines()
    return lines[-1] if lines else ""


def row_error(path):
    """Return the error of the first bad row of a table."""
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
    """Return one line about the failure, or None if there is none."""
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
    """Run a program; return its exit status and what it prints on standard error."""
    try:
        done = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, text=True, errors="replace",
                              check=False)  # fmt: skip
        return done.returncode, done.stderr
    except OSError as error:
        return 127, f"{words[0]}: {error.strerror}"


def without_effect(status, message, words):
    """Return the argument of which the program says that it has no effect, or None."""
    found = NO_EFFECT.match(last_line(message)) if status == 2 else None
    return next((word for word in words if found and word.partition("=")[0] == found[1]), None)


def claim(record, words):
    """Return the number of the point that runs this command. Of several points with equal commands
    it is the first that asks."""
    folder, name = os.path.split(record)
    # paths inside the sweep's folder do not make points different
    own = os.path.dirname(folder) + os.sep
    same = "\0".join(word for word in words if own not in word)
    path = os.path.join(folder, hashlib.sha256(same.encode()).hexdigest()[:16] + ".claim")
    with contextlib.suppress(FileExistsError):
        os.symlink(name.partition(".")[0], path)  # a symbolic link appears whole or not at all
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
    # Keep a result only if the program ended by itself, with status 0 or 1.
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
