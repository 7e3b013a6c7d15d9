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
#include <cstring>
#include <fnmatch.h>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IncSeries);

namespace
{

constexpr uint64_t PS_PER_US = 1'000'000;

/// A number as rows have it.
class Text
{
  public:
    static Text Whole(uint64_t number)
    {
        Text text;
        text.m_size = std::to_chars(text.m_text, text.m_text + 24, number).ptr - text.m_text;
        return text;
    }

    /// With the decimal places that it has, six at most.
    static Text Decimal(uint64_t millionths)
    {
        Text text = Whole(millionths / PS_PER_US);
        uint64_t rest = millionths % PS_PER_US;
        if (rest > 0)
        {
            text.m_text[text.m_size++] = '.';
        }
        for (uint64_t unit = PS_PER_US / 10; rest > 0; unit /= 10)
        {
            text.m_text[text.m_size++] = static_cast<char>('0' + rest / unit);
            rest %= unit;
        }
        return text;
    }

    operator std::string_view() const
    {
        return {m_text, m_size};
    }

  private:
    Text() = default;

    char m_text[32];    //!< 20 digits, a point and its six
    std::size_t m_size; //!< characters
};

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
    m_ports.reserve(2 * topology.GetLinks().size());
    for (uint32_t node = 0; node < topology.GetNodes().size(); ++node)
    {
        for (uint32_t p = 0; p < topology.GetPorts(node).size(); ++p)
        {
            const std::string name = IncLinkName(topology, node, p);
            Port port;
            port.device = fabric.GetDevice(node, p);
            port.sent = Make<Amount>(name, "sent_bytes");
            port.busy = Make<Amount>(name, "utilisation");
            port.paused = Make<Amount>(name, "paused_us");
            port.queued = Make<Level>(name, "queued_bytes");
            if (port.sent.isChosen || port.busy.isChosen || port.paused.isChosen ||
                port.queued.isChosen)
            {
                m_ports.push_back(std::move(port));
            }
        }
        Aggregator aggregator{node, Make<Level>(topology.GetName(node), "slots_in_use"), nullptr};
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
    m_switches.clear();
    IncTimeWatch::DoDispose();
}

void
IncSeries::AddJob(const std::string& name, const std::vector<uint32_t>& hosts)
{
    const auto received = Make<Level>(name, "received_bytes");
    if (received.isChosen)
    {
        m_jobs.push_back({hosts, received});
    }
}

template <typename M>
M
IncSeries::Make(const std::string& object, const char* name)
{
    M metric;
    metric.object = object;
    metric.name = name;
    metric.columns = "," + object + "," + name + ",";
    metric.isChosen = Chooses(object, name);
    return metric;
}

bool
IncSeries::Chooses(const std::string& object, const char* metric)
{
    if (m_selection.empty())
    {
        return true;
    }
    const std::string name = object + "/" + metric;
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
    for (Aggregator& each : m_switches)
    {
        each.device = m_fabric.GetNodes().Get(each.node)->GetObject<IncAggregator>();
    }
    m_run = run;
    m_previousPs = now;
    m_due = IncClock::FromPs(now + m_intervalPs).GetTimeStep();
    SetTime(now);
    for (Job& job : m_jobs)
    {
        job.received.value = 0;
    }
    const auto running = Make<Metric>(m_run, "running");
    if (running.isChosen)
    {
        Row(running, "1");
        Flush();
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
    const auto running = Make<Metric>(m_run, "running");
    if (running.isChosen)
    {
        SetTime(now);
        Row(running, "0");
        Flush();
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
    const int64_t busy = port.busy.isChosen ? port.device->GetBusyPs(nowPs) : 0;
    const int64_t paused = port.paused.isChosen ? PausedPs(*port.device, nowPs) : 0;
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
    Show(port.sent, bytes, false);
    // Frames' times are rounded down: what is left of that is not an interval's.
    const auto millionths = static_cast<int64_t>(
        std::llround(static_cast<double>(busyFor) * PS_PER_US / static_cast<double>(lengthPs)));
    Show(port.busy, static_cast<uint64_t>(std::clamp<int64_t>(millionths, 0, PS_PER_US)), true);
    Show(port.paused, static_cast<uint64_t>(pausedFor), true);
    Change(port.queued, port.device->GetQueuedBytes());
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
        if (pair->GetCongestionControl())
        {
            const std::string name =
                m_fabric.GetTopology().GetName(host.node) + "/qp" + std::to_string(pair->GetQpn());
            mine.rate = Make<Level>(name, "rate_Gbps");
            mine.window = Make<Level>(name, "window_bytes");
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
                ChangeRate(pair.rate, control->GetRate());
                Change(pair.window, control->GetWindow());
            }
            if (!received.empty())
            {
                received[host.node] += pair.pair->GetCounters().bytesReceived - pair.received;
            }
        }
    }
    for (Aggregator& each : m_switches)
    {
        Change(each.slots, each.device ? each.device->GetBusySlots() : 0);
    }
    for (Job& job : m_jobs)
    {
        uint64_t sum = 0;
        for (const uint32_t host : job.hosts)
        {
            sum += received[host];
        }
        Change(job.received, sum);
    }
    Flush();
    return moves;
}

void
IncSeries::Show(Amount& amount, uint64_t value, bool isInMillionths)
{
    const bool is = value != 0;
    if (is && amount.isChosen)
    {
        Row(amount, isInMillionths ? Text::Decimal(value) : Text::Whole(value));
    }
    else if (amount.was && amount.isChosen && m_timeline)
    {
        m_timeline->AddCounter(amount.object, amount.name, m_samplePs, "0"); // no gap there
    }
    amount.was = is;
}

void
IncSeries::Change(Level& level, uint64_t now)
{
    if (level.isChosen && level.value != now)
    {
        level.value = now;
        if (now == IncCongestionControl::UNLIMITED)
        {
            Row(level, "inf");
        }
        else
        {
            Row(level, Text::Whole(now));
        }
    }
}

void
IncSeries::ChangeRate(Level& level, uint64_t now)
{
    if (level.isChosen && level.value != now)
    {
        level.value = now;
        if (now == IncCongestionControl::UNLIMITED)
        {
            Row(level, "inf");
        }
        else
        {
            Row(level, Text::Decimal(now / 1000));
        }
    }
}

void
IncSeries::SetTime(int64_t ps)
{
    m_samplePs = ps;
    m_time = Text::Decimal(static_cast<uint64_t>(ps));
}

void
IncSeries::Row(const Metric& metric, std::string_view value)
{
    const std::size_t size = m_time.size() + metric.columns.size() + value.size() + 1;
    if (size > m_rows.size() - m_rowBytes)
    {
        Flush();
    }
    if (size > m_rows.size()) // whatever the names of nodes are
    {
        m_text.append(m_time).append(metric.columns).append(value) += '\n';
    }
    else
    {
        char* to = m_rows.data() + m_rowBytes;
        for (const std::string_view part :
             {std::string_view(m_time), std::string_view(metric.columns), value})
        {
            std::memcpy(to, part.data(), part.size());
            to += part.size();
        }
        *to = '\n';
        m_rowBytes += size;
    }
    if (m_timeline && value != "inf")
    {
        m_timeline->AddCounter(metric.object, metric.name, m_samplePs, std::string(value));
    }
}

void
IncSeries::Flush()
{
    m_text.append(m_rows.data(), m_rowBytes);
    m_rowBytes = 0;
}

} // namespace ns3
