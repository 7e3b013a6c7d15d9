# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Case 13: further tables of perftest, predicted with what case 12 has taught.

Case 12 calibrates IncQueuePair::MessageGap, and shows that a latency has one more stage that stores
whole packets. These two were added to the model, and these rules were committed, before a table of
this case was looked at:

- Rates, path MTUs, queue pairs and messages in flight are those of the source.
- As in case 12, the rate at 1 KiB (256 bytes on links below 100 Gb/s) calibrates the cost of a message,
  and a latency is shifted by its value at 512 bytes. These values do not judge. A table of one size
  has the cost of profile connectx5-100g.
- The gap is that of case 12. Bands are those of case 12.
- Latencies have a switch as the stage that stores packets, and the bus of case 12.

After the tables were read, all were taken that have the rate of the link (printed, or that of the named
NIC) and one direction between two ports, over RC and from host memory. The path MTU is printed, or
chosen.
"""

from dataclasses import replace

from inc_testbeds import perftest
from inc_testbeds.perftest import (
    FETCH_RATE,
    GAP,
    GAP_NS,
    INFINIBAND,
    KI,
    MI,
    PCIE3_LANE,
    PROFILE_COST_NS,
    SIZES,
    Bandwidth,
    Latency,
)
from inc_testbeds.perftest_later_values import MEASURED
from inc_testbeds.points import Point

BANDWIDTHS = (
    Bandwidth("32 SEND", "send", 200, 4096, INFINIBAND),
    Bandwidth("33 SEND", "send", 10, 1024),
    Bandwidth("34 SEND", "send", 200, 4096, INFINIBAND),
    # Sizes that the source prints.
    Bandwidth("36 WRITE", "write", 25, 4096, {}, (4 * KI, 64 * KI, MI), small=512),
    Bandwidth("37 SEND", "send", 200, 4096, INFINIBAND, SIZES[:3]),
    # One size only. The path MTU of 38 is not printed: that of an Ethernet MTU of 1500 is chosen.
    Bandwidth("38 WRITE", "write", 100, 1024, {}, (MI,)),
    Bandwidth("39 WRITE", "write", 10, 1024, {}, (64 * KI,)),
    Bandwidth("40 WRITE", "write", 400, 1024, {}, (64 * KI,), pairs=3),
    # FDR: four lanes of 14.0625 Gb/s with 64b/66b.
    Bandwidth("41 SEND", "send", 4 * 14.0625 * 64 / 66, 4096, INFINIBAND, (64 * KI,)),
    Bandwidth("42 SEND", "send", 10, 4096, {}, (64 * KI,)),
    Bandwidth("43 WRITE", "write", 400, 4096, {}, (8 * MI,)),
)  # fmt: skip
LATENCIES = (
    # The path MTU of 35 is not printed: that of the other InfiniBand networks is chosen.
    Latency("35 SEND latency", "send", 100, 4096, "epyc", 16, 236, INFINIBAND, (2, 4 * KI)),
    Latency("37 SEND latency", "send", 200, 4096, "epyc", 32, 236, INFINIBAND,
            (2, 4 * KI, 16 * KI)),
)  # fmt: skip


def _experiments(simulator):
    """One change each, all made after the differences were seen."""
    known = {each.name: each for each in BANDWIDTHS + LATENCIES}
    # PCIe 4.0 with sixteen lanes is as fast as PCIe 3.0 with 32.
    rate = 32 * PCIE3_LANE / 0.92
    bus = {FETCH_RATE: f"{rate * 1000:.0f}Mbps"}
    (fast,) = simulator.all([perftest.bandwidth(known["43 WRITE"], 8 * MI, PROFILE_COST_NS, **bus)])
    points = [Point("43 WRITE: 8 MiB, PCIe 4.0 without flow control", "Gb/s", None, "", [fast])]
    for name, size, sizes in (("32 SEND", 64 * KI, (16 * KI, MI)), ("34 SEND", 64 * KI, (16 * KI, MI))):
        points += perftest.late_starts(simulator, known[name], MEASURED[name], 1000, size, sizes)
    name = "37 SEND latency"
    for what, change in (("FetchLatency 550 ns", {"bus": "xeon"}), ("half of PCIe's rate", {"lanes": 16})):
        each = replace(known[name], **change)
        base, *times = simulator.all([perftest.latency(each, size, switches=1)
                                      for size in (512, *each.sizes)])  # fmt: skip
        points += [Point(f"{name}: {perftest.size_text(size)}, {what}", "us", None, "",
                         [time - base + MEASURED[name][512]])
                   for size, time in zip(each.sizes, times)]  # fmt: skip
    return points


def comparison(simulator, seeds):
    """All of them, without a gap beside; nothing is random."""
    gap = {GAP: f"{GAP_NS}ns"}
    without = perftest.bandwidths(simulator, BANDWIDTHS, MEASURED)
    return (perftest.beside(perftest.bandwidths(simulator, BANDWIDTHS, MEASURED, **gap), without)
            + perftest.latencies(simulator, LATENCIES, MEASURED, switches=1)
            + _experiments(simulator))  # fmt: skip
