/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of authentication tags (IncFrameSeal) on altered, replayed and misplaced data frames.

#include "inc-environment.h"
#include "inc-manager-rig.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/inc-aggregator.h"
#include "ns3/inc-frame-seal.h"
#include "ns3/inc-last-hop.h"
#include "ns3/inc-leaf-spine-topology.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

using namespace ns3;

/**
 * \brief Test that replayed, altered and misplaced frames do not change the results of a group.
 *
 * In the environment, INC_ITERATIONS is the number of frames and INC_SEED the seed.
 */
class IncDataForgeriesTest : public TestCase
{
  public:
    IncDataForgeriesTest(IncAggregationTransport transport,
                         IncDisseminationMode dissemination,
                         IncVatAddressing addressing = IncVatAddressing::NEXT,
                         bool lastHopIsHost = false)
        : TestCase("Altered, replayed and misplaced data frames change no sum, and are counted: " +
                   std::string(transport == IncAggregationTransport::RC ? "RC" : "UC") +
                   ", dissemination " + std::to_string(static_cast<int>(dissemination)) +
                   (addressing == IncVatAddressing::ROOT ? ", addressed to the root" : "") +
                   (lastHopIsHost ? ", BIER up to the NIC" : "")),
          m_transport(transport),
          m_dissemination(dissemination),
          m_addressing(addressing),
          m_lastHopIsHost(lastHopIsHost)
    {
    }

  private:
    static constexpr uint64_t COUNT = 100000;    //!< number of elements
    static constexpr std::size_t RECORDED = 256; //!< number of latest frames to keep
    static constexpr std::size_t RECENT = 200;   //!< number of latest frames to replay

    /// A frame, and the node and port at which it arrived.
    struct Sighting
    {
        uint32_t node;     //!< node index
        uint32_t port;     //!< number of the port
        IncFramePtr frame; //!< copy of the frame
    };

    /// Counts of a run.
    struct Outcome
    {
        uint64_t wrong{0};   //!< wrong elements and failed requests
        uint64_t altered{0}; //!< frames sent with altered content
        uint64_t forged{0};  //!< frames refused because of their tag
        uint64_t refused{0}; //!< frames refused for any reason
    };

    void Record(uint32_t node, uint32_t port, const IncFrame& frame)
    {
        if (frame.hasInc)
        {
            m_seen[m_next++ % RECORDED] = {node, port, frame.Copy()};
        }
    }

    /// \brief Alter a field that an attacker with the sender's address could write, too.
    void Alter(IncFrame& frame)
    {
        switch (m_random() % 6)
        {
        case 0: // message that its sender has not sent yet
        {
            const uint32_t later = 1 + m_random() % 64;
            frame.inc.messageId += later;
            frame.immediate += later;
            frame.reth.virtualAddress += uint64_t{later} * frame.payloadSize;
            break;
        }
        case 1:
            frame.inc.flags ^= 1 << m_random() % 8;
            break;
        case 2:
            frame.reth.virtualAddress ^= 4 << m_random() % 8;
            break;
        case 3:
            frame.inc.count ^= 1 << m_random() % 8;
            break;
        case 4:
            frame.tag ^= 1 << m_random() % 32;
            [[fallthrough]];
        default:
            if (frame.payload)
            {
                Ptr<IncPayload> other = IncPayload::Create(frame.payloadSize);
                std::copy_n(frame.payload->GetData(), frame.payloadSize, other->GetData());
                other->GetData()[m_random() % frame.payloadSize] ^= 1 << m_random() % 8;
                frame.payload = other;
            }
            else
            {
                frame.immediate ^= 1 << m_random() % 8;
            }
            break;
        }
    }

    void Deliver(IncManagerRig& rig, uint32_t node, uint32_t port, IncFramePtr frame)
    {
        const Ptr<IncNetDevice> device = rig.fabric.GetDevice(node, port);
        if (rig.fabric.GetTopology().IsHost(node))
        {
            rig.fabric.GetNic(node)->Receive(std::move(frame), *device);
        }
        else
        {
            rig.fabric.GetSwitch(node)->Receive(std::move(frame), *device);
        }
    }

    void Attack(IncManagerRig& rig, Outcome& outcome)
    {
        const std::size_t age = m_random() % std::min(m_next, RECENT);
        const Sighting& sighting = m_seen[(m_next - 1 - age) % RECORDED];
        IncFramePtr frame = sighting.frame->Copy();
        uint32_t node = sighting.node;
        uint32_t port = sighting.port;
        frame->bth.psn = IncPsn::Add(frame->bth.psn, static_cast<int64_t>(m_random() % 4));
        switch (m_random() % 4)
        {
        case 0: // replay the frame
            break;
        case 1: // misplace the frame
            node = m_random() % rig.manager;
            port = m_random() % rig.fabric.GetTopology().GetPorts(node).size();
            break;
        default:
            Alter(*frame);
            ++outcome.altered;
            break;
        }
        Deliver(rig, node, port, std::move(frame));
    }

