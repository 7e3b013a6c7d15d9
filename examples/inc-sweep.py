#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
r"""Run a program over a grid of arguments: ./inc sweep [OPTIONS] PROGRAM --a=1,2,4 --b=x,y ...

--out=DIR               folder of the results: new, empty, or of a sweep to continue
--runs=R                seeds of each combination, --RngRun=1 to R (inc-plan: --seed); 1 to 9999;
                        by default one run with the program's own seed
--parallel=N            points at a time; by default the environment variable INC_JOBS, else one
                        for each processor; with Slurm no limit (--jobs=N, as GNU parallel calls it)
--engine=local          GNU parallel on this machine, or slurm: a job array
--progress              show the progress on standard error, even if that is no terminal
--repeat=FILE           repeat the sweep of a sweep.json, without PROGRAM and its arguments

PROGRAM is one with an argument --output=FILE.json: inc-sim, inc-bench, inc-plan (its first word,
the algorithm, may be a list too), or a program of scratch/. The words after PROGRAM are its
arguments. Commas separate values; write \, for a comma inside a value. DIR gets points/N.json, a
result file for each point, results.csv, one table of all results, and sweep.json. With
--series=s.csv, --timeline=…, --flowTable=…, --pcap=… and so on each point writes its own file in
DIR, and the table names it. The sweep leaves out an argument that has no effect in a point; if
points become equal, only one of them runs. The same call continues where an earlier one stopped:
it does not run points again that have a result.
Without ./inc: inc-sweep.py BIN [OPTIONS] PROGRAM ..., where BIN is the folder of the built programs.
Exit status: 0 all points done and right; 1 a point failed; 2 bad arguments or files, one line on
standard error and nothing written, or a full disk; 130 interrupted.
"""

import os
import shlex
import signal
import subprocess
import sys

sys.dont_write_bytecode = True

from inc_script import files  # noqa: E402
from inc_script.arguments import ArgumentError, once, read_count, read_folder  # noqa: E402
from inc_script.program import run_program  # noqa: E402
from inc_sweep.engines import ENGINES, EngineError  # noqa: E402
from inc_sweep.folder import Folder, load  # noqa: E402
from inc_sweep.grid import Grid  # noqa: E402
from inc_sweep.table import table  # noqa: E402

POINT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "inc-sweep-point.py")
PROGRAM = "--program"
MOST_TOLD = 20  # the most skipped points that are named one by one


def say(text):
    print(f"inc-sweep.py: {text}", file=sys.stderr, flush=True)


class Arguments:
    """The command line, checked as far as that is possible without running the program."""

    def __init__(self, words):
        self.out = self.runs = self.parallel = self.repeat = None
        self.engine = "local"
        self.progress = sys.stderr.isatty()
        rest = self._options(words)
        if self.out is None:
            raise ArgumentError("--out: missing; accepted: --out=DIR, before PROGRAM")
        if self.parallel is None and os.environ.get("INC_JOBS"):
            self.parallel = read_count("INC_JOBS", os.environ["INC_JOBS"])
        self.grid, start = self._grid(rest)
        ENGINES[self.engine].check()
        self.folder = Folder(self.out, self.grid, start)

    def _options(self, words):
        """Read the sweep's own options; return the words from PROGRAM on."""
        readers = {"out": read_folder, "runs": read_count, "parallel": read_count,
                   "engine": self._engine, "progress": self._flag,
                   "repeat": read_folder}  # fmt: skip
        given = set()
        for i, word in enumerate(words):
            if not word.startswith("-"):
                return words[i:]
            name, equals, value = word.partition("=")
            # Only here: after PROGRAM, --jobs is an argument of the program.
            name = "--parallel" if name == "--jobs" else name
            if name[:2] != "--" or name[2:] not in readers or not (equals or name == "--progress"):
                accepted = "=…, ".join("--" + known for known in readers)
                raise ArgumentError(f"{word}: no such argument; accepted: {accepted}=…, before "
                                    "PROGRAM")  # fmt: skip
            once(name, given)
            setattr(self, name[2:], readers[name[2:]](name, value or "1" * (not equals)))
        return []

    @staticmethod
    def _engine(name, value):
        if value not in ENGINES:
            raise ArgumentError(f"{name}: '{value}'; accepted: {', '.join(ENGINES)}")
        return value

    @staticmethod
    def _flag(name, value):
        if value not in ("0", "1"):
            raise ArgumentError(f"{name}: '{value}'; accepted: 0 or 1")
        return value == "1"

    def _grid(self, rest):
        """Return the grid of arguments, and the folder in which the points run."""
        if self.repeat is None:
            if not rest:
                raise ArgumentError("PROGRAM: missing; accepted: a program, its arguments after it")
            return Grid.read(rest, self.runs), os.getcwd()
        if rest or self.runs:
            word = rest[0] if rest else f"--runs={self.runs}"
            raise ArgumentError(f"{word}: --repeat says what is run; accepted: --out=…, "
                                "--parallel=…, --engine=… beside it")  # fmt: skip
        grid, sweep = load(self.repeat)
        if sweep["version"] != files.version():
            say(f"{self.repeat} is of version {sweep['version']}, this is {files.version()}")
        return grid, sweep["folder"]


