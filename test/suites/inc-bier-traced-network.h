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

/// A copy of a BIER packet, as the trace source Copy reports it.
struct IncBierSentCopy
{
    uint32_t node;        //!< node that sent the copy
    uint32_t port;        //!< port that sent the copy
    uint32_t to;          //!< neighbor that gets the copy
    IncBierHeader header; //!< header of the copy
    IncBitString bits;    //!< BitString of the copy
    uint32_t size;        //!< size of the frame, bytes

    friend bool operator==(const IncBierSentCopy& a, const IncBierSentCopy& b)
    {
        return a.node == b.node && a.port == b.port && a.to == b.to && a.header == b.header &&
               a.bits == b.bits && a.size == b.size;
    }
};

/// A network with a BFR and a socket on each node. It records copies, discards and datagrams.
class IncBierTracedNetwork
{
  public:
    static constexpr uint16_t PORT = 5000; //!< port of the sockets
    static constexpr uint8_t TTL = 64;     //!< initial TTL of packets

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
    IncBierDomain bier;                        //!< BFRs of the network
    std::vector<Ptr<IncBierSocket>> sockets;   //!< sockets by node index
    std::vector<IncBierSentCopy> copies;       //!< copies, oldest first
    std::map<std::string, uint32_t> discarded; //!< number of discarded bits, by reason
    std::multiset<uint32_t> received;          //!< receiving node of each datagram
    uint64_t bytes{0};                         //!< bytes of all received datagrams
    Ipv4Address sender;                        //!< sender of the last datagram
    uint16_t senderId{0};                      //!< BFIR-id of the last datagram

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
