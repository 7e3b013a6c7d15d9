#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Servers of several GPUs: collectives, workloads and topology files of SimAI."""

import csv
import itertools
import pathlib
import random
import sys

from inc_sim_case import SimCase, unittest

TRACES = pathlib.Path(__file__).resolve().parents[1] / "reference/workloads/chakra"
SEED = 4311
FLAT = {"ring": ("allreduce", "reduce", "broadcast", "allgather", "reducescatter", "barrier"),
        "tree": ("allreduce", "reduce", "broadcast", "barrier"),
        "halving-doubling": ("allreduce", "allgather", "reducescatter"),
        "point-to-point": ("reduce", "gather", "scatter", "alltoall"),
        "auto": ("allreduce", "allgather", "broadcast", "alltoall", "gather")}  # fmt: skip
ELEMENT = 4  # bytes


class Servers(SimCase):
    def network(self, servers, gpus, rails, *more):
        return (f"--leaves={max(2, rails)}", "--topology=leaf-spine", "--spines=2",
                f"--hostsPerLeaf={servers}", f"--servers={servers}", f"--gpusPerServer={gpus}",
                f"--rails={rails}", "--scaleUpReduce=pull", "--stats=1", *more)  # fmt: skip

    def links(self, row):
        """Return the bytes that each GPU sent to its scale-up switch, and got from it."""
        sent = {port["port"]: port["sent_bytes"] for port in row["stats"]["scale_up"]}
        up = [sent[name] for name in sent if name.startswith("h")]
        down = [sent[name] for name in sent if not name.startswith("h")]
        return up, down

    def run_collective(self, servers, gpus, rails, scheme, part, collective, count):
        """Return the bytes of links after a run, whose values and bound are checked."""
        n = servers * gpus
        blocks = collective in ("allgather", "reducescatter", "alltoall", "gather", "scatter")
        size = [] if collective == "barrier" else [f"--size={ELEMENT * count * (n if blocks else 1)}"]
        arguments = self.network(servers, gpus, rails, f"--scheme={scheme}", f"--inServer={part}",
                                 f"--collective={collective}", *size)  # fmt: skip
        row = self.row(*arguments)
        self.assertEqual((row["status"], row["wrong"], row["in_server"]), ("ok", 0, part), arguments)
        bound = row["bound_algbw_GBps"]
        self.assertLessEqual(row["algbw_GBps"], (bound or 1) * (1 + 1e-9), arguments)
        return self.links(row)


