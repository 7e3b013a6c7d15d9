#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""inc-sim --wire: float32 sums that travel as integers."""

import csv
import io
import sys
import unittest

sys.dont_write_bytecode = True

from inc_sim_case import SimCase  # noqa: E402

STAR = ["--topology=star", "--hosts=8"]
BYTES = {"int32": 4, "int16": 2}
PAYLOAD = 1024


class Wire(SimCase):
    def rows(self, *arguments):
        rows = super().rows(*arguments)
        for row in rows:
            if "wire" in row and row["max_error"] is not None:
                self.assertEqual(row["wrong"], 0)
                self.assertLess(0, row["max_error"])
                self.assertLessEqual(row["max_error"], row["error_bound"])
        return rows

    def test_the_error_is_in_the_row_beside_its_bound(self):
        for ranks in (2, 3, 8, 100, 128):
            for wire in BYTES:
                (row,) = self.rows("--topology=star", f"--hosts={ranks}", f"--wire={wire}",
                                   "--scheme=inc", "--size=20000")  # fmt: skip
                self.assertEqual((row["wire"], row["dtype"]), (wire, "float32"))
                # Operands are below 1. Each of them errs by half a step, or by a step if it is
                # clamped, which happens to a few operands near 1.
                step = 2 ** ((ranks - 1).bit_length() + 1 - 8 * BYTES[wire])
                self.assertLess(ranks * step / 2, row["error_bound"])
                self.assertLess(row["error_bound"], (ranks + 3) * step / 2 + ranks * 2**-24)
                self.assertLess(row["clamped"], ranks * 5000 * step + 5, "twice the mean number")

    def test_more_ranks_than_bits_allow_are_refused(self):
        star = ["--topology=star", "--hosts=129", "--scheme=inc", "--size=4KiB"]
        self.refused("up to 128 ranks", *star, "--wire=int16")
        self.assertEqual(self.rows(*star, "--wire=int32")[0]["workers"], 129)

    def test_all_schemes_and_ways_carry_integers(self):
        for arguments in (["--scheme=inc,ring,ps,tree,halving-doubling"],
                          ["--scheme=inc", "--transport=rc", "--loss=0.01"],
                          ["--scheme=inc", "--dissemination=tree", "--loss=0.01"],
                          ["--scheme=inc", "--dissemination=unicast"],
                          ["--scheme=inc", "--reduction=rank", "--inPlace=0"],
                          ["--scheme=inc", "--iterations=3", "--warmup=1", "--straggler=h2:20us"],
                          ["--scheme=inc,ring", "--jobs=2"]):  # fmt: skip
            for wire in BYTES:
                for row in self.rows(*STAR, "--size=100001", f"--wire={wire}", *arguments):
                    self.assertEqual((row["status"], row["wire"]), ("ok", wire), arguments)

    def test_rails_and_shared_slots_carry_integers(self):
        rails = self.rows("--topology=leaf-spine", "--leaves=2", "--spines=2", "--hostsPerLeaf=2",
                          "--rails=2", "--scheme=inc,ring", "--size=100001", "--wire=int16")  # fmt: skip
        pool = self.rows("--topology=leaf-spine", "--leaves=4", "--spines=4", "--hostsPerLeaf=8",
                         "--jobs=4", "--jobPlacement=interleaved", "--scheme=inc", "--slots=32",
                         "--poolSlots=32", "--pool=shared", "--poolMax=0", "--size=64KiB",
                         "--wire=int32")  # fmt: skip
        self.assertGreater(pool[0]["collisions"], 0)
        self.assertEqual([row["status"] for row in rails + pool], ["ok"] * 3)

    def test_all_schemes_have_the_same_error(self):
        rows = self.rows(*STAR, "--scheme=inc,ring,ps", "--size=64KiB", "--wire=int16")
        self.assertEqual(len({row["max_error"] for row in rows}), 1, "sums of integers are exact")

    def test_int16_has_the_bandwidth_of_its_closed_form(self):
        arguments = [*STAR, "--scheme=inc", "--size=16MiB", "--data=virtual"]
        (plain,) = self.rows(*arguments)
        for wire, size in BYTES.items():
            (row,) = self.rows(*arguments, f"--wire={wire}")
            gain = 4 / (size + size / PAYLOAD)  # an exponent of one byte for each payload
            self.assertAlmostEqual(row["bound_algbw_GBps"] / plain["bound_algbw_GBps"], gain)
            self.assertAlmostEqual(row["algbw_GBps"] / plain["algbw_GBps"] / gain, 1, delta=0.02)
            self.assertLessEqual(row["algbw_GBps"], row["bound_algbw_GBps"])
            self.assertIsNone(row["max_error"])

    def test_no_run_exceeds_its_bound(self):
        for arguments in (["--scheme=ring,ps,tree"], ["--scheme=inc", "--slots=4"],
                          ["--scheme=inc,ring", "--jobs=2"]):  # fmt: skip
            for row in self.rows(*STAR, "--size=4KiB,1MiB", "--wire=int16", *arguments):
                self.assertLessEqual(row["algbw_GBps"], row["bound_algbw_GBps"] or 1e9)

    def test_a_factor_has_no_exponents_and_clamps(self):
        arguments = [*STAR, "--scheme=inc", "--size=64KiB"]
        (fixed,) = self.rows(*arguments, "--wire=int32", "--wireScale=fixed:1e6")
        (block,) = self.rows(*arguments, "--wire=int32")
        self.assertLess(fixed["packets_sent"], block["packets_sent"])
        self.assertEqual(fixed["clamped"], 0)
        self.assertGreater(fixed["max_error"], block["max_error"])
        (clamped,) = self.rows(*arguments, "--wire=int16", "--wireScale=fixed:1e4")
        self.assertGreater(clamped["clamped"], 0, "operands above 0.4 do not fit")

    def test_the_table_and_the_csv_file_tell_it_too(self):
        arguments = [*STAR, "--scheme=inc", "--size=64KiB", "--wire=int16"]
        (row,) = self.rows(*arguments)
        text = self.run_sim(*arguments).stdout
        self.assertIn(f"#   int16 on the wire: largest error {row['max_error']:.3g}, "
                      f"bound {row['error_bound']:.3g}; clamped operands {row['clamped']}\n",
                      text)  # fmt: skip
        line = next(csv.DictReader(io.StringIO(self.run_sim(*arguments, "--csv=-").stdout)))
        self.assertEqual(float(line["max_error"]), row["max_error"])
        self.assertEqual(line["wire"], "int16")

    def test_without_it_nothing_changes(self):
        plain = self.run_sim(*STAR, "--size=64KiB").stdout
        given = self.run_sim(*STAR, "--size=64KiB", "--wire=as-is").stdout
        self.assertEqual(plain.split("\n")[1:], given.split("\n")[1:])
        self.assertNotIn("on the wire", plain)

    def test_fast_forward_changes_nothing(self):
        arguments = [*STAR, "--scheme=inc,ring", "--size=4MiB", "--data=virtual", "--wire=int16"]
        off = self.rows(*arguments)
        for mode in ("on", "verify"):
            self.assertEqual(self.rows(*arguments, f"--fastForward={mode}"), off)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
