/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-window-permit.h"

#include "ns3/inc-aggregator.h"
#include "ns3/inc-bfr.h"
#include "ns3/inc-channel.h"
#include "ns3/inc-client-list.h"
#include "ns3/inc-client.h"
#include "ns3/inc-clock.h"
#include "ns3/inc-last-hop.h"
#include "ns3/inc-net-device.h"
#include "ns3/inc-node-memory.h"
#include "ns3/inc-rc-queue-pair.h"
#include "ns3/inc-rdma-nic.h"
#include "ns3/inc-simulator-impl.h"
#include "ns3/inc-switch.h"
#include "ns3/log.h"
#include "ns3/node-list.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

namespace ns3
{

namespace
{

/// Smallest number of hosts with clients. With fewer hosts a window has too few events: handling
/// them twice costs more than it saves.
constexpr uint32_t LEAST_CLIENT_HOSTS = 16;

/// Smallest number of ticks in a window; shorter windows cost more than they save.
constexpr uint64_t LEAST_TICKS = 500;

/// What sends in the network, and whether it is far from its end.
class Senders
{
  public:
    /// \param ticks length of a window
    explicit Senders(uint64_t ticks)
        : m_ticks(ticks)
    {
        for (auto node = NodeList::Begin(); node != NodeList::End(); ++node)
        {
            AddClients(**node);
            AddConnections(**node);
        }
    }

    /// Return the reason why windows are impossible or useless, or an empty text.
    std::string FindRefusal(uint32_t leastHosts) const
    {
        if (m_clientHosts < (leastHosts ? leastHosts : LEAST_CLIENT_HOSTS) &&
            m_connectedHosts < (leastHosts ? leastHosts : INC_LEAST_WINDOW_HOSTS))
        {
            return "a small network";
        }
        return m_refusal;
    }

    /// Return whether some request cannot end within a window, so that not all of them do.
    bool AreBusy()
    {
        if (IncClock::NowTicks() < m_idleUntil)
        {
            return false;
        }
        for (std::size_t looked = 0; looked < m_areFar.size(); ++looked)
        {
            if (m_areFar[m_present]())
            {
                return true;
            }
            m_present = (m_present + 1) % m_areFar.size();
        }
        m_idleUntil = IncClock::NowTicks() + static_cast<int64_t>(m_ticks); // do not search often
        return false;
    }

  private:
    void AddClients(const Node& node)
    {
        const auto clients = node.GetObject<IncClientList>();
        for (uint32_t i = 0; clients && i < clients->GetN(); ++i)
        {
            const auto client = clients->Get(i);
            UintegerValue timeouts;
            client->GetAttribute("MaxRetries", timeouts);
            RefuseHaste(*client, timeouts.Get() == 1);
            m_areFar.emplace_back([client]() { return client->IsFarFromEnd(); });
        }
        m_clientHosts += clients && clients->GetN() > 0;
    }

    void AddConnections(const Node& node)
    {
        const auto nic = node.GetObject<IncRdmaNic>();
        const std::size_t before = m_areFar.size();
        for (std::size_t i = 0; nic && i < nic->GetQueuePairs().size(); ++i)
        {
            if (const auto qp = DynamicCast<IncRcQueuePair>(nic->GetQueuePairs()[i]))
            {
                RefuseHaste(*qp, qp->retryCount == 0 || qp->rnrRetryCount == 0);
                m_areFar.emplace_back([qp, responses = CountArrivals(node, qp->GetPathMtu())]() {
                    return qp->GetRequester().IsFarFromEnd(responses);
                });
            }
        }
        m_connectedHosts += m_areFar.size() > before;
    }

    /// Return the most packets with this payload, in bytes, that can arrive at a port of a node
    /// within a window.
    uint64_t CountArrivals(const Node& node, uint32_t payload) const
    {
        uint64_t rate = 0;
        for (uint32_t i = 0; i < node.GetNDevices(); ++i)
        {
            const auto port = DynamicCast<IncNetDevice>(node.GetDevice(i));
            rate = std::max(rate, port ? port->GetDataRate().GetBitRate() : 0);
        }
        return 2 + rate / 8 * m_ticks / 1'000'000'000 / payload;
    }

    /// Refuse a sender that can fail within a window, before windows are suspended.
    void RefuseHaste(const Object& sender, bool failsAtOnce)
    {
        m_refusal = failsAtOnce ? "requests that fail without a retry" : m_refusal;
        for (const char* attribute : {"RetransmitTimeout", "MinRetransmitTimeout"})
        {
            TimeValue timeout;
            sender.GetAttribute(attribute, timeout);
            if (timeout.Get().IsStrictlyPositive() && timeout.Get() < TimeStep(m_ticks))
            {
                m_refusal = "timeouts that are shorter than the delay of a link";
            }
        }
    }

