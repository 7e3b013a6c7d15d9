# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Shares options, labels, colours and the setup of matplotlib among the scripts that draw."""

import fnmatch
import os
import re

from inc_script import files

# Colours that colour-blind readers tell apart (Okabe and Ito); the faint yellow comes last.
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#000000", "#F0E442")
MARKS = "osD^vP*X"
STYLES = ("-", "--", "-.", ":")

# Metadata by format, without dates and versions, so that equal figures are equal files.
METADATA = {"png": {"Software": None}, "pdf": {"CreationDate": None}, "svg": {"Date": None}}

# Labels of columns and arguments with terse names; label_of() spells out the others.
WORDS = {
    "algbw_GBps": "algorithm bandwidth (GB/s)",
    "busbw_GBps": "bus bandwidth (GB/s)",
    "bound_algbw_GBps": "closed-form bound of the algorithm bandwidth (GB/s)",
    "bytes": "size per rank (B)",
    "size": "size per rank",
    "loss": "probability that a link loses a frame",
    "k": "ports of a switch of the fat-tree",
    "cc": "congestion control",
    "ecmp": "use of equal-cost paths",
    "load": "load of the hosts' links",
    "wrong": "wrong elements",
    "slots": "aggregator slots of a switch",
}
UNITS = {"us": "µs", "ns": "ns", "s": "s", "GBps": "GB/s", "Gbps": "Gb/s", "bytes": "B"}


class PlotError(Exception):
    """One line that says what is wrong."""


def require(condition, message):
    if not condition:
        raise PlotError(message)


def spell_out(name):
    """Spell out a name: linkRate becomes "link rate", fct_us.p99 becomes "fct us, p99"."""
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    return apart.lower().replace("_", " ").replace(".", ", ")


def label_of(name):
    """Return the label of a column or an argument in words, with its unit in parentheses."""
    if name in WORDS:
        return WORDS[name]
    text, _, unit = name.rpartition("_")
    return f"{spell_out(text)} ({UNITS[unit]})" if text and unit in UNITS else spell_out(name)


def size_text(size):
    """Format a size: 16777216 as 16 MiB, and no multiple of 1024 in MB."""
    for unit, factor in (("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)):
        if size >= factor and size % factor == 0:
            return f"{size // factor} {unit}"
    for unit, factor in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if size >= factor:
            return f"{size / factor:.4g} {unit}"
    return f"{size:g} B"


def split(words, known, usage):
    """Return the names of files, and the options by name; `known` maps an option to what it
    accepts."""
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
    """Return which axes are logarithmic: "", "x", "y" or "xy"."""
    axes = options.get("log", "")
    require(axes in ("", "x", "y", "xy"), f"--log={axes}: accepted: x, y or xy")
    return axes


def choose(names, patterns):
    """Return the names that match one of the patterns, which commas separate; all names without
    patterns."""
    if patterns is None:
        return list(names)
    wanted = patterns.split(",")
    chosen = [name for name in names if any(fnmatch.fnmatchcase(name, one) for one in wanted)]
    some = ", ".join(list(names)[:5])
    require(chosen, f"'{patterns}' matches nothing; accepted: patterns of such as {some}")
    return chosen


def pyplot():
    """Import matplotlib without a display. Import it late, so that bad arguments are refused at
    once."""
    try:
        import matplotlib
    except ImportError as error:
        raise PlotError("matplotlib is not installed (Debian: python3-matplotlib)") from error
    matplotlib.use("Agg")
    # Write texts of an SVG as text, and give its identifiers fixed values.
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "inc"})
    from matplotlib import pyplot as plot

    return plot


def colour(number):
    return COLOURS[number % len(COLOURS)]


def look(number, marked=True):
    """Return colour and mark of a line; after the last colour, dashes tell lines apart too."""
    mark = MARKS[number % len(MARKS)] if marked else None
    return {"color": colour(number), "marker": mark, "markersize": 5,
            "linestyle": STYLES[number // len(COLOURS) % len(STYLES)]}  # fmt: skip


def legend_beside(axes, *more, **options):
    """Draw the legend to the right of a panel, outside the data."""
    axes.legend(*more, loc="center left", bbox_to_anchor=(1.01, 0.5), frameon=False, **options)


def format_of(path):
    """Return the format of a picture, which the end of its name tells."""
    _, dot, end = os.path.basename(path).rpartition(".")
    require(dot and end.lower() in METADATA,
            f"{path}: accepted: a picture whose name ends with .png, .pdf or .svg")  # fmt: skip
    return end.lower()


def save(figure, path):
    """Write a picture, whole or not at all."""
    kind = format_of(path)
    figure.tight_layout()
    files.write(os.path.abspath(path), lambda temporary: figure.savefig(
        temporary, dpi=100, format=kind, metadata=METADATA[kind]))  # fmt: skip
