/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_MANAGED_GROUP_H
#define INC_MANAGED_GROUP_H

#include "inc-control-admission.h"
#include "inc-control-body.h"
#include "inc-control-kind.h"
#include "inc-group-layout.h"

#include "ns3/event-id.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief Tenant and name of a group.
using IncGroupName = std::pair<uint32_t, uint32_t>;

/// \ingroup inc
/// \brief State machine of one group at the manager, from the first JOIN to the last RELEASED.
class IncManagedGroup
{
  public:
    /// Functions of the manager that a group calls.
    class Host
    {
      public:
        virtual ~Host() = default;

        /** \brief Send a message to an agent. */
        virtual void Send(uint32_t peer, IncControlKind kind, const IncControlBody& body) = 0;

        /** \brief Find switches for a group whose members have all joined, and reserve resources.
         * Return null if there are none. Then `reason` says why; it is empty if the group must
         * wait for more nodes. */
        virtual std::unique_ptr<IncGroupLayout> Plan(const IncManagedGroup& group,
                                                     std::string& reason) = 0;

        /** \brief Give the resources of a group back to the inventory. */
        virtual void GiveBack(const IncManagedGroup& group) = 0;

        /** \return whether groups without a tree fail, instead of running on the hosts */
        virtual bool FailsRefused() const = 0;

        /** \return whether groups that fail are rebuilt without the failed nodes and links */
        virtual bool Rebuilds() const = 0;

        /** \brief Return whether a node may be a rank: it has not registered as a switch. */
        virtual bool IsHost(uint32_t peer) const = 0;

        /** \brief Take note of a group's new state, with the reason if there is one. */
        virtual void Changed(const IncManagedGroup& group, const std::string& reason) = 0;

        /** \brief Remove a group that has ended, after the present event. */
        virtual void Over(const IncManagedGroup& group) = 0;
    };

    /** \brief Begin a group in IDLE whose set-up may last as long as `deadline`. */
    IncManagedGroup(Host& host, const IncGroupName& name, Time deadline);
    ~IncManagedGroup();

    /** \return tenant and name */
    const IncGroupName& GetName() const
    {
        return m_name;
    }

    /** \return state of the group */
    IncGroupState GetState() const
    {
        return m_state;
    }

    /** \return parameters that all ranks gave */
    const IncGroupProfile& GetProfile() const
    {
        return m_profile;
    }

    /** \return the ranks, if all have joined */
    std::vector<IncGroupMember> GetMembers() const;

    /** \return layout of the group; nullptr if there is none */
    const IncGroupLayout* GetLayout() const
    {
        return m_layout.get();
    }

    /** \return whether the group's clients were ever told to send */
    bool HasBeenReady() const
    {
        return m_hasBeenReady;
    }

    /** \return number of times that the group was rebuilt */
    uint32_t GetRebuilt() const
    {
        return m_rebuilt;
    }

    /** \return why the group ended, or why it was last fenced or refused */
    const std::string& GetCause() const
    {
        return m_cause;
    }

    /** \return whether the ranks of an ended group failed; otherwise they run over the hosts */
    bool HasFailed() const
    {
        return m_fails || m_hasBeenReady;
    }

    /** \return addresses of switches that have refused the group and are not tried again */
    const std::set<uint32_t>& GetRefusing() const
    {
        return m_refusing;
    }

    /** \return number of ranks, joined or not */
    uint32_t GetRanks() const
    {
        return static_cast<uint32_t>(m_members.size());
    }

    /** \brief Return whether a rank has joined and is not gone. */
    bool HasRank(uint32_t rank) const
    {
        return rank < m_members.size() && m_members[rank].has_value();
    }

    /** \brief Return whether a client on the node with this address is a rank. */
    bool HasMember(uint32_t address) const;

    /** \brief Process an agent's message; return the reason if it is refused. */
    std::optional<IncControlRefusal> Receive(uint32_t peer,
                                             IncControlKind kind,
                                             const IncControlBody& body);

    /** \brief Return the sender's roles in this group: bits of IncControlRule::Sender. */
    uint8_t GetSenders(uint32_t peer, const IncControlBody& body) const;

