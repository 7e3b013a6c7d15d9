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
 * \brief Stand-in for a routing protocol, which gives all nodes new routes after a link changes.
 *
 * The attribute ConvergenceDelay is the time between the first change of a link and the new routes.
 * Until then switches only know the state of their own links. The routes include later changes.
 */
class IncRouteOracle : public Object
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncRouteOracle();

    /** \brief Keep the routes of a network up to date, as long as its devices exist. */
    void Watch(const IncFabric& fabric);

    /** \brief Repair all links and restore the initial routes, both at once. */
    void Restore();

    /** \return number of times that routes were computed */
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

    IncFabric m_fabric;
    Time m_delay;
    EventId m_pending; //!< next computation of routes
    uint32_t m_runs{0};
};

} // namespace ns3

#endif // INC_ROUTE_ORACLE_H
