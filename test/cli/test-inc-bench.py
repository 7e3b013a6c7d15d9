#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""Command-line tests of inc-bench. No test depends on the speed of the machine."""

import json
import os
import shutil
import subprocess
import stat
import sys
import tempfile
import textwrap
import unittest

BENCH = os.path.join(sys.argv.pop(1), "inc-bench")

# A line that is told has been read when the next statement runs; the reader then looks at the
# memory and the processor time of this program, for which it has half a second.
STAND_IN = """\
#!/usr/bin/python3
import array, fcntl, sys, termios, time
arguments = dict(zip(sys.argv[1::2], sys.argv[2::2]))

def tell(line):
    print(line, flush=True)
    unread = array.array("i", [1])
    while unread[0] > 0:
        time.sleep(0.01)
        fcntl.ioctl(sys.stdout, termios.FIONREAD, unread)
    time.sleep(0.5)

"""

HOSTS = 16  # in a fat-tree with k=4
FIGURES = {
    "data_packets",
    "frame_hops",
    "events",
    "set_up_s",
    "wall_s",
    "cpu_s",
    "hops_per_cpu_s",
    "packets_per_cpu_s",
    "peak_rss_bytes",
    "bytes_per_host",
}


def bench(*arguments):
    return subprocess.run(
        [BENCH, *arguments], capture_output=True, text=True, timeout=600, check=False
    )


