#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Draw the collectives: inc-collective-figures.py [BIN [FOLDER]]

Runs inc-sim of the folder BIN with virtual data and writes the files below into FOLDER. BIN is by
default the folder of the release build, and FOLDER is doc/figures, where the manual finds them.
inc-collective-NAME.png shows the time of each scheme over the size, on a fat-tree of 16 hosts; for
the Barrier it shows the time over the number of ranks at one switch.
inc-collective-auto.csv and inc-collective-auto-128.csv compare, for each size, the time of
--scheme=auto with the quickest algorithm over hosts, for 16 and for 128 ranks.
Exit status: 0 done; 1 a simulation failed; 2 bad arguments or files.
"""

import math
import os
import sys

sys.dont_write_bytecode = True

from inc_script import comparison, pictures  # noqa: E402

SMALL = ["--k=4", "--data=virtual", "--size=1KiB:16MiB:4"]
LARGE = ["--k=8", "--data=virtual", "--size=16KiB:16MiB:8"]

# The schemes that can run each collective; the algorithms over hosts come last.
SCHEMES = {
    "allreduce": ["inc", "ps", "ring", "tree", "halving-doubling"],
    "reduce": ["inc", "ps", "ring", "tree"],
    "broadcast": ["inc", "ring", "tree"],
    "allgather": ["inc", "ring", "halving-doubling"],
    "reducescatter": ["inc", "ring", "halving-doubling"],
    "alltoall": ["point-to-point"],
    "gather": ["point-to-point"],
    "scatter": ["point-to-point"],
}
NOT_OF_AUTO = ("inc", "ps")
COLUMNS = ["Collective", "Size", "auto (us)", "quickest", "(us)"]

BARRIER_RANKS = [2, 4, 8, 16, 32, 64, 128]
BARRIER_SCHEMES = ["inc", "tree", "ring"]
# Length of a frame without data on the wire, in bytes: over RC (SIGNAL), and of in-network frames
# up and down the tree without their BitString (UP, DOWN).
SIGNAL = 98
UP = 122
DOWN = 118
NS_A_BYTE = 0.08  # nanoseconds per byte at 100 Gb/s
LINK_NS = 1000


def simulate(binaries, network, collective, schemes):
    """Return the rows of one collective: every scheme at every size."""
    print(f"{collective}, {' '.join(network)}", file=sys.stderr)
    call = [*network, f"--collective={collective}", f"--scheme={','.join(schemes)}"]
    return comparison.simulate(binaries, call)


def size_text(size):
    return f"{size >> 20} MiB" if size >= 1 << 20 else f"{size >> 10} KiB"


def choices(collective, rows):
    """Return the lines of the table that compares --scheme=auto with the quickest algorithm."""
    lines = []
    for row in rows:
        baselines = {other["time_us"]: other["scheme"] for other in rows
                  if other["bytes"] == row["bytes"]
                  and other["scheme"] not in (*NOT_OF_AUTO, "auto")}  # fmt: skip
        if row["scheme"] == "auto":
            best = min(baselines)
            lines.append([collective, size_text(row["bytes"]), f"{row['time_us']:.1f}",
                          baselines[best], f"{best:.1f}"])  # fmt: skip
    return lines


def barrier_ns(scheme, ranks):
    """Return the closed-form time of a Barrier at one switch, in ns: the sum of the messages that
    must follow one another."""

    def way(hops, frame):
        return hops * (LINK_NS + frame * NS_A_BYTE)

    if scheme == "tree":  # dissemination: log2(ranks) rounds
        return math.ceil(math.log2(ranks)) * way(2, SIGNAL)
    if scheme == "ring":  # a token goes round twice, without the last hop
        return (2 * ranks - 1) * way(2, SIGNAL)
    bit_string = max(64, 1 << (ranks - 1).bit_length()) // 8
    return way(1, UP + bit_string) + way(1, DOWN)


def barrier_times(binaries):
    """Return, by scheme, the Barrier time in us for each number of ranks."""
    times = {scheme: [] for scheme in BARRIER_SCHEMES}
    for ranks in BARRIER_RANKS:
        network = ["--topology=star", f"--hosts={ranks}"]
        for row in simulate(binaries, network, "barrier", BARRIER_SCHEMES):
            times[row["scheme"]].append(row["time_us"])
    return times


def barrier_figure(times):
    """Draw the Barrier time over the ranks; the closed forms are dashed."""
    figure, axes = pictures.pyplot().subplots(figsize=(7.5, 4))
    for number, scheme in enumerate(BARRIER_SCHEMES):
        bounds = [barrier_ns(scheme, ranks) / 1e3 for ranks in BARRIER_RANKS]
        axes.plot(BARRIER_RANKS, times[scheme], label=scheme,
                  **pictures.look(number) | {"linestyle": "none"})  # fmt: skip
        axes.plot(BARRIER_RANKS, bounds, "--", color=pictures.colour(number))
    axes.plot([], [], "--", color="black", label="closed form")
    axes.set(xscale="log", yscale="log", xlabel="ranks", ylabel="time (µs)", ylim=(1, None),
             title="Barrier, one switch")  # fmt: skip
    axes.set_xticks(BARRIER_RANKS, BARRIER_RANKS)
    axes.minorticks_off()
    pictures.legend_beside(axes)
    return figure


def make_figures(binaries, folder):
    small, large = [COLUMNS], [COLUMNS]
    for collective, schemes in SCHEMES.items():
        picture = os.path.join(folder, f"inc-collective-{collective}.png")
        if len(schemes) == 1:
            comparison.draw(simulate(binaries, SMALL, collective, schemes), picture)
            continue
        rows = simulate(binaries, SMALL, collective, [*schemes, "auto"])
        comparison.draw([row for row in rows if row["scheme"] != "auto"], picture)
        small += choices(collective, rows)
        baselines = [scheme for scheme in schemes if scheme not in NOT_OF_AUTO]
        large += choices(collective, simulate(binaries, LARGE, collective, [*baselines, "auto"]))
    times = barrier_times(binaries)
    pictures.save(barrier_figure(times), os.path.join(folder, "inc-collective-barrier.png"))
    comparison.write_table(os.path.join(folder, "inc-collective-auto.csv"), small)
    comparison.write_table(os.path.join(folder, "inc-collective-auto-128.csv"), large)


if __name__ == "__main__":
    sys.exit(comparison.run("inc-collective-figures.py", __doc__, sys.argv[1:], make_figures))
