/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-server-program.h"

#include "inc-flat-program.h"
#include "inc-rail-program.h"

#include "ns3/abort.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{

/// Most blocks of a stripe. More would hardly hide more time, and need memory for their steps.
constexpr uint64_t BLOCKS = 256;

/// Add the steps of an AllReduce.
void
AddAllReduce(IncHostProgram& program,
             const IncHostCall& call,
             const IncServerLayout& layout,
             IncInServer inServer,
             const IncHostAlgorithm* between)
{
    const uint64_t servers = layout.servers.size();
    const bool isDivided = between && servers > 1 && between->share > 0;
    for (uint32_t rail = 0; rail < layout.heads.size(); ++rail)
    {
        const auto [first, count] = layout.StripeOf(call.count, rail);
        const uint64_t size =
            isDivided ? std::max(servers * between->share / call.elementSize, count / BLOCKS + 1)
                      : count;
        for (uint64_t done = 0; done < count; done += size)
        {
            const IncRailProgram::Range block{first + done, std::min(size, count - done)};
            IncRailProgram(program, call, layout, inServer, between, rail, {block}, call.rank)
                .AllReduce();
        }
    }
}

/// Add the steps of an AllGather or ReduceScatter. The block of a rank passes the heads of its
/// rails.
void
AddBlocks(IncHostProgram& program,
          const IncHostCall& call,
          const IncServerLayout& layout,
          IncInServer inServer,
          const IncHostAlgorithm* between)
{
    const auto& own = layout.servers[layout.ServerOf(call.rank)];
    for (std::size_t i = 0; i < own.size(); ++i)
    {
        const auto rails = layout.RailsOf(own[i]);
        IncHostCall shares;
        shares.ranks = static_cast<uint32_t>(rails.size());
        shares.count = call.count;
        for (uint32_t k = 0; k < rails.size(); ++k)
        {
            const uint64_t first = shares.FirstOf(k);
            const uint64_t count = shares.FirstOf(k + 1) - first;
            std::vector<IncRailProgram::Range> parts;
            for (const auto& ranks : layout.servers)
            {
                parts.push_back({ranks[i] * call.count + first, count});
            }
            IncRailProgram part(program, call, layout, inServer, between, rails[k], parts, own[i]);
            if (count > 0 && call.collective == IncCollective::ALLGATHER)
            {
                part.AllGather();
            }
            else if (count > 0)
            {
                part.ReduceScatter();
            }
        }
    }
}

} // namespace

std::string
IncName(IncInServer inServer)
{
    switch (inServer)
    {
    case IncInServer::FLAT:
        return "flat";
    case IncInServer::CHAIN:
        return "chain";
    case IncInServer::DIRECT:
        return "direct";
    case IncInServer::NVLS:
        break;
    }
    return "nvls";
}

bool
IncRunsOverServers(IncCollective collective,
                   const IncServerLayout& layout,
                   IncInServer inServer,
                   const IncHostAlgorithm* between)
{
    if (inServer == IncInServer::FLAT)
    {
        return between && between->Knows(collective);
    }
    if (layout.heads.empty())
    {
        return false;
    }
    const bool isAlone = layout.servers.size() == 1;
    if (IncHasBlocks(collective))
    {
        return isAlone || (between && between->Knows(collective) && layout.IsUniform());
    }
    return collective == IncCollective::ALLREDUCE &&
           (isAlone || !between || between->Knows(collective));
}

IncHostProgram
IncMakeServerProgram(const IncHostCall& call,
                     const IncServerLayout& layout,
                     IncInServer inServer,
                     const IncHostAlgorithm* between)
{
    NS_ABORT_MSG_UNLESS(IncRunsOverServers(call.collective, layout, inServer, between),
                        "IncMakeServerProgram: collective "
                            << IncName(call.collective) << " with inServer " << IncName(inServer)
                            << "; accepted: allreduce, with flat what the algorithm knows, and "
                               "allgather and reducescatter over equal servers");
    if (inServer == IncInServer::FLAT)
    {
        return IncMakeFlatProgram(call, layout, *between);
    }
    IncHostProgram program;
    program.BalanceSends();
    if (call.collective == IncCollective::ALLREDUCE)
    {
        AddAllReduce(program, call, layout, inServer, between);
        return program;
    }
    IncServerLayout heads{layout};
    if (layout.servers.size() == 1)
    {
        // Without a network each GPU handles its own block.
        heads.heads.clear();
        for (uint32_t rank = 0; rank < call.ranks; ++rank)
        {
            heads.heads.push_back({{rank}});
        }
    }
    AddBlocks(program, call, heads, inServer, between);
    return program;
}

} // namespace ns3
