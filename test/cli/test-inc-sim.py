#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The basic behaviour of inc-sim: bounds, faults, data types, repeatability, interruption."""

import os
import signal
import subprocess
import sys
import time
import unittest

sys.dont_write_bytecode = True

from inc_sim_case import INC_SIM, SimCase  # noqa: E402


# Fields that may differ between two runs of one seed.
MACHINE = ("wall_s", "cpu_s", "peak_rss_bytes")

DTYPES = ("float32", "float16", "bfloat16", "float64", "int8", "uint8", "int32", "int64",
          "int16")
OPERATIONS = ("sum", "prod", "min", "max")


class Simulation(SimCase):
    TIMEOUT = 900  # seconds

    def simulate(self, *arguments, status=0):
        """Return the rows of a run's result file, and its simulation object."""
        self.run_sim("--quiet", "--output=result.json", *arguments, status=status)
        result = self.load("result.json")
        os.remove(self.path("result.json"))
        return result["results"], result["simulation"]

    def expect_right(self, rows, arguments):
        for row in rows:
            said = (arguments, row["scheme"], row["bytes"])
            self.assertEqual(row["status"], "ok", said)
            self.assertEqual(row["wrong"], 0, said)


class Bounds(Simulation):
    def test_the_network_reaches_97_percent_of_the_bound_and_the_ring_95(self):
        for arguments in (
            ["--k=4", "--size=8MiB"],
            ["--k=4", "--size=8MiB", "--payload=4096", "--aggregation=tree"],
            ["--k=4", "--size=4MiB", "--workers=5", "--placement=spread"],
            ["--topology=star", "--hosts=4", "--size=4MiB", "--linkRate=10Gbps"],
        ):
            rows, _ = self.simulate("--scheme=inc,ring", *arguments)
            self.expect_right(rows, arguments)
            for row, share in zip(rows, (0.97, 0.95)):
                reached = row["algbw_GBps"] / row["bound_algbw_GBps"]
                self.assertGreaterEqual(reached, share, (arguments, row["scheme"]))
                self.assertLessEqual(reached, 1.0001, (arguments, row["scheme"]))

    def test_more_workers_cost_the_network_nothing_and_virtual_data_change_nothing(self):
        arguments = ["--k=8", "--size=2MiB", "--scheme=inc"]
        real, _ = self.simulate(*arguments)
        virtual, simulation = self.simulate("--data=virtual", *arguments)
        self.expect_right(real, arguments)
        self.assertIsNone(virtual[0]["wrong"])
        self.assertEqual(real[0]["time_us"], virtual[0]["time_us"])
        self.assertGreaterEqual(real[0]["algbw_GBps"] / real[0]["bound_algbw_GBps"], 0.95)
        self.assertEqual(real[0]["workers"], 128)
        # The buffers of 128 ranks would take 256 MiB. A sanitizer keeps freed memory, so it is not
        # checked.
        if "INC_SANITIZE" not in os.environ:
            self.assertLess(simulation["peak_rss_bytes"], 200 << 20)

    def test_the_window_bounds_goodput_with_few_slots(self):
        for slots in (1, 3, 8, 16):
            for more in (
                [],
                ["--aggregation=tree", "--dissemination=tree"],
                ["--payload=4096", "--linkDelay=3us", "--dissemination=tree"],
            ):
                arguments = ["--k=4", "--size=2MiB", f"--slots={slots}", *more]
                rows, _ = self.simulate(*arguments)
                self.expect_right(rows, arguments)
                reached = rows[0]["algbw_GBps"] / rows[0]["bound_algbw_GBps"]
                self.assertAlmostEqual(reached, 1, delta=0.03, msg=str(arguments))
                # If results go down the tree, a slot is in use until they have passed it. If they
                # bypass it, a slot is in use only while it collects.
                if more:
                    self.assertIn(rows[0]["slot_peak"], range(1, slots + 1))
                else:
                    self.assertIn(rows[0]["slot_peak"], range(1, slots + 1))


