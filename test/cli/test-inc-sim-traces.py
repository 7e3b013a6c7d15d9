#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""inc-sim --workload=PREFIX: Chakra execution traces, compared with independent models."""

import collections
import heapq
import os
import pathlib
import random
import sys
import unittest

import inc_chakra as chakra
from inc_sim_case import SimCase

SAMPLES = pathlib.Path(__file__).resolve().parents[1] / "reference" / "workloads" / "chakra"
STAR = ("--topology=star", "--hosts=8")
SEED = 20261122


def run_lists(nodes, one_at_a_time):
    """Return when each node of a rank that only computes ends, in us, by an independent list scheduler.

    Nodes are (id, duration, resource, ids of dependencies). Of the ready nodes, the lowest id goes first.
    """
    waits = {number: set(after) for number, _, _, after in nodes}
    by_id = {number: (duration, resource) for number, duration, resource, _ in nodes}
    ready, busy, events, ends, now = collections.defaultdict(list), set(), [], {}, 0
    for number, after in waits.items():
        if not after:
            heapq.heappush(ready[by_id[number][1]], number)
    while True:
        for resource, queue in ready.items():
            while queue and (not one_at_a_time or resource not in busy):
                number = heapq.heappop(queue)
                busy.add(resource)
                heapq.heappush(events, (now + by_id[number][0], number))
        if not events:
            return ends
        now, done = heapq.heappop(events)
        ends[done] = now
        busy.discard(by_id[done][1])
        for number, after in waits.items():
            if done in after:
                after.discard(done)
                if not after:
                    heapq.heappush(ready[by_id[number][1]], number)


def longest_path(nodes):
    by_id = {number: (duration, after) for number, duration, _, after in nodes}
    ends = {}

    def end(number):
        if number not in ends:
            duration, after = by_id[number]
            ends[number] = duration + max(map(end, after), default=0)
        return ends[number]

    return max(map(end, by_id))


class TraceCase(SimCase):
    def write(self, *ranks, compress=False):
        chakra.write(os.path.join(self.folder, "t"), ranks, compress)
        return "--workload=t"

    def assert_adds_up(self, row):
        """Check that the parts of exposed time, and of the critical path, add up."""
        total = sum(rank["exposed_us"] for rank in row["ranks"])
        calls = sum(layer["exposed_us"] * layer["ranks"] for layer in row["layers"])
        messages = sum(rank["exposed_messages_us"] for rank in row["ranks"])
        self.assertAlmostEqual(total, calls + messages, delta=1e-3)
        self.assertAlmostEqual(row["exposed_us"] * row["workers"], total, delta=1e-3)
        path = sum(share["time_us"] for share in row["critical_path"])
        self.assertAlmostEqual(path, row["iteration_us"], delta=1e-3)
        self.assertEqual(row["iteration_us"], max(rank["end_us"] for rank in row["ranks"]))


