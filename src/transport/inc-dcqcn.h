/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_DCQCN_H
#define INC_DCQCN_H

#include "inc-congestion-control.h"

#include "ns3/data-rate.h"
#include "ns3/inc-clock.h"
#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \brief The reaction point of DCQCN (Zhu et al., "Congestion Control for Large-Scale RDMA
 * Deployments", SIGCOMM 2015, section 3.1); the notification point is IncCongestionNotifier.
 *
 * A CNP sets the target rate R_T to the current rate R_C, cuts R_C by alpha/2 and raises alpha
 * (equation 1). Alpha decays while no CNP comes (equation 2). A timer and a byte counter raise the
 * rates: fast recovery, additive increase, hyper increase (equations 3 and 4). A CNP restarts both.
 * Before the first CNP, and after R_C has returned to the rate of the link, no timer runs.
 */
class IncDcqcn : public IncCongestionControl
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncDcqcn();
    ~IncDcqcn() override;

    void OnSend(uint32_t bytes) override;
    void OnCnp() override;
    void VisitState(IncStateVisitor& visitor) override;

    bool NeedsMarks() const override
    {
        return true;
    }

    /** \return R_C, bit/s */
    double GetCurrentRate() const
    {
        return m_currentRate;
    }

    /** \return R_T, bit/s */
    double GetTargetRate() const
    {
        return m_targetRate;
    }

    /** \return current value of alpha */
    double GetAlpha() const;

  protected:
    void DoStart() override;
    void DoDispose() override;

  private:
    void TimerExpired();
    void StartTimer();
    void Increase();
    void Apply();
    int64_t AlphaSteps() const;

    using TimerEvent = IncReusableEvent<IncDcqcn, &IncDcqcn::TimerExpired>;

    double m_gain;           //!< g: attribute Gain
    Time m_alphaInterval;    //!< K: attribute AlphaUpdateInterval
    Time m_increaseInterval; //!< T: attribute RateIncreaseInterval
    uint64_t m_byteLimit;    //!< B: attribute ByteCounter
    Time m_reduceInterval;
    bool m_clampTarget;
    uint32_t m_recoverySteps; //!< F: attribute FastRecoverySteps
    DataRate m_additive;      //!< R_AI: attribute AdditiveIncrease
    DataRate m_hyper;         //!< R_HAI: attribute HyperIncrease
    DataRate m_minRate;
    double m_currentRate{0};  //!< current rate R_C, bit/s
    double m_targetRate{0};   //!< target rate R_T, bit/s
    double m_alpha{1};        //!< value of alpha at m_alphaPs
    int64_t m_alphaPs{0};     //!< time when alpha was last set
    int64_t m_reducePs{0};    //!< time before which the rate is not cut
    bool m_hadCnp{false};     //!< whether a CNP has come, so that alpha decays
    bool m_limited{false};    //!< whether R_C is below the rate of the link
    uint32_t m_timerSteps{0}; //!< T: number of expirations of the timer since the last CNP
    uint32_t m_byteSteps{0};  //!< BC: number of rounds of the byte counter since the last CNP
    uint64_t m_bytes{0};      //!< bytes sent in the present round of the byte counter
    int64_t m_timerPs{0};
    bool m_timerPending{false};
    Ptr<TimerEvent> m_timer;
};

} // namespace ns3

#endif // INC_DCQCN_H
