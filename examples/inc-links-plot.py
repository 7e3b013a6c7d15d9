#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Draw a network with the use of its links: inc-links-plot.py RESULT.json [PICTURE.png] [--row=N]

RESULT.json is a result file of inc-sim with --stats; row 0 if no other is asked for. Every link that
carried something is a line between its nodes, coloured by the utilisation of its busier direction;
the busiest is labelled. Hosts are below, switches above them by their distance from the hosts.
Exit status: 0 drawn; 2 bad arguments or files, one line on standard error and nothing written.
"""

import json
import re
import sys

sys.dont_write_bytecode = True

from inc_script import pictures  # noqa: E402
from inc_script.pictures import PlotError  # noqa: E402

USAGE = "inc-links-plot.py RESULT.json [PICTURE.png]"
OPTIONS = {"row": "N"}


def read(path, number):
    """By pair of nodes: utilisation of the busier direction; and the row."""
    try:
        with open(path, encoding="utf-8") as file:
            rows = json.load(file)["results"]
        if not (number.isdigit() and int(number) < len(rows)):
            raise PlotError(f"--row={number}: accepted: 0 to {len(rows) - 1}")
        row = rows[int(number)]
        if "stats" not in row:
            raise PlotError(f"{path}: has no counters; accepted: a result of inc-sim --stats")
        links = {}
        for port in row["stats"]["ports"]:
            a, b = port["port"].split("#")[0].split("->")
            pair = min(a, b), max(a, b)
            links[pair] = max(links.get(pair, 0), port["utilisation"])
        return links, row
    except OSError as error:
        raise PlotError(f"{path}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise PlotError(f"{path}: {error!r}; accepted: a result of inc-sim") from error


def natural(name):
    """h2 before h10."""
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", name)]


def tiers(links):
    """By node: its distance from the nodes with one link, which are the hosts."""
    peers = {}
    for a, b in links:
        peers.setdefault(a, set()).add(b)
        peers.setdefault(b, set()).add(a)
    hosts = {name for name in peers if re.fullmatch(r"h\d+|w\d+|ps", name)}
    hosts = hosts or {name for name, others in peers.items() if len(others) == 1}
    tier = dict.fromkeys(hosts, 0)
    edge = list(hosts)
    for name in edge:
        for other in peers[name]:
            if other not in tier:
                tier[other] = tier[name] + 1
                edge.append(other)
    return tier


def draw(links, row):
    tier = tiers(links)
    places = {}
    for level in set(tier.values()):
        names = sorted((name for name in tier if tier[name] == level), key=natural)
        for i, name in enumerate(names):
            places[name] = (i + 0.5) / len(names), level
    plot = pictures.pyplot()
    figure, axis = plot.subplots(figsize=(10, 5))
    colours = plot.get_cmap("viridis_r")
    for (a, b), use in sorted(links.items(), key=lambda link: link[1]):
        axis.plot(*zip(places[a], places[b]), color=colours(use), linewidth=1 + 3 * use, zorder=1)
    (a, b), use = max(links.items(), key=lambda link: link[1])
    middle = [(one + other) / 2 for one, other in zip(places[a], places[b])]
    axis.annotate(f"{a} – {b}: {use:.0%}", middle, size=9, zorder=3,
                  bbox={"facecolor": "white", "edgecolor": "none", "pad": 1})  # fmt: skip
    for name, (x, y) in places.items():
        axis.plot(x, y, "s" if y else "o", color="black", markersize=4, zorder=2)
        if len(places) <= 80:
            axis.annotate(name, (x, y), (0, -12 if y == 0 else 6), textcoords="offset points",
                          ha="center", size=7)  # fmt: skip
    scale = plot.cm.ScalarMappable(cmap=colours)
    scale.set_clim(0, 1)
    figure.colorbar(scale, ax=axis, label="utilisation of the busier direction")
    axis.set_axis_off()
    axis.set_title(f"{row['scheme']}, {row['collective']}, {row['time_us']} us")
    return figure


def make(name, options):
    links, row = read(name, options.get("row", "0"))
    if not links:
        raise PlotError(f"{name}: nothing was sent; accepted: a row with traffic")
    return draw(links, row)


if __name__ == "__main__":
    sys.exit(pictures.run("inc-links-plot.py", __doc__, USAGE, OPTIONS, sys.argv[1:], make))