class Samples(TraceCase):
    def test_counts_are_those_of_another_decoder(self):
        for name, hosts in (("all_reduce_4npus_1MB", 4), ("all_gather_4npus_1MB", 4),
                            ("all_to_all_4npus_1MB", 4), ("reduce_scatter_4npus_1MB", 4),
                            ("custom_ring_allreduce_8npus_1MB", 8)):  # fmt: skip
            found = collections.Counter()
            size = 0
            for rank in range(hosts):
                nodes = chakra.read(SAMPLES / f"inc-{name}.{rank}.et")
                found.update(node["type"] for node in nodes)
                size += sum(node["attributes"].get("comm_size", 0) for node in nodes)
            row = self.row(*STAR, f"--workload={SAMPLES}/inc-{name}")
            counts = row["trace"]
            self.assertEqual(
                [counts[key] for key in ("computations", "sends", "receives", "collectives")],
                [found[kind] for kind in (chakra.COMPUTE, chakra.SEND, chakra.RECEIVE,
                                          chakra.COLLECTIVE)])  # fmt: skip
            self.assertEqual(counts["communication_bytes"], size)
            self.assertEqual(row["workers"], hosts)
            self.assert_adds_up(row)

    def test_an_allreduce_takes_what_it_takes_without_a_trace(self):
        workload = f"--workload={SAMPLES}/inc-all_reduce_4npus_1MB"
        for scheme in ("inc", "ring"):
            network = ("--topology=star", "--hosts=4", f"--scheme={scheme}")
            alone = self.row(*network, "--size=1MiB")
            traced = self.row(*network, workload)
            self.assertEqual(traced["iteration_us"], alone["time_us"])
            self.assertEqual((traced["wrong"], traced["collective"]), (0, "trace"))
            self.assertEqual(traced["layers"][0]["bytes"], 1 << 20)
            self.assertGreater(traced["exposed_us"], 0.9 * traced["iteration_us"])
            self.assert_adds_up(traced)

    def test_progress_counts_operations_of_all_ranks(self):
        run = self.run_sim(*STAR, f"--workload={SAMPLES}/inc-custom_ring_allreduce_8npus_1MB", "--progress=1")
        nodes = sum(len(chakra.read(SAMPLES / f"inc-custom_ring_allreduce_8npus_1MB.{rank}.et")) for rank in range(8))
        done, _, total = run.stderr.splitlines()[-1].partition("inc: 100 %, ")[2].partition(" of ")
        self.assertEqual(total.split()[1:], ["operations"])
        self.assertEqual(int(done), int(total.split()[0]))
        self.assertLess(nodes - 16, int(done))

    def test_a_ring_of_messages_moves_what_the_trace_says(self):
        row = self.row(*STAR, f"--workload={SAMPLES}/inc-custom_ring_allreduce_8npus_1MB")
        # Each rank sends 14 messages of 128 KiB in sequence over a link of 12.5 GB/s.
        self.assertGreater(row["iteration_us"], 14 * 131072 / 12500)
        self.assertLess(row["iteration_us"], 2 * 14 * 131072 / 12500)
        self.assertGreater(row["link_bytes_total"], 2 * 8 * 14 * 131072)


class Sharded(TraceCase):
    LINES = "# name forward_us backward_us collective bytes dtype\n" + "".join(
        f"l{i} 150 200 allgather+reducescatter 2097152 float32\n" for i in range(4)
    )

    def write_lines(self, text):
        self.write_file("w.txt", text)
        return "--workload=w.txt"

    def test_gathers_and_scatters_side_by_side_hide_more_in_the_network(self):
        workload = self.write_lines(self.LINES)
        inc, ring = self.rows("--k=4", "--payload=4096", "--scheme=inc,ring", workload)
        computed = 4 * (150 + 200)
        for row in (inc, ring):
            self.assertEqual((row["wrong"], row["workers"], len(row["layers"])), (0, 16, 12))
            self.assert_adds_up(row)
            # Computation can hide all but the first gather and the last scatter.
            self.assertGreater(row["iteration_us"], computed + 2 * 2097152 * 15 / 16 / 12500)
            for rank in row["ranks"]:
                self.assertAlmostEqual(rank["compute_us"], computed, 3)
            calls = {call["name"]: call for call in row["layers"]}
            gather, scatter = calls["l1 allgather backward"], calls["l3 reducescatter"]
            self.assertLess(gather["start_us"], scatter["end_us"], "at the same time")
            self.assertLess(scatter["start_us"], gather["end_us"], "at the same time")
            self.assertGreaterEqual(calls["l2 allgather forward"]["start_us"],
                                    calls["l0 allgather forward"]["end_us"] + 150)  # fmt: skip
        self.assertLess(inc["exposed_us"], ring["exposed_us"])

    def test_iterations_are_side_by_side_in_the_table(self):
        run = self.run_sim(*STAR, "--scheme=inc,ring", "--data=virtual",
                           self.write_lines(self.LINES))  # fmt: skip
        self.assertRegex(run.stdout, r"#   scheme +iteration +exposed\n# +\(us\) +\(us\)\n"
                         r"#   inc +\d+\.\d\d +\d+\.\d\d\n#   ring +\d+\.\d\d +\d+\.\d\d\n")


