#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Checks retransmission timers: every scheme, transport and dissemination at every rate and delay, loss
for several hosts and slots, and congestion control of every host algorithm.

test/cli/inc_timer_grid.py build/bin rates      # prints the worst of each scheme and shape
test/cli/inc_timer_grid.py build/bin loss
test/cli/inc_timer_grid.py build/bin congestion # prints times relative to --cc=none
... --jobs=N --sample                           # N at a time; a few points only

Exit status 1 if a packet was repeated or dropped without need, or if a run took too long.
"""

import argparse
import concurrent.futures
import dataclasses
import itertools
import json
import os
import subprocess
import sys
import tempfile

RATES = {"10Mbps": 1e7, "100Mbps": 1e8, "1Gbps": 1e9, "10Gbps": 1e10,
         "100Gbps": 1e11, "400Gbps": 4e11, "800Gbps": 8e11}  # fmt: skip
DELAYS = {"10ns": 1e-8, "100ns": 1e-7, "1us": 1e-6, "10us": 1e-5,
          "100us": 1e-4, "1ms": 1e-3, "10ms": 1e-2}  # fmt: skip
PAYLOAD = 1024
OVERHEAD = 130  # bytes that a frame adds on the wire, at most
SLICE = 16384  # bytes that ring and parameter server pass on at a time


@dataclasses.dataclass(frozen=True)
class Shape:
    """A network in which all hosts are workers."""

    name: str
    arguments: tuple
    hosts: int
    diameter: int  # number of links between the two farthest hosts
    # number of links that a slice crosses once around the ring, in the order of the hosts
    ring: int


SHAPES = (
    Shape("star", ("--topology=star", "--hosts=8"), 8, 2, 16),
    Shape("leaf-spine", ("--topology=leaf-spine", "--leaves=2", "--spines=2", "--hostsPerLeaf=4"),
          8, 4, 20),
    Shape("fat-tree", ("--topology=fat-tree", "--k=4"), 16, 6, 8 * 2 + 4 * 4 + 4 * 6),
)  # fmt: skip

SCHEMES = {
    f"inc {transport} {way}": ("--scheme=inc", f"--transport={transport}", f"--dissemination={way}")
    for transport in ("uc", "rc")
    for way in ("bier", "tree", "unicast")
} | {"ring": ("--scheme=ring",), "ps": ("--scheme=ps",)}  # fmt: skip


def simulate(programs, arguments):
    """Return the row of a run."""
    with tempfile.TemporaryDirectory() as folder:
        output = os.path.join(folder, "r.json")
        run = subprocess.run(
            [os.path.join(programs, "inc-sim"), "--data=virtual", "--quiet", f"--output={output}",
             *arguments],
            capture_output=True, text=True, check=False)  # fmt: skip
        if not os.path.exists(output):
            return {"status": f"exit status {run.returncode}: {run.stderr.strip()}"}
        with open(output, encoding="utf-8") as file:
            return json.load(file)["results"][0]


def least_time(shape, scheme, rate, delay, row):
    """Return the seconds that no run can beat: the time at the bound, plus the latency that no
    window hides."""
    frame = 8 * (PAYLOAD + OVERHEAD) / rate
    through = row["bytes"] / row["bound_algbw_GBps"] / 1e9
    if scheme == "ring":
        # A rank passes a slice on when all of it has arrived, 2 (n - 1) times.
        chunk = row["bytes"] / shape.hosts
        a_slice = 8 * min(SLICE, chunk) / rate
        steps = 2 * (shape.hosts - 1)
        round_trip = shape.ring * (delay + frame) + shape.hosts * a_slice
        # The last slice still has to travel, and each step takes the time of a slice and of its
        # path.
        return max(through + shape.diameter * (delay + frame), steps / shape.hosts * round_trip)
    if scheme == "ps":
        # The grant, the push and the result each cross the network; two of them carry a segment.
        return through + 3 * shape.diameter * (delay + frame) + 2 * 8 * SLICE / rate
    return through + shape.diameter * (delay + frame)


def check_rate(programs, point):
    """Run a point without loss; return (point, share of the bound, complaints)."""
    shape, scheme, rate, delay = point
    # In-network aggregation sends ten windows of 256 messages.
    row = simulate(programs, (*shape.arguments, *SCHEMES[scheme], f"--linkRate={rate}",
                              f"--linkDelay={delay}", "--size=2560KiB"))  # fmt: skip
    if row["status"] != "ok":
        return point, 0, [row["status"]]
    complaints = [f"{row[name]} {name}" for name in ("retransmissions", "lost_in_buffers")
                  if row[name] > 0]  # fmt: skip
    share = least_time(shape, scheme, RATES[rate], DELAYS[delay], row) / (row["time_us"] * 1e-6)
    above = row["algbw_GBps"] / row["bound_algbw_GBps"]
    if above > 1.000001:
        complaints.append(f"{above:.3f} of its bound")
    if share < 0.9:
        complaints.append(f"{share:.1%} of what is possible")
    return point, share, complaints


def run_rates(programs, jobs, sample):
    """Run the points; return the worst of each scheme and shape, and the number of points with
    complaints."""
    rates = ("10Mbps", "800Gbps") if sample else tuple(RATES)
    delays = ("10ns", "100us") if sample else tuple(DELAYS)
    points = itertools.product(SHAPES, SCHEMES, rates, delays)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        results = list(pool.map(lambda point: check_rate(programs, point), points))
    bad = 0
    print(f"{'scheme':<16}{'shape':<12}{'worst':>8}  at")
    for scheme, shape in itertools.product(SCHEMES, SHAPES):
        mine = [result for result in results if result[0][:2] == (shape, scheme)]
        (_, _, rate, delay), share, _ = min(mine, key=lambda result: (not result[2], result[1]))
        print(f"{scheme:<16}{shape.name:<12}{share:>8.1%}  {rate}, {delay}")
        for (_, _, rate, delay), _, complaints in mine:
            if complaints:
                bad += 1
                print(f"    {rate}, {delay}: {'; '.join(complaints)}")
    print(f"{len(results)} points, {bad} with complaints")
    return bad


def run_loss(programs, jobs, sample):
    """Check times by loss, hosts and slots: no step may triple the time, and UC and RC may differ
    fourfold."""
    losses = ("1e-2",) if sample else ("1e-3", "1e-2")
    hosts = (4, 8) if sample else (2, 4, 8, 16, 32, 64, 128)
    slots = (1, 2) if sample else (1, 2, 4, 8, 16, 32, 64, 128, 256)
    size = "128KiB" if sample else "1MiB"
    points = list(itertools.product(losses, ("uc", "rc"), hosts, slots))

    def time_of(point):
        loss, transport, n, s = point
        row = simulate(programs, ("--topology=star", f"--hosts={n}", f"--slots={s}",
                                  f"--loss={loss}", f"--transport={transport}",
                                  f"--size={size}"))  # fmt: skip
        return row["time_us"] if row["status"] == "ok" else float("inf")

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        times = dict(zip(points, pool.map(time_of, points)))
    bad = 0
    for loss, transport in itertools.product(losses, ("uc", "rc")):
        print(f"loss {loss}, {transport}, us; hosts down, slots {', '.join(map(str, slots))}")
        for n in hosts:
            print(f"{n:>6}" + "".join(f"{times[loss, transport, n, s]:>10.0f}" for s in slots))
    worst = {"hosts": 0, "slots": 0, "transports": 0}
    for loss, transport, n, s in points:
        mine = times[loss, transport, n, s]
        fewer = times.get((loss, transport, n // 2, s), mine)
        half = times.get((loss, transport, n, s // 2), mine)
        other = times[loss, "rc" if transport == "uc" else "uc", n, s]
        ratios = {"hosts": mine / fewer, "slots": max(mine / half, half / mine),
                  "transports": mine / other}  # fmt: skip
        for name, limit in (("hosts", 3), ("slots", 3), ("transports", 4)):
            worst[name] = max(worst[name], ratios[name])
            if not ratios[name] <= limit:
                bad += 1
                print(f"loss {loss}, {transport}, {n} hosts, {s} slots: {name} {ratios[name]:.2f}")
    print("worst ratios: " + ", ".join(f"{name} {ratio:.2f}" for name, ratio in worst.items()))
    return bad


# Every algorithm over hosts, and one collective for each program that it has.
HOST_RUNS = (
    ("ring", "allreduce"), ("ring", "broadcast"), ("ring", "allgather"),
    ("ps", "allreduce"), ("tree", "allreduce"), ("tree", "broadcast"), ("tree", "reduce"),
    ("halving-doubling", "allreduce"), ("halving-doubling", "reducescatter"),
    ("point-to-point", "alltoall"), ("point-to-point", "gather"), ("point-to-point", "scatter"),
    ("auto", "allreduce"),
)  # fmt: skip
CONTROLS = {"none": (), "swift": ("--cc=swift",), "dcqcn": ("--cc=dcqcn", "--ecn=1")}
# The most times that congestion control may lengthen a run. DCQCN's rates recover slowly after an
# incast; doc/inc-transport.rst says why.
SLOWEST = {"swift": 1.5, "dcqcn": 4}


def run_congestion(programs, jobs, sample):
    """Return times of host algorithms relative to those without congestion control."""
    rates = ("1Gbps", "100Gbps") if sample else ("1Gbps", "10Gbps", "25Gbps", "100Gbps", "400Gbps")
    shapes = SHAPES[:1] if sample else (SHAPES[0], SHAPES[2])
    points = list(itertools.product(HOST_RUNS, shapes, rates, CONTROLS))

    def time_of(point):
        (scheme, collective), shape, rate, control = point
        row = simulate(programs, (*shape.arguments, f"--scheme={scheme}", "--size=1MiB",
                                  f"--collective={collective}", f"--linkRate={rate}",
                                  *CONTROLS[control]))  # fmt: skip
        return row["time_us"] if row["status"] == "ok" else float("inf")

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        times = dict(zip(points, pool.map(time_of, points)))
    bad = 0
    columns = list(itertools.product(SLOWEST, rates))
    width = 6 * len(rates)
    print(f"{'':<33}" + "".join(f"{control:>{width}}" for control in SLOWEST))
    print(f"{'Gb/s':<33}" + "".join(f"{rate[:-4]:>6}" for _, rate in columns))
    for run in HOST_RUNS:
        ratios = [max(times[run, shape, rate, control] / times[run, shape, rate, "none"]
                      for shape in shapes) for control, rate in columns]  # fmt: skip
        bad += sum(not ratio <= SLOWEST[control] for ratio, (control, _) in zip(ratios, columns))
        print(f"{run[0]:<17}{run[1]:<16}" + "".join(f"{ratio:>6.2f}" for ratio in ratios))
    print(f"{len(points)} runs, {bad} ratios too large")
    return bad


def main():
    """Read the command line and run the chosen check."""
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawTextHelpFormatter)  # fmt: skip
    parser.add_argument("programs", help="folder of the programs")
    parser.add_argument("grid", choices=("rates", "loss", "congestion"))
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--sample", action="store_true")
    options = parser.parse_args()
    runs = {"rates": run_rates, "loss": run_loss, "congestion": run_congestion}
    sys.exit(runs[options.grid](options.programs, options.jobs, options.sample) > 0)


if __name__ == "__main__":
    main()
