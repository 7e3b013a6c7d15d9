/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_BIER_TRACED_NETWORK_H
#define INC_BIER_TRACED_NETWORK_H

#include "ns3/inc-bier-helper.h"
#include "ns3/inc-bier-socket.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc-tests
 * \brief A copy of a BIER packet as the trace tells it.
 */
struct IncBierSentCopy
{
    uint32_t node;        //!< who sent it
    uint32_t port;        //!< by which port
    uint32_t to;          //!< to whom
    IncBierHeader header; //!< as sent
    IncBitString bits;    //!< as sent
    uint32_t size;        //!< bytes of the frame

    friend bool operator==(const IncBierSentCopy& a, const IncBierSentCopy& b)
    {
        return a.node == b.node && a.port == b.port && a.to == b.to && a.header == b.header &&
               a.bits == b.bits && a.size == b.size;
    }
};

/**
 * \ingroup inc-tests
 * \brief A network with a BFR and a socket on each node, and what they report.
 */
class IncBierTracedNetwork
{
  public:
    static constexpr uint16_t PORT = 5000; //!< of the sockets
    static constexpr uint8_t TTL = 64;     //!< of packets when they start

    IncBierTracedNetwork(const IncTopology& topology,
                         std::shared_ptr<const IncBierSubDomain> subDomain,
                         IncBierEcmp ecmp)
    {
        fabric = IncFabricHelper().Install(topology);
        IncBierHelper helper;
        helper.SetBfrAttribute("InitialTtl", UintegerValue(TTL));
        helper.AddSubDomain(subDomain, ecmp);
        bier = helper.Install(fabric);
        for (uint32_t node = 0; node < topology.GetNodes().size(); ++node)
        {
            auto bfr = bier.GetBfr(node);
            bfr->TraceConnectWithoutContext("Copy",
                                            MakeCallback(&IncBierTracedNetwork::OnCopy, this));
            bfr->TraceConnectWithoutContext("Discard",
                                            MakeCallback(&IncBierTracedNetwork::OnDiscard, this));
            auto socket = CreateObject<IncBierSocket>();
            socket->Bind(bfr, PORT);
            socket->SetReceiveCallback(IncBierSocket::ReceiveCallback(
                [this, node](Ptr<Packet> packet, Ipv4Address from, uint16_t bfirId) {
                    received.insert(node);
                    bytes += packet->GetSize();
                    sender = from;
                    senderId = bfirId;
                }));
            sockets.push_back(socket);
        }
    }

    ~IncBierTracedNetwork()
    {
        Simulator::Destroy();
    }

    IncBierTracedNetwork(const IncBierTracedNetwork&) = delete;
    IncBierTracedNetwork& operator=(const IncBierTracedNetwork&) = delete;

    void Multicast(uint32_t bfir,
                   const IncBierSubDomain& subDomain,
                   const std::vector<uint32_t>& receivers,
                   uint32_t size)
    {
        sockets[bfir]->Send(Create<Packet>(size),
                            std::make_shared<IncBierImposition>(subDomain, receivers));
        Simulator::Run();
    }

    IncFabric fabric;                          //!< the network
    IncBierDomain bier;                        //!< its BFRs
    std::vector<Ptr<IncBierSocket>> sockets;   //!< by node
    std::vector<IncBierSentCopy> copies;       //!< in order
    std::map<std::string, uint32_t> discarded; //!< bits by reason
    std::multiset<uint32_t> received;          //!< nodes whose socket got a datagram
    uint64_t bytes{0};                         //!< what they got
    Ipv4Address sender;                        //!< of the last one
    uint16_t senderId{0};                      //!< its BFR-id

  private:
    void OnCopy(const IncBierEncapsulation& copy, const IncNetDevice& port, uint32_t size)
    {
        const uint32_t first = fabric.GetNodes().Get(0)->GetId();
        const uint32_t node = port.GetNode()->GetId() - first;
        const uint32_t to = port.GetPeer()->GetNode()->GetId() - first;
        copies.push_back({node, port.GetPort(), to, copy.header, copy.bits, size});
    }

    void OnDiscard(const IncBierHeader&, const IncBitString& bits, IncBierDropReason reason)
    {
        discarded[IncBierDropReasonName(reason)] += bits.Count();
    }
};

} // namespace ns3

#endif // INC_BIER_TRACED_NETWORK_H
