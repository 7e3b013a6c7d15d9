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
 * \brief Hosts that continue the requests of a group in a ring after the aggregation tree was lost.
 *
 * The model treats the connections of the ring as made at the group's set-up, over a bootstrap
 * network. Each rank begins when it is told to continue.
 */
class IncHostContinuation : public Object
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();

    /** \brief Set the hosts by rank, each with an IncRdmaNic. */
    void Setup(const NodeContainer& workers, IncOverflow overflow = IncOverflow::WRAP);

    /** \brief Return a function that runs a rank's operations over hosts, without the absent ranks.
     * All other ranks must give an equal set. */
    IncHostRunner MakeRunner(uint32_t rank, const std::set<uint32_t>& absent);

    /** \return true if any rank continues over hosts */
    bool IsInUse() const
    {
        return m_hosts != nullptr;
    }

    /** \return the algorithm's name */
    static const char* GetAlgorithm()
    {
        return "ring"; // a ring supports all collectives that run in the network
    }

  protected:
    void DoDispose() override;

  private:
    void Run(uint32_t rank, const IncHostOperation& operation);

    NodeContainer m_workers; //!< by rank
    IncOverflow m_overflow{};
    Ptr<IncHostCollective> m_hosts;
    std::set<uint32_t> m_absent;           //!< ranks that take no part
    std::map<uint32_t, uint32_t> m_places; //!< position of each remaining rank in the ring, by rank
};

} // namespace ns3

#endif // INC_HOST_CONTINUATION_H