    Outcome Run(uint32_t tagSize, uint32_t attacks)
    {
        Config::SetGlobal("IncTagSize", UintegerValue(tagSize));
        m_random.seed(IncFromEnvironment("INC_SEED", 1));
        m_seen.resize(RECORDED);
        m_next = 0;
        IncLeafSpineTopology builder(2, 1, 2);
        builder.SetLink(IncManagerRig::RATE, IncManagerRig::DELAY);
        Outcome outcome;
        {
            IncManagerRig rig(builder.Build());
            rig.helper.SetManagerAttribute("Rebuild", BooleanValue(false));
            rig.helper.SetLastHopIsHost(m_lastHopIsHost);
            rig.Start();
            rig.RunFor(REGISTRATION);
            IncGroupProfile profile;
            profile.transport = m_transport;
            profile.dissemination = m_dissemination;
            profile.addressing = m_addressing;
            profile.lastHopIsHost = m_lastHopIsHost;
            auto& job = rig.Join(1, rig.fabric.GetTopology().GetHosts(), profile);
            rig.RunFor(MilliSeconds(10));
            NS_TEST_EXPECT_MSG_EQ(job.AllAre(IncMembership::READY), true, "to be attacked");
            for (uint32_t node = 0; node < rig.manager; ++node)
            {
                for (uint32_t port = 0; port < rig.fabric.GetTopology().GetPorts(node).size();
                     ++port)
                {
                    Callback<void, const IncFrame&> keep(
                        [this, node, port](const IncFrame& frame) { Record(node, port, frame); });
                    rig.fabric.GetDevice(node, port)
                        ->TraceConnectWithoutContext("FrameReceived", keep);
                }
            }
            rig.Post(job, COUNT);
            rig.RunFor(MicroSeconds(5));
            for (uint32_t i = 0; i < attacks; ++i)
            {
                Attack(rig, outcome);
                rig.RunFor(NanoSeconds(40));
            }
            rig.RunFor(MilliSeconds(100));
            outcome.wrong = rig.CountWrong(job);
            for (auto& rank : job.ranks)
            {
                outcome.wrong += rank.completed != 1 || !rank.failure.empty();
                Count(outcome, rank.client->GetCounters().refused);
            }
            for (uint32_t node = 0; node < rig.manager; ++node)
            {
                const auto each = rig.fabric.GetNodes().Get(node);
                if (auto aggregator = each->GetObject<IncAggregator>())
                {
                    Count(outcome, aggregator->GetCounters().refused);
                }
                if (auto lastHop = each->GetObject<IncLastHop>())
                {
                    Count(outcome, lastHop->GetRefused());
                }
            }
            m_seen.clear();
        }
        Config::SetGlobal("IncTagSize", UintegerValue(0));
        return outcome;
    }

    static void Count(Outcome& outcome, const IncRefusalCounts& refused)
    {
        outcome.forged += refused.Get(IncRefusal::FORGED);
        outcome.refused += refused.GetTotal();
    }

    void DoRun() override
    {
        const uint32_t attacks = IncFromEnvironment("INC_ITERATIONS", 800);
        const Outcome honest = Run(16, 0);
        NS_TEST_EXPECT_MSG_EQ(honest.wrong, 0, "right sums");
        NS_TEST_EXPECT_MSG_EQ(honest.refused, 0, "nothing is refused");
        const Outcome tagged = Run(16, attacks);
        NS_TEST_EXPECT_MSG_EQ(tagged.wrong, 0, "right sums in spite of forgeries");
        NS_TEST_EXPECT_MSG_GT_OR_EQ(tagged.refused, tagged.altered, "each is counted");
        NS_TEST_EXPECT_MSG_GT(tagged.forged, tagged.altered / 2, "by their tags");
        const Outcome untagged = Run(0, attacks);
        NS_TEST_EXPECT_MSG_EQ(untagged.forged, 0, "there are no tags");
        NS_TEST_EXPECT_MSG_GT(untagged.wrong, 0, "without tags they do harm");
    }

    IncAggregationTransport m_transport;
    IncDisseminationMode m_dissemination;
    IncVatAddressing m_addressing;
    bool m_lastHopIsHost;
    std::mt19937 m_random;        //!< draws of the seed
    std::vector<Sighting> m_seen; //!< the latest frames, in a ring
    std::size_t m_next{0};        //!< number of recorded frames
};

class IncDataTagsTestSuite : public TestSuite
{
  public:
    IncDataTagsTestSuite()
        : TestSuite("inc-data-tags", TestSuite::Type::UNIT)
    {
        for (const auto transport : {IncAggregationTransport::UC, IncAggregationTransport::RC})
        {
            for (const auto dissemination : {IncDisseminationMode::BIER,
                                             IncDisseminationMode::TREE,
                                             IncDisseminationMode::UNICAST})
            {
                AddTestCase(new IncDataForgeriesTest(transport, dissemination));
            }
        }
        AddTestCase(new IncDataForgeriesTest(IncAggregationTransport::UC,
                                             IncDisseminationMode::BIER,
                                             IncVatAddressing::ROOT,
                                             true));
    }
};

static IncDataTagsTestSuite g_incDataTagsTestSuite; //!< registers itself
