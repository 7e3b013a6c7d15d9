/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SWIFT_H
#define INC_SWIFT_H

#include "inc-congestion-control.h"

#include "ns3/data-rate.h"
#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Swift's fabric window (Kumar et al., "Swift: Delay is Simple and Effective for Congestion
 * Control in the Datacenter", SIGCOMM 2020, section 3): a window that follows a target delay.
 *
 * This is algorithm 1, with a target scaled by hops and by window (section 3.5). A window below one
 * packet means one packet at a time, paced. Delays inside a host are not modelled; therefore there
 * is no endpoint window.
 */
class IncSwift : public IncCongestionControl
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();

    void OnAck(const IncAckSample& sample) override;

    bool NeedsAcknowledgements() const override
    {
        return true;
    }

    void OnLoss() override;
    void OnTimeout() override;

    /** \return the window, packets */
    double GetCongestionWindow() const
    {
        return m_window;
    }

    /** \return the target delay at the present window */
    Time GetTarget(uint8_t hops) const;

  protected:
    void DoStart() override;

  private:
    double TargetPs(uint8_t hops) const;
    void Decrease(double factor);
    void Apply();

    Time m_baseTarget;
    Time m_hopTarget;
    Time m_scalingRange;
    DataRate m_targetRate;
    double m_scalingMin;
    double m_scalingMax;
    double m_increase;
    double m_beta;
    double m_maxDecrease;
    double m_minWindow;
    double m_maxWindow;
    uint32_t m_timeoutsToMin;
    double m_scale{1};        //!< factor of the target for links slower than TargetRate
    double m_roundTripPs{0};  //!< round trip of the longest path with empty queues, ps
    double m_window{0};       //!< current window, packets
    double m_delayPs{0};      //!< last measured delay, ps
    int64_t m_decreasedPs{0}; //!< time when the window was last reduced, ps
    uint32_t m_timeouts{0};   //!< timeouts since the last acknowledgement
};

} // namespace ns3

#endif // INC_SWIFT_H
