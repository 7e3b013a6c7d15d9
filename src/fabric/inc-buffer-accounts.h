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

class IncStateVisitor;

/**
 * \ingroup inc
 * \brief Division of a switch's buffer; the attributes of IncSharedBuffer.
 */
struct IncBufferParameters
{
    uint64_t bufferSize{0};     //!< all of it, bytes
    double alpha{0};            //!< lossy queues: share of what is free
    double losslessAlpha{0};    //!< lossless priorities of a port: share of what is free
    uint32_t reserved{0};       //!< bytes that each port has for itself in each priority
    uint32_t localReserve{0};   //!< bytes for the switch's own frames, each lossless priority
    uint32_t xoffThreshold{0};  //!< most a lossless priority of a port shares; 0: no such limit
    uint32_t xonOffset{0};      //!< bytes below the pausing threshold at which to resume
    IncPrioritySet lossless{0}; //!< priorities that pause instead of dropping
};

/**
 * \ingroup inc
 * \brief Accounts of a switch's buffer: how much each port and priority holds.
 *
 * The buffer has four parts: the headroom of each lossless priority of each port, the reserve of
 * each priority of each port, the reserve of the switch's own frames, and one pool that all share.
 * From the pool each may take up to a dynamic threshold (Choudhury and Hahne, 1998), alpha times
 * what is free in it. Lossy priorities are limited at their output port. Lossless ones are limited
 * at their input port, because there the sender can be paused. If a frame of a lossless priority
 * finds no room in the pool, it goes to the headroom and the sender is paused. The sender resumes
 * when the headroom is empty and the pool has room again.
 *
 * Accounts exist for lossless priorities only, ports × priorities of them: queues know their own
 * size.
 */
class IncBufferAccounts
{
  public:
    /// \brief Number of the port for frames that the switch makes itself.
    static constexpr uint16_t LOCAL = UINT16_MAX;

    /// \brief Decision about a frame.
    struct Verdict
    {
        bool admitted;        //!< there is room
        bool pause;           //!< ask the sender of this port and priority to pause
        IncDropReason reason; //!< where it was not admitted
    };

    /// \brief Source and size of a frame in the buffer.
    struct Charge
    {
        uint16_t ingress; //!< port it came in, or LOCAL
        uint8_t priority; //!< 0 to 7
        uint32_t size;    //!< size of the frame, bytes
        uint32_t queued;  //!< bytes in its output queue without it
    };

    /**
     * \param parameters of the switch
     * \param headroom of a lossless priority, bytes, by port
     * \throw IncAttributeError where the parts exceed the whole or a
     *        threshold is the wrong way round
     */
    void Configure(const IncBufferParameters& parameters, const std::vector<uint64_t>& headroom);

    /**
     * \brief Find room for a frame that has to wait.
     * \param charge the frame
     * \return whether there is some
     */
    Verdict Admit(const Charge& charge)
    {
        return IsLossless(charge.priority) ? AdmitLossless(charge) : AdmitLossy(charge);
    }

    /**
     * \brief A frame that was admitted waits no more.
     * \param charge the frame
     * \return true: ask the sender of this port and priority to resume
     */
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

    /**
     * \param priority 0 to 7
     * \return true where frames pause instead of being dropped
     */
    bool IsLossless(uint32_t priority) const
    {
        return m_lossless >> priority & 1;
    }

    /**
     * \param port that receives
     * \param priority 0 to 7
     * \return true while the sender was asked to pause
     */
    bool IsPausing(uint32_t port, uint32_t priority) const
    {
        return IsLossless(priority) && m_accounts[IndexOf(port, priority)].pausing;
    }

    /**
     * \param port that receives
     * \param priority a lossless one
     * \return bytes of its headroom in use
     */
    uint32_t GetHeadroomUsed(uint32_t port, uint32_t priority) const
    {
        return m_accounts[IndexOf(port, priority)].headroomUsed;
    }

    /** \return bytes of the shared pool in use */
    uint64_t GetSharedUsed() const
    {
        return m_sharedUsed;
    }

    /** \return bytes of the shared pool */
    uint64_t GetSharedSize() const
    {
        return m_sharedSize;
    }

    /** \param visitor of the state */
    void VisitState(IncStateVisitor& visitor);

  private:
    /// \brief One lossless priority of a port.
    struct Account
    {
        uint32_t reserved{0};     //!< bytes of its own
        uint32_t headroom{0};     //!< headroom of its own, bytes
        uint32_t used{0};         //!< bytes in the reserve and the pool
        uint32_t headroomUsed{0}; //!< bytes in the headroom
        bool pausing{false};      //!< the sender was asked to pause
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
               INC_VALUE(m_sharedUsed) +
                   INC_UNVISITED(m_lossless, m_rank, m_losslessCount, m_ports) +
                   INC_UNVISITED(m_reserved, m_alpha, m_losslessAlpha, m_xoffThreshold) +
                   INC_UNVISITED(m_xonOffset, m_sharedSize, m_accounts))

    IncPrioritySet m_lossless{0};                 //!< priorities that pause
    std::array<uint8_t, INC_PRIORITIES> m_rank{}; //!< among the lossless ones
    uint32_t m_losslessCount{0};                  //!< number of lossless priorities
    uint32_t m_ports{0};                          //!< ports of the switch
    uint32_t m_reserved{0};                       //!< reserve of each priority of a port, bytes
    double m_alpha{0};                            //!< alpha of lossy queues
    double m_losslessAlpha{0};                    //!< alpha of lossless accounts
    double m_xoffThreshold{0};                    //!< upper bound of the dynamic threshold
    uint32_t m_xonOffset{0};                      //!< below the threshold
    uint64_t m_sharedSize{0};                     //!< bytes of the pool
    uint64_t m_sharedUsed{0};                     //!< bytes in use in the pool
    std::vector<Account> m_accounts;              //!< lossless priorities port by port, then LOCAL
};

} // namespace ns3

#endif // INC_BUFFER_ACCOUNTS_H
