/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_TRANSPORT_PAIR_H
#define INC_TRANSPORT_PAIR_H

#include "ns3/double.h"
#include "ns3/error-model.h"
#include "ns3/inc-channel.h"
#include "ns3/inc-impairment.h"
#include "ns3/inc-net-device.h"
#include "ns3/inc-rc-queue-pair.h"
#include "ns3/inc-rdma-nic.h"
#include "ns3/inc-uc-queue-pair.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <functional>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace ns3
{

/// Faults of a link in one direction.
struct IncBadLink
{
    double loss{0};      //!< probability that a frame is lost
    double duplicate{0}; //!< probability that a frame arrives twice
    double reorder{0};   //!< probability that a frame is late
};

/// Two hosts at the ends of one link, 100 Gb/s and 1 us.
class IncTransportPair
{
  public:
    IncTransportPair()
    {
        for (int i = 0; i < 2; ++i)
        {
            m_node[i] = CreateObject<Node>();
            m_device[i] = CreateObject<IncNetDevice>();
            m_node[i]->AddDevice(m_device[i]);
        }
        auto channel = CreateObject<IncChannel>();
        channel->SetAttribute("Delay", TimeValue(MicroSeconds(1)));
        channel->Connect(m_device[0], m_device[1]);
        for (int i = 0; i < 2; ++i)
        {
            m_nic[i] = CreateObject<IncRdmaNic>();
            m_nic[i]->Attach(m_node[i], i);
            m_nic[i]->AssignStreams(100 + i);
        }
    }

    ~IncTransportPair()
    {
        for (int i = 0; i < 2; ++i)
        {
            m_nic[i]->Dispose();
        }
        Simulator::Destroy();
    }

    IncTransportPair(const IncTransportPair&) = delete;
    IncTransportPair& operator=(const IncTransportPair&) = delete;

    /** \return NIC 0 or 1 */
    Ptr<IncRdmaNic> Nic(int i) const
    {
        return m_nic[i];
    }

    /** \return port 0 or 1 */
    Ptr<IncNetDevice> Device(int i) const
    {
        return m_device[i];
    }

    /** \return address of host 0 or 1 */
    Ipv4Address Address(int i) const
    {
        return Ipv4Address(m_nic[i]->GetIpv4());
    }

    /** \brief Apply faults to frames that arrive at host i, with fixed random streams. */
    void Impair(int i, const IncBadLink& link, int64_t stream)
    {
        auto model = CreateObject<RateErrorModel>();
        model->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
        model->SetRate(link.loss);
        model->AssignStreams(stream);
        m_device[i]->SetAttribute("ReceiveErrorModel", PointerValue(model));
        auto impairment = CreateObject<IncImpairment>();
        impairment->SetAttribute("DuplicateProbability", DoubleValue(link.duplicate));
        impairment->SetAttribute("ReorderProbability", DoubleValue(link.reorder));
        impairment->AssignStreams(stream + 1);
        m_device[i]->SetAttribute("Impairment", PointerValue(impairment));
    }

    /** \brief Connect two queue pairs without a connection manager. */
    void Connect(const Ptr<IncQueuePair>& a, const Ptr<IncQueuePair>& b) const
    {
        a->Connect(Address(1), b->GetQpn());
        b->Connect(Address(0), a->GetQpn());
    }

  private:
    Ptr<Node> m_node[2];           //!< the hosts
    Ptr<IncNetDevice> m_device[2]; //!< their ports
    Ptr<IncRdmaNic> m_nic[2];      //!< their NICs
};

/** \return pseudo-random bytes that follow from a seed */
inline std::vector<uint8_t>
IncPattern(std::size_t size, uint32_t seed)
{
    std::vector<uint8_t> bytes(size);
    uint32_t state = seed * 2654435761U + 1;
    for (auto& byte : bytes)
    {
        state = state * 1664525U + 1013904223U;
        byte = static_cast<uint8_t>(state >> 24 | 1); // never 0, unlike untouched memory
    }
    return bytes;
}

/** \return text that a call writes to stderr before it aborts; empty if it does not abort */
inline std::string
IncAbortMessage(const std::function<void()>& call)
{
    int ends[2];
    if (pipe(ends) != 0)
    {
        return "";
    }
    const pid_t child = fork();
    if (child == 0)
    {
        dup2(ends[1], STDERR_FILENO);
        call();
        _exit(0);
    }
    close(ends[1]);
    std::string text;
    char buffer[512];
    for (ssize_t got; (got = read(ends[0], buffer, sizeof(buffer))) > 0;)
    {
        text.append(buffer, got);
    }
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? text : "";
}

} // namespace ns3

/**
 * \param buffer memory for the message
 * \param id id of the completion
 * \return a receive request for the whole buffer
 */
inline ns3::IncReceiveRequest
ReceiveInto(std::vector<uint8_t>& buffer, uint64_t id)
{
    return {id, buffer.data(), static_cast<uint32_t>(buffer.size())};
}

#endif // INC_TRANSPORT_PAIR_H
