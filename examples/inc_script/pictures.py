# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""What the scripts share that draw: options, words of labels, colours, pictures of matplotlib."""

import fnmatch
import os
import re

from inc_script import files

# Colours that colour-blind readers tell apart (Okabe and Ito), the faint yellow last.
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#000000", "#F0E442")
MARKS = "osD^vP*X"
STYLES = ("-", "--", "-.", ":")

# By format, so that the same figure is the same file at any time.
METADATA = {"png": {"Software": None}, "pdf": {"CreationDate": None}, "svg": {"Date": None}}

# Labels of columns and arguments whose names do not say enough; label_of() spells out the others.
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
    """What is wrong, in one line."""


def require(condition, message):
    if not condition:
        raise PlotError(message)


def spell_out(name):
    """linkRate → link rate, fct_us.p99 → fct us, p99."""
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    return apart.lower().replace("_", " ").replace(".", ", ")


def label_of(name):
    """A column or an argument in words, with its unit in parentheses."""
    if name in WORDS:
        return WORDS[name]
    text, _, unit = name.rpartition("_")
    return f"{spell_out(text)} ({UNITS[unit]})" if text and unit in UNITS else spell_out(name)


def size_text(size):
    """16777216 → 16 MiB; what is no multiple of 1024 in MB."""
    for unit, factor in (("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)):
        if size >= factor and size % factor == 0:
            return f"{size // factor} {unit}"
    for unit, factor in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if size >= factor:
            return f"{size / factor:.4g} {unit}"
    return f"{size:g} B"


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
    require(axes in ("", "x", "y", "xy"), f"--log={axes}: accepted: x, y or xy")
    return axes


def choose(names, patterns):
    """The names that match one of the patterns with commas between; all without patterns."""
    if patterns is None:
        return list(names)
    wanted = patterns.split(",")
    chosen = [name for name in names if any(fnmatch.fnmatchcase(name, one) for one in wanted)]
    some = ", ".join(list(names)[:5])
    require(chosen, f"'{patterns}' matches nothing; accepted: patterns of such as {some}")
    return chosen


def pyplot():
    """matplotlib without a display; bad arguments are told without waiting for it."""
    try:
        import matplotlib
    except ImportError as error:
        raise PlotError("matplotlib is not installed (Debian: python3-matplotlib)") from error
    matplotlib.use("Agg")
    # Texts of an SVG are texts, and its identifiers are the same at any time.
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "inc"})
    from matplotlib import pyplot as plot

    return plot


def colour(number):
    return COLOURS[number % len(COLOURS)]


def look(number, marked=True):
    """How a line is told from the others: colour and mark, after the last colour the dashes too."""
    mark = MARKS[number % len(MARKS)] if marked else None
    return {"color": colour(number), "marker": mark, "markersize": 5,
            "linestyle": STYLES[number // len(COLOURS) % len(STYLES)]}  # fmt: skip


def legend_beside(axes, *more, **options):
    """A legend to the right of a panel, where no data are."""
    axes.legend(*more, loc="center left", bbox_to_anchor=(1.01, 0.5), frameon=False, **options)


def format_of(path):
    """The format of a picture, by the end of its name."""
    _, dot, end = os.path.basename(path).rpartition(".")
    require(dot and end.lower() in METADATA,
            f"{path}: accepted: a picture whose name ends with .png, .pdf or .svg")  # fmt: skip
    return end.lower()


def save(figure, path):
    """A picture, whole or not at all."""
    kind = format_of(path)
    figure.tight_layout()
    files.write(os.path.abspath(path), lambda temporary: figure.savefig(
        temporary, dpi=100, format=kind, metadata=METADATA[kind]))  # fmt: skip
