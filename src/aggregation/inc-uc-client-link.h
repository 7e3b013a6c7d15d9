/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_UC_CLIENT_LINK_H
#define INC_UC_CLIENT_LINK_H

#include "inc-client-link.h"
#include "inc-client-slots.h"
#include "inc-incoming-message.h"
#include "inc-message-timer.h"

#include "ns3/inc-clock.h"
#include "ns3/inc-rdma-nic.h"
#include "ns3/inc-uc-queue-pair.h"

#include <boost/circular_buffer.hpp>
#include <cstdint>
#include <limits>

namespace ns3
{

struct IncClientCounters;

/// \ingroup inc
/// \brief Link of a client over UC. When the timer of a slot expires, the slot's message is sent
/// again; N expiries without an answer fail the link (draft-liu-nfsv4-rocev2, section 7).
class IncUcClientLink final : public IncClientLink, private IncMessageEndpoint
{
  public:
    /** \brief Make the queue pairs of a client, which is the listener, on a NIC. */
    IncUcClientLink(Listener& listener,
                    Ptr<IncRdmaNic> nic,
                    IncClientSlots& slots,
                    IncClientCounters& counters);
    ~IncUcClientLink() override;

    uint32_t GetQpn() const override;
    uint32_t GetResultQpn() const override;
    void Connect(const IncClientConfig& config) override;
    void Send(uint32_t slot, uint32_t run) override;
    void Answered(uint32_t slot, uint64_t sequence, bool repaired) override;
    void Pending(uint32_t slot) override;
    void Stop() override;
    void AppendMemory(IncNodeMemory& memory) const override;
    void VisitState(IncStateVisitor& visitor) override;
    std::optional<IncRoundTrips> Replay(const std::vector<IncAnswer>& period,
                                        uint64_t times,
                                        int64_t periodPs) const override;
    IncRoundTrips GetRoundTrips() const override;
    void SetRoundTrips(const IncRoundTrips& roundTrips) override;

  private:
    struct Sent
    {
        uint32_t slot;
        int64_t sentPs; //!< time when the message was sent, ps

        INC_FIELDS(IncUcClientLink::Sent, INC_TIME(sentPs) + INC_UNVISITED(slot))
    };

    bool FillMessage(IncFrame& frame) override;
    bool Admits(const IncFrame& frame) override;
    void ReceiveMessage(IncFrame& frame) override;
    void Place(uint64_t sequence, IncFrame& frame);
    void Enqueue(uint32_t slot);
    void Withdraw(uint32_t slot);
    void TimerExpired();
    bool Expire(uint32_t slot, uint64_t oldest);
    bool Waits(IncClientSlot& slot, uint64_t oldest);
    uint64_t OldestInFlight() const;
    void Leaves(uint32_t slot, int64_t nowPs, bool isRepeated);
    void RepeatOvertaken();
    void StartTimer(IncClientSlot& slot, int64_t nowPs);
    void ScheduleTimer(int64_t deadlinePs);
    void EndWait();

    /// Successive results without repair that show a lossless network.
    static constexpr uint32_t LOSSLESS = 64;
    static constexpr int64_t NEVER = std::numeric_limits<int64_t>::max();

    using TimerEvent = IncReusableEvent<IncUcClientLink, &IncUcClientLink::TimerExpired>;

    struct Progress
    {
        int64_t timerPs{NEVER};   //!< time of the next timer event, ps
        int64_t answeredPs{0};    //!< time when the latest result came, ps
        uint32_t unrepaired{0};   //!< number of results since the latest repaired one
        uint32_t pendingSlots{0}; //!< number of slots for which the switch answered "pending"
        bool hasRepairs{false};   //!< whether any result was repaired
        bool stopped{false};      //!< whether the link has stopped sending

        INC_FIELDS(IncUcClientLink::Progress,
                   INC_COUNT(unrepaired) + INC_VALUE(pendingSlots) + INC_FIELD(timerPs, SHIFTED) +
                       INC_TIME(answeredPs) + INC_VALUE(hasRepairs) + INC_VALUE(stopped))
    };

    // These members are used for every message.
    Listener& m_listener;
    Ptr<IncUcQueuePair> m_queuePair;
    IncClientSlots& m_slots;
    boost::circular_buffer<uint32_t> m_ready; //!< slots that wait for the wire
    boost::circular_buffer<Sent> m_order;     //!< times of messages in order of sending
    IncMessageTimer m_timeout;
    Progress m_progress;
    int64_t m_overtaken{0}; //!< time, ps: older messages must have results, as later ones have
    uint32_t m_firstMessageId{0}; //!< MessageID of sequence number 0
    bool m_isOfPackets{false};    //!< whether RDMA messages can have several packets
    IncIncomingMessage m_incoming;

    uint64_t m_follows{0};     //!< sequence number that continues the RDMA message being sent
    uint32_t m_packetsLeft{0}; //!< number of packets of this RDMA message still to be sent
    uint32_t m_maxRetries{1};  //!< N: expiries without an answer that fail the link
    int64_t m_stragglerPs{0};
    IncClientCounters& m_counters;
    Ptr<TimerEvent> m_timer; //!< event at the earliest deadline of all slots
};

} // namespace ns3

#endif // INC_UC_CLIENT_LINK_H
