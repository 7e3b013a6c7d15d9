/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_REFUSAL_H
#define INC_REFUSAL_H

#include "ns3/inc-state-fields.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Why a switch or worker refused a frame; the names are what traces and results print.
 */
enum class IncRefusal : uint8_t
{
    UNKNOWN_QP,    //!< no tree has such a queue pair here, or not for this
    WRONG_SERVICE, //!< nothing that the queue pair's service or neighbor sends
    WRONG_TREE,    //!< the queue pair belongs to another tree
    STALE_EPOCH,   //!< the epoch is earlier than that of the tree, or unknown
    WRONG_SOURCE,  //!< not from the neighbor's address
    WRONG_PORT,    //!< not through the neighbor's port
    WRONG_RANK,    //!< not the neighbor's rank
    WRONG_KEY,     //!< not the R_Key of the memory where it would be written
    NOT_OFFERED,   //!< a collective or operation that the tree does not serve
    EMPTY_BITMAP,  //!< P-BM without a bit
    FOREIGN_BITS,  //!< P-BM partly beyond the A-BM, not the sender's, or of another sub-domain
    NOBODYS_BITS,  //!< P-BM without a bit of the A-BM, at the root
    OVERLAP,       //!< P-BM partly aggregated before
    MISMATCH,      //!< operation, type or length differ from the slot's
    OLD_MESSAGE,   //!< its slot has gone on
    BEYOND_WINDOW, //!< its slot cannot be that far; over RC: is not that far yet, RNR NAK
    NOT_WAITING,   //!< a result that no slot waits for
    FORGED,        //!< its tag is not that of a member of the group
    OUT_OF_ORDER,  //!< earlier packets of the RDMA message have not come
    COUNT          //!< number of reasons
};

/**
 * \ingroup inc
 * \param refusal a reason
 * \return its name, e.g. "stale-epoch"
 */
const char* IncRefusalName(IncRefusal refusal);

/**
 * \ingroup inc
 * \brief Refused frames by reason.
 */
class IncRefusalCounts
{
  public:
    /** \param refusal of one more frame */
    void Add(IncRefusal refusal)
    {
        ++m_counts[static_cast<std::size_t>(refusal)];
    }

    /** \param others to add */
    void Add(const IncRefusalCounts& others)
    {
        for (std::size_t reason = 0; reason < m_counts.size(); ++reason)
        {
            m_counts[reason] += others.m_counts[reason];
        }
    }

    /** \param refusal a reason */
    uint64_t Get(IncRefusal refusal) const
    {
        return m_counts[static_cast<std::size_t>(refusal)];
    }

    /** \return frames refused for any reason */
    uint64_t GetTotal() const
    {
        uint64_t total = 0;
        for (const uint64_t count : m_counts)
        {
            total += count;
        }
        return total;
    }

  private:
    INC_FIELDS(IncRefusalCounts, INC_COUNT(m_counts))

    /// Refusals by reason.
    std::array<uint64_t, static_cast<std::size_t>(IncRefusal::COUNT)> m_counts{};
};

} // namespace ns3

#endif // INC_REFUSAL_H
