# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Cases 2 and 9: switches that aggregate."""

from inc_testbeds.points import CALIBRATED, COMPUTED, FIGURE, PRINTED, Near, Point, Within
from inc_testbeds.simulator import Run

ELEMENTS = {4: 2830, 8: 2819, 16: 2808}  # M/s, by workers
BYTES = 16 << 20
LATENCIES = {512: 370, 1024: 695, 1500: 987.5}  # ns, by bytes
ADDED = 30  # of these, for aggregation


def elements(simulator, seeds):
    """Case 2: 32-bit integers of 4, 8 and 16 workers, without bitmaps; nothing is random."""
    def run(workers, **more):
        arguments = {"profile": "switchml-100g", "topology": "star", "hosts": workers,
                     "scheme": "inc", "aggregation": "tree", "dissemination": "tree",
                     "dtype": "int32", "size": BYTES, "data": "virtual",
                     **more}  # fmt: skip
        return Run(arguments, lambda output: output.row["count"] / output.row["time_us"])

    # Without our INC header: their queue pairs and addresses say what it says.
    points = [Point(f"{workers} workers", "M elements/s", measured, FIGURE, [rate], Within(0.02))
              for (workers, measured), rate in zip(ELEMENTS.items(), simulator.all(
                  [run(workers, IncHeaderSize=0) for workers in ELEMENTS]))]  # fmt: skip
    overhead = 14 + 20 + 8 + 12 + 4 + 4 + 20 + (16 + 4) / 4
    points.append(Point("their headers, in closed form", "M elements/s",
                        100e3 / 8 / (1024 + overhead) * 256, COMPUTED,
                        points[0].samples))  # fmt: skip
    points.append(Point("8 workers, with our INC header", "M elements/s", None, "",
                        simulator.all([run(8)])))  # fmt: skip
    packets = "ns3::IncClient::PacketsPerMessage"
    for name, change in (("no cost of messages", {"ns3::IncQueuePair::MessageCost": "0ns"}),
                         ("messages of 2 packets", {packets: 2}),
                         ("messages of 1 packet", {packets: 1}),
                         ("messages of 16 packets", {packets: 16}),
                         ("64 packets outstanding", {"slots": 64})):  # fmt: skip
        points.append(Point(f"8 workers, {name}", "M elements/s", None, "",
                            simulator.all([run(8, IncHeaderSize=0, **change)])))  # fmt: skip
    return points


def latencies(simulator, seeds):
    """Case 9: what a switch adds to the time of one packet of two workers."""
    def run(size, forward, aggregate):
        arguments = {"topology": "star", "hosts": 2, "linkRate": "10Gbps", "linkDelay": "0ns",
                     "scheme": "inc", "dtype": "int32", "size": size, "payload": size,
                     "ns3::IncSwitch::PipelineLatency": f"{forward}ns",
                     "ns3::IncAggregator::PipelineLatency": f"{aggregate}ns"}  # fmt: skip
        return Run(arguments, lambda output: output.row["time_us"] * 1e3)

    points = []
    for size, measured in LATENCIES.items():
        forward = 2 * round((measured - ADDED) / 2)  # half of it on each link, in nanoseconds
        bare, plain, whole = simulator.all([run(size, 0, 0), run(size, forward, 0),
                                            run(size, forward, ADDED)])  # fmt: skip
        points.append(Point(f"{size} B, switch that aggregates", "ns", measured, PRINTED,
                            [whole - bare], Near(1), CALIBRATED))  # fmt: skip
        points.append(Point(f"{size} B, of it for aggregation", "ns", ADDED, PRINTED,
                            [whole - plain], Near(1), CALIBRATED))  # fmt: skip
    return points
