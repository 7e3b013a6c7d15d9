# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Helps scripts that run inc-sim and write tables and plots of the manual."""

import csv
import io
import json
import os
import subprocess
import sys
import tempfile

from inc_script import files, pictures
from inc_script.program import run_program

EXAMPLES = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TOP = os.path.dirname(EXAMPLES)


def simulate(binaries, arguments):
    """Run one simulation and return its rows."""
    with tempfile.TemporaryDirectory() as folder:
        result = os.path.join(folder, "r.json")
        program = os.path.join(binaries, "inc-sim")
        subprocess.run([program, *arguments, "--quiet", f"--output={result}"], check=True)
        with open(result, encoding="utf-8") as file:
            return json.load(file)["results"]


def draw(rows, picture):
    """Draw some rows with inc-plot.py."""
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
        json.dump({"schema": "inc-result/1", "results": rows}, file)
        file.flush()
        subprocess.run([os.path.join(EXAMPLES, "inc-plot.py"), file.name, picture], check=True)


def write_table(path, lines):
    """Write a file of comma-separated values; the first line names the columns."""
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows(lines)
    files.write_text(path, text.getvalue())


def run(script, about, words, make, program="inc-sim"):
    """Read the words [BIN [FOLDER]], and call make(folder of the programs, folder of the results).

    The folder of the programs must have `program`. Return the exit status: 0 done, 1 a simulation
    failed, 2 bad arguments or files.
    """
    return run_program(script, lambda: _make(script, about, words, make, program))


def _make(script, about, words, make, program):
    if "--help" in words or "-h" in words:
        print(about.strip())
        return 0
    binaries = words[0] if words else os.path.join(TOP, "build", "release", "bin")
    folder = words[1] if len(words) > 1 else os.path.join(TOP, "doc", "figures")
    if len(words) > 2 or not os.access(os.path.join(binaries, program), os.X_OK):
        print(f"{script}: no {program} in {binaries}; accepted: [BIN [FOLDER]], BIN the folder of "
              "the built programs", file=sys.stderr)  # fmt: skip
        return 2
    try:
        os.makedirs(folder, exist_ok=True)
        make(binaries, folder)
    except OSError as error:
        print(f"{script}: {error.filename}: {error.strerror}; accepted: a folder to write into",
              file=sys.stderr)  # fmt: skip
        return 2
    except pictures.PlotError as error:
        print(f"{script}: {error}", file=sys.stderr)
        return 2
    except subprocess.CalledProcessError as error:
        print(f"{script}: {error}", file=sys.stderr)
        return 1
    return 0
