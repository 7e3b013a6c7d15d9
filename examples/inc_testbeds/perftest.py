# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Case 12: bandwidth and latency as perftest prints them, for machines of other people.

This file was written, and committed with perftest_values.PREDICTED, before a measured value was
seen. A parameter is printed by the source, or chosen, with the reason beside it, or calibrated.

The calibrations, fixed beforehand: each bandwidth by size has the cost of a message from the rate at one
small size (Bandwidth.calibration()); each latency is shifted by its value at 512 bytes, or at 1 KiB with
a path MTU of 1024; the AllGather has the path of GPU memory from WRITEs of 1 MiB. These values do not
judge. PREDICTED has what the wire allows, without a cost: the prediction is the lesser of that and
of one message per cost. Of a latency and of an AllGather it has the values without calibration.

A measurement is a source with an operation; sources with one size count once. A measurement is
within its bands if all its judged values are.
"""

from dataclasses import dataclass, field

from inc_testbeds import networks
from inc_testbeds.perftest_values import MEASURED
from inc_testbeds.points import CALIBRATED, COMPUTED, PRINTED, Point, Within
from inc_testbeds.simulator import Run

KI = 1024
MI = KI * KI
SIZES = (2 * KI, 4 * KI, 16 * KI, 64 * KI, MI)
DEPTH = 128  # messages in flight, perftest's default
# Of InfiniBand: LRH 8, BTH 12, ICRC 4, VCRC 2 and 2 delimiters, less the 20 bytes of preamble and
# gap that the simulator adds to each Ethernet frame.
INFINIBAND = {"IncRoceHeaderSize": 8 + 12 + 4 + 2 + 2 - 20}
ROCE_HEADER = 62  # as the simulator counts: with 4 bytes of FCS, without RETH
RETH = 16
FCS = 4
FETCH_RATE = "ns3::IncRdmaNic::FetchRate"
COST = "ns3::IncQueuePair::MessageCost"
GAP = "ns3::IncQueuePair::MessageGap"
# Calibrated on all bandwidths by size of this case: from 35 to 45 ns most of them are within their bands.
GAP_NS = 40
PROFILE_COST_NS = 140  # of profile connectx5-100g, for what has no calibration
# A PCIe 3.0 lane has 8 GT/s with 128b/130b. Flow control takes 8 % (Neugebauer et al., SIGCOMM
# 2018), and 256 bytes of payload have 24 bytes of headers.
PCIE3_LANE = 8 * 128 / 130 * 0.92 * 256 / (256 + 24)
BUS_NS = {"xeon": 550,  # chosen: DMA read, Neugebauer et al., SIGCOMM 2018, of 64 bytes
          "epyc": 900}  # chosen: the jump above the inline limit that issue #39 has


@dataclass(frozen=True)
class Bandwidth:
    """A source's average bandwidth by message size."""

    name: str
    verb: str
    rate: float  # of the link, Gb/s, after its line code
    mtu: int
    more: dict = field(default_factory=dict)
    sizes: tuple = SIZES
    pairs: int = 1  # queue pairs
    small: int = 0  # size that calibrates, if the source has not the usual one

    def calibration(self):
        """Size whose rate gives the cost of a message, as in case 1. Smaller on slow links."""
        return self.small or (KI if self.rate >= 100 else 256)


@dataclass(frozen=True)
class Latency:
    """A source's latency by message size; the one of 512 bytes is calibrated."""

    name: str
    verb: str
    rate: float
    mtu: int
    bus: str
    lanes: float  # of PCIe 3.0
    inline: int
    more: dict = field(default_factory=dict)
    sizes: tuple = (2, 4 * KI, 16 * KI, 64 * KI, MI)


