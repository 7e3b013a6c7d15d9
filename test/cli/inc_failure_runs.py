#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""Runs inc-sim with a manager and up to three failures for many seeds, and checks every row.

test/cli/inc_failure_runs.py BIN [--seeds=FROM:TO] [--jobs=N] [--timeout=SECONDS] [--show]

BIN is the folder of the built programs. A seed draws a network, a collective, a workload or execution
traces, and what fails: hosts, switches, the manager, links for a while or for good, and ranks that
leave. The expectations follow from the arguments alone. Prints each expectation that a row breaks,
with the command that repeats the run; --show prints the command of every seed. Exit status 1 if a row
breaks an expectation.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True

import inc_chakra as chakra  # noqa: E402

# collectives that run over the hosts even with a manager
OVER_HOSTS = {"alltoall", "gather", "scatter"}
COLLECTIVES = ("allreduce", "reduce", "broadcast", "allgather", "reducescatter", "barrier", *sorted(OVER_HOSTS))
OWN_BLOCK = {"allgather", "reducescatter", *OVER_HOSTS}
NETWORKS = (
    # each network: arguments, hosts, switches, links
    (["--topology=star", "--hosts=4"], 4, ["s0"], [(f"h{i}", "s0") for i in range(4)]),
    (["--topology=star", "--hosts=8"], 8, ["s0"], [(f"h{i}", "s0") for i in range(8)]),
    (["--topology=leaf-spine", "--leaves=2", "--spines=2", "--hostsPerLeaf=2"], 4,
     ["leaf0", "leaf1", "spine0", "spine1"],
     [(f"h{i}", f"leaf{i // 2}") for i in range(4)] +
     [(f"leaf{i}", f"spine{j}") for i in range(2) for j in range(2)]),
    (["--topology=leaf-spine", "--leaves=3", "--spines=2", "--hostsPerLeaf=3"], 9,
     ["leaf0", "leaf1", "leaf2", "spine0", "spine1"],
     [(f"h{i}", f"leaf{i // 3}") for i in range(9)] +
     [(f"leaf{i}", f"spine{j}") for i in range(3) for j in range(2)]),
    (["--topology=fat-tree", "--k=4"], 16,
     [f"{tier}{i}" for tier, n in (("edge", 8), ("agg", 8), ("core", 4)) for i in range(n)],
     [(f"h{i}", f"edge{i // 2}") for i in range(16)] +
     [(f"edge{i}", f"agg{i // 2 * 2 + j}") for i in range(8) for j in range(2)] +
     [(f"agg{i}", f"core{i % 2 * 2 + j}") for i in range(8) for j in range(2)]),
)  # fmt: skip
LINK_RATE = 12.5e9  # default rate of a link, bytes/s


