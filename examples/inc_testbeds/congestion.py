# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Cases 3 to 6: flows that share a port, with PFC alone and with DCQCN."""

from inc_script.series import amount, quantiles
from inc_testbeds import networks
from inc_testbeds.points import CALIBRATED, FIGURE, PRINTED, AtLeast, AtMost, Point, Within
from inc_testbeds.simulator import Run

FRAME = 1024 + 62  # bytes with FCS of a packet of 1024, neither first nor last
ENDLESS = ("duration_us",)
DCQCN = "ns3::IncDcqcn::"
AT_DEQUEUE = {"ns3::IncEcnMarker::AtDequeue": 1}
# What firmware of ConnectX NICs has by default (mlxconfig: RPG_TIME_RESET, RPG_AI_RATE,
# RPG_HAI_RATE, CLAMP_TGT_RATE).
FIRMWARE = {DCQCN + "RateIncreaseInterval": "300us", DCQCN + "AdditiveIncrease": "5Mb/s",
            DCQCN + "HyperIncrease": "50Mb/s", DCQCN + "ClampTargetRate": 0}  # fmt: skip


def _goodputs(begin, end):
    """By sender: payload per second between two times, Gb/s."""
    def measure(output):
        return {link.split("->")[0]: amount(sent, begin, end) * 1024 / FRAME * 8e-3 /
                (end - begin) for link, sent in output.series("sent_bytes").items()}  # fmt: skip
    return measure


