/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of marks and telemetry in acknowledgements, and of HPCC, whose window follows from
// telemetry.

#include "ns3/data-rate.h"
#include "ns3/inc-fabric-helper.h"
#include "ns3/inc-fat-tree-topology.h"
#include "ns3/inc-frame-codec.h"
#include "ns3/inc-hpcc.h"
#include "ns3/inc-rc-queue-pair.h"
#include "ns3/inc-rdma-nic.h"
#include "ns3/inc-star-topology.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <random>
#include <vector>

using namespace ns3;

namespace
{

/// \brief A congestion control that asks for telemetry, keeps all samples, and limits no flow.
class IncListenerForTest : public IncCongestionControl
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::IncListenerForTest")
                                .SetParent<IncCongestionControl>()
                                .AddConstructor<IncListenerForTest>();
        return tid;
    }

    bool NeedsTelemetry() const override
    {
        return true;
    }

    void OnAck(const IncAckSample& sample) override
    {
        samples.push_back(sample);
    }

    std::vector<IncAckSample> samples; //!< samples of all acknowledgements

  private:
    void DoStart() override
    {
    }
};

NS_OBJECT_ENSURE_REGISTERED(IncListenerForTest);

/// \brief A listener that ignores all changes.
class NobodyToTell : public IncCongestionControl::Listener
{
  public:
    void AllowanceChanged() override
    {
    }
};

/// \brief Flows to one host of a network that start together.
class Flows
{
  public:
    /** \brief Install a network in which the first hosts will send to the last one. */
    Flows(const IncTopology& topology, IncFabricHelper& helper)
        : m_fabric(helper.Install(topology)),
          m_hosts(m_fabric.GetTopology().GetHosts()),
          m_key(Target()->RegisterMemory(nullptr, 1U << 31))
    {
    }

    ~Flows()
    {
        for (const auto host : m_hosts)
        {
            m_fabric.GetNic(host)->Dispose();
        }
        Simulator::Destroy();
    }

    Ptr<IncRdmaNic> Target() const
    {
        return m_fabric.GetNic(m_hosts.back());
    }

    /** \brief Post a message from a host to the last host. */
    Ptr<IncRcQueuePair> Send(uint32_t from, const std::string& algorithm, uint32_t bytes)
    {
        auto sender = m_fabric.GetNic(m_hosts[from])->CreateRcQueuePair();
        receivers.push_back(Target()->CreateRcQueuePair());
        sender->SetAttribute("CongestionControl", StringValue(algorithm));
        sender->SetAttribute("Window", UintegerValue(4 << 20)); // too large to limit the flows
        sender->Connect(IncFabric::GetAddress(m_hosts.back()), receivers.back()->GetQpn());
        receivers.back()->Connect(IncFabric::GetAddress(m_hosts[from]), sender->GetQpn());
        IncWorkRequest request;
        request.length = bytes;
        request.rkey = m_key;
        sender->PostWrite(request);
        return sender;
    }

    Ptr<IncNetDevice> PortOf(uint32_t from) const
    {
        return m_fabric.GetDevice(m_hosts[from], 0);
    }

    /** \return the port of the switch that all flows share */
    Ptr<IncNetDevice> SharedPort() const
    {
        return m_fabric.GetDevice(m_hosts.back(), 0)->GetPeer();
    }

    std::vector<Ptr<IncRcQueuePair>> receivers; //!< queue pairs at the last host

  private:
    IncFabric m_fabric;
    std::vector<uint32_t> m_hosts;
    uint32_t m_key;
};

constexpr uint32_t PACKET_BYTES = 1024;

} // namespace

/// Test telemetry against the counters of the port.
class IncTelemetryRecordTest : public TestCase
{
  public:
    IncTelemetryRecordTest()
        : TestCase("Acknowledgements return what the switch's port was like when the packet left")
    {
    }

  private:
    /// State of the traced port when a frame left.
    struct Departure
    {
        int64_t ns;      //!< time at which the frame began to leave, ns
        uint64_t before; //!< bytes sent before the frame
        uint32_t queued; //!< length of the queue, bytes
    };