class Collectives(Servers):
    def test_every_collective_has_right_results_on_random_servers(self):
        draw = random.Random(SEED)
        print(f"seed {SEED}", file=sys.stderr)
        cases = [(scheme, "flat", name) for scheme, names in FLAT.items() for name in names]
        cases += itertools.product(("ring", "halving-doubling"), ("chain", "direct", "nvls"),
                                   ("allgather", "reducescatter"))  # fmt: skip
        for case in cases * 2:
            gpus = draw.randint(2, 5)
            up, down = self.run_collective(draw.randint(1, 4), gpus,
                                           draw.choice((1, 2, gpus, 2 * gpus)), *case,
                                           draw.choice((1, 7, 1003, 6000)))  # fmt: skip
            if case[1] in ("flat", "direct", "chain"):
                self.assertEqual(sum(up), sum(down), case)

    def test_a_ring_of_all_gpus_passes_each_scale_up_link_once(self):
        for servers, gpus, rails, name in itertools.product(
                (1, 3), (2, 4), (1, 2, 4), ("allgather", "reducescatter")):  # fmt: skip
            up, down = self.run_collective(servers, gpus, rails, "ring", "flat", name, 1003)
            expected = (servers * gpus - 1) * 1003 * ELEMENT
            self.assertEqual((set(up), set(down)), ({expected}, {expected}))

    def test_blocks_pass_the_heads_of_their_ranks(self):
        for servers, gpus in itertools.product((1, 2, 3), (2, 3, 4)):
            block = 1003 * ELEMENT
            total = servers * gpus * block
            for name in ("allgather", "reducescatter"):
                up, down = self.run_collective(servers, gpus, gpus, "ring", "direct", name, 1003)
                self.assertEqual(set(up) | set(down), {(gpus - 1) * servers * block})
                up, down = self.run_collective(servers, gpus, gpus, "ring", "nvls", name, 1003)
                sent, got = (up, down) if name == "allgather" else (down, up)
                self.assertEqual((set(sent), set(got)), ({servers * block}, {total}))

    def test_alltoall_crosses_servers_on_the_rail_of_the_receiver(self):
        for servers, gpus in itertools.product((1, 2, 3), (2, 4)):
            up, down = self.run_collective(servers, gpus, gpus, "point-to-point", "flat",
                                           "alltoall", 1003)  # fmt: skip
            self.assertEqual(set(up) | set(down), {(gpus - 1) * servers * 1003 * ELEMENT})

    def test_links_inside_and_between_servers_work_at_the_same_time(self):
        for scheme, part, servers in (("ring", "direct", 8), ("ring", "nvls", 4),
                                      ("halving-doubling", "direct", 4), ("tree", "chain", 8),
                                      ("tree", "nvls", 4), ("inc", "direct", 4)):  # fmt: skip
            row = self.row(*self.network(servers, 8, 8, f"--scheme={scheme}", f"--inServer={part}",
                                         "--size=64MiB", "--data=virtual", "--payload=4096",
                                         "--linkRate=400Gbps"))  # fmt: skip
            self.assertGreater(row["algbw_GBps"], row["bound_algbw_GBps"] / 1.08, (scheme, part))

    def test_one_server_sends_nothing_to_the_network(self):
        for name, part in itertools.product(("allreduce", "allgather"), ("flat", "direct", "nvls")):
            row = self.row(*self.network(1, 4, 4, "--scheme=ring", f"--inServer={part}",
                                         f"--collective={name}", "--size=64KiB"))  # fmt: skip
            self.assertEqual((row["wrong"], row["link_bytes_total"]), (0, 0))

    def test_aggregation_trees_reduce_and_nothing_else(self):
        for servers, name in ((2, "allgather"), (1, "broadcast"), (1, "alltoall")):
            self.refused("does not run in the network",
                         *self.network(servers, 4, 4, f"--collective={name}"))
        self.refused("accepted: allreduce, allgather, reducescatter",
                     *self.network(2, 4, 4, "--collective=broadcast", "--scheme=ring",
                                   "--inServer=nvls"))  # fmt: skip

    def test_jobs_of_one_gpu_in_each_server_use_their_rails(self):
        # Their window is smaller than their vectors.
        row = self.row(*self.network(3, 4, 4, "--scheme=inc", "--jobs=4", "--slots=8",
                                     "--jobPlacement=interleaved", "--size=1MiB"))  # fmt: skip
        self.assertEqual((row["wrong"], row["scale_up_bytes_total"]), (0, 0))
        nics = [port["sent_bytes"] for port in row["stats"]["ports"]
                if port["port"].startswith("h")]  # fmt: skip
        self.assertEqual(len(set(nics)), 1)
        self.assertGreater(nics[0], 1 << 20)

    def test_some_gpus_of_servers_whose_first_gpu_owns_all_nics(self):
        network = self.network(2, 3, 1, "--nicOwners=first", "--scheme=inc", "--size=48KB")
        for placement, workers, servers in (("packed", 1, 1), ("packed", 4, 2), ("spread", 1, 1),
                                            ("spread", 2, 2), ("spread", 5, 2)):  # fmt: skip
            row = self.row(*network, f"--placement={placement}", f"--workers={workers}")
            self.assertEqual((row["wrong"], row["servers"]), (0, servers), (placement, workers))
        for name in ("allgather", "reducescatter"):
            row = self.row(*network, f"--collective={name}", "--workers=1")
            self.assertEqual((row["status"], row["wrong"]), ("ok", 0))
        self.refused("does not run in the network", *network, "--collective=alltoall",
                     "--workers=1")  # fmt: skip

    def test_no_job_of_one_gpu_a_server_exceeds_its_bound(self):
        for name in ("alltoall", "allgather", "allreduce"):
            row = self.row(*self.network(3, 4, 4, "--scheme=ring" if name == "allgather" else
                                         "--scheme=auto", "--jobs=4", f"--collective={name}",
                                         "--jobPlacement=interleaved", "--size=1MiB"))  # fmt: skip
            self.assertEqual(row["wrong"], 0)
            self.assertLessEqual(row["algbw_GBps"], row["bound_algbw_GBps"] * (1 + 1e-9))