class Faults(Simulation):
    def test_every_fault_ends_in_right_results_for_every_scheme(self):
        for fault, size in (
            (["--loss=1e-3"], "1MiB"),
            (["--loss=1e-2"], "512KiB"),
            (["--loss=1e-2", "--lossModel=burst"], "512KiB"),
            (["--duplicate=1"], "256KiB"),
            (["--reorder=0.5"], "128KiB"),
            (["--reorder=1", "--duplicate=1"], "64KiB"),
            (["--loss=1e-2", "--duplicate=0.1", "--reorder=0.1", "--slots=7"], "128KiB"),
            (["--loss=2e-2", "--aggregation=tree"], "256KiB"),
            (["--loss=2e-2", "--vatAddressing=root"], "256KiB"),
            (["--loss=2e-2", "--reduction=rank"], "256KiB"),
        ):
            arguments = ["--k=4", "--scheme=inc,ring,ps", f"--size={size}", *fault]
            rows, _ = self.simulate(*arguments)
            self.assertEqual(len(rows), 3)
            self.expect_right(rows, arguments)
            if fault[0].startswith("--loss"):
                self.assertTrue(all(row["packets_lost"] > 0 for row in rows), arguments)
                self.assertTrue(all(row["retransmissions"] > 0 for row in rows), arguments)
            if fault == ["--duplicate=1"]:
                self.assertTrue(all(row["duplicates_dropped"] > 0 for row in rows), arguments)

    def test_ten_seeds_give_ten_right_results(self):
        times = set()
        for seed in range(1, 11):
            arguments = ["--scheme=inc", "--size=1MiB", "--loss=1e-2", f"--RngSeed={seed}"]
            rows, _ = self.simulate(*arguments)
            self.expect_right(rows, arguments)
            times.add(rows[0]["time_us"])
        self.assertEqual(len(times), 10, "every seed draws other losses")

    def test_a_literal_slot_fails_with_a_lost_result_and_a_shadow_slot_does_not(self):
        arguments = ["--scheme=inc", "--size=256KiB", "--maxRetries=5"]
        rows, _ = self.simulate("--slotMode=literal", *arguments)
        self.expect_right(rows, arguments)
        rows, _ = self.simulate("--slotMode=literal", "--loss=1e-2", *arguments, status=1)
        self.assertIn("5 timeouts without progress", rows[0]["status"])
        rows, _ = self.simulate("--loss=1e-2", "--maxRetries=50", *arguments[:2])
        self.expect_right(rows, arguments)

    def test_rank_order_gives_one_result_whatever_is_lost(self):
        for seed in range(1, 4):
            arguments = [
                "--reduction=rank",
                "--scheme=inc,ps",
                "--size=64KiB,100",
                "--loss=1e-2",
                "--reorder=0.2",
                f"--RngSeed={seed}",
            ]
            # The reference has the exact bits of the reduction in rank order.
            rows, _ = self.simulate(*arguments)
            self.expect_right(rows, arguments)


class Operands(Simulation):
    def test_all_types_operations_and_odd_sizes(self):
        size_of = {"float32": 4, "float16": 2, "bfloat16": 2, "float64": 8}
        size_of.update({"int8": 1, "uint8": 1, "int16": 2, "int32": 4, "int64": 8})
        for dtype in DTYPES:
            element = size_of[dtype]
            # One element, a packet and one element less or more, and a size that divides evenly by
            # nothing.
            sizes = [element, 1024 - element, 1024, 1024 + element, 12345]
            for operation in OPERATIONS:
                arguments = [
                    "--topology=star",
                    "--hosts=5",
                    "--scheme=inc,ring,ps",
                    f"--dtype={dtype}",
                    f"--op={operation}",
                    "--size=" + ",".join(map(str, sizes)),
                ]
                rows, _ = self.simulate(*arguments)
                self.assertEqual(len(rows), 3 * len(sizes))
                self.expect_right(rows, arguments)
                self.assertEqual(rows[4]["count"], 12345 // element)

    def test_one_worker(self):
        rows, _ = self.simulate("--workers=1", "--scheme=inc,ring,ps", "--size=100KiB")
        self.expect_right(rows, ["--workers=1"])


class Repeatability(Simulation):
    def result_without_machine(self, *arguments):
        run = self.run_sim("--quiet", "--output=result.json", "--scheme=inc,ring,ps", *arguments,
                           status=0)  # fmt: skip
        self.assertEqual(run.stdout, "")
        result = self.load("result.json")
        for name in MACHINE:
            del result["simulation"][name]
        return result

    def test_one_seed_gives_one_result_file(self):
        faults = ("--size=64KiB", "--loss=1e-2", "--duplicate=0.1", "--reorder=0.1")
        for arguments in (
            ("--size=256KiB", "--placement=random", "--workers=9"),
            ("--RngSeed=7", "--RngRun=3", *faults),
        ):
            first = self.result_without_machine(*arguments)
            self.assertEqual(first, self.result_without_machine(*arguments))
        other = self.result_without_machine("--RngSeed=8", "--RngRun=3", *faults)
        self.assertNotEqual(first["results"], other["results"])


class Interruption(Simulation):
    LONG = ["--k=8", "--size=64MiB", "--data=virtual", "--scheme=ring,inc"]

    def interrupt(self, path, *arguments):
        run = subprocess.Popen(
            [INC_SIM, f"--output={path}", *self.LONG, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            # A test that runs in the background may ignore the signal, and the program would
            # inherit that.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        time.sleep(0.5)
        self.assertIsNone(run.poll(), "the run is over before it can be interrupted")
        run.send_signal(signal.SIGINT)
        run.communicate(timeout=20)
        self.assertNotEqual(run.returncode, 0)

    def test_no_result_file_is_left(self):
        self.interrupt(self.path("result.json"))
        self.assertEqual(os.listdir(self.folder), [])

    def test_an_earlier_result_file_is_left_alone(self):
        path = self.path("result.json")
        self.write_file("result.json", "an earlier one")
        self.interrupt(path, f"--csv={self.folder}/result.csv")
        self.assertEqual(os.listdir(self.folder), ["result.json"])
        with open(path) as file:
            self.assertEqual(file.read(), "an earlier one")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