def help_of(binaries, program):
    """Return the help texts of the program."""
    path = os.path.join(binaries, program)
    if not os.access(path, os.X_OK) or os.path.isdir(path):
        raise ArgumentError(f"PROGRAM: no {program} in {binaries}; accepted: a built program")
    said = ""
    for question in ("--help", "--help-all"):
        if question not in ("--help", *said.split()):
            break
        answer = subprocess.run([path, question], capture_output=True, text=True, errors="replace",
                                stdin=subprocess.DEVNULL, timeout=60, check=False)  # fmt: skip
        said = answer.stdout + answer.stderr
    return said


def command_of(folder, point, program, help_text):
    """Return the shell command with which an engine runs a point."""
    result = folder.file("points", point)
    words = [sys.executable, POINT, folder.file("records", point), result, program]
    files_of_point = {name: f"--{name}={os.path.join(folder.path, file)}"
                      for name, file in point.files.items()}  # fmt: skip
    words += (point.words | files_of_point).values()
    words.append(f"--output={result}")
    if "--csv" in help_text:
        words.append(f"--csv={folder.file('points', point, '.csv')}")
    if "--processes" in help_text and "processes" not in folder.grid.parameters:
        words.append("--processes=1")  # the engine keeps all cores busy
    return shlex.join(words) + "\n"


def run_missing(arguments, program, help_text):
    """Run the points that are not finished yet."""
    folder = arguments.folder
    missing = [point for point in folder.grid.points() if not folder.is_finished(point)]
    if not missing:
        return
    for point in missing:
        folder.forget(point)
    say(f"{len(missing)} of {len(folder.grid)} points to run")
    commands = os.path.join(folder.path, "commands")
    files.write_text(commands, "".join(
        command_of(folder, point, program, help_text) for point in missing))  # fmt: skip
    try:
        ENGINES[arguments.engine].run(
            commands, folder, len(missing), arguments.parallel, arguments.progress
        )
    finally:
        os.unlink(commands)


def report(folder):
    """Print every point that failed or was skipped; return the numbers of failed and of ended
    points."""
    failed = ended = 0
    skipped, without = [], []
    for point in folder.grid.points():
        record = folder.record(point)
        ended += record is not None
        if record and record["error"]:
            failed += 1
            say(f"failed: {point.command()}: {record['error']}")
        if record and record["exit"] in (0, 1):
            without.append(set(record.get("without", ())))
        if record and "same_as" in record:
            names = ", ".join(f"--{name}" for name in record["without"])
            skipped.append(f"skipped as equal to point {record['same_as']}, without {names}: "
                           f"{point.command()}")  # fmt: skip
    for text in skipped[:MOST_TOLD]:
        say(text)
    if len(skipped) > MOST_TOLD:
        say(f"{len(skipped)} points skipped as equal; column same_as of results.csv has all")
    for name in sorted(set.intersection(*without) if without else ()):
        say(f"--{name}: has no effect in any point")
        failed = failed or ended
    return failed, ended


def sweep(arguments, binaries):
    folder, grid = arguments.folder, arguments.grid
    text = help_of(binaries, grid.program)
    grid.check_against(text)
    folder.open()
    if not os.path.isdir(folder.start):
        say(f"{folder.start}, where the sweep was first called, is gone: points run here")
        folder.start = os.getcwd()
    program = os.path.abspath(os.path.join(binaries, grid.program))
    try:
        run_missing(arguments, program, text)
    except EngineError as error:
        say(error)
    except KeyboardInterrupt:
        report(folder)
        folder.describe()
        raise
    failed, ended = report(folder)
    folder.describe()
    files.write_text(os.path.join(folder.path, "results.csv"), table(folder))
    lost = len(grid) - ended
    if failed or lost:
        say(f"{failed} of {len(grid)} points failed" + (f", {lost} not run" if lost else ""))
    return 1 if failed or lost else 0


def main(words):
    if words[:1] in (["--help"], ["-h"]) or words[1:2] in (["--help"], ["-h"]):
        print(__doc__.strip())
        return 0
    try:
        if not words or words[0].startswith("-") and words[0] != PROGRAM:
            raise ArgumentError("BIN: missing; accepted: the folder of the built programs")
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.default_int_handler)
        arguments = Arguments(words[1:])
        if words[0] == PROGRAM:
            print(arguments.grid.program)
            return 0
        return sweep(arguments, words[0])
    except ArgumentError as error:
        say(error)
        return 2
    except (OSError, subprocess.SubprocessError) as error:
        say(" ".join(str(error).split()))
        return 2
    except KeyboardInterrupt:
        say("interrupted; the same call goes on")
        return 130


if __name__ == "__main__":
    sys.exit(run_program("inc-sweep.py", lambda: main(sys.argv[1:])))
