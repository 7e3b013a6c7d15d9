/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-series.h"

#include "ns3/abort.h"
#include "ns3/inc-aggregator.h"
#include "ns3/inc-clock.h"
#include "ns3/inc-ecmp-members.h"
#include "ns3/inc-shared-buffer.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <fnmatch.h>
#include <string_view>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IncSeries);

namespace
{

// utilisation of a port that is busy all the time, in millionths
constexpr uint64_t WHOLE_PORT = 1'000'000;

constexpr IncSeriesMetric SENT("sent_bytes");
constexpr IncSeriesMetric UTILISATION("utilisation", true);
constexpr IncSeriesMetric PAUSED("paused_us", true);
constexpr IncSeriesMetric QUEUED("queued_bytes");
constexpr IncSeriesMetric RATE("rate_Gbps", true);
constexpr IncSeriesMetric WINDOW("window_bytes");
constexpr IncSeriesMetric SLOTS("slots_in_use");
constexpr IncSeriesMetric RECEIVED("received_bytes");
constexpr IncSeriesMetric RUNNING("running");

} // namespace

TypeId
IncSeries::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IncSeries").SetParent<IncTimeWatch>().SetGroupName("Inc");
    return tid;
}

IncSeries::IncSeries(const IncFabric& fabric, Time interval, std::vector<std::string> selection)
    : m_fabric(fabric),
      m_selection(std::move(selection)),
      m_used(m_selection.size()),
      m_intervalPs(IncClock::ToPs(interval))
{
    NS_ABORT_MSG_UNLESS(interval.IsStrictlyPositive(), "IncSeries: the interval must be above 0");
    const IncTopology& topology = fabric.GetTopology();
    m_ports.reserve(2 * topology.GetLinks().size());
    const auto ofPorts = IncColumnsOf<IncTrafficCounters, IncPriorityEvents>();
    const auto ofAggregators = IncColumnsOf<IncAggregatorCounters>();
    for (uint32_t node = 0; node < topology.GetNodes().size(); ++node)
    {
        for (uint32_t p = 0; p < topology.GetPorts(node).size(); ++p)
        {
            const std::string name = IncLinkName(topology, node, p);
            Port port{IncSeriesObject(name), fabric.GetDevice(node, p)};
            port.sent.isChosen = Chooses(name, SENT);
            port.busy.isChosen = Chooses(name, UTILISATION);
            port.paused.isChosen = Chooses(name, PAUSED);
            port.queued.isChosen = Chooses(name, QUEUED);
            port.counters = ChooseCounters(name, ofPorts);
            if (port.sent.isChosen || port.busy.isChosen || port.paused.isChosen ||
                port.queued.isChosen || !port.counters.empty())
            {
                m_ports.push_back(std::move(port));
            }
        }
        const auto device = fabric.GetSwitch(node);
        m_hasPfc |= device && device->GetBuffer() && device->GetBuffer()->lossless != 0;
        const std::string& name = topology.GetName(node);
        Aggregator aggregator{IncSeriesObject(name), node, {Chooses(name, SLOTS)}, {}, nullptr};
        aggregator.counters = ChooseCounters(name, ofAggregators);
        if (aggregator.slots.isChosen || !aggregator.counters.empty())
        {
            m_switches.push_back(std::move(aggregator));
        }
        if (topology.IsHost(node))
        {
            m_hosts.emplace_back();
            m_hosts.back().node = node;
        }
    }
    AddScaleUps();
}

void
IncSeries::AddScaleUps()
{
    for (const auto& [name, link, counters] : m_fabric.GetScaleUpDirections())
    {
        ScaleUp each{IncSeriesObject(name), link, counters};
        each.sent.isChosen = Chooses(name, SENT);
        each.busy.isChosen = Chooses(name, UTILISATION);
        if (each.sent.isChosen || each.busy.isChosen)
        {
            m_scaleUps.push_back(each);
        }
    }
}

void
IncSeries::DoDispose()
{
    m_ports.clear();
    m_scaleUps.clear();
    m_hosts.clear();
    m_switches.clear();
    IncTimeWatch::DoDispose();
}

