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
 * \brief Shows fast-forward the rounds of a group in the network: the messages of its first worker.
 *
 * Round-trip estimates of clients never become periodic; for skipped rounds they are computed.
 */
class IncGroupRounds : public IncRepeater, private IncAnswerListener
{
  public:
    /** \param clients clients of the group, by rank, at least one */
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

    /** \return number of messages without elements for which one result stands */
    uint32_t GetResultInterval(IncCollective collective) const
    {
        return m_watched.front()->client->GetResultInterval(collective);
    }

    /** \return number of clients in the group */
    std::size_t GetRanks() const
    {
        return m_watched.size();
    }

    /** \brief Begin an empty record of a request's answers, skipped periods included, or end the
     * record. */
    void KeepRequest(bool isOn);

    /** \brief Compute the estimates after a repetition of the recorded request with this number of
     * rounds; the repetition begins `latePs` (ps) later.
     * \return true if the repetition is equal, because no new estimate changes a timeout */
    bool ForeseeRequest(uint64_t rounds, int64_t latePs);

    /** \brief Set the estimates from ForeseeRequest(), because the repetition is skipped. */
    void LeapRequest();

    /** \return true if the estimates are as foreseen after the request was simulated */
    bool IsRequestAsForeseen() const;

  private:
    struct Answers
    {
        std::vector<IncAnswer> period; //!< answers of one period, oldest first
        uint64_t times{1};             //!< number of times that the period has occurred
        int64_t ps{0}; //!< length of the period if it has occurred more than once, ps
    };

    /// A client and the answers (results) that it has received.
    struct Watched : public IncAnswerListener
    {
        Ptr<IncClient> client;
        /// Answers so far; the last element has the answers of the present period.
        std::vector<Answers> answers{1};
        IncRoundTrips roundTrips;       //!< estimates from Replay()
        std::vector<Answers> ofRequest; //!< answers of the recorded request
        IncRoundTrips afterRequest;     //!< estimates from ForeseeRequest()

        void MessageAnswered(const IncAnswer& answer) override
        {
            answers.back().period.push_back(answer);
        }

        bool HasRequest(uint64_t rounds) const;
        bool ForeseeRequest(int64_t latePs);
    };

    void MessageAnswered(const IncAnswer& answer) override;
    bool HasAllAnswers(uint64_t rounds) const;
    void Attach();

    std::vector<std::unique_ptr<Watched>> m_watched;
    Listener* m_listener{nullptr};
    bool m_isRecording{false}; //!< whether answers of a period are recorded, see Record()
    bool m_isKept{false};      //!< whether answers of a request are recorded, see KeepRequest()
    uint64_t m_times{0};       //!< number of repetitions in Replay()
    int64_t m_periodPs{0};     //!< length of the period in Replay(), ps
};

/**
 * \ingroup inc
 * \brief Shows fast-forward the rounds of flows: ACKed packets within a long message of one flow.
 *
 * The owner of the messages does nothing while such a message is sent.
 */
class IncFlowRounds : public IncRepeater, private IncRcRequester::ProgressListener
{
  public:
    /** \param senders queue pairs that have messages, or will have them; at least one */
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

    std::vector<Ptr<IncRcQueuePair>> m_senders;
    std::size_t m_lead{0}; //!< index of the flow that counts rounds
    Listener* m_listener{nullptr};
};

} // namespace ns3

#endif // INC_GROUP_ROUNDS_H
