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

/**
 * \ingroup inc
 * \brief Routes of single flows, from a planner. Frames to a queue pair of this table leave by the
 * port given here, regardless of the forwarding table.
 *
 * The table is an open hash table, so that a lookup allocates no memory.
 */
class IncFlowTable
{
  public:
    static constexpr uint32_t NO_PORT = UINT32_MAX; //!< result for a flow that is not in the table

    /**
     * \brief Set or change the route of a flow.
     * \param destination IPv4 address, host order
     * \param qpn destination queue pair, 24 bits
     * \param port port by which its frames leave
     */
    void Set(uint32_t destination, uint32_t qpn, uint32_t port);

    /**
     * \brief Remove the route of a flow, if it has one.
     * \param destination IPv4 address, host order
     * \param qpn destination queue pair, 24 bits
     */
    void Remove(uint32_t destination, uint32_t qpn);

    /** \brief Remove all routes. */
    void Clear();

    /** \return whether there is no route */
    bool IsEmpty() const
    {
        return m_used == 0;
    }

    /**
     * \param destination IPv4 address, host order
     * \param qpn destination queue pair
     * \return port of the flow, or NO_PORT
     */
    uint32_t Find(uint32_t destination, uint32_t qpn) const
    {
        return m_entries.empty() ? NO_PORT : m_entries[Place(KeyOf(destination, qpn))].port;
    }

  private:
    /// Entry of the hash table: the port of one flow.
    struct Entry
    {
        uint64_t key{0};        //!< destination and queue pair
        uint32_t port{NO_PORT}; //!< output port; NO_PORT: the entry is free
    };

    static uint64_t KeyOf(uint32_t destination, uint32_t qpn)
    {
        return uint64_t{destination} << 32 | qpn;
    }

    /// Return the index of a key's entry, or of the free entry for it.
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
    std::size_t m_used{0};        //!< number of routes
};

/**
 * \ingroup inc
 * \brief An output-queued switch: looks up a flat table, chooses a port, decrements the TTL.
 *
 * A frame comes in by one IncNetDevice and waits in the queues of another one, by which it leaves.
 * Frames with an INC header go to the IncAggregator first, which is installed as an
 * IncFrameProcessor. The switch owns the forwarding table and the choice among equal-cost paths
 * (IncEcmp). It never reduces elements. It is aggregated to its node.
 */
class IncSwitch : public Object, public IncFrameSink, public IncFrameForwarder
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncSwitch();

    /**
     * \brief Attach to a node, and receive the frames of its IncNetDevices.
     * \param node node of the switch, with all its devices
     * \param index index of the node in the fabric (IncAddressPlan)
     * \param ip IP version of the RoCEv2 packets that this switch makes
     */
    void Attach(Ptr<Node> node, uint32_t index, IncIpVersion ip = IncIpVersion::V4);

    /** \return the forwarding table */
    const IncForwardingTable& GetTable() const
    {
        return m_table;
    }

    /** \brief Set the groups of interfaces, which IncEcmpGroups::Check() must accept. */
    void SetEcmpGroups(const IncEcmpGroups& groups);

    /**
     * \brief Set all routes. Call SetEcmpGroups() before.
     * \param routes routes of this node
     * \param attributes attributes of the routes by destination node, or empty
     */
    void SetRoutes(const IncNodeRoutes& routes,
                   const std::vector<IncRouteAttribute>& attributes = {});

    /** \brief Return the attribute that this switch advertises with the route to a neighbor
     * (draft-cheng-rtgwg-enhanced-ecmp, figure 6). Return the egress group of the interface under
     * this router's id; nothing if it is in no group. */
    IncRouteAttribute Advertise(uint32_t port) const;

    /**
     * \brief Return the ports by which frames of a flow may leave.
     * \param frame frame of the flow, with its addresses and flow hash
     * \param ingress port by which the frame comes in, or IncEcmp::NO_PORT
     * \return one port; a whole ECMP group if each frame is sprayed anew; none without a route
     */
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

    /** \brief Set the processor of ordinary packets for this node or its neighbors; nullptr:
     * none. Return the earlier processor, or nullptr. */
    IncFrameProcessor* SetLocalProcessor(IncFrameProcessor* processor);

    /** \brief Set the sink of frames with a BIER header; nullptr: none. */
    void SetBierSink(IncFrameSink* sink)
    {
        m_bierSink = sink;
    }

    /**
     * \brief Let all ports share a buffer; without one each has its own (QueueSize).
     * \param buffer buffer that no other switch uses; all links must be connected
     */
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

    /** \brief Pass the state to a visitor. */
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

    std::vector<IncNetDevice*> m_ports;      //!< ports by number
    IncForwardingTable m_table;              //!< routes by destination
    IncFlowTable m_flows;                    //!< routes of single flows
    IncEcmp m_ecmp;                          //!< choice among equal-cost routes
    IncEcmpGroups m_groups;                  //!< groups of interfaces
    uint8_t m_subType{0};                    //!< sub-type of ECMP communities
    Ipv4Address m_routerId;                  //!< attribute RouterId
    IncFrameProcessor* m_processor{nullptr}; //!< processes INC frames; or null
    IncFrameProcessor* m_local{nullptr};     //!< takes ordinary packets; or null
    IncFrameSink* m_bierSink{nullptr};       //!< forwards frames by BIER; or null
    uint32_t m_address{0};                   //!< own IPv4 address, host order
    IncIpVersion m_ip{IncIpVersion::V4};     //!< IP version of frames that this switch makes
    Time m_pipelineLatency;                  //!< attribute PipelineLatency
    Ptr<IncSharedBuffer> m_buffer;           //!< buffer of all ports; or null
    Ptr<Node> m_node;                        //!< node of the switch
};

} // namespace ns3

#endif // INC_SWITCH_H
