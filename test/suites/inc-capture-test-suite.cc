/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Captures are read back: every frame is well-formed, its check sums are right, and its bytes equal
// the fields of the simulated frame.

#include "inc-aggregation-rig.h"

#include "ns3/inc-address-plan.h"
#include "ns3/inc-fat-tree-topology.h"
#include "ns3/inc-ring-allreduce.h"
#include "ns3/mac48-address.h"
#include "ns3/pcap-file.h"
#include "ns3/test.h"

#include <cstring>
#include <map>

using namespace ns3;

/// Test the captures of every port of a fat-tree under load.
class IncCaptureTest : public TestCase
{
  public:
    IncCaptureTest(bool bitmaps, IncIpVersion ip)
        : TestCase(std::string("Captured frames are right and agree with their fields, ") +
                   (bitmaps ? "bitmaps" : "tree ids") +
                   (ip == IncIpVersion::V6 ? ", IPv6" : ", IPv4")),
          m_bitmaps(bitmaps),
          m_ip(ip)
    {
    }

  private:
    static constexpr uint64_t COUNT = 1000; // elements; the last frame is short and padded
    static constexpr uint32_t FCS = 4;
    static constexpr uint32_t SHORTEST = 60; // least size of a frame without FCS, bytes

    /// Frames of a port in order, and the capture that must contain them.
    struct Capture
    {
        std::string file;
        IncMacOctets self;
        IncMacOctets peer;
        std::vector<IncFramePtr> frames;
        std::vector<bool> sent;
    };

    void DoRun() override
    {
        Record();
        std::map<IncOpcode, uint32_t> opcodes;
        uint32_t results = 0;
        uint32_t pending = 0;
        uint32_t repeated = 0;
        for (const Capture& capture : m_captures)
        {
            PcapFile file;
            file.Open(capture.file, std::ios::in);
            NS_TEST_ASSERT_MSG_EQ(file.Fail(), false, capture.file);
            NS_TEST_ASSERT_MSG_EQ(file.GetDataLinkType(), 1, "Ethernet");
            for (std::size_t i = 0; i < capture.frames.size(); ++i)
            {
                uint8_t data[8192];
                uint32_t seconds;
                uint32_t micros;
                uint32_t length;
                uint32_t original;
                uint32_t read;
                file.Read(data, sizeof(data), seconds, micros, length, original, read);
                NS_TEST_ASSERT_MSG_EQ(file.Fail(), false, capture.file << " is short");
                Compare(*capture.frames[i],
                        IncParseFrame(data, read),
                        std::vector<uint8_t>(data, data + read),
                        capture,
                        i);
                ++opcodes[capture.frames[i]->bth.opcode];
                results += capture.frames[i]->inc.Has(IncHeader::RESULT);
                pending += capture.frames[i]->inc.Has(IncHeader::PENDING);
                repeated += capture.frames[i]->inc.Has(IncHeader::RETRANSMITTED);
            }
        }
        for (auto opcode : {IncOpcode::UC_WRITE_ONLY_IMM,
                            IncOpcode::RC_WRITE_FIRST,
                            IncOpcode::RC_WRITE_MIDDLE,
                            IncOpcode::RC_ACK})
        {
            NS_TEST_EXPECT_MSG_GT(opcodes[opcode], 10, "opcode " << static_cast<int>(opcode));
        }
        NS_TEST_EXPECT_MSG_GT(results, 100, "results");
        NS_TEST_EXPECT_MSG_GT(pending, 0, "answers");
        NS_TEST_EXPECT_MSG_GT(repeated, 10, "retransmissions");
    }

