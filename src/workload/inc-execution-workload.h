/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_EXECUTION_WORKLOAD_H
#define INC_EXECUTION_WORKLOAD_H

#include "inc-execution-trace.h"
#include "inc-parallelism.h"
#include "inc-workload.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief The execution traces of all ranks of a training run, and the groups in which they
 * communicate.
 *
 * The traces are PREFIX.RANK.et for every rank from 0. Groups are those of a JSON file,
 * {"NAME": [RANK, …], …}; without a file, the ranks whose traces name a group are that group. No
 * name, "" and "0" mean all ranks, unless the file says otherwise. What cannot end well is refused
 * with an IncWorkloadError: missing ranks, peers and members that are not there, sends without
 * receives, and members of a group that do not call the same collectives.
 */
class IncExecutionWorkload
{
  public:
    /**
     * \brief Read and check.
     * \param prefix of the traces' paths
     * \param groupsFile path of a JSON file, or empty
     */
    IncExecutionWorkload(const std::string& prefix, const std::string& groupsFile);

    /**
     * \brief Make a workload from layers, equal for every rank; see IncMakeWorkloadTrace().
     * \param workload of one data type, in our own format
     * \param ranks number of ranks
     */
    IncExecutionWorkload(const IncWorkload& workload, uint32_t ranks);

    /**
     * \param prefix a path
     * \return whether there are traces of that prefix
     */
    static bool IsThere(const std::string& prefix);

    /** \return one element per rank */
    const std::vector<IncExecutionTrace>& GetTraces() const
    {
        return m_traces;
    }

    /** \return the groups; all ranks are the first */
    const std::vector<IncCommunicationGroup>& GetGroups() const
    {
        return m_groups;
    }

    /** \return the sum over all ranks */
    IncTraceCounts GetCounts() const;

    /** \return the notes for the user, one per line */
    std::vector<std::string> GetNotes() const;

  private:
    using GroupNumbers = std::map<std::string, uint32_t>; // by name

    void AddAll();
    void ReadTraces();
    GroupNumbers ReadGroups(const std::string& file);
    GroupNumbers FindGroups();
    void ResolveGroups(const GroupNumbers& numbers, const std::string& file);
    void CheckMembers() const;
    void CheckCollectives() const;
    void CheckMessages() const;
    std::string RankName(uint32_t rank) const;

    std::string m_prefix;                        //!< prefix of the traces' paths
    std::vector<IncExecutionTrace> m_traces;     //!< traces by rank
    std::vector<IncCommunicationGroup> m_groups; //!< all ranks first
};

} // namespace ns3

#endif // INC_EXECUTION_WORKLOAD_H
