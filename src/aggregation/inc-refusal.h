/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_REFUSAL_H
#define INC_REFUSAL_H

#include "ns3/inc-named-value.h"
#include "ns3/inc-state-fields.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>

namespace ns3
{

/// \ingroup inc
/// \brief Reason for which a switch or worker refused a frame. Traces and results print the names.
enum class IncRefusal : uint8_t
{
    UNKNOWN_QP,    //!< no tree uses this queue pair here, or not for such frames
    WRONG_SERVICE, //!< the service, or the neighbor, never sends such a frame
    WRONG_TREE,    //!< the queue pair belongs to another tree
    STALE_EPOCH,   //!< the epoch is earlier than that of the tree, or unknown
    WRONG_SOURCE,  //!< the source is not the neighbor's address
    WRONG_PORT,    //!< the frame did not come in by the neighbor's port
    WRONG_RANK,    //!< the rank is not the neighbor's
    WRONG_KEY,     //!< the R_Key is not that of the memory to be written
    NOT_OFFERED,   //!< the tree does not serve the collective or operation
    EMPTY_BITMAP,  //!< the P-BM has no bit
    FOREIGN_BITS,  //!< the P-BM has bits of workers elsewhere, or of another sub-domain
    NOBODYS_BITS,  //!< at the root: the P-BM has no bit of the A-BM
    OVERLAP,       //!< some workers of the P-BM, but not all, were aggregated before
    MISMATCH,      //!< operation, type or length differ from those of the slot
    OLD_MESSAGE,   //!< the slot already serves a later message
    BEYOND_WINDOW, //!< the message is too far ahead; over RC it may be repeated later (RNR NAK)
    NOT_WAITING,   //!< no slot waits for this result
    FORGED,        //!< no member of the group can have made the tag
    OUT_OF_ORDER,  //!< earlier packets of the RDMA message were lost
    COUNT          //!< number of reasons
};

/// Names of IncRefusal.
inline constexpr IncNamedValue<IncRefusal> INC_REFUSAL_NAMES[] = {
    {"unknown-qp", IncRefusal::UNKNOWN_QP},     {"wrong-service", IncRefusal::WRONG_SERVICE},
    {"wrong-tree", IncRefusal::WRONG_TREE},     {"stale-epoch", IncRefusal::STALE_EPOCH},
    {"wrong-source", IncRefusal::WRONG_SOURCE}, {"wrong-port", IncRefusal::WRONG_PORT},
    {"wrong-rank", IncRefusal::WRONG_RANK},     {"wrong-key", IncRefusal::WRONG_KEY},
    {"not-offered", IncRefusal::NOT_OFFERED},   {"empty-bitmap", IncRefusal::EMPTY_BITMAP},
    {"foreign-bits", IncRefusal::FOREIGN_BITS}, {"nobodys-bits", IncRefusal::NOBODYS_BITS},
    {"overlap", IncRefusal::OVERLAP},           {"mismatch", IncRefusal::MISMATCH},
    {"old-message", IncRefusal::OLD_MESSAGE},   {"beyond-window", IncRefusal::BEYOND_WINDOW},
    {"not-waiting", IncRefusal::NOT_WAITING},   {"forged", IncRefusal::FORGED},
    {"out-of-order", IncRefusal::OUT_OF_ORDER},
};
static_assert(std::size(INC_REFUSAL_NAMES) == static_cast<std::size_t>(IncRefusal::COUNT));

/// Return the name of a reason, e.g. "stale-epoch".
inline const char*
IncRefusalName(IncRefusal refusal)
{
    return IncFindName(INC_REFUSAL_NAMES, refusal, "unknown");
}

/// \ingroup inc
/// \brief Numbers of refused frames by reason.
class IncRefusalCounts
{
  public:
    /** \brief Count one more refused frame. */
    void Add(IncRefusal refusal)
    {
        ++m_counts[static_cast<std::size_t>(refusal)];
    }

    /** \brief Add other counts to these. */
    void Add(const IncRefusalCounts& others)
    {
        for (std::size_t reason = 0; reason < m_counts.size(); ++reason)
        {
            m_counts[reason] += others.m_counts[reason];
        }
    }

    /** \brief Return the number of frames refused for a reason. */
    uint64_t Get(IncRefusal refusal) const
    {
        return m_counts[static_cast<std::size_t>(refusal)];
    }

    /** \return number of frames refused for any reason */
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

    std::array<uint64_t, static_cast<std::size_t>(IncRefusal::COUNT)> m_counts{};
};

} // namespace ns3

#endif // INC_REFUSAL_H
