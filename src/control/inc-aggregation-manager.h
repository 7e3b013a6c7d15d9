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
    IncAggregationManager();
    ~IncAggregationManager() override;

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

    /**
     * \param tenant owner of the group
     * \param group name of the group
     * \return state of the group; IDLE if there is no such group
     */
    IncGroupState GetState(uint32_t tenant, uint32_t group) const;

    /**
     * \param tenant owner of the group
     * \param group name of the group
     * \return the group; nullptr if there is none
     */
    const IncManagedGroup* FindGroup(uint32_t tenant, uint32_t group) const;

    /** \return number of groups that are not IDLE */
    std::size_t GetGroups() const
    {
        return m_groups.size();
    }

    /**
     * \brief Dismantle a group on request of a script.
     * \param tenant owner of the group
     * \param group name of the group
     * \param reason text that the group's ranks are told
     * \return why the group cannot be dismantled; empty on success
     */
    std::string Dismantle(uint32_t tenant, uint32_t group, const std::string& reason);

    /**
     * \param tenant owner of the group
     * \param group name of the group
     * \return the latest heartbeat report of each of the group's nodes that has reported
     */
    IncGroupStatistics GetHeard(uint32_t tenant, uint32_t group) const;

    /// Called with the answers of a group's nodes, or with the reason why there are none.
    using StatisticsHandler = std::function<void(const IncGroupStatistics& statistics)>;

    /**
     * \brief Ask all nodes of a group for statistics, in any state of the group.
     *
     * The group may also be one that the manager set up before its latest restart.
     * \param tenant owner of the group
     * \param group name of the group
     * \param handler called once: when each node has answered or is lost, or when the manager dies
     * \return why the nodes cannot be asked; empty on success
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

    /**
     * TracedCallback signature for states of groups.
     * \param tenant owner of the group
     * \param group name of the group
     * \param state new state
     */
    typedef void (*StateTracedCallback)(uint32_t tenant, uint32_t group, IncGroupState state);

    /**
     * TracedCallback signature for a node's heartbeat report on its part in a group.
     * \param tenant owner of the group
     * \param group name of the group
     * \param part status of a node's part in the group
     */
    typedef void (*PartTracedCallback)(uint32_t tenant,
                                       uint32_t group,
                                       const IncGroupStatistics::Part& part);

  protected:
    void DoDispose() override;

  private:
    using Handler = void (IncAggregationManager::*)(uint32_t, const IncControlBody&);

    /// A tree that is in use.
    struct Tree
    {
        IncGroupName group;       //!< group that the tree serves
        uint16_t epoch{0};        //!< generation of the tree
        bool isFound{false};      //!< whether the manager was restarted after the tree was set up
        Time since;               //!< if isFound: time when the restarted manager found the tree
        std::set<uint32_t> nodes; //!< if isFound: switches that have reported the tree
        std::set<uint32_t> ranks; //!< if isFound: hosts with clients that have reported to be ranks
    };

    /// How a group ended, kept for clients that have not been told.
    struct Ended
    {
        bool fails;               //!< true: all ranks failed; false: the group runs over the hosts
        Time at;                  //!< time when the group ended
        std::string reason;       //!< reason that the group's ranks were told
        std::set<uint32_t> ranks; //!< ranks that have not joined; told the end if they join
    };

    /// A query to the nodes of a group that still lacks answers.
    struct PendingQuery
    {
        StatisticsHandler handler;   //!< called with the answers
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

    // Functions of IncManagedGroup::Host, which groups call.
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
    IncInventory m_inventory; //!< nodes that have registered
    std::map<IncGroupName, std::unique_ptr<IncManagedGroup>> m_groups; //!< groups that are not IDLE
    std::vector<std::unique_ptr<IncManagedGroup>> m_endedGroups; //!< ended groups, to be deleted
    std::map<IncGroupName, Ended> m_ended;                       //!< how each group last ended
    std::map<uint16_t, Tree> m_trees;                            //!< trees by tree id
    std::vector<IncManagerLogEntry> m_log;
    uint64_t m_logged{0};                       //!< number of entries ever written
    uint32_t m_logLength{0};                    //!< attribute LogLength
    std::map<uint32_t, PendingQuery> m_queries; //!< queries that still lack answers, by number
    uint32_t m_nextQuery{0};                    //!< number of the next query
    /// Latest heartbeat reports by group and by address of the node.
    std::map<IncGroupName, std::map<uint32_t, IncGroupStatistics::Part>> m_heard;
    Ptr<IncTreeMaker> m_treeMaker; //!< attribute TreeMaker
    IncPathLoad m_linkLoad;        //!< number of groups' paths over each end of a link
    std::set<std::pair<uint32_t, uint32_t>> m_lostLinks; //!< ends of failed links: address and port
    /// Ends from which a short failure is not logged again, because the other end reported it.
    std::set<std::pair<uint32_t, uint32_t>> m_toldFailures;
    uint16_t m_firstEpoch{0}; //!< first epoch since the latest Start()
    uint16_t m_nextEpoch{0};  //!< epoch of the next tree
    Time m_busyUntil;         //!< time when all messages received so far are processed
    uint64_t m_life{0};       //!< number of calls of Start()
    EventId m_watch;          //!< event that looks for dead nodes

    Time m_processingTime;                                 //!< attribute ProcessingTime
    Time m_heartbeatInterval;                              //!< attribute HeartbeatInterval
    uint32_t m_missed{0};                                  //!< attribute Missed
    Time m_deadline;                                       //!< attribute SetupDeadline
    bool m_failsRefused{false};                            //!< attribute FailRefused
    IncQueuePairSetup m_setup{IncQueuePairSetup::MANAGER}; //!< attribute QueuePairSetup
    bool m_rebuilds{true};                                 //!< attribute Rebuild
    uint32_t m_maxGroups{0};                               //!< attribute MaxGroups
    uint32_t m_maxSlots{0};                                //!< attribute MaxSlots
    std::string m_aggregators;                             //!< attribute Aggregators
    std::string m_root;                                    //!< attribute Root

    TracedCallback<uint32_t, uint32_t, IncGroupState> m_stateTrace; //!< state of a group changed
    /// A node has reported its part in a group.
    TracedCallback<uint32_t, uint32_t, const IncGroupStatistics::Part&> m_heardTrace;
};

} // namespace ns3

#endif // INC_AGGREGATION_MANAGER_H