BANDWIDTHS = (
    # ConnectX-3, QDR: 32 Gb/s after 8b/10b.
    Bandwidth("1 WRITE", "write", 32, 2048, INFINIBAND),
    Bandwidth("1 SEND", "send", 32, 2048, INFINIBAND),
    Bandwidth("1 READ", "read", 32, 2048, {**INFINIBAND, "ns3::IncRcQueuePair::MaxReads": 16}),
    Bandwidth("3 SEND", "send", 25, 1024),
    Bandwidth("6 WRITE", "write", 100, 1024),
    Bandwidth("9 WRITE", "write", 200, 4096, INFINIBAND),
    Bandwidth("10 WRITE", "write", 200, 4096, INFINIBAND),
    Bandwidth("14 WRITE, host memory", "write", 400, 4096, {}, SIZES[:-1]),
    Bandwidth("18 WRITE, DC", "write", 100, 4096),
    Bandwidth("19 SEND", "send", 100, 4096),
    Bandwidth("21 SEND", "send", 100, 4096, INFINIBAND),
    Bandwidth("26 WRITE", "write", 100, 4096, INFINIBAND),
)  # fmt: skip
PCIE3_X8 = {FETCH_RATE: f"{8 * PCIE3_LANE * 1000:.0f}Mbps"}
# One size only: number of the source, operation, link, path MTU, size.
SINGLE = (
    Bandwidth("7 WRITE", "write", 100, 1024, {}, (64 * KI,)),
    Bandwidth("7 READ", "read", 100, 1024, {}, (64 * KI,)),
    Bandwidth("7 SEND", "send", 100, 1024, {}, (64 * KI,)),
    Bandwidth("23 WRITE", "write", 400, 4096, INFINIBAND, (64 * KI,)),
    Bandwidth("23 READ", "read", 400, 4096, {**INFINIBAND, "ns3::IncRcQueuePair::MaxReads": 16},
              (64 * KI,)),
    Bandwidth("23 SEND", "send", 400, 4096, INFINIBAND, (64 * KI,)),
    # The path MTU is not printed: that of an Ethernet MTU of 1500 is chosen.
    Bandwidth("25 WRITE", "write", 100, 1024, PCIE3_X8, (MI,)),
    Bandwidth("25 READ", "read", 100, 1024, PCIE3_X8, (MI,)),
    Bandwidth("25 SEND", "send", 100, 1024, PCIE3_X8, (MI,)),
    Bandwidth("31 WRITE", "write", 200, 4096, {}, (MI,)),
    Bandwidth("31 READ", "read", 200, 4096, {"ns3::IncRcQueuePair::MaxReads": 128}, (MI,)),
)  # fmt: skip
LATENCIES = (
    Latency("1 WRITE latency", "write", 32, 2048, "xeon", 8, 220, INFINIBAND),
    Latency("1 SEND latency", "send", 32, 2048, "xeon", 8, 236, INFINIBAND),
    Latency("1 READ latency", "read", 32, 2048, "xeon", 8, 0, INFINIBAND),
    Latency("9 WRITE latency", "write", 200, 4096, "epyc", 32, 220, INFINIBAND),
)
# Entry 4: SEND over RC by path MTU; 1 KiB at 1024 is calibrated.
BY_MTU = Latency("4 SEND latency", "send", 100, 1024, "xeon", 16, 188, INFINIBAND,
                 (32, 4 * KI, 32 * KI))  # fmt: skip
MTUS = (256, 1024, 4096)
SWITCH = {"rate": 40, "latency_ns": 220}  # SX6030; chosen: the maker's latency of its Ethernet twin


def size_text(size):
    for unit, text in ((MI, "MiB"), (KI, "KiB")):
        if size % unit == 0:
            return f"{size // unit} {text}"
    return f"{size} B"


def _flow(verb, rate, mtu, rows, measure, switches=1, **more):
    """Flows between two hosts, with no switch or one between them."""
    hosts = ["h0", "h1"]
    names = ["s"] if switches else []
    links = [(host, "s") for host in hosts] if switches else [tuple(hosts)]
    text = networks.topology(hosts, names, links, f"{rate:g}Gbps", "10ns")
    columns = ("messages", "in_flight")
    if verb == "read":
        more["retransmission"] = "go-back-n"
    arguments = {"topology": "file:net.json", "scheme": "flows", "verb": verb, "payload": mtu,
                 "pattern": "file:flows.csv", "flowTable": "table.csv", **more}  # fmt: skip
    return Run(arguments, measure, 1, {"net.json": text, "flows.csv": networks.flows(rows, *columns)})


