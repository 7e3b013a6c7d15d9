/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Results by BIER, tree and unicast over random networks and trees with every kind of fault.

#include "inc-aggregation-rig.h"

#include "ns3/inc-fat-tree-topology.h"
#include "ns3/inc-frame-codec.h"
#include "ns3/inc-leaf-spine-topology.h"
#include "ns3/inc-star-topology.h"
#include "ns3/test.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>
#include <random>
#include <set>

using namespace ns3;

namespace
{

using Mode = IncDisseminationMode;

constexpr uint32_t PER_MESSAGE = 256; // elements of four bytes in the default payload

} // namespace

/**
 * \ingroup inc-tests
 * \brief Random networks, trees and ways, with loss, duplication and reordering.
 *
 * The environment variable INC_ITERATIONS says how many, INC_SEED where to begin.
 */
class IncRandomTreesTest : public TestCase
{
  public:
    IncRandomTreesTest()
        : TestCase("Random networks and trees: every contribution counts exactly once")
    {
    }

  private:
    static uint32_t FromEnvironment(const char* name, uint32_t otherwise)
    {
        const char* value = std::getenv(name);
        return value ? std::strtoul(value, nullptr, 10) : otherwise;
    }

    void DoRun() override
    {
        const uint32_t iterations = FromEnvironment("INC_ITERATIONS", 200);
        const uint32_t first = FromEnvironment("INC_SEED", 1);
        for (uint32_t seed = first; seed < first + iterations; ++seed)
        {
            RunWith(seed);
            if (IsStatusFailure())
            {
                std::cerr << "failed with INC_SEED=" << seed << " INC_ITERATIONS=1\n";
                return;
            }
        }
    }

    // A random tree of switches with some links more, hosts anywhere.
    static IncTopology Draw(std::mt19937& random)
    {
        IncTopology topology;
        const uint32_t switches = 1 + random() % 8;
        const uint32_t hosts = 2 + random() % 11;
        const auto link = [&](uint32_t a, uint32_t b) {
            topology.AddLink(a, b, 100000000000, 100000 + random() % 1000000);
        };
        for (uint32_t i = 0; i < switches; ++i)
        {
            const uint32_t node = topology.AddSwitch("s" + std::to_string(i));
            if (i > 0)
            {
                link(random() % i, node);
            }
        }
        for (uint32_t i = switches > 1 ? random() % (2 * switches) : 0; i > 0; --i)
        {
            const uint32_t a = random() % switches;
            link(a, (a + 1 + random() % (switches - 1)) % switches);
        }
        for (uint32_t i = 0; i < hosts; ++i)
        {
            const uint32_t node = topology.AddHost("h" + std::to_string(i));
            link(random() % switches, node);
        }
        std::vector<uint32_t> workers = topology.GetHosts();
        std::shuffle(workers.begin(), workers.end(), random);
        workers.resize(2 + random() % (workers.size() - 1));
        topology.SetWorkers(workers);
        topology.DeriveTiers();
        return topology;
    }

    void RunWith(uint32_t seed)
    {
        std::mt19937 random(seed);
        IncAggregationRig rig(Draw(random));
        rig.options.dissemination = static_cast<Mode>(random() % 3);
        rig.options.bitmaps = random() % 2 == 0;
        rig.options.order =
            random() % 2 == 0 ? IncReductionOrder::RANK : IncReductionOrder::ARRIVAL;
        rig.options.slots = 1 + random() % 8;
        rig.options.firstMessageId = UINT32_MAX - random() % 16;
        rig.helper.SetClientAttribute("Payload", UintegerValue(64));
        rig.helper.SetClientAttribute("MinRetransmitTimeout", TimeValue(MicroSeconds(20)));
        rig.Setup();
        const auto percent = [&random]() { return (random() % 4) / 100.0; };
        const double loss = percent();
        const double duplicate = percent();
        rig.Impair(loss, duplicate, percent(), 1000 * seed);
        const uint32_t messages = 1 + random() % 30;
        rig.Start(IncDataType::INT32, IncOperation::SUM, messages * 16);
        NS_TEST_ASSERT_MSG_EQ(rig.Run(), true, "seed " << seed << " hangs");
        NS_TEST_ASSERT_MSG_EQ(rig.CountWrong(), 0, "seed " << seed);
        NS_TEST_ASSERT_MSG_EQ(rig.AddedOnce(messages), true, "seed " << seed);
    }
};

/**
 * \ingroup inc-tests
 * \brief Results over random networks.
 */
class IncDisseminationRandomTestSuite : public TestSuite
{
  public:
    IncDisseminationRandomTestSuite()
        : TestSuite("inc-dissemination-random", TestSuite::Type::UNIT)
    {
        AddTestCase(new IncRandomTreesTest);
    }
};

static IncDisseminationRandomTestSuite g_incDisseminationRandomTestSuite; //!< registers the suite
