# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Case 14: collectives over servers of several GPUs."""

from inc_testbeds.points import CALIBRATED, PRINTED, AtMostAbove, Near, Point, Within
from inc_testbeds.simulator import Run

GIB = 1 << 30
# Bus bandwidths, GB/s. A list is by number of GPUs from the first one on.
NVLS = (("hgx-h200", 5, [414.2, 435.6, 460.0, 473.1], 0.03),
        ("hgx-h100", 5, [420, 440, 460, 480], 0.04),
        ("hgx-b200", 6, [778.2, 811.2, 838.0], 0.02),
        ("hgx-h800", 8, [215], 0.04))  # fmt: skip
MESH = (("mi300x", 2, 47.671, CALIBRATED), ("mi300x", 8, 312.912, ""))
CALIBRATING = {("hgx-h200", 8, "nvls"), ("hgx-b200", 8, "nvls"), ("hgx-h200", 8, "flat"),
               ("hgx-b200", 8, "flat")}  # fmt: skip
RING = (("hgx-h200", 4, [363.3, 364.4, 365.1, 365.7, 365.6], 0.015),
        ("hgx-b200", 8, [682.2], 0.02))  # fmt: skip
OTHERS = {"allgather": 361.4, "reducescatter": 362.9}  # hgx-h200, by collective
BY_SIZE = {"hgx-h100": {1: 466.35, 2: 472.36, 4: 475.54, 8: 478.87},
           "hgx-h200": {1: 463.58, 4: 473.10, 16: 482.26}}  # fmt: skip
# Several servers: name, profile, servers, GPUs, scheme, part inside, measured, band.
BETWEEN = (
    ("64 H100, CollNetChain", "hgx-h100", 8, 8, "inc", "chain", 386.56, AtMostAbove(0.12)),
    ("32 H100, NVLS and SHARP", "hgx-h100", 4, 8, "inc", "nvls", 480, AtMostAbove(0.12)),
    ("32 H100, NVLSTree", "hgx-h100", 4, 8, "tree", "nvls", 365.84, Within(0.04)),
    ("16 H100, NVLSTree", "hgx-h100", 2, 8, "tree", "nvls", 470, AtMostAbove(0.15)),
    ("16 H100, NVLSTree, another cluster", "hgx-h100", 2, 8, "tree", "nvls", 440.58,
     AtMostAbove(0.15)),
    ("16 B200, NVLSTree", "hgx-b200", 2, 8, "tree", "nvls", 690.07, AtMostAbove(0.08)),
    ("32 H100 in servers of 4, ring", "hgx-h100", 8, 4, "ring", "flat", 370, Within(0.03)),
)  # fmt: skip

# SimAI's own simulations: bus bandwidth, GiB/s, of 16 to 512 MiB. The first value sets the overhead.
SIMAI_SIZES = [16 << shift for shift in range(6)]  # MiB
SIMAI = (
    ("SimAI, 8 GPUs, NVLS", [148.88, 178.04, 197.38, 208.70, 214.87, 218.09], Within(0.01),
     {"scheme": "inc", "inServer": "nvls", "scaleUpReduce": "push", "scaleUpRate": "1360Gbps",
      "ns3::IncScaleUpLink::CutThrough": "false",
      "ns3::IncServerCollective::LaunchOverhead": "60150ns"}),
    ("SimAI, 8 GPUs, ring", [141.84, 153.68, 160.60, 163.85, 165.72, 166.68], Within(0.01),
     {"scheme": "ring", "inServer": "flat", "scaleUpRate": "1440Gbps",
      "ns3::IncServerCollective::StepOverhead": "2071ns"}),
    ("SimAI, Spectrum-X, ring of 32",
     [33.095585, 38.572166, 42.049648, 44.036110, 45.101425, 45.653648], Within(0.01, below=0.03),
     {"scheme": "ring", "inServer": "flat", "servers": 32, "hostsPerLeaf": 32, "rails": 8,
      "leaves": 8, "workers": 32, "placement": "spread",
      "ns3::IncServerCollective::StepOverhead": "3110ns"}),
)  # fmt: skip


def _arguments(profile, scheme, in_server, size, servers=1, gpus=8, **more):
    """Several servers have eight NICs each on a leaf-spine network, a single one has a NIC a GPU."""
    rails = gpus if servers == 1 else 8
    return {"profile": profile, "topology": "leaf-spine", "leaves": rails, "spines": 8,
            "hostsPerLeaf": servers, "servers": servers, "gpusPerServer": gpus, "rails": rails,
            "scheme": scheme, "inServer": in_server, "size": size, "data": "virtual",
            **more}  # fmt: skip


def _bandwidth(*what, **more):
    """Bus bandwidth, GB/s."""
    return Run(_arguments(*what, **more), lambda output: output.row["busbw_GBps"])


