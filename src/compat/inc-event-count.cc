/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-event-count.h"

#include "inc-version.h"

#include "ns3/channel-list.h"
#include "ns3/simulator.h"

#include <string>

namespace ns3
{

uint64_t
IncEventCount()
{
    constexpr int FIRST = 41;                    // ns-3.41 is the first to initialize channels
    const std::string version = IncNs3Version(); // "3.48", or "3-dev"
    const auto point = version.find('.');
    const bool isOld = point != std::string::npos && std::stoi(version.substr(point + 1)) < FIRST;
    return Simulator::GetEventCount() - (isOld ? 0 : ChannelList::GetNChannels());
}

} // namespace ns3
