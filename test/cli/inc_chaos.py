#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""Runs inc-sim with random arguments from many seeds, and shrinks each command that fails.

test/cli/inc_chaos.py BIN [--seeds=FROM:TO] [--jobs=N] [--timeout=SECONDS]
test/cli/inc_chaos.py --show=SEED

BIN is the folder of the built programs. A seed draws a network, its links, jobs, transports, faults,
deaths and departures under which every row must be right, with all checks on; --show prints the
command. A run fails if its exit status is not 0 or if it exceeds the timeout. The script prints its
first error, and the smallest part of its arguments that still fails in the same way. Exit status 1 if
a run failed. Programs that are built with sanitizers also fail on what the sanitizers find.
"""

import argparse
import concurrent.futures
import os
import random
import subprocess
import sys
import time


ATTEMPTS = 1000  # drawn arguments may contradict each other: then the next attempt draws others


class Draw:
    """Draws arguments of inc-sim, one after the other."""

    def __init__(self, seed, attempt=0):
        self.random = random.Random(f"{seed} {attempt}")
        self.given = {}
        self.in_network = False
        self.network()
        self.has_servers = seed % 5 == 0  # in all attempts, because many contradict themselves
        if self.has_servers:
            self.servers()
        self.collective()
        self.schemes()
        self.faults()
        self.given.update({"RngSeed": 1 + seed % 1000000, "check": 1})

    def arguments(self):
        return [f"--{name}={value}" for name, value in self.given.items()]

    def number(self, low, high):
        """Return a random number from low to high, both included."""
        return self.random.randint(low, high)

    def chance(self, percent):
        return self.number(1, 100) <= percent

    def one(self, words):
        return self.random.choice(words.split())

    def sometimes(self, percent, name, words):
        """Set the argument in this percentage of draws only, because many runs should use the
        default."""
        if self.chance(percent):
            self.given[name] = self.one(words)

    def network(self):
        shape = self.given["topology"] = self.one("star leaf-spine fat-tree rail-only")
        self.spines = self.workers = 0
        self.is_fat_tree = shape == "fat-tree"
        if shape == "star":
            self.hosts = self.given["hosts"] = self.number(2, 20)
        elif shape == "rail-only":
            self.hosts = self.given["hostsOnRail"] = self.number(2, 9)
            self.sometimes(70, "rails", "1 2 3 4")
        elif shape == "leaf-spine":
            self.leaves, self.spines, each = self.number(2, 4), self.number(1, 3), self.number(1, 4)
            self.hosts = self.leaves * each
            self.given.update({"leaves": self.leaves, "spines": self.spines, "hostsPerLeaf": each})
        else:
            self.hosts, self.given["k"] = 16, 4
            if self.chance(40):
                self.workers = self.given["workers"] = self.number(2, 15)
        self.sometimes(60, "linkRate", "1Gbps 10Gbps 25Gbps 100Gbps 400Gbps")
        # Headroom for long links would not fit the buffer.
        is_lossless = self.chance(25)
        self.given["pfc"] = int(is_lossless)
        self.sometimes(60, "linkDelay", f"10ns 500ns 1us 5us {'2us' if is_lossless else '50us'}")
        self.workers = self.workers or self.hosts
        self.has_spares = self.is_fat_tree or self.spines > 1
        self.sometimes(30, "placement", "packed spread random")
        self.sometimes(25, "ecn", "1")
        self.sometimes(25, "cc", "dcqcn swift hpcc")
        self.sometimes(10, "buffer", "32MiB 64MiB")
        self.sometimes(10, "ip", "6")
        self.sometimes(10, "planes", "2 3")

    def servers(self):
        """Put GPUs of servers in the places of hosts."""
        gpus = self.given["gpusPerServer"] = self.number(2, 5)
        nics = self.number(1, self.hosts)
        if self.is_fat_tree or self.spines:
            choices = [n for n in (1, 2, 3, 4) if (2 if self.is_fat_tree else self.leaves) % n == 0]
            nics = self.random.choice(choices)
        places = self.hosts if "hostsOnRail" in self.given else self.hosts // nics
        self.given.update({"rails": nics, "servers": self.number(1, max(1, min(places, 4)))})
        self.hosts = self.workers = self.given["servers"] * gpus
        self.given.pop("workers", None)
        if self.chance(20):
            self.workers = self.given["workers"] = self.number(1, self.hosts)
        self.sometimes(30, "nicOwners", "first even")
        kind = self.one("switch switch mesh pull pull push")
        parts = "chain direct auto" + " nvls nvls" * (kind in ("pull", "push"))
        if kind in ("pull", "push"):
            self.given["scaleUpReduce"] = kind
        elif kind == "mesh":
            self.given["scaleUp"] = kind
        self.sometimes(30, "scaleUpRate", "100Gbps 1600Gbps 7200Gbps")
        self.sometimes(30, "scaleUpDelay", "0s 25ns 5us")
        self.sometimes(70, "inServer", parts)
        self.sometimes(15, "crossRail", "pxn spine refuse")

    def collective(self):
        others = "reduce broadcast allgather reducescatter alltoall gather scatter barrier"
        kind = self.given["collective"] = "allreduce" if self.chance(50) else self.one(others)
        # Draw mostly short and odd sizes, and sometimes sizes of several windows.
        is_long = self.chance(4)
        low, high = (100000, 1000000) if is_long else (1, 1 << self.number(3, 16))
        self.given["size"] = self.number(low, high)
        self.given["payload"] = 8 * self.number(4, 128 if self.chance(50) else 512)
        if kind != "barrier":
            types = "float32 float16 bfloat16 float64 int8 uint8 int16 int32 int64"
            self.sometimes(60, "dtype", types)
            self.sometimes(40, "op", "sum min max prod")
            self.sometimes(40, "inPlace", "0 1")
            self.sometimes(20, "data", "virtual")
            self.sometimes(5 if self.has_servers else 30, "reduction", "rank")
        self.sometimes(30, "iterations", "2 3")
        self.sometimes(20, "warmup", "1")
        if self.chance(20):
            # Each job has at least two workers.
            jobs = self.number(1, 3)
            self.given["jobs"] = jobs if self.workers % jobs == 0 and self.workers > jobs else 1

    def schemes(self):
        if self.chance(70):
            self.given["scheme"], self.in_network = "inc", True
            self.sometimes(20, "aggregation", "tree")
            self.sometimes(20, "vatAddressing", "root")
            self.sometimes(60, "dissemination", "bier tree unicast")
            self.sometimes(40, "transport", "uc rc")
            self.sometimes(60, "slots", "1 2 3 7 16 64 256")
            self.sometimes(20 * self.is_fat_tree, "aggregators", "edge 1")
            self.sometimes(20, "bitStringLength", "64 1024")
        else:
            hosts = "ring tree halving-doubling point-to-point auto"
            hosts += " ps flows" * (not self.has_servers)
            self.given["scheme"] = self.one(hosts)
            has_ways = self.is_fat_tree and self.workers > 8
            self.sometimes(40 * has_ways, "ecmp", "per-flow per-packet ingress egress-group")
        self.sometimes(30, "retransmission", "go-back-n selective-repeat")

    def moment(self):
        return f"@{self.number(1, 200)}us"

    def spare(self, is_link):
        """Return a switch or link that the network can lose. The manager is on the last switch,
        which stays."""
        if self.is_fat_tree:
            core = self.number(0, 2)
            return is_link * f"agg{2 * self.number(0, 3) + core // 2}->" + f"core{core}"
        name = f"spine{self.number(0, self.spines - 2)}"
        return is_link * f"leaf{self.number(0, self.leaves - 1)}->" + name

    def faults(self):
        if self.chance(70):
            self.sometimes(30, "loss", "1e-4 1e-3 1e-2 5e-2")
            self.sometimes(10, "lossModel", "burst")
            self.sometimes(15, "duplicate", "1e-3 1e-2")
            self.sometimes(15, "reorder", "1e-3 1e-2")
        elif self.in_network and self.chance(20):
            # In literal mode the root clears a slot at once, so after a loss a run may wait for
            # ever. A failing link loses frames too.
            self.given["slotMode"], self.has_spares = "literal", False
        if self.in_network and self.workers == self.hosts and self.chance(15):
            self.given["straggler"] = f"h0:{self.number(1, 300)}us"
        if self.in_network and not self.has_servers and self.chance(40):
            self.manager()
        elif self.has_spares and self.chance(15):
            self.given["fail"] = self.spare(True) + self.moment() + ":2ms" * self.chance(50)

    def manager(self):
        self.given["control"] = "manager"
        self.sometimes(60, "setupQps", "manager cm socket")
        if self.given.get("loss") in ("1e-2", "5e-2"):
            # Where a fourth of the datagrams are lost, three missed heartbeats in a row prove
            # nothing.
            self.given["ns3::IncAggregationManager::Missed"] = 10
            self.given["ns3::IncControlAgent::Missed"] = 10
        if self.has_spares and self.chance(20):
            self.given["kill"] = self.spare(False) + self.moment()
        elif self.given["collective"] == "allreduce" and self.hosts > 2 and self.chance(30):
            end = self.one("kill leave")
            self.given[end] = "h" * (end == "kill") + str(self.number(0, 1)) + self.moment()
        elif self.chance(10):
            self.given["kill"] = "manager" + self.moment()


def run(binary, arguments, timeout):
    """Return how a run ended, as a word, and the first line of its error."""
    command = [os.path.join(binary, "inc-sim"), *arguments, "--progress=0"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=False)
    except subprocess.TimeoutExpired:
        return "hangs", f"nothing after {timeout} s"
    complaint = next((line for line in done.stdout.splitlines() if "failed" in line), "")
    complaint = complaint or (done.stderr.splitlines() or [""])[0]
    # Contradicting arguments are refused before the table begins, with the name of one of them.
    is_refused = done.returncode == 2 and not done.stdout and complaint.startswith("inc-sim: --")
    return "refused" if is_refused else str(done.returncode), complaint


def run_seed(binary, seed, timeout):
    """Run the seed's first draw that does not contradict itself; return its arguments, status and
    error."""
    for attempt in range(ATTEMPTS):
        arguments = Draw(seed, attempt).arguments()
        status, complaint = run(binary, arguments, timeout)
        if status != "refused":
            break
    return arguments, status, complaint


def shrink(binary, arguments, status, timeout):
    """Return the smallest part of the arguments that ends in the same way."""
    at = 0
    while at < len(arguments):
        fewer = arguments[:at] + arguments[at + 1 :]
        if run(binary, fewer, timeout)[0] == status:
            arguments = fewer
        else:
            at += 1
    return arguments


def try_seed(binary, seed, timeout):
    """Return None if the seed's run is right, else a report."""
    arguments, status, complaint = run_seed(binary, seed, timeout)
    if status == "0":
        return None
    small = shrink(binary, arguments, status, timeout)
    return f"seed {seed}: {status}: {complaint}\n  inc-sim {' '.join(small)}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("binary", metavar="BIN", nargs="?")
    parser.add_argument("--show", type=int, metavar="SEED")
    parser.add_argument("--seeds", default="0:1000", metavar="FROM:TO")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--timeout", type=float, default=120, metavar="SECONDS")
    given = parser.parse_args()
    if given.show is not None:
        print("inc-sim", *Draw(given.show).arguments())
        return 0
    if not given.binary:
        parser.error("needs BIN")
    first, last = map(int, given.seeds.split(":"))
    start = time.monotonic()
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        for report in pool.map(
            lambda seed: try_seed(given.binary, seed, given.timeout), range(first, last)
        ):
            if report:
                failed += 1
                print(report, flush=True)
    print(f"{last - first} runs in {time.monotonic() - start:.0f} s, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
