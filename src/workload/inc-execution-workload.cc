/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-execution-workload.h"

#include "inc-workload-trace.h"

#include "ns3/inc-json-file.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <set>
#include <tuple>

namespace ns3
{

namespace
{

namespace fs = std::filesystem;

using Type = IncChakraNode::Type;

const std::string SUFFIX = ".et";

std::set<uint32_t>
FindRanks(const std::string& prefix)
{
    const fs::path path(prefix);
    const std::string begin = path.filename().string() + ".";
    std::set<uint32_t> ranks;
    std::error_code error;
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error))
    {
        const std::string name = entry->path().filename().string();
        if (name.size() <= begin.size() + SUFFIX.size() || name.rfind(begin, 0) != 0 ||
            name.compare(name.size() - SUFFIX.size(), SUFFIX.size(), SUFFIX) != 0)
        {
            continue;
        }
        const char* first = name.data() + begin.size();
        const char* last = name.data() + name.size() - SUFFIX.size();
        uint32_t rank = 0;
        const auto [stop, failed] = std::from_chars(first, last, rank);
        const bool isPlain = *first != '0' || last - first == 1;
        if (failed == std::errc() && stop == last && isPlain &&
            rank < IncExecutionTrace::MOST_RANKS)
        {
            ranks.insert(rank);
        }
    }
    return ranks;
}

std::string
Shown(const IncTraceCommunication& asked)
{
    return IncName(asked.collective) + " of " + std::to_string(asked.bytes) + " bytes";
}

struct Message
{
    uint32_t source;
    uint32_t destination;
    int64_t tag;
    uint64_t bytes;

    auto Key() const
    {
        return std::tie(source, destination, tag, bytes);
    }

    bool operator<(const Message& other) const
    {
        return Key() < other.Key();
    }

    std::string ToString() const
    {
        return std::to_string(bytes) + " bytes with tag " + std::to_string(tag) + " from rank " +
               std::to_string(source) + " to rank " + std::to_string(destination);
    }
};

} // namespace

bool
IncExecutionWorkload::IsThere(const std::string& prefix)
{
    return !FindRanks(prefix).empty();
}

IncExecutionWorkload::IncExecutionWorkload(const std::string& prefix, const std::string& groupsFile)
    : m_prefix(prefix)
{
    ReadTraces();
    AddAll();
    ResolveGroups(groupsFile.empty() ? FindGroups() : ReadGroups(groupsFile), groupsFile);
    CheckMembers();
    CheckCollectives();
    CheckMessages();
}

IncExecutionWorkload::IncExecutionWorkload(const IncWorkload& workload, uint32_t ranks)
    : m_prefix(workload.name),
      m_traces(ranks, IncExecutionTrace(workload.name, IncMakeWorkloadTrace(workload, ranks)))
{
    AddAll();
    std::vector<std::vector<uint32_t>> numbers(ranks);
    for (const std::string& kind : m_traces.front().GetGroupNames())
    {
        const auto groups = kind.empty() ? std::vector<IncCommunicationGroup>()
                                         : workload.parallelism.MakeGroups(kind, ranks);
        for (auto& number : numbers)
        {
            number.push_back(0);
        }
        for (const IncCommunicationGroup& group : groups)
        {
            for (const uint32_t rank : group.ranks)
            {
                numbers[rank].back() = static_cast<uint32_t>(m_groups.size());
            }
            m_groups.push_back(group);
        }
    }
    for (uint32_t rank = 0; rank < ranks; ++rank)
    {
        m_traces[rank].SetGroups(numbers[rank]);
    }
}

void
IncExecutionWorkload::AddAll()
{
    m_groups.push_back({"all", {}});
    for (uint32_t rank = 0; rank < m_traces.size(); ++rank)
    {
        m_groups.front().ranks.push_back(rank);
    }
}

void
IncExecutionWorkload::ReadTraces()
{
    const std::set<uint32_t> ranks = FindRanks(m_prefix);
    if (ranks.empty())
    {
        throw IncWorkloadError(m_prefix + ": there is no " + m_prefix + ".0" + SUFFIX +
                               "; accepted: the prefix of traces");
    }
    for (uint32_t rank = 0; rank <= *ranks.rbegin(); ++rank)
    {
        if (ranks.count(rank) == 0)
        {
            throw IncWorkloadError(m_prefix + ": there is no " + RankName(rank) + ", but " +
                                   RankName(*ranks.rbegin()) +
                                   "; accepted: traces of all ranks from 0");
        }
    }
    uint64_t nodes = 0;
    for (uint32_t rank = 0; rank < ranks.size(); ++rank)
    {
        m_traces.emplace_back(RankName(rank), rank);
        nodes += m_traces.back().GetNodes().size();
        if (nodes > IncExecutionTrace::MOST_NODES)
        {
            throw IncWorkloadError(m_prefix + ": more than " +
                                   std::to_string(IncExecutionTrace::MOST_NODES) +
                                   " nodes in all; accepted: so many");
        }
    }
}