class Details(Servers):
    def test_reduction_by_rank_is_exact_where_switches_reduce(self):
        for servers, gpus, rails, dtype in ((1, 5, 5, "float32"), (3, 4, 2, "float16"),
                                            (2, 8, 8, "float64")):  # fmt: skip
            row = self.row(*self.network(servers, gpus, rails, "--scheme=inc", "--inServer=nvls",
                                         "--reduction=rank", f"--dtype={dtype}",
                                         f"--size={servers * gpus * 4008}"))  # fmt: skip
            self.assertEqual((row["status"], row["wrong"]), ("ok", 0))
        for part in ("direct", "chain"):
            self.refused("--reduction=rank: has no effect",
                         *self.network(2, 4, 4, "--reduction=rank", f"--inServer={part}"))

    def test_the_series_of_scale_up_links_adds_up_to_their_bytes(self):
        row = self.row(*self.network(2, 4, 4, "--scheme=ring", "--size=1MiB"), "--series=s.csv",
                       "--interval=3us", "--seriesOf=*.up*/*")  # fmt: skip
        with open(f"{self.folder}/s.csv", encoding="utf-8", newline="") as file:
            lines = list(csv.DictReader(file))
        for port in row["stats"]["scale_up"]:
            mine = [line for line in lines if line["object"] == port["port"]]
            sent = [int(line["value"]) for line in mine if line["metric"] == "sent_bytes"]
            busy = [float(line["value"]) for line in mine if line["metric"] == "utilisation"]
            self.assertEqual(sum(sent), port["sent_bytes"])
            self.assertLessEqual(max(busy), 1)
            self.assertAlmostEqual(sum(busy) * 3000, port["busy_ns"], delta=3)

    def test_the_timeline_shows_the_parts_of_a_collective(self):
        for scheme, part in (("inc", "nvls"), ("ring", "direct"), ("tree", "chain")):
            arguments = self.network(2, 4, 4, f"--scheme={scheme}", f"--inServer={part}", "--size=1MiB")
            row = self.row(*arguments, "--timeline=t.json")
            self.assertEqual(row["time_us"], self.row(*arguments)["time_us"])
            events = self.load("t.json")["traceEvents"]
            for gpu in {event["pid"] for event in events if event.get("cat") == "part"}:
                spans = {event["name"]: (event["ts"], event["ts"] + event["dur"])
                         for event in events if event["ph"] == "X" and event["pid"] == gpu}  # fmt: skip
                whole = spans.pop("allreduce")
                names = ["reduce in server", "between servers", "spread in server"]
                self.assertEqual(sorted(spans, key=spans.get), names)
                for begin, end in spans.values():
                    self.assertLess(whole[0], begin)
                    self.assertLess(end, whole[1] + 1e-6)

    def test_a_mesh_has_a_link_for_each_pair(self):
        for servers, gpus, scheme, part, name, share in (
                (1, 4, "ring", "direct", "allreduce", 2), (3, 3, "ring", "direct", "allgather", 3),
                (2, 4, "point-to-point", "flat", "alltoall", 2)):  # fmt: skip
            row = self.row(f"--hostsPerLeaf={servers}", f"--leaves={gpus}", "--topology=leaf-spine",
                           f"--gpusPerServer={gpus}", "--scaleUp=mesh", f"--scheme={scheme}",
                           f"--collective={name}", f"--inServer={part}", "--stats=1",
                           f"--size={4 * 12 * gpus * servers * 100}")  # fmt: skip
            self.assertEqual((row["wrong"], row["status"]), (0, "ok"))
            block = 4 * 1200 * (1 if name != "allreduce" else servers)
            sent = {port["port"]: port["sent_bytes"] for port in row["stats"]["scale_up"]}
            self.assertEqual(len(sent), servers * gpus * (gpus - 1))
            self.assertEqual(set(sent.values()), {share * block})
            self.assertLessEqual(row["algbw_GBps"], row["bound_algbw_GBps"])