class Computation(TraceCase):
    def random_nodes(self, seed, count):
        draw = random.Random(seed)
        ids = draw.sample(range(10 * count), count)
        order = ids[:]
        draw.shuffle(order)  # a node may precede its dependencies in the file
        return [
            (number, draw.randrange(1, 10**6), draw.choice(("cpu", "compute")),
             draw.sample(order[:place], min(place, draw.randrange(4))))
            for place, number in enumerate(order)]  # fmt: skip

    def trace(self, nodes):
        ordered = sorted(nodes, key=lambda node: (node[0] * 7919) % 104729)
        # Control dependencies do not order nodes. Here each node has one on itself, and one on a
        # node that does not exist.
        return [chakra.node(number, chakra.COMPUTE, f"k{number}", data=after,
                            control=[number, nodes[0][0], 10**9], duration=duration,
                            is_cpu_op=resource == "cpu", packed=bool(number % 2))
                for number, duration, resource, after in ordered]  # fmt: skip

    def test_a_rank_that_only_computes_ends_at_its_longest_path(self):
        for seed in range(SEED, SEED + 5):
            nodes = self.random_nodes(seed, 200)
            workload = self.write(self.trace(nodes))
            free = self.row(*STAR, workload, "--ns3::IncRankExecution::OneAtATime=0")
            self.assertEqual(free["iteration_us"], longest_path(nodes), seed)
            self.assertEqual(free["trace"]["dangling"], 0)
            serial = self.row(*STAR, workload)
            self.assertEqual(serial["iteration_us"], max(run_lists(nodes, True).values()), seed)
            self.assertEqual(max(run_lists(nodes, False).values()), longest_path(nodes))
            self.assert_adds_up(serial)
            self.assert_adds_up(free)

    def test_metadata_take_no_time_and_memory_its_own(self):
        workload = self.write([
            chakra.node(1, chakra.METADATA, duration=50),
            chakra.node(2, chakra.LOAD, data=[1], duration=7),
            chakra.node(3, chakra.COMPUTE, data=[1], duration=5),
            chakra.node(4, chakra.STORE, data=[2, 3], duration=2)])  # fmt: skip
        self.assertEqual(self.row(*STAR, workload)["iteration_us"], 9)

    def test_minutes_of_silence_are_no_stall(self):
        workload = self.write([chakra.node(1, chakra.COMPUTE, duration=10**9)])
        self.assertEqual(self.row(*STAR, workload)["iteration_us"], 10**9)

    def test_days_of_silence_are_no_stall(self):
        for us in (10**10 + 1, 10**12):
            workload = self.write([chakra.node(1, chakra.COMPUTE, duration=us)])
            self.assertEqual(self.row(*STAR, workload)["iteration_us"], us)
            self.write_file("w.txt", f"a {us} 1 allreduce 64 float32\n")
            for scheme in ("inc", "ring"):
                row = self.row(*STAR, "--workload=w.txt", f"--scheme={scheme}")
                self.assertEqual((row["status"], row["wrong"]), ("ok", 0))

    def test_who_waits_after_days_of_silence_is_told(self):
        workload = self.write(*[[
            chakra.node(1, chakra.RECEIVE, "late", comm_src=1 - rank, comm_size=8, comm_tag=0),
            chakra.node(2, chakra.SEND, data=[1], comm_dst=1 - rank, comm_size=8, comm_tag=0),
            chakra.node(3, chakra.COMPUTE, duration=10**11)] for rank in (0, 1)])  # fmt: skip
        row = self.row(*STAR, workload, status=1)
        self.assertEqual(row["status"], "stalled: 2 ranks wait for ever; rank 0 in late (node 1), a "
                         "message of rank 1")  # fmt: skip

    def test_many_nodes_take_little_memory(self):
        nodes = [chakra.node(i, chakra.COMPUTE, data=[i - 1], duration=1) for i in range(50000)]
        workload = self.write(nodes)
        run = self.run_sim(*STAR, workload, "--output=r.json")
        self.assertEqual(run.returncode, 0, run.stderr)
        result = self.load("r.json")
        self.assertEqual(result["results"][0]["iteration_us"], 50000)
        self.assertLess(result["simulation"]["peak_rss_bytes"], 150e6)