void
IncSeries::AddJob(const std::string& name, const std::vector<uint32_t>& hosts)
{
    if (Chooses(name, RECEIVED))
    {
        m_jobs.push_back({IncSeriesObject(name), hosts, {true}});
    }
}

bool
IncSeries::Chooses(const std::string& object, const IncSeriesMetric& metric)
{
    if (m_selection.empty())
    {
        return true;
    }
    const std::string name = object + "/" + metric.GetName();
    bool chosen = false;
    for (std::size_t i = 0; i < m_selection.size(); ++i)
    {
        if (fnmatch(m_selection[i].c_str(), name.c_str(), 0) == 0)
        {
            chosen = m_used[i] = true;
        }
    }
    return chosen;
}

/// Choose the counters that patterns name; without patterns none, to keep the series short.
std::vector<IncSeries::Counter>
IncSeries::ChooseCounters(const std::string& object,
                          const std::vector<IncCounterTable::Column>& columns)
{
    std::vector<Counter> counters;
    for (std::size_t place = 0; !m_selection.empty() && place < columns.size(); ++place)
    {
        const IncSeriesMetric metric(columns[place].name);
        if (columns[place].name != SENT.GetName() && Chooses(object, metric))
        {
            counters.push_back({metric, place, {true}});
        }
    }
    return counters;
}

bool
IncSeries::SampleCounters(std::vector<Counter>& counters,
                          const IncSeriesObject& object,
                          const std::vector<uint64_t>& values,
                          bool isShown)
{
    bool moves = false;
    for (Counter& counter : counters)
    {
        const uint64_t now = values[counter.place];
        const uint64_t growth = now - std::exchange(counter.before, now);
        if (isShown)
        {
            Show(counter.amount, object, counter.metric, growth);
            moves = moves || growth > 0;
        }
    }
    return moves;
}

bool
IncSeries::SampleSwitch(Aggregator& each, bool isShown)
{
    if (isShown)
    {
        const uint64_t slots = each.device ? each.device->GetBusySlots() : 0;
        Change(each.slots, each.object, SLOTS, slots, slots);
    }
    if (!each.device || each.counters.empty())
    {
        return false;
    }
    return SampleCounters(each.counters,
                          each.object,
                          IncValuesOf(each.device->GetCounters()),
                          isShown);
}

std::vector<std::string>
IncSeries::GetUnused() const
{
    std::vector<std::string> unused;
    for (std::size_t i = 0; i < m_selection.size(); ++i)
    {
        if (!m_used[i])
        {
            unused.push_back(m_selection[i]);
        }
    }
    return unused;
}

int64_t
IncSeries::PausedPs(const IncNetDevice& device, int64_t nowPs)
{
    // No event occurs before nowPs, so that paused priorities stay paused until then.
    const int64_t ahead = nowPs - IncClock::NowPs();
    int64_t paused = 0;
    for (uint32_t priority = 0; priority < INC_PRIORITIES; ++priority)
    {
        paused += device.GetCounters(priority).pausedPs + (device.IsPaused(priority) ? ahead : 0);
    }
    return paused;
}

void
IncSeries::Begin(const std::string& run)
{
    const int64_t now = IncClock::NowPs();
    m_beginPs = now;
    m_previousPs = now;
    for (Port& port : m_ports)
    {
        port.sentBytes = 0;
        port.busyPs = 0;
        port.pausedPs = 0;
        SamplePort(port, now, 0);
    }
    for (ScaleUp& each : m_scaleUps)
    {
        SampleScaleUp(each, now, 0);
    }
    for (Host& host : m_hosts)
    {
        host.pairs.clear();
        host.known = 0;
        FindPairs(host, false);
    }
    for (Aggregator& each : m_switches)
    {
        each.device = m_fabric.GetNodes().Get(each.node)->GetObject<IncAggregator>();
        SampleSwitch(each, false);
    }
    m_run = run;
    m_due = IncClock::FromPs(now + m_intervalPs).GetTimeStep();
    SetTime(now);
    for (Job& job : m_jobs)
    {
        job.received.value = 0;
    }
    ShowRun(true);
}

