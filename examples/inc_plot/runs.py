# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Finds out of which kind the given files are, how the legend names them, and where the picture
goes."""

import os
from collections import namedtuple

from inc_script.pictures import METADATA, format_of, require

from .result_files import DRAWN

# The kinds of tables, by the first words of their header line.
TABLES = {"t_us,object,": "series", "row,from,to,": "flows"}
# The file of one run, and the run's name in legends.
Run = namedtuple("Run", "path name")


def kind_of(path):
    """Return the kind of a file; a file that is neither a table nor a sweep counts as a result
    file."""
    if os.path.exists(os.path.join(path, "sweep.json")):
        return "sweep"
    try:
        with open(path, encoding="utf-8") as file:
            header = file.readline(80)
    except (OSError, ValueError):
        return "results"
    return next((kind for begin, kind in TABLES.items() if header.startswith(begin)), "results")


def names_of(paths, given):
    """Return the names of runs: those given, separated by commas, or the parts of the paths that
    differ."""
    if given is not None:
        names = given.split(",")
        require(len(names) == len(paths) and all(names),
                f"--names={given}: {len(names)} for {len(paths)} files; accepted: one for each")  # fmt: skip
        return names
    names = [os.path.splitext(os.path.basename(path))[0] for path in paths]
    return names if len(set(names)) == len(names) else list(paths)


def is_picture(name):
    return name.rpartition(".")[2].lower() in METADATA


def split_names(names, usage):
    """Return the files to draw and the path of the picture: the last name, or one beside the first
    file."""
    require(names, f"0 files; accepted: {usage}")
    require(all(names), f"an empty name; accepted: {usage}")
    is_folder = os.path.isdir(names[0])
    require(not is_folder, f"{names[0]}: Is a directory, but of no sweep; accepted: {DRAWN}")
    *paths, last = names
    if not paths or not is_picture(last) and os.path.exists(last):
        paths, last = names, None
    for path in paths[1:]:
        require(not is_picture(path), f"{path}: a second picture; accepted: {usage}")
    twice = next((path for path in paths if paths.count(path) > 1), None)
    require(not twice, f"{twice}: given twice; accepted: each file once")
    stem = os.path.splitext(paths[0])[0]
    picture = last or f"{stem}{'-compared' if len(paths) > 1 else ''}.png"
    for path in paths:
        is_drawn = os.path.abspath(picture) == os.path.abspath(path)
        require(not is_drawn, f"{picture}: is what is drawn; accepted: another file")
    format_of(picture)  # refuse an unknown format before anything is drawn
    return paths, picture


def runs_of(paths, given):
    """Return the runs of the files, which must all be of one kind, and that kind."""
    kinds = [kind_of(path) for path in paths]
    for path, kind in zip(paths, kinds):
        require(kind == kinds[0], f"{path}: is of kind {kind}, {paths[0]} of kind {kinds[0]}; "
                "accepted: files of one kind")  # fmt: skip
    return [Run(*pair) for pair in zip(paths, names_of(paths, given))], kinds[0]
