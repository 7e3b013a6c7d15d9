/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inc-aggregation-tree.h"
#include "ns3/inc-written-tree.h"

#include <functional>
#include <gtest/gtest.h>

using namespace ns3;

namespace
{

constexpr uint32_t NO_PARENT = IncAggregationTreeNode::NO_PARENT;

/**
 * The network of the draft's Figure 1, as far as its text tells: servers w1 to w8, two on each of
 * s1 to s4; s5 to s7 above, s6 linked to all.
 *
 *            s5      s6      s7
 *             \    /  |  \  /  \
 *              s1   s2    s3    s4      (and s6 to s1, s2, s3, s4, s5, s7)
 *             w1w2 w3w4  w5w6  w7w8
 */
class Figure1 : public testing::Test
{
  protected:
    Figure1()
    {
        for (int i = 1; i <= 8; ++i)
        {
            topology.AddHost("w" + std::to_string(i));
        }
        for (int i = 1; i <= 7; ++i)
        {
            topology.AddSwitch("s" + std::to_string(i));
        }
        for (int i = 0; i < 8; ++i)
        {
            Link("w" + std::to_string(i + 1), "s" + std::to_string(i / 2 + 1));
        }
        for (const char* name : {"s1", "s2", "s3", "s4", "s5", "s7"})
        {
            Link(name, "s6");
        }
        Link("s5", "s1");
        Link("s7", "s2");
        topology.DeriveTiers();
        topology.Validate();
    }