    // Run both schemes and keep copies of the frames of each port.
    void Record()
    {
        IncFabricHelper fabric;
        fabric.SetIpVersion(m_ip);
        IncAggregationRig rig(IncFatTreeTopology(4).Build(), fabric);
        rig.options.bitmaps = m_bitmaps;
        rig.options.slots = 4;
        rig.options.firstMessageId = 0xfffffffe;
        rig.Setup();
        rig.Impair(0.01, 0.01, 0.01);
        m_captures.resize(rig.fabric.GetDevices().GetN());
        IncFabricHelper pcap;
        for (uint32_t i = 0; i < m_captures.size(); ++i)
        {
            Capture& capture = m_captures[i];
            auto port = DynamicCast<IncNetDevice>(rig.fabric.GetDevices().Get(i));
            capture.file = CreateTempDirFilename("capture-" + std::to_string(i) + ".pcap");
            capture.self = Octets(port);
            capture.peer = Octets(port->GetPeer());
            pcap.EnablePcap(capture.file, port, false, true);
            port->TraceConnectWithoutContext(
                "FrameSent",
                Callback<void, const IncFrame&>([&capture](const IncFrame& frame) {
                    capture.frames.push_back(frame.Copy());
                    capture.sent.push_back(true);
                }));
            port->TraceConnectWithoutContext(
                "FrameReceived",
                Callback<void, const IncFrame&>([&capture](const IncFrame& frame) {
                    capture.frames.push_back(frame.Copy());
                    capture.sent.push_back(false);
                }));
        }
        for (auto type : {IncDataType::INT8, IncDataType::BFLOAT16, IncDataType::FLOAT64})
        {
            rig.Start(type, IncOperation::SUM, 2 * COUNT + 1, [](uint32_t rank) {
                return MicroSeconds(rank == 7 ? 1200 : 0); // causes "pending" answers
            });
        }
        NS_TEST_ASSERT_MSG_EQ(rig.Run(), true, "in the network");

        auto ring = CreateObject<IncRingAllReduce>();
        NodeContainer nodes;
        for (uint32_t worker : rig.workers)
        {
            nodes.Add(rig.fabric.GetNodes().Get(worker));
        }
        ring->Setup(nodes);
        IncCollectiveRequest request;
        request.count = 16 * COUNT;
        std::vector<std::vector<uint8_t>> buffers(nodes.GetN(),
                                                  std::vector<uint8_t>(request.count * 4, 3));
        for (auto& buffer : buffers)
        {
            request.buffers.push_back(buffer.data());
        }
        uint32_t done = 0;
        ring->Start(request,
                    IncCollectiveAlgorithm::CompletionCallback(
                        [&done](uint32_t, const std::string&) { ++done; }));
        IncAggregationRig::RunFor(MilliSeconds(60));
        NS_TEST_EXPECT_MSG_EQ(done, nodes.GetN(), "ring");
        ring->Dispose();
    }

    static IncMacOctets Octets(Ptr<NetDevice> device)
    {
        IncMacOctets octets;
        Mac48Address::ConvertFrom(device->GetAddress()).CopyTo(octets.data());
        return octets;
    }

    void Compare(const IncFrame& frame,
                 const IncParsedFrame& parsed,
                 const std::vector<uint8_t>& bytes,
                 const Capture& capture,
                 std::size_t index)
    {
        const std::string where = capture.file + ", frame " + std::to_string(index + 1);
        const bool sent = capture.sent[index];
        NS_TEST_ASSERT_MSG_EQ(parsed.error, "", where);
        NS_TEST_ASSERT_MSG_EQ((parsed.udp && parsed.bth), true, where);
        NS_TEST_EXPECT_MSG_EQ(parsed.udpChecksumOk, true, where << ": UDP check sum");
        NS_TEST_EXPECT_MSG_EQ(parsed.icrcOk, true, where << ": ICRC");
        CompareIp(frame, parsed, where);
        NS_TEST_EXPECT_MSG_EQ(bytes.size() + FCS, frame.GetSize(), where << ": length");
        NS_TEST_EXPECT_MSG_EQ((parsed.ethernet.source == (sent ? capture.self : capture.peer)),
                              true,
                              where << ": Ethernet source");
        NS_TEST_EXPECT_MSG_EQ((parsed.ethernet.destination == (sent ? capture.peer : capture.self)),
                              true,
                              where << ": Ethernet destination");
        NS_TEST_EXPECT_MSG_EQ(parsed.udp->sourcePort, frame.sourcePort, where);
        NS_TEST_EXPECT_MSG_EQ(parsed.udp->destinationPort, 4791, where);
        NS_TEST_EXPECT_MSG_EQ(int(parsed.bth->opcode), int(frame.bth.opcode), where);
        NS_TEST_EXPECT_MSG_EQ(parsed.bth->destQp, frame.bth.destQp, where);
        NS_TEST_EXPECT_MSG_EQ(parsed.bth->psn, frame.bth.psn, where);
        NS_TEST_EXPECT_MSG_EQ(parsed.bth->ackRequest, frame.bth.ackRequest, where);
        NS_TEST_EXPECT_MSG_EQ(parsed.payloadLength, frame.payloadSize, where);
        if (frame.payload && parsed.payloadLength == frame.payloadSize)
        {
            NS_TEST_EXPECT_MSG_EQ(std::memcmp(&bytes[parsed.payloadOffset],
                                              frame.payload->GetData(),
                                              frame.payloadSize),
                                  0,
                                  where << ": data");
        }
        if (parsed.reth)
        {
            NS_TEST_EXPECT_MSG_EQ(parsed.reth->virtualAddress, frame.reth.virtualAddress, where);
            NS_TEST_EXPECT_MSG_EQ(parsed.reth->rkey, frame.reth.rkey, where);
            NS_TEST_EXPECT_MSG_EQ(parsed.reth->dmaLength, frame.reth.dmaLength, where);
        }
        NS_TEST_ASSERT_MSG_EQ(parsed.inc.has_value(), frame.hasInc, where << ": INC header");
        if (parsed.inc)
        {
            CompareInc(frame, parsed, where);
        }
    }

