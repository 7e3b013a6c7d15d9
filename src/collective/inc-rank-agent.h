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
    IncCollective collective{IncCollective::ALLREDUCE}; //!< what to do
    uint32_t root{0};                       //!< rank of the root, for a collective that has one
    IncDataType type{IncDataType::FLOAT32}; //!< the elements' type
    uint64_t count{0};                      //!< elements, as in the request
    const uint8_t* send{nullptr};           //!< the operands; nullptr: virtual, or none
    uint8_t* buffer{nullptr};               //!< the results; nullptr: virtual, or none
    bool isVirtual{false};                  //!< only sizes travel
    IncReduceFunction reduce{nullptr};      //!< how they are reduced
    IncCollectiveAlgorithm::CompletionCallback done; //!< called when the task has ended

    /**
     * \param offset bytes from the first element
     * \return that place in the buffer, or nullptr for virtual data
     */
    uint8_t* At(uint64_t offset) const
    {
        return isVirtual ? nullptr : buffer + offset;
    }
};

/**
 * \ingroup inc
 * \brief What a rank's agent does whatever the algorithm: one task after the other, in the
 * context of its host.
 */
class IncRankAgent : public Object, private IncStallWatch::Listener
{
  public:
    static constexpr uint32_t NO_RANK = UINT32_MAX; //!< rank of an agent that contributes nothing

    /// Told of rounds.
    class RoundListener
    {
      public:
        virtual ~RoundListener() = default;
        /** \brief Another round is over, of which the agent says what it is. */
        virtual void RoundOver() = 0;
    };

    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncRankAgent();

    /**
     * \brief Queues this rank's share of an operation.
     * \param request the operation
     * \param done told of this rank's completion
     */
    void Enqueue(const IncCollectiveRequest& request,
                 const IncCollectiveAlgorithm::CompletionCallback& done);

    /** \param listener told from now on, or nullptr */
    void SetRoundListener(RoundListener* listener)
    {
        m_roundListener = listener;
    }

    /** \return whether a task has begun and not ended */
    bool IsActive() const;

    /** \return rounds that are over, ever */
    virtual uint64_t GetTaken() const
    {
        return 0;
    }

    /** \return rounds to come in the present step that are like the latest */
    virtual uint64_t CountEqualRounds() const
    {
        return 0;
    }

    /** \return the present step */
    virtual uint32_t GetStep() const
    {
        return 0;
    }

    /** \param visitor that is told how messages to the peers are numbered */
    virtual void Announce(IncStateVisitor& visitor) const
    {
    }

    /** \param visitor of the state but for that of queue pairs */
    virtual void VisitState(IncStateVisitor& visitor)
    {
    }

    /** \param callback told, once, why this rank fails, whether or not it has anything to do */
    void SetFailureCallback(Callback<void, const std::string&> callback);

  protected:
    /**
     * \brief Names the host and the rank; before any task.
     * \param host where the agent runs
     * \param rank its rank or NO_RANK
     */
    void SetIdentity(Ptr<Node> host, uint32_t rank);

    /**
     * \brief Say how much may be on its way at a time. If nothing moves for much longer than that
     * takes, the operation fails.
     * \param bytes of all ranks
     */
    void SetInFlight(uint64_t bytes);

    /** \brief A peer has sent something or has acknowledged something. */
    void NoteProgress();

    /** \brief Another round of the present task is over. */
    void NoteRound()
    {
        if (m_roundListener)
        {
            m_roundListener->RoundOver();
        }
    }

    /** \param visitor of the state that all agents have */
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

    /** \brief Starts on the first task, which has become the present one. */
    virtual void Begin() = 0;

    /** \brief Tells the peers that can still be reached of a failure. */
    virtual void TellPeersOfFailure() = 0;

    /** \return where the agent runs */
    Ptr<Node> GetHost() const;

    /** \return own rank or NO_RANK */
    uint32_t GetRank() const;

    /** \return the present task; only when IsActive() */
    const IncRankTask& GetTask() const;

    /** \return whether a task has failed */
    bool HasFailed() const;

    /** \return whether the present task's success is reported */
    bool IsReported() const;

    /** \brief Reports success of the present task, which stays the present one. */
    void ReportDone();

    /** \brief Ends the present task and begins the next. */
    void EndTask();

    /**
     * \brief Fails the present task and all later ones, and tells the peers; once.
     * \param why one line
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
    Callback<void, const std::string&> m_failureCallback; //!< told of a failure, or null
    RoundListener* m_roundListener{nullptr};              //!< see SetRoundListener()
};

/**
 * \ingroup inc
 * \brief The rounds of a collective over hosts: those of one agent, which leads.
 */
class IncRankRounds : public IncRepeater, private IncRankAgent::RoundListener
{
  public:
    /// Agents with their names.
    using Agents = std::vector<std::pair<std::string, Ptr<IncRankAgent>>>;

    /**
     * \param lead agent whose rounds are followed
     * \param agents whose state must come again, the lead included
     * \param name of the collective, for messages
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
    Listener* m_listener{nullptr}; //!< told of every round
};

} // namespace ns3

#endif // INC_RANK_AGENT_H