void
IncSeries::Pass(uint64_t tick)
{
    bool moves = true;
    while (m_due < tick)
    {
        const int64_t duePs = IncClock::ToPs(TimeStep(m_due));
        if (moves)
        {
            moves = Sample(duePs, m_intervalPs);
        }
        // If no value has changed now, no value will change before the next event.
        const int64_t nextPs = IncClock::ToPs(TimeStep(tick));
        const int64_t skipped =
            moves ? 0 : std::max<int64_t>(0, (nextPs - duePs - 1) / m_intervalPs);
        m_previousPs = duePs + skipped * m_intervalPs;
        m_due = IncClock::FromPs(m_previousPs + m_intervalPs).GetTimeStep();
    }
}

void
IncSeries::End()
{
    if (m_run.empty())
    {
        return;
    }
    const int64_t now = IncClock::NowPs();
    Pass(Simulator::Now().GetTimeStep());
    if (now > m_previousPs)
    {
        Sample(now, now - m_previousPs);
    }
    SetTime(now);
    ShowRun(false);
    for (Host& host : m_hosts)
    {
        host.pairs.clear();
    }
    m_run.clear();
    m_due = NEVER;
}

void
IncSeries::Count(const IncSeriesObject& object,
                 const IncSeriesMetric& metric,
                 std::string_view value)
{
    m_timeline->AddCounter(object.GetName(), metric.GetName(), m_samplePs, std::string(value));
}

inline void
IncSeries::Row(const IncSeriesObject& object, const IncSeriesMetric& metric, uint64_t value)
{
    const std::string_view text = m_rows.Add(object, metric, value);
    if (m_timeline && value != IncSeriesRows::INFINITE)
    {
        Count(object, metric, text);
    }
}

inline void
IncSeries::Show(Amount& amount,
                const IncSeriesObject& object,
                const IncSeriesMetric& metric,
                uint64_t value)
{
    const bool was = amount.was;
    amount.was = value != 0;
    if (!amount.isChosen)
    {
        return;
    }
    if (amount.was)
    {
        Row(object, metric, value);
    }
    else if (was && m_timeline)
    {
        Count(object, metric, "0"); // otherwise the timeline keeps the last value
    }
}

inline bool
IncSeries::IsIdle(const Port& port, uint64_t sentBytes) const
{
    // A frame that is still on the link counted as sent or busy in the interval before. Before the
    // first sample there was no such interval.
    return m_previousPs > m_beginPs && sentBytes == port.sentBytes && !port.sent.was &&
           !port.busy.was && !port.paused.was &&
           port.device->GetQueues().GetBytes() == port.queued.value && !port.device->HasPaused() &&
           !m_hasPfc;
}

bool
IncSeries::SamplePort(Port& port, int64_t nowPs, int64_t lengthPs)
{
    const uint64_t sent = port.device->GetQueues().GetTraffic().sentBytes;
    const bool counts =
        !port.counters.empty() &&
        SampleCounters(port.counters,
                       port.object,
                       IncValuesOf(port.device->GetQueues().GetTraffic(), port.device->GetEvents()),
                       lengthPs > 0);
    if (IsIdle(port, sent))
    {
        return counts;
    }
    const int64_t busy = port.busy.isChosen ? port.device->GetBusyPs(nowPs) : 0;
    const int64_t paused =
        port.paused.isChosen && port.device->HasPaused() ? PausedPs(*port.device, nowPs) : 0;
    const uint64_t bytes = sent - port.sentBytes;
    const int64_t busyFor = busy - port.busyPs;
    const int64_t pausedFor = paused - port.pausedPs;
    port.sentBytes = sent;
    port.busyPs = busy;
    port.pausedPs = paused;
    if (lengthPs == 0)
    {
        return false; // the first call only stores the values of counters
    }
    Show(port.sent, port.object, SENT, bytes);
    ShowBusy(port.busy, port.object, busyFor, lengthPs);
    Show(port.paused, port.object, PAUSED, static_cast<uint64_t>(pausedFor));
    const uint64_t queued = port.device->GetQueues().GetBytes();
    Change(port.queued, port.object, QUEUED, queued, queued);
    return bytes > 0 || port.busy.was || pausedFor > 0 || counts;
}