def parking_lot(simulator, seeds):
    """Case 3: the receiver and h4 below one ToR, h1 to h3 below the first."""
    hosts = {"h1": "tor1", "h2": "tor1", "h3": "tor1", "h4": "tor4", "r": "tor4"}
    senders = [name for name in hosts if name != "r"]

    def run(seed, begin, end, **more):
        arguments = {"profile": "dcqcn-40g", "topology": "file:clos.json", "scheme": "flows",
                     "pattern": "file:flows.csv", "series": "series.csv", "interval": "500us",
                     "seriesOf": "h*->*/sent_bytes", **more}  # fmt: skip
        rows = [(name, "r", 4_000_000, 0, end) for name in senders]
        return Run(arguments, _goodputs(begin, end), seed,
                   {"clos.json": networks.dcqcn_clos(hosts, "40Gbps", "500ns"),
                    "flows.csv": networks.flows(rows, *ENDLESS)})  # fmt: skip

    paused = simulator.all([run(seed, 2000, 12000, cc="none", ecn=0)
                            for seed in range(1, seeds + 1)])  # fmt: skip
    limited = simulator.all([run(seed, 30000, 60000) for seed in range(1, max(2, seeds // 4) + 1)])
    last = [rates["h4"] for rates in paused]
    others = [rates[name] for rates in paused for name in senders[:3]]
    points = [
        Point("last to join, PFC", "Gb/s", 12.2, FIGURE, last, Within(0.1)),
        Point("the other three, PFC", "Gb/s", 6.3, FIGURE, others, Within(0.1)),
        Point("last to join, PFC, most", "Gb/s", 18.3, FIGURE, [max(last)], Within(0.1)),
        Point("the other three, PFC, most", "Gb/s", 12.5, FIGURE, [max(others)], Within(0.1)),
    ]
    for name in senders:
        points.append(Point(f"{name}, DCQCN", "Gb/s", 9.3, FIGURE,
                            [rates[name] for rates in limited], Within(0.1)))  # fmt: skip
    return points


def victim(simulator, seeds):
    """Held out, of the same testbed as case 3: h1 to h4 below the first ToR send to r below the
    fourth, as do so many hosts below the third; what is left for another host of the first ToR
    that sends to one below the second, which is on no other flow's way but at the first ToR."""
    first, third = ("h1", "h2", "h3", "h4"), ("h5", "h6")
    hosts = {**dict.fromkeys(first, "tor1"), **dict.fromkeys(third, "tor3"),
             "v": "tor1", "w": "tor2", "r": "tor4"}  # fmt: skip

    def run(seed, more_senders, transfer=False, **more):
        begin, end = 5000, 130_000 if transfer else 15_000
        arguments = {"profile": "dcqcn-40g", "topology": "file:clos.json", "scheme": "flows",
                     "pattern": "file:flows.csv", "series": "series.csv", "interval": "500us",
                     "seriesOf": "v->*/sent_bytes", "flowTable": "table.csv",
                     **more}  # fmt: skip
        many = 1_000_000
        rows = [(name, "r", 250_000_000, 0, end, 1, many) for name in first + third[:more_senders]]
        # Rates settle under DCQCN for as long as a transfer lasts, so all of it counts.
        rows.append(("v", "w", 250_000_000, 0, end, 1, 1 if transfer else many))

        def measure(output):
            (flow,) = (flow for flow in output.flows() if flow["from"] == "v")
            whole = 8e-3 * float(flow["bytes"]) / float(flow["fct_us"])
            return whole if transfer else _goodputs(begin, end)(output)["v"]

        return Run(arguments, measure, seed,
                   {"clos.json": networks.dcqcn_clos(hosts, "40Gbps", "500ns"),
                    "flows.csv": networks.flows(rows, *ENDLESS, "in_flight",
                                                "messages")})  # fmt: skip

    paused = {"cc": "none", "ecn": 0}
    settled = {"transfer": True}
    points = []
    for more_senders, measured, read, change, name in (
        (0, 10, PRINTED, paused, "4 senders, PFC"),
        (2, 4.5, PRINTED, paused, "6 senders, PFC"),
        (0, 20.6, FIGURE, settled, "4 senders, DCQCN"),
        (1, 22.5, FIGURE, settled, "5 senders, DCQCN"),
        (2, 21.2, FIGURE, settled, "6 senders, DCQCN"),
    ):
        points.append(Point(f"victim beside {name}", "Gb/s", measured, read,
                            simulator.all([run(seed, more_senders, **change)
                                           for seed in range(1, seeds + 1)]),
                            Within(0.1)))  # fmt: skip
    return points


def _incast(senders, seed, begin, end, spread=0.2, **more):
    """Endless flows to h0: rate on its link in Gb/s, and percentiles of the queue in kB. They begin
    one after the other, within a share of the time before `begin`."""
    def measure(output):
        (sent,) = output.series("utilisation").values()
        (queued,) = output.series("queued_bytes").values()
        rate = amount(sent, begin, end) * 40 * 5 / (end - begin)
        return rate, [size / 1e3 for size in quantiles(queued, begin, end, (0.5, 0.95, 0.99, 1))]

    arguments = {"profile": "dcqcn-40g", "topology": "star", "hosts": senders + 1,
                 "scheme": "flows", "pattern": "file:flows.csv", "series": "series.csv",
                 "interval": "5us", "seriesOf": "s*->h0/utilisation,s*->h0/queued_bytes",
                 **more}  # fmt: skip
    rows = [(f"h{i}", "h0", 4_000_000, round(spread * begin * i / senders), end)
            for i in range(1, senders + 1)]  # fmt: skip
    return Run(arguments, measure, seed, {"flows.csv": networks.flows(rows, *ENDLESS)})


def _fluid_mark(senders):
    """Share of marked packets where DCQCN's fluid model rests (Zhu et al., ECN or Delay, CoNEXT
    2016, to first order in it), with the parameters of the profile."""
    packets = 40e9 / 8 / 1024
    increase = 40e6 / 8 / 1024
    interval, timer, byte_counter = 50e-6, 55e-6, 10e6 / 1024
    steps = 1 / byte_counter + senders / (timer * packets)
    return (increase * senders**2 / (interval * packets**2) * steps**2) ** (1 / 3)


def incast(simulator, seeds):
    """Case 4: K to one, endless flows."""
    begin, end = 50_000, 100_000
    seeds = range(1, max(2, seeds // 10) + 1)
    fan_in = (2, 4, 8, 12, 16, 19, 20)
    found = simulator.all([_incast(senders, seed, begin, end)
                           for senders in fan_in for seed in seeds])  # fmt: skip
    points = []
    for index, senders in enumerate(fan_in):
        mine = found[index * len(seeds):(index + 1) * len(seeds)]
        points.append(Point(f"{senders}:1, rate on the wire", "Gb/s", 39, PRINTED,
                            [rate for rate, _ in mine], AtLeast()))  # fmt: skip
        points.append(Point(f"{senders}:1, longest queue", "kB", 100, PRINTED,
                            [queue[3] for _, queue in mine], AtMost()))  # fmt: skip
    points.append(Point("20:1, 95th percentile of the queue", "kB", 76.6, PRINTED,
                        [queue[1] for _, queue in mine], Within(0.25)))  # fmt: skip

    # One thing at a time, after the rates have settled.
    later, last = 300_000, 400_000
    changes = (
        ("later", {}),
        ("all start at once", {"spread": 0}),
        ("MTU 4096", {"payload": 4096}),
        ("window 64 KiB", {"ns3::IncRcQueuePair::Window": "64KiB"}),
        ("ACK of every packet", {"ns3::IncRcQueuePair::AckInterval": 1}),
        ("links of 0 us", {"linkDelay": "0us"}),
        ("links of 10 us", {"linkDelay": "10us"}),
        ("CNPs every 20 us", {"ns3::IncQueuePair::CnpInterval": "20us"}),
        ("alpha every 10 us", {DCQCN + "AlphaUpdateInterval": "10us"}),
        ("R_AI 5 Mb/s", {DCQCN + "AdditiveIncrease": "5Mb/s"}),
        ("timer 300 us", {DCQCN + "RateIncreaseInterval": "300us"}),
        ("target not clamped", {DCQCN + "ClampTargetRate": 0}),
        ("Pmax 5 %", {"ecnProbability": 0.05}),
        ("Pmax 15 %", {"ecnProbability": 0.15}),
    )
    changed = simulator.all([_incast(20, 1, later, last, **change) for _, change in changes])
    for (name, _), (rate, queue) in zip(changes, changed):
        points += _incast_points(f"20:1, {name}", rate, queue)
    # With 10 % the fluid model's resting point is below Kmax for all of these.
    for name, change in (("marks at dequeue", AT_DEQUEUE), ("Pmax 10 %", {"ecnProbability": 0.1}),
                         ("defaults of firmware", FIRMWARE)):  # fmt: skip
        swept = simulator.all([_incast(senders, 1, later, last, **change)
                               for senders in fan_in])  # fmt: skip
        for senders, (rate, queue) in zip(fan_in, swept):
            points += _incast_points(f"{senders}:1, {name}", rate, queue)
            if "ecnProbability" in change:
                points.append(Point(f"{senders}:1, {name}, queue of the fluid model", "kB", None, "",
                                    [5 + (200 - 5) * _fluid_mark(senders) / 0.1]))  # fmt: skip
    return points


def _incast_points(name, rate, queue):
    """Of an experiment."""
    points = [Point(f"{name}, rate on the wire", "Gb/s", None, "", [rate])]
    return points + [Point(f"{name}, {what}", "kB", None, "", [queue[index]]) for what, index in
                     (("median queue", 0), ("95th percentile", 1), ("longest queue", 3))]  # fmt: skip


def strawman(simulator, seeds):
    """Case 5: two flows; the second begins some milliseconds after the first."""
    dcqcn = DCQCN
    first = {"ecnMin": "40KB", "ecnMax": "40KB", "ecnProbability": 1, dcqcn + "Gain": 1 / 16,
             dcqcn + "ByteCounter": 150_000, dcqcn + "RateIncreaseInterval": "1500us"}  # fmt: skip
    timer = {**first, dcqcn + "ByteCounter": 10_000_000, dcqcn + "RateIncreaseInterval": "55us"}

    def run(seed, begin=200_000, end=300_000, **more):
        arguments = {"profile": "dcqcn-40g", "topology": "star", "hosts": 3, "scheme": "flows",
                     "pattern": "file:flows.csv", "series": "series.csv", "interval": "500us",
                     "seriesOf": "h1->*/sent_bytes,h2->*/sent_bytes", **more}  # fmt: skip
        late = 1000 * (seed + 1)
        rows = [("h1", "h0", 4_000_000, 0, end), ("h2", "h0", 4_000_000, late, end - late)]
        measure = _goodputs(begin, end)
        return Run(arguments, lambda output: sorted(measure(output).values()), seed,
                   {"flows.csv": networks.flows(rows, *ENDLESS)})  # fmt: skip

    seeds = range(1, seeds + 1)
    points = []
    for name, parameters, measured in (("strawman", first, (33.5, 4.3)),
                                       ("timer 55 us", timer, (19.2, 19.2))):  # fmt: skip
        rates = simulator.all([run(seed, **parameters) for seed in seeds])
        for which, value, index in (("faster", measured[0], 1), ("slower", measured[1], 0)):
            points.append(Point(f"{name}, the {which} flow", "Gb/s", value, FIGURE,
                                [pair[index] for pair in rates], Within(0.1)))  # fmt: skip
    changes = (
        ("from 20 to 60 ms", {"begin": 20_000, "end": 60_000}),
        ("from 20 to 300 ms", {"begin": 20_000}),
        *((f"R_AI {rate} Mb/s", {dcqcn + "AdditiveIncrease": f"{rate}Mb/s"})
          for rate in (5, 10, 15, 20, 30)),
        ("marks at dequeue", AT_DEQUEUE),
        ("target not clamped", {dcqcn + "ClampTargetRate": 0}),
        ("alpha every 1.5 ms", {dcqcn + "AlphaUpdateInterval": "1500us"}),
        ("CNPs every 20 us", {"ns3::IncQueuePair::CnpInterval": "20us"}),
        ("at least 1 Gb/s", {dcqcn + "MinRate": "1Gb/s"}),
    )
    some = range(1, min(len(seeds), 5) + 1)
    for name, change in changes:
        pairs = simulator.all([run(seed, **{**first, **change}) for seed in some])
        for which, index in (("faster", 1), ("slower", 0)):
            points.append(Point(f"strawman, {name}, the {which} flow", "Gb/s", None, "",
                                [pair[index] for pair in pairs]))  # fmt: skip
    return points


def standing_queue(simulator, seeds):
    """Case 6: two endless flows, and short ones to the same receiver, 100 after each other."""
    begin, end, mice = 50_000, 100_000, 100

    def run(seed, **more):
        def measure(output):
            (queued,) = output.series("queued_bytes").values()
            times = sorted(float(flow["fct_us"]) for flow in output.flows()
                           if flow["from"] == "h3")  # fmt: skip
            shares = (0.05, 0.5, 0.95)
            return [size / 1e3 for size in quantiles(queued, begin, end, shares)] + [
                times[round(share * (mice - 1))] for share in shares]

        arguments = {"profile": "hpcc-25g", "topology": "star", "hosts": 4, "scheme": "flows",
                     "pattern": "file:flows.csv", "series": "series.csv", "interval": "5us",
                     "seriesOf": "s*->h0/queued_bytes", "flowTable": "table.csv",
                     **more}  # fmt: skip
        rows = [("h1", "h0", 4_000_000, 0, end), ("h2", "h0", 4_000_000, 50 * seed, end)]
        rows += [("h3", "h0", 1000, begin + i * (end - begin) // mice, 1) for i in range(mice)]
        return Run(arguments, measure, seed, {"flows.csv": networks.flows(rows, *ENDLESS)})

    seeds = range(1, max(2, seeds // 2) + 1)
    found = list(zip(*simulator.all([run(seed) for seed in seeds])))
    points = [
        # The profile's interval of alpha was chosen for it among published ones.
        Point("queue, median", "kB", 105, FIGURE, found[1], Within(0.15), CALIBRATED),
        Point("short flows, median", "us", 43.5, FIGURE, found[4], Within(0.15), CALIBRATED),
        Point("queue, 5th percentile", "kB", 95, FIGURE, found[0], Within(0.15)),
        Point("queue, 95th percentile", "kB", 150, FIGURE, found[2], Within(0.15)),
        Point("short flows, 5th percentile", "us", 37, FIGURE, found[3], Within(0.15)),
        Point("short flows, 95th percentile", "us", 50, FIGURE, found[5], Within(0.15)),
    ]
    published = {**FIRMWARE, "ns3::IncQueuePair::CnpInterval": "1us",
                 DCQCN + "RateReduceInterval": "4us", DCQCN + "FastRecoverySteps": 1,
                 DCQCN + "MinRate": "1Gb/s"}  # fmt: skip
    changes = (
        ("alpha every 10 us", {DCQCN + "AlphaUpdateInterval": "10us"}),
        ("alpha every 55 us", {DCQCN + "AlphaUpdateInterval": "55us"}),
        ("marks at dequeue", AT_DEQUEUE),
        ("CNPs every 4 us", {"ns3::IncQueuePair::CnpInterval": "4us"}),
        ("g 1/1024", {DCQCN + "Gain": 1 / 1024}),
        ("target not clamped", {DCQCN + "ClampTargetRate": 0}),
        ("timer 300 us", {DCQCN + "RateIncreaseInterval": "300us"}),
        ("R_AI 5 Mb/s", {DCQCN + "AdditiveIncrease": "5Mb/s"}),
        ("defaults of firmware", FIRMWARE),
        ("all as in the authors' simulator", published),
        ("defaults of firmware, Pmax 0.02", {**FIRMWARE, "ecnProbability": 0.02}),
    )
    some = seeds[:5]
    for name, change in changes:
        values = list(zip(*simulator.all([run(seed, **change) for seed in some])))
        for what, index in (("5th percentile", 0), ("median", 1), ("95th percentile", 2)):
            points.append(Point(f"{name}, queue, {what}", "kB", None, "", values[index]))
        points.append(Point(f"{name}, short flows, median", "us", None, "", values[4]))
    return points
