# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Case 11: HPCC against the simulations of its authors."""

from inc_testbeds import networks
from inc_testbeds.points import FIGURE, Point, Within
from inc_testbeds.simulator import Run

HPCC = "ns3::IncHpcc::"
# Payload of the links between hosts and switches, and the 95th percentile of the slowdown for each
# tenth of the flows by size: the means of the line "HPCC-INT" over a tenth of its figure.
SLOWDOWNS = {
    0.3: (1.228, 1.374, 1.606, 1.797, 2.024, 2.371, 3.373, 3.973, 4.264, 4.386),
    0.5: (1.493, 1.756, 2.197, 2.603, 3.091, 3.900, 5.927, 7.422, 8.963, 9.546),
}
TENTHS = ("6.7 kB", "20 kB", "30 kB", "50 kB", "73 kB", "200 kB", "1 MB", "2 MB", "5 MB", "30 MB")


def slowdowns(output):
    """The 95th percentile for each tenth of the flows by size."""
    flows = sorted((int(flow["bytes"]), float(flow["slowdown"])) for flow in output.flows())
    cuts = [len(flows) * tenth // 10 for tenth in range(11)]
    parts = [sorted(slowdown for _, slowdown in flows[low:high])
             for low, high in zip(cuts, cuts[1:])]  # fmt: skip
    return [part[len(part) * 95 // 100] for part in parts]


def completion_times(simulator, seeds):
    """Web search over a fat-tree of 320 hosts; the flows of all seeds are random."""
    def run(load, seed):
        arguments = {"topology": "file:tree.json", "scheme": "flows", "pattern": "poisson",
                     "sizes": "websearch", "load": load, "duration": "5ms",
                     "pfc": 1, "buffer": "32MB", "payload": 1024, "cc": "hpcc",
                     HPCC + "BaseRtt": "13us", HPCC + "TargetUtilization": 0.99,
                     HPCC + "MaxStage": 0, HPCC + "AdditiveIncrease": 65,
                     "flowTable": "table.csv"}  # fmt: skip
        return Run(arguments, slowdowns, seed, {"tree.json": networks.hpcc_fat_tree()})

    runs = range(1, max(1, seeds // 10) + 1)
    points = []
    for load, measured in SLOWDOWNS.items():
        found = simulator.all([run(load, seed) for seed in runs])
        for tenth, value in enumerate(measured):
            points.append(Point(f"load {100 * load:.0f} %, flows to {TENTHS[tenth]}", "slowdown",
                                value, FIGURE, [each[tenth] for each in found],
                                Within(0.15)))  # fmt: skip
    return points
