# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The grid of a sweep: every combination of argument values, with a number of seeds each."""

import math
import os
import re
import shlex
from dataclasses import dataclass

from inc_script.arguments import ArgumentError, once

MOST_POINTS = 1000000
# Arguments that name a file, which every point writes for itself. The sweep sets OURS; the user may
# set FILES.
OURS = ("output", "csv")
FILES = ("series", "timeline", "flowTable", "pcap", "trace", "animation", "export")
SWITCHES = ("stats",)  # arguments whose value is 0, 1 or a file
LONGEST = 120  # the most characters of a point's values in a file name
TALK = ("help", "quiet", "progress")
# The name for a program's word that is no --name=value, and the argument that sets its random seed.
WORDS = {"inc-plan": "algorithm"}
SEEDS = {"inc-plan": "seed"}


def names_file(name, value):
    """Return whether an argument names a file that each point writes."""
    return name in FILES or (name in SWITCHES and value not in (None, "0", "1"))


@dataclass(frozen=True)
class Point:
    """One run of the program."""

    number: int  # number of the point, from 1
    values: dict  # values by parameter, including the seed
    program: str
    words: dict  # words of the program's command line by parameter
    files: dict  # by argument, the files that the user asks for: names in the folder of the sweep

    def command(self, without=()):
        """Return the command that repeats the point by hand, without arguments that have no
        effect."""
        words = [word for name, word in self.words.items() if name not in without]
        return shlex.join(("./inc", "run", self.program, *words))


def split_values(name, text):
    r"""Split values at commas; \, is a comma inside a value."""
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
    """Refuse arguments that the sweep sets itself, and those by which points would disturb each
    other."""
    if name in OURS:
        raise ArgumentError(f"--{name}: each point has its own, in --out; accepted: none")
    if name in TALK:
        raise ArgumentError(f"--{name}: points talk to nobody; accepted: none")


class Grid:
    """All combinations of values of a sweep. Equal grids have equal points."""

    def __init__(self, program, parameters, runs):
        """Make a grid of lists of values by name; `runs` is the number of seeds for each
        combination, or None."""
        self.program = program
        self.parameters = parameters
        self.runs = runs
        self.seed = SEEDS.get(program, "RngRun")
        if "/" in program:
            raise ArgumentError(f"PROGRAM: '{program}'; accepted: a program's name")
        for name, values in parameters.items():
            check_name(name)
            if names_file(name, values[0]) and (len(values) > 1 or values[0] is None):
                raise ArgumentError(f"--{name}: accepted: one name; each point writes a file of its "
                                    "own, in --out")  # fmt: skip
        if runs and self.seed in parameters:
            raise ArgumentError(f"--{self.seed}: --runs={runs} sets it; accepted: one of both")
        if len(self) > MOST_POINTS:
            raise ArgumentError(f"{len(self)} points; accepted: at most {MOST_POINTS}")

    def file_arguments(self):
        """Return the arguments for which points write files."""
        return [name for name, values in self.parameters.items()
                if any(names_file(name, value) for value in values)]  # fmt: skip

    @staticmethod
    def read(words, runs):
        """Read the grid from words such as PROGRAM --a=1,2,4 --b=x,y."""
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
            # Without "=" the argument is a flag and has no value.
            parameters[name[2:]] = split_values(name, text) if equals else [None]
        return Grid(program, parameters, runs)

    def __len__(self):
        return math.prod(map(len, self.parameters.values())) * (self.runs or 1)

    def names(self):
        """Return the columns that identify a point."""
        return [*self.parameters, *([self.seed] if self.runs else [])]

    def points(self):
        return map(self.point, range(1, len(self) + 1))

    def point(self, number):
        """Return the point with this number: the first parameter varies slowest, the seed
        fastest."""
        axes = [*self.parameters.values()]
        if self.runs:
            axes.append([str(run) for run in range(1, self.runs + 1)])
        rest = number - 1
        values = []
        for axis in reversed(axes):
            rest, place = divmod(rest, len(axis))
            values.insert(0, axis[place])
        point = dict(zip(self.names(), values))
        words = {name: self._word(name, value) for name, value in point.items()}
        files = {name: self._file(name, number, point) for name, value in point.items()
                 if names_file(name, value)}  # fmt: skip
        return Point(number, point, self.program, words, files)

    def _file(self, argument, number, point):
        """Return the name of a point's file: its number, the values that differ between points, and
        the ending."""
        words = [str(number)]
        words += [f"{name}={value}" for name, value in point.items()
                  if len(self.parameters.get(name, "..")) > 1]  # fmt: skip
        stem = re.sub(r"[^\w=.,:+-]", "_", "-".join(words))[:LONGEST]
        _, dot, ending = os.path.basename(point[argument]).partition(".")
        return os.path.join(argument, stem + dot + ending)

    def _word(self, name, value):
        if name == WORDS.get(self.program):
            return value
        return f"--{name}" if value is None else f"--{name}={value}"

    def check_against(self, help_text):
        """Refuse a program that writes no result file, and arguments that its help does not
        name."""
        if "--output" not in help_text:
            raise ArgumentError(
                f"{self.program}: has no --output=FILE.json; accepted: inc-sim, inc-bench, "
                "inc-plan, or a program of yours that has"
            )
        for name in self.parameters:
            # The help of a program names neither attributes nor ns-3's capitalised arguments.
            known = name[0].isupper() or "::" in name or name == WORDS.get(self.program)
            if not known and not re.search(rf"--{re.escape(name)}(?![\w-])", help_text):
                raise ArgumentError(f"--{name}: {self.program} has no such argument; accepted: "
                                    f"what {self.program} --help names")  # fmt: skip
