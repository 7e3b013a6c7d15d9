/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests with the worked examples of RFC 8279: figures 1 to 6, at every BitString length and in
// several sets.

#include "inc-bier-test-network.h"

#include <gtest/gtest.h>
#include <string>

using namespace ns3;

namespace
{

enum Bfr : uint32_t
{
    A,
    B,
    C,
    D,
    E,
    F
};

using Rows = std::map<uint32_t, std::string>; // BFR-id of the RFC -> "F-BM BFR-NBR", ...

/// Figure 1; figures 5 and 6 add the link from E to F.
IncTopology
MakeTopology(bool withLinkEf)
{
    IncTopology topology;
    for (const auto* name : {"A", "B", "C", "D", "E", "F"})
    {
        topology.AddSwitch(name);
    }
    std::vector<std::pair<uint32_t, uint32_t>> links{{A, B}, {B, C}, {C, D}, {B, E}, {C, F}};
    if (withLinkEf)
    {
        links.emplace_back(E, F);
    }
    for (const auto& [a, b] : links)
    {
        topology.AddLink(a, b, 100'000'000'000, 1000);
    }
    return topology;
}

/// Length of the BitString, and the set to which the test moves BFR-ids 1 to 4 of the RFC.
class IncBierRfc8279 : public testing::TestWithParam<std::tuple<uint32_t, uint32_t>>
{
  protected:
    uint32_t Length() const
    {
        return std::get<0>(GetParam());
    }

    uint32_t Si() const
    {
        return std::get<1>(GetParam());
    }

    IncBierSubDomain MakeSubDomain() const
    {
        IncBierSubDomain domain(0, Length());
        const uint32_t first = Si() * Length();
        domain.Assign(first + 1, IncAddressPlan::AddressOf(D));
        domain.Assign(first + 2, IncAddressPlan::AddressOf(F));
        domain.Assign(first + 3, IncAddressPlan::AddressOf(E));
        domain.Assign(first + 4, IncAddressPlan::AddressOf(A));
        return domain;
    }

    IncBitString Bits(const std::string& digits) const
    {
        IncBitString bits(Length());
        for (uint32_t i = 0; i < digits.size(); ++i)
        {
            if (digits[digits.size() - 1 - i] == '1')
            {
                bits.Set(i + 1);
            }
        }
        return bits;
    }

    static std::string Digits(const IncBitString& bits)
    {
        EXPECT_EQ(bits.FindNext(4), 0U) << "a bit that nobody has";
        std::string digits;
        for (uint32_t bit = 4; bit > 0; --bit)
        {
            digits += bits.Test(bit) ? '1' : '0';
        }
        return digits;
    }

    /// Return a BIFT in the form of the figures.
    static Rows Print(const IncBift& bift, const std::vector<IncBfrNeighbor>& neighbors)
    {
        Rows rows;
        for (uint32_t bit = 1; bit <= 4; ++bit)
        {
            const auto choices = bift.Lookup(bit);
            for (uint32_t i = 0; i < choices.size; ++i)
            {
                const uint16_t index = choices.neighbors[i];
                rows[bit] += (i > 0 ? ", " : "") + Digits(bift.GetForwardingBitMask(index)) + " " +
                             "ABCDEF"[IncAddressPlan::IndexOf(neighbors[index].prefix)];
            }
        }
        return rows;
    }

    std::vector<Rows> PrintAll(IncBierTestNetwork& network, uint32_t node) const
    {
        const uint32_t biftId = MakeSubDomain().GetBiftId(Si());
        std::vector<Rows> all;
        for (const auto& bift : *network.At(node).FindBifts(biftId))
        {
            all.push_back(Print(bift, network.At(node).GetNeighbors(biftId)));
        }
        return all;
    }

    /// Send from A and return the copies, "A->B 0111", in order.
    std::vector<std::string> Send(IncBierTestNetwork& network,
                                  const std::string& digits,
                                  uint32_t entropy = 0) const
    {
        IncBierHeader header;
        header.biftId = MakeSubDomain().GetBiftId(Si());
        header.entropy = entropy;
        network.hops.clear();
        network.Originate(A, header, Bits(digits));
        std::vector<std::string> copies;
        for (const auto& hop : network.hops)
        {
            copies.push_back(std::string() + "ABCDEF"[hop.node] + "->" + "ABCDEF"[hop.to] + " " +
                             Digits(hop.bits));
        }
        return copies;
    }
};

using Copies = std::vector<std::string>;

const Copies VIA_C{"A->B 0011", "B->C 0011", "C->D 0001", "C->F 0010"};

} // namespace

TEST_P(IncBierRfc8279, Figure2IsTheBirtOfB)
{
    IncBierTestNetwork network(MakeTopology(false), MakeSubDomain(), IncBierEcmp::NONE);
    const IncBirt birt = network.MakeBirt(B, MakeSubDomain());
    std::map<uint32_t, std::string> rows;
    for (const auto& entry : birt.GetEntries())
    {
        const auto& list = birt.GetLists()[entry.list];
        ASSERT_EQ(list.size(), 1U);
        const uint32_t neighbor = birt.GetNeighbors()[list[0]].prefix;
        rows[entry.bfrId - Si() * Length()] = std::string() +
                                              "ABCDEF"[IncAddressPlan::IndexOf(entry.prefix)] +
                                              " " + "ABCDEF"[IncAddressPlan::IndexOf(neighbor)];
    }
    EXPECT_EQ(rows, (Rows{{4, "A A"}, {1, "D C"}, {3, "E E"}, {2, "F C"}}));
    EXPECT_EQ(birt.GetOwnBfrId(), 0);
}

TEST_P(IncBierRfc8279, Figures3And4AreTheBiftsOfABAndC)
{
    for (auto ecmp :
         {IncBierEcmp::NONE, IncBierEcmp::NON_DETERMINISTIC, IncBierEcmp::DETERMINISTIC})
    {
        IncBierTestNetwork network(MakeTopology(false), MakeSubDomain(), ecmp);
        EXPECT_EQ(PrintAll(network, A),
                  (std::vector<Rows>{{{1, "0111 B"}, {2, "0111 B"}, {3, "0111 B"}}}));
        EXPECT_EQ(
            PrintAll(network, B),
            (std::vector<Rows>{{{1, "0011 C"}, {2, "0011 C"}, {3, "0100 E"}, {4, "1000 A"}}}));
        EXPECT_EQ(
            PrintAll(network, C),
            (std::vector<Rows>{{{1, "0001 D"}, {2, "0010 F"}, {3, "1100 B"}, {4, "1100 B"}}}));
        // Figure 4 gives no BFR-NBR for BFR-A's own bit, because that is BFR-A itself.
        const uint32_t biftId = MakeSubDomain().GetBiftId(Si());
        const auto& bift = network.At(A).FindBifts(biftId)->front();
        EXPECT_EQ(bift.Lookup(4).size, 0U);
        EXPECT_TRUE(bift.GetServed().Test(4));
        EXPECT_EQ(network.At(A).GetOwnBfrId(biftId), Si() * Length() + 4);
    }
}

TEST_P(IncBierRfc8279, Section66ForwardsFromAToDAndE)
{
    IncBierTestNetwork network(MakeTopology(false), MakeSubDomain(), IncBierEcmp::NONE);
    EXPECT_EQ(Send(network, "0101"), (Copies{"A->B 0101", "B->C 0001", "B->E 0100", "C->D 0001"}));
    EXPECT_EQ(network.deliveries.size(), 2U);
    EXPECT_EQ(Send(network, "0111"),
              (Copies{"A->B 0111", "B->C 0011", "B->E 0100", "C->D 0001", "C->F 0010"}));
    EXPECT_EQ(network.deliveries.size(), 5U);
    // A BFIR that is also a BFER serves itself without a packet.
    EXPECT_EQ(Send(network, "1000"), Copies{});
    EXPECT_EQ(network.deliveries.size(), 6U);
    EXPECT_TRUE(network.discards.empty());
}

TEST_P(IncBierRfc8279, TheLastHopIsKnown)
{
    IncBierTestNetwork network(MakeTopology(false), MakeSubDomain(), IncBierEcmp::NONE);
    Send(network, "0111");
    for (const auto& hop : network.hops)
    {
        const bool last = hop.to == D || hop.to == E || hop.to == F;
        EXPECT_EQ(hop.lastHopBfrId, last ? Si() * Length() + hop.bits.FindFirst() : 0);
    }
}

TEST_P(IncBierRfc8279, Figure5IsNonDeterministicEcmp)
{
    IncBierTestNetwork network(MakeTopology(true), MakeSubDomain(), IncBierEcmp::NON_DETERMINISTIC);
    EXPECT_EQ(
        PrintAll(network, B),
        (std::vector<Rows>{{{1, "0011 C"}, {2, "0011 C, 0110 E"}, {3, "0110 E"}, {4, "1000 A"}}}));
    std::map<Copies, uint32_t> seen;
    for (uint32_t entropy = 0; entropy < 64; ++entropy)
    {
        ++seen[Send(network, "0010", entropy)];
        EXPECT_EQ(Send(network, "0010", entropy), Send(network, "0010", entropy));
        // With any entropy, a packet for D and F goes through C.
        EXPECT_EQ(Send(network, "0011", entropy), VIA_C);
    }
    ASSERT_EQ(seen.size(), 2U);
    EXPECT_GT((seen[{"A->B 0010", "B->C 0010", "C->F 0010"}]), 10U);
    EXPECT_GT((seen[{"A->B 0010", "B->E 0010", "E->F 0010"}]), 10U);
}

TEST_P(IncBierRfc8279, Figure6IsDeterministicEcmp)
{
    IncBierTestNetwork network(MakeTopology(true), MakeSubDomain(), IncBierEcmp::DETERMINISTIC);
    EXPECT_EQ(PrintAll(network, B),
              (std::vector<Rows>{{{1, "0011 C"}, {2, "0011 C"}, {3, "0100 E"}, {4, "1000 A"}},
                                 {{1, "0001 C"}, {2, "0110 E"}, {3, "0110 E"}, {4, "1000 A"}}}));
    uint32_t viaC = 0;
    for (uint32_t entropy = 0; entropy < 64; ++entropy)
    {
        // The path to F is the same whether or not the packet also goes to D.
        const bool onlyF = Send(network, "0010", entropy)[1] == "B->C 0010";
        viaC += onlyF ? 1 : 0;
        EXPECT_EQ(Send(network, "0011", entropy),
                  onlyF
                      ? VIA_C
                      : (Copies{"A->B 0011", "B->C 0001", "B->E 0010", "C->D 0001", "E->F 0010"}));
    }
    EXPECT_GT(viaC, 10U);
    EXPECT_LT(viaC, 54U);
}

INSTANTIATE_TEST_SUITE_P(AllLengths,
                         IncBierRfc8279,
                         testing::Combine(testing::Values(64, 128, 256, 512, 1024, 2048, 4096),
                                          testing::Values(0U, 2U)),
                         [](const auto& info) {
                             return std::to_string(std::get<0>(info.param)) + "BitsSet" +
                                    std::to_string(std::get<1>(info.param));
                         });
