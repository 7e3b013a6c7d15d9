/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-ecmp-test-network.h"

#include "ns3/inc-error.h"
#include "ns3/inc-fat-tree-topology.h"
#include "ns3/inc-leaf-spine-topology.h"

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <cmath>
#include <gtest/gtest.h>
#include <numeric>
#include <set>

using namespace ns3;

namespace
{

IncTopology
LeafSpine()
{
    return IncLeafSpineTopology(8, 8, 8).Build();
}

} // namespace

TEST(IncEcmpGroups, BadOnesAreRefusedByName)
{
    const IncTopology topology = LeafSpine();
    const uint32_t leaf0 = *topology.Find("leaf0");
    const auto complaint = [&](const std::function<void(IncEcmpGroups&)>& spoil) {
        IncEcmpGroups groups = IncEcmpGroups::Compute(topology, leaf0, 4, 4);
        groups.Check(topology, leaf0);
        spoil(groups);
        try
        {
            groups.Check(topology, leaf0);
        }
        catch (const IncError& error)
        {
            return std::string(error.what());
        }
        return std::string();
    };
    EXPECT_EQ(complaint([](auto& groups) {
                  groups.ingress = {{0, 1}, {1, 2}};
              }),
              "leaf0: ingress group 2: interface 1 is in group 1 as well; accepted: every "
              "interface in one group");
    EXPECT_EQ(complaint([](auto& groups) {
                  groups.subgroups = {{8}, {}};
              }),
              "leaf0: sub group 2 is empty; accepted: groups of at least one interface");
    EXPECT_EQ(complaint([](auto& groups) { groups.ingress = {{16}}; }),
              "leaf0: ingress group 1: interface 16 does not exist; accepted: 0 to 15");
    EXPECT_EQ(complaint([](auto& groups) {
                  groups.egress.push_back({8, 9});
              }),
              "leaf0: egress group 3 has no routes; accepted: groups with an interface to a host");
}

TEST(IncEcmpGroups, AreComputedBySideInTheOrderOfTheInterfaces)
{
    const IncTopology topology = IncFatTreeTopology(8).Build();
    const auto groups = IncEcmpGroups::Compute(topology, *topology.Find("agg5"), 3, 2);
    EXPECT_EQ(groups.ingress, (IncEcmpGroups::Groups{{0, 1, 2}, {3}, {4, 5, 6}, {7}}));
    EXPECT_TRUE(groups.egress.empty()) << "no hosts";
    const auto edge = IncEcmpGroups::Compute(topology, *topology.Find("edge5"), 4, 2);
    EXPECT_EQ(edge.egress, (IncEcmpGroups::Groups{{0, 1}, {2, 3}}));
}

TEST(IncEcmpFailure, RoutesTakeLongerPathsWhereNoShortOneIsLeft)
{
    const IncTopology topology = IncLeafSpineTopology(3, 2, 1).Build();
    // leaf0 has only its link to spine0, and leaf1 only that to spine1, so that traffic from h0 to
    // h1 passes leaf2.
    std::vector<bool> failed(topology.GetLinks().size());
    const auto fail = [&](const std::string& leaf, const std::string& spine) {
        for (const auto& port : topology.GetPorts(*topology.Find(leaf)))
        {
            failed[port.link] = failed[port.link] || topology.GetName(port.peer) == spine;
        }
    };
    fail("leaf0", "spine1");
    fail("leaf1", "spine0");
    IncEcmpTestNetwork network(topology, 1, 4, 4, [](IncEcmp& ecmp) {
        ecmp.SetScheme(IncEcmpScheme::PER_FLOW);
    });
    network.SetRoutes(failed);
    EXPECT_EQ(network.PathOf(*network.MakeFlow(0, 1)),
              (std::vector<std::string>{"h0->leaf0",
                                        "leaf0->spine0",
                                        "spine0->leaf2",
                                        "leaf2->spine1",
                                        "spine1->leaf1",
                                        "leaf1->h1"}));
}