class Networks(Servers):
    def test_rails_without_spines_are_as_fast_if_servers_pass_data_on(self):
        for scheme, name in (("inc", "allreduce"), ("ring", "allreduce"), ("auto", "alltoall")):
            arguments = ("--servers=4", "--gpusPerServer=4", f"--scheme={scheme}", "--size=1MiB",
                         f"--collective={name}")  # fmt: skip
            alone = self.row("--topology=rail-only", "--hostsOnRail=4", *arguments)
            with_spines = self.row("--topology=leaf-spine", "--leaves=4", "--hostsPerLeaf=4",
                                   *arguments)  # fmt: skip
            self.assertEqual((alone["wrong"], alone["time_us"]), (0, with_spines["time_us"]))
        rails = ("--topology=rail-only", "--servers=4", "--gpusPerServer=4", "--scheme=ring")
        self.refused("no switches join all rails", *rails, "--crossRail=spine")

    def test_data_for_another_rail_take_the_way_that_the_user_names(self):
        servers, gpus = 3, 4
        share = 2 * (servers * gpus - 1) * 1003 * ELEMENT  # of a ring of all GPUs
        ring = self.network(servers, gpus, gpus, "--scheme=ring", "--inServer=flat",
                            f"--size={ELEMENT * 1003 * servers * gpus}")  # fmt: skip
        for way, part in (("pxn", 1), ("spine", (gpus - 1) / gpus)):
            row = self.row(*ring, f"--crossRail={way}")
            up, down = self.links(row)
            self.assertEqual(row["wrong"], 0)
            for sent in up + down:
                self.assertAlmostEqual(sent, share * part, delta=share / 500, msg=way)
        self.refused("sends to other rails", *ring, "--crossRail=refuse")
        within = self.network(servers, gpus, gpus, "--scheme=ring", "--inServer=direct")
        self.row(*within, "--crossRail=refuse")
        self.refused("they stay on their rails", *within, "--crossRail=spine")

    def test_planes_multiply_the_ports_of_nics(self):
        arguments = self.network(2, 4, 4, "--inServer=nvls", "--size=16MiB", "--data=virtual",
                                 "--payload=4096")  # fmt: skip
        one, two = (self.row(*arguments, f"--planes={planes}") for planes in (1, 2))
        self.assertAlmostEqual(two["algbw_GBps"] / one["algbw_GBps"], 2, delta=0.06)
        half = self.row(*arguments, "--planes=2", "--fail=h1->leaf1.p1@0us")
        self.assertAlmostEqual(half["algbw_GBps"] / two["algbw_GBps"], 7 / 8, delta=0.03)
        row = self.row("--topology=fat-tree", "--k=4", "--planes=2", "--scheme=ring",
                       "--size=256KiB", "--stats=1")  # fmt: skip
        sent = [port["sent_bytes"] for port in row["stats"]["ports"]
                if port["port"].startswith("h")]  # fmt: skip
        self.assertEqual((row["wrong"], len(sent)), (0, 32))
        self.assertLess(max(sent), 1.1 * min(sent))

    def test_results_come_back_by_bier_where_gpus_have_no_nic(self):
        for rails, owners in ((2, "even"), (5, "0,0,0,2,2")):
            row = self.row("--topology=rail-only", "--gpusPerServer=4", "--servers=4",
                           f"--rails={rails}", f"--nicOwners={owners}", "--dissemination=bier",
                           "--size=256KiB")  # fmt: skip
            self.assertEqual((row["status"], row["wrong"]), ("ok", 0))

    def test_a_stripe_takes_the_nic_of_its_rail_if_owners_have_unequal_numbers_of_nics(self):
        # Where no leaf aggregates, all NICs of a GPU are as near to the tree. The last of five
        # stripes of 4999 elements is one element shorter.
        row = self.row(*self.network(3, 4, 5, "--nicOwners=0,0,0,2,2", "--root=spine0",
                                     "--aggregators=1", f"--size={4999 * ELEMENT}"))  # fmt: skip
        sent = {port["port"]: port["sent_bytes"] for port in row["stats"]["ports"]}
        self.assertEqual((row["wrong"], sent["h2->leaf3"] - sent["h2->leaf4"]), (0, ELEMENT))

    def test_software_takes_time_before_a_collective_and_each_step(self):
        ring = self.network(1, 4, 1, "--scheme=ring", "--inServer=flat", "--size=4MiB")
        path = "--ns3::IncServerCollective::"
        plain, whole, late = (self.row(*ring, *more)["time_us"] for more in (
            [], [f"{path}WholeSteps=true"], [f"{path}LaunchOverhead=7us"]))  # fmt: skip
        self.assertAlmostEqual(late - plain, 7, delta=0.001)
        self.assertGreater(whole, plain)
        steps = self.row(*ring, f"{path}WholeSteps=true", f"{path}StepOverhead=2us")["time_us"]
        self.assertAlmostEqual(steps - whole, 2 * 2 * (4 - 1), delta=0.001)


