/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-aggregator-selection.h"

#include <algorithm>
#include <charconv>

namespace ns3
{

namespace
{

constexpr const char* LIST_PREFIX = "list:";

[[noreturn]] void
RefuseSelection(const std::string& why)
{
    throw IncTopologyError("aggregators: " + why);
}

std::vector<std::string>
SplitNames(const std::string& text)
{
    std::vector<std::string> names;
    std::size_t begin = 0;
    for (std::size_t comma; (comma = text.find(',', begin)) != std::string::npos; begin = comma + 1)
    {
        names.push_back(text.substr(begin, comma - begin));
    }
    names.push_back(text.substr(begin));
    return names;
}

} // namespace

IncAggregatorSelection
IncAggregatorSelection::Parse(const std::string& text)
{
    IncAggregatorSelection selection;
    const char* end = text.data() + text.size();
    auto [rest, error] = std::from_chars(text.data(), end, selection.m_count);
    if (text == "all")
    {
        selection.m_mode = Mode::ALL;
    }
    else if (text == "edge")
    {
        selection.m_mode = Mode::EDGE;
    }
    else if (text == "core")
    {
        selection.m_mode = Mode::CORE;
    }
    else if (text.rfind(LIST_PREFIX, 0) == 0)
    {
        selection.m_mode = Mode::LIST;
        selection.m_names = SplitNames(text.substr(std::string(LIST_PREFIX).size()));
    }
    else if (error == std::errc() && rest == end && selection.m_count >= 1)
    {
        selection.m_mode = Mode::COUNT;
    }
    else
    {
        RefuseSelection(
            "\"" + text +
            "\" is not accepted; expected all, edge, core, a number from 1, or list:NAME,…");
    }
    return selection;
}

std::vector<bool>
IncAggregatorSelection::Pick(const IncTopology& topology) const
{
    if (m_mode == Mode::LIST)
    {
        return PickList(topology);
    }
    const auto& nodes = topology.GetNodes();
    uint32_t highest = 0;
    for (const auto& node : nodes)
    {
        highest =
            node.kind == IncTopologyNode::Kind::SWITCH ? std::max(highest, node.tier) : highest;
    }
    std::vector<bool> picked(nodes.size());
    uint32_t taken = 0;
    for (uint32_t i = 0; i < nodes.size(); ++i)
    {
        bool inTier = (m_mode != Mode::EDGE || nodes[i].tier == 1) &&
                      (m_mode != Mode::CORE || nodes[i].tier == highest);
        picked[i] = topology.CanAggregate(i) && inTier;
        taken += nodes[i].isTaken && inTier;
    }
    auto available = static_cast<uint32_t>(std::count(picked.begin(), picked.end(), true));
    if (available == 0)
    {
        std::string where = m_mode == Mode::EDGE ? "edge " : m_mode == Mode::CORE ? "core " : "";
        RefuseSelection(
            "no " + where + "switch " +
            (taken > 0 ? "is free: the trees or slots of all " + std::to_string(taken) +
                             " that can aggregate are in use, or they have refused the group"
                       : std::string("can aggregate; expected at least one with \"inc\": true")));
    }
    if (m_mode == Mode::COUNT && m_count > available)
    {
        RefuseSelection(std::to_string(m_count) + " is not accepted; expected at most " +
                        std::to_string(available) + ", the switches that can aggregate");
    }
    return picked;
}

std::vector<bool>
IncAggregatorSelection::PickList(const IncTopology& topology) const
{
    std::vector<bool> picked(topology.GetNodes().size());
    for (const auto& name : m_names)
    {
        auto node = topology.Find(name);
        if (!node)
        {
            RefuseSelection("\"" + name + "\" is not in the topology; expected names of switches");
        }
        if (!topology.CanAggregate(*node))
        {
            RefuseSelection("\"" + name +
                            "\" cannot aggregate; expected switches with \"inc\": true");
        }
        if (picked[*node])
        {
            RefuseSelection("\"" + name + "\" is listed twice; expected each switch once");
        }
        picked[*node] = true;
    }
    return picked;
}

std::optional<uint32_t>
IncAggregatorSelection::GetCount() const
{
    return m_mode == Mode::COUNT ? std::make_optional(m_count) : std::nullopt;
}

} // namespace ns3
