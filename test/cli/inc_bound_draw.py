# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Draws random runs without failures, for tests of bound_algbw_GBps."""

import random

RATES = ["10Gbps", "25Gbps", "40Gbps", "100Gbps", "400Gbps"]
IN_NETWORK = ["allreduce", "reduce", "broadcast", "allgather", "reducescatter"]
HOST_SCHEMES = {
    "ring": ["allreduce", "allgather", "reducescatter", "broadcast", "reduce"],
    "ps": ["allreduce", "reduce"],
    "tree": ["allreduce", "broadcast", "reduce"],
    "halving-doubling": ["allreduce", "allgather", "reducescatter"],
    "point-to-point": ["alltoall", "gather", "scatter", "reduce"],
    "auto": ["allreduce", "alltoall", "broadcast"],
}


def draw_file(draw):
    """Return a random network: a random tree of switches, a few more links, and hosts."""
    switches = [f"s{i}" for i in range(draw.randint(2, 7))]
    hosts = [f"h{i}" for i in range(draw.randint(3, 12))]
    pairs = [(s, draw.choice(switches[:i])) for i, s in enumerate(switches) if i > 0]
    for _ in range(draw.randint(0, 4)):
        pair = tuple(draw.sample(switches, 2))
        if pair not in pairs and pair[::-1] not in pairs:
            pairs.append(pair)
    pairs += [(host, draw.choice(switches)) for host in hosts]
    kinds = [("host", hosts), ("switch", switches)]
    return {
        "schema": "inc-topology/1",
        "nodes": [{"name": name, "kind": kind} for kind, names in kinds for name in names],
        "links": [{"a": a, "b": b, "rate": draw.choice(RATES),
                   "delay": f"{draw.randint(20, 2000)}ns"} for a, b in pairs],
    }  # fmt: skip


def draw_network(draw):
    """Return arguments, a topology file or None, the number of hosts, and the names of the
    switches."""
    kind = draw.choice(["star", "leaf-spine", "leaf-spine", "fat-tree", "file", "rails"])
    words = [f"--topology={kind}"]
    if kind == "file":
        network = draw_file(draw)
        names = [node["name"] for node in network["nodes"] if node["kind"] == "switch"]
        return ["--topology=file:t.json"], network, len(network["nodes"]) - len(names), names
    if kind == "star":
        hosts = draw.choice([2, 3, 4, 7, 8, 16, 31, 70])
        words += [f"--hosts={hosts}"]
        names = ["s0"]
    elif kind == "fat-tree":
        hosts = 16
        names = [f"core{i}" for i in range(4)] + [f"{t}{i}" for t in ("agg", "edge") for i in range(8)]
    else:
        leaves, spines = draw.randint(1, 5), draw.randint(1, 4)
        each = draw.choice([1, 2, 3, 4, 8, 16])
        hosts = leaves * each
        words = ["--topology=leaf-spine", f"--leaves={leaves}", f"--spines={spines}",
                 f"--hostsPerLeaf={each}"]  # fmt: skip
        names = [f"spine{i}" for i in range(spines)]
        if kind == "rails":
            words += [f"--rails={draw.choice([r for r in (1, 2, 3, 4) if leaves % r == 0])}"]
            hosts = hosts // int(words[-1].partition("=")[2])
        else:
            names += [f"leaf{i}" for i in range(leaves)]
    if draw.random() < 0.5:
        words += [f"--linkRate={draw.choice(RATES)}"]
    if draw.random() < 0.5:
        words += [f"--linkDelay={draw.choice(['0s', '50ns', '500ns', '2us', '20us'])}"]
    return words, None, hosts, names


def draw_in_network(draw, words, hosts, names):
    workers = hosts
    if draw.random() < 0.3 and hosts > 2:
        workers = draw.randint(2, hosts)
        words += [f"--workers={workers}", f"--placement={draw.choice(['packed', 'spread', 'random'])}"]
    collective = draw.choice(IN_NETWORK)
    words += [f"--collective={collective}"]
    jobs = 1
    if draw.random() < 0.2:
        jobs = draw.choice([j for j in (1, 2, 3, 4) if workers % j == 0 and workers > j])
        words += [f"--jobs={jobs}"]
        if jobs > 1:
            words += [f"--jobPlacement={draw.choice(['blocks', 'interleaved'])}"]
    if collective in ("reduce", "broadcast") and draw.random() < 0.5:
        words += [f"--root={draw.randrange(workers // jobs)}"]
    words += [f"--dissemination={draw.choice(['bier', 'tree', 'unicast'])}"]
    is_reliable = draw.random() < 0.3
    has_bitmaps = draw.random() < 0.8
    words += ["--transport=rc"] if is_reliable else []
    words += [] if has_bitmaps else ["--aggregation=tree"]
    if has_bitmaps and not is_reliable and draw.random() < 0.15:
        words += ["--vatAddressing=root"]
    if draw.random() < 0.5:
        words += ["--aggregators=" + draw.choice(
            ["edge", "core", str(draw.randint(1, min(3, len(names)))), "list:" + ",".join(draw.sample(names, 1))])]  # fmt: skip
    if has_bitmaps and draw.random() < 0.3:
        words += [f"--bitStringLength={draw.choice([64, 128, 256, 4096])}"]
    words += [f"--slots={draw.choice([1, 2, 3, 4, 8, 13, 32, 64, 96, 256])}"]
    if draw.random() < 0.15:
        words += ["--slotMode=literal"]
    return is_reliable


def draw_run(seed):
    """Return the arguments of a random run, and the topology file that they name, or None."""
    draw = random.Random(seed)
    words, network, hosts, names = draw_network(draw)
    if hosts < 2:
        return draw_run(seed + 500000000)
    if draw.random() < 0.75:
        is_reliable = draw_in_network(draw, words, hosts, names)
    else:
        is_reliable = True
        scheme = draw.choice(sorted(HOST_SCHEMES))
        words += [f"--scheme={scheme}", f"--collective={draw.choice(HOST_SCHEMES[scheme])}"]
        if draw.random() < 0.3:
            words += [f"--workers={draw.randint(2, hosts)}"]
    if draw.random() < 0.3:
        words += ["--ip=6"]
    if draw.random() < 0.5:
        words += [f"--payload={draw.choice([256, 2048, 4096] if is_reliable else [64, 256, 1000, 2048, 4096])}"]
    if "star" not in words[0] and draw.random() < 0.1:
        words += ["--ecmp=per-packet", f"--ecmpSpray={draw.choice(['random', 'round-robin'])}"]
    if draw.random() < 0.2:
        words += ["--iterations=2"]
    if draw.random() < 0.2:
        words += ["--dtype=" + draw.choice(["float64", "float16", "int8"])]
    return words + [f"--RngRun={seed % 1000 + 1}"], network