class Failures(Servers):
    def test_a_nic_that_never_works_leaves_the_other_rails(self):
        for scheme, part in (("inc", "nvls"), ("ring", "direct"), ("ring", "flat"),
                             ("tree", "chain")):  # fmt: skip
            arguments = self.network(2, 4, 4, f"--scheme={scheme}", f"--inServer={part}",
                                     "--size=4MiB", "--payload=4096")  # fmt: skip
            whole = self.row(*arguments)
            row = self.row(*arguments, "--fail=h3->leaf3@0us")
            self.assertEqual(row["wrong"], 0)
            self.assertAlmostEqual(row["algbw_GBps"] / whole["algbw_GBps"], 3 / 4, delta=0.04)
            self.assertLessEqual(row["algbw_GBps"], row["bound_algbw_GBps"] * (1 + 1e-9))
            ports = {port["port"] for port in row["stats"]["ports"] if port["sent_bytes"] > 0}
            self.assertFalse(ports & {"h3->leaf3", "h7->leaf3"})

    def test_scale_up_links_and_servers_that_fail_end_every_rank_with_an_error(self):
        network = self.network(2, 4, 4, "--size=1MiB")
        parts = {"inc": ("nvls", "direct"), "ring": ("nvls", "flat", "chain"), "tree": ("chain",)}
        for scheme, inside in parts.items():
            for part, failed in itertools.product(inside, ("h3->v0.up", "v1.up->h5", "v0")):
                row = self.row(*network, f"--scheme={scheme}", f"--inServer={part}",
                               f"--fail={failed}@5us", status=1)  # fmt: skip
                self.assertNotEqual(row["status"], "ok")
        self.refused("a scale-up link, which has lost units, is not repaired",
                     *network, "--fail=v0@5us:9us")
        self.refused("no node or server is called v2", *network, "--fail=v2@5us")
        self.refused("no node or server is called v2", *network, "--kill=v2@5us")
        self.row(*network, "--kill=v1@5us", status=1)
        for row in (self.row(*network, "--scheme=ring", "--fail=spine0@5us:9us"),
                    self.row(*network, "--scheme=ring")):  # fmt: skip
            self.assertEqual((row["status"], row["wrong"]), ("ok", 0))


