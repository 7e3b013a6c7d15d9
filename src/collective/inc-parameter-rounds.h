/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PARAMETER_ROUNDS_H
#define INC_PARAMETER_ROUNDS_H

#include "inc-parameter-server-agent.h"
#include "inc-parameter-worker.h"

#include "ns3/inc-repeater.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief The rounds of a parameter server: the results that its first remote worker has taken.
 */
class IncParameterRounds : public IncRepeater, private IncRankAgent::RoundListener
{
  public:
    /**
     * \param server that reduces
     * \param workers remote ones, at least one
     */
    IncParameterRounds(Ptr<IncParameterServerAgent> server,
                       const std::vector<Ptr<IncParameterWorker>>& workers);
    ~IncParameterRounds() override;

    void Listen(Listener* listener) override;
    bool IsAtWork() const override;
    uint64_t GetOver() const override;
    uint64_t GetLikeOnes() const override;
    void Announce(IncStateVisitor& visitor, uint64_t growth) const override;
    void VisitState(IncStateVisitor& visitor) override;
    std::string Limit(uint64_t rounds, uint64_t& times) const override;

  private:
    void RoundOver() override;

    Ptr<IncParameterServerAgent> m_server;          //!< the server, which reduces
    std::vector<Ptr<IncParameterWorker>> m_workers; //!< workers on other hosts
    Listener* m_listener{nullptr};                  //!< told of every round
};

} // namespace ns3

#endif // INC_PARAMETER_ROUNDS_H
