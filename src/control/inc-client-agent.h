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

/**
 * \ingroup inc
 * \brief How a client's membership stands.
 */
enum class IncMembership : uint8_t
{
    JOINING, //!< waits for the manager
    READY,   //!< the client may send
    HOST,    //!< over: the group is to run on the hosts, or goes on there
    FAILED,  //!< over: the group does not run
    LEFT     //!< over: by its own wish
};

/**
 * \ingroup inc
 * \brief The control plane of a worker's client (draft-liu-nfsv4-rocev2, section 3.3): joins
 * groups, gives the client what the manager has set up, and ends it when the group is dismantled.
 */
class IncClientAgent : public IncControlAgent
{
  public:
    /**
     * Told how a membership stands: READY once or not at all, then HOST, FAILED or LEFT.
     * The text is why it is over, else empty.
     */
    using StatusHandler = std::function<void(IncMembership status, const std::string& reason)>;

    /// Told that the client goes on over another tree, without these ranks.
    using RebuildHandler = std::function<void(const std::set<uint32_t>& absent)>;

    /// Makes what runs the client's operations over the hosts of all ranks but these.
    using HostRunnerMaker = std::function<IncHostRunner(const std::set<uint32_t>& absent)>;

    /// A rank of a group.
    struct Request
    {
        uint32_t group{0};       //!< name of the group, the same at all ranks
        uint32_t rank{0};        //!< rank of this client
        uint32_t ranks{1};       //!< size of the group
        IncGroupProfile profile; //!< how the group is to work
        Ptr<IncClient> client;   //!< attached to the host's NIC
        StatusHandler status;    //!< told how it stands
        RebuildHandler rebuilt;  //!< told of other trees, or null
        /// Asked where no tree is left in the middle of a request; null: it fails, at all ranks.
        HostRunnerMaker overHosts;
    };

    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncClientAgent();
    ~IncClientAgent() override;

    /**
     * \param subDomain in which the host is a BFER; before Attach()
     * \param lastHop table of the host, or null: the switches before hosts have the tables
     */
    void SetBier(std::shared_ptr<const IncBierSubDomain> subDomain, Ptr<IncLastHop> lastHop);

    /**
     * \brief Become a rank of a group.
     * \param request of this client; the agent has no other membership of that group
     */
    void Join(const Request& request);

    /**
     * \brief End a membership; the whole group is dismantled.
     * \param group its name
     * \return why that cannot be; empty: it is done
     */
    std::string Leave(uint32_t group);

    /// Told what the nodes of a group have answered, or why nobody has.
    using StatisticsHandler = std::function<void(const IncGroupStatistics& statistics)>;

    /**
     * \brief Ask the manager how a group does.
     * \param group its name
     * \param handler called once, when it has answered or will not
     * \return why that cannot be; empty: it is asked
     */
    std::string Query(uint32_t group, StatisticsHandler handler);

    std::vector<IncGroupStatistics::Part> GetParts() const override;

    /**
     * \param group its name
     * \return whether this client is a rank of it, or waits to be
     */
    bool IsMember(uint32_t group) const
    {
        return m_members.count(group) > 0;
    }

    /** \return groups that it is a rank of, or waits to be */
    std::size_t GetGroups() const
    {
        return m_members.size();
    }

    /** \return what happened to its groups, oldest first */
    const std::vector<IncManagerLogEntry>& GetLog() const
    {
        return m_log;
    }

    /** \return queue pairs that were, or are being, set up with their other ends */
    std::size_t GetExchanged() const
    {
        return m_exchange->GetLinks();
    }

    /**
     * \param group of which this client is a rank
     * \return slots in effect
     */
    uint32_t GetSlots(uint32_t group) const;

    /**
     * \param group of which this client is a rank
     * \return name of the root in effect
     */
    std::string GetRootName(uint32_t group) const;

  protected:
    void DoDispose() override;
    void Listen() override;
    void ManagerIsBack() override;
    void Forget() override;
    void Describe(IncControlBody& body) const override;
    void AddGroups(IncControlBody& body) const override;
    IncGroupState GetState(const IncControlBody& body) const override;

  private:
    /// A membership.
    struct Member
    {
        Request request;                  //!< as it came
        Time since;                       //!< when it wished to join
        bool isReady{false};              //!< may send, or has been told to wait for another tree
        bool waits{false};                //!< for another tree
        uint16_t treeId{0};               //!< when it is ready
        uint16_t epoch{0};                //!< when it is ready
        uint32_t identity{0};             //!< when it is ready: of its switch
        uint32_t slots{0};                //!< when it is ready
        std::string proof;                //!< when it is ready: of its part in the tree
        std::string rootName;             //!< when it is ready
        std::optional<uint16_t> connects; //!< tree whose queue pairs are being set up
        EventId deadline;                 //!< ends its set-up
        std::optional<IncControlBody> ready; //!< READY that came before the queue pairs' other ends

        /// State of the group at this client.
        IncGroupState GetState() const;
    };

    /// A question that the manager has not answered.
    struct PendingQuery
    {
        StatisticsHandler handler; //!< told the answer
        EventId deadline;          //!< ends the wait
    };

    void SendJoin(const Request& request, bool again);
    void Asked(const IncControlBody& body);
    void Answered(const IncControlBody& body);
    void Unanswered(uint32_t number, const std::string& why);
    void NobodyAnswers();
    static IncGroupStatistics::Part Describe(const Member& member);
    void Connect(const IncControlBody& body);
    void Disconnect(Member& member);
    void Connected(uint16_t treeId);
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

    std::shared_ptr<const IncBierSubDomain> m_subDomain; //!< in which the host is a BFER
    Ptr<IncLastHop> m_lastHop;                           //!< see SetBier()
    std::unique_ptr<IncQueuePairExchange> m_exchange;    //!< with the leaf and the root
    std::map<uint32_t, Member> m_members;                //!< members by name of their group
    std::map<uint32_t, PendingQuery> m_queries;          //!< by number
    uint32_t m_nextQuery{0};                             //!< number of the next
    std::vector<IncManagerLogEntry> m_log;               //!< see GetLog()
    Time m_deadline;                                     //!< attribute SetupDeadline
    uint32_t m_logLength{0};                             //!< attribute LogLength
};

} // namespace ns3

#endif // INC_CLIENT_AGENT_H
