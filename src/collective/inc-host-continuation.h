/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_HOST_CONTINUATION_H
#define INC_HOST_CONTINUATION_H

#include "inc-host-collective.h"

#include "ns3/inc-host-operation.h"

#include <cstdint>
#include <map>
#include <set>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief The hosts of a group that go on with its requests when it has no tree any more, in a ring
 * of those that are left.
 *
 * As everywhere their connections count as made when the group was, by a bootstrap network; each
 * rank begins when it has heard that it is to.
 */
class IncHostContinuation : public Object
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncHostContinuation();

    /**
     * \param workers the hosts, by rank, each with an IncRdmaNic
     * \param overflow what integers beyond their range become
     */
    void Setup(const NodeContainer& workers, IncOverflow overflow = IncOverflow::WRAP);

    /**
     * \brief Let a rank go on.
     * \param rank of the group
     * \param absent ranks that take no part; the same at all that do
     * \return runs its operations
     */
    IncHostRunner MakeRunner(uint32_t rank, const std::set<uint32_t>& absent);

    /** \return whether any rank goes on */
    bool IsInUse() const
    {
        return m_hosts != nullptr;
    }

    /** \return the algorithm's name */
    static const char* GetAlgorithm();

  protected:
    void DoDispose() override;

  private:
    void Run(uint32_t rank, const IncHostOperation& operation);

    NodeContainer m_workers;  //!< workers by rank
    IncOverflow m_overflow{}; //!< overflow of integers, set by Setup()
    /// Collective of the ranks that are left; null before any has gone.
    Ptr<IncHostCollective> m_hosts;
    std::set<uint32_t> m_absent;           //!< ranks that take no part
    std::map<uint32_t, uint32_t> m_places; //!< place of each rank that is left, by rank
};

} // namespace ns3

#endif // INC_HOST_CONTINUATION_H
