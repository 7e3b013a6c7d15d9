# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Reads and checks the arguments of a script; an error is one line."""

import os

MOST = 9999


class ArgumentError(Exception):
    """One line that says what is wrong with an argument."""


def read_folder(name, value):
    if not value:
        raise ArgumentError(f"{name}: an empty name; accepted: a folder")
    return value


def read_count(name, value):
    if not (value.isascii() and value.isdigit() and 1 <= int(value[:6]) <= MOST):
        raise ArgumentError(f"{name}: '{value}'; accepted: a number from 1 to {MOST}")
    return int(value)


def once(name, given):
    """Add an argument's name to the set `given`; refuse a name that is there already."""
    if name in given:
        raise ArgumentError(f"{name}: given twice; accepted: once")
    given.add(name)


class Selection:
    """The arguments --out, --only, --jobs, --list and one count of a script that makes several things.

    :param words: the command line without the script's name
    :param out: default folder of the results
    :param kind: the word for one of the things, for messages
    :param known: the names of all things; --only chooses some
    :param count: name and default of the count
    """

    def __init__(self, words, out, kind, known, count):
        self.out = out
        self.only = list(known)
        self.jobs = len(os.sched_getaffinity(0))
        self.list = False
        setattr(self, *count)
        readers = {"out": read_folder, "only": self._choose, count[0]: read_count,
                   "jobs": read_count}  # fmt: skip
        self._kind = kind
        given = set()
        for word in words:
            name, equals, value = word.partition("=")
            if word == "--list":
                self.list = True
            elif name[:2] == "--" and name[2:] in readers and equals:
                once(name, given)
                setattr(self, name[2:], readers[name[2:]](name, value))
            else:
                accepted = "=…, ".join("--" + each for each in readers) + "=…, --list"
                raise ArgumentError(f"{word}: no such argument; accepted: {accepted}")

    def _choose(self, name, value):
        known = self.only
        chosen = value.split(",")
        for wanted in chosen:
            if wanted not in known:
                accepted = ", ".join(known)
                raise ArgumentError(f"{name}: no {self._kind} '{wanted}'; accepted: {accepted}")
        return list(dict.fromkeys(chosen))
