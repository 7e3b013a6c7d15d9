/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_CLIENT_AGENT_H
#define INC_CLIENT_AGENT_H

#include "inc-control-agent.h"
#include "inc-control-log.h"
#include "inc-vat-node-setup.h"

#include "ns3/inc-bier-sub-domain.h"
#include "ns3/inc-client.h"
#include "ns3/inc-last-hop.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief Status of a client's membership in a group.
enum class IncMembership : uint8_t
{
    JOINING, //!< the client waits for the manager
    READY,   //!< the client may send
    HOST,    //!< ended: the group runs on the hosts, or continues there
    FAILED,  //!< ended: the group does not run
    LEFT     //!< ended: the client has left
};

/**
 * \ingroup inc
 * \brief Control plane of a worker's client (draft-liu-nfsv4-rocev2, section 3.3).
 *
 * The agent joins groups for the clients of its host. It exchanges messages with the manager
 * through its IncControlEndpoint. When a group is READY, the agent configures the client and lets
 * it send. When the manager dismantles the group, the agent ends the membership. It owns the
 * memberships and the set-up of their queue pairs, but not the clients. Data frames never pass it.
 */
class IncClientAgent : public IncControlAgent
{
  public:
    /** Called with the status of a membership: READY at most once, then HOST, FAILED or LEFT. The
     * text is the reason of an end, else empty. */
    using StatusHandler = std::function<void(IncMembership status, const std::string& reason)>;

    /// Called when the client goes on over another tree, without the absent ranks.
    using RebuildHandler = std::function<void(const std::set<uint32_t>& absent)>;

    /// Makes the object that runs a client's requests over the hosts, without the absent ranks.
    using HostRunnerMaker = std::function<IncHostRunner(const std::set<uint32_t>& absent)>;

    /// Request to become a rank of a group.
    struct Request
    {
        uint32_t group{0};       //!< name of the group, equal at all ranks
        uint32_t rank{0};        //!< rank of this client
        uint32_t ranks{1};       //!< number of ranks in the group
        IncGroupProfile profile; //!< parameters of the group
        Ptr<IncClient> client;   //!< client, attached to the host's NIC
        StatusHandler status;    //!< called with the status of the membership
        RebuildHandler rebuilt;  //!< called when another tree is in use; or null
        /// Called if no tree is left during a request; null: the request then fails at all ranks.
        HostRunnerMaker overHosts;
    };

    /** \return the object's TypeId */
    static TypeId GetTypeId();

    /** \brief Set the parts that results by BIER need. Call it before Attach(). A null `lastHop`
     * means that the switches next to hosts have the last-hop tables. */
    void SetBier(std::shared_ptr<const IncBierSubDomain> subDomain, Ptr<IncLastHop> lastHop);

    /** \brief Become a rank of a group in which the agent has no membership yet. */
    void Join(const Request& request);

    /** \brief End a membership; the manager then dismantles the whole group. Return why the client
     * cannot leave; empty on success. */
    std::string Leave(uint32_t group);

    /// Called with the answers of a group's nodes, or with the reason why there are none.
    using StatisticsHandler = std::function<void(const IncGroupStatistics& statistics)>;

    /** \brief Ask the manager for statistics of a group and call the handler once. Return why the
     * manager cannot be asked; empty on success. */
    std::string Query(uint32_t group, StatisticsHandler handler);

    std::vector<IncGroupStatistics::Part> GetParts() const override;

    /** \brief Return whether a client of this host is a rank of a group, or waits to be one. */
    bool IsMember(uint32_t group) const
    {
        return m_members.count(group) > 0;
    }

    /** \return number of groups of which a client of this host is a rank, or waits to be one */
    std::size_t GetGroups() const
    {
        return m_members.size();
    }

    /** \return log of this host's memberships, oldest entry first */
    const std::vector<IncManagerLogEntry>& GetLog() const
    {
        return m_log;
    }

    /** \return number of slots that a group of this client got */
    uint32_t GetSlots(uint32_t group) const;

    /** \return name of the present root of a group of this client */
    std::string GetRootName(uint32_t group) const;

  protected:
    void DoDispose() override;
    void SetHandlers() override;
    void Connected(const IncQueuePairExchange::Link& link, const IncQueuePairEnd& remote) override;
    void ManagerIsBack() override;
    void Forget() override;
    void Describe(IncControlBody& body) const override;
    void AddGroups(IncControlBody& body) const override;
    IncGroupState GetState(const IncControlBody& body) const override;

  private:
    struct Member
    {
        Request request;
        Time since;
        bool isReady{false};  //!< whether the client may send, or was told to wait for another tree
        bool waits{false};    //!< whether the client waits for another tree
        uint16_t treeId{0};   //!< tree id; the members from here to rootName are valid if isReady
        uint16_t epoch{0};    //!< generation of the tree
        uint32_t identity{0}; //!< identity of the client's switch
        uint32_t slots{0};
        std::string proof; //!< proof of the client's part in the tree
        std::string rootName;
        std::optional<uint16_t> connects; //!< tree for which queue pairs are being set up
        EventId deadline;
        /// READY message that came before the other ends of the queue pairs were known.
        std::optional<IncControlBody> ready;

        IncGroupState GetState() const;
    };

    /// A query that the manager has not answered.
    struct PendingQuery
    {
        StatisticsHandler handler;
        EventId deadline;
    };

    void SendJoin(const Request& request, bool again);
    void Asked(const IncControlBody& body);
    void Answered(const IncControlBody& body);
    void Unanswered(uint32_t number, const std::string& why);
    void NobodyAnswers();
    static IncGroupStatistics::Part Describe(const Member& member);
    void Connect(const IncControlBody& body);
    void Disconnect(Member& member);
    void Ready(const IncControlBody& body);
    void Begin(uint32_t group, const IncControlBody& body);
    void ReadOtherEnds(const IncControlBody& body, IncClientConfig& config) const;
    void Failed(uint32_t group, const std::string& reason);
    void Rejected(const IncControlBody& body);
    void Fenced(const IncControlBody& body);
    void Suspend(uint32_t group, IncControlBody& answer);
    void Wait(uint32_t group);
    void DeadlinePassed(uint32_t group);
    void End(uint32_t group, IncMembership status, const std::string& reason);
    void Log(const std::string& event, uint32_t group, const std::string& text);
    IncControlBody Name(uint32_t group) const;

    std::shared_ptr<const IncBierSubDomain> m_subDomain;
    Ptr<IncLastHop> m_lastHop;
    std::map<uint32_t, Member> m_members;       //!< memberships by name of the group
    std::map<uint32_t, PendingQuery> m_queries; //!< unanswered queries by number
    uint32_t m_nextQuery{0};
    std::vector<IncManagerLogEntry> m_log;
    Time m_deadline;
    uint32_t m_logLength{0};
};

} // namespace ns3

#endif // INC_CLIENT_AGENT_H
