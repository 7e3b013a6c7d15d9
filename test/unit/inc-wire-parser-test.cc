/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../suites/inc-wire-parser.h"
#include "inc-known-frames.h"

#include "ns3/inc-cnp.h"
#include "ns3/inc-icrc.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <random>

using namespace ns3;

namespace
{

/// Parse a copy in memory of exactly its size, so that a sanitizer detects any read beyond.
IncParsedFrame
Parse(const std::vector<uint8_t>& octets)
{
    const std::vector<uint8_t> exact(octets.begin(), octets.end());
    const auto frame = IncParseFrame(exact.data(), exact.size());
    EXPECT_LE(frame.payloadOffset + frame.payloadLength, exact.size());
    return frame;
}

IncParsedFrame
Parse(const char* text)
{
    return Parse(FromHex(text));
}

std::string
PayloadOf(const char* text)
{
    const auto octets = FromHex(text);
    const auto frame = Parse(octets);
    const auto start = octets.begin() + frame.payloadOffset;
    return std::string(start, start + frame.payloadLength);
}

/** \brief Return the IPv4 packet of a known frame after a BIER header for bits 1 and 64. */
std::vector<uint8_t>
InBier(const char* text, uint8_t proto)
{
    auto octets = FromHex(text);
    IncBierHeader bier;
    bier.biftId = 77;
    bier.proto = proto;
    std::vector<uint8_t> header(bier.Size());
    bier.Write(header.data());
    IncBitString(64, {1, 64}).WriteTo(&header[IncBierHeader::SIZE]);
    octets[12] = 0xab;
    octets[13] = 0x37;
    octets.insert(octets.begin() + 14, header.begin(), header.end());
    return octets;
}

/// Return the octets of the structs to which a frame was parsed; the ICRC is computed again.
class Rewriter
{
  public:
    explicit Rewriter(const IncParsedFrame& frame)
    {
        std::vector<uint8_t> ethernet(frame.ethernet.Size());
        frame.ethernet.Write(ethernet.data());
        Append(ethernet);
        m_ipStart = m_octets.size();
        Append(frame.ipv4);
        Append(frame.ipv6);
        Append(frame.udp);
        Append(frame.bth);
        Append(frame.reth);
        Append(frame.immdt);
        Append(frame.aeth);
        if (frame.inc)
        {
            std::vector<uint8_t> header(frame.inc->Size());
            frame.inc->Write(header.data(), frame.pbm);
            Append(header);
        }
        if (frame.bth->opcode == IncOpcode::CNP)
        {
            Append(std::vector<uint8_t>(IncCnp::RESERVED));
        }
    }

    std::vector<uint8_t> Finish(const std::vector<uint8_t>& payload, uint8_t padCount)
    {
        Append(payload);
        Append(std::vector<uint8_t>(padCount));
        std::vector<uint8_t> icrc(INC_ICRC_SIZE);
        IncWriteIcrc(icrc.data(), IncIcrc(&m_octets[m_ipStart], m_octets.size() - m_ipStart));
        Append(icrc);
        return m_octets;
    }

  private:
    void Append(const std::vector<uint8_t>& octets)
    {
        m_octets.insert(m_octets.end(), octets.begin(), octets.end());
    }

    template <typename Header>
    void Append(const std::optional<Header>& header)
    {
        if (header)
        {
            std::vector<uint8_t> octets(Header::SIZE);
            header->Write(octets.data());
            Append(octets);
        }
    }

    std::vector<uint8_t> m_octets;
    std::size_t m_ipStart;
};

const char* const ALL_FRAMES[] = {RC_WRITE_ONLY_FRAME,
                                  RC_ACK_FRAME,
                                  CNP_FRAME,
                                  UC_INC_FRAME,
                                  UC_WRITE_IPV6_FRAME};

} // namespace

