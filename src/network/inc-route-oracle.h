/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ROUTE_ORACLE_H
#define INC_ROUTE_ORACLE_H

#include "inc-fabric.h"

#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/object.h"

namespace ns3
{

/**
 * \ingroup inc
 * \brief The underlay's routing as an oracle: some time after a link has failed or was repaired,
 * all nodes have the routes that fit.
 *
 * Until then switches only know the state of their own links. Changes that follow one another
 * within ConvergenceDelay take effect together, ConvergenceDelay after the first.
 */
class IncRouteOracle : public Object
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncRouteOracle();

    /**
     * \brief Look after the routes of a network, as long as its devices exist.
     * \param fabric installed
     */
    void Watch(const IncFabric& fabric);

    /** \brief Repair all links and give them the routes of the beginning, both at once. */
    void Restore();

    /** \return how often routes were computed anew */
    uint32_t GetRuns() const
    {
        return m_runs;
    }

  protected:
    void DoDispose() override;

  private:
    void LinkChanged();
    void Recompute();
    void Admit(bool detours) const;

    IncFabric m_fabric; //!< network that gets the routes
    Time m_delay;       //!< from a change to the new routes
    EventId m_pending;  //!< the next computation
    uint32_t m_runs{0}; //!< how often routes were computed
};

} // namespace ns3

#endif // INC_ROUTE_ORACLE_H
