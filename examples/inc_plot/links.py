# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Draws networks with the use of each link, and distributions of link loads."""

import json
import math
import re

from inc_script.pictures import PlotError, legend_beside, look, pyplot, require

OPTIONS = {"row": "N"}
HOST = re.compile(r"h\d+|w\d+|ps")
LABELLED = 24  # the most names that fit side by side without being turned
MOST_LABELS = 96  # the most names in a row; with more nodes, some names are left out
# longest step of a torus that is drawn straight, and curvature of longer ones
STRAIGHT, CURVED = 1, 0.15


def read(path, number):
    """Return the rows of a result of inc-sim --stats, or only the row with this number."""
    try:
        with open(path, encoding="utf-8") as file:
            rows = json.load(file)["results"]
        if number is not None:
            require(number.isdigit() and int(number) < len(rows),
                    f"--row={number}: accepted: 0 to {len(rows) - 1}")  # fmt: skip
            rows = [rows[int(number)]]
        for row in rows:
            require("stats" in row,
                    f"{path}: has no counters; accepted: a result of inc-sim --stats")  # fmt: skip
            require(row["stats"]["ports"], f"{path}: nothing was sent; accepted: a row with traffic")
            row["use"] = {ends(port["port"]): port["utilisation"] for port in row["stats"]["ports"]}
        return rows
    except OSError as error:
        raise PlotError(f"{path}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise PlotError(f"{path}: {error!r}; accepted: a result of inc-sim") from error


def ends(port):
    """Split "leaf0->spine1#2" into its two nodes and the number of the parallel link."""
    link, _, number = port.partition("#")
    return *link.split("->"), number


def busier(use):
    """Return, by pair of nodes, the utilisation of the busier direction."""
    links = {}
    for (a, b, _), share in use.items():
        pair = min(a, b), max(a, b)
        links[pair] = max(links.get(pair, 0), share)
    return links


def natural(name):
    """Return a sort key that puts h2 before h10."""
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", name)]


def peers_of(links):
    peers = {}
    for a, b in (*links, *(pair[::-1] for pair in links)):
        peers.setdefault(a, set()).add(b)
    return peers


def hosts_of(peers):
    named = {name for name in peers if HOST.fullmatch(name)}
    return named or {name for name, others in peers.items() if len(others) == 1}


def tiers(peers):
    """Return, by node, its distance from the nearest host."""
    tier = dict.fromkeys(hosts_of(peers), 0)
    edge = list(tier)
    for name in edge:
        for other in peers[name]:
            if other not in tier:
                tier[other] = tier[name] + 1
                edge.append(other)
    return tier


def torus_width(switches, peers):
    """Return the width of a torus or mesh whose switches are numbered line by line and each have
    hosts, or None if the network is none. Links that carried nothing are not in `peers`."""
    if not all(peers[name] & hosts_of(peers) for name in switches):
        return None
    place = {name: i for i, name in enumerate(switches)}
    steps = [(place[a], place[b]) for a in switches for b in peers[a] if b in place]
    for width in range(2, len(switches) // 2 + 1):
        height, rest = divmod(len(switches), width)
        if rest == 0 and any(abs(a - b) >= width for a, b in steps) and all(
            (a // width == b // width and (a - b) % width in (1, width - 1))
            or (a % width == b % width and (a // width - b // width) % height in (1, height - 1))
            for a, b in steps
        ):  # fmt: skip
            return width
    return None


def places_of(peers):
    """Return the place of each node: on a grid for a torus, else hosts at the bottom and each
    switch at the height of its distance from them."""
    tier = tiers(peers)
    switches = sorted((name for name in tier if tier[name]), key=natural)
    width = torus_width(switches, peers)
    if width:
        places = {name: (i % width, -(i // width)) for i, name in enumerate(switches)}
        for name in switches:
            x, y = places[name]
            hosts = sorted(peers[name] & hosts_of(peers), key=natural)
            places.update((host, (x + 0.3, y - 0.25 - 0.2 * i)) for i, host in enumerate(hosts))
        return places, True
    places = {}
    for level in set(tier.values()):
        names = sorted((name for name in tier if tier[name] == level), key=natural)
        places |= {name: ((i + 0.5) / len(names), level) for i, name in enumerate(names)}
    return places, False


def draw_names(axis, places, hosts, is_torus):
    """Write the names of a row of nodes. Names that do not fit are turned; of too many hosts only
    some get a name."""
    for level in {y for _, y in places.values()}:
        row = sorted((name for name in places if places[name][1] == level), key=natural)
        turned = not is_torus and len(row) > LABELLED
        below = row[0] in hosts and not is_torus
        for name in row[::1 if is_torus else math.ceil(len(row) / MOST_LABELS)]:
            axis.annotate(name, places[name], (0, -6) if below else (4, 6), size=7, zorder=4,
                          textcoords="offset points", rotation=90 if turned else 0, va="top" if below
                          else "bottom", ha="center" if below or turned else "left",
                          bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.5,
                                "alpha": 0.7})  # fmt: skip


def draw_network(axis, row, title, colours):
    links = busier(row["use"])
    peers = peers_of(links)
    places, is_torus = places_of(peers)
    for pair, use in sorted(links.items(), key=lambda link: link[1]):
        start, end = sorted(places[name] for name in pair)
        wraps = is_torus and max(abs(a - b) for a, b in zip(start, end)) > STRAIGHT
        axis.annotate("", end, start, zorder=1, arrowprops={
            "arrowstyle": "-", "color": colours(use), "linewidth": 1 + 3 * use, "shrinkA": 0,
            "shrinkB": 0, "connectionstyle": f"arc3,rad={CURVED * wraps}"})  # fmt: skip
    hosts = hosts_of(peers)
    for name, place in places.items():
        axis.plot(*place, "o" if name in hosts else "s", color="black", markersize=4, zorder=2)
    draw_names(axis, places, hosts, is_torus)
    axis.margins(0.08)
    axis.set_axis_off()
    (a, b), use = max(links.items(), key=lambda link: link[1])
    time = f", {row['time_us']:.4g} µs" if row["time_us"] else ""
    axis.set_title(f"{title}: {row['collective']}{time}; busiest link {a} – {b}, {100 * use:.0f} %",
                   size=10)  # fmt: skip


def make(runs, options):
    """Draw the networks one above another, with one colour scale."""
    rows = [read(run.path, options.get("row", "0"))[0] for run in runs]
    plot = pyplot()
    most = max(len(hosts_of(peers_of(busier(row["use"])))) for row in rows)
    figure, axes = plot.subplots(len(rows), 1, figsize=(10 if most <= 64 else 14, 5.2 * len(rows)),
                                 squeeze=False)  # fmt: skip
    # Leave out the palest colours, which cannot be seen on white.
    colours = plot.matplotlib.colors.ListedColormap(
        [plot.get_cmap("viridis_r")(0.1 + 0.9 * i / 255) for i in range(256)])  # fmt: skip
    for axis, run, row in zip(axes[:, 0], runs, rows):
        title = f"{run.name}, {row['scheme']}" if len(runs) > 1 else row["scheme"]
        draw_network(axis, row, title, colours)
        scale = plot.cm.ScalarMappable(cmap=colours)
        scale.set_clim(0, 1)
        figure.colorbar(scale, ax=axis, label="utilisation of the busier direction")
    return figure


def between_switches(row):
    """Return the use of each direction of the links between switches, including idle links."""
    listed = [ends(link["link"]) for link in row.get("links", [])]
    known = {*row["use"], *listed, *((b, a, number) for a, b, number in row["use"])}
    return sorted(row["use"].get((a, b, number), 0) for a, b, number in known
                  if not HOST.fullmatch(a) and not HOST.fullmatch(b))  # fmt: skip


def make_loads(runs, options):
    """Draw the share of links between switches whose load is at most x."""
    figure, axis = pyplot().subplots(figsize=(9, 4.2))
    number = 0
    for run in runs:
        rows = read(run.path, options.get("row"))
        for i, row in enumerate(rows):
            loads = [100 * use for use in between_switches(row)]
            require(loads, f"{run.path}: no link between switches; accepted: a network with some")
            words = [run.name] * (len(runs) > 1) + [row["scheme"]]
            words += [f"row {i}"] * (len({each["scheme"] for each in rows}) < len(rows))
            mean = sum(loads) / len(loads)
            label = f"{', '.join(words)}\n   busiest {loads[-1]:.0f} %, mean {mean:.0f} %"
            shares = [100 * j / len(loads) for j in range(len(loads) + 1)]
            axis.step([0, *loads], shares, where="post", label=label, **look(number, marked=False))
            number += 1
    axis.set_xlabel("utilisation of a link between switches, each direction by itself (%)")
    axis.set_ylabel("share of the links (%)")
    axis.set_xlim(-2, 102)
    axis.set_ylim(-2, 102)
    axis.grid(alpha=0.3)
    legend_beside(axis, fontsize=8)
    return figure