bool
IncSeries::SampleScaleUp(ScaleUp& each, int64_t nowPs, int64_t lengthPs)
{
    const uint64_t sent = each.direction->bytes;
    const int64_t ahead = std::max<int64_t>(0, each.direction->freePs - nowPs);
    const int64_t busy = std::max(each.busyPs, each.direction->busyPs - ahead);
    const uint64_t bytes = sent - std::exchange(each.sentBytes, sent);
    const int64_t busyFor = busy - std::exchange(each.busyPs, busy);
    if (lengthPs > 0)
    {
        Show(each.sent, each.object, SENT, bytes);
        ShowBusy(each.busy, each.object, busyFor, lengthPs);
    }
    return bytes > 0 || ahead > 0 || each.sent.was || each.busy.was;
}

/// Show the share of an interval in which a link was busy.
void
IncSeries::ShowBusy(Amount& amount, const IncSeriesObject& object, int64_t busyPs, int64_t lengthPs)
{
    // Times of frames are rounded, so limit the share to the range from 0 to 1.
    uint64_t millionths = 0;
    if (busyPs > 0)
    {
        const double share =
            static_cast<double>(busyPs) * WHOLE_PORT / static_cast<double>(lengthPs);
        millionths = std::min(static_cast<uint64_t>(share + 0.5), WHOLE_PORT);
    }
    Show(amount, object, UTILISATION, millionths);
}

void
IncSeries::FindPairs(Host& host, bool isNew)
{
    const auto& all = m_fabric.GetNic(host.node)->GetQueuePairs();
    for (; host.known < all.size(); ++host.known)
    {
        const Ptr<IncQueuePair>& pair = all[host.known];
        if (!pair)
        {
            continue;
        }
        const std::string name =
            m_fabric.GetTopology().GetName(host.node) + "/qp" + std::to_string(pair->GetQpn());
        Pair mine{IncSeriesObject(name), pair};
        mine.received = isNew ? 0 : pair->GetCounters().bytesReceived.Get();
        if (pair->GetCongestionControl())
        {
            mine.rate.isChosen = Chooses(name, RATE);
            mine.window.isChosen = Chooses(name, WINDOW);
        }
        host.pairs.push_back(std::move(mine));
    }
}

bool
IncSeries::Sample(int64_t nowPs, int64_t lengthPs)
{
    SetTime(nowPs);
    bool moves = false;
    for (Port& port : m_ports)
    {
        moves = SamplePort(port, nowPs, lengthPs) || moves;
    }
    for (ScaleUp& each : m_scaleUps)
    {
        moves = SampleScaleUp(each, nowPs, lengthPs) || moves;
    }
    std::vector<uint64_t> received(m_jobs.empty() ? 0 : m_fabric.GetNodes().GetN());
    for (Host& host : m_hosts)
    {
        FindPairs(host, true);
        for (Pair& pair : host.pairs)
        {
            if (const auto control = pair.pair->GetCongestionControl())
            {
                const uint64_t rate = control->GetRate().GetBitRate();
                const bool isLimited = rate != IncCongestionControl::UNLIMITED;
                Change(pair.rate, pair.object, RATE, rate, isLimited ? rate / 1000 : rate);
                const uint64_t window = control->GetWindow();
                Change(pair.window, pair.object, WINDOW, window, window);
            }
            if (!received.empty())
            {
                received[host.node] += pair.pair->GetCounters().bytesReceived - pair.received;
            }
        }
    }
    for (Aggregator& each : m_switches)
    {
        moves = SampleSwitch(each, true) || moves;
    }
    for (Job& job : m_jobs)
    {
        uint64_t sum = 0;
        for (const uint32_t host : job.hosts)
        {
            sum += received[host];
        }
        Change(job.received, job.object, RECEIVED, sum, sum);
    }
    return moves;
}

void
IncSeries::Change(Level& level,
                  const IncSeriesObject& object,
                  const IncSeriesMetric& metric,
                  uint64_t now,
                  uint64_t shown)
{
    if (level.isChosen && level.value != now)
    {
        level.value = now;
        Row(object, metric, shown);
    }
}

void
IncSeries::ShowRun(bool isRunning)
{
    if (Chooses(m_run, RUNNING))
    {
        Row(IncSeriesObject(m_run), RUNNING, isRunning);
    }
}

void
IncSeries::SetTime(int64_t ps)
{
    m_samplePs = ps;
    m_rows.SetTime(ps);
}

} // namespace ns3
