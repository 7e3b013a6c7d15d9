#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""What makes a simulation like a testbed: costs and latencies of NICs and switches, repeated
messages, profiles, and ./inc testbeds itself."""

import csv
import json
import os
import pathlib
import subprocess
import sys

from inc_sim_case import SimCase, unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "examples" / "inc-testbeds.py"
PAIR = ("--topology=star", "--hosts=2")
MESSAGE_COST = "--ns3::IncQueuePair::MessageCost"
MESSAGE_GAP = "--ns3::IncQueuePair::MessageGap"
IN_NIC = "--ns3::IncRdmaNic::PipelineLatency"
IN_SWITCH = "--ns3::IncSwitch::PipelineLatency"
IN_AGGREGATOR = "--ns3::IncAggregator::PipelineLatency"


class TestbedCase(SimCase):
    """Lists of flows and their tables."""

    def flows(self, text, *arguments):
        """What became of the flows of a list."""
        self.write_file("flows.csv", text)
        self.row("--scheme=flows", "--pattern=file:flows.csv", "--flowTable=table.csv", *arguments)
        with open(os.path.join(self.folder, "table.csv"), encoding="utf-8", newline="") as file:
            return [{name: field if name in ("from", "to") else float(field)
                     for name, field in flow.items()} for flow in csv.DictReader(file)]  # fmt: skip

    def messages(self, size, count, in_flight, *arguments):
        """Time of so many messages from h0 to h1, us."""
        text = f"from,to,bytes,start_us,messages,in_flight\nh0,h1,{size},0,{count},{in_flight}\n"
        (flow,) = self.flows(text, *PAIR, *arguments)
        self.assertEqual(flow["bytes"], size * count)
        return flow["fct_us"]


class RepeatedMessages(TestbedCase):
    def test_one_in_flight_waits_for_each_acknowledgement(self):
        one = self.messages(3000, 1, 1)
        self.assertAlmostEqual(self.messages(3000, 7, 1), 7 * one, places=3)

    def test_several_in_flight_follow_each_other_on_the_wire(self):
        wire = (64 + 16 + 62 + 20) * 8e-5  # us of a WRITE of 64 bytes at 100 Gb/s
        window = "--ns3::IncRcQueuePair::Window=16MiB"
        spread = self.messages(64, 1001, 1001, window) - self.messages(64, 1, 1, window)
        self.assertAlmostEqual(spread, 1000 * wire, delta=0.01)

    def test_headers_count_for_what_is_asked_for(self):
        wire = (2048 + 66 + 20) * 8e-5  # us of the middle of a WRITE with a VLAN tag
        arguments = ("--payload=2048", "--IncRoceHeaderSize=66")
        long, short = (self.messages(2048 * packets, 1, 1, *arguments) for packets in (1001, 501))
        self.assertAlmostEqual(long - short, 500 * wire, delta=0.01)
        frames, packets = 4 * 64, ("--scheme=inc", "--size=64KiB", "--payload=1024", *PAIR)
        for dissemination in ("tree", "bier"):
            ours, none, more = (
                self.row(*packets, f"--dissemination={dissemination}", f"--IncHeaderSize={size}")
                for size in (16, 0, 24))  # fmt: skip
            self.assertEqual(ours, self.row(*packets, f"--dissemination={dissemination}"))
            self.assertEqual(ours["link_bytes_total"] - none["link_bytes_total"], 16 * frames)
            self.assertEqual(more["link_bytes_total"] - ours["link_bytes_total"], 8 * frames)
            self.assertLess(none["time_us"], ours["time_us"])
            self.assertLess(ours["bound_algbw_GBps"], none["bound_algbw_GBps"])

    def test_a_duration_ends_a_flow_and_a_rate_limits_it(self):
        text = ("from,to,bytes,start_us,rate_Gbps,duration_us\n"
                "h0,h1,10000,5,10,300\nh1,h0,10000,0,0,100\n")  # fmt: skip
        slow, fast = self.flows(text, *PAIR)
        self.assertEqual((slow["start_us"], slow["bytes"] % 10000), (5, 0))
        # The message that is under way when the time is over is the last.
        for flow, last in ((slow, 20), (fast, 10)):
            self.assertGreaterEqual(flow["fct_us"], {20: 300, 10: 100}[last])
            self.assertLess(flow["fct_us"], {20: 300, 10: 100}[last] + last)
        on_wire = 8e-3 * slow["bytes"] / slow["fct_us"] * (1024 + 82) / 1024
        self.assertLess(on_wire, 10)
        self.assertGreater(fast["bytes"] / fast["fct_us"], slow["bytes"] / slow["fct_us"])


class Costs(TestbedCase):
    def test_the_cost_of_messages_is_the_rate_of_short_ones_and_nothing_to_long_ones(self):
        cost = f"{MESSAGE_COST}=140ns"
        spread = self.messages(64, 501, 128, cost) - self.messages(64, 1, 128, cost)
        self.assertAlmostEqual(spread, 500 * 0.140, places=3)
        self.assertEqual(self.messages(4096, 100, 16, cost), self.messages(4096, 100, 16))

    def test_a_gap_between_messages_is_added_to_their_time_on_the_wire(self):
        gap = f"{MESSAGE_GAP}=100ns"
        # A WRITE's headers are 62 and 20 bytes for each packet, and a RETH: 12 and 176 ns at 100 Gb/s.
        # Of several packets the last one begins within a nanosecond, up to which events are rounded.
        for size, wire, rounded in ((52, 0.012, 1e-6), (2020, 0.176, 1e-3)):
            one, more = (self.messages(size, count, 128, gap) for count in (1, 501))
            self.assertAlmostEqual((more - one) / 500, wire + 0.100, delta=1.001 * rounded)
            self.assertEqual(one, self.messages(size, 1, 128), "there is no gap before a message")
            for cost, time in (("20ns", wire + 0.100), ("300ns", 0.300)):
                both = self.messages(size, 501, 128, gap, f"{MESSAGE_COST}={cost}")
                self.assertAlmostEqual((both - one) / 500, time, delta=1.001 * rounded)

    def test_other_queue_pairs_use_the_wire_in_a_gap(self):
        text = ("from,to,bytes,start_us,messages,in_flight\n"
                + 4 * "h0,h1,52,0,501,128\n")  # fmt: skip
        alone = self.messages(52, 501, 128, f"{MESSAGE_GAP}=100ns")
        for flow in self.flows(text, *PAIR, f"{MESSAGE_GAP}=100ns"):
            self.assertAlmostEqual(flow["fct_us"] / alone, 1, delta=5e-3)

    def test_a_gap_follows_the_responses_of_a_read(self):
        words = ("--verb=read", "--retransmission=go-back-n", "--ns3::IncRcQueuePair::MaxReads=128")
        gap = f"{MESSAGE_GAP}=100ns"
        # Each response of one packet has an AETH: 1100 bytes on the wire.
        one, more = (self.messages(1014, count, 128, gap, *words) for count in (1, 301))
        self.assertAlmostEqual(more - one, 300 * (0.088 + 0.100), delta=0.3)

    def test_latencies_add_up_along_the_path(self):
        for switches in (1, 2, 3):
            names = ["a"] + [f"s{i}" for i in range(switches)] + ["b"]
            nodes = [{"name": name, "kind": "host" if name in "ab" else "switch"}
                     for name in names]  # fmt: skip
            links = [{"a": a, "b": b, "rate": "100Gbps", "delay": "100ns"}
                     for a, b in zip(names, names[1:])]  # fmt: skip
            self.write_file("chain.json", json.dumps({"schema": "inc-topology/1", "nodes": nodes,
                                                 "links": links}))  # fmt: skip
            text = "from,to,bytes,start_us\na,b,5000,0\n"
            path = "--topology=file:chain.json"
            (bare,) = self.flows(text, path)
            (late,) = self.flows(text, path, f"{IN_NIC}=301ns", f"{IN_SWITCH}=350ns")
            there_and_back = 2 * (switches * 0.350 + 2 * 0.301)
            for what in ("fct_us", "ideal_us"):
                self.assertAlmostEqual(late[what] - bare[what], there_and_back, places=3)

    def test_aggregation_has_a_latency_of_its_own(self):
        for more in ((), ("--transport=rc",), ("--vatAddressing=root",)):
            words = [*PAIR, "--scheme=inc", "--size=1024", *more]
            bare = self.row(*words)["time_us"]
            self.assertAlmostEqual(self.row(*words, f"{IN_AGGREGATOR}=30ns")["time_us"] - bare,
                                   0.030, places=3)  # fmt: skip
            both = self.row(*words, f"{IN_AGGREGATOR}=30ns", f"{IN_SWITCH}=340ns")
            self.assertAlmostEqual(both["time_us"] - bare, 0.370, places=3)
            self.assertEqual(both["wrong"], 0)

    def test_a_nic_that_is_slow_to_go_back_is_late_by_that(self):
        words = [*PAIR, "--scheme=flows", "--pattern=incast", "--size=300000", "--loss=1e-3"]
        delay = "--ns3::IncRcQueuePair::LossReactionDelay=40us"
        for seed in range(1, 50):
            mine = [*words, f"--RngRun={seed}"]
            pairs = self.row(*mine, "--stats")["stats"]["queue_pairs"]
            if sum(pair["naks_received"] for pair in pairs) == 1 and not sum(
                    pair["timeouts"] for pair in pairs):  # fmt: skip
                break
        bare = self.row(*mine)
        late = self.row(*mine, delay)
        self.assertEqual(late["retransmissions"], bare["retransmissions"], seed)
        # At the end of the delay the wire is free; else a frame may have been on it.
        self.assertLessEqual(late["time_us"] - bare["time_us"], 40.0005, seed)
        self.assertGreater(late["time_us"] - bare["time_us"], 40 - 0.09, seed)

    def test_a_host_that_reduces_slowly_bounds_the_algorithms_on_hosts(self):
        size = 1 << 20
        for scheme, agent in (("ring", "IncRingAgent"), ("halving-doubling", "IncHostAgent"),
                              ("ps", "IncParameterServerAgent")):  # fmt: skip
            words = [*PAIR, f"--scheme={scheme}", f"--size={size}"]
            row = self.row(*words, f"--ns3::{agent}::ReductionRate=1Gbps")
            # With two ranks each reduces a half and copies the other; the server, on the host of
            # one, reduces what the other has.
            work = 8e-3 * size
            self.assertEqual(row["wrong"], 0)
            self.assertGreaterEqual(row["time_us"], work, scheme)
            self.assertLess(row["time_us"], 1.1 * work + self.row(*words)["time_us"], scheme)


PACKETS = "--ns3::IncClient::PacketsPerMessage"


class MessagesOfSeveralPackets(TestbedCase):
    def test_they_share_reth_and_immediate_data(self):
        words = ("--topology=star", "--hosts=4", "--scheme=inc", "--payload=1024",
                 "--aggregation=tree", "--dissemination=tree", "--data=virtual",
                 "--linkRate=100Gbps", "--linkDelay=100ns")  # fmt: skip
        size = 8 << 20
        header = 14 + 20 + 8 + 12 + 16 + 4 + 4 + 20  # all but RETH and immediate data
        for packets in (1, 2, 4, 16):
            row = self.row(*words, f"--size={size}", f"{PACKETS}={packets}")
            twice = self.row(*words, f"--size={2 * size}", f"{PACKETS}={packets}")
            frame = 1024 + header + (16 + 4) / packets
            self.assertAlmostEqual((twice["time_us"] - row["time_us"]) / (size / 1024 * frame * 8e-5),
                                   1, delta=2e-3, msg=packets)  # fmt: skip

    def test_what_follows_a_lost_packet_is_refused_and_repeated(self):
        for words in (["--topology=star", "--hosts=5"], ["--topology=leaf-spine", "--leaves=4"]):
            for more in ((), ("--aggregation=tree", "--dissemination=tree"),
                         ("--dissemination=unicast",)):  # fmt: skip
                row = self.row(*words, "--scheme=inc", "--size=1MiB", "--loss=2e-3", *more,
                               f"{PACKETS}=4", "--stats")  # fmt: skip
                self.assertEqual(row["wrong"], 0)
                self.assertGreater(row["retransmissions"], 0)
                self.assertGreater(json.dumps(row["stats"]).count("out-of-order"), 0, more)

    def test_window_and_tensor_need_no_full_messages(self):
        for slots, size in ((7, 100_000), (1, 10_000), (256, 4), (4, 1_000_004)):
            row = self.row(*PAIR, "--scheme=inc", f"--slots={slots}", f"--size={size}",
                           f"{PACKETS}=4")  # fmt: skip
            self.assertEqual(row["wrong"], 0)


class Profiles(TestbedCase):
    def config(self, *arguments):
        self.row(*PAIR, *arguments)
        return self.load("r.json")["config"]

    def test_a_profile_says_what_nobody_has_typed(self):
        words = ("--scheme=ring", "--size=64KiB", "--profile=dcqcn-40g")
        config = self.config(*words)
        self.assertEqual(
            [config[name] for name in ("profile", "linkRate", "pfc", "cc", "ecnMax")],
            ["dcqcn-40g", "40Gbps", True, "dcqcn", 200000],
        )
        self.assertEqual(config["ns3::IncRcQueuePair::Window"], "16MiB")
        typed = self.config(*words, "--linkRate=50Gbps", "--ns3::IncRcQueuePair::Window=1MiB",
                            "--ns3::IncEcnMarker::MaxThreshold=300KB")  # fmt: skip
        self.assertEqual([typed[name] for name in ("linkRate", "ecnMax", "cc")],
                         ["50Gbps", 300000, "dcqcn"])  # fmt: skip
        self.assertEqual(typed["ns3::IncRcQueuePair::Window"], "1MiB")

    def test_its_buffer_is_shared_without_pfc_too(self):
        words = [*PAIR, "--hosts=9", "--scheme=flows", "--pattern=incast", "--size=3MB"]
        words.remove("--hosts=2")
        lossy = ["--pfc=0", "--ecn=0", "--cc=none"]
        window = "--ns3::IncRcQueuePair::Window=16MiB"
        rows = [self.row(*words, *more)["lost_in_buffers"] for more in (
            ["--linkRate=40Gbps", "--linkDelay=500ns", window, "--buffer=12MB"],
            ["--profile=dcqcn-40g", *lossy],
            ["--linkRate=40Gbps", "--linkDelay=500ns", window])]  # fmt: skip
        self.assertEqual(rows[0], rows[1])
        self.assertLess(rows[1], rows[2])

    def test_it_is_as_if_it_were_typed(self):
        words = [*PAIR, "--scheme=ring", "--size=64KiB"]
        typed = ["--linkRate=100Gbps", "--linkDelay=10ns", f"{MESSAGE_COST}=140ns",
                 f"{IN_NIC}=530ns", f"{IN_SWITCH}=350ns"]  # fmt: skip
        self.assertEqual(self.row(*words, "--profile=connectx5-100g")["time_us"],
                         self.row(*words, *typed)["time_us"])  # fmt: skip
        self.assertNotEqual(self.row(*words)["time_us"], self.row(*words, *typed)["time_us"])

    def test_what_of_it_has_no_effect_is_not_refused(self):
        for words in (("--scheme=inc",), ("--scheme=inc,ring", "--cc=none", "--ecn=0", "--pfc=0")):
            self.config("--size=64KiB", "--profile=hpcc-25g", *words)

    def test_a_run_with_a_profile_can_be_repeated(self):
        row = self.row(*PAIR, "--profile=switchml-100g", "--scheme=inc", "--size=64KiB")
        os.rename(os.path.join(self.folder, "r.json"), os.path.join(self.folder, "first.json"))
        self.assertEqual(self.row("--repeat=first.json"), row)


class Script(TestbedCase):
    def script(self, *words):
        return subprocess.run(["/usr/bin/python3", SCRIPT, os.path.abspath(sys.argv[1]), *words],
                              cwd=self.folder, capture_output=True, text=True, timeout=300,
                              check=False)  # fmt: skip

    def test_a_case_is_simulated_and_compared(self):
        run = self.script("--out=o", "--only=latency,aggregation", "--seeds=1")
        self.assertEqual(run.returncode, 0, run.stderr)
        out = os.path.join(self.folder, "o")
        self.assertEqual(sorted(os.listdir(out)),
                         ["inc-testbeds-aggregation.png", "inc-testbeds-latency.png",
                          "inc-testbeds.csv", "inc-testbeds.md", "inc-testbeds.png"])  # fmt: skip
        with open(os.path.join(out, "inc-testbeds.csv"), encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        found = {row["quantity"]: row for row in rows}
        self.assertEqual([found[name]["within"] for name in ("1 switch", "2 switches")],
                         2 * ["calibrated"])  # fmt: skip
        self.assertEqual(found["512 B, switch that aggregates"]["simulated"], "370")
        for row in rows:
            self.assertIn(row["within"], ("yes", "no", "calibrated", ""), row)
            if row["case"] == "aggregation":
                self.assertEqual(row["within"], "calibrated", row)
        judged = [row["within"] for row in rows if row["within"] in ("yes", "no")]
        self.assertIn(f"\n{judged.count('yes')} of {len(judged)} predictions are within",
                      run.stdout)  # fmt: skip
        with open(os.path.join(out, "inc-testbeds.md"), encoding="utf-8") as file:
            self.assertEqual(file.read().split(), run.stdout.split())

    def test_predictions_are_those_that_were_committed_before_the_comparison(self):
        run = self.script("--out=o", "--only=perftest,perftest-later", "--seeds=1")
        self.assertEqual(run.returncode, 0, run.stderr)
        sys.path.insert(0, str(SCRIPT.parent))
        from inc_testbeds import perftest_later_values, perftest_values

        predictions = perftest_values.PREDICTED | perftest_later_values.PREDICTED
        measured = perftest_values.MEASURED | perftest_later_values.MEASURED
        with open(os.path.join(self.folder, "o", "inc-testbeds.csv"), encoding="utf-8",
                  newline="") as file:  # fmt: skip
            judged = [row for row in csv.DictReader(file) if row["within"] in ("yes", "no")]
        self.assertEqual([[row["case"] for row in judged].count(case)
                          for case in ("perftest", "perftest-later")], [109, 32])  # fmt: skip
        for row in judged:
            name, predicted = row["quantity"], predictions[row["quantity"]]
            source, simulated = name.split(":")[0], float(row["simulated"])
            if row["unit"] == "Gb/s" and len(measured[source]) > 1:
                least = min(measured[source])  # calibrates: a message of this size per cost
                size = int(name.split()[-2]) * {"KiB": 1 << 10, "MiB": 1 << 20}[name.split()[-1]]
                predicted = min(predicted, measured[source][least] * size / least)
            elif "latency" in source:
                continue  # moved by its calibration
            if source != "14 AllGather":
                self.assertAlmostEqual(simulated / predicted, 1, delta=5e-3, msg=name)

    def test_two_models_stand_beside_each_other(self):
        run = self.script("--out=o", "--only=perftest-later", "--seeds=1")
        self.assertEqual(run.returncode, 0, run.stderr)
        with open(os.path.join(self.folder, "o", "inc-testbeds-gap.csv"), encoding="utf-8",
                  newline="") as file:  # fmt: skip
            rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), 32)
        for row in rows:
            self.assertLessEqual(float(row["with a gap"]), float(row["without a gap"]), row)

    def test_bad_arguments_are_refused(self):
        for words in (("--only=x",), ("--seeds=0",), ("--other=1",), ("--out=",)):
            run = self.script(*words)
            self.assertEqual((run.returncode, run.stdout, os.listdir(self.folder)), (2, "", []))
            self.assertEqual(len(run.stderr.splitlines()), 1)
        self.assertIn("standing-queue\n", self.script("--list").stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
