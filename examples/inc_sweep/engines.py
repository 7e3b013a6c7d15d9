# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Engines that spread points over cores or machines: GNU parallel and Slurm.

An engine gets a file with one command for each point that is still to run. The records that the
points leave tell its progress.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile

from inc_script.arguments import ArgumentError
from inc_script.progress import Progress

LOOK = 0.5  # seconds between two checks of the progress
# a message that begins so means that the sweep's folder cannot be written
POINT = "inc-sweep-point.py: "
MOST_TASKS = 1000  # of a job array, below Slurm's default MaxArraySize of 1001


class EngineError(Exception):
    """One line that says why an engine did not run all points."""


class FolderError(OSError):
    """One line that says why a point could not write into the sweep's folder."""


def require(tool, engine, package):
    if not shutil.which(tool):
        raise ArgumentError(f"--engine={engine}: no {tool} in the PATH; accepted: with {package}")


def start(words, folder, **options):
    """Start an engine in its own process group, so that only we pass an interruption on, and once.

    The engine inherits the lock of the sweep's folder. No other sweep can use the folder while any of
    its processes lives.
    """
    return subprocess.Popen(words, cwd=folder.start, pass_fds=[folder.lock],
                            start_new_session=True, **options)  # fmt: skip


def watch(engine, folder, total, shown):
    """Wait for an engine, and show its progress."""
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
    """Runs points by GNU parallel on this machine."""

    @staticmethod
    def check():
        require("parallel", "local", "GNU parallel (Debian: parallel)")
        # GNU parallel is a Perl script; the binary of that name in moreutils is another program.
        with open(shutil.which("parallel"), "rb") as file:
            is_gnu = b"perl" in file.readline(80)
        if not is_gnu:
            raise ArgumentError("--engine=local: parallel is not GNU's; accepted: with GNU "
                                "parallel (Debian: parallel)")  # fmt: skip

    @staticmethod
    def run(commands, folder, total, jobs, shown):
        jobs = jobs or len(os.sched_getaffinity(0))
        # Stop at the first failure: a point exits with an error only if the folder cannot be
        # written.
        words = ["parallel", "--plain", "--will-cite", f"--jobs={jobs}", "--halt=now,fail=1"]
        # GNU parallel remembers facts about the machine: give it a temporary home.
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
        """Send two signals: the first stops new points, the second ends those that run."""
        for _ in range(2):
            engine.send_signal(signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                engine.wait(0.1)
        engine.wait()


class Slurm:
    """Runs points as a job array of Slurm. All machines must see the folder."""

    @staticmethod
    def check():
        require("sbatch", "slurm", "Slurm (Debian: slurm-client); or --engine=local")

    @staticmethod
    def run(commands, folder, total, jobs, shown):
        tasks = min(total, MOST_TASKS)
        limit = f"%{jobs}" if jobs else ""
        # Task i runs the lines i, i + tasks, ... of the file.
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