class Measurement(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.file = os.path.join(self.folder.name, "bench.json")

    def measure(self, *arguments):
        small = [default for default in ("--k=4", "--repeat=1")
                 if not any(a.startswith(default[:-1]) for a in arguments)]  # fmt: skip
        done = bench(*small, f"--output={self.file}", *arguments)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        with open(self.file, encoding="utf-8") as file:
            return json.load(file), done.stdout

    def test_both_sides_are_counted_alike(self):
        # 64 KiB are 16 packets. Ours also sends an ACK for the last one, so 17 frames stand against
        # 16 over equal paths.
        result, table = self.measure("--size=64KiB", "--baseline=ns3", "--baselineSize=64KiB")
        ours, baseline = result["ours"], result["baseline"]
        self.assertEqual(result["schema"], "inc-bench/1")
        self.assertEqual(result["scenario"], "permutation")
        self.assertEqual(set(ours), FIGURES)
        self.assertEqual(set(baseline), FIGURES)
        self.assertEqual(ours["data_packets"], HOSTS * 16)
        self.assertEqual(baseline["data_packets"], HOSTS * 16)
        self.assertEqual(ours["frame_hops"] * 16, baseline["frame_hops"] * 17)
        for side in ours, baseline:
            self.assertGreater(side["events"], side["frame_hops"])
            self.assertAlmostEqual(
                side["hops_per_cpu_s"] * side["cpu_s"] / side["frame_hops"], 1, places=6
            )
            self.assertGreater(side["peak_rss_bytes"], HOSTS * side["bytes_per_host"])
        self.assertAlmostEqual(
            result["ratio_hops_per_cpu_s"] * baseline["hops_per_cpu_s"] / ours["hops_per_cpu_s"],
            1,
            places=6,
        )
        self.assertIn(str(ours["frame_hops"]), table)
        self.assertIn(str(baseline["frame_hops"]), table)

    def test_hops_are_even_and_within_the_diameter(self):
        # One packet and one ACK per flow, each over 2, 4 or 6 links.
        result, _ = self.measure("--size=1")
        hops = result["ours"]["frame_hops"]
        self.assertEqual(result["ours"]["data_packets"], HOSTS)
        self.assertEqual(hops % 4, 0)
        self.assertTrue(HOSTS * 2 * 2 <= hops <= HOSTS * 2 * 6, hops)

    def test_allreduce_takes_every_link_of_the_tree_once_each_way(self):
        # 16 links to hosts, 8 from edge to aggregation switches, 4 to the root among the cores.
        result, _ = self.measure("--scenario=allreduce", "--size=64KiB")
        self.assertEqual(result["scenario"], "allreduce")
        self.assertEqual(result["ours"]["data_packets"], HOSTS * 16)
        self.assertEqual(result["ours"]["frame_hops"], 16 * 2 * (16 + 8 + 4))

    def test_allreduce_at_several_k_beside_plain_flows(self):
        result, table = self.measure(
            "--scenario=allreduce", "--k=4,2", "--size=64KiB", "--baseline=permutation",
            "--baselineSize=64KiB"
        )
        self.assertEqual([run["k"] for run in result["runs"]], [4, 2])
        self.assertEqual(result["runs"][0]["ours"], result["ours"])
        # k=2: two hosts below edge, aggregation and core switches, one link each.
        hops = [run["ours"]["frame_hops"] for run in result["runs"]]
        self.assertEqual(hops, [16 * 2 * (16 + 8 + 4), 16 * 2 * (2 + 2 + 2)])
        self.assertEqual(result["baseline"]["data_packets"], 128 * 16)
        for run in result["runs"]:
            self.assertAlmostEqual(
                run["ratio_hops_per_cpu_s"] * result["baseline"]["hops_per_cpu_s"],
                run["ours"]["hops_per_cpu_s"],
                delta=1e-6 * run["ours"]["hops_per_cpu_s"],
            )
            self.assertIn(f"inc k={run['k']} to permutation", table)

    def test_recurrence_ends_at_the_same_nanosecond_with_less_work(self):
        result, table = self.measure("--scenario=recurrence", "--k=2", "--size=400MB")
        ours, baseline = result["ours"], result["baseline"]
        for field in "simulated_ns", "data_packets", "frame_hops":
            self.assertEqual(ours[field], baseline[field], field)
        self.assertGreater(ours["jumped_events"], 10 * ours["events"])
        self.assertGreater(result["ratio_cpu_s"], 1)
        self.assertIn(f"# {ours['simulated_ns']} ns with", table)

    def test_layers_that_are_alike_cost_as_much_as_the_first_few(self):
        few, _ = self.measure("--scenario=recurrence", "--k=2", "--size=20MB", "--layers=3")
        many, _ = self.measure("--scenario=recurrence", "--k=2", "--size=20MB", "--layers=9")
        for result in few, many:
            ours, baseline = result["ours"], result["baseline"]
            for field in "simulated_ns", "data_packets", "frame_hops":
                self.assertEqual(ours[field], baseline[field], field)
        self.assertEqual(many["ours"]["data_packets"], 3 * few["ours"]["data_packets"])
        # An iteration that is replayed executes only the call and the reports to two ranks.
        self.assertLess(many["ours"]["events"] - few["ours"]["events"], 6 * 10)

    def test_without_a_baseline_its_fields_are_null(self):
        result, _ = self.measure("--size=4096")
        self.assertIsNone(result["baseline"])
        self.assertIsNone(result["ratio_hops_per_cpu_s"])

    def test_seed_chooses_the_pairs(self):
        hops = {}
        for run in "1", "1", "2", "3", "4":
            result, _ = self.measure("--size=4096", f"--RngRun={run}")
            hops.setdefault(run, set()).add(result["ours"]["frame_hops"])
        self.assertEqual(len(hops["1"]), 1, "one run, one result")
        self.assertGreater(len(set.union(*hops.values())), 1, "other runs, other pairs")

    def test_engine_changes_nothing_but_the_speed(self):
        counts = set()
        for simulator, scheduler in (
            ("IncSimulatorImpl", "IncWheelScheduler"),
            ("IncSimulatorImpl", "MapScheduler"),
            ("DefaultSimulatorImpl", "IncWheelScheduler"),
            ("DefaultSimulatorImpl", "CalendarScheduler"),
        ):
            result, _ = self.measure(
                "--size=300kB",
                f"--SimulatorImplementationType=ns3::{simulator}",
                f"--SchedulerType=ns3::{scheduler}",
            )
            config = result["config"]
            self.assertEqual(config["SimulatorImplementationType"], "ns3::" + simulator)
            self.assertEqual(config["SchedulerType"], "ns3::" + scheduler)
            ours = result["ours"]
            counts.add((ours["data_packets"], ours["frame_hops"], ours["events"]))
        self.assertEqual(len(counts), 1, counts)

    def test_each_side_has_an_engine_of_its_own_unless_one_is_given(self):
        small = ("--size=4096", "--baseline=ns3", "--baselineSize=4096")
        config = self.measure(*small)[0]["config"]
        self.assertEqual(config["SimulatorImplementationType"], "ns3::IncSimulatorImpl")
        self.assertEqual(
            config["baselineSimulatorImplementationType"], "ns3::DefaultSimulatorImpl"
        )
        self.assertEqual(config["baselineSchedulerType"], "ns3::MapScheduler")
        config = self.measure(*small, "--SchedulerType=ns3::HeapScheduler")[0]["config"]
        self.assertEqual(config["SchedulerType"], "ns3::HeapScheduler")
        self.assertEqual(config["baselineSchedulerType"], "ns3::HeapScheduler")

    def stand_in(self, body):
        """Return the path of a program that is called like htsim_roce; `body` writes its output."""
        path = os.path.join(self.folder.name, "htsim_stand_in")
        with open(path, "w", encoding="utf-8") as file:
            file.write(STAND_IN)
            file.write(textwrap.dedent(body))
        os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)
        return path

    def test_htsim_gets_the_same_pairs_and_sizes_and_is_compared_in_packets(self):
        kept = os.path.join(self.folder.name, "kept.json")
        program = self.stand_in(f"""\
            import json, re
            with open(arguments["-tm"], encoding="utf-8") as file:
                lines = file.read().splitlines()
            flows = [re.fullmatch(r"(\\d+)->(\\d+) id \\d+ start 0 size (\\d+)", line).groups()
                     for line in lines if "->" in line]
            with open({kept!r}, "w", encoding="utf-8") as file:
                json.dump([arguments, lines[:2], flows], file)
            tell("Parsed args")
            big = b"x" * (8 << 20)
            tell("Starting simulation")
            sum(range(3000000))
            mtu = int(arguments["-mtu"])
            for source, target, size in flows:
                carried = -(-int(size) // mtu) * mtu
                print(f"..Flow Roce_{{source}}_{{target}} 9 finished at 12.5 total bytes {{carried}}")
            print("...Done")
            print("New: 0 Rtx: 0")
            """)
        result, table = self.measure(
            f"--baseline=htsim={program}", "--size=64KiB", "--baselineSize=100000"
        )
        with open(kept, encoding="utf-8") as file:
            arguments, header, flows = json.load(file)
        self.assertEqual(arguments["-nodes"], str(HOSTS))
        self.assertEqual(header, [f"Nodes {HOSTS}", f"Connections {HOSTS}"])
        self.assertEqual({size for _, _, size in flows}, {"100000"})
        pairs = {int(source): int(target) for source, target, _ in flows}
        self.assertEqual(sorted(pairs), list(range(HOSTS)))
        self.assertEqual(sorted(pairs.values()), list(range(HOSTS)))
        # Both sides send between equal pairs. Ours runs over a fat-tree with two hosts per switch
        # and four per pod; it sends 16 packets and an ACK.
        links = [2 if a // 2 == b // 2 else 4 if a // 4 == b // 4 else 6 for a, b in pairs.items()]
        self.assertEqual(result["ours"]["frame_hops"], 17 * sum(links))
        theirs = result["baseline"]
        self.assertEqual(theirs["data_packets"], HOSTS * 25)
        self.assertEqual((theirs["frame_hops"], theirs["events"]), (None, None))
        self.assertGreater(theirs["cpu_s"], 0)
        self.assertGreater(theirs["set_up_s"], 0)
        self.assertGreater(theirs["bytes_per_host"] * HOSTS, 7 << 20)
        self.assertAlmostEqual(
            result["ratio_packets_per_cpu_s"] * theirs["packets_per_cpu_s"]
            / result["ours"]["packets_per_cpu_s"], 1, places=6
        )  # fmt: skip
        self.assertIn("# inc to htsim, packets per CPU second: ", table)

    def test_htsim_whose_flows_do_not_end_is_a_failure(self):
        program = self.stand_in('print("Starting simulation")')
        done = bench("--k=2", "--size=1", "--repeat=1", f"--baseline=htsim={program}")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("# htsim failed: 2 of 2 flows did not complete", done.stdout)

    def test_what_is_no_htsim_is_refused_in_one_line(self):
        program = self.stand_in('print("Unknown option"); sys.exit(3)')
        done = bench("--k=2", "--size=1", f"--baseline=htsim={program}", f"--output={self.file}")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertEqual(
            done.stderr,
            f"inc-bench: --baseline=htsim={program}: ended with status 3 after "
            '"Unknown option"; accepted: htsim_roce of csg-htsim\n',
        )
        self.assertFalse(os.path.exists(self.file))

    def test_medians_of_the_turns_are_reported(self):
        # The stand-in is slow, then quick, then in between: the third turn is the median.
        count = os.path.join(self.folder.name, "count")
        program = self.stand_in(f"""\
            with open({count!r}, "a+", encoding="utf-8") as file:
                file.write("x")
                file.seek(0)
                turn = len(file.read())
            tell("Starting simulation")
            sum(range([20000000, 100000, 2000000][turn - 1]))
            for flow in range(2):
                print(f"Flow Roce {{flow}} finished at 1 total bytes {{4096 * turn}}")
            """)
        result, _ = self.measure("--k=2", "--repeat=3", "--size=1", f"--baseline=htsim={program}")
        self.assertEqual(result["baseline"]["data_packets"], 2 * 3)
        with open(count, encoding="utf-8") as file:
            self.assertEqual(file.read(), "xxx")

    def test_flow_that_fails_is_said_and_ends_in_status_1(self):
        done = bench(
            "--k=4",
            "--size=1MB",
            "--ns3::IncNetDevice::QueueSize=64",
            "--ns3::IncRcQueuePair::RetryCount=0",
        )
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("flows did not complete", done.stdout)


class Planner(unittest.TestCase):
    """Every planner proves its plan optimal, so the independent solver must find the same rate."""

    def measure(self, *arguments, path=None):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "bench.json")
            done = subprocess.run(
                [BENCH, "--planner", "--repeat=1", f"--output={file}", *arguments],
                capture_output=True,
                text=True,
                timeout=600,
                check=False,
                env={**os.environ, "PATH": path} if path else None,
            )
            self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
            with open(file, encoding="utf-8") as text:
                return json.load(text), done.stdout

    def test_a_row_for_each_instance_with_rate_bound_and_time(self):
        result, table = self.measure("--baseline=none")
        self.assertEqual((result["schema"], result["scenario"]), ("inc-bench/1", "planner"))
        self.assertEqual(result["config"]["baseline"], "none")
        rows = {row["instance"]: row["ours"] for row in result["instances"]}
        by_aggregators = [rows[f"cluster, {n} aggregators"]["rate_gbps"] for n in range(6)]
        self.assertEqual(by_aggregators, [1, 20, 33, 50, 50, 100])
        by_workers = [rows[f"cluster, {n} workers"]["rate_gbps"] for n in range(60, 91, 5)]
        self.assertEqual(by_workers, [100] * 6 + [50])
        for name, row in rows.items():
            self.assertEqual(row["status"], "optimal", name)
            self.assertLessEqual(row["rate_gbps"], row["upper_bound_gbps"] + 1e-6, name)
            self.assertLessEqual(row["gap_percent"], 5, name)
            self.assertGreater(row["solve_ms"], 0, name)
            self.assertIn(name, table)
        self.assertEqual(rows["cluster, 10000 workers, 64 ports"]["gap_percent"], 0)
        self.assertEqual([row["baseline"] for row in result["instances"]], [None] * len(rows))

    def test_a_solver_that_is_not_there_is_told_and_missed_by_nobody(self):
        result, table = self.measure(path="/nowhere")
        self.assertIn("cbc is not installed", result["note"])
        self.assertEqual(table.count("cbc is not installed"), 1)

    @unittest.skipUnless(shutil.which("cbc"), "cbc is not installed")
    def test_the_solver_never_beats_a_proven_rate(self):
        result, _ = self.measure("--timeLimit=1")
        beside = [row for row in result["instances"] if row["baseline"]]
        self.assertGreater(len(beside), 5)
        for row in beside:
            ours, theirs = row["ours"], row["baseline"]
            self.assertEqual(ours["status"], "optimal", row)
            self.assertLessEqual(theirs["rate_gbps"], ours["rate_gbps"] + 1e-6, row)
            self.assertGreaterEqual(theirs["upper_bound_gbps"], ours["rate_gbps"] - 1e-6, row)


if __name__ == "__main__":
    unittest.main()