TEST(IncWireParser, ReadsAnRcWriteOfAnIndependentWriter)
{
    const auto frame = Parse(RC_WRITE_ONLY_FRAME);
    EXPECT_EQ(frame.error, "");
    ASSERT_TRUE(frame.ipv4 && frame.udp && frame.bth && frame.reth);
    EXPECT_FALSE(frame.ipv6 || frame.immdt || frame.aeth || frame.inc || frame.bier || frame.pfc);
    EXPECT_EQ(frame.ethernet.source, (IncMacOctets{2, 0, 0, 0, 0, 1}));
    EXPECT_EQ(frame.ipv4->source, 0x0a000001u);
    EXPECT_EQ(frame.ipv4->destination, 0x0a000002u);
    EXPECT_EQ(frame.ipv4->ecn, 2);
    EXPECT_EQ(frame.ipv4->identification, 0x1234);
    EXPECT_TRUE(frame.ipv4ChecksumOk);
    EXPECT_EQ(frame.udp->sourcePort, 49152);
    EXPECT_TRUE(frame.udpChecksumOk);
    EXPECT_EQ(frame.bth->opcode, IncOpcode::RC_WRITE_ONLY);
    EXPECT_EQ(frame.bth->destQp, 0x11u);
    EXPECT_TRUE(frame.bth->ackRequest);
    EXPECT_EQ(frame.bth->psn, 7u);
    EXPECT_EQ(frame.reth->virtualAddress, 0x1000u);
    EXPECT_EQ(frame.reth->rkey, 0x42u);
    EXPECT_EQ(frame.reth->dmaLength, 16u);
    EXPECT_EQ(PayloadOf(RC_WRITE_ONLY_FRAME), "ABCDEFGHIJKLMNOP");
    EXPECT_TRUE(frame.icrcOk);
}

TEST(IncWireParser, ReadsAnAcknowledgementOfAnIndependentWriter)
{
    const auto frame = Parse(RC_ACK_FRAME);
    EXPECT_EQ(frame.error, "");
    ASSERT_TRUE(frame.bth && frame.aeth);
    EXPECT_EQ(frame.bth->psn, 0xfffffeu);
    EXPECT_TRUE(frame.aeth->IsAck());
    EXPECT_EQ(frame.aeth->msn, 3u);
    EXPECT_EQ(frame.payloadLength, 0u);
    EXPECT_TRUE(frame.icrcOk);
}

TEST(IncWireParser, ReadsACnpOfAnIndependentWriter)
{
    const auto frame = Parse(CNP_FRAME);
    EXPECT_EQ(frame.error, "");
    ASSERT_TRUE(frame.bth && frame.udp);
    EXPECT_EQ(frame.bth->opcode, IncOpcode::CNP);
    EXPECT_TRUE(frame.bth->becn);
    EXPECT_EQ(frame.bth->destQp, 0x33u);
    EXPECT_EQ(frame.udp->length, 40);
    EXPECT_EQ(frame.payloadLength, 0u);
    EXPECT_TRUE(frame.icrcOk);
}

TEST(IncWireParser, ReadsTheIncHeaderAfterImmediateData)
{
    const auto frame = Parse(UC_INC_FRAME);
    EXPECT_EQ(frame.error, "");
    ASSERT_TRUE(frame.bth && frame.reth && frame.immdt && frame.inc);
    EXPECT_TRUE(frame.ethernet.tagged);
    EXPECT_EQ(frame.ethernet.priority, 3);
    EXPECT_EQ(frame.ethernet.vlan, 100);
    EXPECT_EQ(frame.reth->dmaLength, 37u);
    EXPECT_EQ(frame.immdt->value, 7u);
    EXPECT_TRUE(frame.inc->Has(IncHeader::RETRANSMITTED));
    EXPECT_EQ(frame.inc->collective, IncCollective::ALLREDUCE);
    EXPECT_EQ(frame.inc->operation, IncOperation::SUM);
    EXPECT_EQ(frame.inc->dataType, IncDataType::FLOAT32);
    EXPECT_EQ(frame.inc->treeId, 5);
    EXPECT_EQ(frame.inc->epoch, 2);
    EXPECT_EQ(frame.inc->rank, 3);
    EXPECT_EQ(frame.inc->count, 2);
    EXPECT_EQ(frame.inc->messageId, 0xdeadbeefu);
    EXPECT_EQ(frame.inc->si, 1);
    EXPECT_EQ(frame.inc->subDomain, 2);
    EXPECT_EQ(frame.pbm, IncBitString(64, {1, 64}));
    EXPECT_EQ(frame.payloadLength, 9u) << "without three bytes of padding";
    EXPECT_TRUE(frame.icrcOk);
}

