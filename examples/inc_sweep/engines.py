# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Engines that spread points over cores or machines: GNU parallel and Slurm, not our own.

Both are given a file of commands, a line for each point that is still to run, and are watched by
the records that the points leave.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile

from inc_script.arguments import ArgumentError
from inc_script.progress import Progress

LOOK = 0.5  # seconds between two looks at how far an engine is
POINT = "inc-sweep-point.py: "  # begins what a point says when its folder cannot be written
MOST_TASKS = 1000  # of a job array: Slurm's default MaxArraySize is 1001


class EngineError(Exception):
    """Why an engine did not run all points, in one line."""


class FolderError(OSError):
    """Why a point could not write into the folder of the sweep."""


def require(tool, engine, package):
    if not shutil.which(tool):
        raise ArgumentError(f"--engine={engine}: no {tool} in the PATH; accepted: with {package}")


def start(words, folder, **options):
    """An engine in a group of its own: an interruption reaches it through us, and only once.

    Whatever may be left of it holds the lock of the sweep's folder.
    """
    return subprocess.Popen(words, cwd=folder.start, pass_fds=[folder.lock],
                            start_new_session=True, **options)  # fmt: skip


def watch(engine, folder, total, shown):
    """Wait for an engine, and show how far it is."""
    progress = Progress("inc-sweep.py", total)
    done = before = len(folder.records())
    try:
        while engine.poll() is None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                engine.wait(LOOK)
            now = len(folder.records())
            if shown and now > done:
                progress.step(now - done)
            done = now
    finally:
        progress.close()
    if engine.returncode != 0:
        name = os.path.basename(engine.args[0])
        raise EngineError(f"{name}: exit status {engine.returncode} after {done - before} of "
                          f"{total} points")  # fmt: skip


class Local:
    """GNU parallel on this machine."""

    @staticmethod
    def check():
        require("parallel", "local", "GNU parallel (Debian: parallel)")
        # GNU's is a Perl script; moreutils has a binary of the same name.
        with open(shutil.which("parallel"), "rb") as file:
            is_gnu = b"perl" in file.readline(80)
        if not is_gnu:
            raise ArgumentError("--engine=local: parallel is not GNU's; accepted: with GNU "
                                "parallel (Debian: parallel)")  # fmt: skip

    @staticmethod
    def run(commands, folder, total, jobs, shown):
        jobs = jobs or len(os.sched_getaffinity(0))
        # A point that fails does not say so, unless the folder cannot be written.
        words = ["parallel", "--plain", "--will-cite", f"--jobs={jobs}", "--halt=now,fail=1"]
        # What it remembers of a machine goes to a place of its own, not to the user's home.
        with open(commands, encoding="utf-8") as lines, \
                tempfile.TemporaryDirectory(prefix="inc-sweep-") as home:  # fmt: skip
            engine = start(words, folder, stdin=lines, stdout=subprocess.DEVNULL,
                           stderr=subprocess.PIPE, text=True,
                           env={**os.environ, "PARALLEL_HOME": home,
                                "PARALLEL_SHELL": "/bin/sh"})  # fmt: skip
            try:
                watch(engine, folder, total, shown)
            except KeyboardInterrupt:
                Local._stop(engine)
                raise
            except EngineError as error:
                said = engine.stderr.read().splitlines()
                for line in said:
                    if line.startswith(POINT):
                        raise FolderError(line[len(POINT):]) from error
                raise EngineError(": ".join([str(error), *said[:1]])) from error

    @staticmethod
    def _stop(engine):
        """The first signal lets no more points begin, the second ends those that run."""
        for _ in range(2):
            engine.send_signal(signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                engine.wait(0.1)
        engine.wait()


class Slurm:
    """A job array; the folder has to be seen by all machines."""

    @staticmethod
    def check():
        require("sbatch", "slurm", "Slurm (Debian: slurm-client); or --engine=local")

    @staticmethod
    def run(commands, folder, total, jobs, shown):
        tasks = min(total, MOST_TASKS)
        limit = f"%{jobs}" if jobs else ""
        # Task i runs lines i, i + tasks, ... of the file.
        script = f'sed -n "${{SLURM_ARRAY_TASK_ID}}~{tasks}p" "$INC_SWEEP_COMMANDS" | sh'
        words = ["sbatch", "--parsable", "--wait", "--job-name=inc-sweep", "--export=ALL",
                 f"--array=1-{tasks}{limit}", "--output=/dev/null", f"--wrap={script}"]
        engine = start(words, folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
                       env={**os.environ, "INC_SWEEP_COMMANDS": commands})  # fmt: skip
        job = ""
        try:
            job = engine.stdout.readline().partition(";")[0].strip()
            watch(engine, folder, total, shown)
        except KeyboardInterrupt:
            engine.terminate()
            if job and shutil.which("scancel"):
                subprocess.run(["scancel", job], check=False)
            engine.wait()
            raise


ENGINES = {"local": Local, "slurm": Slurm}
