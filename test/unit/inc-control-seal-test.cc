/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of control datagrams: their bytes, their digests, and refused datagrams.

#include "ns3/inc-control-body.h"
#include "ns3/inc-control-seal.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <gtest/gtest.h>
#include <numeric>
#include <random>
#include <set>
#include <string>

using namespace ns3;

namespace
{

constexpr uint32_t ALICE = 0x0a000001;
constexpr uint32_t BOB = 0x0a000002;
constexpr uint32_t EVE = 0x0a000003;

IncDigest
Secret(uint8_t fill)
{
    IncDigest secret;
    secret.fill(fill);
    return secret;
}

std::string
Hex(const IncDigest& digest)
{
    std::string text;
    for (const uint8_t byte : digest)
    {
        const char* digits = "0123456789abcdef";
        text += {digits[byte >> 4], digits[byte & 15]};
    }
    return text;
}

IncControlDatagram
MakeJoin(uint32_t sequence)
{
    IncControlBody body;
    body.Add(IncControlField::GROUP, 7);
    body.Add(IncControlField::RANK, sequence);
    IncControlDatagram datagram;
    datagram.kind = IncControlKind::JOIN;
    datagram.flags = IncControlDatagram::RELIABLE;
    datagram.session = 1;
    datagram.sequence = sequence;
    datagram.body = body.GetBytes();
    return datagram;
}

uint64_t
CountRefused(const IncControlSeal& seal)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < static_cast<uint32_t>(IncControlRefusal::COUNT); ++i)
    {
        sum += seal.GetRefused(static_cast<IncControlRefusal>(i));
    }
    return sum;
}

} // namespace

