#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""inc-sim --collective: each of the nine collectives, by every scheme that can run it."""

import itertools
import math
import sys
import unittest

from inc_sim_case import SimCase

KNOWS = {
    "inc": "allreduce reduce broadcast allgather reducescatter alltoall gather scatter barrier",
    "ring": "allreduce reduce broadcast allgather reducescatter barrier",
    "tree": "allreduce reduce broadcast barrier",
    "halving-doubling": "allreduce allgather reducescatter",
    "ps": "allreduce reduce",
    "point-to-point": "reduce alltoall gather scatter",
    "auto": "allreduce reduce broadcast allgather reducescatter alltoall gather scatter barrier",
}
ROOTED = ("reduce", "broadcast", "gather", "scatter")
SWITCHES_CANNOT = ("alltoall", "gather", "scatter")
STAR = ("--topology=star", "--hosts=8")
SHAPES = (STAR, ("--k=4",))

# Bytes that a frame adds to its payload on the wire (doc/inc-closed-forms.rst).
PREAMBLE_AND_GAP = 20
CONTRIBUTION = 130
RESULT = 118
BIER_BETWEEN_SWITCHES = 20


def pairs():
    return [(scheme, one) for scheme, known in KNOWS.items() for one in known.split()]


class Collectives(SimCase):
    def test_every_pair_of_collective_and_scheme_is_right_in_place_or_not_with_loss(self):
        for number, (scheme, collective) in enumerate(pairs()):
            arguments = [f"--scheme={scheme}", f"--collective={collective}", "--loss=1e-3"]
            if collective in ROOTED:
                arguments.append(f"--root={number % 5}")
            if collective != "barrier":
                arguments += [f"--inPlace={number % 2}", "--size=20000,8"]
            for row in self.rows("--topology=star", "--hosts=5", *arguments):
                self.assertEqual((row["wrong"], row["collective"]), (0, collective), arguments)

    def test_a_wait_that_is_given_up_says_who_waits_and_claims_no_death(self):
        late = ("--topology=star", "--hosts=4", "--size=64KiB", "--straggler=h1:20ms")
        for scheme, owner in (("inc", "Client"), ("ring", "RankAgent"), ("ps", "RankAgent")):
            limit = f"Inc{owner}::StallTimeout"
            row = self.row(*late, f"--scheme={scheme}", f"--ns3::{limit}=5ms", status=1)
            self.assertRegex(row["status"], "^rank [0-9]+: waits for .* for 0.005 s .*slow")
            self.assertIn(limit, row["status"])

    def test_sizes_are_those_of_nccl_tests(self):
        for collective, count, size in (
            ("allreduce", 1000, 4000),
            ("broadcast", 1000, 4000),
            ("allgather", 333, 3996),
            ("alltoall", 333, 3996),
            ("barrier", 0, 0),
        ):
            arguments = [] if collective == "barrier" else ["--size=4000"]
            row = self.row("--topology=star", "--hosts=3", f"--collective={collective}", *arguments)
            self.assertEqual((row["count"], row["bytes"]), (count, size), collective)
            factor = {"allreduce": 4 / 3, "broadcast": 1, "barrier": 0}.get(collective, 2 / 3)
            self.assertAlmostEqual(row["busbw_GBps"], factor * row["algbw_GBps"], 9)

    def test_what_switches_cannot_do_runs_over_hosts_and_says_so(self):
        for collective in KNOWS["inc"].split():
            row = self.row("--topology=star", "--hosts=3", f"--collective={collective}")
            reason = f"switches cannot speed up {collective}"
            expected = ("host", reason) if collective in SWITCHES_CANNOT else (None, None)
            self.assertEqual((row.get("executed_scheme"), row.get("reason")), expected)

    def test_bounds_are_met_and_never_exceeded(self):
        for (scheme, collective), shape in itertools.product(pairs(), SHAPES):
            if collective == "barrier":
                continue
            row = self.row(*shape, "--size=16MiB", "--data=virtual", f"--scheme={scheme}",
                           f"--collective={collective}")  # fmt: skip
            reached = row["algbw_GBps"] / row["bound_algbw_GBps"]
            name = (scheme, collective, shape, reached)
            self.assertLessEqual(reached, 1, name)
            in_network = scheme == "inc" and collective not in SWITCHES_CANNOT
            self.assertGreaterEqual(reached, 0.97 if in_network else 0.95, name)

    def test_halving_and_doubling_carries_no_more_with_any_number_of_ranks(self):
        payload, headers = 1024, 82
        for ranks in (3, 7, 13):
            size = 4 * ranks << 20
            for collective, volume in (("allreduce", 2), ("allgather", 1), ("reducescatter", 1)):
                row = self.row("--topology=star", f"--hosts={ranks}", f"--size={size}",
                               "--data=virtual", "--scheme=halving-doubling",
                               f"--collective={collective}")  # fmt: skip
                carried = volume * (ranks - 1) / ranks * size
                least = carried * (payload + headers) / payload * 8e-5
                self.assertLess(least, row["time_us"], (ranks, collective))
                self.assertLess(0.97 * row["time_us"], least, (ranks, collective))

    def test_bounds_of_small_sizes_count_latencies_and_are_never_exceeded(self):
        for scheme, collective in pairs():
            if collective == "barrier":
                continue
            root = ("--root=3",) if collective in ROOTED else ()
            for row in self.rows("--k=4", "--size=64,4KiB,100KB", "--data=virtual", *root,
                                 f"--scheme={scheme}", f"--collective={collective}"):  # fmt: skip
                if row["bound_algbw_GBps"]:
                    reached = row["algbw_GBps"] / row["bound_algbw_GBps"]
                    self.assertLessEqual(reached, 1, (scheme, collective, row["bytes"]))

    def test_in_the_network_a_star_has_the_load_of_a_workers_link(self):
        payload, ranks = 1024, 8
        for collective, up, down in (
            ("allreduce", 1, 1),
            ("reduce", 1, 1),
            ("broadcast", 1, 1),
            ("allgather", 1 / ranks, (ranks - 1) / ranks),
            ("reducescatter", 1, 1 / ranks),
        ):
            row = self.row(*STAR, f"--collective={collective}", "--data=virtual")
            busiest = max(up * payload + CONTRIBUTION, down * payload + RESULT)
            self.assertAlmostEqual(row["bound_algbw_GBps"], 12.5 * payload / busiest, 9, collective)

    def test_elements_cross_each_link_of_the_tree_once_and_only_where_they_are_needed(self):
        payload, messages = 1024, 4096
        size = payload * messages
        # One contribution without elements answers for up to 32 messages, but never passes one with
        # elements. Downwards, one result without elements answers for eight.
        for collective, elements, up, down in (
            # The root's data go up, and go down to the others.
            ("broadcast", (1 + 7) * size, messages * (1 + 7 / 32), 8 * messages),
            # A rank contributes its block, S/n, in every eighth message, and gets the others'
            # blocks. The first and the last rank begin and end with their own message.
            ("allgather", size + 7 * size, 2 * messages + 6, 8 * messages),
            ("reduce", (8 + 1) * size, 8 * messages, messages * (1 + 7 / 8)),
            ("reducescatter", (8 + 1) * size, 8 * messages, messages * (1 + 7 / 8)),
            ("allreduce", (8 + 8) * size, 8 * messages, 8 * messages),
        ):
            for transport in ("uc", "rc"):
                row = self.row(*STAR, "--size=4MiB", f"--collective={collective}",
                               "--data=virtual", f"--transport={transport}")  # fmt: skip
                copies = down if transport == "uc" else 8 * messages
                if transport == "uc":
                    headers = (up * (CONTRIBUTION - PREAMBLE_AND_GAP)
                               + down * (RESULT - PREAMBLE_AND_GAP))  # fmt: skip
                    self.assertEqual(row["link_bytes_total"], elements + headers, collective)
                self.assertEqual(row["link_copies"], copies, (collective, transport))

    def test_by_bier_no_link_of_a_broadcast_or_reduce_has_more_than_a_packet_a_message(self):
        for collective in ("broadcast", "allgather", "reduce"):
            row = self.row("--k=4", "--size=1MiB", f"--collective={collective}", "--data=virtual")
            largest = 1024 + RESULT - PREAMBLE_AND_GAP + BIER_BETWEEN_SWITCHES
            self.assertLessEqual(row["link_bytes_max"], 1024 * largest, collective)

    def test_each_of_128_ranks_injects_its_block_and_headers_in_an_allgather(self):
        payload, messages, ranks = 1024, 1024, 128
        row = self.row("--k=8", "--size=1MiB", "--collective=allgather", "--data=virtual",
                       "--stats")  # fmt: skip
        sent = {port["sent_bytes"] for port in row["stats"]["ports"] if port["port"][0] == "h"}
        # Between its own messages, a rank answers for the others' messages 32 at a time.
        own = messages // ranks
        packets = {
            own + math.ceil(rank / 32) + (own - 1) * 4 + math.ceil((ranks - 1 - rank) / 32)
            for rank in range(ranks)
        }
        self.assertEqual(sent, {own * payload + number * (CONTRIBUTION + 8 - PREAMBLE_AND_GAP)
                                for number in packets})  # fmt: skip

    def test_a_barrier_takes_its_ways(self):
        # A hop takes 1 us and the time of a packet without data. Through the switch of a star a
        # packet takes two hops.
        def way(hops, overhead):
            return hops * (1 + overhead * 8e-5)

        rc = 78  # bytes of an RC frame without ImmDt and RETH
        for shape, scheme, expected in (
            (STAR, "inc", way(1, CONTRIBUTION) + way(1, RESULT)),
            (["--k=4"], "inc",
             way(3, CONTRIBUTION) + way(3, RESULT) + 2 * BIER_BETWEEN_SWITCHES * 8e-5),
            (["--k=8"], "inc",  # with 128 ranks, the BitString is 8 bytes longer
             way(3, CONTRIBUTION + 8) + way(3, RESULT) + 2 * (BIER_BETWEEN_SWITCHES + 8) * 8e-5),
            (STAR, "tree", 3 * way(2, rc + 20)),
            (STAR, "ring", 15 * way(2, rc + 20)),
        ):  # fmt: skip
            row = self.row(*shape, "--collective=barrier", f"--scheme={scheme}")
            self.assertAlmostEqual(row["time_us"] / expected, 1, 2, (shape, scheme, expected))

    def test_flows_of_one_step_take_different_paths(self):
        arguments = ("--k=4", "--size=4MiB", "--data=virtual", "--scheme=halving-doubling")
        spread = self.row(*arguments)
        drawn = self.row(*arguments, "--ns3::IncHostCollective::SpreadFlows=false")
        self.assertLess(spread["time_us"], 0.8 * drawn["time_us"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