def _goodput(output):
    return sum(8e-3 * float(flow["bytes"]) / float(flow["fct_us"]) for flow in output.flows())


def _time_us(output):
    return float(output.flows()[0]["fct_us"])


def bandwidth(measurement, size, cost_ns, **more):
    """The average rate of a measurement's messages of a size, Gb/s."""
    count = max(2 * DEPTH, min(20_000, 32_000_000 // size))
    if size >= MI:
        count = DEPTH
    return _flow(measurement.verb, measurement.rate, measurement.mtu,
                 measurement.pairs * [("h0", "h1", size, 0, count, DEPTH)], _goodput,
                 **{COST: f"{cost_ns:.0f}ns", **measurement.more, **more})  # fmt: skip


def latency(measurement, size, mtu=None, switches=0, **more):
    """One message from post to arrival and its acknowledgement, which is as long for all sizes; of
    a READ the whole round trip. A switch in between cuts through, so it is none here."""
    bus = {"ns3::IncRdmaNic::InlineLimit": measurement.inline,
           "ns3::IncRdmaNic::FetchLatency": f"{BUS_NS[measurement.bus]}ns",
           FETCH_RATE: f"{measurement.lanes * PCIE3_LANE * 1000:.0f}Mbps"}
    return _flow(measurement.verb, measurement.rate, mtu or measurement.mtu,
                 [("h0", "h1", size, 0, 1, 1)], _time_us, switches,
                 **{**bus, **measurement.more, **more})  # fmt: skip


def _band(size):
    return Within(0.05 if size >= 4 * KI else 0.10)


def bandwidths(simulator, measurements, all_measured, **more):
    """Points of measurements by their sizes; more: arguments of all runs."""
    points = []
    for each in measurements:
        measured = all_measured.get(each.name, {})
        cost = 0 if len(each.sizes) > 1 else PROFILE_COST_NS
        sizes = each.sizes
        if len(sizes) > 1 and measured:
            # Without a measured value the cost is 0: PREDICTED has what the wire allows, and the
            # prediction is the lesser of that and of a message per cost.
            cost = 8 * each.calibration() / measured[each.calibration()]
            sizes = (each.calibration(),) + sizes
        rates = simulator.all([bandwidth(each, size, cost, **more) for size in sizes])
        for size, rate in zip(sizes, rates):
            note = CALIBRATED if size == each.calibration() else ""
            points.append(Point(f"{each.name}: {size_text(size)}", "Gb/s", measured.get(size),
                                PRINTED, [rate], _band(size), note))  # fmt: skip
    return points


def beside(points, without):
    """Add to points the values that the same runs have without a gap."""
    for point, other in zip(points, without):
        point.before = other.simulated
    return points


def _with_gap(simulator, without):
    """The bandwidths by size again, with the gap that they calibrate."""
    points = beside(bandwidths(simulator, BANDWIDTHS, MEASURED, **{GAP: f"{GAP_NS}ns"}), without)
    for point in points:
        point.label += f", MessageGap {GAP_NS} ns"
        point.note = CALIBRATED
    return points


def latencies(simulator, measurements, all_measured, **more):
    """The simulated differences to a calibrated value; all of a measurement shift by it. more:
    arguments of all runs."""
    points = []
    for each in measurements:
        by_mtu = each is BY_MTU
        base_mtu, base_size = (KI, KI) if by_mtu else (each.mtu, 512)
        asked = [(mtu, size) for mtu in (MTUS if by_mtu else (each.mtu,)) for size in each.sizes]
        measured = all_measured.get(each.name, {})
        keys = [(base_mtu, base_size)] + asked
        times = simulator.all([latency(each, size, mtu, **more) for mtu, size in keys])
        base = measured.get((base_mtu, base_size) if by_mtu else base_size, times[0])
        for index, ((mtu, size), time) in enumerate(zip(keys, times)):
            label = f"{each.name}: {size_text(size)}" + (f", MTU {mtu}" if by_mtu else "")
            points.append(Point(label, "us", measured.get((mtu, size) if by_mtu else size), PRINTED,
                                [time - times[0] + base], Within(0.10),
                                "" if index else CALIBRATED))  # fmt: skip
    return points


def _switch(simulator):
    """What one switch adds to a round trip of a short message."""
    runs = [_flow("send", SWITCH["rate"], 1024, [("h0", "h1", 8, 0, 1, 1)], _time_us, switches,
                  **{"ns3::IncSwitch::PipelineLatency": f"{SWITCH['latency_ns']}ns"})
            for switches in (0, 1)]  # fmt: skip
    without, with_one = simulator.all(runs)
    measured = MEASURED.get("30 switch", {})
    return [Point(f"30 switch: {what}, difference of round trips", "us", measured.get(what), COMPUTED,
                  [with_one - without], Within(0.10)) for what in ("raw Ethernet", "TCP/IP")]


def _headers(simulator):
    """Entry 16: RoCEv2 at 100 Gb/s, messages of 1 MiB, 8 in flight, path MTU 4096. The counters
    of the NIC leave out the FCS: chosen."""
    (rate,) = simulator.all([_flow("write", 100, 4096, [("h0", "h1", MI, 0, 64, 8)], _goodput)])
    messages = rate * 1e9 / 8 / MI
    packets = messages * (MI // 4096)
    count = packets * (ROCE_HEADER - FCS) + messages * (MI + RETH)
    predicted = (("1 MiB, application", "GB/s", rate / 8, 0.05),
                 ("1 MiB, bytes counted", "GB/s", count / 1e9, 0.05),
                 ("1 MiB, packets of data", "M/s", packets / 1e6, 0.05),
                 ("frame of 0 B, bytes counted", "B", ROCE_HEADER - FCS + RETH, 0.05),
                 ("frame of 1 B, bytes counted", "B", ROCE_HEADER - FCS + RETH + 4, 0.05))
    measured = MEASURED.get("16 WRITE", {})
    return [Point(f"16 WRITE: {what}", unit, measured.get(what), PRINTED, [value], Within(band))
            for what, unit, value, band in predicted]  # fmt: skip


def _exchange(**more):
    """Rate of two hosts that send to each other, Gb/s."""
    rows = [("h0", "h1", MI, 0, 64, 8), ("h1", "h0", MI, 0, 64, 8)]
    return _flow("write", 400, 4096, rows, lambda output: min(
        8e-3 * float(flow["bytes"]) / float(flow["fct_us"]) for flow in output.flows()),
        **more)  # fmt: skip


def _nccl(simulator):
    """Entry 14, AllGather of two ranks: each sends half of the result to the other. The path of
    GPU memory is calibrated by WRITEs of 1 MiB from GPU memory."""
    measured = MEASURED.get("14 AllGather", {})
    limit = measured.get("WRITE of 1 MiB, GPU memory")
    more = {FETCH_RATE: f"{1000 * limit:.0f}Mbps"} if limit else {}
    (rate,) = simulator.all([_exchange(**more)])
    return [Point(f"14 AllGather: {size // MI} MiB", "us", measured.get(size), PRINTED,
                  [size / 2 * 8e-3 / rate], Within(0.05)) for size in (256 * MI, 1024 * MI, 8192 * MI)]


# Between host and NIC and wire, chosen; nothing of them is in the predictions of bandwidths.
HOST_TIMES = {"ns3::IncRdmaNic::PipelineLatency": "500ns",
              "ns3::IncRdmaNic::FetchLatency": "900ns",
              "ns3::IncRdmaNic::DoorbellLatency": "300ns",
              "ns3::IncRdmaNic::CompletionLatency": "300ns"}  # fmt: skip


def late_starts(simulator, measurement, measured, count, size, sizes):
    """Average rates of so many messages if each table begins with the same time lost. The measured
    rate at a size gives this time."""
    cost = 8 * measurement.calibration() / measured[measurement.calibration()]
    wanted = (size,) + sizes
    rates = simulator.all([bandwidth(measurement, each, cost) for each in wanted])
    lost = 8 * size * count * (1 / measured[size] - 1 / rates[0])  # ns
    return [Point(f"{measurement.name}: {size_text(each)}, {1e-6 * lost:.2f} ms lost at the start",
                  "Gb/s", None, "", [8 * each * count / (8 * each * count / rate + lost)])
            for each, rate in zip(wanted, rates)]  # fmt: skip


def _bandwidth_experiments(simulator):
    """One change each, all made after the differences were seen."""
    changes = [("6 WRITE", size, "FetchRate 88 Gb/s", {FETCH_RATE: "88Gbps"}) for size in SIZES]
    without_control = {FETCH_RATE: f"{8 * PCIE3_LANE / 0.92 * 1000:.0f}Mbps"}
    changes += [(f"25 {verb}", MI, "PCIe without flow control", without_control)
                for verb in ("WRITE", "READ", "SEND")]  # fmt: skip
    changes += [(name, size, "times of the host", HOST_TIMES) for name, size in (
        ("1 SEND", 2 * KI), ("1 READ", 2 * KI), ("23 READ", 64 * KI),
        ("14 WRITE, host memory", 4 * KI), ("14 WRITE, host memory", 16 * KI))]  # fmt: skip
    known = {each.name: each for each in BANDWIDTHS + SINGLE}
    points = []
    for name, size, what, more in changes:
        each = known[name]
        cost = PROFILE_COST_NS
        if each in BANDWIDTHS:
            cost = 8 * each.calibration() / MEASURED[name][each.calibration()]
        points.append(Point(f"{name}: {size_text(size)}, {what}", "Gb/s", None, "",
                            simulator.all([bandwidth(each, size, cost, **more)])))  # fmt: skip
    return points + late_starts(simulator, known["9 WRITE"], MEASURED["9 WRITE"], 5000, 64 * KI,
                                (16 * KI, MI))  # fmt: skip


def _latency_experiments(simulator):
    """One change each, as above: one more stage that stores packets, and a later payload."""
    later = {"ns3::IncRdmaNic::FetchLatency": "900ns"}
    changes = [(each, each.mtu, 512, size, "packets stored once more", {"switches": 1})
               for each in LATENCIES for size in (4 * KI, 16 * KI)]  # fmt: skip
    changes += [(each, each.mtu, 512, 2, "FetchLatency 900 ns", later) for each in LATENCIES[:2]]
    changes += [(BY_MTU, mtu, KI, 4 * KI, f"MTU {mtu}, packets stored once more", {"switches": 1})
                for mtu in MTUS]  # fmt: skip
    points = []
    for each, mtu, base_size, size, what, more in changes:
        base_mtu, key = (KI, (KI, KI)) if each is BY_MTU else (mtu, base_size)
        base, time = simulator.all([latency(each, base_size, base_mtu, **more),
                                    latency(each, size, mtu, **more)])  # fmt: skip
        points.append(Point(f"{each.name}: {size_text(size)}, {what}", "us", None, "",
                            [time - base + MEASURED[each.name][key]]))  # fmt: skip
    return points


def _nccl_experiments(simulator):
    """The path of GPU memory without a limit, and calibrated by the largest AllGather itself."""
    measured = MEASURED["14 AllGather"]
    own = 8192 * MI / 2 * 8e-3 / measured[8192 * MI]
    points = []
    for what, more in (("no limit", {}), ("calibrated by 8 GiB", {FETCH_RATE: f"{1000 * own:.0f}Mbps"})):
        (rate,) = simulator.all([_exchange(**more)])
        points += [Point(f"14 AllGather: {size // MI} MiB, {what}", "us", None, "",
                         [size / 2 * 8e-3 / rate]) for size in (256 * MI, 1024 * MI)]  # fmt: skip
    return points


def comparison(simulator, seeds):
    """All of them; nothing is random."""
    known = bandwidths(simulator, BANDWIDTHS, MEASURED)
    return (known + bandwidths(simulator, SINGLE, MEASURED) + _with_gap(simulator, known)
            + latencies(simulator, LATENCIES + (BY_MTU,), MEASURED) + _switch(simulator)
            + _headers(simulator) + _nccl(simulator) + _bandwidth_experiments(simulator)
            + _latency_experiments(simulator) + _nccl_experiments(simulator))  # fmt: skip
