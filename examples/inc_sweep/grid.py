# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The grid: every combination of the values of a program's arguments, with so many seeds each."""

import itertools
import math
import re
import shlex
from dataclasses import dataclass

from inc_script.arguments import ArgumentError, once

MOST_POINTS = 1000000
# Those that have a value of their own in every point, and files that points would overwrite.
OURS = ("output", "csv")
FILES = ("pcap", "trace", "animation", "export")
TALK = ("help", "quiet", "progress")
# The word of a program that is no --name=value, and the argument that its random numbers are of.
WORDS = {"inc-plan": "algorithm"}
SEEDS = {"inc-plan": "seed"}


@dataclass(frozen=True)
class Point:
    """One run of the program."""

    number: int  # from 1
    values: dict  # by parameter, the seed's included
    words: tuple  # what the program is called with
    command: str  # that does the same by hand


def split_values(name, text):
    r"""Values between commas; a comma of a value itself is written \, ."""
    values = [value.replace("\\,", ",") for value in re.split(r"(?<!\\),", text)]
    for value in values:
        if not value:
            raise ArgumentError(rf"{name}={text}: an empty value; accepted: values with commas "
                                r"between, \, for a comma of a value itself")  # fmt: skip
        if not value.isprintable():
            raise ArgumentError(f"{name}={value!r}: accepted: values without control characters")
        if values.count(value) > 1:
            raise ArgumentError(f"{name}={text}: '{value}' given twice; accepted: each value once")
    return values


def check_name(name):
    """Refuse what a sweep does itself, or what points would do to each other."""
    if name in OURS:
        raise ArgumentError(f"--{name}: each point has its own, in --out; accepted: none")
    if name in FILES:
        raise ArgumentError(f"--{name}: all points would write the same file; accepted: none; the "
                            "command of a single point takes it")  # fmt: skip
    if name in TALK:
        raise ArgumentError(f"--{name}: points talk to nobody; accepted: none")


class Grid:
    """What a sweep consists of; equal grids have equal points."""

    def __init__(self, program, parameters, runs):
        """parameters: lists of values by name; runs: seeds of each combination, or None."""
        self.program = program
        self.parameters = parameters
        self.runs = runs
        self.seed = SEEDS.get(program, "RngRun")
        if "/" in program:
            raise ArgumentError(f"PROGRAM: '{program}'; accepted: a program's name")
        for name in parameters:
            check_name(name)
        if runs and self.seed in parameters:
            raise ArgumentError(f"--{self.seed}: --runs={runs} sets it; accepted: one of both")
        if len(self) > MOST_POINTS:
            raise ArgumentError(f"{len(self)} points; accepted: at most {MOST_POINTS}")

    @staticmethod
    def read(words, runs):
        """The grid of PROGRAM --a=1,2,4 --b=x,y."""
        program, *rest = words
        parameters = {}
        given = set()
        for i, word in enumerate(rest):
            name, equals, text = word.partition("=")
            if i == 0 and program in WORDS and not word.startswith("-"):
                parameters[WORDS[program]] = split_values(WORDS[program], word)
                continue
            if not re.fullmatch(r"--[A-Za-z][\w:-]*", name):
                raise ArgumentError(f"{word}: accepted: arguments of {program}, --name=value,…")
            once(name, given)
            # A flag has no value.
            parameters[name[2:]] = split_values(name, text) if equals else [None]
        return Grid(program, parameters, runs)

    def __len__(self):
        return math.prod(map(len, self.parameters.values())) * (self.runs or 1)

    def names(self):
        """Columns that say which point it is."""
        return [*self.parameters, *([self.seed] if self.runs else [])]

    def points(self):
        axes = [*self.parameters.values()]
        if self.runs:
            axes.append([str(run) for run in range(1, self.runs + 1)])
        for number, values in enumerate(itertools.product(*axes), 1):
            point = dict(zip(self.names(), values))
            words = tuple(self._word(name, value) for name, value in point.items())
            command = shlex.join(("./inc", "run", self.program, *words))
            yield Point(number, point, words, command)

    def _word(self, name, value):
        if name == WORDS.get(self.program):
            return value
        return f"--{name}" if value is None else f"--{name}={value}"

    def check_against(self, help_text):
        """Refuse a program that writes no result file, and arguments that it does not know."""
        if "--output" not in help_text:
            raise ArgumentError(
                f"{self.program}: has no --output=FILE.json; accepted: inc-sim, inc-bench, "
                "inc-plan, or a program of yours that has"
            )
        for name in self.parameters:
            # Attributes, and ns-3's own capitalised names, are not in a program's help.
            known = name[0].isupper() or "::" in name or name == WORDS.get(self.program)
            if not known and not re.search(rf"--{re.escape(name)}(?![\w-])", help_text):
                raise ArgumentError(f"--{name}: {self.program} has no such argument; accepted: "
                                    f"what {self.program} --help names")  # fmt: skip
