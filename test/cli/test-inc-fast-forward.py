#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""inc-sim --fastForward gives results equal to the byte, and states why it jumps over nothing.

test-inc-fast-forward.py BIN [--scenarios=N] [--all] [--verified=N] [--seed=S]

compares N scenarios of the grid, drawn from the seed, or all of them, and verifies N random ones.
"""

import itertools
import json
import os
import random
import re
import sys
import unittest

from inc_sim_case import SimCase

SCENARIOS = 12
VERIFIED = 6
SEED = 16
COLLECTIVES = ("allreduce", "reduce", "broadcast", "allgather", "reducescatter")
GRID = [
    ["--slots=1", "--slots=3", "--slots=64", "--slots=256"],
    ["--payload=256", "--payload=1024", "--payload=4096"],
    ["--linkRate=10Gbps", "--linkRate=100Gbps", "--linkRate=400Gbps"],
    ["--transport=uc", "--transport=rc"],
    ["--dissemination=tree", "--dissemination=bier", "--dissemination=unicast"],
    ["--slotMode=literal", "--slotMode=shadow"],
    ["--k=4", "--k=8"],
    ["", "--jobs=2"],
    [f"--collective={name}" for name in COLLECTIVES],
]
ROUNDS = {"--slots=1": 300, "--slots=3": 500, "--slots=64": 1500, "--slots=256": 3000}
ALWAYS_SEARCH = "--ns3::IncFastForward::LeastGain=0"
# Fields that tell how a run was executed and what resources of the machine it used.
HOW = ("events", "jumped_events", "fast_forward", "wall_s", "cpu_s", "peak_rss_bytes")


class FastForward(SimCase):
    ALWAYS = ("--quiet", "--stats")

    def result(self, mode, *arguments, status=0):
        """Return the result file of a run; its data are virtual unless the arguments choose."""
        says = {"--data=real", "--scheme=flows"}.intersection(arguments)
        data = () if says else ("--data=virtual",)
        run = self.run_sim(*self.ALWAYS, *data, *arguments, f"--fastForward={mode}", "--output=r.json")
        self.assertEqual((run.returncode, run.stderr), (status, ""), arguments)
        return self.load("r.json")

    def is_same(self, *arguments, status=0):
        """Run with and without --fastForward, compare the results, and return how the run was
        executed."""
        off = self.result("off", *arguments, status=status)
        on = self.result("on", *arguments, status=status)
        how = on["simulation"]
        how["all_events"] = off["simulation"]["events"]
        for result in (off, on):
            del result["config"]["fastForward"]
            result["simulation"] = {name: value for name, value in result["simulation"].items()
                                    if name not in HOW + ("all_events",)}  # fmt: skip
        self.assertEqual(json.dumps(off), json.dumps(on), arguments)
        return how

    def jumps(self, *arguments, timers=0.05):
        """As is_same(), and check that the run with --fastForward jumps."""
        how = self.is_same(*arguments)
        self.assertIsNone(how["fast_forward"]["reason"], arguments)
        self.assertGreater(how["jumped_events"], 0, arguments)
        # Jumped events are counted one by one, except timers that find nothing to do.
        self.assertAlmostEqual((how["events"] + how["jumped_events"]) / how["all_events"], 1,
                               delta=timers)  # fmt: skip
        return how

    def reason(self, reason, *arguments, status=0):
        """Check that nothing is jumped over, for this reason, and that the results are equal."""
        how = self.is_same(*arguments, status=status)
        self.assertRegex(how["fast_forward"]["reason"] or "none", reason)
        self.assertEqual((how["jumped_events"], how["fast_forward"]["periods"]), (0, []))


class Grid(FastForward):
    def test_results_are_the_same_over_a_sample_of_the_grid(self):
        """Draws points by the seed; --all and --scenarios compare more."""
        points = list(itertools.product(*GRID))
        if not ALL:
            points = random.Random(SEED).sample(points, SCENARIOS)
        jumped = []
        for point in points:
            payload = int(re.search(r"\d+", point[1])[0])
            # over RC the state of the network recurs only after more rounds than here
            simulated = "--transport=rc" in point
            size = f"--size={ROUNDS[point[0]] * payload}"
            with self.subTest(seed=SEED, arguments=" ".join(point)):
                how = self.is_same(*filter(None, point), size, ALWAYS_SEARCH)
                if not simulated:
                    jumped.append(how["jumped_events"] > 0)
        self.assertGreaterEqual(2 * sum(jumped), len(jumped), SEED)


class Jumps(FastForward):
    """The simulator searches a period only if a jump can pay: few slots, or many rounds."""

    SMALL = ("--slots=16", "--size=12MiB")
    STAR = ("--topology=star", "--hosts=4")

    def test_the_table_says_why_nothing_was_skipped(self):
        always = ("--size=64KiB", "--data=virtual", "--topology=star", "--hosts=4")
        for arguments, advice in ((["--fastForward=on"], "; try --dissemination=tree"),
                                  (["--fastForward=on", "--dissemination=tree"], "; try --slots=64"),
                                  (["--fastForward=on", "--dissemination=tree", "--slots=64"], ""),
                                  (["--fastForward=on", "--scheme=ring"], "")):  # fmt: skip
            with self.subTest(arguments=arguments):
                table = self.run_sim(*always, *arguments).stdout
                self.assertRegex(table, r"\n# Nothing was skipped  : [a-z][^\n;]*" + advice + r"\n")
        skips = ("--size=8MiB", "--data=virtual", "--topology=star", "--hosts=4", "--slots=64")
        self.assertNotIn("skipped", self.run_sim(*skips, "--fastForward=on").stdout)
        self.assertNotIn("skipped", self.run_sim(*always).stdout)

    def test_period_of_the_wire(self):
        """25 frames of 92.32 ns end at a whole nanosecond."""
        how = self.jumps("--k=4", "--dissemination=tree", "--size=48MiB")
        self.assertEqual(how["fast_forward"]["periods"][0]["rounds"], 25)
        self.assertGreater(how["jumped_events"], 10 * how["events"])

    def test_period_of_the_window(self):
        for way in ("bier", "tree", "unicast"):
            how = self.jumps("--k=4", *self.SMALL, f"--dissemination={way}")
            self.assertEqual(how["fast_forward"]["periods"][0]["rounds"] % 16, 0)

    def test_star_and_leaf_spine(self):
        self.jumps("--topology=star", "--hosts=8", *self.SMALL)
        self.jumps("--topology=leaf-spine", "--leaves=2", "--spines=2", "--hostsPerLeaf=2",
                   *self.SMALL)  # fmt: skip

    def test_mechanisms_that_are_armed_and_idle(self):
        armed = ("--pfc=1", "--ecn=1", "--cc=dcqcn")
        for transport in "uc", "rc":
            for way in "tree", "unicast":
                how = self.jumps("--k=4", "--size=48MiB", "--slots=16", *armed,
                                 f"--dissemination={way}", f"--transport={transport}")  # fmt: skip
                self.assertGreater(how["jumped_events"], 5 * how["events"])
        self.jumps("--scheme=flows", "--topology=leaf-spine", "--leaves=2", "--spines=1",
                   "--hostsPerLeaf=1", "--size=30MiB", *armed)  # fmt: skip
        states = self.result("verify", "--k=4", "--slots=8", "--size=12MiB", *armed)["simulation"]
        self.assertGreater(states["fast_forward"]["verified_states"], 10)

    def test_literal_slots_and_one_at_a_time(self):
        self.jumps(*self.STAR, "--slotMode=literal", "--slots=64", "--size=16MiB")
        self.jumps(*self.STAR, "--slots=1", "--size=6MiB", timers=0.3)

    def test_tree_ids_in_the_place_of_bitmaps(self):
        self.jumps(*self.STAR, "--aggregation=tree", "--dissemination=tree", *self.SMALL)

    def test_reliable_connections_by_tree(self):
        """An acknowledgement covers 16 messages, so a period has a multiple of 16 messages."""
        rc = ("--k=4", "--transport=rc", "--dissemination=tree")
        for arguments in (("--slots=1", "--size=4MiB", ALWAYS_SEARCH),
                          ("--slots=16", "--size=24MiB", ALWAYS_SEARCH),
                          ("--slots=256", "--size=192MiB")):  # fmt: skip
            how = self.jumps(*rc, *arguments)
            self.assertGreater(how["jumped_events"], how["events"])

    def test_reliable_connections_that_acknowledge_to_the_root(self):
        """Half of each connection stands still: the connections of contributions carry no
        results."""
        for way in ("bier", "unicast"):
            for slots in (4, 64):
                how = self.jumps(*self.STAR, "--transport=rc", f"--dissemination={way}",
                                 f"--slots={slots}", "--size=8MiB", ALWAYS_SEARCH)  # fmt: skip
                self.assertGreater(how["jumped_events"], how["events"])
            self.jumps("--k=4", "--transport=rc", f"--dissemination={way}", "--slots=4",
                       "--size=1MiB", ALWAYS_SEARCH)  # fmt: skip

    def test_every_collective_in_the_network(self):
        """Messages belong to the ranks in turn, or one packet without elements stands for several."""
        for collective, transport in itertools.product(COLLECTIVES, ("uc", "rc")):
            for way in "tree", "unicast":
                how = self.jumps("--k=4", "--slots=16", "--size=24MiB", f"--collective={collective}",
                                 f"--transport={transport}", f"--dissemination={way}")  # fmt: skip
                self.assertGreater(how["jumped_events"], how["events"])

    def test_several_jobs(self):
        """Flows of several jobs are counted on every link."""
        for slots in (16, 256):
            self.jumps("--k=4", "--jobs=2", "--dissemination=tree", f"--slots={slots}",
                       "--size=40MiB")  # fmt: skip

    def test_several_sizes_and_iterations(self):
        how = self.jumps(*self.STAR, "--slots=16", "--size=8MiB,10MiB", "--iterations=2")
        self.assertGreaterEqual(len(how["fast_forward"]["periods"]), 4)

    def test_layers_that_follow_are_known_as_early_as_the_first(self):
        """Every iteration's period is found equally early. It begins at another slot, because
        20,003 messages are no multiple of the number of slots."""
        how = self.jumps(*self.STAR, "--slots=64", f"--size={20003 * 1024}", "--iterations=4",
                         "--dissemination=tree")  # fmt: skip
        begins = [period["from_round"] for period in how["fast_forward"]["periods"]]
        self.assertEqual(begins, [begins[0] + i * 20003 for i in range(4)])

    def test_last_message_that_is_shorter(self):
        self.jumps(*self.STAR, "--slots=16", "--size=10000004")

    def test_workers_that_are_late(self):
        """The simulator jumps over nothing before all workers have begun."""
        self.jumps(*self.STAR, *self.SMALL, "--straggler=h2:300us")


class Layers(FastForward):
    """Equal layers of a workload are replayed as a whole if the network is idle before each."""

    STAR = ("--topology=star", "--hosts=4", "--slots=16", "--workload=w.txt")

    def write(self, *layers):
        """Write a workload of (bytes, backward_us) in backward order."""
        with open(os.path.join(self.folder, "w.txt"), "w", encoding="utf-8") as file:
            for number, (size, backward) in reversed(list(enumerate(layers))):
                file.write(f"layer{number} 0 {backward} allreduce {size} float32\n")

    def replayed(self, how, messages):
        return sum(p["periods"] for p in how["fast_forward"]["periods"] if p["rounds"] == messages)

    def test_all_but_the_first_two_and_the_last(self):
        """Each layer has 2,003 messages, the last one shorter, and the result has each layer's times.

        Counters are read after the last layer, while acknowledgements are still on their way.
        """
        self.write(*[(2002 * 1024 + 4, 2000)] * 12)
        for arguments in ((), ("--dissemination=tree",), ("--slotMode=literal",)):
            how = self.jumps(*self.STAR, *arguments, ALWAYS_SEARCH)
            self.assertEqual(self.replayed(how, 2003), 9, arguments)
        for arguments in (("--dissemination=tree",), ("--dissemination=bier",)):
            how = self.is_same(*self.STAR, "--transport=rc", *arguments, ALWAYS_SEARCH)
            self.assertGreater(self.replayed(how, 2003), 4, arguments)

    def test_layers_that_differ_are_simulated(self):
        alike = [(400 * 1024, 1000)] * 5
        for other in ((401 * 1024, 1000), (400 * 1024, 0), (1024, 999)):
            self.write(*alike, other, *alike)
            how = self.jumps(*self.STAR, ALWAYS_SEARCH)
            self.assertIn(self.replayed(how, 400), range(3, 7), other)

    def test_layers_that_begin_at_other_times_are_replayed(self):
        self.write(*[(400 * 1024, time) for time in (1000, 1000, 1000, 1000.001, 1500, 700, 999, 1000)])
        how = self.jumps(*self.STAR, ALWAYS_SEARCH)
        self.assertEqual(self.replayed(how, 400), 5)

    def test_layers_that_wait_for_each_other_are_simulated(self):
        self.write(*[(400 * 1024, 10)] * 5)
        self.assertEqual(self.replayed(self.is_same(*self.STAR, ALWAYS_SEARCH), 400), 0)

    def test_worker_that_is_late(self):
        self.write(*[(400 * 1024, 1000)] * 8)
        self.is_same(*self.STAR, "--straggler=h2:30us", ALWAYS_SEARCH)

    def test_states_are_as_foreseen(self):
        self.write(*[(400 * 1024, 1000)] * 8)
        for transport in "uc", "rc":
            how = self.result("verify", *self.STAR, f"--transport={transport}",
                              ALWAYS_SEARCH)["simulation"]  # fmt: skip
            self.assertEqual(how["jumped_events"], 0)
            self.assertGreater(how["fast_forward"]["verified_states"], 3, transport)

    def test_a_timeline_has_every_rank(self):
        self.write(*[(400 * 1024, 1000)] * 6)
        shown = []
        for mode in "off", "on":
            self.result(mode, *self.STAR, "--timeline=t.json", ALWAYS_SEARCH)
            with open(os.path.join(self.folder, "t.json"), encoding="utf-8") as file:
                shown.append(file.read())
        self.assertEqual(*shown)


class Sharded(FastForward):
    """Layers of sharded parameters have an AllGather and a ReduceScatter, in groups of their own."""

    def test_groups_that_take_turns_and_overlap(self):
        with open(os.path.join(self.folder, "w.txt"), "w", encoding="utf-8") as file:
            for layer in range(3):
                file.write(f"layer{layer} 900 3000 allgather+reducescatter 16777216 bfloat16\n")
        how = self.is_same("--topology=star", "--hosts=4", "--slots=16", "--workload=w.txt")
        # While one group runs, the times in the slots of the other have no effect any more.
        self.assertGreater(how["jumped_events"], 4 * how["events"])
        self.assertGreaterEqual(len(how["fast_forward"]["periods"]), 8)


    def test_a_jump_ends_before_shorter_messages(self):
        """The last messages of the blocks are shorter. A packet that stands for several messages
        ends before these, so the jump must end one message earlier."""
        sizes = (2000008, 2000008, 1048576, 3145728, 6291456)
        with open(os.path.join(self.folder, "w.txt"), "w", encoding="utf-8") as file:
            for layer, (forward, size) in enumerate(zip((0, 0, 900.5, 900.5, 100), sizes)):
                file.write(f"layer{layer} {forward} 0 allgather+reducescatter {size} float32\n")
        star = ("--topology=star", "--hosts=3", "--slots=16", "--workload=w.txt", ALWAYS_SEARCH)
        self.assertGreater(self.is_same(*star)["jumped_events"], 0)
        how = self.result("verify", *star)["simulation"]
        self.assertGreater(how["fast_forward"]["verified_states"], 1000)


class Hosts(FastForward):
    """Traffic between hosts over reliable connections."""

    STAR = ("--topology=star", "--hosts=4")

    def test_flows(self):
        """Packets have 1,024 bytes, and one in 16 asks for an acknowledgement: a period has 25
        times 16."""
        for arguments in ((*self.STAR, "--pattern=permutation", "--size=30MiB"),
                          (*self.STAR, "--pattern=incast", "--size=30MiB"),
                          ("--topology=leaf-spine", "--leaves=2", "--spines=1", "--hostsPerLeaf=1",
                           "--size=16MiB,30MiB")):  # fmt: skip
            how = self.jumps("--scheme=flows", *arguments)
            self.assertEqual(how["fast_forward"]["periods"][0]["rounds"] % 16, 0)

    def test_flows_that_begin_late_and_end_early(self):
        """The flows that still run have a period of their own."""
        with open(os.path.join(self.folder, "flows.csv"), "w", encoding="utf-8") as file:
            file.write("from,to,bytes,start_us\nh0,h1,60000000,0\nh1,h2,20000000,500\n"
                       "h2,h3,40000000,2000\n")  # fmt: skip
        how = self.is_same(*self.STAR, "--scheme=flows", "--pattern=file:flows.csv", ALWAYS_SEARCH)
        self.assertGreaterEqual(len(how["fast_forward"]["periods"]), 2)

    def test_rings(self):
        """The simulator jumps within each step of a ring separately."""
        how = self.jumps(*self.STAR, "--scheme=ring", "--size=128MiB")
        self.assertGreaterEqual(len(how["fast_forward"]["periods"]), 5)
        how = self.is_same("--topology=star", "--hosts=2", "--scheme=ring", "--size=64MiB,80MB",
                           "--iterations=2")  # fmt: skip
        self.assertGreater(how["jumped_events"], 0)

    def test_trees_and_exchanges(self):
        """A period lies within a step. With traffic both ways, acknowledgements often have none."""
        fast = ("--payload=4096", "--linkRate=400Gbps", ALWAYS_SEARCH)
        how = self.is_same(*self.STAR, "--scheme=tree", "--collective=broadcast", "--size=256MiB", *fast)
        self.assertGreater(how["jumped_events"], 4 * how["events"])
        for collective in "allgather", "reducescatter":
            how = self.is_same(*self.STAR, "--scheme=auto", f"--collective={collective}",
                               "--size=256MiB", *fast)  # fmt: skip
            self.assertGreater(how["jumped_events"], 0, collective)

    def test_a_jump_that_ends_before_the_last_slices_of_a_step(self):
        """Of these sizes, whole periods would reach the very end of the step."""
        for size in (66420736, 69697536):
            how = self.is_same("--topology=star", "--hosts=2", "--scheme=tree",
                               "--collective=broadcast", "--payload=4096", "--linkRate=400Gbps",
                               f"--size={size}", ALWAYS_SEARCH)  # fmt: skip
            self.assertGreater(how["jumped_events"], how["events"])

    def test_parameter_servers(self):
        self.jumps("--topology=star", "--hosts=3", "--scheme=ps", "--size=64MiB")
        self.jumps("--topology=star", "--hosts=5", "--scheme=ps", "--size=128MiB")

    def test_states_are_as_foreseen(self):
        for arguments in (("--scheme=flows", "--hosts=4", "--size=8MiB"),
                          ("--scheme=ring", "--hosts=4", "--size=128MiB"),
                          ("--scheme=ps", "--hosts=3", "--size=32MiB")):  # fmt: skip
            simulation = self.result("verify", "--topology=star", *arguments,
                                     ALWAYS_SEARCH)["simulation"]  # fmt: skip
            self.assertEqual(simulation["jumped_events"], 0)
            self.assertGreater(simulation["fast_forward"]["verified_states"], 5, arguments)

    def test_a_jump_that_ends_where_the_message_does(self):
        """The jump ends at the byte from which on the rest of the message differs from earlier
        rounds."""
        self.jumps("--scheme=flows", "--topology=star", "--hosts=2", "--payload=512", "--linkRate=400Gbps",
                   "--linkDelay=896ns", "--ns3::IncRcQueuePair::AckInterval=4", "--size=7693824",
                   ALWAYS_SEARCH)  # fmt: skip

    def test_random_scenarios_have_the_same_results(self):
        """Draws scenarios by the seed; --verified runs more, each both ways and verified."""
        draw = random.Random(SEED)
        jumped = 0
        for _ in range(VERIFIED):
            scheme = draw.choice(("flows", "ring", "ps"))
            payload = draw.choice((512, 1024, 4096))
            arguments = [f"--scheme={scheme}", "--topology=star", f"--hosts={draw.randint(2, 5)}",
                         f"--payload={payload}", f"--linkRate={draw.choice((10, 25, 100, 400))}Gbps",
                         f"--linkDelay={draw.randint(1, 2000)}ns",
                         f"--ns3::IncRcQueuePair::AckInterval={draw.choice((1, 4, 16))}",
                         f"--size={payload * draw.randint(5000, 30000)}"]  # fmt: skip
            with self.subTest(seed=SEED, arguments=" ".join(arguments)):
                jumped += self.is_same(*arguments, ALWAYS_SEARCH)["jumped_events"] > 0
                self.result("verify", *arguments, ALWAYS_SEARCH)
        print(f"{jumped} of {VERIFIED} scenarios over hosts jumped, seed {SEED}")
        self.assertGreater(jumped, 0, SEED)


class Reasons(FastForward):
    STAR = ("--topology=star", "--hosts=4", "--slots=16", "--size=10MiB")

    def test_real_data(self):
        self.reason("real data", *self.STAR, "--data=real")

    def test_loss_repetition_and_delay(self):
        for argument in ("--loss=0.0001", "--duplicate=0.0001", "--reorder=0.0001"):
            self.reason("links that lose, repeat or delay", *self.STAR, argument)

    def test_captures_and_traces(self):
        star = ("--topology=star", "--hosts=4", "--size=64KiB")
        for argument in ("--pcap=p", "--trace=t.jsonl", "--animation=a.xml"):
            self.reason("captures or traces of ports", *star, argument)

    def test_time_series(self):
        self.reason("time series", *self.STAR, "--series=s.csv")

    def test_marks_and_limited_rates(self):
        incast = ("--scheme=flows", "--topology=star", "--hosts=4", "--pattern=incast",
                  "--size=10MiB", "--ecn=1", "--ns3::IncEcnMarker::MinThreshold=0",
                  "--ns3::IncEcnMarker::MaxThreshold=1000", ALWAYS_SEARCH)  # fmt: skip
        self.reason("ecnMarksReceived|m_draws", *incast)
        self.reason("DCQCN|no period|too few rounds", *incast, "--cc=dcqcn")

    def test_pipelines_of_switches(self):
        self.reason("PipelineLatency", *self.STAR, "--ns3::IncAggregator::PipelineLatency=30ns")

    def test_algorithms_that_do_not_tell_their_state(self):
        self.reason("do not tell their state", "--topology=star", "--hosts=1", "--size=64KiB",
                    "--scheme=ring")  # fmt: skip

    def test_hosts_that_take_time_to_reduce(self):
        self.reason("no part of the pattern|no period|too few rounds", "--topology=star",
                    "--hosts=4", "--size=16MiB", "--scheme=ring",
                    "--ns3::IncRingAgent::ReductionRate=50Gbps")  # fmt: skip

    def test_real_data_over_hosts(self):
        for scheme in ("ring", "ps"):
            self.reason("real data", "--topology=star", "--hosts=4", "--size=32MiB", "--data=real",
                        f"--scheme={scheme}", ALWAYS_SEARCH)  # fmt: skip

    def test_messages_of_unknown_owners(self):
        """The simulator does not know the poster of a flow's many short messages, so it jumps over
        none."""
        self.write_file("flows.csv", "from,to,bytes,start_us,messages,in_flight\nh0,h1,65536,0,500,4\n")
        self.reason("too few rounds", "--topology=star", "--hosts=4", "--scheme=flows",
                    "--pattern=file:flows.csv", ALWAYS_SEARCH)  # fmt: skip

    def test_other_simulators(self):
        for argument in ("--SimulatorImplementationType=ns3::DefaultSimulatorImpl",
                         "--SchedulerType=ns3::MapScheduler"):
            self.reason("another simulator implementation", *self.STAR, argument)

    def test_too_few_rounds(self):
        self.reason("too few rounds", "--topology=star", "--hosts=4", "--size=64KiB")

    def test_managed_groups(self):
        self.reason("does not tell its state|datagrams", *self.STAR,
                    "--control=manager")  # fmt: skip

    def test_timeouts_that_follow_the_round_trip(self):
        self.reason("IncClientSlot|timeouts that follow|pending events", *self.STAR,
                    "--ns3::IncClient::MinRetransmitTimeout=1us", ALWAYS_SEARCH)  # fmt: skip


class Verify(FastForward):
    def test_states_are_as_foreseen(self):
        for arguments in (("--k=4", "--slots=8"), ("--topology=star", "--hosts=3", "--slots=3"),
                          ("--k=4", "--slots=8", "--dissemination=tree", "--slotMode=literal"),
                          ("--k=4", "--slots=8", "--dissemination=tree", "--transport=rc")):  # fmt: skip
            simulation = self.result("verify", *arguments, "--size=12MiB")["simulation"]
            self.assertEqual(simulation["jumped_events"], 0)
            self.assertGreater(simulation["fast_forward"]["verified_states"], 10)

    def test_states_of_random_scenarios_are_as_foreseen(self):
        """Draws scenarios by the seed; --verified runs more."""
        draw = random.Random(SEED)
        states = []
        for _ in range(VERIFIED):
            topology = draw.choice((["--topology=star", f"--hosts={draw.randint(2, 8)}"], ["--k=4"]))
            way = [f"--dissemination={draw.choice(('bier', 'unicast', 'tree'))}",
                   f"--transport={draw.choice(('uc', 'uc', 'rc'))}"]  # fmt: skip
            payload = draw.choice((256, 512, 1024, 4096))
            slots = draw.choice((1, 2, 3, 5, 8, 13, 16))
            arguments = [*topology, *way, f"--slots={slots}", f"--payload={payload}",
                         f"--collective={draw.choice(COLLECTIVES)}",
                         f"--linkRate={draw.choice((10, 25, 100, 400))}Gbps",
                         f"--linkDelay={draw.randint(1, 2000)}ns",
                         f"--slotMode={draw.choice(('literal', 'shadow'))}",
                         f"--size={payload * draw.randint(2000, 6000)}"]  # fmt: skip
            with self.subTest(seed=SEED, arguments=" ".join(arguments)):
                how = self.result("verify", *arguments, ALWAYS_SEARCH)["simulation"]
                states.append(how["fast_forward"]["verified_states"])
        verified = sum(count > 0 for count in states)
        print(f"{verified} of {VERIFIED} scenarios verified, {sum(states)} states, seed {SEED}")
        self.assertGreater(2 * verified, VERIFIED, SEED)


if __name__ == "__main__":
    ALL = "--all" in sys.argv
    for argument in sys.argv[2:]:
        SCENARIOS = int(argument[12:]) if argument.startswith("--scenarios=") else SCENARIOS
        VERIFIED = int(argument[11:]) if argument.startswith("--verified=") else VERIFIED
        SEED = int(argument[7:]) if argument.startswith("--seed=") else SEED
    unittest.main(argv=sys.argv[:1], verbosity=2)
