/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-aggregation-rig.h"

#include "ns3/inc-address-plan.h"
#include "ns3/inc-fat-tree-topology.h"
#include "ns3/test.h"

using namespace ns3;

namespace
{

} // namespace

/// Test one job with every kind of aggregation and addressing.
class IncSameResultsTest : public TestCase
{
  public:
    IncSameResultsTest(const std::string& name, const IncTopology& topology)
        : TestCase("Bitmaps, tree ids and root addressing give the same bits, " + name),
          m_topology(topology)
    {
    }

  private:
    static constexpr uint64_t COUNT = 20 * PER_MESSAGE + 3;

    void DoRun() override
    {
        const auto next = RunWith(true, IncVatAddressing::NEXT, 0);
        NS_TEST_EXPECT_MSG_EQ((RunWith(false, IncVatAddressing::NEXT, 0) == next), true, "tree");
        NS_TEST_EXPECT_MSG_EQ((RunWith(true, IncVatAddressing::ROOT, 0) == next), true, "root");
        for (double loss : {0.01, 0.05})
        {
            NS_TEST_EXPECT_MSG_EQ((RunWith(true, IncVatAddressing::NEXT, loss) == next),
                                  true,
                                  "next with loss");
            NS_TEST_EXPECT_MSG_EQ((RunWith(false, IncVatAddressing::NEXT, loss) == next),
                                  true,
                                  "tree with loss");
            NS_TEST_EXPECT_MSG_EQ((RunWith(true, IncVatAddressing::ROOT, loss) == next),
                                  true,
                                  "root with loss");
        }
    }

    std::vector<uint8_t> RunWith(bool bitmaps, IncVatAddressing addressing, double loss)
    {
        IncAggregationRig rig(m_topology);
        rig.options.bitmaps = bitmaps;
        rig.options.addressing = addressing;
        rig.options.order = IncReductionOrder::RANK;
        rig.options.slots = 8;
        rig.Setup();
        rig.Impair(loss, loss, loss);
        std::vector<uint32_t> destinations;
        IncFrameRecorder sent(rig.fabric.GetDevice(rig.workers.back(), 0),
                              "FrameSent",
                              [&](const IncFrame& frame) {
                                  destinations.push_back(frame.destination);
                                  return false;
                              });
        rig.Start(IncDataType::FLOAT32, IncOperation::SUM, COUNT);
        NS_TEST_EXPECT_MSG_EQ(rig.Run(), true, "hangs");
        NS_TEST_EXPECT_MSG_EQ(rig.CountWrong(), 0, "sums");
        // Every VAT node took its contributions, each of them once.
        NS_TEST_EXPECT_MSG_EQ(rig.AddedOnce(21), true, "the first VAT node takes packets");
        const uint32_t leaf = rig.GetTree().GetLeafOf(rig.workers.size() - 1);
        const uint32_t addressed = addressing == IncVatAddressing::ROOT
                                       ? rig.GetTree().GetRoot()
                                       : rig.GetTree().GetNodes()[leaf].node;
        for (uint32_t destination : destinations)
        {
            NS_TEST_EXPECT_MSG_EQ(destination, IncAddressPlan::AddressOf(addressed), "addressing");
        }
        return rig.GetBuffer(0);
    }

    IncTopology m_topology;
};

/// Test trees in which the first VAT node on the path to the root is not the parent.
class IncRootAddressingTest : public TestCase
{
  public:
    IncRootAddressingTest()
        : TestCase("Root addressing refuses a tree that equal-cost paths go around")
    {
    }

  private:
    /*
     *         root
     *        /    \
     *     left    right     left is a VAT node, right is not
     *        \    /
     *         leaf          VAT node of h0 and h1
     */
    static IncTopology Diamond(bool rightCosts)
    {
        IncTopology topology;
        const uint32_t h0 = topology.AddHost("h0");
        const uint32_t h1 = topology.AddHost("h1");
        const uint32_t leaf = topology.AddSwitch("leaf");
        const uint32_t left = topology.AddSwitch("left");
        const uint32_t right = topology.AddSwitch("right");
        const uint32_t root = topology.AddSwitch("root");
        const auto link = [&](uint32_t a, uint32_t b) {
            topology.AddLink(a, b, 100'000'000'000, 1'000'000);
        };
        link(h0, leaf);
        link(h1, leaf);
        link(leaf, left);
        link(leaf, right);
        link(left, root);
        if (rightCosts)
        {
            const uint32_t detour = topology.AddSwitch("detour");
            link(right, detour);
            link(detour, root);
        }
        else
        {
            link(right, root);
        }
        topology.DeriveTiers();
        topology.SetWorkers({h0, h1});
        topology.SetRoot(root);
        topology.AddVatNode({leaf, {h0, h1}});
        topology.AddVatNode({left, {h0, h1}});
        topology.AddVatNode({root, {h0, h1}});
        return topology;
    }

    void DoRun() override
    {
        std::string message;
        try
        {
            IncAggregationRig rig(Diamond(false));
            rig.options.addressing = IncVatAddressing::ROOT;
            rig.Setup();
        }
        catch (const IncGroupError& error)
        {
            message = error.what();
        }
        NS_TEST_EXPECT_MSG_EQ(
            message,
            "packets of leaf addressed to the root would be taken by root "
            "before its VAT parent left: accepted are trees in which the parent comes "
            "first on every shortest path to the root",
            "the refusal");
        for (bool rightCosts : {false, true})
        {
            // The same network works with NEXT; if the path over right is longer, so does ROOT.
            IncAggregationRig rig(Diamond(rightCosts));
            rig.options.addressing = rightCosts ? IncVatAddressing::ROOT : IncVatAddressing::NEXT;
            rig.Setup();
            rig.Start(IncDataType::INT32, IncOperation::SUM, 5 * PER_MESSAGE);
            NS_TEST_ASSERT_MSG_EQ(rig.Run(), true, "hangs");
            NS_TEST_EXPECT_MSG_EQ(rig.CountWrong(), 0, "sums");
            NS_TEST_EXPECT_MSG_EQ(rig.AddedOnce(5), true, "a chain of three VAT nodes");
        }
    }
};

class IncVatAddressingTestSuite : public TestSuite
{
  public:
    IncVatAddressingTestSuite()
        : TestSuite("inc-vat-addressing", TestSuite::Type::UNIT)
    {
        AddTestCase(new IncSameResultsTest("fat-tree", IncFatTreeTopology(4).Build()));
        AddTestCase(new IncSameResultsTest("core only", CoreOnly()));
        AddTestCase(new IncRootAddressingTest);
    }

  private:
    // Return a network whose only VAT node is several hops from every worker.
    static IncTopology CoreOnly()
    {
        IncTopology topology = IncFatTreeTopology(4).Build();
        topology.SetRoot(*topology.Find("core0"));
        topology.AddVatNode({*topology.Find("core0"), topology.GetHosts()});
        return topology;
    }
};

static IncVatAddressingTestSuite g_incVatAddressingTestSuite; //!< registers the suite