class Draw:
    """The arguments that a seed draws."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.files = {}
        network, self.hosts, self.switches, self.links = self.random.choice(NETWORKS)
        self.arguments = ["--control=manager", *network, f"--RngRun={1 + seed % 1000}"]
        self.workers = self.hosts
        self.dead = set()  # hosts that certainly die before the last row ends
        self.left = set()  # ranks that leave
        self.harmful = False  # True if a failure may cut a rank off
        self.kind = self.random.choices(("collective", "workload", "traces"), (8, 1, 1))[0]
        self.jobs = 1
        self.in_network = True
        getattr(self, "draw_" + self.kind)()
        if self.in_network:
            self.chance(0.4, "--transport=rc")
            self.chance(0.3, "--dissemination=tree", "--dissemination=unicast")
            self.chance(0.2, "--aggregation=tree")
            self.chance(0.2, "--setupQps=cm", "--setupQps=socket")
            self.chance(0.2, "--slots=16", "--slots=3")
        self.chance(0.15, "--loss=1e-4", "--loss=1e-3")
        self.chance(0.2, "--fallback=fail")
        self.chance(0.25, "--check=1")
        self.chance(0.15, "--straggler=h0:50us", "--straggler=h1:500us")
        self.draw_failures()

    def chance(self, probability, *words):
        if self.random.random() < probability:
            self.arguments.append(self.random.choice(words))

    def draw_collective(self):
        self.collective = self.random.choices(COLLECTIVES, (6, 2, 2, 2, 2, 1, 1, 1, 1))[0]
        self.in_network = self.collective not in OVER_HOSTS
        self.arguments.append(f"--collective={self.collective}")
        self.size = self.random.choice((4096, 65536, 168287, 1000000, 1 << 20))
        if self.random.random() < 0.03:
            self.size = 16 << 20
        if self.collective != "barrier":
            self.arguments.append(f"--size={self.size}")
        self.chance(0.25, "--iterations=3", "--iterations=2", "--warmup=1")
        if self.random.random() < 0.25:
            self.workers = self.random.randint(2, self.hosts)
            self.arguments.append(f"--workers={self.workers}")
        if self.random.random() < 0.25:
            jobs = [n for n in (2, 3) if self.workers % n == 0 and self.workers // n > 1]
            if jobs:
                self.jobs = self.random.choice(jobs)
                self.arguments.append(f"--jobs={self.jobs}")

    def draw_workload(self):
        lines = []
        for i in range(self.random.randint(1, 4)):
            collective = self.random.choice(("allreduce", "allreduce", "allgather", "reducescatter"))
            lines.append(f"l{i} {self.random.randint(0, 50)} {self.random.randint(0, 50)} {collective} "
                         f"{4 * self.random.randint(1, 100000)} float32\n")  # fmt: skip
        self.files["w.txt"] = "".join(lines).encode()
        self.arguments.append("--workload=w.txt")

    def draw_traces(self):
        ranks = self.random.choice((2, 4, self.hosts))
        self.arguments.append("--workload=t")
        kinds = [self.random.choice((chakra.ALLREDUCE, chakra.ALLREDUCE, chakra.ALLGATHER))
                 for _ in range(self.random.randint(1, 3))]  # fmt: skip
        sizes = [4 * self.random.randint(1, 30000) for _ in kinds]
        for rank in range(ranks):
            nodes = []
            for kind, size in zip(kinds, sizes):
                at = len(nodes)
                nodes.append(chakra.node(at + 1, chakra.COMPUTE, data=[at] if at else [],
                                         duration=self.random.randint(1, 40)))  # fmt: skip
                nodes.append(chakra.collective(at + 2, kind, size, data=[at + 1]))
            if self.random.random() < 0.3:
                nodes.append(chakra.node(len(nodes) + 1, chakra.COMPUTE, data=[len(nodes)], duration=30))
            self.files[f"t.{rank}.et"] = chakra.trace(nodes)

    def moment(self):
        return self.random.choice((self.random.randint(1, 40), self.random.randint(1, 400),
                                   self.random.randint(1, 400000)))  # fmt: skip

    def draw_failures(self):
        kills, leaves, fails = [], [], []
        for _ in range(self.random.randint(1, 3)):
            kind = self.random.choice(("host", "switch", "link", "blink", "blink", "leave", "manager"))
            at = self.moment()
            if kind == "host":
                kills.append((f"h{self.random.randrange(self.hosts)}", at))
            elif kind == "switch":
                kills.append((self.random.choice(self.switches), at))
                self.harmful = True
            elif kind == "manager":
                kills.append(("manager", at))
            elif kind == "leave" and self.in_network and self.kind == "collective" and self.jobs == 1:
                leaves.append((self.random.randrange(self.workers), at))
            else:
                ends = list(self.random.choice(self.links))
                self.random.shuffle(ends)
                until = f":{at + self.random.choice((3, 50, 400, 3000, 500000))}us" if kind == "blink" else ""
                fails.append(f"{ends[0]}->{ends[1]}@{at}us{until}")
                self.harmful = True
        if self.random.random() < 0.04:
            at = self.moment()
            kills = [(f"h{i}", at) for i in range(self.hosts)]
        kills = list(dict(kills).items())
        leaves = list(dict(leaves).items())
        self.dead = {node for node, _ in kills if node[0] == "h"}
        self.left = {rank for rank, _ in leaves}
        if kills:
            self.arguments.append("--kill=" + ",".join(f"{node}@{at}us" for node, at in kills))
        if leaves:
            self.arguments.append("--leave=" + ",".join(f"{rank}@{at}us" for rank, at in leaves))
        if fails:
            self.arguments.append("--fail=" + ",".join(fails))


def complaints(draw, code, row):
    """Yield each expectation that the row breaks."""
    is_ok = row["status"] == "ok"
    if is_ok != (code == 0):
        yield f"exit status {code} and status {row['status']}"
    if row["wrong"]:
        if is_ok:
            yield f"{row['wrong']} wrong elements in a row that is ok"
        else:
            yield f"{row['wrong']} wrong elements"
    if not is_ok:
        if row["time_us"] is not None:
            yield f"time {row['time_us']} of a row that has failed: {row['status']}"
        if re.search(r"check failed|\b0 ranks|stalled", row["status"]):
            yield row["status"]
        return
    if not draw.in_network and (row["executed_scheme"] != "host" or not row["reason"]):
        yield f"{row['executed_scheme']} ran, for reason {row['reason']}"
    gone = set(row.get("gone") or [])
    if draw.kind == "collective" and draw.jobs == 1 and not draw.harmful:
        hosts = {int(host[1:]) for host in draw.dead}
        if not gone <= hosts | draw.left and "--placement" not in " ".join(draw.arguments):
            yield f"ranks {sorted(gone)} are gone, and nothing happened to some of them"
    if draw.jobs == 1 and len(gone) >= row["workers"]:
        yield "nobody is left, and the row is ok"
    if row["time_us"] is None or row["wrong"] is None:
        yield f"time {row['time_us']} and wrong {row['wrong']} of a row that is ok"
        return
    least = row["bytes"] / LINK_RATE * 1e6
    if draw.kind == "collective" and draw.collective in OWN_BLOCK:
        ranks = row["workers"]
        least *= (ranks - 1 - len(gone)) / ranks  # a rank's own block is not sent
    if draw.kind == "collective" and row["time_us"] < least:
        yield f"{row['time_us']} us, less than {row['bytes']} bytes take at line rate, {least:.1f} us"
    if draw.kind != "traces" and row["bound_algbw_GBps"] and draw.kind == "collective":
        if row["algbw_GBps"] > row["bound_algbw_GBps"] * 1.0001:
            yield f"algbw {row['algbw_GBps']} exceeds the bound {row['bound_algbw_GBps']}"


def try_seed(binary, seed, timeout):
    """Return the command, how it ended as a word, and the expectations that it breaks."""
    draw = Draw(seed)
    command = ["inc-sim", *draw.arguments]
    with tempfile.TemporaryDirectory() as folder:
        for name, data in draw.files.items():
            with open(os.path.join(folder, name), "wb") as file:
                file.write(data)
        try:
            done = subprocess.run([os.path.join(binary, "inc-sim"), *draw.arguments, "--quiet", "--progress=0",
                                   "--output=r.json"], cwd=folder, capture_output=True, text=True,
                                  timeout=timeout, check=False)  # fmt: skip
        except subprocess.TimeoutExpired:
            return command, "hangs", [f"nothing after {timeout} s"]
        # the message names an argument
        if done.returncode == 2 and done.stderr.startswith("inc-sim: --"):
            return command, "refused", [done.stderr.strip()]
        if done.returncode not in (0, 1) or done.stderr:
            return command, "crash", [f"exit status {done.returncode}: {done.stderr[-1500:]}"]
        with open(os.path.join(folder, "r.json"), encoding="utf-8") as file:
            row = json.load(file)["results"][0]
    return command, "ok" if row["status"] == "ok" else "failed", list(complaints(draw, done.returncode, row))


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("binary", metavar="BIN")
    parser.add_argument("--seeds", default="0:1000", metavar="FROM:TO")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--timeout", type=float, default=120, metavar="SECONDS")
    parser.add_argument("--show", action="store_true")
    given = parser.parse_args()
    given.binary = os.path.abspath(given.binary)
    first, last = map(int, given.seeds.split(":"))
    start = time.monotonic()
    ends = collections.Counter()
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        tried = pool.map(lambda seed: (seed, *try_seed(given.binary, seed, given.timeout)), range(first, last))
        for seed, command, end, wrong in tried:
            ends[end] += 1
            failed += bool(wrong) and end != "refused"
            if (wrong and end != "refused") or given.show:
                print("\n  ".join([f"seed {seed}: {' '.join(command)}", *wrong]), flush=True)
    print(f"{last - first} runs in {time.monotonic() - start:.0f} s, {failed} do not hold: {dict(ends)}")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
