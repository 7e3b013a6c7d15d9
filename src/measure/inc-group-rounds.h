/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_GROUP_ROUNDS_H
#define INC_GROUP_ROUNDS_H

#include "ns3/inc-client.h"
#include "ns3/inc-message-timer.h"
#include "ns3/inc-rc-queue-pair.h"
#include "ns3/inc-rc-requester.h"
#include "ns3/inc-repeater.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief The rounds of a group in the network: the messages of its first worker. What clients learn
 * from round trips never settles and is replayed.
 */
class IncGroupRounds : public IncRepeater, private IncAnswerListener
{
  public:
    /** \param clients of the group, by rank, at least one */
    explicit IncGroupRounds(const std::vector<Ptr<IncClient>>& clients);

    void Listen(Listener* listener) override;
    bool IsAtWork() const override;
    uint64_t GetFinishedRounds() const override;
    uint64_t CountEqualRounds() const override;
    std::size_t GetRememberedRounds() const override;
    std::size_t GetCycle() const override;
    uint64_t GetStretch() const override;
    void Announce(IncStateVisitor& visitor, uint64_t growth) const override;
    void VisitState(IncStateVisitor& visitor) override;
    void Record(bool isOn) override;
    std::string Limit(uint64_t rounds, uint64_t& times) const override;
    bool Replay(uint64_t times, int64_t periodPs) override;
    void Jump() override;
    bool IsAsReplayed() const override;

    /** \return clients of the group */
    std::size_t GetRanks() const
    {
        return m_watched.size();
    }

    /**
     * \brief Remember what a request brings, jumps within it included.
     * \param isOn true: from now on, and nothing of what was before; false: it is over
     */
    void KeepRequest(bool isOn);

    /**
     * \brief The request that was kept comes again.
     * \param rounds that it has
     * \param latePs by how much later it begins
     * \return whether it goes the same way: no timeout would follow the round trips
     */
    bool ForeseeRequest(uint64_t rounds, int64_t latePs);

    /** \brief That request is over: what is known of round trips is as foreseen. */
    void LeapRequest();

    /** \return whether it is, where that request was simulated */
    bool IsRequestAsForeseen() const;

  private:
    /// Answers that come once, or again and again.
    struct Answers
    {
        std::vector<IncAnswer> period; //!< period, the oldest first
        uint64_t times{1};             //!< how often it has come
        int64_t ps{0};                 //!< length of the interval if it occurs more than once, ps
    };

    /// A client, and its answers.
    struct Watched : public IncAnswerListener
    {
        Ptr<IncClient> client; //!< the client that answers come to
        /// Answers so far; those of the present period are the last ones.
        std::vector<Answers> answers{1};
        IncRoundTrips roundTrips;       //!< round trips that are foreseen
        std::vector<Answers> ofRequest; //!< answers to the request that was kept
        IncRoundTrips afterRequest;     //!< foreseen, when it has come again

        void MessageAnswered(const IncAnswer& answer) override
        {
            answers.back().period.push_back(answer);
        }

        bool HasRequest(uint64_t rounds) const;
        bool ForeseeRequest(int64_t latePs);
    };

    void MessageAnswered(const IncAnswer& answer) override;
    bool HasAnswersInOrder(uint64_t rounds) const;
    void Attach();

    std::vector<std::unique_ptr<Watched>> m_watched; //!< watched clients, by rank
    Listener* m_listener{nullptr}; //!< listener that is told of the first client's rounds
    bool m_isRecording{false};     //!< whether a request is recorded, see Record()
    bool m_isKept{false};          //!< whether the request is kept, see KeepRequest()
    uint64_t m_times{0};           //!< number of repetitions, see Replay()
    int64_t m_periodPs{0};         //!< length of the period, see Replay(), ps
};

/**
 * \ingroup inc
 * \brief The rounds of flows: the packets of one of them that are acknowledged in the middle of a
 * long message. Whoever posts messages has nothing to do meanwhile.
 */
class IncFlowRounds : public IncRepeater, private IncRcRequester::ProgressListener
{
  public:
    /** \param senders that have messages, or will have them; at least one */
    explicit IncFlowRounds(const std::vector<Ptr<IncRcQueuePair>>& senders);
    ~IncFlowRounds() override;

    void Listen(Listener* listener) override;
    bool IsAtWork() const override;
    uint64_t GetFinishedRounds() const override;
    uint64_t CountEqualRounds() const override;
    uint64_t GetStretch() const override;
    void VisitState(IncStateVisitor& visitor) override;

  private:
    void Progressed(const IncRcRequester& requester) override;

    std::vector<Ptr<IncRcQueuePair>> m_senders; //!< all together are one state
    std::size_t m_lead{0};                      //!< index of the sender that tells of its rounds
    Listener* m_listener{nullptr};              //!< listener that is told of rounds
};

} // namespace ns3

#endif // INC_GROUP_ROUNDS_H