TEST(IncHmac, AgreesWithRfc4231)
{
    if (!IncHmacIsAvailable())
    {
        GTEST_SKIP() << "built without libgcrypt";
    }
    // Test cases 1 and 2 of the RFC. A short key counts as padded with zeros.
    IncDigest key{};
    std::fill_n(key.begin(), 20, uint8_t{0x0b});
    const std::string hi = "Hi There";
    EXPECT_EQ(Hex(IncHmac(key, reinterpret_cast<const uint8_t*>(hi.data()), hi.size())),
              "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
    key = {'J', 'e', 'f', 'e'};
    const std::string what = "what do ya want for nothing?";
    EXPECT_EQ(Hex(IncHmac(key, reinterpret_cast<const uint8_t*>(what.data()), what.size())),
              "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
}

TEST(IncCipher, AgreesWithNistSp800Dash38A)
{
    if (!IncHmacIsAvailable())
    {
        GTEST_SKIP() << "built without libgcrypt";
    }
    // The first block of example F.5.5 of the standard.
    const IncDigest key{0x60, 0x3d, 0xeb, 0x10, 0x15, 0xca, 0x71, 0xbe, 0x2b, 0x73, 0xae,
                        0xf0, 0x85, 0x7d, 0x77, 0x81, 0x1f, 0x35, 0x2c, 0x07, 0x3b, 0x61,
                        0x08, 0xd7, 0x2d, 0x98, 0x10, 0xa3, 0x09, 0x14, 0xdf, 0xf4};
    std::array<uint8_t, 16> block;
    std::iota(block.begin(), block.end(), uint8_t{0xf0});
    std::array<uint8_t, 16> data{0x6b,
                                 0xc1,
                                 0xbe,
                                 0xe2,
                                 0x2e,
                                 0x40,
                                 0x9f,
                                 0x96,
                                 0xe9,
                                 0x3d,
                                 0x7e,
                                 0x11,
                                 0x73,
                                 0x93,
                                 0x17,
                                 0x2a};
    const std::array<uint8_t, 16> sealed{0x60,
                                         0x1e,
                                         0xc3,
                                         0x13,
                                         0x77,
                                         0x57,
                                         0x89,
                                         0xa5,
                                         0xb7,
                                         0xa7,
                                         0xf5,
                                         0x04,
                                         0xbb,
                                         0xf3,
                                         0xd2,
                                         0x28};
    IncCipher(key, block, data.data(), data.size());
    EXPECT_EQ(data, sealed);
}

TEST(IncControlSeal, EncryptsBodiesEachTimeAnew)
{
    if (!IncHmacIsAvailable())
    {
        GTEST_SKIP() << "built without libgcrypt";
    }
    IncControlSeal alice(ALICE, Secret(1), 0);
    IncControlSeal bob(BOB, Secret(1), 0);
    IncControlSeal clear(BOB, Secret(1), 0);
    clear.SetAuthentication(true, false);
    std::set<std::vector<uint8_t>> bodies;
    for (uint32_t i = 0; i < 50; ++i)
    {
        IncControlDatagram datagram = MakeJoin(7);
        const std::vector<uint8_t> body = datagram.body;
        const auto bytes = alice.Close(BOB, datagram, 1);
        EXPECT_EQ(std::search(bytes.begin(), bytes.end(), body.begin(), body.end()), bytes.end());
        bodies.emplace(bytes.begin() + IncControlDatagram::HEADER_SIZE,
                       bytes.end() - sizeof(IncDigest));
        EXPECT_FALSE(clear.Open(ALICE, BOB, bytes.data(), bytes.size())) << "it wants none of this";
        const auto opened = bob.Open(ALICE, BOB, bytes.data(), bytes.size());
        ASSERT_TRUE(opened);
        EXPECT_EQ(opened->body, body);
    }
    EXPECT_EQ(bodies.size(), 50U);
}

TEST(IncControlBody, KeepsNumbersTextsAndGroups)
{
    IncControlBody child;
    child.Add(IncControlField::QPN, 0xfffffe);
    IncControlBody body;
    body.Add(IncControlField::NAME, std::string("leaf0"));
    body.Add(IncControlField::CHILD, child);
    body.Add(IncControlField::CHILD, IncControlBody());
    for (const uint64_t value : {uint64_t{0}, uint64_t{255}, uint64_t{256}, UINT64_MAX})
    {
        IncControlBody copy = body;
        copy.Add(IncControlField::RATE, value);
        const std::vector<uint8_t> bytes = copy.GetBytes();
        const auto read = IncControlBody::Read(bytes.data(), bytes.size());
        ASSERT_TRUE(read);
        EXPECT_EQ(read->Get(IncControlField::RATE), value);
        EXPECT_EQ(read->GetText(IncControlField::NAME), "leaf0");
        ASSERT_EQ(read->GetGroups(IncControlField::CHILD).size(), 2U);
        EXPECT_EQ(read->GetGroups(IncControlField::CHILD)[0].Get(IncControlField::QPN), 0xfffffeU);
        EXPECT_FALSE(read->Find(IncControlField::SLOTS));
    }
}

TEST(IncControlBody, ReadsAnyBytesWithoutHarm)
{
    std::mt19937 random(1);
    uint32_t read = 0;
    for (uint32_t i = 0; i < 100000; ++i)
    {
        std::vector<uint8_t> bytes(random() % 40);
        for (uint8_t& byte : bytes)
        {
            byte = static_cast<uint8_t>(random() % 4 == 0 ? random() : random() % 4);
        }
        const auto body = IncControlBody::Read(bytes.data(), bytes.size());
        if (body)
        {
            ++read;
            const std::vector<uint8_t> again = body->GetBytes();
            EXPECT_EQ(again, bytes);
        }
    }
    EXPECT_GT(read, 1000U) << "the bytes drawn are too wild";
}

TEST(IncControlDatagram, KeepsEveryField)
{
    IncControlDatagram datagram = MakeJoin(0x01020304);
    datagram.sender = ALICE;
    datagram.session = 0x1112131415161718;
    datagram.window = 0x21222324;
    datagram.counter = 0x3132333435363738;
    const auto bytes = datagram.Write();
    EXPECT_EQ(bytes.size(), IncControlDatagram::SMALLEST + datagram.body.size());
    const auto read = IncControlDatagram::Read(bytes.data(), bytes.size());
    ASSERT_TRUE(read);
    EXPECT_EQ(read->kind, datagram.kind);
    EXPECT_EQ(read->flags, datagram.flags);
    EXPECT_EQ(read->sender, datagram.sender);
    EXPECT_EQ(read->session, datagram.session);
    EXPECT_EQ(read->sequence, datagram.sequence);
    EXPECT_EQ(read->window, datagram.window);
    EXPECT_EQ(read->counter, datagram.counter);
    EXPECT_EQ(read->body, datagram.body);
}

TEST(IncControlSeal, TakesWhatThePeerSentOnceAndInAnyOrder)
{
    IncControlSeal alice(ALICE, Secret(1), 0);
    IncControlSeal bob(BOB, Secret(1), 0);
    std::vector<std::vector<uint8_t>> sent;
    for (uint32_t i = 0; i < 50; ++i)
    {
        IncControlDatagram datagram = MakeJoin(i);
        sent.push_back(alice.Close(BOB, datagram, i / 2 * 1000)); // two datagrams share each time
    }
    std::shuffle(sent.begin(), sent.end(), std::mt19937(1));
    for (const auto& bytes : sent)
    {
        EXPECT_TRUE(bob.Open(ALICE, BOB, bytes.data(), bytes.size()));
    }
    for (const auto& bytes : sent)
    {
        EXPECT_FALSE(bob.Open(ALICE, BOB, bytes.data(), bytes.size()));
    }
    EXPECT_EQ(bob.GetRefused(IncControlRefusal::REPLAYED), 50U);
}

TEST(IncControlSeal, TakesNothingOfBeforeItWasBorn)
{
    IncControlSeal alice(ALICE, Secret(1), 0);
    IncControlSeal bob(BOB, Secret(1), 0);
    IncControlDatagram datagram = MakeJoin(0);
    const auto old = alice.Close(BOB, datagram, 1000);
    EXPECT_TRUE(bob.Open(ALICE, BOB, old.data(), old.size()));
    bob.Forget(2000);
    EXPECT_FALSE(bob.Open(ALICE, BOB, old.data(), old.size()));
    EXPECT_EQ(bob.GetRefused(IncControlRefusal::REPLAYED), 1U);
    const auto fresh = alice.Close(BOB, datagram, 3000);
    EXPECT_TRUE(bob.Open(ALICE, BOB, fresh.data(), fresh.size()));
}

TEST(IncControlSeal, RefusesWhatIsNotForItOrNotOfItsSender)
{
    if (!IncHmacIsAvailable())
    {
        GTEST_SKIP() << "built without libgcrypt";
    }
    IncControlSeal alice(ALICE, Secret(1), 0);
    IncControlSeal bob(BOB, Secret(1), 0);
    IncControlSeal stranger(ALICE, Secret(2), 0);
    IncControlDatagram datagram = MakeJoin(0);
    const auto forEve = alice.Close(EVE, datagram, 0);
    EXPECT_FALSE(bob.Open(ALICE, BOB, forEve.data(), forEve.size())) << "for somebody else";
    const auto forBob = alice.Close(BOB, datagram, 0);
    EXPECT_FALSE(bob.Open(EVE, BOB, forBob.data(), forBob.size())) << "from somebody else";
    EXPECT_FALSE(alice.Open(BOB, ALICE, forBob.data(), forBob.size())) << "its own, sent back";
    const auto strange = stranger.Close(BOB, datagram, 0);
    EXPECT_FALSE(bob.Open(ALICE, BOB, strange.data(), strange.size())) << "with another key";
    EXPECT_EQ(bob.GetRefused(IncControlRefusal::FORGED), 3U);
    EXPECT_TRUE(bob.Open(ALICE, BOB, forBob.data(), forBob.size()));
}

TEST(IncControlSeal, RefusesAllThatIsForgedAlteredReplayedOrTruncated)
{
    if (!IncHmacIsAvailable())
    {
        GTEST_SKIP() << "built without libgcrypt";
    }
    const char* given = std::getenv("INC_ITERATIONS");
    const uint32_t iterations = given ? std::atoi(given) : 100000;
    constexpr uint32_t SEED = 5;
    std::mt19937 random(SEED);
    IncControlSeal alice(ALICE, Secret(1), 0);
    IncControlSeal bob(BOB, Secret(1), 0);
    std::vector<std::vector<uint8_t>> taken;
    for (uint32_t i = 0; i < 100; ++i)
    {
        IncControlDatagram datagram = MakeJoin(i);
        taken.push_back(alice.Close(BOB, datagram, 1000 * i));
        ASSERT_TRUE(bob.Open(ALICE, BOB, taken.back().data(), taken.back().size()));
    }
    uint64_t refused = 0;
    for (uint32_t i = 0; i < iterations; ++i)
    {
        // Each datagram is new, so that only the attack can cause a refusal.
        IncControlDatagram datagram = MakeJoin(i);
        std::vector<uint8_t> bytes = alice.Close(BOB, datagram, 1000000 + 1000 * i);
        uint32_t source = ALICE;
        switch (random() % 5)
        {
        case 0: // one bit changed
            bytes[random() % bytes.size()] ^= static_cast<uint8_t>(1U << random() % 8);
            break;
        case 1: // cut off
            bytes.resize(random() % bytes.size());
            break;
        case 2: // sent before
            bytes = taken[random() % taken.size()];
            break;
        case 3: // forged without the key
            for (std::size_t byte = bytes.size() - sizeof(IncDigest); byte < bytes.size(); ++byte)
            {
                bytes[byte] = static_cast<uint8_t>(random());
            }
            break;
        case 4: // another sender's address
            source = random() % 2 ? EVE : BOB;
            break;
        }
        EXPECT_FALSE(bob.Open(source, BOB, bytes.data(), bytes.size()))
            << "seed " << SEED << ", number " << i;
        ++refused;
        ASSERT_EQ(CountRefused(bob), refused);
    }
    for (const auto refusal :
         {IncControlRefusal::MALFORMED, IncControlRefusal::FORGED, IncControlRefusal::REPLAYED})
    {
        EXPECT_GT(bob.GetRefused(refusal), iterations / 10) << IncControlRefusalName(refusal);
    }
}
