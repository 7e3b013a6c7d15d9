#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""inc-sim --jobs: several jobs at a time, their shares, and the load of their links."""

import sys
import unittest

sys.dont_write_bytecode = True

from inc_sim_case import SimCase, star  # noqa: E402

SIZE = 16384


class Jobs(SimCase):
    ALWAYS = (f"--size={SIZE}",)

    def test_all_jobs_run_right_in_every_scheme(self):
        for arguments in (
            ["--jobPlacement=blocks"],
            ["--jobPlacement=interleaved"],
            ["--placement=random", "--transport=rc"],
            ["--aggregators=edge", "--dissemination=tree"],
            ["--loss=0.01", "--iterations=2", "--warmup=1"],
        ):
            for row in self.rows("--scheme=inc,ring,ps", "--jobs=4", *arguments):
                with self.subTest(scheme=row["scheme"], arguments=arguments):
                    self.assertEqual((row["status"], row["wrong"], row["workers"]), ("ok", 0, 4))
                    jobs = row["jobs"]
                    self.assertEqual([job["workers"] for job in jobs], [4] * 4)
                    self.assertEqual([job["wrong"] for job in jobs], [0] * 4)
                    last = max(job["time_us"] for job in jobs)
                    self.assertLessEqual(last, row["time_us"] + 1e-9)
                    for job in jobs:
                        rate = row["bytes"] / job["time_us"] / 1e3
                        self.assertAlmostEqual(job["algbw_GBps"], rate)
                    self.assertAlmostEqual(row["algbw_GBps"], row["bytes"] / row["time_us"] / 1e3)

    def test_the_row_ends_with_the_last_job(self):
        (row,) = self.rows("--scheme=ring", "--jobs=2", "--topology=leaf-spine", "--leaves=2",
                           "--spines=1", "--hostsPerLeaf=6", "--jobPlacement=interleaved")  # fmt: skip
        self.assertEqual(max(job["time_us"] for job in row["jobs"]), row["time_us"])

    def test_jobs_share_nothing_where_their_workers_are_apart(self):
        (alone,) = self.rows("--scheme=inc", "--workers=4", "--jobs=1")
        (four,) = self.rows("--scheme=inc", "--jobs=4")
        self.assertEqual({job["time_us"] for job in four["jobs"]}, {alone["time_us"]})

    def test_roots_differ(self):
        (row,) = self.rows("--scheme=inc", "--jobs=4", "--jobPlacement=interleaved")
        self.assertEqual(len({job["root"] for job in row["jobs"]}), 4)
        (row,) = self.rows("--scheme=ps", "--jobs=2", "--workers=8")
        self.assertEqual([job["root"] for job in row["jobs"]], ["h8", "h9"])
        (row,) = self.rows("--scheme=ps", "--jobs=2")
        self.assertEqual([job["root"] for job in row["jobs"]], ["h0", "h8"])
        (row,) = self.rows("--scheme=ring", "--jobs=2")
        self.assertEqual([job["root"] for job in row["jobs"]], [None] * 2)

    def test_a_switch_shares_out_its_slots(self):
        self.write_file("t.json", star(2))
        self.write_file("u.json", star(1))
        common = ["--scheme=inc", "--jobPlacement=interleaved"]
        (both,) = self.rows("--topology=file:t.json", "--jobs=2", *common)
        (one,) = self.rows("--topology=file:t.json", "--jobs=1", "--scheme=inc")
        self.assertGreater(both["time_us"], 1.5 * one["time_us"])
        self.refused("s has 1 slots for the trees of 2", "--topology=file:u.json", "--jobs=2")

    def test_links_and_balance_are_those_of_the_data(self):
        leaf_spine = ["--topology=leaf-spine", "--leaves=2", "--spines=2", "--hostsPerLeaf=2"]
        (row,) = self.rows("--scheme=ring", "--jobs=2", *leaf_spine)
        loads = {link["link"]: link for link in row["links"]}
        self.assertEqual(len(loads), 2 * (4 + 4), "every direction of every link")
        self.assertEqual(row["ecmp"], None, "a job under each leaf")
        self.assertEqual({loads[name]["bytes"] for name in loads if "spine" in name}, {0})
        # Two rounds of half the buffer: 8 KiB in 8 packets. The first has a RETH of 16 bytes, and
        # the last has ImmDt of 4.
        sent = 2 * (8 * (1024 + 62) + 16 + 4)
        self.assertEqual({loads[f"h{i}->leaf{i // 2}"]["bytes"] for i in range(4)}, {sent})
        crossed = [*leaf_spine, "--jobPlacement=interleaved", "--ecmp=ingress"]
        (row,) = self.rows("--scheme=ring", "--jobs=2", *crossed)
        expected = {"max_over_mean": 1, "jain": 1, "idle": 0, "collisions": 0}
        self.assertEqual(row["ecmp"], expected, "each host of a leaf has a spine of its own")
        loads = {link["link"]: link for link in row["links"]}
        self.assertEqual({loads[f"leaf0->spine{i}"]["bytes"] for i in range(2)}, {sent})
        self.assertEqual({loads[f"leaf0->spine{i}"]["flows"] for i in range(2)}, {1})

    def test_without_jobs_nothing_is_measured(self):
        (row,) = self.rows("--scheme=inc")
        self.assertFalse({"jobs", "ecmp", "links"} & set(row))

    def test_csv_has_columns_of_jobs(self):
        run = self.run_sim("--size=4KiB", "--jobs=2", "--scheme=inc,ring", "--csv=r.csv")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("2 jobs: first done after", run.stdout)
        rows = self.table("r.csv")
        self.assertEqual([row["jobs"] for row in rows], ["2", "2"])
        self.assertEqual(rows[0]["ecmp_jain"], "")
        self.assertLessEqual(float(rows[1]["first_job_us"]), float(rows[1]["time_us"]))


    def test_a_rate_that_slots_bound_says_so_and_jobs_have_their_slots(self):
        for words, slots in ((("--slots=4",), 4), (("--slots=4", "--jobs=2"), 4), ((), 256)):
            run = self.run_sim("--size=1MiB", "--data=virtual", *words, "--output=r.json")
            row = self.load("r.json")["results"][0]
            self.assertEqual(row["slots"], slots)
            self.assertEqual([job["slots"] for job in row.get("jobs", [])], [slots] * len(row.get("jobs", [])))
            is_bound = "link_bound_algbw_GBps" in row
            self.assertEqual(is_bound, slots == 4, words)
            if is_bound:
                self.assertLess(row["bound_algbw_GBps"], row["link_bound_algbw_GBps"] / 2)
                self.assertIn(f"#   bound by slots: 4 let through {row['bound_algbw_GBps']:.2f} GB/s", run.stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
