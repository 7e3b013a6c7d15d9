#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""inc-sim --control=manager: groups that packets set up, and what happens to groups that are
refused."""

import json
import os
import subprocess
import sys
import unittest

sys.dont_write_bytecode = True

import inc_kills  # noqa: E402
from inc_sim_case import INC_SIM, SimCase, star  # noqa: E402

KILL_SIZE = 4 << 20  # bytes


def planned(folder):
    """Return the arguments of a network, and of a plan for it with the last switch as its root."""
    switches = ["leaf0", "leaf1", "spine0", "spine1"]
    instance = {
        "schema": "inc-cluster/1", "capacity": 100, "max_layers": 5, "workers": 4,
        "switches": [{"name": name, "ports": 8, "aggregator": True} for name in switches],
        "links": [{"a": leaf, "b": spine, "capacity": 100}
                  for leaf in switches[:2] for spine in switches[2:]],
        "attach": {"w0": "leaf0", "w1": "leaf0", "w2": "leaf1", "w3": "leaf1", "ps": "spine1"},
        "aggregators_to_place": 4,
    }  # fmt: skip
    with open(os.path.join(folder, "instance.json"), "w", encoding="utf-8") as file:
        json.dump(instance, file)
    subprocess.run([os.path.join(os.path.dirname(INC_SIM), "inc-plan"), "aro",
                    "--instance=instance.json", "--output=plan.json"],
                   cwd=folder, capture_output=True, check=True)  # fmt: skip
    return ("--control=manager", "--topology=leaf-spine", "--leaves=2", "--spines=2",
            "--hostsPerLeaf=2", "--trees=plan:plan.json")  # fmt: skip


class Manager(SimCase):
    def rows(self, *arguments, status=0):
        size = () if any(a.startswith("--size=") for a in arguments) else ("--size=65536",)
        return super().rows(*size, *arguments, status=status)

    def test_groups_set_up_by_packets_give_the_results_of_given_ones(self):
        for arguments in (
            [],
            ["--transport=rc"],
            ["--dissemination=tree", "--aggregation=tree"],
            ["--dissemination=unicast", "--aggregators=edge"],
            ["--aggregators=core"],
            ["--topology=star", "--hosts=5", "--root=s0"],
            ["--manager=h3", "--reduction=rank", "--dtype=float32"],
            # The size is large enough that the peak of slots does not depend on the last rank's
            # first contribution, which follows its acknowledgement of READY.
            ["--collective=allgather", "--size=1MiB"],
            ["--collective=reduce", "--root=3"],
            ["--jobs=2"],
            ["--workers=15", "--root=h15"],
            ["--workers=15", "--root=h15", "--transport=rc", "--dissemination=tree"],
            ["--lastHop=host"],
            ["--lastHop=host", "--transport=rc", "--collective=reduce", "--root=3"],
            ["--vatAddressing=root"],
            ["--vatAddressing=root", "--dissemination=tree", "--aggregators=core"],
            ["--vatAddressing=root", "--dissemination=unicast", "--topology=leaf-spine", "--leaves=4",
             "--spines=2", "--hostsPerLeaf=2"],
            ["--vatAddressing=root", "--lastHop=host"],
        ):
            with self.subTest(arguments=arguments):
                given = [a for a in arguments if not a.startswith("--manager")]
                managed = self.row("--control=manager", *arguments)
                static = self.row(*given)
                self.assertEqual((managed["wrong"], managed["status"]), (0, "ok"))
                self.assertEqual(managed["executed_scheme"], "inc")
                self.assertIsNone(managed["reason"])
                self.assertGreater(managed["setup_us"], 1000)
                self.assertNotIn("setup_us", static)
                for field in ("slots", "root", "tree"):
                    self.assertEqual(managed.get(field), static.get(field), field)
                # If paths may differ, the manager pins paths that share fewer links.
                if "--aggregators=edge" in arguments:
                    self.assertGreaterEqual(managed["bound_algbw_GBps"], static["bound_algbw_GBps"])
                    self.assertLess(managed["time_us"], 1.01 * static["time_us"])
                    continue
                for field in ("bound_algbw_GBps", "slot_peak"):
                    self.assertEqual(managed.get(field), static.get(field), field)
                self.assertLess(abs(managed["time_us"] - static["time_us"]),
                                0.01 * static["time_us"])  # fmt: skip

    def test_both_go_on_over_another_tree_and_with_queue_pairs_set_up_in_each_way(self):
        shape = ("--control=manager", "--topology=leaf-spine", "--leaves=2", "--spines=2",
                 "--hostsPerLeaf=2", "--size=8MiB", "--dtype=int32", "--kill=spine0@100us")  # fmt: skip
        for way in ("--lastHop=host", "--vatAddressing=root"):
            for setup in ("manager", "cm", "socket"):
                row = self.row(*shape, way, f"--setupQps={setup}", "--loss=0.0005", "--IncTagSize=16")
                self.assertEqual((row["wrong"], row["executed_scheme"], row["root"], row["rebuilt"]),
                                 (0, "inc", "spine1", 1))  # fmt: skip

    def test_packets_to_the_root_go_by_another_tree_after_a_link_has_failed(self):
        row = self.row("--control=manager", "--topology=leaf-spine", "--leaves=2", "--spines=2",
                       "--hostsPerLeaf=1", "--vatAddressing=root", "--size=8MiB", "--dtype=int32",
                       "--fail=leaf0->spine0@100us:10s")  # fmt: skip
        self.assertEqual((row["wrong"], row["executed_scheme"], row["root"]), (0, "inc", "spine1"))

    def test_results_by_unicast_are_pinned_to_links_that_carry_less(self):
        shape = ("--aggregators=edge", "--dissemination=unicast", "--size=1MiB")
        for transport in ("uc", "rc"):
            static, managed = (self.row(*control, *shape, f"--transport={transport}")
                               for control in ((), ("--control=manager",)))  # fmt: skip
            self.assertGreater(managed["bound_algbw_GBps"], 1.3 * static["bound_algbw_GBps"])
            self.assertLess(managed["time_us"], 0.75 * static["time_us"])

    def test_each_tag_that_is_made_or_checked_takes_its_time(self):
        star = ("--topology=star", "--hosts=2")
        for arguments, tags in (
            # The host makes one tag, a switch checks it and makes another, and the host checks
            # that.
            ((*star, "--dissemination=tree"), 4),
            ((*star, "--dissemination=bier"), 4),
            ((*star, "--dissemination=unicast", "--transport=rc"), 4),
            (("--k=4", "--dissemination=unicast"), 8),
            (("--k=4", "--lastHop=host"), 8),
            # two more than without root addressing, for the last hop
            (("--k=4", "--vatAddressing=root"), 10),
            (("--k=4", "--dissemination=tree"), 12),
        ):
            with self.subTest(arguments=arguments):
                times = [self.row("--control=manager", "--size=1KiB", "--IncTagSize=16", *arguments,
                                  f"--IncTagDelay={delay}")["time_us"]
                         for delay in ("0ns", "50ns", "1us")]  # fmt: skip
                self.assertAlmostEqual(times[1] - times[0], tags * 0.05, places=3)
                self.assertAlmostEqual(times[2] - times[0], tags, places=3)
        self.refused("IncTagDelay: ", "--control=manager", "--IncTagDelay=50ns", "--size=1KiB")

    def test_a_switch_that_is_in_use_is_not_blamed_on_the_topology(self):
        row = self.row("--control=manager", *("--topology=star", "--hosts=4"), "--jobs=2",
                       "--ns3::IncSwitchAgent::MaxTrees=1", "--size=64KiB")  # fmt: skip
        reasons = [job["reason"] for job in row["jobs"]]
        self.assertIn("aggregators: no switch is free: the trees or slots of all 1 that can aggregate are in "
                      "use, or they have refused the group", reasons)  # fmt: skip

    def test_collectives_that_switches_cannot_speed_up_run_over_the_hosts(self):
        for collective in ("alltoall", "gather", "scatter"):
            with self.subTest(collective=collective):
                rows = [self.row(*control, f"--collective={collective}", "--size=1MiB")
                        for control in ([], ["--control=manager", "--fallback=fail"])]  # fmt: skip
                for field in ("executed_scheme", "reason", "time_us", "wrong", "status"):
                    self.assertEqual(rows[1][field], rows[0][field], field)
                row = self.row("--control=manager", f"--collective={collective}", "--size=1MiB",
                               "--kill=h0@20us", status=1)  # fmt: skip
                self.assertEqual((row["executed_scheme"], row["wrong"]), ("host", None))

    def test_switches_that_cannot_serve_are_left_out_of_the_tree(self):
        shape = ("--control=manager", "--topology=leaf-spine", "--spines=2", "--hostsPerLeaf=2")
        row = self.row(*shape, "--leaves=2", "--ns3::IncAggregator::Slots=100")
        self.assertEqual((row["executed_scheme"], row["slots"], row["wrong"]), ("inc", 100, 0))
        row = self.row(*shape, "--leaves=6", "--jobs=3", "--ns3::IncSwitchAgent::MaxTrees=1")
        self.assertEqual((row["executed_scheme"], row["reason"], row["wrong"]), ("inc", None, 0))
        self.assertEqual(len({job["root"] for job in row["jobs"]}), 3)
        # The manager knows the limit of trees, and asks no switch that would refuse.
        run = self.run_sim(*shape, "--leaves=6", "--jobs=3", "--ns3::IncSwitchAgent::MaxTrees=1",
                           "--size=64KiB", "--stats")  # fmt: skip
        self.assertEqual(run.stdout.count(": RESERVING"), 3)

    def test_after_a_rebuild_the_row_names_the_last_tree(self):
        row = self.row("--control=manager", "--topology=leaf-spine", "--leaves=2", "--spines=2",
                       "--hostsPerLeaf=2", "--size=8MiB", "--kill=spine0@100us")  # fmt: skip
        self.assertEqual((row["rebuilt"], row["root"], row["wrong"]), (1, "spine1", 0))
        self.assertEqual(row["tree"], [["leaf0", "spine1"], ["leaf1", "spine1"]])

    def test_a_link_between_nodes_of_the_tree_is_replaced_wherever_it_is(self):
        shape = ("--control=manager", "--aggregators=edge", "--size=4MiB", "--dtype=int32")
        network = {"schema": "inc-topology/1", "nodes": [{"name": f"h{i}", "kind": "host"} for i in range(4)],
                   "links": []}  # fmt: skip
        network["nodes"] += [{"name": name, "kind": "switch", "inc": True} for name in ("s0", "s1")]
        pairs = [(f"h{i}", f"s{i // 2}") for i in range(4)] + 2 * [("s0", "s1")]
        network["links"] = [{"a": a, "b": b, "rate": "100Gbps", "delay": "1us"} for a, b in pairs]
        self.write_file("parallel.json", network)
        parallel = ("--control=manager", "--topology=file:parallel.json", "--size=4MiB")
        changes = {}
        for arguments, fails in ((shape, [f"agg{i}->core{i % 2 * 2 + j}" for i in range(8) for j in range(2)]),
                                 (parallel, ["s0->s1#1", "s0->s1#2"])):  # fmt: skip
            for link in fails:
                row = self.row(*arguments, f"--fail={link}@100us:200us")
                self.assertEqual((row["wrong"], row["executed_scheme"]), (0, "inc"), link)
                (change,) = [each for each in row["link_changes"] if each["event"] == "link lost"]
                self.assertEqual("no tree needs it" in change["text"], row.get("rebuilt", 0) == 0, link)
                changes.setdefault(arguments, []).append(row.get("rebuilt", 0))
        for arguments, rebuilt in changes.items():
            # some links belong to the tree, and others do not
            self.assertEqual(set(rebuilt), {0, 1}, arguments)

    def test_table_and_timeline_tell_when_and_why_a_group_was_rebuilt(self):
        words = ("--control=manager", "--size=1MiB", "--fail=agg0->core0@20us:200us", "--kill=agg1@5us")
        run = self.run_sim(*words, "--output=r.json", "--timeline=t.json")
        row = self.load("r.json")["results"][0]
        (rebuilding,) = row["rebuildings"]
        self.assertEqual(rebuilding["cause"], "the link of core0 and agg0 is down")
        self.assertLess(20, rebuilding["from_us"])
        self.assertLess(rebuilding["from_us"], rebuilding["ready_us"])
        self.assertLess(rebuilding["ready_us"], row["time_us"])
        self.assertIn(f"#   rebuilt from {rebuilding['from_us']:.1f} to {rebuilding['ready_us']:.1f} us: "
                      "the link of core0 and agg0 is down\n", run.stdout)  # fmt: skip
        events = self.load("t.json")["traceEvents"]
        bars = [event["name"].partition(":")[0] for event in events if event.get("cat") == "group"]
        cycle = ["REGISTERED", "RESERVING", "COMMITTING", "READY"]
        self.assertEqual(bars, cycle + ["FENCING"] + cycle[1:])
        names = {event["name"] for event in events if event["ph"] == "i"}
        self.assertLessEqual({"agg1 dies", "agg0->core0 fails", "core0 link lost: agg0"}, names)

    def test_without_the_server_that_is_the_root_ranks_go_on_over_the_hosts(self):
        row = self.row("--control=manager", "--workers=15", "--root=h15", "--size=4MiB",
                       "--kill=h15@100us")  # fmt: skip
        self.assertEqual((row["executed_scheme"], row["wrong"]), ("inc+ring", 0))
        self.assertIn("root: h15", row["reason"])

    def test_losses_delay_groups_and_nothing_else(self):
        row = self.row("--control=manager", "--loss=0.01", "--iterations=2")
        self.assertEqual((row["wrong"], row["status"]), (0, "ok"))
        self.assertEqual(row["executed_scheme"], "inc")

    def test_links_whose_first_hello_is_lost_are_waited_for(self):
        row = self.row("--control=manager", "--topology=star", "--hosts=20", "--loss=5e-2",
                       "--RngSeed=2959", "--size=16")  # fmt: skip
        self.assertEqual((row["wrong"], row["executed_scheme"]), (0, "inc"))

    def test_a_row_of_several_trees_has_no_bound(self):
        # At such losses, three heartbeats of a living host may be lost.
        lossy = ["--control=manager", "--collective=broadcast", "--workers=8", "--size=176",
                 "--linkDelay=10ns", "--linkRate=25Gbps", "--loss=5e-2", "--lossModel=burst",
                 "--payload=488"]  # fmt: skip
        row = self.row(*lossy, "--RngSeed=823", status=1)
        self.assertIn("a rank has gone, and broadcast wants all of them", row["status"])
        self.assertEqual((row["gone"], row["bound_algbw_GBps"]), ([5], None))
        row = self.row(*lossy, "--RngSeed=1242", status=1)
        self.assertIn("the group has been dismantled", row["status"])
        self.assertIsNone(row["bound_algbw_GBps"])
        # the tree was rebuilt before the run began
        row = self.row(*lossy, "--RngSeed=2964", status=1)
        self.assertIn("a rank has gone, and broadcast wants all of them", row["status"])
        self.assertEqual((row["rebuilt"], row["bound_algbw_GBps"]), (1, None))

    def test_a_payload_that_is_no_path_mtu_goes_on_over_the_hosts_in_shorter_packets(self):
        row = self.row("--control=manager", "--payload=2712", "--leave=0@20us", "--size=1MiB",
                       "--reduction=rank", "--dtype=float64", "--slots=2")  # fmt: skip
        self.assertEqual((row["wrong"], row["status"]), (0, "ok"))
        row = self.row("--control=manager", "--payload=2712", "--dtype=float64",
                       "--ns3::IncAggregationManager::SetupDeadline=100us")  # fmt: skip
        self.assertEqual((row["wrong"], row["executed_scheme"]), (0, "ring"))

    def test_every_size_and_scheme_has_a_group_of_its_own(self):
        rows = self.rows("--control=manager", "--scheme=inc,ring", "--size=4096,65536")
        self.assertEqual([row["wrong"] for row in rows], [0, 0, 0, 0])
        self.assertEqual([row.get("executed_scheme") for row in rows], ["inc", "inc", None, None])
        alone = self.rows("--control=manager", "--size=65536")
        self.assertEqual(rows[1], alone[0])
        self.assertEqual(rows[3], self.rows("--control=manager", "--scheme=inc,ring")[1])

    def test_a_job_without_slots_runs_on_the_hosts_or_fails_and_says_why(self):
        self.write_file("star.json", star(100))
        topology = ("--topology=file:star.json", "--control=manager")
        row = self.row(*topology)
        self.assertEqual((row["executed_scheme"], row["slots"], row["root"]), ("inc", 100, "s"))
        late = ("--ns3::IncAggregationManager::SetupDeadline=100us",)
        row = self.row(*topology, *late)
        self.assertEqual((row["executed_scheme"], row["wrong"]), ("ring", 0))
        self.assertIn("in time", row["reason"])
        row = self.row(*topology, *late, "--fallback=fail", status=1)
        self.assertIsNone(row["executed_scheme"])
        self.assertIn("in time", row["status"])

    def test_of_two_jobs_on_scarce_slots_the_later_one_runs_on_the_hosts(self):
        self.write_file("star.json", star(100))
        row = self.row("--topology=file:star.json", "--control=manager", "--jobs=2")
        self.assertEqual((row["wrong"], row["executed_scheme"]), (0, "mixed"))
        first, second = row["jobs"]
        self.assertEqual((first["executed_scheme"], first["reason"]), ("inc", None))
        self.assertEqual((second["executed_scheme"], second["wrong"]), ("ring", 0))
        self.assertIn("s", second["reason"])

    def test_stats_have_what_the_manager_wrote_down(self):
        row = self.row("--control=manager", "--stats")
        states = [entry["event"] for entry in row["manager_log"] if "group" in entry["object"]]
        self.assertEqual(states, ["REGISTERED", "RESERVING", "COMMITTING", "READY"])
        run = self.run_sim("--size=65536", "--control=manager", "--stats")
        self.assertIn("manager: ", run.stdout)
        self.assertIn(": READY", run.stdout)
        self.assertIn("manager: core0: state READY, group 1, tree 1, identity 1", run.stdout)

    def test_what_the_manager_hears_while_it_runs_is_written_as_a_row_for_each_heartbeat(self):
        row = self.row("--control=manager", "--monitor=m.csv", "--topology=star", "--hosts=4",
                       "--size=32MiB", "--data=virtual", "--linkRate=1Gbps")  # fmt: skip
        heard = self.table("m.csv")
        self.assertGreater(row["time_us"], 200e3)
        self.assertEqual({each["node"] for each in heard}, {"s0", "h0", "h1", "h2", "h3"})
        self.assertEqual({each["state"] for each in heard}, {"READY"})
        of_h1 = [each for each in heard if each["node"] == "h1"]
        self.assertEqual(len(of_h1), int(of_h1[-1]["t_ns"]) // 10**8)
        reached = [int(each["next_message"]) for each in of_h1]
        self.assertEqual(reached, sorted(set(reached)))
        for each in of_h1:
            self.assertEqual((each["rank"], each["retransmissions"]), ("1", "0"))
            self.assertEqual(each["request_bytes"], str(32 << 20))
            behind = int(each["messages_sent"]) - int(each["next_message"])
            self.assertEqual(behind, int(each["busy_slots"]))

    def test_packets_are_counted_by_identity_and_the_multicast_of_the_root_too(self):
        for arguments in ([], ["--control=manager"], ["--transport=rc"]):
            with self.subTest(arguments=arguments):
                stats = self.row(*arguments, "--stats", "--topology=leaf-spine", "--leaves=2",
                                 "--spines=1", "--hostsPerLeaf=2")["stats"]  # fmt: skip
                told = {(each["node"], each["rank"]): each["packets_received"]
                        for each in stats["identities"]}  # fmt: skip
                messages = 65536 // 1024
                ranks = {("leaf0", 0), ("leaf0", 1), ("leaf1", 2), ("leaf1", 3), ("spine0", 0),
                         ("spine0", 2)}  # fmt: skip
                alls = {(node, "all") for node in ("leaf0", "leaf1", "spine0")}
                self.assertEqual(set(told), ranks | alls)
                self.assertEqual({told[rank] for rank in ranks}, {messages})
                self.assertEqual({told[node] for node in alls}, {2 * messages})
                roots = [each for each in stats["queue_pairs"]
                         if each["node"] == "spine0" and each["packets_sent"] == messages
                         and each["peer"] == ""]  # fmt: skip
                self.assertEqual(len(roots), 1)
                self.assertEqual(roots[0]["bytes_sent"], 65536)

    def test_duplicates_and_refusals_are_counted_by_identity(self):
        stats = self.row("--loss=0.02", "--stats", "--topology=star", "--hosts=4", "--size=1MiB",
                         "--duplicate=0.01")["stats"]  # fmt: skip
        ranks = [each for each in stats["identities"] if each["rank"] != "all"]
        [total] = [each for each in stats["identities"] if each["rank"] == "all"]
        self.assertEqual(len(ranks), 4)
        for field in ("packets_received", "bytes_received", "duplicates", "refused"):
            self.assertEqual(sum(each[field] for each in ranks), total[field], field)
        self.assertGreater(total["duplicates"], 0)
        self.assertEqual(total["duplicates"], stats["aggregators"][0]["duplicates"])
        refused = [each["frames"] for each in stats["refusals"] if each["node"] == "s0"]
        self.assertEqual(total["refused"], sum(refused))

    def test_the_manager_ends_a_group_by_hand_and_the_row_says_who_has_results(self):
        row = self.row("--control=manager", "--dismantle=20us", "--size=1MiB", status=1)
        self.assertRegex(row["status"], r"^rank \d+: dismantled by hand$")
        self.assertIsNone(row["time_us"])
        row = self.row("--control=manager", "--dismantle=100ms", "--size=1MiB")
        self.assertEqual((row["status"], row["wrong"]), ("ok", 0))
        # Ranks that have lost a result wait for it, while other ranks have theirs.
        row = self.row("--control=manager", "--dismantle=20us", "--size=64KiB", "--loss=0.001",
                       status=1)  # fmt: skip
        self.assertEqual(row["status"],
                         "rank 1: dismantled by hand; 14 of 16 ranks have their results")  # fmt: skip

    def test_the_inventory_is_the_network_as_it_was_heard(self):
        self.row("--control=manager", "--inventory=i.json", "--topology=leaf-spine", "--leaves=2",
                 "--spines=2", "--hostsPerLeaf=2")  # fmt: skip
        inventory = self.load("i.json")
        nodes = {node["name"]: node for node in inventory["nodes"]}
        self.assertEqual([node["role"] for node in nodes.values()].count("client"), 4)
        self.assertEqual(sorted(link["peer"] for link in nodes["leaf0"]["links"]),
                         ["h0", "h1", "spine0", "spine1"])  # fmt: skip
        self.assertTrue(all(link["confirmed"] for node in nodes.values() for link in node["links"]))
        [group] = inventory["groups"]
        self.assertEqual(group["state"], "READY")
        identities = {each["identity"]: each["node"] for each in group["switches"]}
        self.assertEqual(sorted(identities), [1, 2, 3])
        self.assertEqual([identities[each["identity"]] for each in group["clients"]],
                         ["leaf0", "leaf0", "leaf1", "leaf1"])  # fmt: skip
        self.assertEqual(nodes[identities[1]]["slots_used"], 256)
        self.row("--control=manager", "--inventory=i.dot", "--topology=star", "--hosts=2")
        with open(os.path.join(self.folder, "i.dot"), encoding="utf-8") as file:
            text = file.read()
        self.assertEqual(text.count(" -- "), 3)
        self.assertIn('"h0" -- "s0"', text)

    def test_what_the_nodes_answer_the_manager_is_what_they_counted(self):
        # Only the root's results have elements, so sent and received bytes differ.
        row = self.row("--control=manager", "--stats", "--dissemination=tree",
                       "--collective=reduce", "--root=5")  # fmt: skip
        fields = [f"{unit}_{way}" for unit in ("packets", "bytes") for way in ("sent", "received")]
        told = {
            (part["node"], pair["qpn"]): [pair[field] for field in fields]
            for part in row["manager_statistics"]
            for pair in part.get("queue_pairs", [])
        }
        counted = {
            (each["node"], each["qpn"]): [each[field] for field in fields]
            for each in row["stats"]["queue_pairs"]
        }
        self.assertTrue(any(sent != received for _, _, sent, received in told.values()))
        self.assertEqual(told, counted)
        clients = [part for part in row["manager_statistics"] if "rank" in part]
        self.assertEqual([part["rank"] for part in clients], list(range(row["workers"])))
        self.assertEqual({part["messages_sent"] for part in clients}, {row["bytes"] // 1024})

    def test_queue_pairs_are_set_up_in_three_ways_and_work_alike(self):
        rows = [
            self.row("--control=manager", "--transport=rc", f"--setupQps={setup}")
            for setup in ("manager", "cm", "socket")
        ]
        self.assertEqual({row["wrong"] for row in rows}, {0})
        self.assertEqual(len({row["time_us"] for row in rows}), 1)

    def test_the_ranks_that_are_left_go_on_around_a_death_or_departure(self):
        for argument, gone in (
            ("--kill=h3@20us", [3]),
            ("--kill=edge1@20us", [2, 3]),
            ("--kill=core0@20us", None),
            ("--leave=5@20us", [5]),
            ("--fail=h3->edge1@20us", [3]),
            ("--fail=agg0->core0@20us", None),
        ):
            with self.subTest(argument=argument):
                row = self.row("--control=manager", argument, "--size=1MiB")
                self.assertEqual((row["status"], row["wrong"]), ("ok", 0))
                self.assertLess(row["time_us"], 310e3)
                self.assertEqual(row.get("gone"), gone)
                self.assertGreaterEqual(row["rebuilt"], 1)

    def test_a_group_that_is_not_built_anew_fails_with_its_cause_at_all_ranks(self):
        for argument, words in (
            ("--kill=h3@20us", "h3"),
            ("--leave=5@20us", "rank 5 has left the group"),
        ):
            with self.subTest(argument=argument):
                row = self.row("--control=manager", argument, "--size=4MiB",
                               "--ns3::IncAggregationManager::Rebuild=false", status=1)  # fmt: skip
                self.assertIn(words, row["status"])

    def test_a_request_without_a_tree_goes_on_over_the_hosts_or_fails(self):
        lost = ("--control=manager", "--aggregators=list:core1", "--kill=core1@30us")
        for arguments, gone in (
            ([], None),
            (["--loss=0.01"], None),
            (["--transport=rc", "--dissemination=tree"], None),
            (["--op=max", "--dtype=int8", "--iterations=3"], None),
            (["--dtype=float32", "--reduction=rank", "--inPlace=0"], None),
            (["--data=virtual"], None),
            (["--collective=broadcast", "--root=3"], None),
            (["--collective=reduce", "--root=3"], None),
            (["--collective=allgather"], None),
            (["--collective=reducescatter"], None),
            (["--straggler=h5:25us"], None),
            (["--kill=core1@30us,h2@31us,edge5@20us"], [2, 10, 11]),
        ):
            with self.subTest(arguments=arguments):
                row = self.row(*[a for a in lost if a.split("=")[0] not in str(arguments)],
                               *arguments, "--size=1MiB")  # fmt: skip
                right = None if "--data=virtual" in arguments else 0
                self.assertEqual((row["status"], row["wrong"]), ("ok", right))
                self.assertEqual(row["executed_scheme"], "inc+ring")
                self.assertIn("and then aggregators: \"core1\" is not", row["reason"])
                self.assertEqual(row.get("gone"), gone)
                # us: the heartbeats of two dead nodes, one after the other
                self.assertLess(row["time_us"], 700e3)
        row = self.row(*lost, "--size=1MiB", "--fallback=fail", status=1)
        self.assertIn("core1", row["status"])
        self.assertEqual(row["executed_scheme"], "inc")

    def test_a_worker_that_is_back_before_it_counts_as_dead_is_part_of_the_sums(self):
        row = self.row("--control=manager", "--fail=h3->edge1@20us:10ms", "--size=1MiB")
        self.assertEqual((row["status"], row["wrong"], row.get("gone")), ("ok", 0, None))
        self.assertLess(row["time_us"], 310e3)

    def test_barriers_and_later_requests_run_over_the_hosts_too(self):
        row = super().rows("--control=manager", "--aggregators=list:core1", "--kill=core1@6us",
                           "--collective=barrier", "--iterations=40")[0]  # fmt: skip
        self.assertEqual((row["status"], row["executed_scheme"]), ("ok", "inc+ring"))

    def test_trees_are_found_as_asked_for(self):
        roots = {}
        for trees in ("shortest-path", "round-robin"):
            rows = self.rows("--control=manager", f"--trees={trees}", "--jobs=4",
                             "--aggregators=core", "--size=4096,4096")  # fmt: skip
            roots[trees] = [[job["root"] for job in row["jobs"]] for row in rows]
            self.assertEqual({row["wrong"] for row in rows}, {0})
            self.assertEqual(roots[trees][0], roots[trees][1])  # no row depends on earlier rows
        self.assertEqual(sorted(roots["round-robin"][0]), [f"core{i}" for i in range(4)])

    def test_trees_of_a_plan_are_those_of_the_plan_as_far_as_their_switches_are_there(self):
        arguments = planned(self.folder)
        row = self.row(*arguments)
        with open(os.path.join(self.folder, "plan.json"), encoding="utf-8") as file:
            flows = [(a, b) for a, b, _ in json.load(file)["flows"]]
        self.assertEqual((row["root"], row["wrong"]), ("spine1", 0))
        self.assertEqual({tuple(pair) for pair in row["tree"]},
                         {pair for pair in flows if pair[0][0] != "w" and pair[1] != "ps"})  # fmt: skip
        self.assertEqual(self.row(*arguments[:-1])["root"], "spine0")
        row = self.row(*arguments, "--aggregators=list:leaf0,spine1")
        self.assertEqual(row["tree"], [["leaf0", "spine1"]])
        row = self.row(*arguments, "--aggregators=list:leaf0,spine0")
        self.assertEqual((row["root"], row["wrong"]), ("spine0", 0))
        row = self.row(*arguments, "--size=1MiB", "--kill=spine1@20us", "--manager=h3")
        self.assertEqual((row["rebuilt"], row["wrong"]), (1, 0))
        self.assertLess(row["time_us"], 10e3)
        row = self.row(*arguments, "--size=1MiB", "--kill=h0@20us")
        self.assertEqual((row["gone"], row["wrong"]), ([0], 0))
        row = self.row(*arguments[:-2], "--hostsPerLeaf=3", arguments[-1])
        self.assertEqual((row["executed_scheme"], row["wrong"]), ("ring", 0))
        self.assertIn("4 workers", row["reason"])

    def test_who_dies_or_leaves_at_random_instants_takes_no_sums_along(self):
        seeds = int(os.environ.get("INC_KILLS", "4"))
        undisturbed = inc_kills.measure(os.path.dirname(INC_SIM), KILL_SIZE)
        for seed in range(seeds):
            with self.subTest(seed=seed):
                tried = inc_kills.try_seed(os.path.dirname(INC_SIM), seed, KILL_SIZE, undisturbed)
                self.assertEqual(tried[-1], "")

    def test_a_group_goes_on_without_its_manager(self):
        row = self.row("--control=manager", "--kill=manager@20us", "--size=1MiB")
        self.assertEqual((row["executed_scheme"], row["wrong"]), ("inc", 0))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
