/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_BIER_TEST_NETWORK_H
#define INC_BIER_TEST_NETWORK_H

#include "ns3/inc-address-plan.h"
#include "ns3/inc-bier-forwarder.h"
#include "ns3/inc-bier-imposition.h"
#include "ns3/inc-ecmp.h"
#include "ns3/inc-route-computation.h"
#include "ns3/inc-topology.h"

#include <deque>
#include <map>
#include <vector>

/// A network of BFRs without a simulator: each copy that a BFR sends reaches the neighbor at once.
class IncBierTestNetwork
{
  public:
    /// A copy that crossed a link.
    struct Hop
    {
        uint32_t node;          //!< sending node
        uint16_t port;          //!< port of the sending node
        uint32_t to;            //!< to whom
        uint32_t biftId;        //!< BIFT-id
        uint8_t ttl;            //!< as sent
        uint16_t lastHopBfrId;  //!< id that the forwarder reported
        ns3::IncBitString bits; //!< its BitString
    };

    /// A packet that reached a BFER.
    struct Delivery
    {
        uint32_t node;   //!< the BFER
        uint32_t biftId; //!< BIFT-id
        uint8_t ttl;     //!< TTL on arrival
    };

    IncBierTestNetwork(const ns3::IncTopology& topology,
                       const ns3::IncBierSubDomain& subDomain,
                       ns3::IncBierEcmp ecmp)
        : m_topology(topology),
          m_forwarders(topology.GetNodes().size()),
          m_tables(topology.GetNodes().size())
    {
        for (uint32_t node = 0; node < m_forwarders.size(); ++node)
        {
            m_forwarders[node].SetTransit(!topology.IsHost(node));
            m_forwarders[node].SetKey(ns3::IncMix64(node));
        }
        Compute(topology, subDomain, ecmp);
    }

    /// Return the BIRT of a node.
    ns3::IncBirt MakeBirt(uint32_t node, const ns3::IncBierSubDomain& subDomain) const
    {
        ns3::IncBierUnderlay underlay;
        underlay.prefix = ns3::IncAddressPlan::AddressOf(node);
        for (const auto& port : m_topology.GetPorts(node))
        {
            underlay.peers.push_back(ns3::IncAddressPlan::AddressOf(port.peer));
        }
        underlay.routes = [this, node](uint32_t prefix) {
            return m_tables[node].Lookup(ns3::IncAddressPlan::IndexOf(prefix));
        };
        return ns3::IncBirt(subDomain, underlay);
    }

    ns3::IncBierForwarder& At(uint32_t node)
    {
        return m_forwarders[node];
    }

    /// Send a packet from its BFIR and follow its copies to their ends.
    void Originate(uint32_t node, const ns3::IncBierHeader& header, const ns3::IncBitString& bits)
    {
        Output output(*this, node, header);
        m_forwarders[node].Originate(header, bits, output);
        Drain();
    }

    /// Let a node receive a packet, well-formed or not, and follow its copies to their ends.
    void Inject(uint32_t node, const ns3::IncBierHeader& header, const ns3::IncBitString& bits)
    {
        m_inFlight.push_back({node, header, bits});
        Drain();
    }

    std::vector<Hop> hops;                               //!< all copies, in the order of sending
    std::vector<Delivery> deliveries;                    //!< in order
    std::map<ns3::IncBierDropReason, uint32_t> discards; //!< discarded bits by reason

  private:
    struct Packet
    {
        uint32_t node;
        ns3::IncBierHeader header;
        ns3::IncBitString bits;
    };

    class Output : public ns3::IncBierOutput
    {
      public:
        Output(IncBierTestNetwork& network, uint32_t node, const ns3::IncBierHeader& header)
            : m_network(network),
              m_node(node),
              m_header(header)
        {
        }

        void SendCopy(const ns3::IncBierCopy& copy) override
        {
            const uint32_t to = m_network.m_topology.GetPorts(m_node).at(copy.port).peer;
            m_network.hops.push_back(
                {m_node, copy.port, to, m_header.biftId, copy.ttl, copy.lastHopBfrId, copy.bits});
            ns3::IncBierHeader header = m_header;
            header.ttl = copy.ttl;
            m_network.m_inFlight.push_back({to, header, copy.bits});
        }

        void DeliverLocal() override
        {
            m_network.deliveries.push_back({m_node, m_header.biftId, m_header.ttl});
        }

        void Discard(ns3::IncBierDropReason reason, const ns3::IncBitString& bits) override
        {
            m_network.discards[reason] += bits.Count();
        }

      private:
        IncBierTestNetwork& m_network;
        uint32_t m_node;
        ns3::IncBierHeader m_header;
    };

    void Compute(const ns3::IncTopology& topology,
                 const ns3::IncBierSubDomain& subDomain,
                 ns3::IncBierEcmp ecmp)
    {
        const ns3::IncRouteComputation routes(topology);
        for (uint32_t node = 0; node < m_forwarders.size(); ++node)
        {
            m_tables[node].SetRoutes(routes.GetRoutes(node));
            m_forwarders[node].Compute(subDomain, MakeBirt(node, subDomain), ecmp);
        }
    }

    void Drain()
    {
        while (!m_inFlight.empty())
        {
            const Packet packet = m_inFlight.front();
            m_inFlight.pop_front();
            Output output(*this, packet.node, packet.header);
            m_forwarders[packet.node].Forward(packet.header, packet.bits, output);
        }
    }

    ns3::IncTopology m_topology;
    std::vector<ns3::IncBierForwarder> m_forwarders;
    std::vector<ns3::IncForwardingTable> m_tables;
    std::deque<Packet> m_inFlight;
};

#endif // INC_BIER_TEST_NETWORK_H
