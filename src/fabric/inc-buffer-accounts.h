/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_BUFFER_ACCOUNTS_H
#define INC_BUFFER_ACCOUNTS_H

#include "inc-drop-reason.h"
#include "inc-priority.h"

#include "ns3/inc-state-fields.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief Division of a switch's buffer, from the attributes of IncSharedBuffer.
struct IncBufferParameters
{
    uint64_t bufferSize{0};    //!< size of the whole buffer, bytes
    double alpha{0};           //!< a lossy queue may use this times the free pool bytes
    double losslessAlpha{0};   //!< a lossless priority may use this times the free pool bytes
    uint32_t reserved{0};      //!< bytes reserved for each priority of each port
    uint32_t localReserve{0};  //!< bytes for the switch's own frames of each lossless priority
    uint32_t xoffThreshold{0}; //!< most pool bytes of a port's lossless priority; 0: no limit
    uint32_t xonOffset{0}; //!< a paused sender resumes this many bytes below the pausing threshold
    IncPrioritySet lossless{0}; //!< priorities that pause instead of dropping
};

/**
 * \ingroup inc
 * \brief Accounts of a switch's buffer: how much each port and priority uses.
 *
 * The buffer has four parts. Each lossless priority of each port has a headroom, and each
 * priority of each port has a reserve. The switch's own frames have a reserve, and all frames share
 * one pool. Each queue may use the pool up to a dynamic threshold (Choudhury and Hahne, 1998):
 * alpha times the free bytes of the pool. Lossy priorities are limited at their output port.
 * Lossless priorities are limited at their input port, because there the sender can be paused. If a
 * frame of a lossless priority finds no room in the pool, it goes to the headroom and the sender is
 * paused. The sender resumes when the headroom is empty and the pool has room again.
 */
class IncBufferAccounts
{
  public:
    /// \brief Port number of frames that the switch makes itself.
    static constexpr uint16_t LOCAL = UINT16_MAX;

    /// \brief Decision about a frame.
    struct Verdict
    {
        bool admitted;        //!< whether there is room
        bool pause;           //!< whether the sender of this port and priority must pause
        IncDropReason reason; //!< reason if the frame is not admitted
    };

    /// \brief Source and size of a frame in the buffer.
    struct Charge
    {
        uint16_t ingress; //!< port by which the frame came in, or LOCAL
        uint8_t priority; //!< priority of the frame, 0 to 7
        uint32_t size;    //!< size of the frame, bytes
        uint32_t queued;  //!< bytes in the frame's output queue, without the frame
    };

    /**
     * \brief Divide the buffer; `headroom` has the bytes of a lossless priority, by port.
     * \throw IncAttributeError if headrooms and reserves exceed the buffer, or if XonOffset is not
     * below XoffThreshold
     */
    void Configure(const IncBufferParameters& parameters, const std::vector<uint64_t>& headroom);

    /** \brief Charge the buffer with a frame that must wait in a queue, if there is room. */
    Verdict Admit(const Charge& charge)
    {
        return IsLossless(charge.priority) ? AdmitLossless(charge) : AdmitLossy(charge);
    }

    /** \brief Free the buffer of a frame that leaves its queue. Return true if the sender of
     * this port and priority must resume. */
    bool Release(const Charge& charge)
    {
        if (!IsLossless(charge.priority))
        {
            m_sharedUsed -=
                Beyond(charge.queued + charge.size, m_reserved) - Beyond(charge.queued, m_reserved);
            return false;
        }
        return ReleaseLossless(charge);
    }

    /** \brief Return whether frames of a priority pause instead of being dropped. */
    bool IsLossless(uint32_t priority) const
    {
        return m_lossless >> priority & 1;
    }

    /** \brief Return whether the sender at a port was asked to pause a priority. */
    bool IsPausing(uint32_t port, uint32_t priority) const
    {
        return IsLossless(priority) && m_accounts[IndexOf(port, priority)].pausing;
    }

    /** \brief Return the bytes in use in the headroom of a lossless priority of a port. */
    uint32_t GetHeadroomUsed(uint32_t port, uint32_t priority) const
    {
        return m_accounts[IndexOf(port, priority)].headroomUsed;
    }

    /** \return bytes of the shared pool in use */
    uint64_t GetSharedUsed() const
    {
        return m_sharedUsed;
    }

    /** \return size of the shared pool, bytes */
    uint64_t GetSharedSize() const
    {
        return m_sharedSize;
    }

  private:
    struct Account
    {
        uint32_t reserved{0};     //!< reserve of this port and priority, bytes
        uint32_t headroom{0};     //!< headroom of this port and priority, bytes
        uint32_t used{0};         //!< bytes in the reserve and the pool
        uint32_t headroomUsed{0}; //!< bytes in the headroom
        bool pausing{false};      //!< whether the sender was asked to pause

        INC_FIELDS(Account,
                   INC_VALUE(used) + INC_VALUE(headroomUsed) + INC_VALUE(pausing) +
                       INC_UNVISITED(reserved, headroom))
    };

    static uint32_t Beyond(uint32_t bytes, uint32_t reserved)
    {
        return bytes > reserved ? bytes - reserved : 0;
    }

    double Free() const
    {
        return static_cast<double>(m_sharedSize - m_sharedUsed);
    }

    double LosslessThreshold() const
    {
        return std::min(m_losslessAlpha * Free(), m_xoffThreshold);
    }

    std::size_t IndexOf(uint32_t port, uint32_t priority) const
    {
        return (port == LOCAL ? m_ports : port) * m_losslessCount + m_rank[priority];
    }

    Verdict AdmitLossy(const Charge& charge)
    {
        const uint32_t before = Beyond(charge.queued, m_reserved);
        const uint32_t after = Beyond(charge.queued + charge.size, m_reserved);
        if (m_sharedUsed + (after - before) > m_sharedSize)
        {
            return {false, false, IncDropReason::BUFFER_FULL};
        }
        if (after > before && after > m_alpha * Free())
        {
            return {false, false, IncDropReason::DYNAMIC_THRESHOLD};
        }
        m_sharedUsed += after - before;
        return {true, false, IncDropReason::BUFFER_FULL};
    }

    Verdict AdmitLossless(const Charge& charge);
    bool ReleaseLossless(const Charge& charge);

    INC_FIELDS(IncBufferAccounts,
               INC_VALUE(m_sharedUsed) + INC_PART(m_accounts) +
                   INC_UNVISITED(m_lossless, m_rank, m_losslessCount, m_ports) +
                   INC_UNVISITED(m_reserved, m_alpha, m_losslessAlpha, m_xoffThreshold) +
                   INC_UNVISITED(m_xonOffset, m_sharedSize))

    IncPrioritySet m_lossless{0};
    std::array<uint8_t, INC_PRIORITIES> m_rank{};
    uint32_t m_losslessCount{0};
    uint32_t m_ports{0};
    uint32_t m_reserved{0}; //!< reserve of each priority of a port, bytes
    double m_alpha{0};
    double m_losslessAlpha{0};
    double m_xoffThreshold{0}; //!< upper bound of the dynamic threshold, bytes; or infinity
    uint32_t m_xonOffset{0};   //!< a sender resumes this many bytes below the threshold
    uint64_t m_sharedSize{0};  //!< size of the pool, bytes
    uint64_t m_sharedUsed{0};  //!< bytes in use in the pool
    /// Accounts of the lossless priorities of all ports, then of LOCAL.
    std::vector<Account> m_accounts;
};

} // namespace ns3

#endif // INC_BUFFER_ACCOUNTS_H
