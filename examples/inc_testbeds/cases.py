# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The cases, by name."""

from dataclasses import dataclass
from typing import Callable

from inc_testbeds import (
    aggregation,
    congestion,
    endpoints,
    held_out,
    perftest,
    perftest_later,
    servers,
    telemetry,
)


@dataclass(frozen=True)
class Case:
    """A published measurement and how it is simulated."""

    number: int
    title: str
    source: str
    points: Callable  # of a Simulator and a number of seeds: a list of Points
    is_of_many: bool = False  # labels of its points are "measurement: quantity"


CASES = {
    "writes": Case(1, "RC WRITE by message size, 100 Gb/s",
                   "NVIDIA GPU operator documentation, GPUDirect RDMA", endpoints.writes),
    "switchml": Case(2, "SwitchML over RDMA, 100 Gb/s", "p4lang/p4app-switchML, benchmark",
                     aggregation.elements),
    "parking-lot": Case(3, "PFC parking lot, 40 Gb/s", "DCQCN, SIGCOMM 2015, figures 3 and 8",
                        congestion.parking_lot),
    "incast": Case(4, "DCQCN, K to one, 40 Gb/s", "DCQCN, SIGCOMM 2015, sections 6.1 and 6.3",
                   congestion.incast),
    "strawman": Case(5, "DCQCN, two flows, 40 Gb/s", "DCQCN, SIGCOMM 2015, figure 13",
                     congestion.strawman),
    "standing-queue": Case(6, "DCQCN, standing queue, 25 Gb/s", "HPCC, SIGCOMM 2019, section 5.2",
                           congestion.standing_queue),
    "go-back-n": Case(7, "Go-back-N and loss, 40 Gb/s", "DCQCN, SIGCOMM 2015, figure 21",
                      endpoints.losses),
    "latency": Case(8, "Latency over switches, 100 Gb/s",
                    "De Sensi et al., SC 2020, figures 2, 4 and 5", endpoints.latencies),
    "aggregation": Case(9, "Latency of aggregation, 10 Gb/s", "PANAMA, MLSys 2021, table 1",
                        aggregation.latencies),
    "held-out": Case(10, "Held out: WRITEs, NCCL, RoCE v1, a victim of PFC",
                     "NVIDIA GPU operator; Koordinator, joint scheduling of GPUs and RDMA devices; "
                     "issue 9430 of UCX; DCQCN, SIGCOMM 2015, section 2.2",
                     held_out.predictions),
    "hpcc": Case(11, "HPCC, web search over a fat-tree, 100 Gb/s",
                 "HPCC's authors, results of their simulator (hpcc-group.github.io), figures",
                 telemetry.completion_times),
    "perftest": Case(12, "Bandwidth and latency by message size, 25 to 400 Gb/s",
                     "public tables of perftest and NCCL, by their number in the manual",
                     perftest.comparison, is_of_many=True),
    "perftest-later": Case(13, "Bandwidth and latency by message size, 10 to 400 Gb/s, with a gap",
                           "public tables of perftest, by their number in the manual",
                           perftest_later.comparison, is_of_many=True),
    "servers": Case(14, "Collectives over servers of several GPUs", "public results of nccl-tests",
                    servers.bandwidths),
}  # fmt: skip
