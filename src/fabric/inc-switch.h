/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SWITCH_H
#define INC_SWITCH_H

#include "inc-ecmp.h"
#include "inc-forwarding-table.h"
#include "inc-frame-processor.h"
#include "inc-frame-sink.h"
#include "inc-net-device.h"
#include "inc-shared-buffer.h"

#include "ns3/ipv4-address.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/object.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief Routes of single flows, from a planner. Frames to a queue pair of this table leave by the
/// port given here, regardless of the forwarding table. A lookup allocates no memory.
class IncFlowTable
{
  public:
    static constexpr uint32_t NO_PORT = UINT32_MAX; //!< result for a flow that is not in the table

    /// \brief Set or change the route of a flow to a queue pair, at an IPv4 address in host order.
    void Set(uint32_t destination, uint32_t qpn, uint32_t port);

    /** \brief Remove the route of a flow, if it has one. */
    void Remove(uint32_t destination, uint32_t qpn);

    /** \brief Remove all routes. */
    void Clear();

    /** \return whether there is no route */
    bool IsEmpty() const
    {
        return m_used == 0;
    }

    /** \return port of the flow, or NO_PORT */
    uint32_t Find(uint32_t destination, uint32_t qpn) const
    {
        return m_entries.empty() ? NO_PORT : m_entries[Place(KeyOf(destination, qpn))].port;
    }

  private:
    struct Entry
    {
        uint64_t key{0};
        uint32_t port{NO_PORT}; //!< output port; NO_PORT: the entry is free
    };

    static uint64_t KeyOf(uint32_t destination, uint32_t qpn)
    {
        return uint64_t{destination} << 32 | qpn;
    }

    std::size_t Place(uint64_t key) const
    {
        const std::size_t mask = m_entries.size() - 1;
        std::size_t place = (key * UINT64_C(0x9e3779b97f4a7c15)) >> 32 & mask;
        while (m_entries[place].port != NO_PORT && m_entries[place].key != key)
        {
            place = (place + 1) & mask;
        }
        return place;
    }

    void Grow();

    std::vector<Entry> m_entries; //!< a power of two of entries, of which at most half are in use
    std::size_t m_used{0};
};

/**
 * \ingroup inc
 * \brief An output-queued switch: looks up a flat table, chooses a port, decrements the TTL.
 *
 * A frame comes in by one IncNetDevice and waits in the queues of another one, by which it leaves.
 * Frames with an INC header go to the IncAggregator first, which is installed as an
 * IncFrameProcessor. The switch never reduces elements. It is aggregated to its node.
 */
class IncSwitch : public Object, public IncFrameSink, public IncFrameForwarder
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncSwitch();

    /// \brief Attach to a node with all its devices, and receive their frames. `index` is that of
    /// the node in the fabric (IncAddressPlan).
    void Attach(Ptr<Node> node, uint32_t index, IncIpVersion ip = IncIpVersion::V4);

    /** \return the forwarding table */
    const IncForwardingTable& GetTable() const
    {
        return m_table;
    }

    /** \brief Set the groups of interfaces, which IncEcmpGroups::Check() must accept. */
    void SetEcmpGroups(const IncEcmpGroups& groups);

    /// \brief Set all routes, with their attributes (or none) by destination node. Call
    /// SetEcmpGroups() before.
    void SetRoutes(const IncNodeRoutes& routes,
                   const std::vector<IncRouteAttribute>& attributes = {});

    /// \brief Return the attribute that this switch advertises with the route to a neighbor
    /// (draft-cheng-rtgwg-enhanced-ecmp, figure 6); nothing if the port is in no egress group.
    IncRouteAttribute Advertise(uint32_t port) const;

    /// \return ports by which frames of a flow may leave: one; a whole ECMP group if each frame is
    /// sprayed anew; none without a route
    std::vector<uint16_t> GetChoices(const IncFrame& frame, uint32_t ingress) const;

    /** \return the ECMP stage; call IncEcmp::SetKey() before its use */
    IncEcmp& GetEcmp()
    {
        return m_ecmp;
    }

    /** \return the ECMP stage */
    const IncEcmp& GetEcmp() const
    {
        return m_ecmp;
    }

    /** \return routes of single flows, which take precedence over the forwarding table */
    IncFlowTable& GetFlowTable()
    {
        return m_flows;
    }

    /** \brief Set the processor of INC frames; nullptr: none. */
    void SetProcessor(IncFrameProcessor* processor)
    {
        m_processor = processor;
    }

    /// \brief Set the processor of ordinary packets for this node or its neighbors; return the
    /// earlier one.
    IncFrameProcessor* SetLocalProcessor(IncFrameProcessor* processor);

    /** \brief Set the sink of frames with a BIER header; nullptr: none. */
    void SetBierSink(IncFrameSink* sink)
    {
        m_bierSink = sink;
    }

    /// \brief Let all ports share a buffer that no other switch uses; all links must be connected.
    /// Without one, each port has its own (QueueSize).
    void SetBuffer(Ptr<IncSharedBuffer> buffer);

    /** \return the shared buffer, or nullptr */
    Ptr<IncSharedBuffer> GetBuffer() const;

    /** \return the ports, by number */
    const std::vector<IncNetDevice*>& GetPorts() const
    {
        return m_ports;
    }

    /** \return node of the switch */
    Ptr<Node> GetNode() const
    {
        return m_node;
    }

    /** \return this switch's IPv4 address, host order */
    uint32_t GetIpv4() const final
    {
        return m_address;
    }

    /** \return time in which a frame is forwarded, without serialisation and queueing */
    Time GetPipelineLatency() const
    {
        return m_pipelineLatency;
    }

    /** \return IP version of the RoCEv2 packets that this switch makes */
    IncIpVersion GetIpVersion() const override
    {
        return m_ip;
    }

    /** \brief Send a frame that this switch made itself, to its destination address. */
    void Forward(IncFramePtr frame) override;

    void Receive(IncFramePtr frame, IncNetDevice& port) override;

    /** \brief Pass the state to a visitor, which records or advances it. */
    void VisitState(IncStateVisitor& visitor);

  protected:
    void DoDispose() override;

  private:
    void SetScheme(IncEcmpScheme scheme);
    IncEcmpScheme GetScheme() const;
    void SetHash(IncEcmpHash hash);
    void SetSpray(IncEcmpSpray spray);
    void SetLocation(IncEcmpLocation location);
    void SetRestoreFlows(bool restore);
    void LinkChanged();
    bool EndsHere(const IncFrame& frame) const;
    void ReceiveLocal(IncFramePtr frame, IncNetDevice& port);
    uint32_t ChoosePort(const IncFrame& frame, uint32_t ingress);

    std::vector<IncNetDevice*> m_ports;
    IncForwardingTable m_table;
    IncFlowTable m_flows;
    IncEcmp m_ecmp;
    IncEcmpGroups m_groups;
    uint8_t m_subType{0};
    Ipv4Address m_routerId;                  //!< attribute RouterId
    IncFrameProcessor* m_processor{nullptr}; //!< processes INC frames; or null
    IncFrameProcessor* m_local{nullptr};     //!< takes ordinary packets; or null
    IncFrameSink* m_bierSink{nullptr};       //!< forwards frames by BIER; or null
    uint32_t m_address{0};                   //!< own IPv4 address, host order
    IncIpVersion m_ip{IncIpVersion::V4};
    Time m_pipelineLatency;        //!< attribute PipelineLatency
    Ptr<IncSharedBuffer> m_buffer; //!< buffer of all ports; or null
    Ptr<Node> m_node;
};

} // namespace ns3

#endif // INC_SWITCH_H