std::string
IncExecutionWorkload::RankName(uint32_t rank) const
{
    return m_prefix + "." + std::to_string(rank) + SUFFIX;
}

IncExecutionWorkload::GroupNumbers
IncExecutionWorkload::ReadGroups(const std::string& file)
{
    const IncJsonFile json("groups file", file);
    GroupNumbers numbers;
    for (const auto& [name, ranks] : json.GetRoot().items())
    {
        IncCommunicationGroup group;
        group.name = name;
        const std::string accepted =
            "an array of ranks from 0 to " + std::to_string(m_traces.size() - 1) + ", each once";
        json.CheckArray(name, ranks, accepted);
        for (const auto& rank : ranks)
        {
            const bool isRank = rank.is_number_unsigned() && rank < m_traces.size();
            if (!isRank ||
                std::find(group.ranks.begin(), group.ranks.end(), rank) != group.ranks.end())
            {
                json.FailValue(name, rank, accepted);
            }
            group.ranks.push_back(rank);
        }
        if (group.ranks.empty())
        {
            json.Fail(name, "has no rank; accepted: " + accepted);
        }
        std::sort(group.ranks.begin(), group.ranks.end());
        numbers[name] = static_cast<uint32_t>(m_groups.size());
        m_groups.push_back(std::move(group));
    }
    return numbers;
}

IncExecutionWorkload::GroupNumbers
IncExecutionWorkload::FindGroups()
{
    GroupNumbers numbers;
    for (uint32_t rank = 0; rank < m_traces.size(); ++rank)
    {
        for (const std::string& name : m_traces[rank].GetGroupNames())
        {
            if (name.empty() || name == "0")
            {
                continue;
            }
            const auto [known, isNew] = numbers.emplace(name, m_groups.size());
            if (isNew)
            {
                m_groups.push_back({name, {}});
            }
            m_groups[known->second].ranks.push_back(rank);
        }
    }
    return numbers;
}

void
IncExecutionWorkload::ResolveGroups(const GroupNumbers& numbers, const std::string& file)
{
    for (IncExecutionTrace& trace : m_traces)
    {
        std::vector<uint32_t> resolved;
        for (const std::string& name : trace.GetGroupNames())
        {
            const auto known = numbers.find(name);
            if (known == numbers.end() && !name.empty() && name != "0")
            {
                throw IncWorkloadError(trace.GetPath() + ": group '" + name + "' is not in " +
                                       file + "; accepted: a group that it names");
            }
            resolved.push_back(known == numbers.end() ? 0 : known->second);
        }
        trace.SetGroups(resolved);
    }
}

void
IncExecutionWorkload::CheckMembers() const
{
    for (uint32_t rank = 0; rank < m_traces.size(); ++rank)
    {
        const IncExecutionTrace& trace = m_traces[rank];
        for (uint32_t node = 0; node < trace.GetNodes().size(); ++node)
        {
            const IncTraceNode& traced = trace.GetNodes()[node];
            if (traced.communication == IncTraceNode::NO_COMMUNICATION)
            {
                continue;
            }
            const auto refuse = [&](const std::string& why) {
                throw IncWorkloadError(trace.GetPath() + ": " + trace.GetName(node) + " (node " +
                                       std::to_string(traced.id) + ") " + why);
            };
            const auto& asked = trace.GetCommunications()[traced.communication];
            if (traced.type != Type::COLLECTIVE)
            {
                if (asked.peer >= m_traces.size())
                {
                    refuse("has the peer " + std::to_string(asked.peer) + "; accepted: 0 to " +
                           std::to_string(m_traces.size() - 1));
                }
                continue;
            }
            const IncCommunicationGroup& group = m_groups[asked.group];
            if (!std::binary_search(group.ranks.begin(), group.ranks.end(), rank))
            {
                refuse("is of group " + group.name + ", which rank " + std::to_string(rank) +
                       " is not in; accepted: collectives of own groups");
            }
            if (asked.root >= group.ranks.size())
            {
                refuse("has the root " + std::to_string(asked.root) + "; accepted: 0 to " +
                       std::to_string(group.ranks.size() - 1));
            }
        }
    }
}

