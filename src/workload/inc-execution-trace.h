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

/**
 * \ingroup inc
 * \brief What a node of an execution trace occupies while it runs: one node at a time each, but
 * receives, which only wait.
 */
enum class IncExecutionResource : uint8_t
{
    NONE,          //!< metadata, which take no time
    CPU,           //!< operations of the host's processor
    COMPUTE,       //!< kernels of the accelerator
    MEMORY,        //!< loads and stores of remote memory
    COMMUNICATION, //!< sends and collectives
    GRADIENTS,     //!< collectives of gradients that have a stream of their own
    RECEIVE        //!< the node receives
};

/**
 * \ingroup inc
 * \brief Communication of a node of a trace.
 */
struct IncTraceCommunication
{
    IncCollective collective{IncCollective::ALLREDUCE}; //!< kind, for a collective
    uint32_t group{0}; //!< for a collective: index of its name; later index of its group
    uint32_t root{0};  //!< for a rooted collective: rank of the root within its group
    uint32_t peer{0};  //!< for a send or receive: the other rank
    int64_t tag{0};    //!< for a send or receive: tag that joins the two
    uint64_t bytes{0}; //!< comm_size: what the rank puts in
};

/**
 * \ingroup inc
 * \brief One node of an execution trace, ready to be run.
 */
struct IncTraceNode
{
    static constexpr uint32_t NO_COMMUNICATION =
        UINT32_MAX; //!< index of a node without communication

    uint64_t id{0};                           //!< id of the node in the file
    int64_t durationNs{0};                    //!< duration of a node without communication
    uint32_t name{0};                         //!< index of the node's name
    uint32_t communication{NO_COMMUNICATION}; //!< index, or none
    IncChakraNode::Type type{IncChakraNode::Type::METADATA};   //!< type of the node in the file
    IncExecutionResource resource{IncExecutionResource::NONE}; //!< resource that the node occupies
};

/**
 * \ingroup inc
 * \brief A node of a trace that no file has.
 */
struct IncMadeNode
{
    IncChakraNode node;    //!< node of the file, without its duration and comm_type
    int64_t durationNs{0}; //!< time that a computation takes
    std::optional<IncCollective> collective; //!< collective of the node, if it is one
    bool hasOwnStream{false}; //!< whether it occupies IncExecutionResource::GRADIENTS
};

/**
 * \ingroup inc
 * \brief Contents of a trace.
 */
struct IncTraceCounts
{
    std::array<uint64_t, 8> nodes{}; //!< nodes by IncChakraNode::Type
    uint64_t communicationBytes{0};  //!< sum of comm_size over sends, receives and collectives
    uint64_t collectives{0};         //!< collectives that the network runs
    uint64_t replayed{0};            //!< communication that says no type or peer: its time is taken
    uint64_t dangling{0};            //!< dependencies on nodes that are nowhere: met
    uint64_t forward{0};             //!< dependencies on nodes that come later in the file
    std::vector<uint64_t> missing;   //!< some of the missing ids
};

/**
 * \ingroup inc
 * \brief The execution trace of one rank: a graph of nodes in the order of the file.
 *
 * A trace is read as it streams by; a million nodes take about a hundred megabytes. Duplicate ids
 * and cycles are refused, dependencies on nodes that are nowhere are counted and are met.
 */
class IncExecutionTrace
{
  public:
    static constexpr uint64_t MOST_NODES = 1U << 24;          //!< most nodes in a file
    static constexpr uint64_t MOST_BYTES = uint64_t{1} << 40; //!< most bytes in a communication
    static constexpr uint32_t MOST_RANKS = 65536;             //!< most ranks, as many as hosts

    /// A part of a list, for range-based loops.
    struct Range
    {
        const uint32_t* first; //!< first element
        const uint32_t* last;  //!< one past them

        /** \return the first */
        const uint32_t* begin() const
        {
            return first;
        }

        /** \return one past the last */
        const uint32_t* end() const
        {
            return last;
        }
    };

    /**
     * \brief Read a file; throws IncWorkloadError.
     * \param path of the file
     * \param rank its own, which comm_src of sends and comm_dst of receives must be; or any
     */
    explicit IncExecutionTrace(const std::string& path,
                               std::optional<uint32_t> rank = std::nullopt);

    /**
     * \brief Without a file; throws IncWorkloadError.
     * \param name for messages
     * \param nodes the nodes
     */
    IncExecutionTrace(const std::string& name, const std::vector<IncMadeNode>& nodes);

    /** \return path of the file */
    const std::string& GetPath() const
    {
        return m_path;
    }

    /** \return the nodes in order of the file */
    const std::vector<IncTraceNode>& GetNodes() const
    {
        return m_nodes;
    }

    /**
     * \param node index of a node
     * \return its name, or "node ID" where it has none
     */
    std::string GetName(uint32_t node) const;

    /**
     * \param node index of a node
     * \return the nodes that wait for it
     */
    Range GetSuccessors(uint32_t node) const
    {
        return {m_successors.data() + m_firstSuccessor[node],
                m_successors.data() + m_firstSuccessor[node + 1]};
    }

    /** \return by node: on how many others it depends */
    const std::vector<uint32_t>& GetDependencyCounts() const
    {
        return m_dependencyCounts;
    }

    /** \return what the nodes that communicate ask for */
    const std::vector<IncTraceCommunication>& GetCommunications() const
    {
        return m_communications;
    }

    /** \return the names of groups that communications refer to by their index */
    const std::vector<std::string>& GetGroupNames() const
    {
        return m_groupNames;
    }

    /** \return the counts */
    const IncTraceCounts& GetCounts() const
    {
        return m_counts;
    }

    /**
     * \brief Let communications refer to groups by number, in place of their names.
     * \param numbers by index of a name
     */
    void SetGroups(const std::vector<uint32_t>& numbers);

  private:
    struct Reading; // what is known while the file streams by

    void Read(Reading& reading);
    void Add(const IncChakraNode& node, Reading& reading);
    void AddCommunication(const IncChakraNode& node, IncTraceNode& added, Reading& reading);
    void Link(Reading& reading);
    void RefuseCycles(const std::vector<uint32_t>& producers, const Reading& reading) const;
    std::vector<uint32_t> SortTopologically() const;
    [[noreturn]] void Refuse(const std::string& reason) const;
    std::string Described(uint32_t node) const;

    std::string m_path;                    //!< path of the file, for error messages
    std::vector<IncTraceNode> m_nodes;     //!< nodes in the order of the file
    std::vector<std::string> m_names;      //!< each once; the first is empty
    std::vector<std::string> m_groupNames; //!< names of groups, each once
    /// One entry for each node that communicates.
    std::vector<IncTraceCommunication> m_communications;
    std::vector<uint32_t> m_dependencyCounts;  //!< dependency counts by node
    std::vector<std::size_t> m_firstSuccessor; //!< by node, and one past the last
    std::vector<uint32_t> m_successors;        //!< successors by node that they wait for
    IncTraceCounts m_counts;                   //!< counts of what was found
};

} // namespace ns3

#endif // INC_EXECUTION_TRACE_H
