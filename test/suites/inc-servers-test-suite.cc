/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of collectives over servers of several GPUs: bytes of each link, results and times.

#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/inc-fabric-helper.h"
#include "ns3/inc-leaf-spine-topology.h"
#include "ns3/inc-server-helper.h"
#include "ns3/inc-server-topology.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>

using namespace ns3;

namespace
{

constexpr int64_t DELAY = 468000; // of a scale-up link, ps

/// Servers and a collective over them.
struct ServerCase
{
    uint32_t servers;
    uint32_t gpus;
    uint32_t rails;
    bool firstOwns; //!< whether GPU 0 owns all NICs
    std::string scheme;
    IncInServer inServer;
    IncScaleUpReduction reduction;
    uint64_t count;

    uint32_t OwnerOf(uint32_t rail) const
    {
        return firstOwns ? 0 : rail * gpus / rails;
    }

    std::string GetName() const
    {
        return std::to_string(servers) + " x " + std::to_string(gpus) + " GPUs, " +
               std::to_string(rails) + (firstOwns ? " rails at GPU 0, " : " rails, ") + scheme +
               " and " + IncName(inServer) + ", " + std::to_string(count) + " elements";
    }

    IncTopology MakeTopology() const
    {
        IncLeafSpineTopology hosts(rails, 1, servers);
        hosts.SetRails(rails);
        IncServerShape shape;
        shape.servers = servers;
        shape.gpus = gpus;
        for (uint32_t rail = 0; rail < rails; ++rail)
        {
            shape.owners.push_back(OwnerOf(rail));
        }
        shape.rate = 3600000000000;
        shape.delay = DELAY;
        shape.reduction = reduction;
        return IncMakeServers(hosts.Build(), shape);
    }
};

/// Traffic of a scale-up link, bytes.
struct ScaleUpBytes
{
    uint64_t up{0};
    uint64_t down{0};

