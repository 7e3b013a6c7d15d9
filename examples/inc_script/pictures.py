# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""What the scripts behind ./inc plot share: options, matplotlib without a display, pictures."""

import fnmatch
import os
import sys

from inc_script import files
from inc_script.program import run_program

COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442", "#000000")

# By format, so that the same figure is the same file at any time.
METADATA = {"png": {"Software": None}, "pdf": {"CreationDate": None}, "svg": {"Date": None}}


class PlotError(Exception):
    """What is wrong, in one line."""


def split(words, known, usage):
    """The names of files, and the options by name: --log=xy of known {"log": "x, y or xy"}."""
    names, options = [], {}
    for word in words:
        name, _, value = word[2:].partition("=")
        if not word.startswith("-"):
            names.append(word)
        elif not word.startswith("--") or name not in known or not value or name in options:
            accepted = " ".join(f"--{name}={what}" for name, what in known.items())
            raise PlotError(f"{word}: accepted: {usage} {accepted}, each once")
        else:
            options[name] = value
    return names, options


def log_axes(options):
    """Which axes are logarithmic."""
    axes = options.get("log", "")
    if axes not in ("", "x", "y", "xy"):
        raise PlotError(f"--log={axes}: accepted: x, y or xy")
    return axes


def choose(names, patterns):
    """The names that match one of the patterns with commas between; all without patterns."""
    if patterns is None:
        return list(names)
    wanted = patterns.split(",")
    chosen = [name for name in names if any(fnmatch.fnmatchcase(name, one) for one in wanted)]
    if not chosen:
        some = ", ".join(list(names)[:5])
        raise PlotError(f"'{patterns}' matches nothing; accepted: patterns of such as {some}")
    return chosen


def pyplot():
    """matplotlib without a display; bad arguments are told without waiting for it."""
    try:
        import matplotlib
    except ImportError as error:
        raise PlotError("matplotlib is not installed (Debian: python3-matplotlib)") from error
    matplotlib.use("Agg")
    from matplotlib import pyplot as plot

    return plot


def format_of(path):
    """Of a picture, by the end of its name."""
    _, dot, end = os.path.basename(path).rpartition(".")
    if not dot or end.lower() not in METADATA:
        raise PlotError(f"{path}: accepted: a picture whose name ends with .png, .pdf or .svg")
    return end.lower()


def save(figure, path):
    """A picture, whole or not at all."""
    kind = format_of(path)
    figure.tight_layout()
    files.write(os.path.abspath(path), lambda temporary: figure.savefig(
        temporary, dpi=100, format=kind, metadata=METADATA[kind]))  # fmt: skip


def picture_of(names, source, usage):
    """The second name, or the source's with .png."""
    if len(names) > 2:
        raise PlotError(f"{len(names)} files; accepted: {usage}")
    picture = names[1] if len(names) == 2 else os.path.splitext(source)[0] + ".png"
    if os.path.abspath(picture) == os.path.abspath(source):
        raise PlotError(f"{picture}: is what is drawn; accepted: another file")
    format_of(picture)  # said before anything is drawn
    return picture


def run(script, about, usage, known, words, make):
    """Draw a file: make(name, options) gives the figure. Returns the exit status."""
    return run_program(script, lambda: _draw(script, about, usage, known, words, make))


def _draw(script, about, usage, known, words, make):
    if "--help" in words or "-h" in words:
        print(about.strip())
        return 0
    try:
        names, options = split(words, known, usage)
        if not names:
            raise PlotError(f"no file; accepted: {usage}")
        picture = picture_of(names, names[0], usage)
        save(make(names[0], options), picture)
    except (PlotError, OSError) as error:
        print(f"{script}: {' '.join(str(error).split())}", file=sys.stderr)
        return 2
    return 0
