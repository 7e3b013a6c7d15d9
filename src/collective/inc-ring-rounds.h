/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_RING_ROUNDS_H
#define INC_RING_ROUNDS_H

#include "inc-ring-agent.h"

#include "ns3/inc-repeater.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief The rounds of a ring AllReduce: the slices that its first rank has sent, step by step.
 */
class IncRingRounds : public IncRepeater, private IncRankAgent::RoundListener
{
  public:
    /** \param agents by rank, at least two */
    explicit IncRingRounds(const std::vector<Ptr<IncRingAgent>>& agents);
    ~IncRingRounds() override;

    void Listen(Listener* listener) override;
    bool IsAtWork() const override;
    uint64_t GetOver() const override;
    uint64_t GetLikeOnes() const override;
    uint64_t GetStretch() const override;
    void Announce(IncStateVisitor& visitor, uint64_t growth) const override;
    void VisitState(IncStateVisitor& visitor) override;
    std::string Limit(uint64_t rounds, uint64_t& times) const override;

  private:
    void RoundOver() override;

    std::vector<Ptr<IncRingAgent>> m_agents; //!< by rank
    Listener* m_listener{nullptr};           //!< told of every round
};

} // namespace ns3

#endif // INC_RING_ROUNDS_H