    bool operator==(const ScaleUpBytes& other) const
    {
        return up == other.up && down == other.down;
    }
};

/// What a run did.
struct ServerRun
{
    uint32_t completed{0};
    bool isRight{true};
    Time end;
    std::vector<ScaleUpBytes> bytes; //!< by GPU of the network
};

/// Return the results of a group of GPUs, each with operands that depend on rank and element.
ServerRun
RunServers(const IncTopology& topology, const ServerCase& setting, bool isVirtual = false)
{
    const IncFabric fabric = IncFabricHelper().Install(topology);
    const auto& hosts = fabric.GetTopology().GetHosts();
    IncGroupOptions options;
    options.dissemination = IncDisseminationMode::TREE;
    IncServerHelper helper(options);
    const auto collective = helper.Install(fabric, hosts, setting.scheme, setting.inServer);
    std::vector<std::vector<int64_t>> buffers(hosts.size());
    IncCollectiveRequest request;
    request.type = IncDataType::INT64;
    request.count = setting.count;
    for (uint32_t rank = 0; rank < hosts.size() && !isVirtual; ++rank)
    {
        buffers[rank].resize(setting.count);
        std::iota(buffers[rank].begin(), buffers[rank].end(), 1000 * rank * rank);
        request.buffers.push_back(reinterpret_cast<uint8_t*>(buffers[rank].data()));
    }
    ServerRun run;
    collective->Start(
        request,
        IncCollectiveAlgorithm::CompletionCallback([&run](uint32_t, const std::string& status) {
            run.completed += status.empty();
            run.end = Simulator::Now();
        }));
    Simulator::Stop(Seconds(1));
    Simulator::Run();
    const auto n = static_cast<int64_t>(hosts.size());
    const int64_t constants = 1000 * (n - 1) * n * (2 * n - 1) / 6; // sum of rank * rank
    for (const auto& buffer : buffers)
    {
        for (std::size_t i = 0; i < buffer.size(); ++i)
        {
            run.isRight = run.isRight && buffer[i] == constants + n * static_cast<int64_t>(i);
        }
    }
    for (uint32_t server = 0; server < fabric.GetTopology().GetServers().size(); ++server)
    {
        const auto hub = fabric.GetScaleUpSwitches(server).front();
        for (uint32_t gpu = 0; gpu < hub->GetGpus(); ++gpu)
        {
            run.bytes.push_back({hub->GetLink(gpu)->up.bytes, hub->GetLink(gpu)->down.bytes});
        }
    }
    collective->Dispose();
    Simulator::Destroy();
    return run;
}

uint64_t
PartOf(uint64_t count, uint32_t parts, uint32_t part)
{
    return count / parts + (part < count % parts ? 1 : 0);
}

/// Return the bytes that a ring of all GPUs sends over scale-up links.
std::vector<ScaleUpBytes>
ExpectFlat(const ServerCase& setting)
{
    const uint32_t n = setting.servers * setting.gpus;
    std::vector<ScaleUpBytes> expected(n);
    for (uint32_t rail = 0; rail < setting.rails; ++rail)
    {
        const uint64_t stripe = PartOf(setting.count, setting.rails, rail);
        for (uint32_t place = 0; place < n; ++place)
        {
            const auto gpuAt = [&](uint32_t at) {
                const uint32_t gpu = setting.OwnerOf(rail) + at % setting.gpus;
                return at / setting.gpus * setting.gpus + gpu % setting.gpus;
            };
            // A GPU sends all chunks but one when it reduces, and all but another one later.
            const uint64_t bytes = 8 * (2 * stripe - PartOf(stripe, n, (place + 1) % n) -
                                        PartOf(stripe, n, (place + 2) % n));
            const bool isLast = (place + 1) % setting.gpus == 0 && setting.servers > 1;
            const uint32_t next = isLast ? place + 1 - setting.gpus : (place + 1) % n;
            expected[gpuAt(place)].up += bytes;
            expected[gpuAt(next)].down += bytes;
        }
    }
    return expected;
}

/// Return the bytes of scale-up links as the closed forms of the manual have them.
std::vector<ScaleUpBytes>
ExpectBytes(const ServerCase& setting)
{
    if (setting.inServer == IncInServer::FLAT)
    {
        return ExpectFlat(setting);
    }
    std::vector<ScaleUpBytes> expected(setting.servers * setting.gpus);
    for (uint32_t i = 0; i < expected.size(); ++i)
    {
        uint64_t bytes = 0;
        for (uint32_t rail = 0; rail < setting.rails; ++rail)
        {
            const uint64_t stripe = 8 * PartOf(setting.count, setting.rails, rail);
            const uint32_t place =
                (i % setting.gpus + setting.gpus - setting.OwnerOf(rail)) % setting.gpus;
            const bool isHead = place == 0;
            const bool isTail = place == setting.gpus - 1;
            const bool isPushed =
                setting.reduction == IncScaleUpReduction::PUSH && setting.servers == 1;
            switch (setting.inServer)
            {
            case IncInServer::NVLS:
                bytes += stripe + (isHead && !isPushed ? stripe : 0);
                break;
            case IncInServer::DIRECT:
                bytes += isHead ? (setting.gpus - 1) * stripe : stripe;
                break;
            default:
                bytes += stripe * (2 - isHead - isTail);
                break;
            }
        }
        expected[i] = {bytes, bytes};
    }
    return expected;
}

} // namespace

/**
 * \ingroup inc-tests
 * \brief Test bytes and results of all parts inside servers with all schemes between servers.
 */
class IncServerBytesTest : public TestCase
{
  public:
    explicit IncServerBytesTest(uint32_t servers)
        : TestCase("Results are right and links carry the bytes of the closed forms, " +
                   std::to_string(servers) + " servers"),
          m_servers(servers)
    {
    }

  private:
    void DoRun() override
    {
        for (const uint32_t gpus : {2U, 3U, 5U, 8U})
        {
            for (const uint32_t rails : std::set<uint32_t>{1, 2, gpus, 2 * gpus})
            {
                for (const bool firstOwns : {false, true})
                {
                    TestPairs(gpus, rails, firstOwns);
                }
            }
        }
    }

