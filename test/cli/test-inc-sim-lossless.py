#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""inc-sim --pfc, --ecn and --cc, with their arguments."""

import json
import os
import sys
import unittest

sys.dont_write_bytecode = True

from inc_sim_case import SimCase  # noqa: E402


INCAST = ["--topology=star", "--hosts=65", "--scheme=flows", "--pattern=incast", "--size=1MiB",
          "--payload=4096"]  # fmt: skip

# Switches in a ring: shortest paths of two hops turn around it, so PFC can deadlock.
RING = 5


def ring_topology(path):
    nodes = [{"name": f"s{i}", "kind": "switch"} for i in range(RING)]
    nodes += [{"name": f"h{i}", "kind": "host"} for i in range(3 * RING)]
    links = [{"a": f"s{i}", "b": f"s{(i + 1) % RING}"} for i in range(RING)]
    links += [{"a": f"h{i}", "b": f"s{i % RING}"} for i in range(3 * RING)]
    for link in links:
        link.update(rate="100Gbps", delay="1us")
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"schema": "inc-topology/1", "nodes": nodes, "links": links}, file)


class Lossless(SimCase):
    TIMEOUT = 100

    def test_a_table_says_when_pfc_paused_nobody(self):
        many = ("--scheme=ps", "--size=1MiB", "--pfc=1")
        self.assertIn("No pause was sent    : no queue filled its share of the buffer of 33554432",
                      self.run_sim(*many).stdout)  # fmt: skip
        self.assertNotIn("No pause", self.run_sim(*many, "--buffer=1MiB").stdout)
        self.assertNotIn("No pause", self.run_sim("--size=64KiB").stdout)

    def test_incast_of_64_with_pfc_drops_nothing_and_fills_the_link(self):
        row = self.row(*INCAST, "--pfc=1", "--buffer=8MiB", "--stats")
        self.assertEqual(row["bytes"], 64 << 20)
        self.assertGreater(row["stats"]["totals"]["pauses_sent"], 64, "all are paused")
        self.assertEqual((row["packets_lost"], row["retransmissions"]), (0, 0))
        bound = 12.5 * 4096 / (4096 + 82)  # GB/s
        self.assertGreater(row["algbw_GBps"], 0.95 * bound)
        self.assertLessEqual(row["algbw_GBps"], bound)

    def test_attributes_of_reliable_connections_reach_aggregation_too(self):
        lossy = ["--scheme=inc", "--transport=rc", "--size=256KiB", "--loss=1e-3"]
        usual = self.row(*lossy)
        for attribute in ("Window=65536", "AckInterval=1", "AckDelay=0s"):
            with self.subTest(attribute=attribute):
                row = self.row(*lossy, f"--ns3::IncRcQueuePair::{attribute}")
                self.assertEqual((row["status"], row["wrong"]), ("ok", 0))
                self.assertNotEqual(row["time_us"], usual["time_us"])

    def test_acknowledgements_wait_as_long_as_their_delay_says(self):
        tree = ["--topology=star", "--hosts=8", "--scheme=tree", "--size=1MiB", "--data=virtual"]
        delays = ((), *((f"--ns3::IncRcQueuePair::AckDelay={time}",) for time in ("0ns", "5ms")))
        times = [self.row(*tree, *delay)["time_us"] for delay in delays]
        self.assertEqual(len(set(times)), 3, "0 is not the default")
        # Algorithms that measure the path ask for an acknowledgement at once.
        measured = [self.row(*tree, "--cc=swift", *delay)["time_us"] for delay in delays]
        self.assertEqual(len(set(measured)), 1)
        self.assertLess(measured[0], 1.2 * times[0])

    def test_timers_do_not_take_a_pause_for_a_loss(self):
        """Frames that wait behind several paused switches are late, not lost."""
        flows = ["--scheme=flows", "--pattern=incast", "--payload=4096", "--pfc=1"]
        wide = ["--topology=leaf-spine", "--leaves=13", "--hostsPerLeaf=5", "--size=1MiB"]
        for network, gbps in (
            (wide, 100),
            ([*wide, "--buffer=4MiB"], 100),
            (["--topology=leaf-spine", "--leaves=5", "--spines=1", "--hostsPerLeaf=13",
              "--size=1MiB"], 100),
            (["--topology=fat-tree", "--k=8", "--workers=65", "--size=1MiB"], 100),
            (["--topology=fat-tree", "--k=16", "--size=128KiB"], 100),
            (["--topology=star", "--hosts=65", "--linkRate=10Gbps", "--size=1MiB"], 10),
        ):  # fmt: skip
            with self.subTest(network=network):
                row = self.row(*flows, *network)
                self.assertGreaterEqual(row["bytes"], 64 << 20)
                self.assertEqual(row["packets_lost"], 0)
                self.assertEqual((row["timeouts"], row["retransmissions"]), (0, 0))
                self.assertGreater(row["algbw_GBps"], 0.95 * gbps / 8 * 4096 / (4096 + 82))
        hasty = self.row(*flows, *wide, "--rto=500us")
        self.assertGreater(hasty["timeouts"], 0, "--rto is what counts where it is given")

    def test_timers_are_quick_again_where_frames_are_lost_in_spite_of_pfc(self):
        for extra in (["--scheme=ring"], ["--scheme=inc", "--transport=rc"]):
            with self.subTest(extra=extra):
                lossy = ["--pfc=1", "--size=2MiB", "--loss=1e-3", *extra]
                usual = self.row(*lossy)["time_us"]
                self.assertLess(usual, 1.5 * self.row(*lossy, "--rto=500us")["time_us"])

    def test_incast_without_pfc_completes_and_selective_repeat_does_better(self):
        lossless = self.row(*INCAST, "--pfc=1", "--buffer=8MiB")["time_us"]
        # ends of the last flow; one back-off decides each, so the sum over all buffers is compared
        ends = []
        for buffer in ("512KiB", "1MiB", "2MiB", "4MiB"):
            with self.subTest(buffer=buffer):
                rows = []
                for repair in ("go-back-n", "selective-repeat"):
                    row = self.row(*INCAST, f"--buffer={buffer}", f"--retransmission={repair}")
                    self.assertEqual((row["status"], row["bytes"]), ("ok", 64 << 20))
                    self.assertGreater(row["lost_in_buffers"], 1000)
                    self.assertGreater(row["retransmissions"], 1000)
                    rows.append(row)
                back, selective = rows
                self.assertGreater(back["retransmissions"], selective["retransmissions"])
                self.assertGreater(back["fct_us"]["mean"], selective["fct_us"]["mean"])
                self.assertGreater(selective["time_us"], lossless)
                ends.append((back["time_us"], selective["time_us"]))
        self.assertGreater(sum(back for back, _ in ends), sum(selective for _, selective in ends))

    def test_every_scheme_runs_right_with_each_of_them(self):
        for extra in (["--pfc=1"], ["--ecn=1"], ["--ecn=1", "--cc=dcqcn"],
                      ["--pfc=1", "--ecn=1", "--cc=dcqcn"], ["--cc=swift"],
                      ["--retransmission=selective-repeat", "--loss=1e-3"],
                      ["--buffer=1MiB"]):  # fmt: skip
            for transport in ("uc", "rc"):
                with self.subTest(extra=extra, transport=transport):
                    rows = self.rows("--scheme=inc,ring,ps,flows", "--size=256KiB",
                                     f"--transport={transport}", *extra)  # fmt: skip
                    self.assertEqual([row["status"] for row in rows], ["ok"] * 4)
                    self.assertEqual([row["wrong"] for row in rows], [0, 0, 0, None])
                    if "--pfc=1" in extra:
                        self.assertEqual([row["packets_lost"] for row in rows], [0] * 4)

    def test_congestion_control_keeps_the_buffer_from_overflowing(self):
        small = [*INCAST, "--hosts=9", "--size=8MiB", "--buffer=1MiB"]
        small.remove("--hosts=65")
        small.remove("--size=1MiB")
        free = self.row(*small)["lost_in_buffers"]
        dcqcn = self.row(*small, "--ecn=1", "--cc=dcqcn")["lost_in_buffers"]
        swift = self.row(*small, "--cc=swift")["lost_in_buffers"]
        slower = ["--ns3::IncDcqcn::Gain=1", "--ns3::IncDcqcn::RateIncreaseInterval=10ms"]
        cautious = self.row(*small, "--ecn=1", "--cc=dcqcn", *slower)["time_us"]
        self.assertGreater(free, 3 * dcqcn)
        self.assertGreater(free, 3 * swift)
        usual = self.row(*small, "--ecn=1", "--cc=dcqcn")["time_us"]
        self.assertGreater(cautious, 1.5 * usual, "attributes of DCQCN arrive at it")

    def test_a_deadlock_of_pfc_is_the_status_of_the_row(self):
        ring_topology(os.path.join(self.folder, "ring.json"))
        row = self.rows("--topology=file:ring.json", "--scheme=flows", "--pattern=alltoall",
                        "--pfc=1", "--ns3::IncSharedBuffer::XoffThreshold=30000", "--size=1MiB",
                        status=1)[0]  # fmt: skip
        self.assertIsNone(row["time_us"])
        self.assertRegex(row["status"], r"^PFC deadlock at \+[0-9.e+]+[a-z]+, priority 3: "
                         r"s\d->s\d(, s\d->s\d){4}$")  # fmt: skip

    def test_a_deadlock_is_that_of_one_row_only(self):
        ring_topology(os.path.join(self.folder, "ring.json"))
        arguments = ["--topology=file:ring.json", "--pattern=alltoall", "--pfc=1",
                     "--ns3::IncSharedBuffer::XoffThreshold=30000", "--size=1MiB"]  # fmt: skip
        rows = self.rows(*arguments, "--scheme=flows,inc,ring", status=1)
        self.assertIn("PFC deadlock", rows[0]["status"])
        self.assertEqual([row["status"] for row in rows[1:]], ["ok", "ok"])
        self.assertEqual([row["wrong"] for row in rows[1:]], [0, 0])

    def test_frames_that_break_a_deadlock_are_counted_as_lost(self):
        ring_topology(os.path.join(self.folder, "ring.json"))
        row = self.rows("--topology=file:ring.json", "--scheme=flows", "--pattern=alltoall",
                        "--pfc=1", "--ns3::IncSharedBuffer::XoffThreshold=30000", "--size=512KiB",
                        "--ns3::IncPfcWatchdog::Action=drop", "--stats")[0]  # fmt: skip
        dropped = row["stats"]["totals"]["drops"]["pfc-deadlock"]
        self.assertGreater(dropped, 0)
        self.assertEqual((row["packets_lost"], row["lost_in_buffers"]), (dropped, 0))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
