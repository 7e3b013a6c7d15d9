/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-scale-up-channel.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <utility>

namespace ns3
{

namespace
{

/// A destination reports taken slices in so many parts of its window.
constexpr uint32_t GRANTS_PER_WINDOW = 8;

/// Value of a signal which tells that its sender has failed.
constexpr uint64_t FAILED = UINT64_MAX;

} // namespace

IncScaleUpChannel::IncScaleUpChannel(Ptr<IncScaleUpSwitch> hub,
                                     std::vector<End> sources,
                                     std::vector<End> destinations,
                                     bool isPull)
    : m_hub(hub),
      m_sources(std::move(sources)),
      m_destinations(std::move(destinations)),
      m_isPull(isPull),
      m_use(m_sources.size() > 1 || m_destinations.size() > 1 ? IncScaleUpLink::Use::REDUCE
                                                              : IncScaleUpLink::Use::WRITE),
      m_sliceBytes(UINT32_MAX),
      m_peers(m_sources.size() + m_destinations.size(), nullptr),
      m_sent(m_sources.size(), 0),
      m_reached(m_sources.size(), 0),
      m_states(m_destinations.size())
{
    // The window must not limit the rate: a grant takes two delays, a slice and the next grant two
    // more each.
    double inFlight = 0;
    for (uint32_t i = 0; i < m_peers.size(); ++i)
    {
        const auto link = m_hub->GetLink(EndOf(i).gpu);
        m_sliceBytes = std::min(m_sliceBytes, link->GetUnit());
        inFlight = std::max(inFlight,
                            link->GetRate(IncScaleUpLink::Use::WRITE) / 8 * 6e-12 *
                                static_cast<double>(link->GetDelayPs()));
    }
    m_window = 2 * GRANTS_PER_WINDOW + static_cast<uint32_t>(std::ceil(inFlight / m_sliceBytes));
    m_waiting.resize(m_window);
    m_grants.resize(m_sources.size() * m_destinations.size(), m_isPull ? 0 : m_window);
    for (State& state : m_states)
    {
        state.granted = m_isPull ? 0 : m_window;
    }
}

const IncScaleUpChannel::End&
IncScaleUpChannel::EndOf(uint32_t number) const
{
    return number < m_sources.size() ? m_sources[number]
                                     : m_destinations[number - m_sources.size()];
}

/// Return the memory for a slice of a source. The result of a reduction is in that of source 0.
uint8_t*
IncScaleUpChannel::Memory(uint64_t slice, uint32_t source) const
{
    if (!m_memory)
    {
        m_memory.reset(new uint8_t[uint64_t{m_window} * m_sources.size() * m_sliceBytes]);
    }
    return &m_memory[(slice % m_window * m_sources.size() + source) * m_sliceBytes];
}

bool
IncScaleUpChannel::MaySend(uint32_t source) const
{
    const auto first = m_grants.begin() + source * m_destinations.size();
    return std::all_of(first,
                       first + m_destinations.size(),
                       [sent = m_sent[source]](uint64_t granted) { return sent < granted; });
}

bool
IncScaleUpChannel::AwaitRoom(uint32_t source)
{
    return m_hub->AwaitRoom(m_sources[source].gpu,
                            shared_from_this(),
                            source,
                            &m_peers[source]->GetListener());
}

void
IncScaleUpChannel::HasRoom(uint32_t source)
{
    if (const auto* peer = m_peers[source])
    {
        peer->GetListener().PeerMaySend();
    }
}

void
IncScaleUpChannel::Send(uint32_t source,
                        const IncRankTask& task,
                        const uint8_t* data,
                        uint32_t bytes)
{
    if (data && bytes > 0)
    {
        std::memcpy(Memory(m_sent[source], source), data, bytes);
        m_reduce = task.reduce;
        m_elementSize = IncSizeOf(task.type);
    }
    ++m_sent[source];
    m_hub->SendUp(m_sources[source].gpu, bytes, m_use, shared_from_this(), source);
}

void
IncScaleUpChannel::ReachedSwitch(uint32_t source, const IncScaleUpSwitch::Unit& unit)
{
    const uint64_t slice = m_reached[source]++;
    Waiting& waiting = m_waiting[slice % m_window];
    if (waiting.sources++ == 0)
    {
        waiting.unit = unit;
    }
    waiting.unit.headPs = std::max(waiting.unit.headPs, unit.headPs);
    waiting.unit.tailPs = std::max(waiting.unit.tailPs, unit.tailPs);
    if (waiting.sources < m_sources.size())
    {
        return;
    }
    waiting.sources = 0;
    Count(unit.bytes);
    for (uint32_t i = 1; m_memory && i < m_sources.size(); ++i)
    {
        m_reduce(Memory(slice, 0), Memory(slice, i), unit.bytes / m_elementSize);
    }
    for (uint32_t i = 0; i < m_destinations.size(); ++i)
    {
        m_hub->SendDown(m_destinations[i].gpu, waiting.unit, shared_from_this(), i);
    }
}

void
IncScaleUpChannel::Count(uint32_t bytes)
{
    IncScaleUpCounters& counters = m_hub->counters;
    if (m_sources.size() > 1)
    {
        ++(m_isPull ? counters.pulls : counters.pushes);
        counters.reducedBytes += m_sources.size() * bytes;
    }
    else
    {
        ++(m_destinations.size() > 1 ? counters.multicasts : counters.puts);
    }
}

void
IncScaleUpChannel::ReachedGpu(uint32_t destination)
{
    ++m_states[destination].arrived;
    if (auto* peer = m_peers[m_sources.size() + destination])
    {
        peer->GetListener().PeerArrived(*peer);
    }
}

void
IncScaleUpChannel::Expect(uint32_t destination, uint64_t slices)
{
    m_states[destination].expected += slices;
    Grant(destination, true);
}

void
IncScaleUpChannel::Take(uint32_t destination)
{
    ++m_states[destination].taken;
    Grant(destination, false);
}

/// Grant further slices to all sources, if enough of them can be granted or a grant is due.
void
IncScaleUpChannel::Grant(uint32_t destination, bool isDue)
{
    State& state = m_states[destination];
    const uint64_t room = state.taken + m_window;
    const uint64_t granted = m_isPull ? std::min(room, state.expected) : room;
    const bool isLast = m_isPull && granted == state.expected;
    if (granted == state.granted ||
        (!isDue && !isLast && granted - state.granted < m_window / GRANTS_PER_WINDOW))
    {
        return;
    }
    state.granted = granted;
    for (uint32_t i = 0; i < m_sources.size(); ++i)
    {
        m_hub->Tell(m_destinations[destination].gpu,
                    m_sources[i].gpu,
                    shared_from_this(),
                    {static_cast<uint32_t>(m_sources.size()) + destination, i, granted});
    }
}

void
IncScaleUpChannel::Signalled(const IncScaleUpSwitch::Signal& signal)
{
    const IncScaleUpPeer* const peer = m_peers[signal.to];
    if (signal.value == FAILED)
    {
        if (peer)
        {
            peer->GetListener().PeerFailed("rank " + std::to_string(EndOf(signal.from).rank) +
                                           " has failed");
        }
        return;
    }
    m_grants[signal.to * m_destinations.size() + signal.from - m_sources.size()] = signal.value;
    if (peer)
    {
        peer->GetListener().PeerMaySend();
    }
}

void
IncScaleUpChannel::Abort(const IncScaleUpPeer* failed)
{
    const auto found = std::find(m_peers.begin(), m_peers.end(), failed);
    const auto from = static_cast<uint32_t>(found - m_peers.begin());
    for (uint32_t to = 0; to < m_peers.size(); ++to)
    {
        if (m_peers[to] != failed)
        {
            m_hub->Tell(EndOf(from).gpu, EndOf(to).gpu, shared_from_this(), {from, to, FAILED});
        }
    }
}

IncScaleUpPeer::IncScaleUpPeer(Listener& listener, Direction out, Direction in)
    : m_listener(listener),
      m_out(std::move(out)),
      m_in(std::move(in))
{
    if (m_out.channel)
    {
        m_out.channel->SetSource(m_out.number, this);
    }
    if (m_in.channel)
    {
        m_in.channel->SetDestination(m_in.number, this);
    }
}

IncScaleUpPeer::~IncScaleUpPeer()
{
    if (m_out.channel)
    {
        m_out.channel->SetSource(m_out.number, nullptr);
    }
    if (m_in.channel)
    {
        m_in.channel->SetDestination(m_in.number, nullptr);
    }
}

void
IncScaleUpPeer::Abort()
{
    for (const Direction& direction : {m_out, m_in})
    {
        if (direction.channel)
        {
            direction.channel->Abort(this);
        }
    }
}

} // namespace ns3