class Workloads(Servers):
    def layers(self, ranks, activations, weights):
        with open(f"{self.folder}/layers.txt", "w", encoding="utf-8") as file:
            file.write(f"HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: {ranks}\n2\n"
                       + "".join(f"layer{i} -1 1000 {activations} 1000 {activations} 1000 {weights}"
                                 " 10\n" for i in range(2)))  # fmt: skip
        return "--workload=layers.txt"

    def test_tensor_parallel_groups_stay_in_their_servers(self):
        for scheme in ("inc", "ring"):
            row = self.row(*self.network(2, 4, 4, f"--scheme={scheme}"),
                           self.layers(4, "ALLREDUCE 400000", "NONE 0"))  # fmt: skip
            self.assertEqual((row["status"], row["wrong"], row["link_bytes_total"]), ("ok", 0, 0))
            self.assertEqual((row["servers"], row["gpus_per_server"]), (2, 4))
            self.assertGreater(row["scale_up_bytes_total"], 0)

    def test_data_parallel_groups_use_one_rail_each(self):
        for scheme, weights in itertools.product(("inc", "ring"), ("ALLREDUCE", "ALLGATHER")):
            row = self.row(*self.network(2, 4, 4, f"--scheme={scheme}"),
                           self.layers(4, "NONE 0", f"{weights} 400000"))  # fmt: skip
            self.assertEqual((row["status"], row["wrong"]), ("ok", 0))
            self.assertEqual(row["scale_up_bytes_total"], 0)
            nics = [port["sent_bytes"] for port in row["stats"]["ports"]
                    if port["port"].startswith("h")]  # fmt: skip
            self.assertLess(max(nics), 1.2 * min(nics))

    def test_a_group_without_a_common_rail_crosses_the_spines(self):
        # The data-parallel groups {0, 3} and {1, 4} have one GPU in each server, on different rails.
        row = self.row(*self.network(2, 3, 3, "--scheme=ring", "--workers=6"),
                       self.layers(3, "NONE 0", "ALLREDUCE 40000"))  # fmt: skip
        alike = self.spines(row)
        # The groups {0, 2}, {1, 3} and so on of 6 GPUs mix GPUs of both servers.
        row = self.row(*self.network(2, 3, 3, "--scheme=ring", "--workers=6"),
                       self.layers(2, "NONE 0", "ALLREDUCE 40000"))  # fmt: skip
        self.assertEqual((row["status"], row["wrong"]), ("ok", 0))
        self.assertEqual(alike, 0)
        self.assertGreater(self.spines(row), 40000)
        self.refused("and switches between all rails", "--topology=rail-only", "--scheme=ring",
                     "--gpusPerServer=3", "--servers=2", "--workers=6",
                     self.layers(2, "NONE 0", "ALLREDUCE 40000"))  # fmt: skip

    def spines(self, row):
        """Return the bytes that leaf switches sent to spines."""
        return sum(port["sent_bytes"] for port in row["stats"]["ports"]
                   if port["port"].startswith("leaf") and "->spine" in port["port"])  # fmt: skip

    def test_traces_exchange_messages_inside_and_between_servers(self):
        trace = f"--workload={TRACES}/inc-custom_ring_allreduce_8npus_1MB"
        times = [self.row(*self.network(servers, gpus, gpus, "--scheme=ring"), trace)
                 for servers, gpus in ((1, 8), (2, 4))]  # fmt: skip
        self.assertEqual(times[0]["link_bytes_total"], 0)
        self.assertGreater(times[1]["link_bytes_total"], 0)
        self.assertLess(times[0]["time_us"], times[1]["time_us"])
        self.refused("h3 has no NIC", *self.network(2, 4, 1, "--scheme=ring"), trace)