TEST(IncWireParser, OverRcThePartitionTellsTheIncHeaderFromOtherImmediateData)
{
    const auto octets = FromHex(UC_INC_FRAME);
    const auto unreliable = Parse(octets);
    const auto start = octets.begin() + unreliable.payloadOffset;
    const std::vector<uint8_t> payload(start, start + unreliable.payloadLength);
    const auto asRc = [&](uint16_t partition) {
        auto frame = unreliable;
        frame.bth->opcode = IncOpcode::RC_WRITE_ONLY_IMM;
        frame.bth->pkey = partition;
        return Parse(Rewriter(frame).Finish(payload, frame.bth->padCount));
    };
    const auto inc = asRc(0x8acc);
    EXPECT_EQ(inc.error, "");
    ASSERT_TRUE(inc.inc.has_value());
    EXPECT_EQ(inc.inc->messageId, 0xdeadbeefu);
    EXPECT_EQ(inc.payloadLength, unreliable.payloadLength);
    const auto other = asRc(0xffff);
    EXPECT_EQ(other.error, "");
    EXPECT_FALSE(other.inc.has_value());
    EXPECT_EQ(other.immdt->value, unreliable.immdt->value);
    EXPECT_EQ(other.payloadLength, unreliable.payloadLength + unreliable.inc->Size());
}

TEST(IncWireParser, ReadsIpv6)
{
    const auto frame = Parse(UC_WRITE_IPV6_FRAME);
    EXPECT_EQ(frame.error, "");
    ASSERT_TRUE(frame.ipv6 && frame.bth && frame.reth);
    EXPECT_EQ(frame.ipv6->flowLabel, 0x12345u);
    EXPECT_EQ(frame.ipv6->dscp, 0x1a);
    EXPECT_EQ(frame.ipv6->ecn, 2);
    EXPECT_TRUE(frame.udpChecksumOk);
    EXPECT_TRUE(frame.icrcOk);
    EXPECT_EQ(PayloadOf(UC_WRITE_IPV6_FRAME), "abcdefgh");
}

TEST(IncWireParser, ReadsAPacketInsideBier)
{
    const auto frame = Parse(InBier(RC_ACK_FRAME, IncBierHeader::PROTO_IPV4));
    EXPECT_EQ(frame.error, "");
    ASSERT_TRUE(frame.bier && frame.ipv4 && frame.bth && frame.aeth);
    EXPECT_EQ(frame.bier->biftId, 77u);
    EXPECT_EQ(frame.bierBits, IncBitString(64, {1, 64}));
    EXPECT_TRUE(frame.icrcOk);

    const auto ipv6 = Parse(InBier(UC_WRITE_IPV6_FRAME, IncBierHeader::PROTO_IPV6));
    EXPECT_EQ(ipv6.error, "");
    EXPECT_TRUE(ipv6.icrcOk);

    const auto other = Parse(InBier(RC_ACK_FRAME, 5));
    EXPECT_EQ(other.error, "");
    EXPECT_FALSE(other.ipv4);
    EXPECT_EQ(other.payloadLength, 48u);
}

