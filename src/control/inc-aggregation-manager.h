/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_AGGREGATION_MANAGER_H
#define INC_AGGREGATION_MANAGER_H

#include "inc-control-endpoint.h"
#include "inc-control-log.h"
#include "inc-group-statistics.h"
#include "inc-inventory.h"
#include "inc-managed-group.h"
#include "inc-tree-maker.h"

#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Control-plane server that sets up the groups of in-network computing, watches them and
 * dismantles them (draft-liu-nfsv4-rocev2, sections 3.1 and 5.1).
 *
 * A script can configure a group before the simulation (IncGroupHelper), or a manager sets it up.
 * Nodes register their links and slots. When all ranks of a group have joined, the manager chooses
 * a tree and reserves slots on its switches. Then queue pairs are connected, and the ranks may
 * send. The manager receives heartbeats. If a node dies, its groups are rebuilt without it.
 *
 * The manager knows only what packets have told its node's IncControlEndpoint; it never looks into
 * another node. It processes one message after the other, each for ProcessingTime. It owns the
 * inventory, the groups and the log. If it dies, groups that are READY go on without it.
 */
class IncAggregationManager : public Object, private IncManagedGroup::Host
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();

    /** \brief Run the manager on the node of an endpoint. */
    void Attach(Ptr<IncControlEndpoint> endpoint);

    /** \brief Begin to accept messages. */
    void Start();

    /** \brief Stop as if the manager died, and forget all state. Groups in READY continue. */
    void Stop();

    /** \return the nodes that have registered */
    const IncInventory& GetInventory() const
    {
        return m_inventory;
    }

    /** \return registered nodes, and groups with the identities of switches and clients */
    nlohmann::ordered_json DescribeInventory() const;

    /** \return state of a group; IDLE if there is no such group */
    IncGroupState GetState(uint32_t tenant, uint32_t group) const;

    /** \return a group; nullptr if there is none */
    const IncManagedGroup* FindGroup(uint32_t tenant, uint32_t group) const;

    /** \return number of groups that are not IDLE */
    std::size_t GetGroups() const
    {
        return m_groups.size();
    }

    /** \brief Dismantle a group on request of a script, and tell its ranks the reason.
     * Return why the group cannot be dismantled; empty on success. */
    std::string Dismantle(uint32_t tenant, uint32_t group, const std::string& reason);

    /** \return the latest heartbeat report of each node of a group that has reported */
    IncGroupStatistics GetHeard(uint32_t tenant, uint32_t group) const;

    /// Called with the answers of a group's nodes, or with the reason why there are none.
    using StatisticsHandler = std::function<void(const IncGroupStatistics& statistics)>;

    /**
     * \brief Ask all nodes of a group for statistics, in any state of the group. Return why the
     * nodes cannot be asked; empty on success.
     *
     * The handler is called once: when each node has answered or is lost, or when the manager dies.
     * The group may also be one that the manager set up before its latest restart.
     */
    std::string Query(uint32_t tenant, uint32_t group, StatisticsHandler handler);

    /** \return the latest log entries, oldest first: at least LogLength if so many were written */
    const std::vector<IncManagerLogEntry>& GetLog() const
    {
        return m_log;
    }

    /** \return number of log entries ever written */
    uint64_t GetLogged() const
    {
        return m_logged;
    }

    /** \return the log as text */
    std::string GetLogText() const
    {
        return IncManagerLogToText(m_log);
    }

    /// TracedCallback signature for states of groups.
    typedef void (*StateTracedCallback)(uint32_t tenant, uint32_t group, IncGroupState state);

    /// TracedCallback signature for a node's heartbeat report on its part in a group.
    typedef void (*PartTracedCallback)(uint32_t tenant,
                                       uint32_t group,
                                       const IncGroupStatistics::Part& part);

  protected:
    void DoDispose() override;

  private:
    using Handler = void (IncAggregationManager::*)(uint32_t, const IncControlBody&);

    struct Tree
    {
        IncGroupName group;
        uint16_t epoch{0};
        bool isFound{false};      //!< whether a restarted manager found the tree
        Time since;               //!< if isFound: time when the tree was found
        std::set<uint32_t> nodes; //!< if isFound: switches that have reported the tree
        std::set<uint32_t> ranks; //!< if isFound: hosts with clients that have reported to be ranks
    };

    /// How a group ended, kept for clients that have not been told.
    struct Ended
    {
        bool fails; //!< true: all ranks failed; false: the group runs over the hosts
        Time at;    //!< time when the group ended
        std::string reason;
        std::set<uint32_t> ranks; //!< ranks that have not joined; if one joins, it is told the end
    };

    /// A query to the nodes of a group that still lacks answers.
    struct PendingQuery
    {
        StatisticsHandler handler;
        IncGroupState state;         //!< state of the group when the query began
        std::vector<uint32_t> nodes; //!< nodes that were asked, in order
        std::set<uint32_t> awaited;  //!< nodes that have not answered
        std::map<uint32_t, IncGroupStatistics::Part> answers; //!< answers by address of the node
        std::vector<std::string> silent;                      //!< names of nodes that are lost
    };

    void Listen(IncControlKind kind, Handler handler);
    void Asked(uint32_t peer, const IncControlBody& body);
    void Answered(uint32_t peer, const IncControlBody& body);
    void NobodyAnswers(uint32_t peer);
    void HearTasks(uint32_t peer, const IncControlBody& body);
    std::map<uint16_t, Tree>::const_iterator FindFound(const IncGroupName& name) const;
    void AnswerIfComplete(uint32_t number);
    void ReceiveForGroup(IncControlKind kind, uint32_t peer, const IncControlBody& body);
    void Work(std::function<void()> task);
    void Register(uint32_t peer, const IncControlBody& body);
    void Heartbeat(uint32_t peer, const IncControlBody& body);
    void FindTrees(uint32_t peer, const IncControlBody& body);
    Tree* FindTree(uint32_t peer, const IncControlBody& body, bool& isLeft);
    std::string ProofOf(uint32_t peer, const IncControlBody& body) const;
    bool Remind(uint32_t peer, const IncControlBody& membership);
    bool LeaveFound(uint32_t peer, const IncControlBody& body);
    void DropFound(uint16_t treeId, const std::string& reason);
    void CompareLinks(uint32_t peer, const std::vector<IncInventory::Link>& before);
    void TellShortFailures(uint32_t peer);
    void NodeLost(uint32_t peer, const std::string& reason);
    void Watch();
    void ForAllGroups(const std::function<void(IncManagedGroup&)>& visit);
    IncManagedGroup* FindGroup(const IncControlBody& body);
    IncManagedGroup* FindByTree(const IncControlBody& body);
    bool IsComplete() const;
    std::string CheckQuota(const IncManagedGroup& group) const;
    IncAggregationTree MakeTree(const IncHeardTopology& heard,
                                const std::vector<IncTreeWorker>& workers,
                                const std::vector<IncGroupMember>& members) const;
    bool IsToBeTold(const IncControlBody& join);
    uint16_t TakeTreeId();
    void Log(const std::string& event, const std::string& object, const std::string& text);
    std::string NameOf(uint32_t address) const;

    void Send(uint32_t peer, IncControlKind kind, const IncControlBody& body) override;
    std::unique_ptr<IncGroupLayout> Plan(const IncManagedGroup& group,
                                         std::string& reason) override;
    void GiveBack(const IncManagedGroup& group) override;
    bool FailsRefused() const override;
    bool Rebuilds() const override;
    bool IsHost(uint32_t peer) const override;
    void Changed(const IncManagedGroup& group, const std::string& reason) override;
    void Over(const IncManagedGroup& group) override;

    Ptr<IncControlEndpoint> m_endpoint;
    IncInventory m_inventory;
    std::map<IncGroupName, std::unique_ptr<IncManagedGroup>> m_groups; //!< groups that are not IDLE
    std::vector<std::unique_ptr<IncManagedGroup>> m_endedGroups;       //!< groups that have ended
    std::map<IncGroupName, Ended> m_ended;
    std::map<uint16_t, Tree> m_trees;
    std::vector<IncManagerLogEntry> m_log;
    uint64_t m_logged{0};
    uint32_t m_logLength{0};
    std::map<uint32_t, PendingQuery> m_queries; //!< unanswered queries by number
    uint32_t m_nextQuery{0};
    /// Latest heartbeat reports by group and by address of the node.
    std::map<IncGroupName, std::map<uint32_t, IncGroupStatistics::Part>> m_heard;
    Ptr<IncTreeMaker> m_treeMaker;
    IncPathLoad m_linkLoad; //!< number of groups' paths over each end of a link
    std::set<std::pair<uint32_t, uint32_t>> m_lostLinks; //!< ends of failed links: address and port
    /// Ends from which a short failure is not logged again, because the other end reported it.
    std::set<std::pair<uint32_t, uint32_t>> m_toldFailures;
    uint16_t m_firstEpoch{0}; //!< first epoch since the latest Start()
    uint16_t m_nextEpoch{0};  //!< epoch of the next tree
    Time m_busyUntil;         //!< time when all messages received so far are processed
    uint64_t m_life{0};       //!< number of calls of Start()
    EventId m_watch;

    Time m_processingTime;
    Time m_heartbeatInterval;
    uint32_t m_missed{0};
    Time m_deadline;
    bool m_failsRefused{false};
    IncQueuePairSetup m_setup{IncQueuePairSetup::MANAGER};
    bool m_rebuilds{true};
    uint32_t m_maxGroups{0};
    uint32_t m_maxSlots{0};
    std::string m_aggregators;
    std::string m_root;

    TracedCallback<uint32_t, uint32_t, IncGroupState> m_stateTrace;
    TracedCallback<uint32_t, uint32_t, const IncGroupStatistics::Part&> m_heardTrace;
};

} // namespace ns3

#endif // INC_AGGREGATION_MANAGER_H
