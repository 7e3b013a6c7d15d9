/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_HPCC_H
#define INC_HPCC_H

#include "inc-congestion-control.h"

#include "ns3/data-rate.h"
#include "ns3/nstime.h"

#include <array>
#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \brief HPCC (Li et al., "HPCC: High Precision Congestion Control", SIGCOMM 2019, algorithm 1): a
 * window that follows the load of the busiest link on the path.
 *
 * Each acknowledgement returns the records that switches have written into the packet. From two
 * acknowledgements, the sender computes the bytes in flight on each link. U is the ratio of these
 * bytes to those that the link sends in a base round trip T. The window moves so that U becomes the
 * target; packets are paced at window / T. A reference window changes only once in a round trip, to
 * prevent a second reaction to the same packets.
 */
class IncHpcc : public IncCongestionControl
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();

    void OnAck(const IncAckSample& sample) override;

    bool NeedsAcknowledgements() const override
    {
        return true;
    }

    bool NeedsTelemetry() const override
    {
        return true;
    }

    /** \return U: bytes in flight on the busiest link as a share of its rate times T */
    double GetUtilization() const
    {
        return m_utilization;
    }

  protected:
    void DoStart() override;

  private:
    double MeasureInflight(const IncTelemetry& now) const;
    void ComputeWindow(bool isUpdate);
    void Remember(const IncTelemetry& now);

    Time m_baseRtt;
    double m_target; //!< attribute TargetUtilization: eta
    uint32_t m_maxStage;
    uint64_t m_increase; //!< attribute AdditiveIncrease: W_AI
    DataRate m_minRate;
    double m_roundTrip{0};   //!< base round-trip time T, seconds
    double m_maxWindow{0};   //!< largest window: bytes that the port sends in T
    double m_reference{0};   //!< reference window W^c, bytes
    double m_utilization{1}; //!< U, a moving average
    uint32_t m_stage{0};     //!< incStage: round trips of additive increase in a row
    uint64_t m_updateAt{0};  //!< lastUpdateSeq: bytes sent when m_reference was set
    uint16_t m_pathId{0};    //!< path ID of the records in m_last
    uint32_t m_hops{0};      //!< number of records in m_last; 0: no acknowledgement yet
    /// L: records of the latest acknowledgement.
    std::array<IncTelemetry::Hop, IncTelemetry::MOST_HOPS> m_last;
};

} // namespace ns3

#endif // INC_HPCC_H
