/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-execution-trace.h"

#include "inc-chakra-file.h"

#include "ns3/inc-printable.h"

#include <algorithm>
#include <unordered_map>

namespace ns3
{

namespace
{

using Type = IncChakraNode::Type;
using Resource = IncExecutionResource;

constexpr std::size_t LONGEST_NAME = 200; // most bytes of a name that are kept
// Largest sum of durations over all nodes of a rank: 31 years.
constexpr uint64_t MOST_DURATION_US = 1'000'000'000'000'000;
constexpr std::size_t NAMED_MISSING = 3; // most missing ids that a note names

/// Collectives by their number in the file (collective_comm_type of the schema).
constexpr std::array<IncCollective, 10> COLLECTIVES{
    IncCollective::ALLREDUCE,
    IncCollective::REDUCE,
    IncCollective::ALLGATHER,
    IncCollective::GATHER,
    IncCollective::SCATTER,
    IncCollective::BROADCAST,
    IncCollective::ALLTOALL,
    IncCollective::REDUCESCATTER,
    IncCollective::REDUCESCATTER, // ReduceScatter by blocks
    IncCollective::BARRIER};

Resource
ResourceOf(const IncChakraNode& node)
{
    switch (node.type)
    {
    case Type::METADATA:
        return Resource::NONE;
    case Type::MEMORY_LOAD:
    case Type::MEMORY_STORE:
        return node.isCpuOperation.value_or(false) ? Resource::CPU : Resource::MEMORY;
    case Type::COMPUTE:
        return node.isCpuOperation.value_or(false) ? Resource::CPU : Resource::COMPUTE;
    case Type::SEND:
    case Type::RECEIVE:
    case Type::COLLECTIVE:
        // Without peer or type, the node only takes its recorded time, by default on the processor.
        return node.isCpuOperation.value_or(true) ? Resource::CPU : Resource::COMMUNICATION;
    }
    return Resource::NONE;
}

bool
Communicates(const IncChakraNode& node)
{
    switch (node.type)
    {
    case Type::SEND:
        return node.destination.has_value();
    case Type::RECEIVE:
        return node.source.has_value();
    case Type::COLLECTIVE:
        return node.commType.has_value();
    default:
        return false;
    }
}

class Interner
{
  public:
    explicit Interner(std::vector<std::string>& texts)
        : m_texts(texts)
    {
    }

    uint32_t operator()(const std::string& text)
    {
        const auto [known, isNew] = m_numbers.emplace(IncPrintable(text, LONGEST_NAME),
                                                      static_cast<uint32_t>(m_texts.size()));
        if (isNew)
        {
            m_texts.push_back(known->first);
        }
        return known->second;
    }

  private:
    std::vector<std::string>& m_texts;
    std::unordered_map<std::string, uint32_t> m_numbers;
};

} // namespace

struct IncExecutionTrace::Reading
{
    explicit Reading(IncExecutionTrace& trace)
        : names(trace.m_names),
          groups(trace.m_groupNames)
    {
    }

