/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_FLOW_ROUNDS_H
#define INC_FLOW_ROUNDS_H

#include "ns3/inc-rc-queue-pair.h"
#include "ns3/inc-rc-requester.h"
#include "ns3/inc-repeater.h"

#include <cstdint>
#include <vector>

namespace ns3
{

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
    uint64_t GetOver() const override;
    uint64_t GetLikeOnes() const override;
    uint64_t GetStretch() const override;
    void VisitState(IncStateVisitor& visitor) override;

  private:
    void Progressed(const IncRcRequester& requester) override;

    std::vector<Ptr<IncRcQueuePair>> m_senders; //!< all together are one state
    std::size_t m_lead{0};                      //!< index of the sender that tells of its rounds
    Listener* m_listener{nullptr};              //!< listener that is told of rounds
};

} // namespace ns3

#endif // INC_FLOW_ROUNDS_H
