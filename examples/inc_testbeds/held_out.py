# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Case 10: measurements that no profile has seen."""

from inc_testbeds import endpoints
from inc_testbeds.points import PRINTED, Point, Within
from inc_testbeds.simulator import Run

KI = 1024
MI = KI * KI
# The rows of case 1's table that are not in it: bytes, Gb/s of WRITEs.
OTHER_ROWS = ((32 * KI, 92.35), (128 * KI, 92.41), (256 * KI, 92.44), (512 * KI, 92.42),
              (2 * MI, 92.39), (8 * MI, 92.39))  # fmt: skip
SHORT_ROWS = ((256, 7.314), (512, 7.259), (KI, 7.179))  # bytes, M messages/s
# Two ConnectX-5 at 25 Gb/s (Koordinator): WRITEs of 64 KiB, MiB/s; AllReduce of NCCL, 2 ranks, GB/s.
WRITE_25G = 2758.38 * MI * 8e-9
ALLREDUCE_25G = ((64 * MI, 2.63), (512 * MI, 2.82), (2048 * MI, 2.84))


def predictions(simulator, seeds):
    """Nothing is random."""
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

    def ring(size):
        arguments = {"profile": "connectx5-100g", **slower, "topology": "star", "hosts": 2,
                     "scheme": "ring", "size": size, "data": "virtual"}  # fmt: skip
        return Run(arguments, lambda output: size / 1e3 / output.row["time_us"])

    sizes = [size for size, _ in ALLREDUCE_25G]
    simulated = simulator.all([ring(min(size, 64 * MI)) for size in sizes])
    for (size, measured), rate in zip(ALLREDUCE_25G, simulated):
        points.append(Point(f"NCCL, two ranks, {size // MI} MiB, 25 Gb/s", "GB/s", measured,
                            PRINTED, [rate], Within(0.02)))  # fmt: skip
    return points
