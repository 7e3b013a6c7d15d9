/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/double.h"
#include "ns3/inc-ecn-marker.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <gtest/gtest.h>
#include <stdexcept>
#include <string>

using namespace ns3;

namespace
{

Ptr<IncEcnMarker>
Marker(uint32_t min, uint32_t max, double probability)
{
    auto marker = CreateObject<IncEcnMarker>();
    marker->SetAttribute("MinThreshold", UintegerValue(min));
    marker->SetAttribute("MaxThreshold", UintegerValue(max));
    marker->SetAttribute("MaxProbability", DoubleValue(probability));
    marker->AssignStreams(17);
    return marker;
}

/// Return the share of ECT frames that a marker marks at a queue.
double
Share(IncEcnMarker& marker, uint32_t queued, int frames)
{
    int marked = 0;
    for (int i = 0; i < frames; ++i)
    {
        IncFramePtr frame = IncFrame::Create();
        frame->ecn = IncFrame::ECT0;
        const bool said = marker.Mark(*frame, queued);
        EXPECT_EQ(said, frame->ecn == IncFrame::CE);
        marked += said;
    }
    return double(marked) / frames;
}

} // namespace

TEST(IncEcnMarkerTest, MarksAsOftenAsTheClosedFormSays)
{
    constexpr int FRAMES = 40000;
    auto marker = Marker(10000, 50000, 0.4);
    for (uint32_t queued = 0; queued <= 60000; queued += 5000)
    {
        // Figure 5 of the DCQCN paper.
        double expected = queued <= 10000   ? 0.0
                          : queued <= 50000 ? 0.4 * (queued - 10000.0) / 40000.0
                                            : 1.0;
        const double deviation = std::sqrt(expected * (1 - expected) / FRAMES);
        EXPECT_NEAR(Share(*marker, queued, FRAMES), expected, 4 * deviation) << queued;
    }
}

TEST(IncEcnMarkerTest, MarksInOneStepWhereTheThresholdsAreEqual)
{
    auto marker = Marker(30000, 30000, 0.1);
    marker->Check();
    EXPECT_EQ(Share(*marker, 30000, 1000), 0.0);
    EXPECT_EQ(Share(*marker, 30001, 1000), 1.0);
}

TEST(IncEcnMarkerTest, MarksOnlyEctFramesOfItsPriorities)
{
    auto marker = Marker(0, 1000, 1.0);
    marker->SetAttribute("Priorities", StringValue("3,5"));
    for (uint8_t priority = 0; priority < INC_PRIORITIES; ++priority)
    {
        for (uint8_t ecn : {IncFrame::NOT_ECT, IncFrame::ECT1, IncFrame::ECT0, IncFrame::CE})
        {
            IncFramePtr frame = IncFrame::Create();
            frame->priority = priority;
            frame->ecn = ecn;
            const bool expected = (priority == 3 || priority == 5) &&
                                  (ecn == IncFrame::ECT0 || ecn == IncFrame::ECT1);
            EXPECT_EQ(marker->Mark(*frame, 5000), expected);
            EXPECT_EQ(frame->ecn, expected ? uint8_t(IncFrame::CE) : ecn);
        }
    }
}

TEST(IncEcnMarkerTest, DrawsTheSameFromTheSameStream)
{
    auto a = Marker(0, 1000, 0.5);
    auto b = Marker(0, 1000, 0.5);
    for (int i = 0; i < 1000; ++i)
    {
        EXPECT_EQ(Share(*a, 800, 1), Share(*b, 800, 1));
    }
}

TEST(IncEcnMarker, NamesTheThresholdThatIsWrong)
{
    EXPECT_NO_THROW(Marker(1000, 1000, 0.5)->Check());
    try
    {
        Marker(2000, 1000, 0.5)->Check();
        FAIL() << "no error";
    }
    catch (const std::invalid_argument& error)
    {
        EXPECT_EQ(std::string(error.what()),
                  "IncEcnMarker::MinThreshold: 2000 bytes, must not exceed MaxThreshold, 1000 "
                  "bytes");
    }
}
