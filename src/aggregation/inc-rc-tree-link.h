/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_RC_TREE_LINK_H
#define INC_RC_TREE_LINK_H

#include "inc-tree-link.h"

#include "ns3/inc-memory-region.h"
#include "ns3/inc-rc-parameters.h"
#include "ns3/inc-rc-requester.h"
#include "ns3/inc-rc-responder.h"
#include "ns3/nstime.h"

namespace ns3
{

/**
 * \ingroup inc
 * \brief Link of a switch over RC: the neighbor's connection ends at the switch
 * (draft-liu-nfsv4-rocev2, sections 6 and 7).
 *
 * The link has the two halves of a host's queue pair, but no state machine and no scheduler. A
 * packet leaves as soon as it may be sent. A message is acknowledged once the aggregator has taken
 * it, even if the aggregation fails later. If the aggregator cannot take it yet, the answer is an
 * RNR NAK.
 */
class IncRcTreeLink : public IncTreeLink,
                      private IncRcRequester::Listener,
                      private IncRcResponder::Listener,
                      private IncMessageSink
{
  public:
    /** \brief Make a link over a connection, after IncConnection::Seal(). Its next PSN is the first
     * PSN in both directions. */
    IncRcTreeLink(IncFrameForwarder& node,
                  const IncConnection& connection,
                  const IncRcParameters& parameters,
                  const Notification& notification,
                  IncTreeLink::Listener& listener);

    void Send(IncFramePtr frame) override;
    void Expect(IncFramePtr frame) override;
    void Receive(IncFramePtr&& frame) override;
    bool IsReliable() const override;
    uint64_t GetQueued() const override;
    void VisitState(IncStateVisitor& visitor) override;

  private:
    void SendCompleted(const IncCompletion& completion) override;
    void PacketReady() override;
    void RequesterFailed() override;
    IncCongestionControl* GetAlgorithm() override;
    void ReceiveCompleted(const IncCompletion& completion) override;
    void SendAnswer(IncFramePtr frame) override;
    void ResponderFailed() override;
    IncMessageVerdict TakeMessage(IncFrame& frame) override;

    const IncRcParameters m_parameters;
    IncTreeLink::Listener& m_listener;
    IncMemoryRegions m_memory; //!< no memory regions, because slots receive the data
    IncRcRequester m_requester;
    IncRcResponder m_responder;
    uint32_t m_nextExpected{0}; //!< PSN of the next message that arrives first by multicast
    bool m_multicast{false};    //!< whether messages arrive first by multicast
    bool m_failed{false};
};

} // namespace ns3

#endif // INC_RC_TREE_LINK_H
