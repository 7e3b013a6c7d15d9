/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_RANK_AGENT_H
#define INC_RANK_AGENT_H

#include "inc-collective.h"

#include "ns3/inc-reducer.h"
#include "ns3/inc-repeater.h"
#include "ns3/inc-stall-watch.h"
#include "ns3/inc-state-visitor.h"
#include "ns3/node.h"
#include "ns3/object.h"

#include <cstdint>
#include <deque>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief One rank's share of a collective operation.
struct IncRankTask
{
    IncCollective collective{IncCollective::ALLREDUCE}; //!< collective to run
    uint32_t root{0};                          //!< rank of the root, for a collective that has one
    IncDataType type{IncDataType::FLOAT32};    //!< type of the elements
    IncOperation operation{IncOperation::SUM}; //!< reduction of the elements
    IncOverflow overflow{IncOverflow::WRAP};   //!< treatment of integers beyond their range
    uint64_t count{0};                         //!< number of elements, as in the request
    const uint8_t* send{nullptr};      //!< operands; nullptr for virtual data or without operands
    uint8_t* buffer{nullptr};          //!< results; nullptr for virtual data or without results
    bool isVirtual{false};             //!< true if elements have a size but no values
    IncReduceFunction reduce{nullptr}; //!< function that reduces elements; null without a reduction
    IncCollectiveAlgorithm::CompletionCallback done; //!< called when the task has ended

    /** \return the buffer at an offset in bytes; nullptr if the data is virtual */
    uint8_t* At(uint64_t offset) const
    {
        return isVirtual ? nullptr : buffer + offset;
    }
};

/**
 * \ingroup inc
 * \brief Base class of the agents that run one rank of a collective over hosts. An agent runs its
 * tasks one after the other, in the context of the host.
 */
class IncRankAgent : public Object, private IncStallWatch::Listener
{
  public:
    static constexpr uint32_t NO_RANK = UINT32_MAX; //!< rank of an agent without elements

    /// Interface of an object that is told when a round, one slice or segment, has ended.
    class RoundListener
    {
      public:
        virtual ~RoundListener() = default;
        /** \brief Handle the end of a round; GetTaken() and GetStep() of the agent tell which. */
        virtual void RoundOver() = 0;
    };

    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncRankAgent();

    /** \brief Queue this rank's share of an operation; call `done` when the rank completes. */
    void Enqueue(const IncCollectiveRequest& request,
                 const IncCollectiveAlgorithm::CompletionCallback& done);

    /** \brief Set an object that is called after every round; nullptr: none. */
    void SetRoundListener(RoundListener* listener)
    {
        m_roundListener = listener;
    }

    /** \return host where the agent runs */
    Ptr<Node> GetHost() const
    {
        return m_host;
    }

    /** \return true if a task has begun and has not ended */
    bool IsActive() const
    {
        return m_progress.active;
    }

    /** \return number of rounds (slices or segments) that have ended, over all tasks */
    virtual uint64_t GetTaken() const
    {
        return 0;
    }

    /** \return number of later rounds of the present step that have the size of the latest */
    virtual uint64_t CountEqualRounds() const
    {
        return 0;
    }

    /** \return number of the present step */
    virtual uint32_t GetStep() const
    {
        return 0;
    }

    /** \brief Tell a visitor how messages to the peers are numbered. */
    virtual void Announce(IncStateVisitor& visitor) const
    {
    }

    /** \brief Pass the state of the agent, without its queue pairs, to a visitor. */
    virtual void VisitState(IncStateVisitor& visitor)
    {
    }

    /** \brief Set a callback for one call, with the reason, if this rank fails, task or not. */
    void SetFailureCallback(Callback<void, const std::string&> callback)
    {
        m_failureCallback = callback;
    }

  protected:
    /** \brief Set the host and the rank, or NO_RANK; call it before any task. */
    void SetIdentity(Ptr<Node> host, uint32_t rank);

    /** \brief Set how many bytes of all ranks together may be in flight. A task fails if no message
     * arrives for much longer than a link needs to transmit these bytes. */
    void SetInFlight(uint64_t bytes);

    /** \brief Note that a peer has sent or acknowledged a message. */
    void NoteProgress()
    {
        m_watch.Progress();
    }

    /** \brief Note that another round of the present task has ended. */
    void NoteRound()
    {
        if (m_roundListener)
        {
            m_roundListener->RoundOver();
        }
    }

