/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_EXECUTION_RESULT_H
#define INC_EXECUTION_RESULT_H

#include "ns3/inc-execution-trace.h"
#include "ns3/inc-types.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief One rank's iteration of an execution trace. Times from the start of the iteration.
 */
struct IncRankResult
{
    std::string host;            //!< name of its node
    double endUs{0};             //!< its last node's end
    double computeUs{0};         //!< with a kernel at work
    double communicationUs{0};   //!< with a communication under way
    double exposedUs{0};         //!< the part of the latter without a kernel at work
    double exposedMessagesUs{0}; //!< the part of that due to sends and receives
};

/**
 * \ingroup inc
 * \brief One collective of an execution trace.
 */
struct IncCallResult
{
    std::string name;                                   //!< as the lowest rank's trace has it
    std::string group;                                  //!< its name
    IncCollective collective{IncCollective::ALLREDUCE}; //!< what is done
    uint32_t ranks{0};                                  //!< ranks in the group
    uint64_t bytes{0};                                  //!< size, comm_size of the trace
    double startUs{0};                                  //!< the first rank's call
    double endUs{0};                                    //!< the last rank's completion
    double exposedUs{0};                                //!< average over the ranks of the group
};

/**
 * \ingroup inc
 * \brief All parts of the critical path that bear the same name.
 */
struct IncCriticalShare
{
    std::string name;  //!< name of the nodes
    uint64_t nodes{0}; //!< how many on the path
    double timeUs{0};  //!< their part of the iteration
};

/**
 * \ingroup inc
 * \brief What an iteration of execution traces took, by rank, collective and on the critical path.
 */
struct IncExecutionResult
{
    double iterationUs{0};                      //!< until the last node's end
    double exposedUs{0};                        //!< exposed communication, average over the ranks
    IncTraceCounts counts;                      //!< what the traces have
    std::vector<IncRankResult> ranks;           //!< by rank
    std::vector<IncCallResult> calls;           //!< in the order of their starts
    std::vector<IncCriticalShare> criticalPath; //!< the longest first; adds up to the iteration

    /** \return the fields that it adds to a row of the result file */
    nlohmann::ordered_json ToJson() const;

    /** \return the columns that it adds to a row of a CSV file */
    nlohmann::ordered_json ToColumns() const;
};

} // namespace ns3

#endif // INC_EXECUTION_RESULT_H