    void CompareIp(const IncFrame& frame, const IncParsedFrame& parsed, const std::string& where)
    {
        if (m_ip == IncIpVersion::V6)
        {
            NS_TEST_ASSERT_MSG_EQ((parsed.ipv6 && !parsed.ipv4), true, where);
            NS_TEST_EXPECT_MSG_EQ(
                (parsed.ipv6->source == IncAddressPlan::Ipv6Of(frame.source) &&
                 parsed.ipv6->destination == IncAddressPlan::Ipv6Of(frame.destination)),
                true,
                where << ": addresses");
            NS_TEST_EXPECT_MSG_EQ(int(parsed.ipv6->hopLimit), int(frame.ttl), where);
            return;
        }
        NS_TEST_ASSERT_MSG_EQ((parsed.ipv4 && !parsed.ipv6), true, where);
        NS_TEST_EXPECT_MSG_EQ(parsed.ipv4ChecksumOk, true, where << ": IPv4 check sum");
        NS_TEST_EXPECT_MSG_EQ(parsed.ipv4->source, frame.source, where);
        NS_TEST_EXPECT_MSG_EQ(parsed.ipv4->destination, frame.destination, where);
        NS_TEST_EXPECT_MSG_EQ(int(parsed.ipv4->ttl), int(frame.ttl), where);
    }

    void CompareInc(const IncFrame& frame, const IncParsedFrame& parsed, const std::string& where)
    {
        const IncHeader& inc = *parsed.inc;
        NS_TEST_EXPECT_MSG_EQ(parsed.immdt->value, inc.messageId, where << ": ImmDt");
        NS_TEST_EXPECT_MSG_EQ(inc.messageId, frame.inc.messageId, where);
        NS_TEST_EXPECT_MSG_EQ(int(inc.flags), int(frame.inc.flags), where);
        NS_TEST_EXPECT_MSG_EQ(int(inc.collective), int(frame.inc.collective), where);
        NS_TEST_EXPECT_MSG_EQ(int(inc.operation), int(frame.inc.operation), where);
        NS_TEST_EXPECT_MSG_EQ(int(inc.dataType), int(frame.inc.dataType), where);
        NS_TEST_EXPECT_MSG_EQ(inc.treeId, frame.inc.treeId, where);
        NS_TEST_EXPECT_MSG_EQ(inc.epoch, frame.inc.epoch, where);
        NS_TEST_EXPECT_MSG_EQ(inc.rank, frame.inc.rank, where);
        NS_TEST_EXPECT_MSG_EQ(inc.count, frame.inc.count, where);
        const bool contribution = (inc.flags & (IncHeader::RESULT | IncHeader::PENDING)) == 0;
        NS_TEST_EXPECT_MSG_EQ((inc.bslCode != 0),
                              (m_bitmaps && contribution),
                              where << ": contributions alone have a P-BM");
        NS_TEST_EXPECT_MSG_EQ((frame.pbm ? parsed.pbm == frame.pbm->bits : parsed.pbm.None()),
                              true,
                              where << ": P-BM");
    }

    bool m_bitmaps;
    IncIpVersion m_ip;
    std::vector<Capture> m_captures;
};

class IncCaptureTestSuite : public TestSuite
{
  public:
    IncCaptureTestSuite()
        : TestSuite("inc-capture", TestSuite::Type::UNIT)
    {
        AddTestCase(new IncCaptureTest(true, IncIpVersion::V4));
        AddTestCase(new IncCaptureTest(false, IncIpVersion::V4));
        AddTestCase(new IncCaptureTest(true, IncIpVersion::V6));
    }
};

static IncCaptureTestSuite g_incCaptureTestSuite; //!< registers the suite