    void TestPairs(uint32_t gpus, uint32_t rails, bool firstOwns)
    {
        for (const std::string scheme : {"ring", "tree", "halving-doubling", "inc"})
        {
            for (const IncInServer inServer :
                 {IncInServer::FLAT, IncInServer::CHAIN, IncInServer::DIRECT, IncInServer::NVLS})
            {
                if (inServer == IncInServer::FLAT && scheme != "ring")
                {
                    continue;
                }
                // Counts and reductions alternate, because all combinations would take long.
                static constexpr uint64_t COUNTS[] = {1, 7, 1003, 20000};
                const auto number = m_number++;
                Test({m_servers,
                      gpus,
                      rails,
                      firstOwns,
                      scheme,
                      inServer,
                      number % 3 == 0 ? IncScaleUpReduction::PUSH : IncScaleUpReduction::PULL,
                      COUNTS[number % 4]});
            }
        }
    }

    void Test(const ServerCase& setting)
    {
        const ServerRun run = RunServers(setting.MakeTopology(), setting);
        NS_TEST_EXPECT_MSG_EQ(run.completed,
                              setting.servers * setting.gpus,
                              setting.GetName() + ": ranks that completed");
        NS_TEST_EXPECT_MSG_EQ(run.isRight, true, setting.GetName() + ": sums");
        const auto expected = ExpectBytes(setting);
        for (std::size_t i = 0; i < expected.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(run.bytes[i].up,
                                  expected[i].up,
                                  setting.GetName() + ": bytes from GPU " + std::to_string(i));
            NS_TEST_EXPECT_MSG_EQ(run.bytes[i].down,
                                  expected[i].down,
                                  setting.GetName() + ": bytes to GPU " + std::to_string(i));
        }
    }

    uint32_t m_servers;
    uint32_t m_number{0};
};

/**
 * \ingroup inc-tests
 * \brief Test that one element takes the delays of the messages that it waits for.
 */
class IncServerLatencyTest : public TestCase
{
  public:
    IncServerLatencyTest()
        : TestCase("One element takes the delays of its requests, reads and multicasts")
    {
    }

  private:
    void DoRun() override
    {
        Test(IncInServer::NVLS, IncScaleUpReduction::PULL, 6); // request, read, multicast
        Test(IncInServer::NVLS, IncScaleUpReduction::PUSH, 2);
        Test(IncInServer::DIRECT, IncScaleUpReduction::NONE, 4);
        Test(IncInServer::CHAIN, IncScaleUpReduction::NONE, 12); // 3 steps each way
        Test(IncInServer::FLAT, IncScaleUpReduction::NONE, 12);
    }

    void Test(IncInServer inServer, IncScaleUpReduction reduction, int64_t delays)
    {
        const ServerCase setting{1, 4, 4, false, "ring", inServer, reduction, 1};
        const ServerRun run = RunServers(setting.MakeTopology(), setting);
        const Time expected = NanoSeconds(delays * DELAY / 1000);
        // Each message takes less than a nanosecond on its link, and times are rounded up.
        NS_TEST_EXPECT_MSG_EQ_TOL(run.end.GetNanoSeconds(),
                                  (expected + NanoSeconds(delays / 2)).GetNanoSeconds(),
                                  delays / 2,
                                  setting.GetName());
    }
};

/**
 * \ingroup inc-tests
 * \brief Test that rates of payload bound the time of a large AllReduce, and that units do not
 * matter.
 */
class IncServerRateTest : public TestCase
{
  public:
    IncServerRateTest()
        : TestCase("A large AllReduce is as fast as its links, with units of any size")
    {
    }

  private:
    void DoRun() override
    {
        for (const uint32_t gpus : {2U, 4U, 8U})
        {
            const ServerCase nvls{1,
                                  gpus,
                                  gpus,
                                  false,
                                  "inc",
                                  IncInServer::NVLS,
                                  IncScaleUpReduction::PULL,
                                  1 << 24};
            const double bytes = 8.0 * (1 << 24);
            ExpectTime(nvls, bytes * (1 + 1.0 / gpus) / (450e9 * 0.675), 1.01);
            ServerCase flat = nvls;
            flat.scheme = "ring";
            flat.inServer = IncInServer::FLAT;
            ExpectTime(flat, bytes * 2 * (gpus - 1) / gpus / (450e9 * 0.8), 1.01);
        }
        Time first;
        for (const uint32_t unit : {16384U, 1024U, 4096U, 65536U})
        {
            Config::SetDefault("ns3::IncScaleUpLink::Unit", UintegerValue(unit));
            const ServerCase setting{2,
                                     4,
                                     4,
                                     false,
                                     "inc",
                                     IncInServer::NVLS,
                                     IncScaleUpReduction::PULL,
                                     1 << 20};
            const ServerRun run = RunServers(setting.MakeTopology(), setting, true);
            first = first.IsZero() ? run.end : first;
            NS_TEST_EXPECT_MSG_EQ_TOL(run.end.GetSeconds(),
                                      first.GetSeconds(),
                                      0.005 * first.GetSeconds(),
                                      "time with units of " << unit << " bytes");
        }
        Config::Reset();
    }

