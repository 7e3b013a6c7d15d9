/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_CONTROL_AGENT_H
#define INC_CONTROL_AGENT_H

#include "inc-control-admission.h"
#include "inc-control-endpoint.h"
#include "inc-group-statistics.h"
#include "inc-queue-pair-exchange.h"

#include "ns3/event-id.h"
#include "ns3/ipv4-address.h"
#include "ns3/nstime.h"
#include "ns3/object.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace ns3
{

/** Configuration of a node. */
struct IncNodeIdentity
{
    std::string name;       //!< name of the node, unique in the network
    bool isHost{false};     //!< true: a host; false: a switch
    bool isServer{false};   //!< true: a host that is the root of trees, and never a rank
    bool aggregates{false}; //!< whether the node may be a VAT node
    uint32_t tier{0};       //!< for a switch: number of hops to the nearest host
};

/**
 * \ingroup inc
 * \brief Common base of all agents: finds the neighbors of its node, registers the node with the
 * manager, and sends heartbeats (draft-liu-nfsv4-rocev2, sections 3.1 and 5.1).
 *
 * The agent sends a HELLO over each link. A HELLO names the port where it left, so that the
 * receiver knows its neighbor. REGISTER tells the manager about the node and its neighbors, and is
 * sent again after each change.
 */
class IncControlAgent : public Object
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();

    /** \brief Attach the agent to a node. */
    void Attach(Ptr<IncControlEndpoint> endpoint, const IncNodeIdentity& identity);

    /** \brief Begin to send HELLOs and heartbeats, and register the node. */
    void Start();

    /** \brief Stop as if the node had died, and forget all state. The endpoint stops too. */
    void Stop();

    /** \return whether the manager has confirmed the registration */
    bool IsRegistered() const
    {
        return m_registered;
    }

    /** \return control endpoint of the node */
    Ptr<IncControlEndpoint> GetEndpoint() const
    {
        return m_endpoint;
    }

    /** \return number of queue pairs whose set-up with the other end has begun or is complete */
    std::size_t GetExchanged() const
    {
        return m_exchange->GetLinks();
    }

    /** \brief Change the manager. A running node registers with the new one at once.
     *
     * The new manager cannot take over groups of the earlier one, because only the manager that
     * made a group may change it. */
    void SetManager(Ipv4Address manager);

    /** \return address of the manager, host order */
    uint32_t GetManager() const
    {
        return m_manager.Get();
    }

    /** \return status of the node's part in each of its groups, as in HEARTBEAT */
    virtual std::vector<IncGroupStatistics::Part> GetParts() const = 0;

  protected:
    void DoDispose() override;

    /// \brief Set the handlers of messages. Attach() calls it when the endpoint is known.
    virtual void SetHandlers() = 0;

    /// Both ends of a queue pair of this node know each other.
    virtual void Connected(const IncQueuePairExchange::Link& link,
                           const IncQueuePairEnd& remote) = 0;

    /// Repeat all requests that the manager has not answered, because the lost manager is back.
    virtual void ManagerIsBack() = 0;

    /// \brief Remove all groups, because the node stops.
    virtual void Forget() = 0;

    /** \brief Add further fields to the body of REGISTER. */
    virtual void Describe(IncControlBody& body) const = 0;

    /** \brief Add the groups that the node serves to the body of HEARTBEAT. */
    virtual void AddGroups(IncControlBody& body) const = 0;

    /** \brief Return the state, at this node, of the group that a message names. */
    virtual IncGroupState GetState(const IncControlBody& body) const = 0;

    /** \brief Handle messages of one kind from the manager only, in a fitting state only. */
    template <typename AGENT>
    void Listen(IncControlKind kind, void (AGENT::*handle)(const IncControlBody&))
    {
        SetHandler(kind, [agent = static_cast<AGENT*>(this), handle](const IncControlBody& body) {
            (agent->*handle)(body);
        });
    }

    /** \return the set-up of this node's queue pairs */
    IncQueuePairExchange& GetExchange() const
    {
        return *m_exchange;
    }

    /** \brief Send a message to the manager. */
    void SendToManager(IncControlKind kind, const IncControlBody& body);

  private:
    struct Neighbor
    {
        uint32_t address;
        uint32_t port;
        Time heard; //!< time of the latest HELLO
    };

    void SetHandler(IncControlKind kind, std::function<void(const IncControlBody&)> handler);
    void SayHello();
    void HearHello(IncNetDevice& port, uint32_t peer, const IncControlBody& body);
    void LinkChanged();
    void Changed();
    void Register();
    void Registered(const IncControlBody& body);
    void Beat();
    void AddTasks(IncControlBody& body);
    void HearBeat(const IncControlBody& body);
    void ManagerLost();

    Ipv4Address GetManagerAddress() const
    {
        return m_manager;
    }

    Ptr<IncControlEndpoint> m_endpoint;
    std::unique_ptr<IncQueuePairExchange> m_exchange;
    IncNodeIdentity m_identity;
    Ipv4Address m_manager;
    std::map<uint32_t, Neighbor> m_neighbors; //!< neighbors by port
    std::set<uint32_t> m_failed;              //!< ports that failed since the last REGISTER
    std::size_t m_nextTask{0};
    bool m_registered{false};
    bool m_lost{false}; //!< whether the manager was lost, and has not registered this node again
    bool m_watchesLinks{false}; //!< whether the ports report link changes to this agent
    Time m_helloInterval;
    Time m_heartbeatInterval;
    uint32_t m_missed{0};
    Time m_holdDown;
    EventId m_hello;
    EventId m_heartbeat;
    EventId m_register;
};

} // namespace ns3

#endif // INC_CONTROL_AGENT_H
