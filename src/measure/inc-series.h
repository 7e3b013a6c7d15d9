/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SERIES_H
#define INC_SERIES_H

#include "inc-counter-table.h"
#include "inc-series-rows.h"
#include "inc-timeline.h"

#include "ns3/inc-fabric-helper.h"
#include "ns3/inc-rdma-nic.h"
#include "ns3/inc-scale-up-link.h"
#include "ns3/inc-simulator-impl.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace ns3
{

class IncAggregator;

/**
 * \ingroup inc
 * \brief Time series of a network in long form, `t_us,object,metric,value`: values of ports, queue
 * pairs, switches and jobs in every interval.
 *
 * An amount (`sent_bytes`, `utilisation`, `paused_us`) is what one interval added to a counter. An
 * amount has a row at the interval's end if the amount is not 0. A level (`queued_bytes`,
 * `rate_Gbps`, `window_bytes`, `slots_in_use`, `received_bytes`, `running`) is a value at the
 * time of a sample. A level begins at 0, and has a row if it has changed since the previous sample.
 *
 * Samples are taken between two events of the simulation and schedule no events.
 */
class IncSeries : public IncTimeWatch
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();

    /** \brief Sample an installed network, which must outlive this object; the interval is at
     * least a tick. The selection has patterns of OBJECT/METRIC, with * and ?; none: all
     * metrics except counters. */
    IncSeries(const IncFabric& fabric, Time interval, std::vector<std::string> selection);

    /** \brief Sample the payload that a job's hosts (node indices) receive, as object `name`. */
    void AddJob(const std::string& name, const std::vector<uint32_t>& hosts);

    /** \brief Begin to sample: the level `running` of the object `run` is 1 until End(). Earlier
     * events are not shown. A switch is sampled only if it already has an aggregator. */
    void Begin(const std::string& run);

    /** \brief Sample the last interval, which may be shorter than the others, and stop. */
    void End();

    /** \return patterns that have matched no metric so far */
    std::vector<std::string> GetUnused() const;

    /** \return header and rows so far */
    std::string GetText() const
    {
        return m_rows.GetText();
    }

    /** \brief Also add every row to a timeline, as a counter of the row's object. */
    void Show(Ptr<IncTimeline> timeline)
    {
        m_timeline = timeline;
    }

    void Pass(uint64_t tick) override;

  protected:
    void DoDispose() override;

  private:
    struct Amount
    {
        bool isChosen{false};
        bool was{false}; //!< whether the value was not 0 in the previous interval
    };

    struct Level
    {
        bool isChosen{false};
        uint64_t value{0}; //!< value in the metric's last row
    };

    /// A counter of a port or aggregator that the selection contains.
    struct Counter
    {
        IncSeriesMetric metric;
        std::size_t place; //!< index of this counter among the object's counters
        Amount amount;
        uint64_t before{0}; //!< value at the previous sample
    };

    /// One direction of a link.
    struct Port
    {
        IncSeriesObject object;
        Ptr<IncNetDevice> device;
        Amount sent{};
        Amount busy{};
        Amount paused{};
        Level queued{};
        uint64_t sentBytes{0}; //!< bytes sent until the previous sample
        int64_t busyPs{0};     //!< busy time until the previous sample
        int64_t pausedPs{0};   //!< paused time until the previous sample
        std::vector<Counter> counters{};
    };

    /// One direction of a GPU's link to its scale-up switch. A unit counts when the link accepts
    /// it.
    struct ScaleUp
    {
        IncSeriesObject object;
        Ptr<IncScaleUpLink> link;
        const IncScaleUpLink::Direction* direction; //!< direction of the link
        Amount sent{};
        Amount busy{};
        uint64_t sentBytes{0}; //!< bytes sent until the previous sample
        int64_t busyPs{0};     //!< busy time until the previous sample
    };

    /// A queue pair of a host.
    struct Pair
    {
        IncSeriesObject object;
        Ptr<IncQueuePair> pair; //!< queue pair; holding it keeps its counters
        uint64_t received{0};   //!< bytes of payload received before Begin()
        Level rate{};           //!< level for the metric rate_Gbps, bit/s
        Level window{};
    };

    struct Host
    {
        uint32_t node{0};
        std::vector<Pair> pairs;
        std::size_t known{0}; //!< number of the NIC's QPNs examined so far
    };

    struct Aggregator
    {
        IncSeriesObject object;
        uint32_t node;
        Level slots{};
        std::vector<Counter> counters{};
        Ptr<IncAggregator> device; //!< aggregator between Begin() and End(); else null
    };

    struct Job
    {
        IncSeriesObject object;
        std::vector<uint32_t> hosts; //!< node indices of the hosts
        Level received{};            //!< level for the metric received_bytes, of payload
    };

    bool Chooses(const std::string& object, const IncSeriesMetric& metric);
    std::vector<Counter> ChooseCounters(const std::string& object,
                                        const std::vector<IncCounterTable::Column>& columns);
    bool SampleCounters(std::vector<Counter>& counters,
                        const IncSeriesObject& object,
                        const std::vector<uint64_t>& values,
                        bool isShown);
    bool SampleSwitch(Aggregator& each, bool isShown);
    bool Sample(int64_t nowPs, int64_t lengthPs);
    bool IsIdle(const Port& port, uint64_t sentBytes) const;
    bool SamplePort(Port& port, int64_t nowPs, int64_t lengthPs);
    void AddScaleUps();
    bool SampleScaleUp(ScaleUp& each, int64_t nowPs, int64_t lengthPs);
    void ShowBusy(Amount& amount, const IncSeriesObject& object, int64_t busyPs, int64_t lengthPs);
    void FindPairs(Host& host, bool isNew);
    void SetTime(int64_t ps);
    void ShowRun(bool isRunning);

    void Show(Amount& amount,
              const IncSeriesObject& object,
              const IncSeriesMetric& metric,
              uint64_t value);
    void Change(Level& level,
                const IncSeriesObject& object,
                const IncSeriesMetric& metric,
                uint64_t now,
                uint64_t shown);
    void Row(const IncSeriesObject& object, const IncSeriesMetric& metric, uint64_t value);
    void Count(const IncSeriesObject& object,
               const IncSeriesMetric& metric,
               std::string_view value);
    static int64_t PausedPs(const IncNetDevice& device, int64_t nowPs);

    const IncFabric& m_fabric;
    bool m_hasPfc{false};                 //!< whether ports may send PFC frames
    std::vector<std::string> m_selection; //!< patterns; empty: all metrics except counters
    std::vector<bool> m_used;             //!< whether each pattern has matched a metric
    std::vector<Port> m_ports;            //!< ports node by node
    std::vector<ScaleUp> m_scaleUps;
    std::vector<Host> m_hosts;
    std::vector<Aggregator> m_switches; //!< nodes that may aggregate
    std::vector<Job> m_jobs;
    std::string m_run;    //!< argument of Begin(); empty after End()
    int64_t m_intervalPs; //!< time between samples, ps
    int64_t m_beginPs{0};
    int64_t m_previousPs{0};
    Ptr<IncTimeline> m_timeline;
    int64_t m_samplePs{0};
    IncSeriesRows m_rows;
};

} // namespace ns3

#endif // INC_SERIES_H
