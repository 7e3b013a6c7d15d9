/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_RC_CLIENT_LINK_H
#define INC_RC_CLIENT_LINK_H

#include "inc-client-link.h"

#include "ns3/inc-rc-queue-pair.h"
#include "ns3/inc-rdma-nic.h"

namespace ns3
{

/// \ingroup inc
/// \brief Link of a client over RC. Queue pairs repair losses on each hop, so messages need no
/// timer (draft-liu-nfsv4-rocev2, section 6).
class IncRcClientLink : public IncClientLink, private IncMessageSink
{
  public:
    /** \brief Make the queue pairs. `resultsPassBy`: one more receives results from the root. */
    IncRcClientLink(Listener& listener, Ptr<IncRdmaNic> nic, bool resultsPassBy);
    ~IncRcClientLink() override;

    uint32_t GetQpn() const override;
    uint32_t GetResultQpn() const override;
    void Connect(const IncClientConfig& config) override;
    void Send(uint32_t slot, uint32_t run) override;
    void Answered(uint32_t slot, uint64_t sequence, bool repaired) override;
    void Pending(uint32_t slot) override;
    void Stop() override;
    void VisitState(IncStateVisitor& visitor) override;

  private:
    bool Admits(const IncFrame& frame) override;
    IncMessageVerdict TakeMessage(IncFrame& frame) override;
    void Prepare(IncRcQueuePair& queuePair);
    void SendCompleted(const IncCompletion& completion);

    Listener& m_listener;
    Ptr<IncRcQueuePair> m_queuePair; //!< queue pair to the next VAT node
    Ptr<IncRcQueuePair> m_results;   //!< queue pair to the root, for results; null: there is none
};

} // namespace ns3

#endif // INC_RC_CLIENT_LINK_H
