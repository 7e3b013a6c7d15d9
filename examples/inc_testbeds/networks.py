# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Topology files and lists of flows of the testbeds."""

import json


def flows(rows, *columns):
    """A list of flows: rows of from, to, bytes, start_us and what `columns` name."""
    header = ",".join(("from", "to", "bytes", "start_us") + columns)
    return "\n".join([header] + [",".join(str(field) for field in row) for row in rows]) + "\n"


def topology(hosts, switches, links, rate, delay):
    """links: pairs of names, or with a delay of their own as a third."""
    nodes = [{"name": name, "kind": "host"} for name in hosts]
    nodes += [{"name": name, "kind": "switch"} for name in switches]
    joined = [{"a": a, "b": b, "rate": rate, "delay": own[0] if own else delay}
              for a, b, *own in links]  # fmt: skip
    return json.dumps({"schema": "inc-topology/1", "nodes": nodes, "links": joined})


def chain(switches, rate, delay, longest):
    """Two hosts with so many switches between them; the delay of the last link between switches."""
    names = [f"s{i}" for i in range(switches)]
    nodes = ["a"] + names + ["b"]
    links = [list(link) for link in zip(nodes, nodes[1:])]
    links[-2].append(longest)
    return topology(["a", "b"], names, links, rate, delay)


def hpcc_fat_tree():
    """Of HPCC's simulations: five pods of four ToR and four aggregation switches, 16 core switches,
    16 hosts at each ToR; hosts have 100 Gb/s, switches 400 Gb/s to each other."""
    hosts = [f"h{i}" for i in range(320)]
    links = [(host, f"tor{i // 16}", "100Gbps") for i, host in enumerate(hosts)]
    links += [(f"tor{tor}", f"agg{tor // 4 * 4 + i}", "400Gbps")
              for tor in range(20) for i in range(4)]  # fmt: skip
    links += [(f"agg{agg}", f"core{agg % 4 * 4 + i}", "400Gbps")
              for agg in range(20) for i in range(4)]  # fmt: skip
    kinds = {name: "host" if name in hosts else "switch" for link in links for name in link[:2]}
    nodes = [{"name": name, "kind": kind} for name, kind in kinds.items()]
    joined = [{"a": a, "b": b, "rate": rate, "delay": "1us"} for a, b, rate in links]
    return json.dumps({"schema": "inc-topology/1", "nodes": nodes, "links": joined})


def dcqcn_clos(hosts, rate, delay):
    """Figure 2 of the DCQCN paper: four ToR, four leaf, two spine switches; hosts: name → ToR."""
    tors, leaves, spines = (
        [f"{kind}{i}" for i in range(1, count + 1)]
        for kind, count in (("tor", 4), ("leaf", 4), ("spine", 2))
    )
    links = list(hosts.items())
    links += [(tor, leaf) for pod in (0, 2) for tor in tors[pod:pod + 2]
              for leaf in leaves[pod:pod + 2]]  # fmt: skip
    links += [(leaf, spine) for leaf in leaves for spine in spines]
    return topology(list(hosts), tors + leaves + spines, links, rate, delay)
