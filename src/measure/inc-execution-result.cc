/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-execution-result.h"

namespace ns3
{

namespace
{

using Json = nlohmann::ordered_json;

Json
Counts(const IncTraceCounts& counts)
{
    const auto nodesOf = [&](IncChakraNode::Type type) {
        return counts.nodes[static_cast<std::size_t>(type)];
    };
    using Type = IncChakraNode::Type;
    return Json{{"metadata", nodesOf(Type::METADATA)},
                {"memory_loads", nodesOf(Type::MEMORY_LOAD)},
                {"memory_stores", nodesOf(Type::MEMORY_STORE)},
                {"computations", nodesOf(Type::COMPUTE)},
                {"sends", nodesOf(Type::SEND)},
                {"receives", nodesOf(Type::RECEIVE)},
                {"collectives", nodesOf(Type::COLLECTIVE)},
                {"collectives_run", counts.collectives},
                {"communication_bytes", counts.communicationBytes},
                {"replayed", counts.replayed},
                {"dangling", counts.dangling},
                {"forward", counts.forward}};
}

Json
Ranks(const std::vector<IncRankResult>& ranks)
{
    auto rows = Json::array();
    for (const auto& rank : ranks)
    {
        rows.push_back(Json{{"rank", rows.size()},
                            {"host", rank.host},
                            {"end_us", rank.endUs},
                            {"compute_us", rank.computeUs},
                            {"communication_us", rank.communicationUs},
                            {"exposed_us", rank.exposedUs},
                            {"exposed_messages_us", rank.exposedMessagesUs}});
    }
    return rows;
}

Json
Calls(const std::vector<IncCallResult>& calls)
{
    auto rows = Json::array();
    for (const auto& call : calls)
    {
        rows.push_back(Json{{"name", call.name},
                            {"group", call.group},
                            {"collective", IncName(call.collective)},
                            {"ranks", call.ranks},
                            {"bytes", call.bytes},
                            {"start_us", call.startUs},
                            {"end_us", call.endUs},
                            {"exposed_us", call.exposedUs}});
    }
    return rows;
}

Json
CriticalPath(const std::vector<IncCriticalShare>& path)
{
    auto rows = Json::array();
    for (const auto& share : path)
    {
        rows.push_back(
            Json{{"name", share.name}, {"nodes", share.nodes}, {"time_us", share.timeUs}});
    }
    return rows;
}

} // namespace

Json
IncExecutionResult::ToJson() const
{
    Json fields = ToColumns();
    fields["trace"] = Counts(counts);
    fields["ranks"] = Ranks(ranks);
    fields["layers"] = Calls(calls);
    fields["critical_path"] = CriticalPath(criticalPath);
    return fields;
}

Json
IncExecutionResult::ToColumns() const
{
    return Json{{"iteration_us", iterationUs}, {"exposed_us", exposedUs}};
}

} // namespace ns3