    Interner names;
    Interner groups;
    std::vector<uint64_t> dependencies; // ids of dependencies, node after node
    std::vector<std::size_t>
        firstDependency;          // first dependency of each node, and the end of the list
    uint64_t durationUs{0};       // sum of the durations of all nodes
    std::optional<uint32_t> rank; // rank of the trace, if it is known
};

IncExecutionTrace::IncExecutionTrace(const std::string& path, std::optional<uint32_t> rank)
    : m_path(path)
{
    Reading reading(*this);
    reading.rank = rank;
    Read(reading);
    Link(reading);
}

IncExecutionTrace::IncExecutionTrace(const std::string& name, const std::vector<IncMadeNode>& nodes)
    : m_path(name)
{
    Reading reading(*this);
    for (const IncMadeNode& made : nodes)
    {
        IncChakraNode node = made.node;
        if (made.collective)
        {
            node.commType = std::find(COLLECTIVES.begin(), COLLECTIVES.end(), *made.collective) -
                            COLLECTIVES.begin();
        }
        Add(node, reading);
        m_nodes.back().durationNs = made.durationNs;
        if (made.hasOwnStream)
        {
            m_nodes.back().resource = Resource::GRADIENTS;
        }
    }
    reading.firstDependency.push_back(reading.dependencies.size());
    Link(reading);
}

void
IncExecutionTrace::Read(Reading& reading)
{
    IncChakraFile file(m_path);
    if (!file.Next())
    {
        Refuse("is empty; accepted: a Chakra trace, plain or gzip");
    }
    // The first message is GlobalMetadata, which is not needed.
    IncChakraNode node;
    while (file.Next())
    {
        try
        {
            node.Decode(file.GetMessage());
            if (!node.hasId && !m_nodes.empty())
            {
                throw IncWorkloadError("a node has no id; accepted: ids of all nodes but the "
                                       "first, which may leave out 0");
            }
            Add(node, reading);
        }
        catch (const IncWorkloadError& error)
        {
            file.Refuse(error.what());
        }
    }
    reading.firstDependency.push_back(reading.dependencies.size());
}

void
IncExecutionTrace::Add(const IncChakraNode& node, Reading& reading)
{
    if (m_nodes.size() == MOST_NODES)
    {
        throw IncWorkloadError("one node too many; accepted: at most " +
                               std::to_string(MOST_NODES) + " of a rank");
    }
    IncTraceNode added;
    added.id = node.id;
    added.type = node.type;
    added.name = reading.names(node.name);
    if (Communicates(node))
    {
        AddCommunication(node, added, reading);
    }
    else
    {
        added.resource = ResourceOf(node);
        m_counts.replayed += node.type >= Type::SEND;
        const uint64_t duration = node.type == Type::METADATA ? 0 : node.durationUs;
        if (duration > MOST_DURATION_US - reading.durationUs)
        {
            throw IncWorkloadError("node " + std::to_string(node.id) + " takes " +
                                   std::to_string(duration) + " us; accepted: at most " +
                                   std::to_string(MOST_DURATION_US) + " us in all");
        }
        reading.durationUs += duration;
        added.durationNs = static_cast<int64_t>(duration) * 1000;
    }
    ++m_counts.nodes[static_cast<std::size_t>(node.type)];
    m_nodes.push_back(added);
    reading.firstDependency.push_back(reading.dependencies.size());
    reading.dependencies.insert(reading.dependencies.end(),
                                node.dependencies.begin(),
                                node.dependencies.end());
}

void
IncExecutionTrace::AddCommunication(const IncChakraNode& node,
                                    IncTraceNode& added,
                                    Reading& reading)
{
    const auto within = [&](const char* what, int64_t value, uint64_t low, uint64_t high) {
        if (value < static_cast<int64_t>(low) || value > static_cast<int64_t>(high))
        {
            throw IncWorkloadError("node " + std::to_string(node.id) + ": " + what + " is " +
                                   std::to_string(value) + "; accepted: " + std::to_string(low) +
                                   (high > low ? " to " + std::to_string(high) : ""));
        }
        return static_cast<uint64_t>(value);
    };
    IncTraceCommunication asked;
    if (node.type == Type::COLLECTIVE)
    {
        asked.collective =
            COLLECTIVES[within("comm_type", *node.commType, 0, COLLECTIVES.size() - 1)];
        asked.group = reading.groups(node.group);
        asked.root = within("root", node.root.value_or(0), 0, MOST_RANKS - 1);
        if (node.leavesOutDimension)
        {
            throw IncWorkloadError("node " + std::to_string(node.id) +
                                   ": involved_dim leaves a dimension out; accepted: groups by "
                                   "pg_name, or all dimensions");
        }
        ++m_counts.collectives;
    }
    else
    {
        const bool sends = node.type == Type::SEND;
        const int64_t peer = sends ? *node.destination : *node.source;
        asked.peer = within(sends ? "comm_dst" : "comm_src", peer, 0, MOST_RANKS - 1);
        if (const auto self = sends ? node.source : node.destination; self && reading.rank)
        {
            within(sends ? "comm_src" : "comm_dst", *self, *reading.rank, *reading.rank);
        }
        asked.tag = node.tag.value_or(0);
    }
    const bool isBarrier =
        node.type == Type::COLLECTIVE && asked.collective == IncCollective::BARRIER;
    if (!isBarrier && !node.commSize)
    {
        throw IncWorkloadError("node " + std::to_string(node.id) +
                               " has no comm_size; accepted: 0 to " + std::to_string(MOST_BYTES));
    }
    asked.bytes = isBarrier ? 0 : within("comm_size", *node.commSize, 0, MOST_BYTES);
    m_counts.communicationBytes += asked.bytes;
    added.resource = node.type == Type::RECEIVE ? Resource::RECEIVE : Resource::COMMUNICATION;
    added.communication = static_cast<uint32_t>(m_communications.size());
    m_communications.push_back(asked);
}

void
IncExecutionTrace::Link(Reading& reading)
{
    constexpr uint32_t NOWHERE = UINT32_MAX;
    std::vector<std::pair<uint64_t, uint32_t>> ids;
    ids.reserve(m_nodes.size());
    for (uint32_t node = 0; node < m_nodes.size(); ++node)
    {
        ids.emplace_back(m_nodes[node].id, node);
    }
    std::sort(ids.begin(), ids.end());
    for (std::size_t i = 1; i < ids.size(); ++i)
    {
        if (ids[i].first == ids[i - 1].first)
        {
            Refuse("two nodes have the id " + std::to_string(ids[i].first) +
                   "; accepted: each id once");
        }
    }
    const auto find = [&ids](uint64_t id) {
        const auto found = std::lower_bound(ids.begin(), ids.end(), std::pair(id, uint32_t{0}));
        return found != ids.end() && found->first == id ? found->second : NOWHERE;
    };
    m_dependencyCounts.assign(m_nodes.size(), 0);
    m_firstSuccessor.assign(m_nodes.size() + 1, 0);
    std::vector<uint32_t> producers;
    producers.reserve(reading.dependencies.size());
    for (uint32_t node = 0; node < m_nodes.size(); ++node)
    {
        for (std::size_t i = reading.firstDependency[node]; i < reading.firstDependency[node + 1];
             ++i)
        {
            const uint32_t producer = find(reading.dependencies[i]);
            producers.push_back(producer);
            if (producer == NOWHERE)
            {
                ++m_counts.dangling;
                if (m_counts.missing.size() < NAMED_MISSING)
                {
                    m_counts.missing.push_back(reading.dependencies[i]);
                }
                continue;
            }
            m_counts.forward += producer > node;
            ++m_dependencyCounts[node];
            ++m_firstSuccessor[producer + 1];
        }
    }
    for (std::size_t node = 0; node < m_nodes.size(); ++node)
    {
        m_firstSuccessor[node + 1] += m_firstSuccessor[node];
    }
    m_successors.resize(m_firstSuccessor.back());
    std::vector<std::size_t> next(m_firstSuccessor.begin(), m_firstSuccessor.end() - 1);
    for (uint32_t node = 0; node < m_nodes.size(); ++node)
    {
        for (std::size_t i = reading.firstDependency[node]; i < reading.firstDependency[node + 1];
             ++i)
        {
            if (producers[i] != NOWHERE)
            {
                m_successors[next[producers[i]]++] = node;
            }
        }
    }
    RefuseCycles(producers, reading);
}

std::vector<uint32_t>
IncExecutionTrace::SortTopologically() const
{
    std::vector<uint32_t> missing = m_dependencyCounts;
    std::vector<uint32_t> order;
    order.reserve(m_nodes.size());
    for (uint32_t node = 0; node < m_nodes.size(); ++node)
    {
        if (missing[node] == 0)
        {
            order.push_back(node);
        }
    }
    for (std::size_t i = 0; i < order.size(); ++i)
    {
        for (const uint32_t successor : GetSuccessors(order[i]))
        {
            if (--missing[successor] == 0)
            {
                order.push_back(successor);
            }
        }
    }
    return order;
}

void
IncExecutionTrace::RefuseCycles(const std::vector<uint32_t>& producers,
                                const Reading& reading) const
{
    const std::vector<uint32_t> order = SortTopologically();
    if (order.size() == m_nodes.size())
    {
        return;
    }
    std::vector<bool> waits(m_nodes.size(), true);
    for (const uint32_t node : order)
    {
        waits[node] = false;
    }
    // Each waiting node depends on a waiting node, so following dependencies leads to a cycle.
    std::vector<bool> seen(m_nodes.size(), false);
    auto node = static_cast<uint32_t>(std::find(waits.begin(), waits.end(), true) - waits.begin());
    while (!seen[node])
    {
        seen[node] = true;
        const auto first = producers.begin() + reading.firstDependency[node];
        const auto last = producers.begin() + reading.firstDependency[node + 1];
        node = *std::find_if(first, last, [&](uint32_t producer) {
            return producer < m_nodes.size() && waits[producer];
        });
    }
    Refuse("node " + Described(node) + " depends on itself in the end; accepted: no cycle");
}

std::string
IncExecutionTrace::GetName(uint32_t node) const
{
    const std::string& name = m_names[m_nodes[node].name];
    return name.empty() ? "node " + std::to_string(m_nodes[node].id) : name;
}

std::string
IncExecutionTrace::Described(uint32_t node) const
{
    const std::string& name = m_names[m_nodes[node].name];
    return std::to_string(m_nodes[node].id) + (name.empty() ? "" : " (" + name + ")");
}

void
IncExecutionTrace::SetGroups(const std::vector<uint32_t>& numbers)
{
    for (const IncTraceNode& node : m_nodes)
    {
        if (node.IsCollective())
        {
            IncTraceCommunication& asked = m_communications[node.communication];
            asked.group = numbers[asked.group];
        }
    }
}

void
IncExecutionTrace::Refuse(const std::string& reason) const
{
    throw IncWorkloadError(m_path + ": " + reason);
}

} // namespace ns3
