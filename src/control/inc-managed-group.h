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

/**
 * \ingroup inc
 * \brief Tenant and name of a group.
 */
using IncGroupName = std::pair<uint32_t, uint32_t>;

/**
 * \ingroup inc
 * \brief A group as the manager sees it: the state machine from the first JOIN to the last
 * RELEASED.
 */
class IncManagedGroup
{
  public:
    /// The manager.
    class Host
    {
      public:
        virtual ~Host() = default;

        /** \brief Send a message to an agent. */
        virtual void Send(uint32_t peer, IncControlKind kind, const IncControlBody& body) = 0;

        /**
         * \brief Find switches for a group and take their resources off the inventory.
         * \param group with all its members
         * \param reason where there is no layout: why
         * \return a layout; null with an empty reason: not yet, more nodes will register
         */
        virtual std::unique_ptr<IncGroupLayout> Plan(const IncManagedGroup& group,
                                                     std::string& reason) = 0;

        /** \brief The switches of a group have forgotten it. */
        virtual void GiveBack(const IncManagedGroup& group) = 0;

        /** \return whether groups without a tree fail, instead of running on the hosts */
        virtual bool FailsRefused() const = 0;

        /** \return whether groups that fail are built anew around what failed */
        virtual bool Rebuilds() const = 0;

        /** \return whether a node may be a rank: it has not registered as a switch */
        virtual bool IsHost(uint32_t peer) const = 0;

        /** \brief The state has changed, for what reason if there is one. */
        virtual void Changed(const IncManagedGroup& group, const std::string& reason) = 0;

        /** \brief The group is over: it can be removed when the present event is. */
        virtual void Over(const IncManagedGroup& group) = 0;
    };

    /**
     * \param host the manager
     * \param name of the group
     * \param deadline of the set-up
     */
    IncManagedGroup(Host& host, const IncGroupName& name, Time deadline);
    ~IncManagedGroup();

    /** \return tenant and name */
    const IncGroupName& GetName() const
    {
        return m_name;
    }

    /** \return where it stands */
    IncGroupState GetState() const
    {
        return m_state;
    }

    /** \return how it wants to work */
    const IncGroupProfile& GetProfile() const
    {
        return m_profile;
    }

    /** \return the ranks, if all have joined */
    std::vector<IncGroupMember> GetMembers() const;

    /** \return the layout, or nullptr */
    const IncGroupLayout* GetLayout() const
    {
        return m_layout.get();
    }

    /** \return whether its clients have been told to send */
    bool HasBeenReady() const
    {
        return m_hasBeenReady;
    }

    /** \return how often it was built anew */
    uint32_t GetRebuilt() const
    {
        return m_rebuilt;
    }

    /** \return why it is over, or was last fenced or refused */
    const std::string& GetCause() const
    {
        return m_cause;
    }

    /** \return whether its ranks have failed, if it is over; else they run over the hosts */
    bool HasFailed() const
    {
        return m_fails || m_hasBeenReady;
    }

    /** \return addresses of switches that have refused to serve it; they are tried no more */
    const std::set<uint32_t>& GetRefusing() const
    {
        return m_refusing;
    }

    /** \return number of ranks, whether or not they have joined */
    uint32_t GetRanks() const
    {
        return static_cast<uint32_t>(m_members.size());
    }

    /**
     * \param rank of the group
     * \return whether it is part of it
     */
    bool HasRank(uint32_t rank) const
    {
        return rank < m_members.size() && m_members[rank].has_value();
    }

    /**
     * \param address of a node
     * \return whether one of its clients is part of it
     */
    bool HasMember(uint32_t address) const;

    /** \return ranks that have joined */
    uint32_t GetJoined() const
    {
        return m_joined;
    }

    /**
     * \brief A message of an agent.
     * \param peer address of its node
     * \param kind of the message
     * \param body of it
     * \return why it is refused, if it is: then it has changed nothing
     */
    std::optional<IncControlRefusal> Receive(uint32_t peer,
                                             IncControlKind kind,
                                             const IncControlBody& body);

    /**
     * \param peer address of a node
     * \param body of its message
     * \return what it is to this group: bits of IncControlRule::Sender
     */
    uint8_t GetSenders(uint32_t peer, const IncControlBody& body) const;

    /**
     * \brief A node is dead, restarted or does not answer.
     * \param peer address of the node
     * \param reason in words
     */
    void NodeLost(uint32_t peer, const std::string& reason);

    /**
     * \brief A link is down.
     * \param address of a node at one end
     * \param port of that node
     * \param reason in words
     * \return whether it is one of the tree's
     */
    bool LinkLost(uint32_t address, uint32_t port, const std::string& reason);

    /**
     * \brief A node has said which trees it serves: one that was to forget this group's has done
     * so, or is told once more. Its answer may be lost with others that it could not deliver.
     * \param peer address of the node
     * \param body of its REGISTER or HEARTBEAT
     */
    void Heard(uint32_t peer, const IncControlBody& body);

    /** \brief The inventory has changed: what waits may go on. */
    void Retry();

    /** \param reason of the dismantling, by hand */
    void Dismantle(const std::string& reason);

  private:
    /// What a client that is fenced has of the group's messages.
    struct Report
    {
        uint64_t next{0};                  //!< first message without a result
        uint64_t end{0};                   //!< one beyond the last message that the client has sent
        std::vector<IncReplayRun> results; //!< results that the client keeps
        bool needsAll{false};              //!< has requests that need all ranks
        bool hasHosts{false};              //!< can go on over the hosts
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
    IncControlBody MakeRelease() const;
    void SendToClients(IncControlKind kind, const IncControlBody& body);

    Host& m_host;                                         //!< manager that owns the group
    IncGroupName m_name;                                  //!< name of the group
    IncGroupState m_state{IncGroupState::IDLE};           //!< state of the group
    IncGroupProfile m_profile;                            //!< profile that all ranks gave
    std::vector<std::optional<IncGroupMember>> m_members; //!< members by rank
    uint32_t m_joined{0};                                 //!< ranks that are there
    bool m_hasBeenReady{false};                           //!< clients were told to send
    std::unique_ptr<IncGroupLayout> m_layout;             //!< from RESERVING on
    std::set<uint32_t> m_awaited;                         //!< nodes that have not answered
    std::set<uint32_t> m_gone;                            //!< nodes that need no message any more
    Time m_patience;                                      //!< time that a set-up may take
    EventId m_deadline;                                   //!< end of the set-up
    bool m_goesOn{false};                                 //!< is fenced to be built anew
    bool m_clientsWait{false};            //!< clients were told that the group goes on
    std::string m_cause;                  //!< why it was fenced or refused
    bool m_fails{false};                  //!< ranks that wait are told to fail
    std::set<uint32_t> m_refusing;        //!< switches that have refused since it was last READY
    std::map<uint32_t, Report> m_reports; //!< reports of fenced clients, by address
    uint64_t m_next{0};                   //!< first message over the present tree
    uint32_t m_firstMessageId{0};         //!< MessageID of the ranks' first message
    uint32_t m_rebuilt{0};                //!< how often the group was built anew
    uint32_t m_attempts{0};               //!< since it was last READY
    uint32_t m_idle{0};                   //!< rebuilt in a row without progress
};

} // namespace ns3

#endif // INC_MANAGED_GROUP_H