    /** \brief Pass the state that all agents have to a visitor. */
    void VisitTasks(IncStateVisitor& visitor);

    void DoDispose() override;

    /** \brief Start the present task. */
    virtual void Begin() = 0;

    /** \brief Tell the peers that can still be reached that this rank has failed. */
    virtual void TellPeersOfFailure() = 0;

    /** \return own rank or NO_RANK */
    uint32_t GetRank() const
    {
        return m_rank;
    }

    /** \return the present task; call it only if IsActive() */
    const IncRankTask& GetTask() const
    {
        return m_tasks.front();
    }

    /** \return whether a task has failed */
    bool HasFailed() const
    {
        return !m_failure.empty();
    }

    /** \return whether the present task's success was reported */
    bool IsReported() const
    {
        return m_progress.reported;
    }

    /** \brief Report success of the present task without ending it. */
    void ReportDone();

    /** \brief End the present task and begin the next one. */
    void EndTask();

    /** \brief Fail the present task and all later tasks for a reason in one line, and tell the
     * peers. Further calls do nothing. */
    void Fail(const std::string& why);

  private:
    void Stalled() override;
    void BeginLater();
    void BeginNext();
    void ReportFailure();

    struct Progress
    {
        uint64_t begun{0};     //!< number of tasks that have begun
        bool active{false};    //!< whether the first task of m_tasks has begun
        bool reported{false};  //!< whether success of the present task was reported
        bool scheduled{false}; //!< whether BeginNext() is scheduled

        INC_FIELDS(IncRankAgent::Progress,
                   INC_VALUE(begun) + INC_VALUE(active) + INC_VALUE(reported) +
                       INC_VALUE(scheduled))
    };

    Ptr<Node> m_host;
    uint32_t m_rank{NO_RANK};
    std::deque<IncRankTask> m_tasks; //!< tasks that have not ended, oldest first
    Progress m_progress;
    std::string m_failure; //!< reason of the failure; empty: no failure
    Time m_stallTimeout;
    IncStallWatch m_watch;
    Callback<void, const std::string&> m_failureCallback;
    RoundListener* m_roundListener{nullptr};
};

/// \ingroup inc
/// \brief Shows fast-forward the rounds of a collective over hosts; one agent counts them.
class IncRankRounds : public IncRepeater, private IncRankAgent::RoundListener
{
  public:
    /// Agents, each with a name for messages to the user.
    using Agents = std::vector<std::pair<std::string, Ptr<IncRankAgent>>>;

    /** \brief Count the rounds of `lead`, which is also among the agents. The state of all agents
     * must recur. Messages contain the name. */
    IncRankRounds(Ptr<IncRankAgent> lead, Agents agents, const std::string& name);
    ~IncRankRounds() override;

    /** \brief Return the rounds of agents by rank, counted by rank 0; null for fewer than two. */
    template <typename AGENT>
    static std::unique_ptr<IncRepeater> ByRank(const std::vector<Ptr<AGENT>>& ranks,
                                               const std::string& name)
    {
        Agents agents;
        for (const auto& agent : ranks)
        {
            agents.emplace_back("rank " + std::to_string(agents.size()), agent);
        }
        return agents.size() < 2 ? nullptr
                                 : std::make_unique<IncRankRounds>(ranks.front(), agents, name);
    }

    void Listen(Listener* listener) override;

    bool IsAtWork() const override
    {
        return m_lead->IsActive();
    }

    uint64_t GetFinishedRounds() const override
    {
        return m_lead->GetTaken();
    }

    uint64_t CountEqualRounds() const override
    {
        return m_lead->CountEqualRounds();
    }

    uint64_t GetStretch() const override
    {
        return m_lead->GetStep();
    }

    void Announce(IncStateVisitor& visitor, uint64_t growth) const override;
    void VisitState(IncStateVisitor& visitor) override;

    std::string Limit(uint64_t rounds, uint64_t& times) const override
    {
        return rounds == 0 && IsAtWork() ? "a " + m_name + " that stands still" : "";
    }

  private:
    void RoundOver() override
    {
        m_listener->RoundOver(*this);
    }

    Ptr<IncRankAgent> m_lead;
    Agents m_agents;
    std::string m_name;
    Listener* m_listener{nullptr};
};

} // namespace ns3

#endif // INC_RANK_AGENT_H
