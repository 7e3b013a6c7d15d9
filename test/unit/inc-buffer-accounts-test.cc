/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inc-buffer-accounts.h"

#include <gtest/gtest.h>
#include <map>
#include <random>
#include <stdexcept>

using namespace ns3;

namespace
{

using Charge = IncBufferAccounts::Charge;

IncBufferParameters
Parameters()
{
    IncBufferParameters parameters;
    parameters.bufferSize = 100000;
    parameters.alpha = 1.0;
    parameters.losslessAlpha = 0.5;
    return parameters;
}

/// Add frames of 1,000 bytes to one lossy queue until one is refused; return the bytes.
uint32_t
Fill(IncBufferAccounts& accounts, uint16_t ingress, uint8_t priority, IncDropReason& reason)
{
    uint32_t queued = 0;
    while (true)
    {
        const auto verdict = accounts.Admit({ingress, priority, 1000, queued});
        if (!verdict.admitted)
        {
            reason = verdict.reason;
            return queued;
        }
        queued += 1000;
    }
}

std::string
Refusal(const IncBufferParameters& parameters, const std::vector<uint64_t>& headroom)
{
    try
    {
        IncBufferAccounts().Configure(parameters, headroom);
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return "";
}

} // namespace

TEST(IncBufferAccountsTest, GivesLossyQueuesTheDynamicThreshold)
{
    // By Choudhury and Hahne, each of n greedy queues gets alpha B / (1 + n alpha).
    for (double alpha : {0.25, 1.0, 2.0})
    {
        auto parameters = Parameters();
        parameters.bufferSize = 10000000;
        parameters.alpha = alpha;
        for (int queues : {1, 2, 4, 8})
        {
            IncBufferAccounts accounts;
            accounts.Configure(parameters, {0, 0});
            std::vector<uint32_t> queued(queues, 0);
            for (bool moved = true; moved;)
            {
                moved = false;
                for (auto& bytes : queued)
                {
                    if (accounts.Admit({0, 0, 1000, bytes}).admitted)
                    {
                        bytes += 1000;
                        moved = true;
                    }
                }
            }
            for (uint32_t bytes : queued)
            {
                EXPECT_NEAR(bytes, alpha * 1e7 / (1 + queues * alpha), 2000 * (1 + alpha));
            }
        }
    }
}

TEST(IncBufferAccountsTest, KeepsTheReserveOfEachPort)
{
    auto parameters = Parameters();
    parameters.alpha = 1000;
    parameters.reserved = 2000;
    IncBufferAccounts accounts;
    accounts.Configure(parameters, {0, 0});
    EXPECT_EQ(accounts.GetSharedSize(), 100000U - 2 * 8 * 2000);
    IncDropReason reason{};
    EXPECT_EQ(Fill(accounts, 0, 0, reason), accounts.GetSharedSize() / 1000 * 1000 + 2000);
    EXPECT_EQ(reason, IncDropReason::BUFFER_FULL);
    EXPECT_EQ(Fill(accounts, 1, 1, reason), 2000U); // another queue gets only its reserve
}

TEST(IncBufferAccountsTest, PausesAndResumesOnceEach)
{
    auto parameters = Parameters();
    parameters.lossless = 0x08;
    parameters.xonOffset = 3000;
    parameters.xoffThreshold = 10000;
    IncBufferAccounts accounts;
    accounts.Configure(parameters, {5000, 5000});
    int frames = 0;
    for (; frames < 10; ++frames)
    {
        const auto verdict = accounts.Admit({1, 3, 1000, 0});
        EXPECT_TRUE(verdict.admitted && !verdict.pause);
    }
    EXPECT_TRUE(accounts.Admit({1, 3, 1000, 0}).pause);
    for (int i = 0; i < 4; ++i)
    {
        const auto verdict = accounts.Admit({1, 3, 1000, 0});
        EXPECT_TRUE(verdict.admitted && !verdict.pause);
    }
    EXPECT_TRUE(accounts.IsPausing(1, 3));
    EXPECT_FALSE(accounts.IsPausing(0, 3));
    EXPECT_FALSE(accounts.IsPausing(1, 2));
    EXPECT_EQ(accounts.GetHeadroomUsed(1, 3), 5000U);
    const auto refused = accounts.Admit({1, 3, 1000, 0});
    EXPECT_FALSE(refused.admitted);
    EXPECT_EQ(refused.reason, IncDropReason::HEADROOM_FULL);
    // 15 frames wait. As they leave, the headroom empties first; then the pool falls to XOFF -
    // XonOffset.
    for (int i = 0; i < 7; ++i)
    {
        EXPECT_FALSE(accounts.Release({1, 3, 1000, 0})) << i;
    }
    EXPECT_TRUE(accounts.Release({1, 3, 1000, 0}));
    EXPECT_FALSE(accounts.IsPausing(1, 3));
    EXPECT_FALSE(accounts.Release({1, 3, 1000, 0}));
}

TEST(IncBufferAccountsTest, KeepsTheReserveOfTheSwitchsOwnFrames)
{
    auto parameters = Parameters();
    parameters.lossless = 0x40;
    parameters.localReserve = 20000;
    parameters.alpha = 1000;
    IncBufferAccounts accounts;
    accounts.Configure(parameters, {4000});
    IncDropReason reason{};
    Fill(accounts, 0, 0, reason); // lossy traffic fills the whole pool
    uint32_t own = 0;
    while (accounts.Admit({IncBufferAccounts::LOCAL, 6, 1000, own}).admitted)
    {
        own += 1000;
    }
    EXPECT_EQ(own, 20000U);
}

TEST(IncBufferAccountsTest, ReturnsWhatItTook)
{
    constexpr uint32_t seed = 20260802;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    std::mt19937 random(seed);
    auto parameters = Parameters();
    parameters.lossless = 0x0a;
    parameters.reserved = 500;
    parameters.localReserve = 3000;
    IncBufferAccounts accounts;
    accounts.Configure(parameters, {6000, 6000, 6000});
    std::map<int, uint32_t> queued; // bytes by output queue
    std::vector<std::pair<int, Charge>> waiting;
    uint64_t inside = 0;
    for (int i = 0; i < 100000; ++i)
    {
        if (waiting.empty() || random() % 5 < 3)
        {
            const auto ingress = static_cast<uint16_t>(random() % 4);
            Charge charge{ingress == 3 ? IncBufferAccounts::LOCAL : ingress,
                          static_cast<uint8_t>(random() % 4),
                          64 + static_cast<uint32_t>(random() % 1500),
                          0};
            const int queue = random() % 3 * 8 + charge.priority;
            charge.queued = queued[queue];
            const auto verdict = accounts.Admit(charge);
            if (verdict.admitted)
            {
                queued[queue] += charge.size;
                inside += charge.size;
                waiting.emplace_back(queue, charge);
            }
            EXPECT_LE(inside, parameters.bufferSize);
            EXPECT_LE(accounts.GetSharedUsed(), accounts.GetSharedSize());
        }
        else
        {
            std::swap(waiting[random() % waiting.size()], waiting.back());
            auto [queue, charge] = waiting.back();
            waiting.pop_back();
            queued[queue] -= charge.size;
            inside -= charge.size;
            charge.queued = queued[queue];
            accounts.Release(charge);
        }
    }
    while (!waiting.empty())
    {
        auto [queue, charge] = waiting.back();
        waiting.pop_back();
        queued[queue] -= charge.size;
        charge.queued = queued[queue];
        accounts.Release(charge);
    }
    EXPECT_EQ(accounts.GetSharedUsed(), 0U);
    for (uint32_t port = 0; port < 3; ++port)
    {
        EXPECT_EQ(accounts.GetHeadroomUsed(port, 1), 0U);
        EXPECT_FALSE(accounts.IsPausing(port, 1));
        EXPECT_FALSE(accounts.IsPausing(port, 3));
    }
}

TEST(IncBufferAccountsTest, NamesTheAttributeThatIsWrong)
{
    auto parameters = Parameters();
    parameters.lossless = 0x08;
    EXPECT_EQ(Refusal(parameters, {50000, 50000}), "");
    EXPECT_EQ(Refusal(parameters, {50000, 50001}),
              "IncSharedBuffer::BufferSize: 100000 bytes, must hold Headroom 100001 + Reserved 0 + "
              "LocalReserve 0 bytes of 2 ports, lossless priorities \"3\"");
    parameters.xoffThreshold = 4000;
    parameters.xonOffset = 4000;
    EXPECT_EQ(Refusal(parameters, {1, 1}),
              "IncSharedBuffer::XonOffset: 4000 bytes, must be below XoffThreshold, 4000 bytes");
}
