/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_EXECUTION_TRACE_H
#define INC_EXECUTION_TRACE_H

#include "inc-chakra-node.h"

#include "ns3/inc-types.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief Resource that a node of a trace occupies while it runs, one node at a time.
enum class IncExecutionResource : uint8_t
{
    NONE,          //!< metadata, which takes no time
    CPU,           //!< operations of the host's processor
    COMPUTE,       //!< kernels of the accelerator
    MEMORY,        //!< loads and stores of remote memory
    COMMUNICATION, //!< sends and collectives
    GRADIENTS,     //!< collectives of gradients that have a stream of their own
    RECEIVE        //!< receives, any number at a time
};

/// \ingroup inc
/// \brief Communication of a node of a trace.
struct IncTraceCommunication
{
    IncCollective collective{IncCollective::ALLREDUCE}; //!< kind of a collective
    uint32_t group{0}; //!< collective: index of the group; before SetGroups(), index of its name
    uint32_t root{0};  //!< for a collective with a root: rank of the root in its group
    uint32_t peer{0};  //!< for a send or receive: rank of the peer
    int64_t tag{0};    //!< for a send or receive: tag by which the two match
    uint64_t bytes{0}; //!< value of comm_size: bytes that the rank contributes
};

/// \ingroup inc
/// \brief One node of an execution trace, prepared for IncRankExecution.
struct IncTraceNode
{
    static constexpr uint32_t NO_COMMUNICATION =
        UINT32_MAX; //!< value of `communication` of a node that does not communicate

    uint64_t id{0};        //!< id of the node in the file
    int64_t durationNs{0}; //!< duration of a node without communication
    uint32_t name{0};      //!< index of the node's name
    uint32_t communication{
        NO_COMMUNICATION}; //!< index of the node's communication, or NO_COMMUNICATION
    IncChakraNode::Type type{IncChakraNode::Type::METADATA};   //!< type of the node in the file
    IncExecutionResource resource{IncExecutionResource::NONE}; //!< resource that the node occupies

    /** \return whether the node calls a collective that is run */
    bool IsCollective() const
    {
        return type == IncChakraNode::Type::COLLECTIVE && communication != NO_COMMUNICATION;
    }
};

/// \ingroup inc
/// \brief A node of a trace that is made in memory instead of read from a file.
struct IncMadeNode
{
    IncChakraNode node;    //!< node with all fields of a file except duration and comm_type
    int64_t durationNs{0}; //!< time that a computation takes
    std::optional<IncCollective> collective; //!< collective that the node calls, if any
    bool hasOwnStream{false}; //!< true if the node occupies IncExecutionResource::GRADIENTS
};

/// \ingroup inc
/// \brief Counts of nodes, bytes and irregularities in a trace.
struct IncTraceCounts
{
    std::array<uint64_t, 8> nodes{}; //!< nodes by IncChakraNode::Type
    uint64_t communicationBytes{0};  //!< sum of comm_size over sends, receives and collectives
    uint64_t collectives{0};         //!< collectives that the network runs
    uint64_t replayed{0}; //!< communications without type or peer, which take their recorded time
    uint64_t dangling{0}; //!< dependencies on nodes that do not exist; they count as met
    uint64_t forward{0};  //!< dependencies on nodes that come later in the file
    std::vector<uint64_t> missing; //!< some of the ids that do not exist
};

/**
 * \ingroup inc
 * \brief The execution trace of one rank: a graph of nodes in the order of the file.
 *
 * A million nodes take about 100 MB. Duplicate ids and cycles are refused. Dependencies on nodes
 * that do not exist are counted and taken as met.
 */
class IncExecutionTrace
{
  public:
    static constexpr uint64_t MOST_NODES = 1U << 24;          //!< most nodes in a file
    static constexpr uint64_t MOST_BYTES = uint64_t{1} << 40; //!< most bytes in a communication
    static constexpr uint32_t MOST_RANKS = 65536; //!< largest number of ranks, and of hosts

    struct Range
    {
        const uint32_t* first; //!< first element
        const uint32_t* last;  //!< end of the part

        const uint32_t* begin() const
        {
            return first;
        }

        const uint32_t* end() const
        {
            return last;
        }
    };

    /// \brief Read a file, or throw IncWorkloadError. The rank must be comm_src of sends and
    /// comm_dst of receives; std::nullopt accepts any rank.
    explicit IncExecutionTrace(const std::string& path,
                               std::optional<uint32_t> rank = std::nullopt);

    /// \brief Make a trace from nodes in memory, or throw IncWorkloadError with the name.
    IncExecutionTrace(const std::string& name, const std::vector<IncMadeNode>& nodes);

    const std::string& GetPath() const
    {
        return m_path;
    }

    const std::vector<IncTraceNode>& GetNodes() const
    {
        return m_nodes;
    }

    /** \return name of the node with this index, or "node ID" if it has none */
    std::string GetName(uint32_t node) const;

    /** \return indices of the nodes that depend on a node */
    Range GetSuccessors(uint32_t node) const
    {
        return {m_successors.data() + m_firstSuccessor[node],
                m_successors.data() + m_firstSuccessor[node + 1]};
    }

    const std::vector<uint32_t>& GetDependencyCounts() const
    {
        return m_dependencyCounts;
    }

    const std::vector<IncTraceCommunication>& GetCommunications() const
    {
        return m_communications;
    }

    /** \return names of groups; until SetGroups(), a communication has the index of one */
    const std::vector<std::string>& GetGroupNames() const
    {
        return m_groupNames;
    }

    const IncTraceCounts& GetCounts() const
    {
        return m_counts;
    }

    /// \brief Replace the index of a group's name by the index of the group in all communications.
    void SetGroups(const std::vector<uint32_t>& numbers);

  private:
    struct Reading; // state while the file is read

    void Read(Reading& reading);
    void Add(const IncChakraNode& node, Reading& reading);
    void AddCommunication(const IncChakraNode& node, IncTraceNode& added, Reading& reading);
    void Link(Reading& reading);
    void RefuseCycles(const std::vector<uint32_t>& producers, const Reading& reading) const;
    std::vector<uint32_t> SortTopologically() const;
    [[noreturn]] void Refuse(const std::string& reason) const;
    std::string Described(uint32_t node) const;

    std::string m_path;
    std::vector<IncTraceNode> m_nodes; //!< nodes in the order of the file
    std::vector<std::string> m_names;  //!< names of nodes, each once; the first is empty
    std::vector<std::string> m_groupNames;
    std::vector<IncTraceCommunication> m_communications;
    std::vector<uint32_t> m_dependencyCounts; //!< number of dependencies of each node
    std::vector<std::size_t>
        m_firstSuccessor;               //!< index of each node's first successor, then the end
    std::vector<uint32_t> m_successors; //!< successors of all nodes, node after node
    IncTraceCounts m_counts;            //!< counts of nodes, bytes and irregularities
};

} // namespace ns3

#endif // INC_EXECUTION_TRACE_H
