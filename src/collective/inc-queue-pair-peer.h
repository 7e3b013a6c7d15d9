/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_QUEUE_PAIR_PEER_H
#define INC_QUEUE_PAIR_PEER_H

#include "inc-baseline-connection.h"
#include "inc-host-peer.h"

#include "ns3/inc-state-fields.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace ns3
{

/**
 * \ingroup inc
 * \brief A connection of two ranks by a reliable queue pair. Both ranks send slices over it.
 *
 * RDMA WRITE with immediate puts a slice into scratch memory of the receiver, a circular buffer of
 * W slots. The receiver reports in CREDIT messages how many slices it has taken out of the buffer.
 * The sender is never more than W slices ahead of these reports. It copies each slice into staging
 * memory, so that the elements may change at once. A CREDIT waits behind posted slices; to keep
 * this wait short, fewer than W slices are posted.
 */
class IncQueuePairPeer : public IncHostPeer
{
  public:
    /** \brief Make the end of a connection at `listener`, which must outlive this object. */
    IncQueuePairPeer(Listener& listener,
                     Ptr<IncRdmaNic> nic,
                     uint32_t rank,
                     const IncHostSlices& slices);

    /** \brief Connect two ends to each other. */
    static void Connect(IncQueuePairPeer& a, IncQueuePairPeer& b);

    uint32_t GetSliceBytes() const override
    {
        return m_sliceBytes;
    }

    void Place(IncFlowSpread& spread, uint32_t phase, std::optional<uint32_t> rail) override;

    bool MaySend() const override
    {
        return m_counts.sent - m_counts.credited < m_slots &&
               m_counts.sent - m_counts.acknowledged < m_posted;
    }

    void Send(const IncRankTask& task, const uint8_t* data, uint32_t bytes) override;

    bool HasArrived() const override
    {
        return m_counts.taken < m_counts.arrived;
    }

    const uint8_t* Peek() const override
    {
        return &m_scratch[m_counts.taken % m_slots * m_sliceBytes];
    }

    void Take() override;

    void Abort() override
    {
        m_connection.Abort();
    }

    void Announce(IncStateVisitor& visitor) const override
    {
        m_connection.Announce(visitor, {1, m_slots, m_sliceBytes});
    }

    void VisitState(IncStateVisitor& visitor) override;

  private:
    /// Numbers of slices over all tasks.
    struct Counts
    {
        uint64_t sent{0};
        uint64_t credited{0};     //!< number of sent slices that the peer reported as taken
        uint64_t acknowledged{0}; //!< number of sent slices that the peer's NIC acknowledged
        uint64_t arrived{0};
        uint64_t taken{0};
        uint64_t reported{0}; //!< number of taken slices that CREDIT messages have reported

        INC_FIELDS(IncQueuePairPeer::Counts,
                   INC_COUNT(sent) + INC_COUNT(credited) + INC_COUNT(acknowledged) +
                       INC_COUNT(arrived) + INC_COUNT(taken) + INC_COUNT(reported))
    };

    void ConnectTo(const IncQueuePairPeer& other);
    void Received(const IncBaselineMessage& message);

    Listener& m_listener;
    uint32_t m_rank;
    uint32_t m_sliceBytes;
    uint32_t m_slots;  //!< slots of the scratch memory, W
    uint32_t m_posted; //!< limit of posted slices without acknowledgement
    std::unique_ptr<uint8_t[]> m_scratch;
    std::unique_ptr<uint8_t[]> m_staging; //!< copies of slices in flight; null until first needed
    IncBaselineConnection m_connection;
    uint32_t m_scratchKey;
    uint32_t m_remoteKey{0};
    bool m_isPlaced{false};
    Counts m_counts;
};

} // namespace ns3

#endif // INC_QUEUE_PAIR_PEER_H
