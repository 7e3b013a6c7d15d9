/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of communicators whose trees the aggregation manager sets up.

#include "inc-manager-rig.h"

#include "ns3/inc-communicator-helper.h"
#include "ns3/inc-leaf-spine-topology.h"
#include "ns3/inc-route-oracle.h"
#include "ns3/test.h"

using namespace ns3;

/// Test two communicators of the same hosts, at the same time.
class IncManagedCommunicatorsTest : public TestCase
{
  public:
    explicit IncManagedCommunicatorsTest(bool fails)
        : TestCase(std::string("Parallel communicators over trees of the manager get right sums") +
                   (fails ? ", though a spine dies" : "")),
          m_fails(fails)
    {
    }

  private:
    static constexpr uint64_t COUNT = 1 << 18; //!< number of elements

    /// \brief Memory and calls of a communicator.
    struct Work
    {
        IncCommunicatorHelper::Communicators communicators;
        std::vector<std::vector<uint32_t>> sums;   //!< sums by rank
        std::vector<std::vector<uint32_t>> blocks; //!< blocks by rank
    };

    void Start(Work& work, uint32_t factor)
    {
        const auto ranks = static_cast<uint32_t>(work.communicators.size());
        for (uint32_t rank = 0; rank < ranks; ++rank)
        {
            auto& sums = work.sums.emplace_back();
            for (uint32_t i = 0; i < COUNT; ++i)
            {
                sums.push_back(factor * i + rank);
            }
            auto& blocks = work.blocks.emplace_back(std::vector<uint32_t>(COUNT * ranks));
            std::copy(sums.begin(), sums.end(), blocks.begin() + rank * COUNT);
        }
        for (uint32_t rank = 0; rank < ranks; ++rank)
        {
            IncCall call;
            call.type = IncDataType::INT32;
            call.count = COUNT;
            call.done = Callback<void, const std::string&>([this](const std::string& error) {
                ++m_done;
                m_errors += error;
            });
            call.receive = reinterpret_cast<uint8_t*>(work.sums[rank].data());
            call.send = call.receive;
            work.communicators[rank]->Start(call);
            call.collective = IncCollective::ALLGATHER;
            call.receive = reinterpret_cast<uint8_t*>(work.blocks[rank].data());
            call.send = call.receive + rank * COUNT * sizeof(uint32_t);
            work.communicators[rank]->Start(call);
        }
    }

    void Check(const Work& work, uint32_t factor)
    {
        const auto ranks = static_cast<uint32_t>(work.sums.size());
        uint64_t wrong = 0;
        for (uint32_t rank = 0; rank < ranks; ++rank)
        {
            for (uint32_t i = 0; i < COUNT; ++i)
            {
                wrong += work.sums[rank][i] != ranks * factor * i + ranks * (ranks - 1) / 2;
                for (uint32_t other = 0; other < ranks; ++other)
                {
                    wrong += work.blocks[rank][other * COUNT + i] != factor * i + other;
                }
            }
        }
        NS_TEST_EXPECT_MSG_EQ(wrong, 0, "elements");
    }

    void DoRun() override
    {
        IncLeafSpineTopology builder(2, 2, 2);
        builder.SetLink(IncManagerRig::RATE, IncManagerRig::DELAY);
        IncManagerRig rig(builder.Build());
        auto oracle = CreateObject<IncRouteOracle>();
        oracle->Watch(rig.fabric);
        rig.Start();
        rig.RunFor(MilliSeconds(10));
        IncCommunicatorHelper helper;
        std::vector<Work> works(2);
        uint32_t ready = 0;
        const std::vector<uint32_t> hosts = rig.fabric.GetTopology().GetHosts();
        const auto told = [&](uint32_t rank, IncMembership now, const std::string& why) {
            ready += now == IncMembership::READY;
            m_errors += why;
            uint32_t joined = 0;
            for (const auto& part : rig.plane.GetClientAgent(hosts[rank])->GetParts())
            {
                joined += part.state == IncGroupState::READY;
            }
            NS_TEST_EXPECT_MSG_GT_OR_EQ(joined, 2, "trees of rank " << rank << ", when it is told");
        };
        for (Work& work : works)
        {
            work.communicators = helper.Install(rig.fabric, hosts, rig.plane, told);
        }
        rig.RunFor(MilliSeconds(20));
        NS_TEST_EXPECT_MSG_EQ(ready, 2 * hosts.size(), rig.plane.GetManager()->GetLogText());
        for (uint32_t i = 0; i < works.size(); ++i)
        {
            Start(works[i], i + 1);
        }
        if (m_fails)
        {
            rig.RunFor(MicroSeconds(100));
            rig.plane.Kill(rig.fabric, *rig.fabric.GetTopology().Find("spine0"));
        }
        rig.RunFor(Seconds(1));
        NS_TEST_EXPECT_MSG_EQ(m_errors, "", "nothing fails");
        NS_TEST_EXPECT_MSG_EQ(m_done, 2 * 2 * hosts.size(), "all calls are complete");
        uint32_t rebuilt = 0;
        for (uint32_t group = 1; group <= 4; ++group)
        {
            rebuilt += rig.plane.GetManager()->FindGroup(0, group)->GetRebuilt();
        }
        NS_TEST_EXPECT_MSG_EQ((rebuilt > 0), m_fails, "groups are built anew");
        for (uint32_t i = 0; i < works.size(); ++i)
        {
            Check(works[i], i + 1);
        }
        for (Work& work : works)
        {
            for (const auto& communicator : work.communicators)
            {
                communicator->Dispose();
            }
        }
    }

    bool m_fails;         //!< true if a spine dies
    uint32_t m_done{0};   //!< number of calls that have ended
    std::string m_errors; //!< errors of calls
};

class IncManagerCommunicatorsTestSuite : public TestSuite
{
  public:
    IncManagerCommunicatorsTestSuite()
        : TestSuite("inc-manager-communicators", TestSuite::Type::UNIT)
    {
        AddTestCase(new IncManagedCommunicatorsTest(false));
        AddTestCase(new IncManagedCommunicatorsTest(true));
    }
};

static IncManagerCommunicatorsTestSuite g_incManagerCommunicatorsTestSuite; //!< registers itself
