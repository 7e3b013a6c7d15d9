/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SCENARIO_NETWORK_H
#define INC_SCENARIO_NETWORK_H

#include "inc-scenario-config.h"
#include "inc-scenario-control.h"

#include "ns3/inc-animation.h"
#include "ns3/inc-balance.h"
#include "ns3/inc-event-trace.h"
#include "ns3/inc-fabric-helper.h"
#include "ns3/inc-fast-forward.h"
#include "ns3/inc-link-failure.h"
#include "ns3/inc-owned-events.h"
#include "ns3/inc-planned-network.h"
#include "ns3/inc-route-oracle.h"
#include "ns3/inc-route-speaker.h"
#include "ns3/inc-series.h"
#include "ns3/inc-statistics.h"
#include "ns3/inc-timeline.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

class IncSimulationLoop;

/**
 * \ingroup inc
 * \brief Traffic of all ports of a network between two moments.
 */
struct IncTraffic
{
    uint64_t frames{0};        //!< sent, over all links
    uint64_t bytes{0};         //!< their bytes, Ethernet with FCS
    uint64_t lostOnLinks{0};   //!< frames taken by error models
    uint64_t lostInBuffers{0}; //!< frames that found a full queue
    uint64_t results{0};       //!< result frames sent
    uint64_t maxBytes{0};      //!< bytes on the busiest link
    int64_t busyPs{0};         //!< how long the link sent that sent for the longest time
    std::string busiestLink;   //!< name of the busiest link, "a->b"
};

/**
 * \ingroup inc
 * \brief The network of a scenario: topology, installed fabric, workers, impairments, captures.
 */
class IncScenarioNetwork
{
  public:
    /** \param config of the scenario; IncError where the network cannot be built */
    explicit IncScenarioNetwork(const IncScenarioConfig& config);

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
    IncScenarioControl* GetControl() const
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

    /**
     * \brief Let a group's events go into the trace, and its counters into the statistics, if
     * there are any.
     * \param group an installed group
     */
    void Watch(const IncGroup& group);

    /** \return the clients of all groups that are watched */
    const std::vector<IncTreeClient>& GetClients() const
    {
        return m_clients;
    }

    /** \brief The groups that are watched end. */
    void Unwatch();

    /** \brief Write what is complete only at the end of the run: the animation. */
    void WriteFiles() const;

    /**
     * \brief Write a packet capture of every port.
     * \param prefix of the files, PREFIX-<node>-<port>.pcap
     */
    void Capture(const std::string& prefix);

    /**
     * \brief Write a trace of events.
     * \param path of the file
     */
    void Trace(const std::string& path);

    /** \brief Drop what waits at ports: the deadlock of one row is not the next one's. */
    void Empty() const;

    /**
     * \brief Let links fail in the present row.
     * \param failures from now on
     * \param listener told of each
     * \return the failures; to be destroyed before what the listener refers to
     */
    [[nodiscard]] IncOwnedEvents ScheduleFailures(const std::vector<IncLinkFailure>& failures,
                                                  const IncLinkFailure::Listener& listener) const;

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

    /** \brief Begin to count anew. */
    void StartCounting();

    /** \return jumps over rounds that repeat */
    Ptr<IncFastForward> GetFastForward() const
    {
        return m_fastForward;
    }

    /** \return time series, or nullptr where none are asked for */
    Ptr<IncSeries> GetSeries() const
    {
        return m_series;
    }

    /** \return the timeline, or nullptr where none is asked for */
    Ptr<IncTimeline> GetTimeline() const
    {
        return m_timeline;
    }

    /** \return what was counted since StartCounting() */
    IncTraffic GetTraffic() const;

    /** \return all counters since StartCounting(); nothing unless asked for */
    std::optional<IncStatistics> GetStatistics() const;

    /**
     * \brief Let a run end where a deadlock is found, or, with --check, a counter that does not
     * agree with others.
     * \param loop of the run
     */
    void Watch(IncSimulationLoop& loop) const;

    /**
     * \brief With --check: wait until nothing is under way, and compare counters and levels.
     * \return what is wrong, in words; empty: nothing is, or nobody asked
     */
    std::string CheckRest() const;

    /**
     * \brief Reserve random streams.
     * \param count number of them
     * \return the first of them
     */
    int64_t TakeStreams(int64_t count);

  private:
    IncTopology BuildTopology(const IncScenarioConfig& config);
    void Impair(const IncScenarioConfig& config);
    void WatchFailures(const IncScenarioConfig& config);
    IncBalance GetBalance() const;
    static bool IsAlone(const IncScenarioConfig& config);
    /// Simulate until nothing is under way.
    void Settle() const;

    /// Gives what draws its random streams, which begin anew; says how many.
    using Restart = std::function<int64_t()>;

    std::optional<IncPlannedNetwork> m_planned;    //!< network of the plan, if there is one
    IncFabric m_fabric;                            //!< the installed network
    std::unique_ptr<IncScenarioControl> m_control; //!< manager and agents, or null
    Time m_rcTimeout;
    std::string m_animationFile;                  //!< path of the animation, or empty
    Ptr<IncEventTrace> m_trace;                   //!< writes events, or null
    Ptr<IncAnimation> m_animation;                //!< draws frames, or null
    bool m_checks{false};                         //!< whether counters are compared (--check)
    bool m_isAlone{false};                        //!< nothing acts or looks beside a group
    Ptr<IncSeries> m_series;                      //!< writes series, or null
    Ptr<IncFastForward> m_fastForward;            //!< fast-forward, for all rows
    std::string m_seriesFile;                     //!< path of the series, or empty
    Ptr<IncTimeline> m_timeline;                  //!< collects spans, or null
    std::string m_timelineFile;                   //!< path of the timeline, or empty
    std::vector<uint32_t> m_workers;              //!< workers by rank
    std::vector<IncPortCounters> m_baseline;      //!< by device: its counters at StartCounting()
    std::vector<int64_t> m_busyBefore;            //!< by device: how long it had sent, ps
    std::optional<IncStatistics> m_before;        //!< at StartCounting(); nothing: not asked for
    std::vector<IncTreeClient> m_clients;         //!< clients of the groups that are watched
    Ptr<IncRouteOracle> m_oracle;                 //!< computes routes anew, if links fail
    std::vector<Ptr<IncRouteSpeaker>> m_speakers; //!< routers, if routes are told; else none
    std::vector<Restart> m_restarts;              //!< one for each user of random streams
    int64_t m_nextStream{0};                      //!< first free random stream
    int64_t m_firstOfRow{0};                      //!< first random stream that a row may take
};

} // namespace ns3

#endif // INC_SCENARIO_NETWORK_H
