/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-server-layout.h"

#include "inc-host-program.h"

#include "ns3/inc-rail.h"

#include <algorithm>
#include <map>
#include <optional>

namespace ns3
{

namespace
{

/// Return the rank that owns a NIC of a server, if its GPU is a rank.
std::optional<IncServerLayout::Head>
FindHead(const std::vector<IncServerNic>& nics,
         uint32_t rail,
         const std::map<uint32_t, uint32_t>& ranks)
{
    if (rail >= nics.size() || ranks.count(nics[rail].host) == 0)
    {
        return std::nullopt;
    }
    return IncServerLayout::Head{ranks.at(nics[rail].host), nics[rail].port};
}

} // namespace

IncServerLayout
IncServerLayout::Of(const IncTopology& topology,
                    const std::vector<uint32_t>& hosts,
                    const std::vector<uint32_t>& failed)
{
    const auto works = [&topology, &failed](const IncServerNic& nic) {
        const uint32_t link = topology.GetPorts(nic.host)[nic.port].link;
        return std::find(failed.begin(), failed.end(), link) == failed.end();
    };
    IncServerLayout layout;
    std::map<uint32_t, uint32_t> ranks;                // by host
    std::map<std::optional<uint32_t>, uint32_t> known; // index in the layout, by server
    std::vector<std::vector<IncServerNic>> nics;       // by server of the layout
    std::size_t rails = SIZE_MAX;
    for (uint32_t rank = 0; rank < hosts.size(); ++rank)
    {
        ranks[hosts[rank]] = rank;
        const auto server = topology.FindServer(hosts[rank]);
        const auto found = server ? known.find(server) : known.end();
        if (found != known.end())
        {
            layout.servers[found->second].push_back(rank);
            layout.serverOf.push_back(found->second);
            continue;
        }
        if (server)
        {
            known[server] = static_cast<uint32_t>(layout.servers.size());
            const IncTopologyServer& own = topology.GetServers()[*server];
            layout.pushes = own.reduction == IncScaleUpReduction::PUSH;
            nics.push_back(IncNicsOf(topology, own));
        }
        else
        {
            nics.push_back(IncNicsOf(topology, {"", "", {}, {{hosts[rank], 0, 0}}}));
        }
        layout.serverOf.push_back(static_cast<uint32_t>(layout.servers.size()));
        layout.servers.push_back({rank});
        rails = std::min(rails, nics.back().size());
    }
    for (const auto& ranks : layout.servers)
    {
        layout.reduces &= ranks.size() == 1 ||
                          topology.GetServers()[*topology.FindServer(hosts[ranks[0]])].reduction !=
                              IncScaleUpReduction::NONE;
    }
    for (uint32_t rail = 0; rail < rails; ++rail)
    {
        std::vector<Head> heads;
        for (const auto& own : nics)
        {
            const auto head = FindHead(own, rail, ranks);
            if (head && works(own[rail]))
            {
                heads.push_back(*head);
            }
        }
        if (heads.size() == layout.servers.size())
        {
            layout.heads.push_back(heads);
            layout.rails.push_back(rail);
        }
    }
    for (uint32_t rank = 0;
         layout.rails.empty() && layout.servers.size() == 1 && rank < hosts.size();
         ++rank)
    {
        layout.heads.push_back({{rank}});
    }
    return layout;
}

std::vector<uint32_t>
IncServerLayout::FromHead(uint32_t rail, uint32_t server) const
{
    std::vector<uint32_t> ranks = servers[server];
    std::rotate(ranks.begin(),
                std::find(ranks.begin(), ranks.end(), heads[rail][server].rank),
                ranks.end());
    return ranks;
}

std::vector<uint32_t>
IncServerLayout::RailsOf(uint32_t rank) const
{
    const uint32_t server = ServerOf(rank);
    std::vector<uint32_t> own;
    for (uint32_t rail = 0; rail < heads.size(); ++rail)
    {
        if (heads[rail][server].rank == rank)
        {
            own.push_back(rail);
        }
    }
    const auto& ranks = servers[server];
    const std::size_t place = std::find(ranks.begin(), ranks.end(), rank) - ranks.begin();
    const std::size_t nearest = place * heads.size() / ranks.size();
    return own.empty() ? std::vector{static_cast<uint32_t>(nearest)} : own;
}

bool
IncServerLayout::IsHead(uint32_t rank) const
{
    const uint32_t server = ServerOf(rank);
    return std::any_of(heads.begin(), heads.end(), [server, rank](const auto& own) {
        return own[server].rank == rank;
    });
}

uint32_t
IncServerLayout::PortOf(uint32_t rank, uint32_t rail) const
{
    const uint32_t server = ServerOf(rank);
    const auto own = RailsOf(rank);
    // Owners have all planes of a NIC, so that equal remainders are of one plane.
    return heads[heads[rail][server].rank == rank ? rail : own[rail % own.size()]][server].port;
}

std::pair<uint64_t, uint64_t>
IncServerLayout::StripeOf(uint64_t count, uint32_t rail) const
{
    IncHostCall stripes;
    stripes.ranks = static_cast<uint32_t>(heads.size());
    stripes.count = count;
    return {stripes.FirstOf(rail), stripes.FirstOf(rail + 1) - stripes.FirstOf(rail)};
}

bool
IncServerLayout::IsUniform() const
{
    const auto& first = servers.front();
    for (std::size_t server = 1; server < servers.size(); ++server)
    {
        for (std::size_t i = 0; i < first.size(); ++i)
        {
            if (servers[server].size() != first.size() ||
                RailsOf(servers[server][i]) != RailsOf(first[i]))
            {
                return false;
            }
        }
    }
    return true;
}

uint32_t
IncServerLayout::GetLargest() const
{
    std::size_t largest = 0;
    for (const auto& ranks : servers)
    {
        largest = std::max(largest, ranks.size());
    }
    return static_cast<uint32_t>(largest);
}

} // namespace ns3
