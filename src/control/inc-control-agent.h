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

#include "ns3/event-id.h"
#include "ns3/ipv4-address.h"
#include "ns3/nstime.h"
#include "ns3/object.h"

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief What a node knows of itself: its configuration.
 */
struct IncNodeIdentity
{
    std::string name;       //!< unique in the network
    bool isHost{false};     //!< a host, or a switch
    bool isServer{false};   //!< a host that is the root of trees, and never a rank
    bool aggregates{false}; //!< may be a VAT node
    uint32_t tier{0};       //!< for a switch: hops to the nearest host
};

/**
 * \ingroup inc
 * \brief What all agents do: find their neighbors, register with the manager, and tell it that
 * they are alive (draft-liu-nfsv4-rocev2, sections 3.1 and 5.1).
 *
 * A HELLO goes to each link and says where it left; who hears it knows a neighbor. What is known
 * goes to the manager with REGISTER, after each change once more.
 */
class IncControlAgent : public Object
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncControlAgent();

    /**
     * \brief Become the agent of a node.
     * \param endpoint of the node
     * \param identity of the node
     */
    void Attach(Ptr<IncControlEndpoint> endpoint, const IncNodeIdentity& identity);

    /** \brief Begin, now. */
    void Start();

    /** \brief End, and forget everything: the node dies. The endpoint is stopped as well. */
    void Stop();

    /** \return whether the manager has said that it knows this node */
    bool IsRegistered() const
    {
        return m_registered;
    }

    /** \return the node's end of the control plane */
    Ptr<IncControlEndpoint> GetEndpoint() const
    {
        return m_endpoint;
    }

    /**
     * \brief Have another manager from now on: a node that runs registers there at once. Groups of
     * the manager before cannot be taken over; no manager but theirs is believed.
     * \param manager its address
     */
    void SetManager(Ipv4Address manager);

    /** \return address of the manager, host order */
    uint32_t GetManager() const
    {
        return m_manager.Get();
    }

    /** \return how the node's part in each of its groups stands, as its HEARTBEAT says */
    virtual std::vector<IncGroupStatistics::Part> GetParts() const = 0;

  protected:
    void DoDispose() override;

    /// \brief The endpoint is there: set handlers.
    virtual void Listen() = 0;

    /// \brief The manager has been lost and is back: say again what it has not decided.
    virtual void ManagerIsBack() = 0;

    /// \brief Forget all groups.
    virtual void Forget() = 0;

    /**
     * \brief Say what more there is to register.
     * \param body of REGISTER
     */
    virtual void Describe(IncControlBody& body) const = 0;

    /**
     * \brief Say which groups the node serves.
     * \param body of HEARTBEAT
     */
    virtual void AddGroups(IncControlBody& body) const = 0;

    /**
     * \param body of a message
     * \return state here of the group that it names
     */
    virtual IncGroupState GetState(const IncControlBody& body) const = 0;

    /**
     * \brief Take messages of the manager; others, and those out of place, are refused.
     * \param kind of messages
     * \param handler who takes them
     */
    void Listen(IncControlKind kind, std::function<void(const IncControlBody&)> handler);

    /**
     * \brief Send a message to the manager.
     * \param kind of the message
     * \param body of it
     */
    void SendToManager(IncControlKind kind, const IncControlBody& body);

  private:
    /// The node at the other end of a link.
    struct Neighbor
    {
        uint32_t address; //!< address of the node
        uint32_t port;    //!< port at that node
        Time heard;       //!< when its latest HELLO came
    };

    void SayHello();
    void HearHello(IncNetDevice& port, uint32_t peer, const IncControlBody& body);
    void LinkChanged();
    void Changed();
    void Register();
    void Registered();
    void Beat();
    void AddTasks(IncControlBody& body);
    void HearBeat(const IncControlBody& body);
    void ManagerLost();

    Ipv4Address GetManagerAddress() const
    {
        return m_manager;
    }

    Ptr<IncControlEndpoint> m_endpoint;       //!< control endpoint of the node
    IncNodeIdentity m_identity;               //!< how the node registers
    Ipv4Address m_manager;                    //!< attribute Manager
    std::map<uint32_t, Neighbor> m_neighbors; //!< by port
    std::set<uint32_t> m_failed;              //!< ports that failed since the last REGISTER
    std::size_t m_nextTask{0};                //!< group that the next HEARTBEAT begins with
    bool m_registered{false};                 //!< the manager knows this node
    bool m_lost{false};                       //!< what was under way to the manager is
    bool m_watchesLinks{false};               //!< told of link changes
    Time m_helloInterval;                     //!< attribute HelloInterval
    Time m_heartbeatInterval;                 //!< attribute HeartbeatInterval
    uint32_t m_missed{0};                     //!< attribute Missed
    Time m_holdDown;                          //!< attribute HoldDown
    EventId m_hello;                          //!< the next HELLO
    EventId m_heartbeat;                      //!< the next HEARTBEAT
    EventId m_register;                       //!< the next REGISTER
};

} // namespace ns3

#endif // INC_CONTROL_AGENT_H
