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
 * \brief The in-network computing aggregation manager: sets up groups, watches and dismantles them
 * (draft-liu-nfsv4-rocev2, sections 3.1 and 5.1).
 *
 * A group can be given before the simulation (IncGroupHelper), or the manager builds it. Nodes
 * register with their links and slots. When all ranks of a group have joined, the manager chooses a
 * tree and reserves slots on its switches. Then it has the queue pairs connected, and lets the
 * ranks send. It receives heartbeats, and rebuilds a group around a node that dies.
 *
 * Everything that it knows has come in packets to its node's IncControlEndpoint; it never looks at
 * another node. It processes one message after the other, each for ProcessingTime. It owns the
 * inventory, the groups and the log. Data never pass it: if it dies, groups that are READY go on.
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

    /** \brief Begin to listen. */
    void Start();

    /** \brief Stop, as a manager that dies, and forget everything. Groups that are READY go on. */
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
     * \brief Dismantle a group by hand.
     * \param tenant owner of the group
     * \param group name of the group
     * \param reason text for its ranks
     * \return the reason why this is impossible; empty: it is done
     */
    std::string Dismantle(uint32_t tenant, uint32_t group, const std::string& reason);

    /**
     * \param tenant owner of the group
     * \param group name of the group
     * \return what the group's nodes reported in their latest heartbeats, without nodes that have
     * reported nothing yet
     */
    IncGroupStatistics GetHeard(uint32_t tenant, uint32_t group) const;

    /// Called with the answers of a group's nodes, or with the reason why there are none.
    using StatisticsHandler = std::function<void(const IncGroupStatistics& statistics)>;

    /**
     * \brief Ask all nodes of a group for statistics, in any state of the group.
     *
     * This includes groups that an earlier life of the manager made.
     * \param tenant owner of the group
     * \param group name of the group
     * \param handler called once, when all have answered or are lost, or when the manager dies
     * \return the reason why this is impossible; empty: the nodes are asked
     */
    std::string Query(uint32_t tenant, uint32_t group, StatisticsHandler handler);

    /** \return the latest log entries, at least LogLength, oldest first */
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
     * TracedCallback signature for parts of groups in heartbeats.
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
        uint16_t epoch{0};        //!< epoch of the tree
        bool isFound{false};      //!< whether the tree is older than this manager's start
        Time since;               //!< tree found after a restart: time when it was found
        std::set<uint32_t> nodes; //!< tree found after a restart: switches that serve it
        std::set<uint32_t> ranks; //!< tree found after a restart: hosts with clients that are ranks
    };

    /// End of a group, for clients that have not heard of it.
    struct Ended
    {
        bool fails;               //!< whether all ranks failed; otherwise they run over the hosts
        Time at;                  //!< time when the group ended
        std::string reason;       //!< reason that its ranks were told
        std::set<uint32_t> ranks; //!< ranks that have not joined and must be told the end
    };

    /// A query to the nodes of a group.
    struct PendingQuery
    {
        StatisticsHandler handler;                            //!< called with the answers
        IncGroupState state;                                  //!< state of the group
        std::vector<uint32_t> nodes;                          //!< nodes that were asked, in order
        std::set<uint32_t> awaited;                           //!< nodes that have not answered
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

    // Services for the groups.
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
    std::vector<std::unique_ptr<IncManagedGroup>> m_endedGroups;       //!< groups to be removed
    std::map<IncGroupName, Ended> m_ended;                             //!< latest end of each group
    std::map<uint16_t, Tree> m_trees;                                  //!< trees by tree id
    std::vector<IncManagerLogEntry> m_log;
    uint64_t m_logged{0};                       //!< number of entries ever written
    uint32_t m_logLength{0};                    //!< attribute LogLength
    std::map<uint32_t, PendingQuery> m_queries; //!< queries without all answers, by number
    uint32_t m_nextQuery{0};                    //!< number of the next query
    /// Latest reports of nodes on their groups, by address.
    std::map<IncGroupName, std::map<uint32_t, IncGroupStatistics::Part>> m_heard;
    Ptr<IncTreeMaker> m_treeMaker; //!< attribute TreeMaker
    IncPathLoad m_linkLoad;        //!< number of groups' paths on each end of a link
    std::set<std::pair<uint32_t, uint32_t>> m_lostLinks; //!< ends of links that are down
    /// Ends that may still report a short failure that the other end has reported.
    std::set<std::pair<uint32_t, uint32_t>> m_toldFailures;
    uint16_t m_firstEpoch{0}; //!< first epoch of this life
    uint16_t m_nextEpoch{0};  //!< epoch of the next attempt
    Time m_busyUntil;         //!< time when the manager has finished its present work
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