    /** \brief React to a node that is dead, restarted or does not answer. Ranks are told the
     * reason. */
    void NodeLost(uint32_t peer, const std::string& reason);

    /** \brief React to a link, given by one end, that is down. Return whether the tree uses the
     * link. */
    bool LinkLost(uint32_t address, uint32_t port, const std::string& reason);

    /**
     * \brief Check by a REGISTER or HEARTBEAT whether a node still serves this RELEASING group's
     * tree.
     *
     * If so, the node is told again to remove the tree. If not, the node counts as released,
     * because its RELEASED may be lost.
     */
    void Heard(uint32_t peer, const IncControlBody& body);

    /** \brief Try again to set up a waiting group, because the inventory has changed. */
    void Retry();

    /** \brief Dismantle the group on request of a script, for the given reason. */
    void Dismantle(const std::string& reason);

  private:
    /// Report of a fenced client: its messages and what it can do.
    struct Report
    {
        uint64_t next{0};                  //!< first message without a result
        uint64_t end{0};                   //!< sequence number of the client's last message + 1
        std::vector<IncReplayRun> results; //!< results that the client keeps
        bool needsAll{false};              //!< whether the client has requests that need all ranks
        bool hasHosts{false};              //!< whether the client can run over the hosts
    };

    std::optional<IncControlRefusal> Join(uint32_t peer, const IncControlBody& body);
    void Establish();
    void Reserved(uint32_t peer, const IncControlBody& body);
    void Committed(uint32_t peer);
    void Refused(uint32_t peer, const std::string& reason);
    void Reject(const std::string& reason);
    void TryAnother(const std::string& reason);
    void DropTree();
    void Leave(uint32_t peer, const IncControlBody& body);
    void Fence(const std::string& reason, bool goesOn = true);
    void Release();
    void Answered(uint32_t peer);
    void Fenced(uint32_t peer, const IncControlBody& body);
    void Recover();
    void Rebuild();
    void TryAgain(const std::string& reason);
    void GiveUp(const std::string& reason);
    bool LacksRanks() const;
    bool CanRunOverHosts() const;
    void AddAgreement(IncControlBody& body) const;
    void ReleaseSwitches();
    bool DropGone();
    std::vector<IncReplayRun> AgreeOnResults() const;
    bool IsComplete() const;
    void Enter(IncGroupState state, const std::string& reason = "");
    void DeadlinePassed();
    bool IsOfThisAttempt(const IncControlBody& body) const;
    std::optional<std::size_t> FindSwitch(uint32_t peer) const;
    IncControlBody MakeName() const;
    IncControlBody MakeTreeName() const;
    void SendToClients(IncControlKind kind, const IncControlBody& body);

    Host& m_host;
    IncGroupName m_name;
    IncGroupState m_state{IncGroupState::IDLE};
    IncGroupProfile m_profile;
    std::vector<std::optional<IncGroupMember>> m_members;
    uint32_t m_joined{0};
    bool m_hasBeenReady{false};
    std::unique_ptr<IncGroupLayout> m_layout; //!< null before state RESERVING
    std::set<uint32_t> m_awaited;             //!< nodes that have not answered
    std::set<uint32_t> m_gone; //!< nodes that are lost or have left, and get no messages
    Time m_patience;           //!< longest time of a set-up
    EventId m_deadline;        //!< event at the end of the longest time of a set-up
    bool m_goesOn{false};      //!< whether the group is fenced in order to be rebuilt
    bool m_clientsWait{false}; //!< whether clients were told that the group will be rebuilt
    std::string m_cause;
    bool m_fails{false}; //!< whether ranks are told to fail instead of running over the hosts
    std::set<uint32_t> m_refusing; //!< switches that have refused since the group was last READY
    std::map<uint32_t, Report> m_reports; //!< reports by address of the client's host
    uint64_t m_next{0};           //!< sequence number of the first message over the present tree
    uint32_t m_firstMessageId{0}; //!< MessageID of the ranks' first message
    uint32_t m_rebuilt{0};
    uint32_t m_attempts{0}; //!< attempts to set up a tree since the group was last READY
    uint32_t m_idle{0};     //!< number of successive rebuilds without progress
};

} // namespace ns3

#endif // INC_MANAGED_GROUP_H