class Communication(TraceCase):
    def test_messages_of_a_tag_meet_in_order_and_tags_do_not(self):
        size = 1 << 20
        workload = self.write(
            [chakra.node(1, chakra.SEND, comm_dst=1, comm_size=size, comm_tag=1),
             chakra.node(2, chakra.SEND, comm_dst=1, comm_size=8, comm_tag=(2, 7), data=[1])],
            [chakra.node(1, chakra.RECEIVE, "small", comm_src=0, comm_size=8, comm_tag=2),
             chakra.node(2, chakra.RECEIVE, "large", comm_src=0, comm_size=(size, 13), comm_tag=1),
             chakra.node(3, chakra.COMPUTE, "after", data=[2], duration=1000)])  # fmt: skip
        row = self.row(*STAR, workload)
        self.assertEqual(row["critical_path"][0]["name"], "after")
        # A link moves 12500 B/us, and no other traffic uses it.
        self.assertGreater(row["iteration_us"], 1000 + size / 12500)
        self.assertLess(row["iteration_us"], 1000 + 1.2 * size / 12500)
        self.assert_adds_up(row)

    def test_computation_hides_communication(self):
        def rank(us):
            return [chakra.collective(1, chakra.ALLREDUCE, 1 << 20, "gradient"),
                    chakra.node(2, chakra.COMPUTE, "backward", duration=us)]  # fmt: skip

        exposed = {}
        for us in (1, 50, 1000):
            row = self.row(*STAR, self.write(*[rank(us)] * 8))
            self.assertEqual(row["layers"][0]["name"], "gradient")
            exposed[us] = row["exposed_us"]
            self.assert_adds_up(row)
        self.assertEqual(exposed[1000], 0)
        self.assertAlmostEqual(exposed[1] - exposed[50], 49, delta=1e-3)

    def test_who_comes_late_is_on_the_critical_path(self):
        for late in (100, 20000):
            ranks = [[chakra.collective(2, chakra.ALLREDUCE, 65536, "reduce", data=[1]),
                      chakra.node(1, chakra.COMPUTE, f"compute{rank}",
                                  duration=late if rank == 3 else 1)]
                     for rank in range(8)]  # fmt: skip
            for more in (("--scheme=inc",), ("--scheme=inc", "--transport=rc"), ("--scheme=ring",),
                         ("--scheme=ps",)):  # fmt: skip
                row = self.row(*STAR, self.write(*ranks), *more)
                self.assertEqual({share["name"] for share in row["critical_path"]},
                                 {"compute3", "reduce"})  # fmt: skip
                self.assertEqual(row["critical_path"][0]["time_us"], late)
                self.assertEqual(row["wrong"], 0, more)
                self.assert_adds_up(row)

    def test_overlapping_groups_finish_and_are_right(self):
        groups = {"row0": [0, 1, 2, 3], "row1": [4, 5, 6, 7], "pair": [3, 4], "odd": [1, 3, 5, 7],
                  "alone": [6]}  # fmt: skip
        ranks = [[] for _ in range(8)]
        for number, (name, members) in enumerate(groups.items()):
            for rank in members:
                for again in (0, 10):
                    ranks[rank].append(chakra.collective(number + again, chakra.ALLREDUCE,
                                                         40000 + 4 * number, name, pg_name=name))
        for rank in ranks:
            rank.append(chakra.collective(50, chakra.ALLREDUCE, 8192, "all", pg_name=""))
        workload = self.write(*ranks)
        self.write_file("g.json", groups)
        for scheme in ("inc", "ring", "ps"):
            for more in ((), ("--groups=g.json",), ("--loss=0.002",), ("--placement=random",)):
                row = self.row("--k=4", workload, f"--scheme={scheme}", *more)
                self.assertEqual((row["wrong"], row["status"]), (0, "ok"), (scheme, more))
                calls = collections.Counter(layer["group"] for layer in row["layers"])
                self.assertEqual(calls, {**dict.fromkeys(groups, 2), "all": 1})
                self.assert_adds_up(row)

    def test_every_collective_takes_what_it_takes_without_a_trace(self):
        ranks, block = 4, 32768
        whole = ranks * block
        for kind, name, put, size in (
            (chakra.REDUCE, "reduce", whole, whole),
            (chakra.BROADCAST, "broadcast", whole, whole),
            (chakra.ALLGATHER, "allgather", block, whole),
            (chakra.GATHER, "gather", block, whole),
            (chakra.SCATTER, "scatter", whole, whole),
            (chakra.ALLTOALL, "alltoall", whole, whole),
            (chakra.REDUCESCATTER, "reducescatter", whole, whole),
            (chakra.REDUCESCATTER_BLOCK, "reducescatter", whole, whole),
        ):
            more = {"root": 1} if name in ("reduce", "broadcast", "gather", "scatter") else {}
            workload = self.write(*[[chakra.collective(1, kind, put, **more)]] * ranks)
            network = ("--topology=star", f"--hosts={ranks}", "--scheme=inc")
            alone = self.row(*network, f"--collective={name}", f"--size={size}",
                             *(["--root=1"] if more else []))  # fmt: skip
            traced = self.row(*network, workload)
            self.assertEqual(traced["iteration_us"], alone["time_us"], name)
            self.assertEqual((traced["wrong"], traced["layers"][0]["collective"]), (0, name))

    def test_different_collectives_of_a_group_run_one_after_the_other(self):
        kinds = (chakra.ALLGATHER, chakra.REDUCESCATTER, chakra.BARRIER, chakra.ALLREDUCE)
        rank = [chakra.collective(i, kind, 65536, data=[i - 1])
                for i, kind in enumerate(kinds * 2, 1)]  # fmt: skip
        for scheme in ("inc", "auto"):
            row = self.row(*STAR, self.write(*[rank] * 8), f"--scheme={scheme}")
            self.assertEqual((row["wrong"], len(row["layers"])), (0, 8))
            self.assert_adds_up(row)

    def test_gzip_gives_the_same_result(self):
        ranks = [[chakra.collective(1, chakra.ALLREDUCE, 4096)]] * 4
        plain = self.row(*STAR, self.write(*ranks))
        self.assertEqual(self.row(*STAR, self.write(*ranks, compress=True)), plain)

    def test_dangling_dependencies_are_named_and_met(self):
        workload = self.write([chakra.node(1, chakra.COMPUTE, data=[77, 78], duration=3)])
        run = self.run_sim(*STAR, workload)
        self.assertIn("t.0.et: 2 dependencies on nodes that are nowhere count as met: 77, 78",
                      run.stdout)  # fmt: skip
        self.assertEqual(self.row(*STAR, workload)["trace"]["dangling"], 2)

    def test_calls_in_opposite_order_end_the_run_and_name_who_waits(self):
        def rank(first, second):
            return [chakra.collective(1, chakra.ALLREDUCE, 64, f"of {first}", pg_name=first),
                    chakra.collective(2, chakra.ALLREDUCE, 64, pg_name=second)]  # fmt: skip

        workload = self.write(rank("a", "b"), rank("b", "a"))
        for scheme in ("ring", "inc"):
            row = self.row(*STAR, workload, f"--scheme={scheme}", "--maxRetries=5", status=1)
            self.assertRegex(row["status"], "of a")

    def test_different_calls_of_a_group_end_the_run(self):
        workload = self.write(
            [chakra.collective(1, chakra.ALLREDUCE, 64), chakra.collective(2, chakra.ALLREDUCE, 128)],
            [chakra.collective(2, chakra.ALLREDUCE, 64),
             chakra.collective(1, chakra.ALLREDUCE, 128)])  # fmt: skip
        row = self.row(*STAR, workload, status=1)
        self.assertIn("call 1 of rank 1 is allreduce of 128 bytes, another rank's is", row["status"])


