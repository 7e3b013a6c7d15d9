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
#include "ns3/random-variable-stream.h"

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
 */
class IncSimNetwork
{
  public:
    /** \param arguments of the run; IncError where the network cannot be built */
    explicit IncSimNetwork(const IncSimArguments& arguments);

    /** \return the installed network */
    const IncFabric& GetFabric() const
    {
        return m_fabric;
    }

    /** \return the plan's network, or nullptr where no plan is run */
    const IncPlannedNetwork* GetPlanned() const
    {
        return m_planned ? &*m_planned : nullptr;
    }

    /** \return manager and agents; nullptr where groups are given before the simulation */
    IncSimControl* GetControl() const
    {
        return m_control.get();
    }

    /** \return node indices of the workers, by rank */
    const std::vector<uint32_t>& GetWorkers() const
    {
        return m_workers;
    }

    /**
     * \param hosts node indices
     * \return the rate of all links of a host together, of the slowest of them
     */
    DataRate GetSlowestRate(const std::vector<uint32_t>& hosts) const;

    /** \return initial retransmission time of reliable connections */
    Time GetRcTimeout() const
    {
        return m_rcTimeout;
    }

    /** \brief Drop what waits at ports: the deadlock of one row is not the next one's. */
    void Empty() const;

    /**
     * \brief Make the network what it was before the first row, so that no row depends on its
     * neighbors: links, routes and random streams begin anew, and what is under way ends.
     */
    void Restore();

    /** \brief Let the nodes tell each other their routes, if they are to. */
    void TellRoutes() const
    {
        IncRouteSpeaker::Converge(m_speakers);
    }

    /**
     * \brief Reserve random streams.
     * \param count number of them
     * \return the first of them
     */
    int64_t TakeStreams(int64_t count);

  private:
    IncTopology BuildTopology(const IncSimArguments& arguments);
    void Impair(const IncFaultConfig& faults);
    void PlaceWorkers(const IncTopology& topology, const IncSimArguments& arguments);
    void Install(const IncTopology& topology, const IncSimArguments& arguments);
    void WatchFailures(const IncSimArguments& arguments);
    /// Simulate until nothing is under way.
    void Settle() const;

    /// Gives what draws its random streams, which begin anew; says how many.
    using Restart = std::function<int64_t()>;

    std::optional<IncPlannedNetwork> m_planned; //!< network of the plan, if there is one
    IncFabric m_fabric;                         //!< the installed network
    std::unique_ptr<IncSimControl> m_control;   //!< manager and agents, or null
    Time m_rcTimeout;
    std::vector<uint32_t> m_workers;              //!< workers by rank
    Ptr<IncRouteOracle> m_oracle;                 //!< computes routes anew, if links fail
    std::vector<Ptr<IncRouteSpeaker>> m_speakers; //!< routers, if routes are told; else none
    std::vector<Restart> m_restarts;              //!< one for each user of random streams
    int64_t m_nextStream{0};                      //!< first free random stream
    int64_t m_firstOfRow{0};                      //!< first random stream that a row may take
};

} // namespace ns3

#endif // INC_SIM_NETWORK_H
