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
 * \brief Execution traces of all ranks of a training run, and the groups in which the ranks
 * communicate.
 *
 * The files are PREFIX.RANK.et for every rank from 0. A JSON file {"NAME": [RANK, …], …} defines
 * the groups. Without this file, a group consists of the ranks whose traces name it. A missing
 * name, "" and "0" mean all ranks, unless the file defines these names. Traces that cannot end are
 * refused with an IncWorkloadError: missing ranks, unknown peers and members, sends without
 * receives, and members of a group whose collectives differ.
 */
class IncExecutionWorkload
{
  public:
    /// \brief Read and check the traces; `groupsFile` is the path of the JSON file, or empty.
    IncExecutionWorkload(const std::string& prefix, const std::string& groupsFile);

    /// \brief Use the trace of IncMakeWorkloadTrace() for every rank. The workload has a single
    /// data type.
    IncExecutionWorkload(const IncWorkload& workload, uint32_t ranks);

    /** \return true if there are traces whose paths have this prefix */
    static bool IsThere(const std::string& prefix);

    const std::vector<IncExecutionTrace>& GetTraces() const
    {
        return m_traces;
    }

    /** \return the groups; the first one contains all ranks */
    const std::vector<IncCommunicationGroup>& GetGroups() const
    {
        return m_groups;
    }

    /** \return sums of the counts over all ranks */
    IncTraceCounts GetCounts() const;

    std::vector<std::string> GetNotes() const;

  private:
    using GroupNumbers = std::map<std::string, uint32_t>; // index of a group, by name

    void AddAll();
    void ReadTraces();
    GroupNumbers ReadGroups(const std::string& file);
    GroupNumbers FindGroups();
    void ResolveGroups(const GroupNumbers& numbers, const std::string& file);
    void CheckMembers() const;
    void CheckCollectives() const;
    void CheckMessages() const;
    std::string RankName(uint32_t rank) const;

    std::string m_prefix;
    std::vector<IncExecutionTrace> m_traces;
    std::vector<IncCommunicationGroup> m_groups; //!< groups; the first one contains all ranks
};

} // namespace ns3

#endif // INC_EXECUTION_WORKLOAD_H
