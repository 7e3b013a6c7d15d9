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

class IncQueuePair;

/**
 * \ingroup inc
 * \brief One rank's share of a collective operation.
 */
struct IncRankTask
{
    IncCollective collective{IncCollective::ALLREDUCE}; //!< collective to run
    uint32_t root{0};                       //!< rank of the root, for a collective that has one
    IncDataType type{IncDataType::FLOAT32}; //!< type of the elements
    uint64_t count{0};                      //!< number of elements, as in the request
    const uint8_t* send{nullptr};      //!< operands; nullptr if virtual, or if the rank has none
    uint8_t* buffer{nullptr};          //!< results; nullptr if virtual, or if the rank has none
    bool isVirtual{false};             //!< true if elements have a size but no values
    IncReduceFunction reduce{nullptr}; //!< function that reduces elements
    IncCollectiveAlgorithm::CompletionCallback done; //!< called when the task has ended

    /** \return the buffer at an offset in bytes; nullptr if the data is virtual */
    uint8_t* At(uint64_t offset) const
    {
        return isVirtual ? nullptr : buffer + offset;
    }
};

/**
 * \ingroup inc
 * \brief Base class of the agents that run one rank of a collective over hosts. It queues tasks and
 * runs one after the other, in the context of the host.
 */
class IncRankAgent : public Object, private IncStallWatch::Listener
{
  public:
    static constexpr uint32_t NO_RANK = UINT32_MAX; //!< rank of an agent without a contribution

    /// Interface of an object that follows rounds.
    class RoundListener
    {
      public:
        virtual ~RoundListener() = default;
        /** \brief A round is over; the agent's functions describe it. */
        virtual void RoundOver() = 0;
    };

    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncRankAgent();

    /**
     * \brief Queue this rank's share of an operation.
     * \param request the operation
     * \param done callback for this rank's completion
     */
    void Enqueue(const IncCollectiveRequest& request,
                 const IncCollectiveAlgorithm::CompletionCallback& done);

    /** \param listener object that is told of every round from now on, or nullptr */
    void SetRoundListener(RoundListener* listener)
    {
        m_roundListener = listener;
    }

    /** \return true if a task has begun and has not ended */
    bool IsActive() const;

    /** \return number of rounds that are over, of all tasks */
    virtual uint64_t GetTaken() const
    {
        return 0;
    }

    /** \return rounds to come in the present step that are like the latest */
    virtual uint64_t CountEqualRounds() const
    {
        return 0;
    }

    /** \return number of the present step */
    virtual uint32_t GetStep() const
    {
        return 0;
    }

    /** \param visitor visitor that learns how messages to the peers are numbered */
    virtual void Announce(IncStateVisitor& visitor) const
    {
    }

    /** \param visitor visitor of the state without that of queue pairs */
    virtual void VisitState(IncStateVisitor& visitor)
    {
    }

    /** \param callback called once with the error if this rank fails, busy or not */
    void SetFailureCallback(Callback<void, const std::string&> callback);

  protected:
    /**
     * \brief Set the host and the rank; call it before any task.
     * \param host host where the agent runs
     * \param rank rank of the agent, or NO_RANK
     */
    void SetIdentity(Ptr<Node> host, uint32_t rank);

    /**
     * \brief Set how many bytes may be under way. The operation fails if nothing moves for much
     * longer than these bytes take.
     * \param bytes bytes of all ranks together
     */
    void SetInFlight(uint64_t bytes);

    /** \brief Note that a peer has sent or acknowledged a message. */
    void NoteProgress();

    /** \brief Note that another round of the present task is over. */
    void NoteRound()
    {
        if (m_roundListener)
        {
            m_roundListener->RoundOver();
        }
    }

    /** \param visitor visitor of the state that all agents have */
    void VisitTasks(IncStateVisitor& visitor);

    /**
     * \brief Tell how messages to the peer of a queue pair are numbered.
     * \param visitor of the state
     * \param queuePair own end
     * \param numbers without the range of immediates, which is that of IncBaselineMessage
     */
    static void AnnounceNumbers(IncStateVisitor& visitor,
                                const IncQueuePair& queuePair,
                                IncStateVisitor::Numbers numbers);

    void DoDispose() override;

    /** \brief Start the present task. */
    virtual void Begin() = 0;

    /** \brief Tell a failure to the peers that can still be reached. */
    virtual void TellPeersOfFailure() = 0;

    /** \return host where the agent runs */
    Ptr<Node> GetHost() const;

    /** \return own rank or NO_RANK */
    uint32_t GetRank() const;

    /** \return the present task; call it only if IsActive() */
    const IncRankTask& GetTask() const;

    /** \return true if a task has failed */
    bool HasFailed() const;

    /** \return true if the present task's success is reported */
    bool IsReported() const;

    /** \brief Report success of the present task, which stays the present one. */
    void ReportDone();

    /** \brief End the present task and begin the next one. */
    void EndTask();

    /**
     * \brief Fail the present task and all later ones, and tell the peers; once only.
     * \param why reason, in one line
     */
    void Fail(const std::string& why);

  private:
    void Stalled() override;
    void BeginLater();
    void BeginNext();
    void ReportFailure();

    /// How far the agent is.
    struct Progress
    {
        uint64_t begun{0};     //!< tasks begun so far
        bool active{false};    //!< the first task has begun
        bool reported{false};  //!< its success is reported
        bool scheduled{false}; //!< BeginNext() is scheduled

        INC_FIELDS(IncRankAgent::Progress,
                   INC_VALUE(begun) + INC_VALUE(active) + INC_VALUE(reported) +
                       INC_VALUE(scheduled))
    };

    Ptr<Node> m_host;                //!< where the agent runs
    uint32_t m_rank{NO_RANK};        //!< own rank
    std::deque<IncRankTask> m_tasks; //!< the present task first
    Progress m_progress;             //!< how far the agent is
    std::string m_failure;           //!< what went wrong
    Time m_stallTimeout;             //!< attribute StallTimeout
    IncStallWatch m_watch;           //!< watches the progress of the present task
    Callback<void, const std::string&> m_failureCallback; //!< callback for a failure, or null
    RoundListener* m_roundListener{nullptr}; //!< object that is told of every round, or nullptr
};

/**
 * \ingroup inc
 * \brief Rounds of a collective over hosts for fast-forward. One agent leads: its rounds count.
 */
class IncRankRounds : public IncRepeater, private IncRankAgent::RoundListener
{
  public:
    /// Pairs of name and agent.
    using Agents = std::vector<std::pair<std::string, Ptr<IncRankAgent>>>;

    /**
     * \param lead agent whose rounds are followed
     * \param agents agents whose state must recur, the lead included
     * \param name name of the collective, for messages
     */
    IncRankRounds(Ptr<IncRankAgent> lead, Agents agents, const std::string& name);
    ~IncRankRounds() override;

    void Listen(Listener* listener) override;
    bool IsAtWork() const override;
    uint64_t GetFinishedRounds() const override;
    uint64_t CountEqualRounds() const override;
    uint64_t GetStretch() const override;
    void Announce(IncStateVisitor& visitor, uint64_t growth) const override;
    void VisitState(IncStateVisitor& visitor) override;
    std::string Limit(uint64_t rounds, uint64_t& times) const override;

  private:
    void RoundOver() override;

    Ptr<IncRankAgent> m_lead;      //!< agent whose rounds are followed
    Agents m_agents;               //!< all agents with state
    std::string m_name;            //!< name of the collective
    Listener* m_listener{nullptr}; //!< object that is told of every round
};

} // namespace ns3

#endif // INC_RANK_AGENT_H
