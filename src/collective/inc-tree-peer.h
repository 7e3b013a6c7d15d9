/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_TREE_PEER_H
#define INC_TREE_PEER_H

#include "inc-collective.h"
#include "inc-host-peer.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief A rank's connection to a collective algorithm that reduces its slices, such as an
 * aggregation tree.
 *
 * Each slice is an AllReduce of its own. The client posts them one after another and keeps its
 * window full, so that slices follow each other without a gap.
 */
class IncTreePeer : public IncHostPeer
{
  public:
    /** \brief Make the connection of rank number `rank` of the algorithm. At most `slices` of
     * `sliceBytes` are under way. */
    IncTreePeer(Listener& listener,
                Ptr<IncCollectiveAlgorithm> tree,
                uint32_t rank,
                uint32_t sliceBytes,
                uint32_t slices);
    ~IncTreePeer() override;

    IncTreePeer(const IncTreePeer&) = delete;
    IncTreePeer& operator=(const IncTreePeer&) = delete;

    uint32_t GetSliceBytes() const override
    {
        return m_sliceBytes;
    }

    bool MaySend() const override
    {
        return m_state->sent - m_state->taken < m_slices;
    }

    void Send(const IncRankTask& task, const uint8_t* data, uint32_t bytes) override;

    bool HasArrived() const override
    {
        return m_state->taken < m_state->arrived;
    }

    const uint8_t* Peek() const override
    {
        return &m_state->results[m_state->taken % m_slices * m_sliceBytes];
    }

    void Take() override
    {
        ++m_state->taken;
    }

    void Abort() override;

  private:
    /// Memory and progress, which outlive the peer while slices are under way.
    struct State
    {
        IncTreePeer* peer; //!< null after the end of the peer
        uint64_t sent{0};
        uint64_t arrived{0};
        uint64_t taken{0};
        std::vector<uint8_t> operands; //!< by slice; empty: virtual
        std::vector<uint8_t> results;  //!< by slice; empty: virtual
    };

    Listener& m_listener;
    Ptr<IncCollectiveAlgorithm> m_tree;
    uint32_t m_rank;
    uint32_t m_sliceBytes;
    uint32_t m_slices;
    std::shared_ptr<State> m_state;
};

} // namespace ns3

#endif // INC_TREE_PEER_H
