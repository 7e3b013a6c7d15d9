/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_GROUP_ROUNDS_H
#define INC_GROUP_ROUNDS_H

#include "ns3/inc-answer.h"
#include "ns3/inc-client.h"
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
    uint64_t GetOver() const override;
    uint64_t GetLikeOnes() const override;
    std::size_t GetMemory() const override;
    std::size_t GetCycle() const override;
    uint64_t GetStretch() const override;
    void Announce(IncStateVisitor& visitor, uint64_t growth) const override;
    void VisitState(IncStateVisitor& visitor) override;
    void Record(bool isOn) override;
    std::string Limit(uint64_t rounds, uint64_t& times) const override;
    bool Replay(uint64_t times, int64_t periodPs) override;
    void Leap() override;
    bool IsAsForeseen() const override;

  private:
    /// A client, and its answers within a period.
    struct Watched : public IncAnswerListener
    {
        Ptr<IncClient> client;          //!< whose
        std::vector<IncAnswer> answers; //!< oldest first
        IncRoundTrips roundTrips;       //!< foreseen

        void MessageAnswered(const IncAnswer& answer) override
        {
            answers.push_back(answer);
        }
    };

    void MessageAnswered(const IncAnswer& answer) override;
    bool HasAnswersInOrder(uint64_t rounds) const;

    std::vector<std::unique_ptr<Watched>> m_watched; //!< by rank
    Listener* m_listener{nullptr};                   //!< told of every round of the first
    bool m_isRecording{false};                       //!< see Record()
};

} // namespace ns3

#endif // INC_GROUP_ROUNDS_H