    void Link(const std::string& a, const std::string& b)
    {
        topology.AddLink(At(a), At(b), 100'000'000'000, 1'000'000);
    }

    uint32_t At(const std::string& name) const
    {
        return *topology.Find(name);
    }

    std::vector<uint32_t> Hosts(std::initializer_list<const char*> names) const
    {
        std::vector<uint32_t> hosts;
        for (const char* name : names)
        {
            hosts.push_back(At(name));
        }
        return hosts;
    }

    /// Return an A-BM in which bit i stands for worker w_i.
    static IncBitString Bits(std::initializer_list<uint32_t> bits)
    {
        return IncBitString(8, bits);
    }

    IncAggregationTreeNode Vat(const std::string& name,
                               uint32_t parent,
                               std::vector<uint32_t> ranks,
                               std::initializer_list<uint32_t> bits) const
    {
        return {At(name), parent, std::move(ranks), Bits(bits)};
    }

    /// The job of the figure: w1 to w4, s1 and s7 below s6.
    std::vector<IncAggregationTreeNode> Nodes() const
    {
        return {Vat("s1", 2, {0, 1}, {1, 2}),
                Vat("s7", 2, {2, 3}, {3, 4}),
                Vat("s6", NO_PARENT, {}, {1, 2, 3, 4})};
    }

    std::vector<IncTreeWorker> Workers() const
    {
        return IncTreeWorkers(topology, Hosts({"w1", "w2", "w3", "w4"}));
    }

    std::string Refusal(const std::vector<IncAggregationTreeNode>& nodes) const
    {
        return Refusal(nodes, Workers());
    }

    std::string Refusal(const std::vector<IncAggregationTreeNode>& nodes,
                        const std::vector<IncTreeWorker>& workers) const
    {
        return What([&] { IncCheckAggregationTree(topology, workers, nodes); });
    }

    static std::string What(const std::function<void()>& action)
    {
        try
        {
            action();
        }
        catch (const IncTopologyError& error)
        {
            std::string what = error.what();
            std::string prefix = "aggregation tree: ";
            EXPECT_EQ(what.substr(0, prefix.size()), prefix);
            return what.substr(std::min(prefix.size(), what.size()));
        }
        return "accepted";
    }

    void AddVat(const std::string& name, std::initializer_list<const char*> hosts)
    {
        topology.AddVatNode({At(name), Hosts(hosts)});
    }

    /// Return a tree as text, such as "s6(s1(w1 w2) …)", with inputs in the order of reduction.
    std::string Shape(const IncAggregationTree& tree, uint32_t vatNode = 0) const
    {
        std::string text = topology.GetName(tree.GetNodes()[vatNode].node) + "(";
        for (const auto& input : tree.GetInputs(vatNode))
        {
            text += text.back() == '(' ? "" : " ";
            text += input.isWorker ? topology.GetName(tree.GetWorkers()[input.index].host)
                                   : Shape(tree, input.index);
        }
        return text + ")";
    }

    IncAggregationTree Written() const
    {
        return IncWrittenTree(topology, IncTreeWorkers(topology, IncWrittenWorkers(topology)));
    }

    IncTopology topology;
};

} // namespace

TEST_F(Figure1, IsAcceptedAndListsTheRootFirst)
{
    IncAggregationTree tree(topology, Workers(), Nodes());
    ASSERT_EQ(tree.GetNodes().size(), 3u);
    EXPECT_EQ(tree.GetRoot(), At("s6"));
    EXPECT_EQ(Shape(tree), "s6(s1(w1 w2) s7(w3 w4))");
    EXPECT_EQ(tree.GetNodes()[1].aBm, Bits({1, 2}));
    EXPECT_EQ(tree.GetNodes()[1].parent, 0u);
    EXPECT_EQ(tree.GetNodes()[tree.GetLeafOf(3)].node, At("s7"));
    EXPECT_EQ(tree.Find(At("s7")), 2u);
    EXPECT_FALSE(tree.Find(At("s2")));
    EXPECT_EQ(tree.GetDepth(), 2u);
    EXPECT_EQ(tree.GetMaxAdditions(), 2u);
    EXPECT_EQ(tree.GetMaxBfrId(), 4u);
}

TEST_F(Figure1, FollowsFromItsBitmapsAlone)
{
    AddVat("s1", {"w1", "w2"});
    AddVat("s7", {"w3", "w4"});
    AddVat("s6", {"w1", "w2", "w3", "w4"});
    EXPECT_EQ(IncWrittenWorkers(topology), Hosts({"w1", "w2", "w3", "w4"}));
    EXPECT_EQ(Shape(Written()), "s6(s1(w1 w2) s7(w3 w4))");
    topology.SetRoot(At("s6"));
    EXPECT_EQ(Shape(Written()), "s6(s1(w1 w2) s7(w3 w4))");
    // Ranks may differ from the hosts' order: the rank orders inputs, and the BFR-id gives the bit.
    topology.SetWorkers(Hosts({"w4", "w1", "w2", "w3"}));
    EXPECT_EQ(Shape(Written()), "s6(s7(w4 w3) s1(w1 w2))");
}

TEST_F(Figure1, MayBeDeepAndHaveWorkersAtAnyLevel)
{
    AddVat("s6", {"w1", "w2", "w3", "w4", "w5", "w8"});
    AddVat("s1", {"w1", "w2"});
    AddVat("s5", {"w1", "w2", "w5"});
    EXPECT_EQ(Shape(Written()), "s6(s5(s1(w1 w2) w5) w3 w4 w8)");
    EXPECT_EQ(Written().GetDepth(), 3u);
    EXPECT_EQ(Written().GetMaxAdditions(), 1u + 1u + 3u);
}

TEST_F(Figure1, OrdersAChainOfEqualDistancesAsTheFileDoes)
{
    // s2 and s7 are two hops from s1: the one written later is the parent.
    AddVat("s7", {"w3", "w4"});
    AddVat("s1", {"w3", "w4"});
    AddVat("s2", {"w3", "w4"});
    topology.SetRoot(At("s1"));
    EXPECT_EQ(Shape(Written()), "s1(s2(s7(w3 w4)))");
}

TEST_F(Figure1, OrdersAChainByDistanceBeforeTheOrderInTheFile)
{
    AddVat("s7", {"w3", "w4"});
    AddVat("s2", {"w3", "w4"});
    AddVat("s1", {"w3", "w4"});
    topology.SetRoot(At("s7"));
    EXPECT_EQ(Shape(Written()), "s7(s2(s1(w3 w4)))");
}

TEST_F(Figure1, MayEndAtAServer)
{
    AddVat("s1", {"w1", "w2"});
    AddVat("w8", {"w1", "w2", "w3"});
    EXPECT_EQ(Shape(Written()), "w8(s1(w1 w2) w3)");
}

TEST_F(Figure1, RefusesAWorkerAsRoot)
{
    AddVat("s1", {"w1", "w2"});
    AddVat("w3", {"w1", "w2", "w3"});
    EXPECT_EQ(What([&] { Written(); }),
              "host \"w3\" is the root and a worker; expected a switch, or a host that is no "
              "worker");
}

TEST_F(Figure1, RefusesBitmapsThatMakeNoTree)
{
    EXPECT_EQ(What([&] { Written(); }),
              "the topology has no VAT; expected the A-BM of at least the root");
    AddVat("s1", {"w1", "w2"});
    AddVat("s7", {"w2", "w3"});
    topology.SetRoot(At("s6"));
    EXPECT_EQ(What([&] { Written(); }), "the root \"s6\" has no A-BM in the VAT; expected one");
    AddVat("s6", {"w1", "w2", "w3"});
    EXPECT_EQ(
        What([&] { Written(); }),
        "the A-BMs of the siblings \"s1\" and \"s7\" both have \"w2\"; expected disjoint A-BMs");
    topology.SetWorkers(Hosts({"w1", "w3"}));
    EXPECT_EQ(What([&] { Written(); }),
              "the A-BM of \"s1\" has host \"w2\", which is no worker of the job");
}

TEST_F(Figure1, RefusesARootThatDoesNotContainAll)
{
    AddVat("s1", {"w1", "w2"});
    AddVat("s6", {"w1", "w2"});
    AddVat("s7", {"w3"});
    topology.SetRoot(At("s6"));
    EXPECT_EQ(What([&] { Written(); }),
              "\"s7\" and \"s6\" both have no parent; expected one root, whose A-BM contains all "
              "others");
}

TEST_F(Figure1, RefusesARootBelowALargerBitmap)
{
    AddVat("s6", {"w1", "w2"});
    AddVat("s1", {"w1", "w2", "w3"});
    topology.SetRoot(At("s6"));
    EXPECT_EQ(What([&] { Written(); }),
              "\"s1\" and \"s6\" both have no parent; expected one root, whose A-BM contains all "
              "others");
}

TEST_F(Figure1, RefusesASwitchWithTwoVatNodes)
{
    auto nodes = Nodes();
    nodes[1].node = At("s1");
    EXPECT_EQ(Refusal(nodes), "\"s1\" has two VAT nodes; expected at most one on each switch");
}

TEST_F(Figure1, RefusesNodesThatCannotAggregate)
{
    IncTopologyNode plain;
    plain.name = "plain";
    plain.inc = false;
    topology.AddNode(plain);
    Link("plain", "s6");
    auto nodes = Nodes();
    nodes[0].node = At("plain");
    EXPECT_EQ(
        Refusal(nodes),
        "\"plain\" has a VAT node but cannot aggregate; expected a switch with \"inc\": true");
    nodes[0].node = At("w7");
    EXPECT_EQ(Refusal(nodes), "host \"w7\" has a VAT node that is not the root; expected a switch");
    nodes[0].node = 999;
    EXPECT_EQ(Refusal(nodes), "a VAT node is mapped to node 999, which the topology does not have");
}

TEST_F(Figure1, RefusesCycles)
{
    auto nodes = Nodes();
    nodes[0].parent = 1;
    nodes[1].parent = 0;
    EXPECT_EQ(Refusal(nodes),
              "the parents of \"s7\" form a cycle, s7->s1->s7; expected a way to the root");
    nodes = Nodes();
    nodes[2].parent = 0;
    EXPECT_NE(Refusal(nodes).find("form a cycle"), std::string::npos) << "through the root";
    nodes = Nodes();
    nodes[1].parent = 1;
    EXPECT_NE(Refusal(nodes).find("form a cycle, s7->s7;"), std::string::npos);
    nodes[1].parent = 17;
    EXPECT_EQ(Refusal(nodes), "the parent of \"s7\" is not in the tree");
}

TEST_F(Figure1, RefusesTwoRootsAndNone)
{
    auto nodes = Nodes();
    nodes[1].parent = NO_PARENT;
    EXPECT_EQ(Refusal(nodes),
              "\"s7\" and \"s6\" both have no parent; expected one root, whose A-BM contains all "
              "others");
    EXPECT_EQ(Refusal({}), "there is no VAT node; expected at least the root");
}

TEST_F(Figure1, RefusesSiblingsThatOverlap)
{
    auto nodes = Nodes();
    nodes[0] = Vat("s1", 2, {0, 1, 2}, {1, 2, 3});
    EXPECT_EQ(Refusal(nodes),
              "the A-BMs of the siblings \"s1\" and \"s7\" both have \"w3\"; expected disjoint "
              "A-BMs");
    nodes = Nodes();
    nodes[2].workers = {3};
    EXPECT_EQ(Refusal(nodes),
              "worker \"w4\" reaches \"s6\" in two ways; expected every worker to send to one VAT "
              "node");
}

TEST_F(Figure1, RefusesAChildBeyondItsParent)
{
    auto nodes = Nodes();
    nodes[2].aBm = Bits({1, 2, 3});
    EXPECT_EQ(Refusal(nodes),
              "the A-BM of \"s7\" has \"w4\", which that of its parent \"s6\" has not; expected a "
              "child's A-BM within its parent's");
}

TEST_F(Figure1, RefusesAChainWithDifferentBitmaps)
{
    std::vector<IncAggregationTreeNode> nodes = {Vat("s1", 1, {0, 1}, {1, 2}),
                                                 Vat("s6", NO_PARENT, {}, {1, 2, 3, 4})};
    EXPECT_EQ(Refusal(nodes),
              "the A-BM of \"s6\" is not that of its only child \"s1\"; expected equal A-BMs in a "
              "chain");
    nodes[0] = Vat("s1", 1, {0, 1, 2, 3}, {1, 2, 3, 4});
    EXPECT_EQ(Refusal(nodes), "accepted");
}

TEST_F(Figure1, RefusesABitmapThatIsNotTheUnionOfItsLeaves)
{
    auto nodes = Nodes();
    nodes[1].workers = {2};
    EXPECT_EQ(Refusal(nodes),
              "the A-BM of \"s7\" has \"w4\", which neither a child nor a worker of it sends; "
              "expected the union of its leaves");
    nodes = Nodes();
    nodes[1].aBm = Bits({3});
    nodes[2].aBm = Bits({1, 2, 3});
    EXPECT_EQ(Refusal(nodes), "worker \"w4\" sends to \"s7\", whose A-BM has it not");
    nodes = Nodes();
    nodes[1] = Vat("s7", 2, {2}, {3});
    nodes[2].aBm = Bits({1, 2, 3});
    EXPECT_EQ(Refusal(nodes),
              "worker \"w4\" is not in the A-BM of the root \"s6\"; expected all workers of the "
              "job");
}

TEST_F(Figure1, RefusesBitsAndRanksOfNobody)
{
    auto nodes = Nodes();
    nodes[2].aBm = Bits({1, 2, 3, 4, 7});
    EXPECT_EQ(Refusal(nodes), "the A-BM of \"s6\" has bit 7, which is no worker's BFR-id");
    nodes = Nodes();
    nodes[1].aBm = IncBitString(8);
    EXPECT_EQ(Refusal(nodes), "the A-BM of \"s7\" is empty; expected at least one worker");
    nodes = Nodes();
    nodes[1].workers.push_back(4);
    EXPECT_EQ(Refusal(nodes), "\"s7\" expects rank 4 of a job of 4 workers");
}

TEST_F(Figure1, RefusesWorkersThatCannotBeToldApart)
{
    auto workers = Workers();
    workers[3].bfrId = 1;
    EXPECT_EQ(
        Refusal(Nodes(), workers),
        "BFR-id 1 belongs to both \"w1\" and \"w4\"; expected one of its own for every worker");
    workers[3].bfrId = 0;
    EXPECT_EQ(Refusal(Nodes(), workers), "BFR-id 0 of \"w4\" is not accepted; expected 1 to 65535");
    workers = Workers();
    workers[3].host = workers[0].host;
    EXPECT_EQ(Refusal(Nodes(), workers), "host \"w1\" has two ranks; expected each host once");
    workers[3].host = At("s1");
    EXPECT_EQ(Refusal(Nodes(), workers), "the worker of rank 3 is no host");
    EXPECT_EQ(Refusal(Nodes(), {}), "there is no worker; expected at least one");
}

TEST_F(Figure1, RefusesNeighborsWithoutAPath)
{
    topology.AddSwitch("island");
    auto nodes = Nodes();
    nodes[2].node = At("island");
    EXPECT_EQ(Refusal(nodes),
              "there is no path from \"s1\" to its parent \"island\"; expected VAT neighbors to be "
              "connected");
    nodes = Nodes();
    nodes[0].node = At("island");
    EXPECT_NE(Refusal(nodes).find("there is no path from worker \"w1\" to \"island\""),
              std::string::npos);
}
