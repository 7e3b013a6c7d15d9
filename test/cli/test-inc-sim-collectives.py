#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""inc-sim --collective: the nine, by every scheme that knows them."""

import sys
import unittest

from inc_sim_case import SimCase

KNOWS = {
    "inc": "allreduce reduce broadcast allgather reducescatter alltoall gather scatter barrier",
    "ring": "allreduce reduce broadcast allgather reducescatter barrier",
    "tree": "allreduce reduce broadcast barrier",
    "halving-doubling": "allreduce allgather reducescatter",
    "ps": "allreduce",
    "point-to-point": "reduce alltoall gather scatter",
    "auto": "allreduce reduce broadcast allgather reducescatter alltoall gather scatter barrier",
}
ROOTED = ("reduce", "broadcast", "gather", "scatter")
SWITCHES_CANNOT = ("alltoall", "gather", "scatter")


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
        for scheme, collective in pairs():
            if collective == "barrier" or scheme == "auto":
                continue
            row = self.row("--topology=star", "--hosts=8", "--size=4MiB", "--data=virtual",
                           f"--scheme={scheme}", f"--collective={collective}")  # fmt: skip
            reached = row["algbw_GBps"] / row["bound_algbw_GBps"]
            name = (scheme, collective, reached)
            self.assertLessEqual(reached, 1.0001, name)
            in_network = scheme == "inc" and collective not in SWITCHES_CANNOT
            self.assertGreaterEqual(reached, 0.97 if in_network else 0.9, name)

    def test_refuses_by_name_what_a_scheme_does_not_know(self):
        self.refused("--collective=alltoall: ring does not run it; accepted: allreduce, ",
                     "--scheme=ring", "--collective=alltoall")  # fmt: skip
        self.refused("--root=5: accepted: a rank from 0 to 4", "--topology=star", "--hosts=5",
                     "--collective=gather", "--root=5")  # fmt: skip


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