    /// Check that a time is not below its bound, and above it by a factor at most.
    void ExpectTime(const ServerCase& setting, double bound, double factor)
    {
        Config::SetDefault("ns3::IncScaleUpLink::Efficiency", DoubleValue(0.8));
        Config::SetDefault("ns3::IncScaleUpLink::ReduceEfficiency", DoubleValue(0.675));
        const double time = RunServers(setting.MakeTopology(), setting, true).end.GetSeconds();
        Config::Reset();
        NS_TEST_EXPECT_MSG_GT_OR_EQ(time, bound, setting.GetName());
        NS_TEST_EXPECT_MSG_LT_OR_EQ(time, bound * factor, setting.GetName());
    }
};

/**
 * \ingroup inc-tests
 * \brief Test servers with different numbers of GPUs, and hosts without a server.
 */
class IncMixedServersTest : public TestCase
{
  public:
    IncMixedServersTest()
        : TestCase("Servers of different sizes and single hosts reduce together")
    {
    }

  private:
    void DoRun() override
    {
        for (const std::string scheme : {"ring", "tree", "halving-doubling", "inc"})
        {
            for (const IncInServer inServer :
                 {IncInServer::CHAIN, IncInServer::DIRECT, IncInServer::NVLS, IncInServer::FLAT})
            {
                if (scheme != "ring" && inServer == IncInServer::FLAT)
                {
                    continue;
                }
                const ServerCase setting{0, 0, 2, false, scheme, inServer, {}, 5003};
                const ServerRun run = RunServers(MakeTopology(), setting);
                NS_TEST_EXPECT_MSG_EQ(run.completed, 9, setting.GetName());
                NS_TEST_EXPECT_MSG_EQ(run.isRight, true, setting.GetName());
            }
        }
    }

    /// Make servers of 5, 1 and 2 GPUs and a host, each with two NICs.
    static IncTopology MakeTopology()
    {
        IncTopology topology;
        for (uint32_t host = 0; host < 9; ++host)
        {
            topology.AddHost("h" + std::to_string(host));
        }
        for (const char* name : {"leaf0", "leaf1"})
        {
            const uint32_t leaf = topology.AddSwitch(name);
            for (const uint32_t host : {0U, 5U, 6U, 8U})
            {
                topology.AddLink(host, leaf, 100000000000, 1000000);
            }
        }
        topology.AddLink(9, 10, 100000000000, 1000000);
        uint32_t first = 0;
        for (const uint32_t gpus : {5U, 1U, 2U})
        {
            const std::string name = "v" + std::to_string(first);
            IncTopologyServer server{name, name + ".up", IncScaleUpReduction::PULL, {}};
            for (uint32_t gpu = 0; gpu < gpus; ++gpu)
            {
                server.gpus.push_back({first + gpu, 3600000000000, DELAY});
            }
            first += gpus;
            topology.AddServer(server);
        }
        topology.DeriveTiers();
        return topology;
    }
};

/**
 * \ingroup inc-tests
 * \brief Tests of collectives over servers of several GPUs.
 */
class IncServersTestSuite : public TestSuite
{
  public:
    IncServersTestSuite()
        : TestSuite("inc-servers", TestSuite::Type::UNIT)
    {
        for (const uint32_t servers : {1U, 2U, 3U, 4U, 5U})
        {
            AddTestCase(new IncServerBytesTest(servers));
        }
        AddTestCase(new IncServerLatencyTest);
        AddTestCase(new IncServerRateTest);
        AddTestCase(new IncMixedServersTest);
    }
};

static IncServersTestSuite g_incServersTestSuite; //!< registers the suite