class Refused(TraceCase):
    @staticmethod
    def send(own):
        return chakra.node(1, chakra.SEND, comm_src=own, comm_dst=1, comm_size=8)

    @staticmethod
    def receive(own):
        return chakra.node(2, chakra.RECEIVE, comm_src=0, comm_dst=own, comm_size=8)

    def test_what_cannot_be_run_is_one_line(self):
        reduce = chakra.collective(1, chakra.ALLREDUCE, 64)
        for words, ranks, more in (
            ("no trace", None, ()),
            ("accepted: the same of every rank", [[reduce], []], ()),
            ("depends on itself", [[chakra.node(1, chakra.COMPUTE, data=[1])]], ()),
            ("sent and not received", [[chakra.node(1, chakra.SEND, comm_dst=1, comm_size=1)], []], ()),
            ("node 1: comm_src is 1; accepted: 0", [[self.send(1)], [self.receive(1)]], ()),
            ("node 2: comm_dst is 0; accepted: 1", [[self.send(0)], [self.receive(0)]], ()),
            ("a node has no id", [[reduce, chakra.field(3, chakra.COMPUTE)]], ()),
            ("field 1 of a node is no whole number",
             [[chakra.field(1, "1") + chakra.field(3, chakra.COMPUTE)]], ()),
            ("--workers=3: there are traces of 2 ranks", [[reduce]] * 2, ("--workers=3",)),
            ("there are traces of 9 ranks", [[reduce]] * 9, ()),
            ("--size", [[reduce]] * 2, ("--size=1KiB",)),
            ("--jobs", [[reduce]] * 2, ("--jobs=2",)),
            ("groups file 'none.json'", [[reduce]] * 2, ("--groups=none.json",)),
            ("is allgather; accepted: what --scheme=ps runs",
             [[chakra.collective(1, chakra.ALLGATHER, 64)]] * 2, ("--scheme=ps",)),
            ("--payload", [[reduce]] * 2, ("--payload=1022",)),
        ):
            with self.subTest(words):
                for name in os.listdir(self.folder):
                    os.remove(os.path.join(self.folder, name))
                if ranks is None:
                    words = "--workload"
                else:
                    self.write(*ranks)
                self.refused(words, *STAR, "--workload=t", *more)

    def test_damaged_files_end_in_one_line_or_a_result(self):
        draw = random.Random(SEED)
        good = chakra.trace([chakra.collective(i, chakra.ALLREDUCE, 64, "c", data=[i - 1])
                             for i in range(1, 9)])  # fmt: skip
        statuses = collections.Counter()
        for _ in range(60):
            data = bytearray(good)
            for _ in range(draw.randrange(1, 4)):
                data[draw.randrange(len(data))] = draw.randrange(256)
            with open(os.path.join(self.folder, "t.0.et"), "wb") as file:
                file.write(data[: draw.randrange(len(data) + 1)] if draw.random() < 0.3 else data)
            run = self.run_sim(*STAR, "--workload=t", "--quiet")
            statuses[run.returncode] += 1
            self.assertIn(run.returncode, (0, 2), run.stderr)
            self.assertEqual(len(run.stderr.splitlines()), run.returncode // 2, run.stderr)
        self.assertGreater(statuses[2], 10)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