def _by_gpus(simulator, scheme, in_server, tables):
    points = []
    for profile, first, measured, share in tables:
        gpus = range(first, first + len(measured))
        found = simulator.all([_bandwidth(profile, scheme, in_server, 8 * GIB, gpus=number)
                               for number in gpus])  # fmt: skip
        for number, value, simulated in zip(gpus, measured, found):
            note = CALIBRATED if (profile, number, in_server) in CALIBRATING else ""
            points.append(Point(f"{profile}, {number} GPUs, {in_server}", "GB/s", value, PRINTED,
                                [simulated], Within(share), note))  # fmt: skip
    return points


def _bytes_of_links(simulator):
    """Of four GPUs one reads the sum of 16 MB (ld_reduce) and writes it to all (st)."""
    def sent(output):
        return {row["port"]: row["sent_bytes"] / 1e6 for row in output.row["stats"]["scale_up"]}

    run = _arguments("hgx-h100", "inc", "nvls", 16_000_000, gpus=4, rails=1, nicOwners="first",
                     stats=1)  # fmt: skip
    (links,) = simulator.all([Run(run, sent)])
    return [Point(f"4 GPUs, 16 MB, {name}", "MB", measured, PRINTED, [links[port]], Near(0))
            for name, measured, port in (
                ("another GPU sends, ld_reduce", 16, "h1->v0.up"),
                ("another GPU receives, st", 16, "v0.up->h1"),
                ("the GPU sends, ld_reduce and st", 32, "h0->v0.up"),
                ("the GPU receives, ld_reduce and st", 32, "v0.up->h0"))]  # fmt: skip


def _of_simai(simulator):
    """Collectives whose steps are whole, as SimAI simulates them."""
    points = []
    for name, measured, band, arguments in SIMAI:
        def run(size, arguments=arguments):
            unit = {"ns3::IncScaleUpLink::Unit": f"{size << 18}"} if "scaleUpReduce" in arguments else {}
            return Run({"topology": "leaf-spine", "leaves": 1, "spines": 1, "hostsPerLeaf": 1,
                        "servers": 1, "rails": 1, "gpusPerServer": 8, "scaleUpDelay": "25ns",
                        "linkRate": "400Gbps", "linkDelay": "500ns", "payload": 4096,
                        "data": "virtual", "ns3::IncServerCollective::WholeSteps": "true",
                        "size": size << 20, **unit, **arguments},
                       lambda output: output.row["busbw_GBps"] * 1e9 / GIB)  # fmt: skip

        found = simulator.all([run(size) for size in SIMAI_SIZES])
        for size, value, simulated in zip(SIMAI_SIZES, measured, found):
            points.append(Point(f"{name}, {size} MiB", "GiB/s", value, PRINTED, [simulated], band,
                                CALIBRATED if size == SIMAI_SIZES[0] else ""))  # fmt: skip
    return points


def bandwidths(simulator, seeds):
    """Case 14: bus bandwidth in one server and between servers; nothing is random."""
    points = _by_gpus(simulator, "inc", "nvls", NVLS) + _by_gpus(simulator, "ring", "flat", RING)
    found = simulator.all([_bandwidth("hgx-h200", "ring", "flat", 16 * GIB, collective=name)
                           for name in OTHERS])  # fmt: skip
    for (name, value), simulated in zip(OTHERS.items(), found):
        points.append(Point(f"hgx-h200, 8 GPUs, flat, {name}", "GB/s", value, PRINTED, [simulated],
                            Within(0.025)))  # fmt: skip
    found = simulator.all([_bandwidth(profile, "ring", "direct", GIB, gpus=gpus)
                           for profile, gpus, _, _ in MESH])  # fmt: skip
    for (profile, gpus, value, note), simulated in zip(MESH, found):
        points.append(Point(f"{profile}, {gpus} GPUs, direct", "GB/s", value, PRINTED, [simulated],
                            AtMostAbove(0.08), note))  # fmt: skip
    for profile, measured in BY_SIZE.items():
        found = simulator.all([_bandwidth(profile, "inc", "nvls", size * GIB)
                               for size in measured])  # fmt: skip
        for (size, value), simulated in zip(measured.items(), found):
            points.append(Point(f"{profile}, 8 GPUs, nvls, {size} GiB", "GB/s", value, PRINTED,
                                [simulated], Within(0.03)))  # fmt: skip
    found = simulator.all([_bandwidth(profile, scheme, part, GIB, servers, gpus)
                           for _, profile, servers, gpus, scheme, part, _, _ in BETWEEN])
    for (name, *_, measured, band), simulated in zip(BETWEEN, found):
        points.append(Point(name, "GB/s", measured, PRINTED, [simulated], band))
    return points + _bytes_of_links(simulator) + _of_simai(simulator)