void
IncExecutionWorkload::CheckCollectives() const
{
    using Key = std::tuple<IncCollective, uint64_t, uint32_t>; // kind, bytes and root
    std::vector<std::map<Key, std::vector<uint64_t>>> calls(m_groups.size());
    for (uint32_t rank = 0; rank < m_traces.size(); ++rank)
    {
        for (const IncTraceNode& node : m_traces[rank].GetNodes())
        {
            if (!node.IsCollective())
            {
                continue;
            }
            const auto& asked = m_traces[rank].GetCommunications()[node.communication];
            const auto& ranks = m_groups[asked.group].ranks;
            auto& byRank = calls[asked.group][{asked.collective, asked.bytes, asked.root}];
            byRank.resize(ranks.size());
            ++byRank[std::lower_bound(ranks.begin(), ranks.end(), rank) - ranks.begin()];
        }
    }
    for (std::size_t group = 0; group < m_groups.size(); ++group)
    {
        for (const auto& [key, byRank] : calls[group])
        {
            for (std::size_t i = 1; i < byRank.size(); ++i)
            {
                if (byRank[i] != byRank[0])
                {
                    IncTraceCommunication asked;
                    std::tie(asked.collective, asked.bytes, asked.root) = key;
                    const auto& ranks = m_groups[group].ranks;
                    throw IncWorkloadError(
                        m_prefix + ": group " + m_groups[group].name + ": rank " +
                        std::to_string(ranks[0]) + " has " + std::to_string(byRank[0]) + " " +
                        Shown(asked) + ", rank " + std::to_string(ranks[i]) + " has " +
                        std::to_string(byRank[i]) + "; accepted: the same of every rank");
                }
            }
        }
    }
}

void
IncExecutionWorkload::CheckMessages() const
{
    std::vector<Message> sent;
    std::vector<Message> received;
    for (uint32_t rank = 0; rank < m_traces.size(); ++rank)
    {
        for (const IncTraceNode& node : m_traces[rank].GetNodes())
        {
            if (node.communication == IncTraceNode::NO_COMMUNICATION)
            {
                continue;
            }
            const auto& asked = m_traces[rank].GetCommunications()[node.communication];
            if (node.type == Type::SEND)
            {
                sent.push_back({rank, asked.peer, asked.tag, asked.bytes});
            }
            else if (node.type == Type::RECEIVE)
            {
                received.push_back({asked.peer, rank, asked.tag, asked.bytes});
            }
        }
    }
    std::sort(sent.begin(), sent.end());
    std::sort(received.begin(), received.end());
    for (std::size_t i = 0; i < std::max(sent.size(), received.size()); ++i)
    {
        const bool isSent = i < sent.size() && (i >= received.size() || !(received[i] < sent[i]));
        const bool isReceived =
            i < received.size() && (i >= sent.size() || !(sent[i] < received[i]));
        if (!isReceived || !isSent)
        {
            throw IncWorkloadError(
                m_prefix + ": " + (isSent ? "sent and not received: " : "received and not sent: ") +
                (isSent ? sent[i] : received[i]).ToString() +
                "; accepted: a receive of the same size and tag for every send");
        }
    }
}

IncTraceCounts
IncExecutionWorkload::GetCounts() const
{
    IncTraceCounts sum;
    for (const IncExecutionTrace& trace : m_traces)
    {
        const IncTraceCounts& counts = trace.GetCounts();
        for (std::size_t type = 0; type < sum.nodes.size(); ++type)
        {
            sum.nodes[type] += counts.nodes[type];
        }
        sum.communicationBytes += counts.communicationBytes;
        sum.collectives += counts.collectives;
        sum.replayed += counts.replayed;
        sum.dangling += counts.dangling;
        sum.forward += counts.forward;
    }
    return sum;
}

std::vector<std::string>
IncExecutionWorkload::GetNotes() const
{
    std::vector<std::string> notes;
    for (const IncExecutionTrace& trace : m_traces)
    {
        const IncTraceCounts& counts = trace.GetCounts();
        if (counts.dangling == 0)
        {
            continue;
        }
        std::string ids;
        for (const uint64_t id : counts.missing)
        {
            ids += (ids.empty() ? "" : ", ") + std::to_string(id);
        }
        notes.push_back(trace.GetPath() + ": " + std::to_string(counts.dangling) +
                        " dependencies on nodes that are nowhere count as met: " + ids +
                        (counts.dangling > counts.missing.size() ? ", …" : ""));
    }
    const uint64_t replayed = GetCounts().replayed;
    if (replayed > 0)
    {
        notes.push_back(m_prefix + ": " + std::to_string(replayed) +
                        " communication nodes say no type or peer and take their recorded time");
    }
    return notes;
}

} // namespace ns3
