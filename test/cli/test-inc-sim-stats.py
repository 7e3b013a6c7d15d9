#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""inc-sim --stats: every frame that is sent is received or dropped for a reason, at every level."""

import collections
import sys
import unittest

sys.dont_write_bytecode = True

from inc_sim_case import SimCase  # noqa: E402

INCAST = ["--topology=star", "--hosts=9", "--scheme=flows", "--pattern=incast"]


def sums(rows, *columns):
    return [sum(row[column] for row in rows) for column in columns]


class Statistics(SimCase):
    def simulate(self, *arguments, stats="--stats"):
        run = self.run_sim(stats, "--output=r.json", *arguments, status=0)
        return self.load("r.json")["results"], run.stdout

    def check_ports(self, row):
        """Check that ports, priorities, drops and the row are consistent."""
        stats = row["stats"]
        ports = {port["port"]: port for port in stats["ports"]}
        self.assertEqual(sums(stats["ports"], "sent_frames", "sent_bytes"),
                         [row["packets_sent"], row["link_bytes_total"]])  # fmt: skip
        self.assertEqual(max(port["sent_bytes"] for port in stats["ports"]), row["link_bytes_max"])
        by_port = collections.Counter()
        for priority in stats["priorities"]:
            for field in ("sent_frames", "received_bytes", "drops", "ecn_marked", "paused_ns"):
                by_port[priority["port"], field] += priority[field]
        for (port, field), count in by_port.items():
            self.assertEqual(ports[port][field], count, (port, field))
        drops = collections.Counter()
        reasons = collections.Counter()
        for drop in stats["drops"]:
            drops[drop["port"]] += drop["frames"]
            reasons[drop["reason"]] += drop["frames"]
        self.assertEqual({name: port["drops"] for name, port in ports.items() if port["drops"]},
                         dict(drops))  # fmt: skip
        self.assertEqual(stats["totals"]["drops"], dict(reasons))
        self.assertEqual(row["packets_lost"],
                         sum(count for reason, count in reasons.items()
                             if reason != "unknown-qp"))  # fmt: skip
        return ports

    def test_what_is_sent_on_a_link_is_received_or_lost_there(self):
        for scheme in ("ring", "flows"):
            rows, _ = self.simulate(f"--scheme={scheme}", "--size=256KiB", "--loss=1e-3")
            row = rows[0]
            ports = self.check_ports(row)
            for name, port in ports.items():
                there = "->".join(reversed(name.split("->")))
                lost = sum(drop["frames"] for drop in row["stats"]["drops"]
                           if drop["port"] == there and drop["reason"] == "link-error")
                under_way = port["sent_frames"] - ports[there]["received_frames"] - lost
                self.assertTrue(0 <= under_way <= 20, (name, under_way))

    def test_a_row_counts_what_happened_in_it(self):
        rows, _ = self.simulate("--k=4", "--scheme=inc,ring,ps", "--size=64KiB,128KiB,64KiB")
        for first, _, third in (rows[0:3], rows[3:6], rows[6:9]):
            self.assertEqual(sums(first["stats"]["queue_pairs"], "packets_sent", "bytes_sent"),
                             sums(third["stats"]["queue_pairs"], "packets_sent", "bytes_sent"))
            self.assertEqual(first["stats"]["aggregators"], third["stats"]["aggregators"])
            self.assertEqual(first["stats"]["clients"], third["stats"]["clients"])
        for row in rows:
            self.check_ports(row)
        # 16 workers, 64 messages; four edge switches of two pods each, and the root above.
        inc = rows[0]["stats"]
        self.assertEqual(sums(inc["clients"], "messages_sent", "retransmissions"), [16 * 64, 0])
        self.assertEqual([row["rank"] for row in inc["clients"]], list(range(16)))
        self.assertEqual({row["completed"] for row in inc["aggregators"]}, {64})
        workers = [row for row in inc["queue_pairs"] if row["node"].startswith("h")]
        self.assertEqual(sums(workers, "bytes_sent", "bytes_received"), [16 << 16, 16 << 16])
        self.assertEqual({row["service"] for row in inc["queue_pairs"]}, {"UC"})

    def test_queue_pairs_of_both_ends_agree(self):
        rows, _ = self.simulate(*INCAST, "--size=256KiB", "--buffer=256KiB")
        row = rows[0]
        self.check_ports(row)
        self.assertGreater(row["stats"]["totals"]["drops"]["dynamic-threshold"], 0)
        pairs = {(qp["node"], qp["qpn"]): qp for qp in row["stats"]["queue_pairs"]}
        self.assertEqual(len(pairs), 16)
        lost = 0
        for qp in pairs.values():
            peer = pairs[qp["peer"], qp["peer_qpn"]]
            self.assertEqual((peer["peer"], peer["peer_qpn"]), (qp["node"], qp["qpn"]))
            if qp["packets_sent"]:
                lost += qp["packets_sent"] - peer["packets_received"]
                self.assertEqual(qp["bytes_sent"] - 1024 * qp["retransmissions"], 256 << 10)
        self.assertTrue(0 <= row["lost_in_buffers"] - lost <= 2, "data is what was dropped")
        self.assertEqual(sum(qp["retransmissions"] for qp in pairs.values()),
                         row["retransmissions"])  # fmt: skip

    def test_pauses_marks_and_cnps_are_counted_where_they_are_sent_and_received(self):
        rows, text = self.simulate(*INCAST, "--size=1MiB", "--pfc=1", "--buffer=2MiB", "--ecn=1",
                                   "--cc=dcqcn")  # fmt: skip
        row = rows[0]
        ports = self.check_ports(row)
        stats = row["stats"]
        self.assertEqual(stats["drops"], [])
        totals = stats["totals"]
        self.assertGreater(totals["pauses_sent"], 0)
        self.assertEqual(totals["pauses_sent"], sum(p["pauses_received"] for p in ports.values()))
        self.assertTrue(0 < totals["paused_ns"] < 8e3 * row["time_us"])
        self.assertEqual({p["port"] for p in stats["priorities"] if p["paused_ns"]},
                         {f"h{i}->s0" for i in range(1, 9)})  # fmt: skip
        self.assertEqual(totals["ecn_marked"], ports["s0->h0"]["ecn_marked"])
        self.assertEqual(sums(stats["queue_pairs"], "ecn_marks_received"), [totals["ecn_marked"]])
        self.assertGreater(totals["cnps_sent"], 8)
        self.assertEqual(totals["cnps_sent"], totals["cnps_received"])
        for word in ("totals: drops 0", "queue_pairs", "paused_ns", "cnps_received", "s0->h0"):
            self.assertIn(word, text)

    def test_a_file_has_each_counter_on_a_line(self):
        rows, _ = self.simulate("--topology=star", "--hosts=3", "--size=8KiB,64KiB",
                                "--scheme=inc,ring", stats="--stats=s.csv")  # fmt: skip
        told = collections.defaultdict(dict)
        for line in self.table("s.csv"):
            key = (int(line["row"]), line["table"], line["object"])
            told[key][line["counter"]] = float(line["value"])
        labels = {"ports": ["port"], "priorities": ["port", "priority"], "aggregators": ["node"],
                  "clients": ["tree", "rank"],
                  "queue_pairs": ["node", "qpn", "service", "peer", "peer_qpn"],
                  "identities": ["node", "tree", "rank"]}  # fmt: skip
        wanted = {}
        for number, row in enumerate(rows):
            for table, names in labels.items():
                for each in row["stats"][table]:
                    key = (number, table, "/".join(str(each.pop(name)) for name in names))
                    each.pop("rate_Gbps", None)
                    wanted[key] = each
        self.assertEqual(dict(told), wanted)
        self.assertGreater(len(wanted), 80)

    def test_deadlocks_that_are_broken_are_reported_without_failing_the_row(self):
        names = [f"s{i}" for i in range(5)]
        nodes = [{"name": name, "kind": "switch"} for name in names]
        nodes += [{"name": f"h{i}", "kind": "host"} for i in range(15)]
        pairs = [(names[i], names[(i + 1) % 5]) for i in range(5)]
        pairs += [(f"h{i}", names[i % 5]) for i in range(15)]
        links = [{"a": a, "b": b, "rate": "100Gbps", "delay": "1us"} for a, b in pairs]
        self.write_file("t.json", {"schema": "inc-topology/1", "nodes": nodes, "links": links})
        rows, _ = self.simulate("--topology=file:t.json", "--scheme=flows",
                                "--pattern=alltoall", "--pfc=1", "--size=1MiB",
                                "--ns3::IncSharedBuffer::XoffThreshold=30000",
                                "--ns3::IncPfcWatchdog::Action=drop")  # fmt: skip
        self.assertEqual(rows[0]["status"], "ok")
        self.assertGreater(rows[0]["stats"]["totals"]["drops"]["pfc-deadlock"], 0)
        self.assertIn("PFC deadlock at", rows[0]["stats"]["deadlocks"][0]["report"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