TEST(IncWireParser, HeadersWriteBackTheFramesOfAnIndependentWriter)
{
    for (const char* text : ALL_FRAMES)
    {
        const auto octets = FromHex(text);
        const auto frame = Parse(octets);
        const auto start = octets.begin() + frame.payloadOffset;
        const std::vector<uint8_t> payload(start, start + frame.payloadLength);
        EXPECT_EQ(Rewriter(frame).Finish(payload, frame.bth->padCount), octets);
    }
}

TEST(IncWireParser, ReadsPfc)
{
    IncPfcFrame pfc;
    pfc.enabled = 0x80;
    pfc.pause[7] = 1234;
    std::vector<uint8_t> octets(IncPfcFrame::SIZE);
    pfc.Write(octets.data());
    const auto frame = Parse(octets);
    EXPECT_EQ(frame.error, "");
    ASSERT_TRUE(frame.pfc);
    EXPECT_EQ(frame.pfc->enabled, 0x80);
    EXPECT_EQ(frame.pfc->pause[7], 1234);
}

TEST(IncWireParser, EthernetPaddingIsNoPayload)
{
    auto octets = FromHex(RC_ACK_FRAME);
    octets.insert(octets.end(), 10, 0x55);
    const auto frame = Parse(octets);
    EXPECT_EQ(frame.error, "");
    EXPECT_TRUE(frame.icrcOk);
    EXPECT_EQ(frame.payloadLength, 0u);
}

TEST(IncWireParser, WrongCheckSumsAreToldAndAreNoErrors)
{
    auto octets = FromHex(RC_WRITE_ONLY_FRAME);
    octets[24] ^= 1; // IPv4 check sum
    auto frame = Parse(octets);
    EXPECT_EQ(frame.error, "");
    EXPECT_FALSE(frame.ipv4ChecksumOk);
    EXPECT_TRUE(frame.icrcOk);

    octets = FromHex(RC_WRITE_ONLY_FRAME);
    octets[75] ^= 1; // payload
    frame = Parse(octets);
    EXPECT_EQ(frame.error, "");
    EXPECT_TRUE(frame.ipv4ChecksumOk);
    EXPECT_FALSE(frame.icrcOk);

    octets = FromHex(UC_WRITE_IPV6_FRAME);
    octets[60] = octets[61] = 0; // no check sum; only IPv4 allows this
    EXPECT_FALSE(Parse(octets).udpChecksumOk);
}

TEST(IncWireParser, OtherProtocolsArePayload)
{
    auto octets = FromHex(RC_ACK_FRAME);
    octets[36] = 0; // UDP destination port
    auto frame = Parse(octets);
    EXPECT_EQ(frame.error, "");
    EXPECT_FALSE(frame.bth);
    EXPECT_EQ(frame.payloadLength, 20u);

    octets[23] = 6; // TCP
    frame = Parse(octets);
    EXPECT_FALSE(frame.udp);
    EXPECT_EQ(frame.payloadLength, 28u);

    octets[13] = 0x06; // ARP
    frame = Parse(octets);
    EXPECT_FALSE(frame.ipv4);
    EXPECT_EQ(frame.payloadLength, octets.size() - 14);
}

