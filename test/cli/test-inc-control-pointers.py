#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""No class of the control plane holds an object of another node, or can find one.

Agents and the manager point only to objects of their own node; packets told them everything else.
"""

import glob
import os
import re
import unittest

CONTROL = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "src", "control")

# By file, the classes that its pointers and references may point to; the objects are on the same
# node. IncBierSubDomain is configuration, which nobody changes.
OWN = {
    "inc-client-agent.h": {"IncClient", "IncLastHop", "IncBierSubDomain"},
    "inc-control-agent.h": {"IncControlEndpoint", "IncQueuePairExchange"},
    "inc-switch-agent.h": {
        "IncSwitch",
        "IncAggregator",
        "IncBfr",
        "IncLastHop",
        "IncBierSubDomain",
    },
    # A Part is an argument of a trace source.
    "inc-aggregation-manager.h": {"IncControlEndpoint", "IncManagedGroup", "IncTreeMaker", "Part"},
    "inc-tree-maker.h": {"IncTopology"},  # the topology as the manager has heard it
    "inc-round-robin-tree-maker.cc": set(),
    "inc-managed-group.h": {"Host", "IncGroupLayout"},
    "inc-queue-pair-exchange.h": {"IncControlEndpoint"},
    "inc-control-endpoint.h": {
        "IncFrameForwarder",
        "IncFrameProcessor",  # another endpoint of the same node
        "IncNetDevice",
        "IncControlSeal",
        "IncControlChannel",
    },
    "inc-control-channel.h": {"Owner"},
    "inc-group-layout.h": set(),
    "inc-vat-node-setup.h": set(),
    "inc-inventory.h": set(),
    "inc-group-statistics.h": set(),
}
# Matches the declaration of a variable, not of a function or its parameter.
VARIABLE = re.compile(r"^[ \t]+(?![ \t]|using |typedef |return )([^()=;{}\n]*?[\s&*>])(\w+)(?:\{[^()\n]*\})?;", re.M)
POINTEE = re.compile(r"(?:Ptr|shared_ptr|unique_ptr|weak_ptr)<(?:const )?(\w+)|(\w+)\s*[*&]")
# Ways by which a node could find objects of another node.
FINDERS = re.compile(r"NodeList|ChannelList|Names::|Config::|inc-fabric\.h|GetChannel\(")


def pointees(text):
    """Return the classes that the variables of a header point to."""
    code = re.sub(r"//.*", "", re.sub(r"/\*.*?\*/", "", text, flags=re.S))
    found = set()
    for declaration, _name in VARIABLE.findall(code):
        for smart, plain in POINTEE.findall(declaration):
            found.add(smart or plain)
    return found


class ControlPointersTest(unittest.TestCase):
    def test_headers_declare_pointers_to_their_own_node_alone(self):
        for name, own in OWN.items():
            with open(os.path.join(CONTROL, name), encoding="utf-8") as file:
                self.assertEqual(pointees(file.read()), own, name)

    def test_nothing_looks_for_other_nodes(self):
        for path in glob.glob(os.path.join(CONTROL, "*")):
            with open(path, encoding="utf-8") as file:
                found = FINDERS.search(file.read())
            self.assertIsNone(found, f"{path}: {found and found.group()}")

    def test_the_search_finds_what_it_looks_for(self):
        self.assertEqual(pointees("  Ptr<IncSwitchAgent> m_peer; //!< x\n"), {"IncSwitchAgent"})
        self.assertEqual(pointees("    IncClientAgent* m_other{nullptr};\n"), {"IncClientAgent"})
        self.assertEqual(pointees("    void Send(Ptr<Node> node);\n"), set())


if __name__ == "__main__":
    unittest.main(argv=["test-inc-control-pointers"])
