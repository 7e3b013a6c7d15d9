/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_JOB_H
#define INC_JOB_H

#include "inc-communicator-helper.h"
#include "inc-fabric-helper.h"

#include "ns3/inc-communicator.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief A job for short scripts: hosts with communicators, whose ranks make all calls together.
 *
 * Make one on a fabric, call AllReduce() or Start(), run the simulator, and ask GetTime(). The
 * constructor installs two aggregation trees. The job owns a communicator for each rank, and never
 * the memory of tensors. If ranks make calls at different times, or average, split or abort, use
 * IncCommunicatorHelper instead.
 */
class IncJob
{
  public:
    /**
     * \param fabric installed network; it must outlive the job
     * \param hosts node indices by rank; empty for all hosts
     * \param options options of the aggregation trees; the job uses their tree id and the next one
     */
    explicit IncJob(const IncFabric& fabric,
                    std::vector<uint32_t> hosts = {},
                    const IncGroupOptions& options = IncGroupOptions());

    /** \return number of ranks */
    uint32_t GetSize() const
    {
        return static_cast<uint32_t>(m_hosts.size());
    }

    /** \return node indices by rank */
    const std::vector<uint32_t>& GetHosts() const
    {
        return m_hosts;
    }

    /** \return communicator of a rank */
    Ptr<IncCommunicator> GetCommunicator(uint32_t rank) const
    {
        return m_communicators.at(rank);
    }

    /** \brief Sum up the tensors of all ranks in place, from now on. The tensors are of equal
     * length and live until the call is over. Return the number of the call. */
    uint64_t AllReduce(std::vector<std::vector<float>>& tensors);

    /** \brief Start a collective of virtual data at all ranks now. `count` is the number of float32
     * elements, as IncCollectiveRequest counts them. Return the number of the call. */
    uint64_t Start(IncCollective collective, uint64_t count, uint32_t root = 0);

    /** \return time from the call to the last rank's completion; aborts before the completion */
    Time GetTime(uint64_t call) const;

    /** \return error of a call at the first rank that has one; empty if there is none */
    std::string GetError(uint64_t call) const;

  private:
    uint64_t StartAll(const std::vector<IncCall>& calls);

    std::vector<uint32_t> m_hosts;
    IncCommunicatorHelper m_helper;
    IncCommunicatorHelper::Communicators m_communicators;
};

} // namespace ns3

#endif // INC_JOB_H
