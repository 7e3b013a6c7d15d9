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
#include "ns3/inc-simulator-impl.h"
#include "ns3/nstime.h"
#include "ns3/scheduler.h"

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
 * \brief The scheduler that SchedulerType names, and between its events an IncTimeWatch.
 */
class IncWatchedScheduler : public Scheduler
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncWatchedScheduler();
    ~IncWatchedScheduler() override;

    /**
     * \brief Let the simulator tell a watch from now on: IncSimulatorImpl does so itself, others
     * are given this scheduler.
     * \param watch told of the moments that it waits for
     */
    static void Use(Ptr<IncTimeWatch> watch);

    // inherited from Scheduler
    void Insert(const Event& event) override;
    bool IsEmpty() const override;
    Event PeekNext() const override;
    Event RemoveNext() override;
    void Remove(const Event& event) override;

  private:
    Ptr<Scheduler> m_events; //!< keeps the events
    Ptr<IncTimeWatch> m_watch;
};

/**
 * \ingroup inc
 * \brief Time series of a network in long form, `t_us,object,metric,value`: what ports, queue
 * pairs, switches and jobs did in every interval.
 *
 * What happens in an interval (`sent_bytes`, `utilisation`, `paused_us`) has a row where it is not
 * 0, at the interval's end: sums over rows are the counters. A level (`queued_bytes`, `rate_Gbps`,
 * `window_bytes`, `slots_in_use`, `received_bytes`, `running`) has a row where it has changed since
 * the sample before, and begins at 0.
 *
 * Samples are taken between two events, without events of their own.
 */
class IncSeries : public IncTimeWatch
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();

    /**
     * \param fabric installed network; it must outlive this
     * \param interval from one sample to the next, at least a tick of the simulator
     * \param selection patterns of OBJECT/METRIC, with * and ?; none: all
     */
    IncSeries(const IncFabric& fabric, Time interval, std::vector<std::string> selection);

    /**
     * \brief Sample what the hosts of a job have received.
     * \param name of the object
     * \param hosts node indices
     */
    void AddJob(const std::string& name, const std::vector<uint32_t>& hosts);

    /**
     * \brief Begin to sample: what happened till now is not in the series. Switches are sampled
     * that have an aggregator by now.
     * \param run name of the object that is running till End()
     */
    void Begin(const std::string& run);

    /** \brief Sample the last interval, which is shorter than the others, and end. */
    void End();

    /** \return patterns that chose nothing so far */
    std::vector<std::string> GetUnused() const;

    /** \return header and rows so far */
    std::string GetText() const
    {
        return m_rows.GetText();
    }

    /** \param timeline gets every row as a counter of its object as well */
    void Show(Ptr<IncTimeline> timeline)
    {
        m_timeline = timeline;
    }

    void Pass(uint64_t tick) override;

  protected:
    void DoDispose() override;

  private:
    /// An amount of an interval.
    struct Amount
    {
        bool isChosen{false}; //!< by the selection
        bool was{false};      //!< whether the value was not 0 in the interval before
    };

    /// A level.
    struct Level
    {
        bool isChosen{false}; //!< by the selection
        uint64_t value{0};    //!< value in the last row
    };

    /// A counter of a table of fields that the selection names.
    struct Counter
    {
        IncSeriesMetric metric; //!< name of the metric
        std::size_t place;      //!< its place among the counters of the object
        Amount amount;          //!< amount of the interval
        uint64_t before{0};     //!< value at the sample before
    };

    /// One direction of a link.
    struct Port
    {
        IncSeriesObject object;          //!< name of the object
        Ptr<IncNetDevice> device;        //!< the sending end
        Amount sent{};                   //!< amount for the metric sent_bytes
        Amount busy{};                   //!< amount for the metric utilisation
        Amount paused{};                 //!< amount for the metric paused_us
        Level queued{};                  //!< level for the metric queued_bytes
        uint64_t sentBytes{0};           //!< at the sample before
        int64_t busyPs{0};               //!< busy time at the sample before
        int64_t pausedPs{0};             //!< paused time at the sample before
        std::vector<Counter> counters{}; //!< other counters of the port
    };

    /// A queue pair of a host.
    struct Pair
    {
        IncSeriesObject object; //!< name of the object
        Ptr<IncQueuePair> pair; //!< kept, so that what it counted is not lost with it
        uint64_t received{0};   //!< bytes of payload till Begin()
        Level rate{};           //!< level for the metric rate_Gbps, bit/s
        Level window{};         //!< level for the metric window_bytes
    };

    /// A host with its queue pairs.
    struct Host
    {
        uint32_t node{0};        //!< index of the node
        std::vector<Pair> pairs; //!< queue pairs in the order of their numbers
        std::size_t known{0};    //!< numbers of its NIC that were looked at
    };

    /// A switch, or a host that aggregates.
    struct Aggregator
    {
        IncSeriesObject object;          //!< name of the object
        uint32_t node;                   //!< index of the node
        Level slots{};                   //!< level for the metric slots_in_use
        std::vector<Counter> counters{}; //!< counters of the aggregator
        Ptr<IncAggregator> device;       //!< aggregator, while a row is under way, or null
    };

    /// A job.
    struct Job
    {
        IncSeriesObject object;      //!< name of the object
        std::vector<uint32_t> hosts; //!< node indices of the hosts
        Level received{};            //!< received_bytes, of payload
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

    const IncFabric& m_fabric;            //!< network that it works on
    bool m_hasPfc{false};                 //!< ports may send PFC frames
    std::vector<std::string> m_selection; //!< patterns; empty: all
    std::vector<bool> m_used;             //!< patterns that matched
    std::vector<Port> m_ports;            //!< node by node
    std::vector<Host> m_hosts;            //!< hosts in order
    std::vector<Aggregator> m_switches;   //!< nodes that may aggregate
    std::vector<Job> m_jobs;              //!< jobs as added
    std::string m_run;                    //!< under way; empty: none
    int64_t m_intervalPs;                 //!< from sample to sample
    int64_t m_beginPs{0};                 //!< begin of the row under way
    int64_t m_previousPs{0};              //!< the sample before
    Ptr<IncTimeline> m_timeline;          //!< timeline that gets counters, or null
    int64_t m_samplePs{0};                //!< time of the present sample, ps
    IncSeriesRows m_rows;                 //!< rows written so far
};

} // namespace ns3

#endif // INC_SERIES_H
