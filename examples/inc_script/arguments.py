# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Arguments of a script, validated, and what is wrong with them in one line."""

MOST = 9999


class ArgumentError(Exception):
    """What is wrong, in one line."""


def read_folder(name, value):
    if not value:
        raise ArgumentError(f"{name}: an empty name; accepted: a folder")
    return value


def read_count(name, value):
    if not (value.isascii() and value.isdigit() and 1 <= int(value[:6]) <= MOST):
        raise ArgumentError(f"{name}: '{value}'; accepted: a number from 1 to {MOST}")
    return int(value)


def once(name, given):
    """Note in the set `given` that an argument is there; twice is refused."""
    if name in given:
        raise ArgumentError(f"{name}: given twice; accepted: once")
    given.add(name)
