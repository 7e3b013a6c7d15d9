#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Kills nodes at random instants of AllReduces that the aggregation manager has set up.

test/cli/inc_kills.py BIN [--seeds=FROM:TO] [--size=BYTES]

BIN is the folder of the built programs. The network is a fat-tree with k = 4. Each seed draws what
dies: a worker, a leaf, a switch in the middle, the root, the only switch that aggregates, a link, the
manager, or nothing while a rank leaves. It also draws the time, the loss, the transport, and how queue
pairs are set up. Every run must end with the right sums at the remaining ranks. It must detect the
death within three heartbeats and a round trip. It may take that time, another set-up and the rounds
in flight, and no longer. A run that fails is printed as a command.
Exit status: 0 all runs are right; 1 a run is wrong; 2 bad arguments.
"""

import argparse
import collections
import json
import os
import random
import subprocess
import sys
import tempfile

MIB = 1 << 20
HEARTBEATS = 303e3  # us: three heartbeats, and the manager's margin of one hundredth
ROUND_TRIP = 1e3  # us: a round trip of control datagrams, with the work at the manager
SETTLED = 1e3  # us: time until routes avoid the dead part
# Lost control datagrams are sent again after at least 10 ms; data have their own timers.
REPEATED = 400e3  # us: allowance for those repetitions
SLOTS = 256
VICTIMS = ("worker", "leaf", "middle", "root", "last", "link", "manager", "nobody")


def draw(seed, size):
    """Return the arguments of a seed, and what dies when."""
    dice = random.Random(seed)
    victim = dice.choice(VICTIMS)
    moment = dice.uniform(0, 1.3 * size / MIB * 85)  # us: most deaths fall within the AllReduce
    arguments = ["--control=manager", f"--size={size}", f"--RngRun={seed + 1}", "--dtype=int32"]
    loss = dice.choice((0, 0, 0.001, 0.01))
    if loss:
        arguments.append(f"--loss={loss}")
    if dice.random() < 0.3:
        arguments.append("--transport=rc")
    arguments.append(f"--setupQps={dice.choice(('manager', 'cm', 'socket'))}")
    number = dice.randrange(16)
    name = {"worker": f"h{number}", "leaf": f"edge{number // 2}", "middle": f"agg{number // 2}",
            "root": "core0", "last": f"core{number % 3}", "manager": "manager"}.get(victim)  # fmt: skip
    if victim == "last":
        # core3 stays free, because the manager is attached to it
        arguments.append(f"--aggregators=list:{name}")
    if victim == "nobody":
        arguments.append(f"--leave={number}@{moment:.3f}us")
    elif victim == "link":
        link = dice.choice((f"h{number}->edge{number // 2}", f"agg{number // 4 * 2}->core0",
                            f"edge{number // 2}->agg{number // 4 * 2}"))  # fmt: skip
        arguments.append(f"--fail={link}@{moment:.3f}us")
    else:
        arguments.append(f"--kill={name}@{moment:.3f}us")
    return arguments, victim, moment, loss


def run(binary, arguments):
    """Return the row of a run, or its error message."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "result.json")
        done = subprocess.run([os.path.join(binary, "inc-sim"), *arguments, "--quiet", "--stats",
                               f"--output={path}"], capture_output=True, text=True,
                              timeout=600, check=False)  # fmt: skip
        if not os.path.exists(path):
            return None, f"exit status {done.returncode}, {done.stderr.strip()}"
        with open(path, encoding="utf-8") as file:
            return json.load(file)["results"][0], ""


def complaints(row, moment, loss, undisturbed):
    """Yield each expectation that the row breaks."""
    if (row["status"], row["wrong"]) != ("ok", 0):
        yield f"status {row['status']}, {row['wrong']} wrong"
        return
    begun = None
    for entry in row["manager_log"]:
        if entry["event"] == "READY" and begun is None:
            begun = entry["t_ns"] / 1e3
        if entry["event"] == "FENCING":
            detection = entry["t_ns"] / 1e3 - begun - moment
            limit = HEARTBEATS + ROUND_TRIP + (REPEATED if loss else 0)
            if detection > limit:
                yield f"found out after {detection:.0f} us, not {limit:.0f}"
            break
    rounds = 2 * SLOTS * 1024 / MIB * 85  # us: the rounds in flight, once more
    if row["executed_scheme"] != "inc":
        rounds += 3 * undisturbed  # the hosts begin anew, and need up to twice as long to finish
    limit = undisturbed + HEARTBEATS + ROUND_TRIP + SETTLED + row["setup_us"] + rounds
    if not loss and row["time_us"] > limit:
        yield f"took {row['time_us']:.0f} us, more than {limit:.0f}"


def try_seed(binary, seed, size, undisturbed):
    """Return what died, and the expectations that the run breaks."""
    arguments, victim, moment, loss = draw(seed, size)
    row, said = run(binary, arguments)
    wrong = [said] if row is None else list(complaints(row, moment, loss, undisturbed))
    command = " ".join(["inc-sim", *arguments])
    return victim, row, "\n".join([command, *wrong]) if wrong else ""


def measure(binary, size):
    """Return the time of the undisturbed AllReduce in us, over the slower transport."""
    return max(run(binary, ["--control=manager", f"--size={size}", f"--transport={transport}",
                            "--data=virtual"])[0]["time_us"] for transport in ("uc", "rc"))  # fmt: skip


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("binary", help="folder of inc-sim")
    parser.add_argument("--seeds", default="0:20", help="FROM:TO")
    parser.add_argument("--size", default=16 * MIB, type=int, help="bytes")
    given = parser.parse_args(arguments)
    first, _, end = given.seeds.partition(":")
    undisturbed = measure(given.binary, given.size)
    died = collections.Counter()
    rebuilt = failed = 0
    for seed in range(int(first), int(end)):
        victim, row, wrong = try_seed(given.binary, seed, given.size, undisturbed)
        died[victim] += 1
        rebuilt += bool(row and row.get("rebuilt"))
        if wrong:
            failed += 1
            print(f"seed {seed}: {wrong}", flush=True)
    print(f"{sum(died.values())} runs, {failed} wrong, {rebuilt} rebuilt: {dict(died)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
