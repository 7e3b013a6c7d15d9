#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""inc-sim --workload with files of ASTRA-sim and SimAI: their groups, compared with separate
collectives."""

import unittest

from inc_sim_case import SimCase

STAR = ("--topology=star", "--hosts=4")
POLICY = "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 2"


class Parallelism(SimCase):
    def write(self, *lines):
        self.write_file("w.txt", "\n".join((lines[0], str(len(lines) - 1), *lines[1:])) + "\n")
        return "--workload=w.txt"

    def alone(self, scheme, collective, size):
        return self.row("--topology=star", "--hosts=2", f"--scheme={scheme}", f"--size={size}",
                        f"--collective={collective}")["time_us"]  # fmt: skip

    def test_activations_hold_up_computation_and_the_update_follows_the_gradients(self):
        workload = self.write(
            POLICY, "a -1 10000 ALLREDUCE 65536 20000 ALLGATHER 65536 5000 REDUCESCATTER 131072 700")
        row = self.row(*STAR, "--scheme=ring", workload)
        self.assertEqual((row["status"], row["wrong"]), ("ok", 0))
        expected = (10 + self.alone("ring", "allreduce", 65536)
                    + 20 + self.alone("ring", "allgather", 65536)
                    + 5 + self.alone("ring", "reducescatter", 131072) + 0.7)  # fmt: skip
        self.assertAlmostEqual(row["iteration_us"], expected, delta=0.01)

    def test_gradients_overlap_the_layers_before(self):
        rows = ["a -1 1000 NONE 0 0 NONE 0 900000 ALLREDUCE 65536 0",
                "b -1 1000 NONE 0 0 NONE 0 1000 ALLREDUCE 65536 0"]  # fmt: skip
        row = self.row(*STAR, "--scheme=ring", self.write(POLICY, *rows))
        last = self.alone("ring", "allreduce", 65536)
        self.assertAlmostEqual(row["iteration_us"], 1 + 1 + 1 + 900 + last, delta=0.01)

    def test_activations_that_were_not_kept_are_computed_again(self):
        rows = [f"{name} -1 {us}000 NONE 0 0 NONE 0 1000 ALLREDUCE 8 0"
                for name, us in (("a", 10), ("b", 200), ("c", 3000), ("d", 1))]  # fmt: skip
        # Layer 2 is itself a checkpoint; recomputation begins there before the backward pass of
        # layer 3.
        again = POLICY + " checkpoints: 2 0 2 checkpoint_initiates: 2 2 3"
        kept, repeated = (self.row(*STAR, "--scheme=ring", self.write(policy, *rows))["iteration_us"]
                          for policy in (POLICY, again))  # fmt: skip
        self.assertAlmostEqual(repeated - kept, 3000, delta=0.01)

    def test_every_scheme_and_collective_is_right_in_every_group(self):
        policy = "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 2 ep: 2 all_gpus: 16"
        ring = ["ALLREDUCE", "ALLGATHER", "REDUCESCATTER", "BROADCAST"]
        for scheme, names in (("ring", ring), ("inc", [*ring, "ALLTOALL"])):
            rows = [f"{name} -1 9 {name}{suffix} 4096 9 {name} 8192 9 {name}{gradients} 4096 1"
                    for name in names
                    for suffix, gradients in (("", ""), ("_EP", "_DP_EP"))]  # fmt: skip
            row = self.row("--k=4", f"--scheme={scheme}", self.write(policy, *rows))
            self.assertEqual((row["status"], row["wrong"]), ("ok", 0), scheme)

    def test_plain_data_parallelism_is_the_same_with_and_without_groups_of_one(self):
        row = "a -1 1000 NONE 0 2000 NONE 0 3000 ALLREDUCE 65536 0"
        plain = self.row(*STAR, self.write("DATA", row))
        named = self.row(*STAR, self.write("HYBRID_TRANSFORMER model_parallel_NPU_group: 1", row))
        for key in ("time_us", "layers", "link_bytes_total"):
            self.assertEqual(plain[key], named[key])


if __name__ == "__main__":
    unittest.main(argv=[__file__])
