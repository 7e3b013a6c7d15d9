/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SWIFT_H
#define INC_SWIFT_H

#include "inc-congestion-control.h"

#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Swift's fabric window (Kumar et al., "Swift: Delay is Simple and Effective for Congestion
 * Control in the Datacenter", SIGCOMM 2020, section 3): a window that follows a target delay.
 *
 * Algorithm 1, with the target scaled by hops and by window (section 3.5). A window below one
 * packet is a packet at a time, paced. Delays inside a host are not modelled, hence no endpoint
 * window.
 */
class IncSwift : public IncCongestionControl
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncSwift();

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

    /**
     * \param hops switches on the way
     * \return the target delay at the present window
     */
    Time GetTarget(uint8_t hops) const;

  protected:
    void DoStart() override;

  private:
    double TargetPs(uint8_t hops) const;
    void Decrease(double factor);
    void Apply();

    Time m_baseTarget;        //!< attribute BaseTarget
    Time m_hopTarget;         //!< attribute HopTarget
    Time m_scalingRange;      //!< attribute FlowScalingRange
    double m_scalingMin;      //!< attribute FlowScalingMinWindow
    double m_scalingMax;      //!< attribute FlowScalingMaxWindow
    double m_increase;        //!< attribute AdditiveIncrease
    double m_beta;            //!< attribute Beta
    double m_maxDecrease;     //!< attribute MaxDecreaseFactor
    double m_minWindow;       //!< attribute MinWindow
    double m_maxWindow;       //!< attribute MaxWindow
    uint32_t m_timeoutsToMin; //!< attribute TimeoutsToMinWindow
    double m_window{0};       //!< packets
    double m_delayPs{0};      //!< last measured
    int64_t m_decreasedPs{0}; //!< when the window was last made smaller
    uint32_t m_timeouts{0};   //!< without an acknowledgement in between
};

} // namespace ns3

#endif // INC_SWIFT_H