    const uint64_t m_ticks; //!< length of a window
    /// For each client and connection, a function that returns whether it is far from its end.
    std::vector<std::function<bool()>> m_areFar;
    std::size_t m_present{0};     //!< index of the function in m_areFar that was called last
    int64_t m_idleUntil{0};       //!< time before which no sender is searched, ticks
    uint32_t m_clientHosts{0};    //!< number of hosts with clients
    uint32_t m_connectedHosts{0}; //!< number of hosts with connections
    std::string m_refusal;        //!< why some sender excludes windows, or empty
};

/// Return the delay of the shortest link, ticks; 0 if any link is not an IncChannel.
uint64_t
ShortestDelay()
{
    uint64_t shortest = std::numeric_limits<uint64_t>::max();
    for (auto node = NodeList::Begin(); node != NodeList::End(); ++node)
    {
        for (uint32_t i = 0; i < (*node)->GetNDevices(); ++i)
        {
            const auto channel = DynamicCast<IncChannel>((*node)->GetDevice(i)->GetChannel());
            const Time delay = channel ? channel->GetDelay() : Time(0);
            shortest = std::min(shortest, static_cast<uint64_t>(delay.GetTimeStep()));
        }
    }
    return shortest;
}

template <typename T>
bool
IsTraced(const Ptr<T>& object)
{
    return object && object->IsTraced();
}

/// Return whether somebody follows frames or messages of a node by trace sources.
bool
IsWatched(const Node& node)
{
    bool isWatched =
        IsTraced(node.GetObject<IncAggregator>()) || IsTraced(node.GetObject<IncBfr>());
    const auto clients = node.GetObject<IncClientList>();
    for (uint32_t i = 0; clients && i < clients->GetN(); ++i)
    {
        isWatched = isWatched || clients->Get(i)->IsTraced();
    }
    for (uint32_t i = 0; i < node.GetNDevices(); ++i)
    {
        isWatched = isWatched || IsTraced(DynamicCast<IncNetDevice>(node.GetDevice(i)));
    }
    return isWatched;
}

/// Return whether all events on a node are those of traffic, whose owners are known.
bool
HasOnlyTraffic(const Node& node)
{
    for (auto objects = node.GetAggregateIterator(); objects.HasNext();)
    {
        const Ptr<const Object> object = objects.Next();
        const bool isKnown =
            DynamicCast<const Node>(object) || DynamicCast<const IncClientList>(object) ||
            DynamicCast<const IncSwitch>(object) || DynamicCast<const IncRdmaNic>(object) ||
            DynamicCast<const IncAggregator>(object) || DynamicCast<const IncBfr>(object) ||
            DynamicCast<const IncLastHop>(object);
        if (!isKnown)
        {
            return false;
        }
    }
    return node.GetNApplications() == 0;
}

/// Tell the simulator which memory the events of each node touch.
void
ListMemory(IncSimulatorImpl& engine)
{
    for (auto node = NodeList::Begin(); node != NodeList::End(); ++node)
    {
        IncNodeMemory memory;
        const auto clients = (*node)->GetObject<IncClientList>();
        for (uint32_t i = 0; clients && i < clients->GetN(); ++i)
        {
            clients->Get(i)->AppendMemory(memory);
        }
        if (const auto nic = (*node)->GetObject<IncRdmaNic>())
        {
            nic->AppendMemory(memory);
            for (const auto& qp : nic->GetQueuePairs())
            {
                if (const auto rc = DynamicCast<IncRcQueuePair>(qp))
                {
                    memory.Add(*rc);
                }
            }
        }
        for (uint32_t i = 0; i < (*node)->GetNDevices(); ++i)
        {
            if (const auto port = DynamicCast<IncNetDevice>((*node)->GetDevice(i)))
            {
                port->AppendMemory(memory);
            }
        }
        engine.SetNodeMemory((*node)->GetId(), memory);
    }
}

} // namespace

std::string
IncPermitWindows(uint32_t leastHosts)
{
    IncSimulatorImpl* engine = IncClock::OwnEngine();
    if (!engine || !engine->HasWheels())
    {
        return "another simulator implementation than ns3::IncSimulatorImpl with its own wheels";
    }
    if (Time::GetResolution() != Time::NS)
    {
        return "a resolution at which a window is longer than the simulator's calendar";
    }
    const auto& components = *LogComponent::GetComponentList();
    if (std::any_of(components.begin(), components.end(), [](const auto& component) {
            return !component.second->IsNoneEnabled();
        }))
    {
        return "log messages, which come in the order of time";
    }
    const uint64_t ticks = ShortestDelay();
    if (ticks < LEAST_TICKS)
    {
        return "links that are short, or not ours";
    }
    for (auto node = NodeList::Begin(); node != NodeList::End(); ++node)
    {
        if (!HasOnlyTraffic(**node))
        {
            return "applications, control agents or other objects with events of their own";
        }
        if (IsWatched(**node))
        {
            return "trace sources with listeners, which are called in the order of time";
        }
    }
    Senders senders(ticks);
    const std::string refusal = senders.FindRefusal(leastHosts);
    if (refusal.empty())
    {
        engine->PermitWindows(ticks, [senders = std::move(senders)]() mutable {
            return senders.AreBusy();
        });
        ListMemory(*engine);
    }
    return refusal;
}

void
IncForbidWindows()
{
    if (IncSimulatorImpl* engine = IncClock::OwnEngine())
    {
        engine->PermitWindows(0);
    }
}

} // namespace ns3
