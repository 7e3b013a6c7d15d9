/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_BASELINE_CONNECTION_H
#define INC_BASELINE_CONNECTION_H

#include "inc-baseline-message.h"

#include "ns3/inc-rc-queue-pair.h"
#include "ns3/inc-rdma-nic.h"
#include "ns3/inc-state-visitor.h"
#include "ns3/ipv4-address.h"

#include <cstdint>
#include <functional>
#include <string>

namespace ns3
{

/**
 * \ingroup inc
 * \brief One end of a reliable connection of two hosts, whose messages are IncBaselineMessage.
 *
 * Each agent of a collective over hosts has one for each peer. It keeps receives posted, and
 * reports what was acknowledged, what has arrived, and why the connection has failed. The agent
 * owns the memory where messages land, and decides what to send and when.
 */
class IncBaselineConnection
{
  public:
    /// Data that the other end needs to connect and to write.
    struct Endpoint
    {
        Ipv4Address address; //!< address of the host
        uint32_t qpn{0};     //!< number of the queue pair
        uint32_t rkey{0};    //!< key of the memory where messages with elements land
    };

    /// What an end calls, until Abort(), and texts of failures.
    struct Handlers
    {
        std::function<void(uint64_t id)> sent; //!< the other NIC has acknowledged DATA with this id
        std::function<void(const IncBaselineMessage& message)>
            received;                                       //!< DATA or CREDIT has come
        std::function<void(const std::string& why)> failed; //!< the connection is now unusable
        std::string unreachable; //!< reason if messages are not acknowledged
        std::string aborted;     //!< reason if the other end has failed
    };

    /** \brief Make an end at a NIC, which is not connected yet. */
    explicit IncBaselineConnection(IncRdmaNic& nic);

    ~IncBaselineConnection()
    {
        m_queuePair->Destroy();
    }

    IncBaselineConnection(const IncBaselineConnection&) = delete;
    IncBaselineConnection& operator=(const IncBaselineConnection&) = delete;

    /** \return the data for the other end; `rkey` is the key of this end's memory */
    Endpoint GetEndpoint(uint32_t rkey) const;

    /** \brief Connect to the other end, and post receives. */
    void Connect(const Endpoint& other, Handlers handlers);

    /** \brief Send a message by an RDMA WRITE, whose elements and place `request` sets. */
    void Post(IncBaselineMessage::Kind kind, uint64_t number, IncWorkRequest request = {});

    /** \brief Tell the other end that this one has failed, if the connection works, and call no
     * handler any more. */
    void Abort();

    /** \brief Tell a visitor how messages to the other end are numbered. The function adds the
     * range of immediates. */
    void Announce(IncStateVisitor& visitor, IncStateVisitor::Numbers numbers) const;

    /** \return the queue pair of this end */
    IncRcQueuePair& GetQueuePair() const
    {
        return *m_queuePair;
    }

  private:
    void Sent(const IncCompletion& completion);
    void Received(const IncCompletion& completion);

    Ptr<IncRcQueuePair> m_queuePair;
    Handlers m_handlers;
    bool m_isAborted{false};
};

} // namespace ns3

#endif // INC_BASELINE_CONNECTION_H
