# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Case 10: measurements that no profile has seen."""

from inc_testbeds import congestion, endpoints
from inc_testbeds.points import PRINTED, Point, Within
from inc_testbeds.simulator import Run

KI = 1024
MI = KI * KI
# The rows of case 1's table that are not in it: bytes, Gb/s of WRITEs.
OTHER_ROWS = ((32 * KI, 92.35), (128 * KI, 92.41), (256 * KI, 92.44), (512 * KI, 92.42),
              (2 * MI, 92.39), (8 * MI, 92.39))  # fmt: skip
SHORT_ROWS = ((256, 7.314), (512, 7.259))  # bytes, M messages/s
# Two ConnectX-5 at 25 Gb/s (Koordinator): WRITEs of 64 KiB, MiB/s; AllReduce of NCCL, 2 ranks, GB/s.
WRITE_25G = 2758.38 * MI * 8e-9
ALLREDUCE_25G = ((64 * MI, 2.63), (512 * MI, 2.82), (2048 * MI, 2.84))
# ConnectX-3 (issue 9430 of UCX): messages of 64 KiB, 128 in flight, path MTU 1024; the link is of 40
# Gb/s by its rate. RoCE version 1: a global route header of 40 bytes for IPv4 and UDP.
SEND_40G = 36.07
ROCE_V1 = {"IncRoceHeaderSize": 14 + 40 + 12 + 4 + 4}


def predictions(simulator, seeds):
    """Of all profiles that have other measurements; random are the paths of the last ones."""
    rows = OTHER_ROWS + SHORT_ROWS
    rates = simulator.all([endpoints.write(size) for size, _ in rows])
    points = []
    for (size, measured), rate in zip(rows, rates):
        if size >= KI * 32:
            points.append(Point(f"WRITEs of {size // KI} KiB", "Gb/s", measured, PRINTED, [rate],
                                Within(0.02)))  # fmt: skip
        else:
            points.append(Point(f"WRITEs of {size} B", "M messages/s", measured, PRINTED,
                                [rate * 1e3 / 8 / size], Within(0.02)))  # fmt: skip
    slower = {"linkRate": "25Gbps"}
    points.append(Point("WRITEs of 64 KiB at 25 Gb/s", "Gb/s", WRITE_25G, PRINTED,
                        simulator.all([endpoints.write(64 * KI, **slower)]),
                        Within(0.02)))  # fmt: skip
    points.append(Point("messages of 64 KiB at 40 Gb/s, RoCE v1", "Gb/s", SEND_40G, PRINTED,
                        simulator.all([endpoints.write(64 * KI, "dcqcn-40g", **ROCE_V1)]),
                        Within(0.02)))  # fmt: skip

    def ring(size):
        arguments = {"profile": "connectx5-100g", **slower, "topology": "star", "hosts": 2,
                     "scheme": "ring", "size": size, "data": "virtual"}  # fmt: skip
        return Run(arguments, lambda output: size / 1e3 / output.row["time_us"])

    sizes = [size for size, _ in ALLREDUCE_25G]
    simulated = simulator.all([ring(min(size, 64 * MI)) for size in sizes])
    for (size, measured), rate in zip(ALLREDUCE_25G, simulated):
        points.append(Point(f"NCCL, two ranks, {size // MI} MiB, 25 Gb/s", "GB/s", measured,
                            PRINTED, [rate], Within(0.02)))  # fmt: skip
    return points + congestion.victim(simulator, seeds)
