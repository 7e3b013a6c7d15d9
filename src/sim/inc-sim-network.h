/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SIM_NETWORK_H
#define INC_SIM_NETWORK_H

#include "inc-sim-control.h"

#include "ns3/inc-fabric-helper.h"
#include "ns3/inc-planned-network.h"
#include "ns3/inc-route-oracle.h"
#include "ns3/inc-route-speaker.h"
#include "ns3/inc-server-layout.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

class IncSimArguments;
struct IncFaultConfig;

/**
 * \ingroup inc
 * \brief The network of a scenario: topology, installed fabric, workers and impairments.
 *
 * All rows run on one network. Restore() removes the effects of earlier rows.
 */
class IncSimNetwork
{
  public:
    /** \brief Build the network of a run. Throws IncError if the arguments make no network. */
    explicit IncSimNetwork(const IncSimArguments& arguments);

    const IncFabric& GetFabric() const
    {
        return m_fabric;
    }

    /** \return the plan's network; null if no plan is run */
    const IncPlannedNetwork* GetPlanned() const
    {
        return m_planned ? &*m_planned : nullptr;
    }

    /** \return manager and agents; null if groups are set up before the simulation */
    IncSimControl* GetControl() const
    {
        return m_control.get();
    }

    /** \return node indices of the workers, by rank */
    const std::vector<uint32_t>& GetWorkers() const
    {
        return m_workers;
    }

    /** \return rate of the slowest host, all its links together */
    DataRate GetSlowestRate(const std::vector<uint32_t>& hosts) const;

    /** \return initial timeout of reliable connections; 0: each derives one from its window */
    Time GetRcTimeout() const
    {
        return m_rcTimeout;
    }

    /** \brief Drop all queued frames, so that a deadlock ends with its row. */
    void Empty() const;

    /** \return servers and heads of some workers, by node index, without rails that lack a link
     * from the beginning on (--fail) */
    IncServerLayout GetServerLayout(const std::vector<uint32_t>& workers) const
    {
        auto layout = IncServerLayout::Of(m_fabric.GetTopology(), workers, m_failed);
        layout.crossesRails = m_crossesRails;
        return layout;
    }

    /** \brief Restore the state before the first row, so that no row depends on earlier rows.
     * Failed links come up, frames in flight arrive, and routes and random streams begin again. */
    void Restore();

    /** \brief Let routers exchange their routes (--routing=advertised), and begin the first row. */
    void TellRoutes()
    {
        IncRouteSpeaker::Converge(m_speakers);
        m_begin = Simulator::Now();
    }

    /** \return time that earlier rows have taken in this process; results leave it out */
    Time GetElapsed() const
    {
        return m_elapsed;
    }

    /** \brief Reserve random streams, and return the number of the first one. */
    int64_t TakeStreams(int64_t count);

  private:
    IncTopology BuildTopology(const IncSimArguments& arguments);
    void Impair(const IncFaultConfig& faults);
    void PlaceWorkers(const IncTopology& topology, const IncSimArguments& arguments);
    void Install(const IncTopology& topology, const IncSimArguments& arguments);
    void WatchFailures(const IncSimArguments& arguments);
    /// Simulate until no frame is in flight.
    void Settle() const;

    /// Function that lets an object's random streams begin again; returns the number of streams.
    using Restart = std::function<int64_t()>;

    std::optional<IncPlannedNetwork> m_planned; //!< network of the plan, if there is one
    IncFabric m_fabric;
    std::unique_ptr<IncSimControl> m_control; //!< manager and agents, or null
    Time m_rcTimeout;                         //!< value of GetRcTimeout()
    std::vector<uint32_t> m_workers;          //!< workers by rank
    Ptr<IncRouteOracle> m_oracle;             //!< computes new routes after link failures, or null
    bool m_crossesRails{false};               //!< whether GPUs send to other rails (--crossRail)
    std::vector<uint32_t> m_failed;           //!< links that fail at the start, for good
    std::vector<Ptr<IncRouteSpeaker>> m_speakers; //!< routers that exchange routes; may be empty
    std::vector<Restart> m_restarts; //!< a function for each object with random streams
    int64_t m_nextStream{0};         //!< first free random stream
    int64_t m_firstOfRow{0};         //!< first random stream of each row
    Time m_begin;                    //!< begin of the first row
    Time m_elapsed;                  //!< value of GetElapsed()
};

} // namespace ns3

#endif // INC_SIM_NETWORK_H