TEST(IncWireParser, SaysWhatIsMalformed)
{
    struct Case
    {
        const char* frame;
        std::size_t position;
        uint8_t value;
        const char* error;
    };

    const Case cases[] = {
        {RC_ACK_FRAME, 14, 0x46, "IPv4 header: version and header length 70"},
        {RC_ACK_FRAME, 17, 19, "IPv4 header: total length 19, expected 20 to 48"},
        {RC_ACK_FRAME, 17, 49, "IPv4 header: total length 49, expected 20 to 48"},
        {RC_ACK_FRAME, 17, 27, "UDP header: 7 bytes left, 8 needed"},
        {RC_ACK_FRAME, 39, 7, "UDP header: length 7, expected 8 to 28"},
        {RC_ACK_FRAME, 39, 29, "UDP header: length 29, expected 8 to 28"},
        {RC_ACK_FRAME, 39, 23, "BTH and ICRC: 15 bytes left, 16 needed"},
        {RC_ACK_FRAME, 39, 27, "AETH: 3 bytes left, 4 needed"},
        {RC_ACK_FRAME, 42, 0x65, "BTH: opcode 101"},
        {RC_ACK_FRAME, 42, 0x0a, "RETH: 4 bytes left, 16 needed"},
        {RC_ACK_FRAME, 43, 0x01, "BTH: transport version 1"},
        {RC_ACK_FRAME, 43, 0x10, "padding: 0 bytes left, 1 needed"},
        {CNP_FRAME, 39, 39, "CNP: 15 bytes left, 16 needed"},
        {UC_INC_FRAME, 78, 0x20, "INC header: version 2, expected 1"},
        {UC_INC_FRAME, 80, 0xa1, "INC header: collective unknown(10)"},
        {UC_INC_FRAME, 80, 0x75, "operation unknown(5)"},
        {UC_INC_FRAME, 81, 0x01, "data type unknown(0)"},
        {UC_INC_FRAME, 81, 0x38, "INC header: BSL code 8, expected 0 to 7"},
        {UC_INC_FRAME, 81, 0x33, "INC header with P-BM: 40 bytes left, 52 needed"},
        {UC_WRITE_IPV6_FRAME, 14, 0x50, "IPv6 header: version 5, expected 6"},
        {UC_WRITE_IPV6_FRAME, 19, 0x31, "IPv6 payload: 48 bytes left, 49 needed"},
    };
    for (const auto& malformed : cases)
    {
        auto octets = FromHex(malformed.frame);
        octets[malformed.position] = malformed.value;
        const auto frame = Parse(octets);
        EXPECT_NE(frame.error.find(malformed.error), std::string::npos)
            << "expected " << malformed.error << ", found " << frame.error;
    }
    auto bier = InBier(RC_ACK_FRAME, IncBierHeader::PROTO_IPV4);
    bier[18] = 0x50;
    EXPECT_NE(Parse(bier).error.find("BIER header: nibble 5"), std::string::npos);
}

TEST(IncWireParser, EveryTruncationIsMalformed)
{
    for (const char* text : ALL_FRAMES)
    {
        const auto octets = FromHex(text);
        for (std::size_t size = 0; size < octets.size(); ++size)
        {
            const auto frame = Parse(std::vector<uint8_t>(octets.begin(), octets.begin() + size));
            EXPECT_NE(frame.error, "") << "size " << size << " of " << text;
            EXPECT_EQ(frame.error.find('\n'), std::string::npos);
        }
    }
}

TEST(IncWireParser, SurvivesMutatedAndRandomOctets)
{
    const uint32_t seed = 4791;
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    std::vector<std::vector<uint8_t>> corpus;
    for (const char* text : ALL_FRAMES)
    {
        corpus.push_back(FromHex(text));
    }
    corpus.push_back(InBier(RC_ACK_FRAME, IncBierHeader::PROTO_IPV4));
    corpus.push_back(InBier(UC_WRITE_IPV6_FRAME, IncBierHeader::PROTO_IPV6));
    int malformed = 0;
    constexpr int ROUNDS = 50000;
    for (int round = 0; round < ROUNDS; ++round)
    {
        auto octets = corpus[random() % corpus.size()];
        for (auto changes = random() % 6; changes > 0; --changes)
        {
            octets[random() % octets.size()] = static_cast<uint8_t>(random());
        }
        if (random() % 3 == 0)
        {
            octets.resize(random() % (octets.size() + 1));
        }
        if (random() % 16 == 0)
        {
            std::generate(octets.begin(), octets.end(), std::ref(random));
        }
        malformed += Parse(octets).error.empty() ? 0 : 1;
    }
    // The test must have met both outcomes.
    EXPECT_GT(malformed, ROUNDS / 10);
    EXPECT_LT(malformed, ROUNDS * 9 / 10);
}
