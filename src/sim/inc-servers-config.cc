/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-servers-config.h"

#include "inc-collective-config.h"
#include "inc-scenario-job.h"

#include "ns3/inc-argument-table.h"
#include "ns3/inc-clock.h"
#include "ns3/inc-parse.h"
#include "ns3/inc-quantity.h"
#include "ns3/inc-server-topology.h"
#include "ns3/inc-words.h"

#include <algorithm>
#include <iterator>

namespace ns3
{

namespace
{

/// Number of ranks in a server from which on a switch that reduces is faster than a ring.
constexpr uint32_t LEAST_FOR_NVLS = 5;

constexpr IncInServer PARTS[] = {IncInServer::FLAT,
                                 IncInServer::CHAIN,
                                 IncInServer::DIRECT,
                                 IncInServer::NVLS};

/// Return whether a scheme runs over servers.
bool
RunsOverServers(const std::string& scheme)
{
    return scheme == "inc" || IncHostAlgorithms().count(scheme) > 0;
}

/// Return the collectives that a scheme runs with some parts inside servers.
std::vector<IncCollective>
CollectivesOf(const IncScheme& scheme, const std::optional<IncInServer>& part)
{
    std::vector<IncCollective> known;
    std::copy_if(scheme.collectives.begin(),
                 scheme.collectives.end(),
                 std::back_inserter(known),
                 [&part](IncCollective collective) {
                     return part.value_or(IncInServer::FLAT) == IncInServer::FLAT ||
                            collective == IncCollective::ALLREDUCE || IncHasBlocks(collective);
                 });
    return known;
}

} // namespace

void
IncServersConfig::AddArguments(IncArgumentTable& table)
{
    table.Integer(
        "gpusPerServer",
        gpus,
        1U,
        1024U,
        "GPUs of every server, joined by a scale-up switch. A rank is a GPU, and a server "
        "takes the place of a host. With 1 there are hosts without servers.");
    table.Integer("servers",
                  servers,
                  1U,
                  IncTopology::MAX_HOSTS,
                  "as many as have places",
                  "Servers; each needs a place for each of its NICs (--rails).");
    table.Parsed<std::vector<uint32_t>>(
        "nicOwners",
        owners,
        "even",
        [this](const std::string& text) -> std::optional<std::vector<uint32_t>> {
            firstOwns = text == "first";
            std::vector<uint32_t> list;
            for (const std::string& part : IncSplit(text, ','))
            {
                const auto gpu = IncParseInteger(part);
                if (text == "even" || firstOwns)
                {
                    break;
                }
                if (!gpu || *gpu > UINT16_MAX || (!list.empty() && *gpu < list.back()))
                {
                    return std::nullopt;
                }
                list.push_back(static_cast<uint32_t>(*gpu));
            }
            return list;
        },
        "even, first, or GPUs in ascending order, one for each NIC, such as 0,0,4,4",
        "GPU that owns each NIC of a server: evenly, GPU 0, or a list. Other GPUs send through the "
        "owners.");
    table.Choice<IncCrossRail>(
        "crossRail",
        crossRail,
        {{"pxn", IncCrossRail::PXN},
         {"spine", IncCrossRail::SPINE},
         {"refuse", IncCrossRail::REFUSE}},
        "Way of data to a GPU of another server whose NIC is on another rail, with "
        "--inServer=flat: through the GPU of the own server that owns a NIC of this rail; over "
        "the network; or none.");
    table.Choice<bool>("scaleUp",
                       areMeshes,
                       {{"switch", false}, {"mesh", true}},
                       "What joins the GPUs of a server: a scale-up switch, or a link for each "
                       "pair.");
    table.Parsed<DataRate>(
        "scaleUpRate",
        rate,
        "3600Gbps",
        IncParseRate,
        "a rate with its unit, 1kbps to 100Tbps, such as 3600Gbps",
        "Rate of a GPU's link to the scale-up switch of its server, or to each other GPU.");
    table.Parsed<Time>("scaleUpDelay",
                       delay,
                       "468ns",
                       IncParserOfTimes(Time(0), Seconds(1)),
                       "a time with its unit, 0s to 1s, no finer than a nanosecond, such as 468ns",
                       "Delay of a GPU's link to the scale-up switch or to another GPU, one way.");
    table.Choice<IncScaleUpReduction>(
        "scaleUpReduce",
        reduction,
        {{"none", IncScaleUpReduction::NONE},
         {"pull", IncScaleUpReduction::PULL},
         {"push", IncScaleUpReduction::PUSH}},
        "What the scale-up switch reduces: nothing, what a GPU reads from all (NVLS), or what all "
        "GPUs send.");
    table.Parsed<std::vector<std::optional<IncInServer>>>(
        "inServer",
        inServer,
        "auto",
        [](const std::string& text) -> std::optional<std::vector<std::optional<IncInServer>>> {
            std::vector<std::optional<IncInServer>> parts;
            for (const std::string& word : IncSplit(text, ','))
            {
                const auto isNamed = [&word](IncInServer part) { return IncName(part) == word; };
                const auto found = std::find_if(std::begin(PARTS), std::end(PARTS), isNamed);
                const auto part = found == std::end(PARTS) ? std::nullopt : std::optional(*found);
                if ((!part && word != "auto") ||
                    std::find(parts.begin(), parts.end(), part) != parts.end())
                {
                    return std::nullopt;
                }
                parts.push_back(part);
            }
            return parts;
        },
        "auto, flat, chain, direct, nvls, or several different ones with commas between",
        "Part of a collective inside servers: none but an algorithm over all GPUs; a chain to the "
        "GPU that owns the NIC; each GPU to the owner; or the reducing scale-up switch. auto: nvls "
        "for an allreduce if the switch reduces for 5 ranks or more, else direct with inc; flat "
        "with ring and for other collectives; chain with tree, direct with others.");
}

void
IncServersConfig::Check(const IncArgumentTable& table,
                        uint32_t nics,
                        const IncRowsConfig& rows) const
{
    table.Needs(AreOn(),
                {"inServer", "crossRail"},
                table.Assignment("gpusPerServer") + ": there is no server");
    table.Needs(gpus > 1,
                {"servers", "nicOwners", "scaleUp", "scaleUpRate", "scaleUpDelay"},
                areInFile ? table.Assignment("topology") + ": the file tells"
                          : table.Assignment("gpusPerServer") + ": there is no server");
    table.Require(!areMeshes || gpus <= IncTopologyServer::MOST_IN_MESH,
                  "scaleUp",
                  "a server has " + std::to_string(gpus) +
                      " GPUs; accepted: switch, or mesh with at most " +
                      std::to_string(IncTopologyServer::MOST_IN_MESH));
    table.Require(!areMeshes || reduction == IncScaleUpReduction::NONE,
                  "scaleUpReduce",
                  "a mesh has no switch; accepted: none");
    table.Needs(gpus > 1 || (areInFile && isReductionOpen),
                {"scaleUpReduce"},
                areInFile ? table.Assignment("topology") + ": the file tells"
                          : table.Assignment("gpusPerServer") + ": there is no server");
    if (!AreOn())
    {
        return;
    }
    table.Require(owners.empty() || owners.size() == nics,
                  "nicOwners",
                  "a server has " + std::to_string(nics) + " NICs; accepted: a GPU for each");
    table.Require(owners.empty() || owners.back() < gpus,
                  "nicOwners",
                  "accepted: GPUs from 0 to " + std::to_string(gpus - 1));
    const auto& parts = inServer;
    const bool wantsNvls = std::find(parts.begin(), parts.end(), IncInServer::NVLS) != parts.end();
    table.Require(!wantsNvls || reduction != IncScaleUpReduction::NONE,
                  "inServer",
                  std::string("a scale-up switch does not reduce; accepted: flat, chain, direct") +
                      (areInFile && !isReductionOpen ? "" : ", or --scaleUpReduce=pull"));
    for (const IncScheme* scheme : rows.schemes)
    {
        table.Require(RunsOverServers(scheme->name),
                      "scheme",
                      scheme->name + " does not know servers; accepted with " +
                          table.Assignment("gpusPerServer") +
                          ": inc, auto, and algorithms over hosts such as ring");
        table.Require(
            scheme->name != "inc" ||
                std::find(parts.begin(), parts.end(), IncInServer::FLAT) == parts.end(),
            "inServer",
            "an algorithm over all GPUs is no part of inc; accepted: auto, chain, direct, "
            "nvls");
    }
}

void
IncServersConfig::MakeSchemes(IncRowsConfig& rows) const
{
    std::vector<const IncScheme*> schemes;
    const auto parts = GetParts();
    for (const IncScheme* scheme : rows.schemes)
    {
        for (const auto& part : parts)
        {
            auto own = std::make_shared<IncScheme>(*scheme);
            own->hasRails = true;
            own->collectives = CollectivesOf(*scheme, part);
            own->byRank.clear();
            if (scheme->name == "inc" && part == IncInServer::NVLS)
            {
                own->byRank = {IncCollective::ALLREDUCE}; // other parts begin at different GPUs
            }
            own->make = [name = scheme->name, part](const IncJobSetting& setting) {
                return IncMakeServerJob(setting, name, part);
            };
            rows.madeSchemes.push_back(own);
            schemes.push_back(own.get());
        }
    }
    rows.schemes = schemes;
}

void
IncServersConfig::CheckCrossing(const IncArgumentTable& table,
                                const IncRowsConfig& rows,
                                IncCollective collective,
                                const IncServerLayout& layout,
                                bool isOneNetwork) const
{
    const auto parts = GetParts();
    bool crosses = false;
    for (const IncScheme* scheme : rows.schemes)
    {
        for (const auto& part : parts)
        {
            const IncInServer own = part.value_or(
                Choose(scheme->name, collective, layout.GetLargest(), layout.reduces));
            crosses |=
                scheme->name != "inc" &&
                (own == IncInServer::FLAT ||
                 !IncRunsOverServers(collective, layout, own, &IncHostAlgorithmOf(scheme->name)));
        }
    }
    crosses &= layout.servers.size() > 1 && layout.GetLargest() > 1;
    table.Require(
        crossRail != IncCrossRail::REFUSE || !crosses,
        "crossRail",
        "an algorithm over all GPUs sends to other rails; accepted: pxn, spine, or another "
        "--inServer");
    table.Require(crossRail != IncCrossRail::SPINE || isOneNetwork,
                  "crossRail",
                  "no switches join all rails; accepted: pxn, refuse");
    table.Needs(crosses || rows.execution || crossRail != IncCrossRail::SPINE,
                {"crossRail"},
                "these schemes: they stay on their rails");
}

IncTopology
IncServersConfig::Build(const IncTopology& hosts,
                        uint32_t places,
                        uint32_t nics,
                        uint32_t planes) const
{
    IncServerShape shape;
    shape.places = places;
    shape.gpus = gpus;
    shape.servers = servers.value_or(static_cast<uint32_t>(hosts.GetHosts().size() / places));
    for (uint32_t nic = 0; nic < nics; ++nic)
    {
        const uint32_t owner = !owners.empty() ? owners[nic] : firstOwns ? 0 : nic * gpus / nics;
        shape.owners.insert(shape.owners.end(), planes, owner);
    }
    shape.rate = rate.GetBitRate();
    shape.delay = IncClock::ToPs(delay);
    shape.reduction = reduction;
    shape.isMesh = areMeshes;
    return IncMakeServers(hosts, shape);
}

IncInServer
IncServersConfig::Choose(const std::string& scheme,
                         IncCollective collective,
                         uint32_t gpus,
                         bool reduces)
{
    const bool isAllReduce = collective == IncCollective::ALLREDUCE;
    if (isAllReduce && reduces && gpus >= LEAST_FOR_NVLS)
    {
        return IncInServer::NVLS;
    }
    if (scheme == "inc")
    {
        return IncInServer::DIRECT;
    }
    if (scheme == "ring" || !isAllReduce)
    {
        return IncInServer::FLAT;
    }
    return scheme == "tree" ? IncInServer::CHAIN : IncInServer::DIRECT;
}

} // namespace ns3
