#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""inc-sim with a manager: the fields of a row when ranks die, leave or are cut off."""

import os
import subprocess
import sys
import unittest

sys.dont_write_bytecode = True

from inc_sim_case import SimCase  # noqa: E402

STAR = ("--topology=star", "--hosts=4")
LINE_RATE = 12.5e3  # bytes/us


class FailedRanks(SimCase):
    ALWAYS = ("--control=manager",)
    TIMEOUT = 60

    def failed(self, words, *arguments):
        """Check a row that failed: it has no time, and its reason contains the words."""
        row = self.row(*arguments, status=1)
        self.assertIn(words, row["status"], arguments)
        self.assertIsNone(row["time_us"], arguments)
        return row

    def test_a_link_that_fails_after_the_row_leaves_the_result_file(self):
        row = self.row("--size=64KiB", "--fail=agg0->core0@20us:200us")
        self.assertEqual((row["status"], row["wrong"]), ("ok", 0))
        self.assertLess(row["time_us"], 20)

    def test_where_nobody_is_left_the_row_says_so(self):
        everybody = ",".join(f"h{i}@{5 + i}us" for i in range(4))
        self.write_file("w.txt", "a 1 2 allreduce 1000000 float32\nb 1 2 allgather 65536 float32\n")
        for work in (["--size=1000000"], ["--size=1000000", "--collective=broadcast"],
                     ["--collective=barrier"], ["--size=1000000", "--fallback=fail"],
                     ["--size=1000000", "--iterations=3"], ["--workload=w.txt"]):  # fmt: skip
            moment = "@0us" if "--collective=barrier" in work else "@5us"
            self.failed("no rank is left", *STAR, *work, f"--kill=s0{moment}")
            if moment == "@5us":
                self.failed("no rank is left", *STAR, *work, f"--kill={everybody}")
        everybody = ",".join(f"{i}@{5 + i}us" for i in range(4))
        self.failed("no rank is left", *STAR, "--size=1000000", f"--leave={everybody}")

    def test_the_last_rank_alone_still_succeeds(self):
        row = self.row(*STAR, "--size=1000000", "--kill=h0@5us,h1@5us,h2@5us", "--iterations=2")
        self.assertEqual((row["status"], row["wrong"], row["gone"]), ("ok", 0, [0, 1, 2]))
        self.assertGreater(row["time_us"], 1000000 / LINE_RATE)

    def test_what_one_rank_alone_does_in_no_time_is_no_part_of_the_mean(self):
        row = self.row("--topology=star", "--hosts=8", "--workers=2", "--size=1000000", "--straggler=h1:500us",
                       "--leave=1@21us", "--fail=s0->h0@3us:6us,h7->s0@14258us",
                       "--iterations=2")  # fmt: skip
        self.assertEqual((row["status"], row["wrong"], row["gone"]), ("ok", 0, [1]))
        self.assertGreater(row["time_us"], 1000000 / LINE_RATE)

    def test_a_link_that_is_down_for_a_moment_takes_no_rank_away(self):
        row = self.row(*STAR, "--size=168287", "--leave=2@7us", "--fail=h0->s0@5us:10us")
        self.assertEqual((row["status"], row["wrong"], row["gone"]), ("ok", 0, [2]))
        row = self.row(*STAR, "--size=168287", "--straggler=h0:50us", "--fail=h0->s0@10us:2ms")
        self.assertEqual((row["status"], row["wrong"], row.get("gone")), ("ok", 0, None))
        self.assertLess(row["time_us"], 1e6)

    def test_what_a_rank_that_is_gone_does_takes_no_time(self):
        self.failed("no rank is left", "--topology=star", "--hosts=8", "--workers=2", "--size=1000000",
                    "--collective=allgather", "--fail=s0->h1@5us,h0->s0@290ms")  # fmt: skip
        # The others have their results before they hear that rank 3 is gone; rank 3 never gets its
        # own.
        row = self.row(*STAR, "--size=168287", "--straggler=h0:300us", "--fail=s0->h3@311us")
        self.assertEqual((row["status"], row["wrong"], row["gone"]), ("ok", 0, [3]))
        self.assertLess(row["time_us"], 1e6)

    def test_without_its_root_a_reduce_has_failed(self):
        self.failed("", *STAR, "--collective=reduce", "--size=1000000", "--fail=h0->s0@5us")
        self.failed("", *STAR, "--collective=reduce", "--size=1000000", "--kill=h0@5us")

    def test_a_switch_that_no_release_reaches_may_keep_its_tree(self):
        for cut in ("edge0->agg0@20us,edge0->agg1@20us",
                    "agg0->core0@30us,agg0->core1@30us,edge0->agg0@30us,edge1->agg0@30us"):  # fmt: skip
            row = self.row("--size=4MiB", "--check=1", "--dissemination=tree", f"--fail={cut}")
            self.assertEqual((row["status"], row["wrong"]), ("ok", 0))

    def test_what_wants_all_ranks_fails_where_one_has_gone_while_it_waited(self):
        with open(os.path.join(self.folder, "w.txt"), "w", encoding="utf-8") as file:
            file.write("a 42 13 allreduce 346476 float32\nb 24 34 allreduce 368648 float32\n"
                       "c 38 44 allreduce 92444 float32\nd 14 39 allgather 46724 float32\n")
        self.failed("wants all of them", "--topology=star", "--hosts=8", "--workload=w.txt",
                    "--fail=s0->h5@24us,h3->s0@22us")  # fmt: skip

    def test_a_rank_that_is_late_costs_the_others_a_part_of_a_window(self):
        for late, size in (("173us", "1MiB"), ("1ms", "4MiB")):
            row = self.row(*STAR, f"--size={size}", "--data=virtual", f"--straggler=h1:{late}")
            self.assertEqual(row["status"], "ok")
            self.assertLess(row["retransmissions"], 256, late)  # three ranks with 256 slots each

    def test_messages_that_wait_on_a_dead_link_back_off_with_the_oldest(self):
        self.failed("no rank is left", *STAR, "--collective=allgather", "--size=1048576", "--RngRun=730",
                    "--kill=s0@29us", "--fail=h3->s0@30us")  # fmt: skip
        self.assertLess(self.load("r.json")["simulation"]["events"], 1e6)

    def test_the_table_names_the_ranks_that_are_gone(self):
        run = self.run_sim(*self.ALWAYS, *STAR, "--size=1000000", "--kill=h0@5us,h2@5us")
        self.assertIn("#   gone: rank 0, 2\n", run.stdout)

    def test_random_failures(self):
        script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "inc_failure_runs.py")
        run = subprocess.run([script, sys.argv[1], "--seeds=0:150", "--jobs=1"], capture_output=True,
                             text=True, timeout=600, check=False)  # fmt: skip
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
