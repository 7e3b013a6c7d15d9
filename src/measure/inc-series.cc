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

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fnmatch.h>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IncSeries);

namespace
{

constexpr uint64_t PS_PER_US = 1'000'000;

/// Decimal places as the number has them, six at most.
std::string
Decimal(uint64_t millionths)
{
    char text[32]; // 20 digits, a point and its six
    char* end = std::to_chars(text, text + 24, millionths / PS_PER_US).ptr;
    uint64_t rest = millionths % PS_PER_US;
    if (rest > 0)
    {
        *end++ = '.';
    }
    for (uint64_t unit = PS_PER_US / 10; rest > 0; unit /= 10)
    {
        *end++ = static_cast<char>('0' + rest / unit);
        rest %= unit;
    }
    return {text, end};
}

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
      m_intervalPs(IncClock::ToPs(interval)),
      m_text("t_us,object,metric,value\n")
{
    NS_ABORT_MSG_UNLESS(interval.IsStrictlyPositive(), "IncSeries: the interval must be above 0");
    const IncTopology& topology = fabric.GetTopology();
    for (uint32_t node = 0; node < topology.GetNodes().size(); ++node)
    {
        for (uint32_t p = 0; p < topology.GetPorts(node).size(); ++p)
        {
            Port port;
            port.name = IncLinkName(topology, node, p);
            port.device = fabric.GetDevice(node, p);
            port.showsBytes = Chooses(port.name, "sent_bytes");
            port.showsBusy = Chooses(port.name, "utilisation");
            port.showsPauses = Chooses(port.name, "paused_us");
            port.queued.isChosen = Chooses(port.name, "queued_bytes");
            if (port.showsBytes || port.showsBusy || port.showsPauses || port.queued.isChosen)
            {
                m_ports.push_back(port);
            }
        }
        const std::string& name = topology.GetName(node);
        Aggregator aggregator{name, node, {Chooses(name, "slots_in_use"), 0}};
        if (aggregator.slots.isChosen)
        {
            m_switches.push_back(aggregator);
        }
        if (topology.IsHost(node))
        {
            m_hosts.emplace_back();
            m_hosts.back().node = node;
        }
    }
}

void
IncSeries::DoDispose()
{
    m_ports.clear();
    m_hosts.clear();
    IncTimeWatch::DoDispose();
}

void
IncSeries::AddJob(const std::string& name, const std::vector<uint32_t>& hosts)
{
    if (Chooses(name, "received_bytes"))
    {
        m_jobs.push_back({name, hosts, {true, 0}});
    }
}

bool
IncSeries::Chooses(const std::string& object, const char* metric)
{
    const std::string name = object + "/" + metric;
    bool chosen = m_selection.empty();
    for (std::size_t i = 0; i < m_selection.size(); ++i)
    {
        if (fnmatch(m_selection[i].c_str(), name.c_str(), 0) == 0)
        {
            chosen = m_used[i] = true;
        }
    }
    return chosen;
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
    if (!device.HasPaused())
    {
        return 0;
    }
    // Nothing happens from now till then: what is paused stays so.
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
    for (Port& port : m_ports)
    {
        port.sentBytes = 0;
        port.busyPs = 0;
        port.pausedPs = 0;
        SamplePort(port, now, 0);
    }
    for (Host& host : m_hosts)
    {
        host.pairs.clear();
        host.known = 0;
        FindPairs(host, false);
    }
    m_run = run;
    m_previousPs = now;
    m_due = IncClock::FromPs(now + m_intervalPs).GetTimeStep();
    SetTime(now);
    for (Job& job : m_jobs)
    {
        job.received.value = 0;
    }
    if (Chooses(m_run, "running"))
    {
        Row(m_run, "running", "1");
    }
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
        // Where nothing moves, nothing will until the next event.
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
    if (Chooses(m_run, "running"))
    {
        SetTime(now);
        Row(m_run, "running", "0");
    }
    for (Host& host : m_hosts)
    {
        host.pairs.clear();
    }
    m_run.clear();
    m_due = NEVER;
}

bool
IncSeries::SamplePort(Port& port, int64_t nowPs, int64_t lengthPs)
{
    const uint64_t sent = port.device->GetQueues().GetSent().sentBytes;
    const int64_t busy = port.showsBusy ? port.device->GetBusyPs(nowPs) : 0;
    const int64_t paused = port.showsPauses ? PausedPs(*port.device, nowPs) : 0;
    const uint64_t bytes = sent - port.sentBytes;
    const int64_t busyFor = busy - port.busyPs;
    const int64_t pausedFor = paused - port.pausedPs;
    port.sentBytes = sent;
    port.busyPs = busy;
    port.pausedPs = paused;
    if (lengthPs == 0)
    {
        return false; // only where it begins
    }
    if (port.showsBytes)
    {
        Amount(port.name, "sent_bytes", port.wasSending, bytes * PS_PER_US);
    }
    // Frames' times are rounded down: what is left of that is not an interval's.
    const auto millionths = static_cast<int64_t>(
        std::llround(static_cast<double>(busyFor) * PS_PER_US / static_cast<double>(lengthPs)));
    if (port.showsBusy)
    {
        Amount(port.name,
               "utilisation",
               port.wasBusy,
               static_cast<uint64_t>(std::clamp<int64_t>(millionths, 0, PS_PER_US)));
    }
    if (port.showsPauses)
    {
        Amount(port.name, "paused_us", port.wasPaused, static_cast<uint64_t>(pausedFor));
    }
    Change(port.name, "queued_bytes", port.queued, port.device->GetQueuedBytes());
    return bytes > 0 || millionths > 0 || pausedFor > 0;
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
        Pair mine;
        mine.pair = pair;
        mine.received = isNew ? 0 : pair->GetCounters().bytesReceived.Get();
        mine.name =
            m_fabric.GetTopology().GetName(host.node) + "/qp" + std::to_string(pair->GetQpn());
        if (pair->GetCongestionControl())
        {
            mine.rate.isChosen = Chooses(mine.name, "rate_Gbps");
            mine.window.isChosen = Chooses(mine.name, "window_bytes");
        }
        host.pairs.push_back(mine);
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
    std::vector<uint64_t> received(m_jobs.empty() ? 0 : m_fabric.GetNodes().GetN());
    for (Host& host : m_hosts)
    {
        FindPairs(host, true);
        for (Pair& pair : host.pairs)
        {
            if (const auto control = pair.pair->GetCongestionControl())
            {
                ChangeRate(pair.name, pair.rate, control->GetRate());
                Change(pair.name, "window_bytes", pair.window, control->GetWindow());
            }
            if (!received.empty())
            {
                received[host.node] += pair.pair->GetCounters().bytesReceived - pair.received;
            }
        }
    }
    for (Aggregator& each : m_switches)
    {
        const auto aggregator = m_fabric.GetNodes().Get(each.node)->GetObject<IncAggregator>();
        Change(each.name, "slots_in_use", each.slots, aggregator ? aggregator->GetBusySlots() : 0);
    }
    for (Job& job : m_jobs)
    {
        uint64_t sum = 0;
        for (const uint32_t host : job.hosts)
        {
            sum += received[host];
        }
        Change(job.name, "received_bytes", job.received, sum);
    }
    return moves;
}

void
IncSeries::Amount(std::string_view object, const char* metric, bool& was, uint64_t millionths)
{
    const bool is = millionths != 0;
    if (is)
    {
        Row(object, metric, Decimal(millionths));
    }
    else if (was && m_timeline)
    {
        m_timeline->AddCounter(std::string(object), metric, m_samplePs, "0"); // no gap there
    }
    was = is;
}

void
IncSeries::Change(std::string_view object, const char* metric, Level& level, uint64_t now)
{
    if (level.isChosen && level.value != now)
    {
        level.value = now;
        Row(object, metric, now == IncCongestionControl::UNLIMITED ? "inf" : std::to_string(now));
    }
}

void
IncSeries::ChangeRate(std::string_view object, Level& level, uint64_t now)
{
    if (level.isChosen && level.value != now)
    {
        level.value = now;
        Row(object,
            "rate_Gbps",
            now == IncCongestionControl::UNLIMITED ? "inf" : Decimal(now / 1000));
    }
}

void
IncSeries::SetTime(int64_t ps)
{
    m_samplePs = ps;
    m_time = Decimal(static_cast<uint64_t>(ps));
}

void
IncSeries::Row(std::string_view object, const char* metric, std::string_view value)
{
    m_text += m_time;
    m_text += ',';
    m_text += object;
    m_text += ',';
    m_text += metric;
    m_text += ',';
    m_text += value;
    m_text += '\n';
    if (m_timeline && value != "inf")
    {
        m_timeline->AddCounter(std::string(object), metric, m_samplePs, std::string(value));
    }
}

} // namespace ns3
