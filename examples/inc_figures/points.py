# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A point is one planner on one instance with one seed: inc-plan runs it and its checker judges
it."""

import json
import os
import subprocess
import tempfile
from dataclasses import dataclass

TIME_LIMIT = 3600  # seconds; planners need far less


class PointError(Exception):
    """One line that says why a point has no result."""


@dataclass(frozen=True)
class Point:
    """All that decides a result. Figures with an equal point share its result."""

    kind: str
    instance: tuple  # arguments of the generator
    algorithm: str
    options: tuple  # arguments of the planner
    seed: int

    @property
    def key(self):
        """Return the key of the point in the file of results: the commands that repeat it by
        hand."""
        seed = f"--seed={self.seed}"
        make = " ".join(("generate", self.kind, *self.instance, seed))
        return f"{make} | {' '.join((self.algorithm, *self.options, seed))}"


def points_of(figure, runs):
    """Yield (x, series, point) of all points of a figure, in the order of its table."""
    for series in figure.series:
        for x, arguments in figure.xs:
            # The figure's arguments come last because inc-plan takes the last of equal names.
            instance = (*series.instance, *arguments)
            for seed in range(1, runs + 1 if series.random else 2):
                yield x, series, Point(
                    figure.kind, instance, series.algorithm, series.options, seed
                )


def call(program, *arguments):
    """Run inc-plan and return the finished process. An exit status above 1 raises PointError."""
    done = subprocess.run(
        [program, *arguments], capture_output=True, text=True, timeout=TIME_LIMIT, check=False
    )
    if done.returncode not in (0, 1):
        message = " ".join(done.stderr.split()) or f"exit status {done.returncode}"
        raise PointError(f"{' '.join(arguments)}: {message}")
    return done


def run(program, point):
    """Run a point and return its result: status, rate, solve_ms."""
    seed = f"--seed={point.seed}"
    with tempfile.TemporaryDirectory(prefix="inc-figures-") as folder:
        instance = os.path.join(folder, "instance.json")
        plan = os.path.join(folder, "plan.json")
        call(program, "generate", point.kind, *point.instance, seed, f"--output={instance}")
        call(
            program,
            point.algorithm,
            f"--instance={instance}",
            *point.options,
            seed,
            f"--output={plan}",
        )
        checked = call(program, "check", plan)
        if checked.returncode != 0:
            raise PointError(f"{point.key}: {' '.join(checked.stdout.split())}")
        with open(plan, encoding="utf-8") as file:
            answer = json.load(file)
    if answer["status"] not in ("optimal", "feasible"):
        raise PointError(f"{point.key}: {answer['status']}")
    return {
        "status": answer["status"],
        "rate": answer["objective"],
        "solve_ms": answer["solve_ms"],
    }