    void DoRun() override
    {
        IncStarTopology star(3);
        star.SetLink(40'000'000'000, 1'000'000);
        IncFabricHelper helper;
        Flows flows(star.Build(), helper);
        auto port = flows.SharedPort();
        std::vector<Departure> departures;
        uint64_t bytes = 0;
        port->TraceConnectWithoutContext(
            "FrameSent",
            Callback<void, const IncFrame&>([&](const IncFrame& frame) {
                departures.push_back(
                    {Simulator::Now().GetNanoSeconds(), bytes, port->GetQueuedBytes()});
                bytes += frame.GetSize() + IncFrame::PREAMBLE_AND_GAP;
                const uint32_t reth = IncIsFirst(frame.bth.opcode) ? 16 : 0;
                NS_TEST_EXPECT_MSG_EQ(frame.GetSize(),
                                      62 + reth + PACKET_BYTES + 10,
                                      "10 of telemetry");
            }));
        const auto first = flows.Send(0, "ns3::IncListenerForTest", 200 * PACKET_BYTES);
        flows.Send(1, "ns3::IncListenerForTest", 200 * PACKET_BYTES);
        Simulator::Run();
        const auto& samples =
            DynamicCast<IncListenerForTest>(first->GetCongestionControl())->samples;
        NS_TEST_ASSERT_MSG_GT(samples.size(), 10, "acknowledgements");
        uint32_t waited = 0;
        for (const auto& sample : samples)
        {
            NS_TEST_ASSERT_MSG_EQ((sample.telemetry != nullptr), true, "telemetry");
            NS_TEST_ASSERT_MSG_EQ(sample.telemetry->GetHops(), 1, "switches");
            const auto& hop = sample.telemetry->Get(0);
            const auto departure =
                std::find_if(departures.begin(), departures.end(), [&hop](const Departure& each) {
                    return each.before == hop.sentBytes;
                });
            NS_TEST_ASSERT_MSG_EQ((departure != departures.end()), true, "some frame that left");
            NS_TEST_EXPECT_MSG_EQ(hop.rate, 40'000'000'000, "rate");
            NS_TEST_EXPECT_MSG_EQ(hop.queuedBytes, departure->queued, "queue");
            NS_TEST_EXPECT_MSG_EQ((hop.timePs + 999) / 1000, departure->ns, "time");
            waited += hop.queuedBytes > 0;
        }
        NS_TEST_EXPECT_MSG_GT(waited, 5, "packets that left others behind");
        NS_TEST_EXPECT_MSG_EQ(samples.back().acknowledged, 200 * PACKET_BYTES, "all of it");
        NS_TEST_EXPECT_MSG_EQ(samples.back().sent, 200 * PACKET_BYTES, "all of it");
    }
};

/// Test the bytes of a frame with telemetry.
class IncTelemetryBytesTest : public TestCase
{
  public:
    IncTelemetryBytesTest()
        : TestCase("Telemetry lies between UDP header and BTH, and the ICRC ignores it")
    {
    }

  private:
    void Check(IncIpVersion version)
    {
        auto telemetry = IncTelemetry::Create(5);
        telemetry->Add({100'000'000'000, 123'456'000, 128 * 0x123456, 80 * 77 + 79}, 6);
        telemetry->Add({93, 16'777'217'000, 127, UINT32_MAX}, 8);
        IncFramePtr frame = IncFrame::Create();
        frame->ip = version;
        frame->source = 0x0a000001;
        frame->destination = 0x0a000002;
        frame->sourcePort = 50000;
        frame->bth.opcode = IncOpcode::RC_WRITE_MIDDLE;
        frame->payload = IncPayload::Create(PACKET_BYTES);
        std::memset(frame->payload->GetData(), 0x5a, PACKET_BYTES);
        frame->payloadSize = PACKET_BYTES;
        frame->UpdateSize();
        const IncMacOctets mac{};
        const auto plain = IncFrameCodec::ToBytes(*frame, mac, mac);
        const uint32_t size = frame->GetSize();
        frame->SetTelemetry(telemetry);
        frame->UpdateSize();
        NS_TEST_EXPECT_MSG_EQ(frame->GetSize(), size + 42, "2 bytes, and 8 for each of 5 switches");
        auto bytes = IncFrameCodec::ToBytes(*frame, mac, mac);
        NS_TEST_ASSERT_MSG_EQ(bytes.size(), plain.size() + 42, "bytes");
        const std::size_t ip = IncEthernet::SIZE;
        const std::size_t udp = ip + IncIpHeaderSize(version);
        const std::size_t bth = udp + IncUdp::SIZE;
        const auto header = IncUdp::Read(&bytes[udp]);
        NS_TEST_EXPECT_MSG_EQ(header.destinationPort, IncTelemetry::UDP_PORT, "port");
        NS_TEST_EXPECT_MSG_EQ(header.length, bytes.size() - udp, "length");
        const std::vector<uint8_t> expected{
            0x20,
            0x07 ^ 0x09, // two hops, switches 6 and 8
            0x80,
            0x1e,
            0x24,
            0x02,
            0x34,
            0x56,
            0x00,
            0x4d, // code 8: 100 Gb/s; 123,456 ns
            0xf0,
            0x00,
            0x00,
            0x10,
            0x00,
            0x00,
            0xff,
            0xff // code 15: no known rate; 2^24 + 1 ns
        };
        const std::vector<uint8_t> written(&bytes[bth], &bytes[bth] + expected.size());
        NS_TEST_EXPECT_MSG_EQ((written == expected), true, "header and records");
        const auto free = std::count(&bytes[bth] + expected.size(), &bytes[bth] + 42, 0);
        NS_TEST_EXPECT_MSG_EQ(free, 24, "free room is zeros");
        NS_TEST_EXPECT_MSG_EQ(
            std::equal(&plain[bth], plain.data() + plain.size(), &bytes[bth + 42]),
            true,
            "BTH to ICRC are as without");
        if (version == IncIpVersion::V6)
        {
            const auto sum = IncIpv6::Read(&bytes[ip]).PseudoHeaderSum(header.length);
            NS_TEST_EXPECT_MSG_EQ(IncUdp::IsChecksumOk(sum, &bytes[udp], header.length),
                                  true,
                                  "check sum");
        }
    }

    void DoRun() override
    {
        Check(IncIpVersion::V4);
        Check(IncIpVersion::V6);
    }
};

/// Test telemetry on paths of several switches.
class IncTelemetryPathTest : public TestCase
{
  public:
    IncTelemetryPathTest()
        : TestCase("There is room for every switch of the longest path, and none adds to a copy")
    {
    }

  private:
    void DoRun() override
    {
        IncFatTreeTopology tree(4);
        IncFabricHelper helper;
        Flows flows(tree.Build(), helper);
        uint32_t last = 0;
        flows.PortOf(0)->TraceConnectWithoutContext(
            "FrameSent",
            Callback<void, const IncFrame&>(
                [&](const IncFrame& frame) { last = frame.GetSize(); }));
        const auto far = flows.Send(0, "ns3::IncListenerForTest", 8 * PACKET_BYTES);
        const auto near = flows.Send(14, "ns3::IncListenerForTest", 8 * PACKET_BYTES);
        Simulator::Run();
        const auto hops = [](const Ptr<IncRcQueuePair>& sender) {
            const auto listener = DynamicCast<IncListenerForTest>(sender->GetCongestionControl());
            return listener->samples.back().telemetry->GetHops();
        };
        NS_TEST_EXPECT_MSG_EQ(last, PACKET_BYTES + 62 + 42, "the last packet");
        NS_TEST_EXPECT_MSG_EQ(hops(far), 5, "edge, aggregation, core, aggregation, edge");
        NS_TEST_EXPECT_MSG_EQ(hops(near), 1, "the edge switch of both");

        IncFramePtr frame = IncFrame::Create();
        frame->marks = IncFrame::MEASURED;
        frame->SetTelemetry(IncTelemetry::Create(1));
        IncFramePtr copy = frame->Copy();
        copy->Measure({}, 0);
        copy->Measure({}, 1);
        NS_TEST_EXPECT_MSG_EQ(frame->GetTelemetry()->GetHops(), 0, "the original has none");
        NS_TEST_EXPECT_MSG_EQ(copy->GetTelemetry()->GetHops(), 1, "no room for a second one");
    }
};

/// Test that acknowledgements return marks.
class IncEcnEchoTest : public TestCase
{
  public:
    IncEcnEchoTest()
        : TestCase("An acknowledgement says whether a mark has come since the last one")
    {
    }

  private:
    void DoRun() override
    {
        IncStarTopology star(3);
        IncFabricHelper helper;
        Flows flows(star.Build(), helper);
        uint32_t marked = 0;
        flows.PortOf(0)->TraceConnectWithoutContext(
            "FrameSent",
            Callback<void, const IncFrame&>([&](const IncFrame& frame) {
                if (frame.bth.ackRequest && ++marked % 3 == 0)
                {
                    const_cast<IncFrame&>(frame).ecn = IncFrame::CE;
                }
            }));
        const auto sender = flows.Send(0, "ns3::IncListenerForTest", 300 * PACKET_BYTES);
        Simulator::Run();
        const auto& samples =
            DynamicCast<IncListenerForTest>(sender->GetCongestionControl())->samples;
        NS_TEST_ASSERT_MSG_GT(samples.size(), 9, "acknowledgements");
        for (std::size_t i = 0; i < samples.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(samples[i].isMarked, (i % 3 == 2), "acknowledgement " << i);
        }
    }
};

/// Test HPCC's window after synthetic acknowledgements.
class IncHpccEquationsTest : public TestCase
{
  public:
    IncHpccEquationsTest()
        : TestCase("HPCC's window and utilization follow algorithm 1 of its paper")
    {
    }

  private:
    void DoRun() override
    {
        constexpr double T = 10e-6;
        constexpr double LINE = 100e9;
        NobodyToTell listener;
        auto hpcc = CreateObject<IncHpcc>();
        hpcc->SetAttribute("BaseRtt", TimeValue(MicroSeconds(10)));
        hpcc->SetAttribute("AdditiveIncrease", UintegerValue(500));
        hpcc->Start(listener, DataRate("100Gb/s"), 1024);
        NS_TEST_EXPECT_MSG_EQ(hpcc->GetWindow(), 125000, "rate times T");

        // The model follows the paper, with three links of which the second is slower.
        const double rates[] = {100e9 / 8, 40e9 / 8, 100e9 / 8};
        IncTelemetry::Hop before[3];
        double reference = LINE / 8 * T;
        double utilization = 1;
        uint32_t stage = 0;
        uint64_t updateAt = 0;
        const uint32_t seed = 7;
        std::mt19937 random(seed);
        const auto draw = [&random](uint32_t below) { return random() % below; };
        int64_t now = 1'000'000;
        uint64_t acknowledged = 0;
        for (int step = 0; step < 400; ++step)
        {
            // Links are nearly idle for half of the time, so that the window grows in stages.
            const bool isBusy = step / 50 % 2 == 0;
            now += 100'000 + draw(step % 40 == 39 ? 30'000'000 : 2'000'000);
            IncTelemetry::Hop hops[3];
            auto telemetry = IncTelemetry::Create(3);
            for (int i = 0; i < 3; ++i)
            {
                hops[i].rate = static_cast<uint64_t>(rates[i] * 8);
                hops[i].timePs = now + 1000 * i;
                const double most = rates[i] * (hops[i].timePs - before[i].timePs) * 1e-12;
                const double share = isBusy ? 0.8 + draw(200) * 1e-3 : draw(900) * 1e-3;
                hops[i].sentBytes = before[i].sentBytes + static_cast<uint64_t>(most * share);
                hops[i].queuedBytes = isBusy ? draw(30000) : 0;
                telemetry->Add(hops[i], i);
            }
            acknowledged += 1024;
            IncAckSample sample;
            sample.bytes = 1024;
            sample.acknowledged = acknowledged;
            sample.sent = acknowledged + 1024 * draw(20);
            sample.telemetry = telemetry;
            hpcc->OnAck(sample);

            double u = 0;
            double tau = 0;
            for (int i = 0; i < 3; ++i)
            {
                const double ts = (hops[i].timePs - before[i].timePs) * 1e-12;
                const double txRate = (hops[i].sentBytes - before[i].sentBytes) / ts;
                const double uPrime =
                    std::min(hops[i].queuedBytes, before[i].queuedBytes) / (rates[i] * T) +
                    txRate / rates[i];
                tau = uPrime > u ? ts : tau;
                u = std::max(u, uPrime);
            }
            if (step == 0)
            {
                updateAt = sample.sent;
            }
            else
            {
                tau = std::min(tau, T);
                utilization = (1 - tau / T) * utilization + tau / T * u;
                const bool update = sample.acknowledged > updateAt;
                double window = 0;
                if (utilization >= 0.95 || stage >= 5)
                {
                    window = reference / (utilization / 0.95) + 500;
                    stage = update ? 0 : stage;
                }
                else
                {
                    window = reference + 500;
                    stage += update;
                }
                window = std::min(std::max(window, 100e6 / 8 * T), LINE / 8 * T);
                reference = update ? window : reference;
                updateAt = update ? sample.sent : updateAt;
                NS_TEST_EXPECT_MSG_EQ_TOL(hpcc->GetUtilization(), utilization, 1e-9, "U " << step);
                const double allowed = std::max(window, 1024.0); // at least a path MTU
                NS_TEST_EXPECT_MSG_EQ_TOL(hpcc->GetWindow(), allowed, 1.0, "window " << step);
                const uint64_t rate = hpcc->GetRate().GetBitRate();
                const bool isFull = window >= LINE / 8 * T;
                NS_TEST_EXPECT_MSG_EQ((rate == IncCongestionControl::UNLIMITED), isFull, "pacing");
                if (!isFull)
                {
                    NS_TEST_EXPECT_MSG_EQ_TOL(rate, 8 * window / T, 1.0, "rate " << step);
                }
            }
            std::copy(std::begin(hops), std::end(hops), before);
        }
        // After a change of the path, records are not compared with those of the old path.
        IncAckSample sample;
        sample.acknowledged = sample.sent = acknowledged + 1024;
        auto telemetry = IncTelemetry::Create(1);
        telemetry->Add({100'000'000'000, 1, 0, 1U << 30}, 9);
        sample.telemetry = telemetry;
        hpcc->OnAck(sample);
        NS_TEST_EXPECT_MSG_EQ_TOL(hpcc->GetUtilization(), utilization, 1e-9, "as before");
        Simulator::Destroy();
    }
};

/// Test HPCC in a network: flows into one port.
class IncHpccConvergenceTest : public TestCase
{
  public:
    explicit IncHpccConvergenceTest(uint32_t flows)
        : TestCase("HPCC: " + std::to_string(flows) +
                   " flows share a port fairly, and nearly nothing waits"),
          m_flows(flows)
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint64_t LINE = 100'000'000'000;
        IncStarTopology star(m_flows + 1);
        star.SetLink(LINE, 1'000'000);
        IncFabricHelper helper;
        helper.SetDeviceAttribute("QueueSize", UintegerValue(64 << 20));
        Flows flows(star.Build(), helper);
        for (uint32_t i = 0; i < m_flows; ++i)
        {
            flows.Send(i, "ns3::IncHpcc", 1U << 31); // longer than the test
        }
        const Time begin = MilliSeconds(4);
        const Time end = MilliSeconds(8);
        std::vector<uint64_t> before;
        Simulator::Schedule(begin, [&]() {
            for (const auto& qp : flows.receivers)
            {
                before.push_back(qp->GetCounters().bytesReceived);
            }
        });
        uint32_t longest = 0;
        for (Time when = begin; when < end; when += MicroSeconds(1))
        {
            Simulator::Schedule(when, [&]() {
                longest = std::max(longest, flows.SharedPort()->GetQueuedBytes());
            });
        }
        Simulator::Stop(end);
        Simulator::Run();
        double sum = 0;
        double squares = 0;
        for (uint32_t i = 0; i < m_flows; ++i)
        {
            const double bytes = flows.receivers[i]->GetCounters().bytesReceived - before[i];
            sum += bytes;
            squares += bytes * bytes;
        }
        // A frame has 62 bytes of headers, 10 of telemetry, and 20 of preamble and gap.
        const double share =
            sum * 8 / (end - begin).GetSeconds() / LINE * (PACKET_BYTES + 92.0) / PACKET_BYTES;
        NS_TEST_EXPECT_MSG_GT(sum * sum / m_flows / squares, 0.95, "Jain index");
        NS_TEST_EXPECT_MSG_GT(share, 0.92, "load of the port, which aims at 0.95");
        NS_TEST_EXPECT_MSG_LT(share, 0.98, "load of the port, which aims at 0.95");
        NS_TEST_EXPECT_MSG_LT(longest, 3 * m_flows * (PACKET_BYTES + 92), "longest queue, bytes");
    }

    uint32_t m_flows; //!< number of flows
};

class IncTelemetryTestSuite : public TestSuite
{
  public:
    IncTelemetryTestSuite()
        : TestSuite("inc-telemetry", TestSuite::Type::UNIT)
    {
        AddTestCase(new IncTelemetryRecordTest);
        AddTestCase(new IncTelemetryBytesTest);
        AddTestCase(new IncTelemetryPathTest);
        AddTestCase(new IncEcnEchoTest);
        AddTestCase(new IncHpccEquationsTest);
        for (const uint32_t flows : {2, 4, 16})
        {
            AddTestCase(new IncHpccConvergenceTest(flows));
        }
    }
};

static IncTelemetryTestSuite g_incTelemetryTestSuite; //!< registers the suite
