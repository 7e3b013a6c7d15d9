/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SHARED_BUFFER_H
#define INC_SHARED_BUFFER_H

#include "inc-buffer-accounts.h"
#include "inc-frame.h"

#include "ns3/inc-state-visitor.h"
#include "ns3/object.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

class IncNetDevice;
class IncPfcWatchdog;

/// \ingroup inc
/// \brief Properties of a link that determine its headroom.
struct IncHeadroomLink
{
    uint64_t rate{0};     //!< rate in both directions, bit/s
    int64_t delayPs{0};   //!< propagation delay one way, ps
    uint32_t maxFrame{0}; //!< largest Ethernet frame with FCS, bytes
    int64_t tickPs{0};    //!< resolution of the simulator's clock, ps
};

/**
 * \brief Return the headroom of one lossless priority of a port, bytes (IEEE 802.1Q, annex N).
 *
 * Let M be the bytes of the largest frame. The headroom holds the frame that causes the pause, M
 * bytes, and all that arrives later. First, the bytes on the wire, and those that the peer sends
 * while the pause frame travels: 2·delay·rate. Second, what the peer sends while the pause frame
 * waits for a frame of this port, M + 20 bytes, and is sent, 64 + 20 bytes. Third, the frame that
 * the peer has begun, M bytes. In total: 3 · M + 104 + 2 · rate · (delay + tick) / 8 bytes. The
 * tick each way is there because the clock rounds arrivals up.
 */
inline uint64_t
IncHeadroomBytes(const IncHeadroomLink& link)
{
    constexpr uint32_t GAP = 20; // preamble and inter-frame gap
    constexpr uint32_t PAUSE_FRAME = 64;
    const double wire = 2.0 * static_cast<double>(link.rate) *
                        static_cast<double>(link.delayPs + link.tickPs) / 8e12;
    return static_cast<uint64_t>(wire) + 1 + 3 * uint64_t(link.maxFrame) + GAP + PAUSE_FRAME + GAP;
}

/// \ingroup inc
/// \brief Buffer that all ports of a switch share (IncBufferAccounts), with the PFC that protects
/// it. Only frames that wait for their output port use the buffer.
class IncSharedBuffer : public Object, public IncBufferParameters
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncSharedBuffer();

    /// \brief Install the buffer for all connected ports; abort if the attributes do not fit.
    void Install(const std::vector<IncNetDevice*>& ports);

    /// \brief Throw IncAttributeError if the attributes do not fit the links of a switch, by port.
    void Check(const std::vector<IncHeadroomLink>& links) const;

    /** \brief Set the watchdog that is notified when a pause begins; nullptr: none. */
    void SetWatchdog(IncPfcWatchdog* watchdog)
    {
        m_watchdog = watchdog;
    }

    /// \brief Charge the buffer with a frame behind `queued` bytes in its output queue, and pause
    /// its sender if necessary. Return false and set the reason if there is no room.
    bool Admit(const IncFrame& frame, uint32_t queued, IncDropReason& reason)
    {
        const auto verdict =
            m_accounts.Admit({frame.ingress, frame.priority, frame.GetSize(), queued});
        if (verdict.pause)
        {
            Pause(frame);
        }
        reason = verdict.reason;
        return verdict.admitted;
    }

    /// \brief Free the buffer of an admitted frame that leaves its queue with `queued` bytes behind
    /// the frame. Its sender may resume.
    void Release(const IncFrame& frame, uint32_t queued)
    {
        if (m_accounts.Release({frame.ingress, frame.priority, frame.GetSize(), queued}))
        {
            Resume(frame);
        }
    }

    /** \brief Return the headroom of each lossless priority of a port, bytes. */
    uint64_t GetHeadroom(uint32_t port) const
    {
        return m_headroom.at(port);
    }

    /** \return accounts of ports and priorities */
    const IncBufferAccounts& GetAccounts() const
    {
        return m_accounts;
    }

    /** \brief Pass the state to a visitor, which records or advances it. */
    void VisitState(IncStateVisitor& visitor)
    {
        visitor.Fields(m_accounts);
    }

  protected:
    void DoDispose() override;

  private:
    void Pause(const IncFrame& frame);
    void Resume(const IncFrame& frame);
    void CheckPauseTime() const;
    std::vector<uint64_t> HeadroomsOf(const std::vector<IncHeadroomLink>& links) const;
    void SetLossless(std::string text);
    std::string GetLossless() const;

    IncBufferAccounts m_accounts; //!< use of the buffer by port and priority
    std::vector<IncNetDevice*> m_ports;
    IncPfcWatchdog* m_watchdog{nullptr}; //!< notified of pauses; or null
    uint32_t m_headroomSize;             //!< attribute Headroom, bytes; 0: IncHeadroomBytes()
    uint32_t m_maxFrameSize;             //!< largest frame for IncHeadroomBytes(), bytes
    uint16_t m_pauseQuanta;              //!< pause time, units of 512 bit times
    std::vector<uint64_t> m_headroom;    //!< headroom by port, bytes
};

} // namespace ns3

#endif // INC_SHARED_BUFFER_H
