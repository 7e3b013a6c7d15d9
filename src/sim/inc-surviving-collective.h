/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SURVIVING_COLLECTIVE_H
#define INC_SURVIVING_COLLECTIVE_H

#include "ns3/inc-collective.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief A collective some of whose ranks may die: who waits for all need not wait for those.
 *
 * Only the experiment knows of it; the ranks that are left find out by themselves.
 */
class IncSurvivingCollective : public IncCollectiveAlgorithm
{
  public:
    /// Whether a rank is gone: dead, cut off, or has left.
    using IsGone = std::function<bool(uint32_t rank)>;

    /**
     * \param algorithm what the ranks run
     * \param isGone asked again whenever Update() is called or a rank has failed
     */
    IncSurvivingCollective(Ptr<IncCollectiveAlgorithm> algorithm, IsGone isGone);

    /** \brief Ranks may have gone: those that have are complete. */
    void Update();

    /** \brief Nobody waits any more. */
    void Forget();

    uint32_t GetRanks() const override;
    bool Knows(IncCollective collective) const override;
    void StartRank(uint32_t rank,
                   const IncCollectiveRequest& request,
                   CompletionCallback done) override;

  protected:
    void DoDispose() override;

  private:
    void Completed(uint32_t rank, const std::string& status);

    Ptr<IncCollectiveAlgorithm> m_algorithm;               //!< what the ranks run
    IsGone m_isGone;                                       //!< whether a rank is gone
    std::vector<std::deque<CompletionCallback>> m_waiting; //!< by rank: requests, oldest first
};

} // namespace ns3

#endif // INC_SURVIVING_COLLECTIVE_H
