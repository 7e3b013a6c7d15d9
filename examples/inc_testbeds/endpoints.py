# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Cases 1, 7 and 8: what NICs do, alone on their links."""

from inc_testbeds import networks
from inc_testbeds.points import CALIBRATED, FIGURE, PRINTED, Near, Point, Within
from inc_testbeds.simulator import Run

KI = 1024
WRITES = ((2 * KI, 91.47), (4 * KI, 92.06), (8 * KI, 92.31), (16 * KI, 92.46), (64 * KI, 92.38),
          (KI * KI, 92.40))  # fmt: skip
OTHER = 92.58  # of a second testbed, at 1 MiB
SMALL = {KI: 7.179}  # M messages/s, by bytes; the others are held out
LOSSES = ((1e-4, 0.89), (1e-3, 0.69), (2e-3, 0.53), (4e-3, 0.29), (1e-2, 0.02))
REACTION = "80us"
LATENCIES = {1: 1.87, 2: 2.22, 3: 2.67}
METRE_NS = 5  # of cable
SHORT = 2  # metres


def _first_flow(output):
    """Goodput of the first flow, Gb/s."""
    flow = output.flows()[0]
    return 8e-3 * float(flow["bytes"]) / float(flow["fct_us"])


def _flow(profile, row, columns, seed, **more):
    """One flow from h0 to h1, and its goodput."""
    arguments = {"profile": profile, "topology": "star", "hosts": 2, "scheme": "flows",
                 "pattern": "file:flows.csv", "flowTable": "table.csv", **more}  # fmt: skip
    text = networks.flows([("h0", "h1", *row)], *columns)
    return Run(arguments, _first_flow, seed, {"flows.csv": text})


def write(size, profile="connectx5-100g", **more):
    """WRITEs of so many bytes, 128 in flight."""
    count = 40_000 if size <= KI else max(16, 64_000_000 // size)
    return _flow(profile, (size, 0, count, 128), ("messages", "in_flight"), 1, **more)


def writes(simulator, seeds):
    """Case 1: one queue pair, 128 WRITEs in flight. Nothing is random."""
    sizes = [size for size, _ in WRITES]
    rates = simulator.all([write(size) for size in (*sizes, *SMALL)])
    points = [Point(f"{size // KI} KiB", "Gb/s", measured, PRINTED, [rate], Within(0.02))
              for (size, measured), rate in zip(WRITES, rates)]  # fmt: skip
    points.append(Point("1024 KiB, another testbed", "Gb/s", OTHER, PRINTED,
                        [rates[len(sizes) - 1]], Within(0.02)))  # fmt: skip
    for (size, measured), rate in zip(SMALL.items(), rates[len(sizes):]):
        points.append(Point(f"{size} B", "M messages/s", measured, PRINTED,
                            [rate * 1e3 / 8 / size], Within(0.02), CALIBRATED))  # fmt: skip
    return points


def losses(simulator, seeds):
    """Case 7: go-back-N, one flow, data lost on its way with the probability."""
    def run(share, seed, reaction=REACTION, timeout=None):
        more = {"ns3::IncRcQueuePair::LossReactionDelay": reaction}
        if timeout:
            more["rto"] = more["ns3::IncRcQueuePair::MinRetransmitTimeout"] = timeout
            more["ns3::IncRcQueuePair::MaxRetransmitTimeout"] = "70ms"
        # Both links of the star lose; data cross two.
        return _flow("dcqcn-40g", (4_000_000, 0, 1000, 2, 60_000),
                     ("messages", "in_flight", "duration_us"), seed, loss=share / 2,
                     cc="none", **more)  # fmt: skip

    seeds = max(2, seeds // 4)
    runs = [run(share, seed) for share, _ in LOSSES for seed in range(1, seeds + 1)]
    goodputs = simulator.all(runs)
    points = []
    for index, (share, measured) in enumerate(LOSSES):
        samples = [rate / 40 for rate in goodputs[index * seeds:(index + 1) * seeds]]
        note = CALIBRATED if share == 1e-3 else ""
        points.append(Point(f"loss {share:g}", "of 40 Gb/s", measured, FIGURE, samples,
                            Near(0.05), note))  # fmt: skip
    changes = [(f"reaction {delay}", share, {"reaction": delay}) for share, delay in
               ((1e-3, "0us"), (1e-3, "40us"), (1e-3, "160us"))]  # fmt: skip
    # Time-outs that an RC queue pair of IBTA can have: 4.096 us by powers of two.
    changes += [(f"time-out {timeout}", share, {"timeout": timeout})
                for timeout in ("4194us", "16777us") for share, _ in LOSSES]
    for name, share, change in changes:
        samples = simulator.all([run(share, seed, **change) for seed in range(1, seeds + 1)])
        points.append(Point(f"loss {share:g}, {name}", "of 40 Gb/s", None, "",
                            [rate / 40 for rate in samples]))  # fmt: skip
    return points


def latencies(simulator, seeds):
    """Case 8: MPI messages of 8 bytes over one to three switches: calibrated on one and two."""
    def run(switches, latency_ns, metres=SHORT):
        arguments = {"profile": "connectx5-100g", "topology": "file:chain.json",
                     "scheme": "flows", "pattern": "file:flows.csv", "flowTable": "table.csv",
                     "ns3::IncRdmaNic::PipelineLatency": f"{latency_ns:.0f}ns"}  # fmt: skip
        chain = networks.chain(switches, "100Gbps", f"{SHORT * METRE_NS}ns",
                               f"{metres * METRE_NS}ns")  # fmt: skip
        files = {"chain.json": chain,
                 "flows.csv": networks.flows([("a", "b", 8, 0)])}  # fmt: skip
        # There and back, as in a ping-pong: the acknowledgement is as long as the message.
        return Run(arguments, lambda output: float(output.flows()[0]["fct_us"]) / 2, 1, files)

    bare = simulator.all([run(switches, 0) for switches in (1, 2)])
    ends_us = sum(LATENCIES[switches] - time for switches, time in zip((1, 2), bare)) / 2
    latency = round(ends_us * 1e3 / 2)  # at each of two hosts
    times = simulator.all([run(switches, latency) for switches in LATENCIES])
    points = [Point(f"{switches} switch{'es' if switches > 1 else ''}", "us",
                    LATENCIES[switches], FIGURE, [time], Within(0.02), "" if switches == 3 else CALIBRATED)
              for switches, time in zip(LATENCIES, times)]  # fmt: skip
    for metres in (10, 20, 50):
        (time,) = simulator.all([run(3, latency, metres)])
        points.append(Point(f"3 switches, last cable between them {metres} m", "us", None, "",
                            [time]))  # fmt: skip
    verbs = Run({"profile": "connectx5-100g", "topology": "star", "hosts": 2, "scheme": "flows",
                 "pattern": "file:flows.csv", "flowTable": "table.csv"},
                lambda output: float(output.flows()[0]["fct_us"]) / 2, 1,
                {"flows.csv": networks.flows([("h0", "h1", 8, 0)])})  # fmt: skip
    points.append(Point("verbs, 1 switch", "us", 1.45, FIGURE, simulator.all([verbs]),
                        Within(0.02), CALIBRATED))  # fmt: skip
    return points
