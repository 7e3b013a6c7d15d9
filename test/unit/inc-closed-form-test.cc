/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inc-closed-form.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace ns3;

TEST(IncClosedForm, BusFactorsAreThoseOfNcclTests)
{
    EXPECT_DOUBLE_EQ(IncBusFactor(IncCollective::ALLREDUCE, 4), 1.5);
    EXPECT_DOUBLE_EQ(IncBusFactor(IncCollective::ALLREDUCE, 1), 0);
    for (auto collective : {IncCollective::ALLGATHER,
                            IncCollective::REDUCESCATTER,
                            IncCollective::ALLTOALL,
                            IncCollective::GATHER,
                            IncCollective::SCATTER})
    {
        EXPECT_DOUBLE_EQ(IncBusFactor(collective, 4), 0.75);
    }
    EXPECT_DOUBLE_EQ(IncBusFactor(IncCollective::BROADCAST, 4), 1);
    EXPECT_DOUBLE_EQ(IncBusFactor(IncCollective::REDUCE, 4), 1);
    EXPECT_DOUBLE_EQ(IncBusFactor(IncCollective::BARRIER, 4), 0);
}

TEST(IncClosedForm, BoundsInGigabytesASecond)
{
    // 80 Gb/s are 10 GB/s, of which 900 out of 1000 bytes are payload.
    const IncClosedForm form(DataRate("80Gbps"), 900, 100, 5);
    EXPECT_DOUBLE_EQ(form.Efficiency(), 0.9);
    EXPECT_DOUBLE_EQ(form.LinkGBps(), 9.0);
    EXPECT_DOUBLE_EQ(form.RingGBps(), 9.0 * 5 / 8);
    EXPECT_DOUBLE_EQ(form.ParameterServerGBps(true), 9.0 / 4);
    EXPECT_DOUBLE_EQ(form.ParameterServerGBps(false), 9.0 / 5);
}

TEST(IncClosedForm, TheNetworkWinsByTheRingsFactor)
{
    for (uint32_t workers : {2, 16, 128})
    {
        const IncClosedForm form(DataRate("100Gbps"), 4096, 104, workers);
        EXPECT_NEAR(form.LinkGBps() / form.RingGBps(),
                    IncBusFactor(IncCollective::ALLREDUCE, workers),
                    1e-12);
    }
}

TEST(IncClosedForm, ASingleWorkerHasNoBoundOnTheHosts)
{
    const IncClosedForm form(DataRate("100Gbps"), 1024, 100, 1);
    EXPECT_TRUE(std::isinf(form.RingGBps()));
    EXPECT_TRUE(std::isinf(form.ParameterServerGBps(true)));
}