class Simai(Servers):
    """A file as SimAI's generator writes it: GPUs, NVSwitches, leaf switches and a spine."""

    def write(self, change=lambda lines: lines, scale_ups=1):
        gpus, servers = 8, 2
        hubs = servers * scale_ups
        leaf = gpus + hubs
        lines = [f"{leaf + 3} 4 {hubs} 3 {gpus * scale_ups + gpus + 2} H100",
                 " ".join(map(str, range(gpus, leaf + 3))) + " "]  # fmt: skip
        for gpu in range(gpus):
            lines += [f"{gpu} {gpus + gpu // 4 * scale_ups + i} 2880Gbps 0.000025ms 0"
                      for i in range(scale_ups)]  # fmt: skip
            lines.append(f"{gpu} {leaf + gpu % 2} 400Gbps 0.0005ms 0")
        lines += [f"{leaf + i} {leaf + 2} 400Gbps 0.0005ms 0" for i in range(2)]
        with open(f"{self.folder}/topo", "w", encoding="utf-8") as file:
            file.write("\n".join(change(lines)) + "\n")

    def test_servers_switches_and_links_are_those_of_the_file(self):
        for scale_ups in (1, 2):
            self.write(scale_ups=scale_ups)
            run = self.run_sim("--topology=simai:topo", "--scheme=ring", "--size=64KiB",
                               "--export=e.json", "--output=r.json", "--stats=1")  # fmt: skip
            self.assertEqual((run.returncode, run.stderr), (0, ""))
            exported = self.load("e.json")
            kinds = [node["kind"] for node in exported["nodes"]]
            self.assertEqual([kinds.count(kind) for kind in ("host", "switch", "scale-up")],
                             [8, 3, 2])  # fmt: skip
            inside = [link for link in exported["links"] if link["b"].endswith(".up")]
            self.assertEqual({link["rate"] for link in inside},
                             {"2880Gbps" if scale_ups == 1 else "5760Gbps"})  # fmt: skip
            self.assertEqual((len(inside), len(exported["links"])), (8, 18))
            row = self.load("r.json")["results"][0]
            again = self.row("--topology=file:e.json", "--scheme=ring", "--size=64KiB", "--stats=1")
            self.assertEqual((row["wrong"], row["time_us"]), (0, again["time_us"]))

    def test_the_switches_inside_reduce_as_the_user_says(self):
        self.write()
        for part in ("pull", "push"):
            row = self.row("--topology=simai:topo", "--inServer=nvls", f"--scaleUpReduce={part}",
                           "--size=64KiB")  # fmt: skip
            self.assertEqual((row["wrong"], row["servers"], row["in_server"]), (0, 2, "nvls"))
        self.refused("a scale-up switch does not reduce", "--topology=simai:topo",
                     "--inServer=nvls")  # fmt: skip

    def test_broken_files_are_refused_with_their_line(self):
        def put(line, text):
            return lambda lines: lines[:line] + [text] + lines[line + 1:]

        for change, words in ((lambda lines: lines[:5], "line 6: the file ends"),
                              (put(2, "0 99 1Gbps 1us 0"), "line 3: 99; accepted"),
                              (put(2, "0 8 1Gbps 1us 0.1"), "line 3: error rate 0.1"),
                              (put(2, "0 8 fast 1us 0"), "line 3: fast"),
                              (put(2, "0 8 1Gbps 1us"), "line 3: 4 words"),
                              (put(2, "4 8 1Gbps 1us 0"), "has GPUs of servers"),
                              (put(1, "8 8 10 11 12"), "line 2: id 8 twice"),
                              (put(0, "13 4 2 4 18 H100"), "line 1: 7 GPUs are left"),
                              (lambda lines: lines + ["0 8 1Gbps 1us 0"], "a line after it"),
                              (put(0, ""), "line 1: 0 words")):  # fmt: skip
            self.write(change)
            self.refused(words, "--topology=simai:topo")
            self.refused(words, "--topology=simai:topo", "--inServer=direct")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
