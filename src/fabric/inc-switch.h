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
 * \brief Routes of single flows, as a planner lays them: what goes to a queue pair of an address
 * leaves by the port given here, whatever the forwarding table says.
 *
 * An open hash table; looking up costs no allocation.
 */
class IncFlowTable
{
  public:
    static constexpr uint32_t NO_PORT = UINT32_MAX; //!< the flow has no route of its own

    /**
     * \brief Set the route of a flow, or change it.
     * \param destination IPv4 address, host order
     * \param qpn queue pair there, 24 bits
     * \param port where its frames leave
     */
    void Set(uint32_t destination, uint32_t qpn, uint32_t port);

    /**
     * \brief Forget the route of a flow, if it has one.
     * \param destination IPv4 address, host order
     * \param qpn queue pair there, 24 bits
     */
    void Remove(uint32_t destination, uint32_t qpn);

    /** \brief Forget all routes. */
    void Clear();

    /** \return true without any route */
    bool IsEmpty() const
    {
        return m_used == 0;
    }

    /**
     * \param destination IPv4 address, host order
     * \param qpn queue pair there
     * \return the port, or NO_PORT
     */
    uint32_t Find(uint32_t destination, uint32_t qpn) const
    {
        return m_entries.empty() ? NO_PORT : m_entries[Place(KeyOf(destination, qpn))].port;
    }

  private:
    /// A place of the table.
    struct Entry
    {
        uint64_t key{0};        //!< destination and queue pair
        uint32_t port{NO_PORT}; //!< output port; NO_PORT: the entry is free
    };

    static uint64_t KeyOf(uint32_t destination, uint32_t qpn)
    {
        return uint64_t{destination} << 32 | qpn;
    }

    /// Where a key is, or would go.
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

    std::vector<Entry> m_entries; //!< a power of two, at most half of them used
    std::size_t m_used{0};        //!< routes
};

/**
 * \ingroup inc
 * \brief An output-queued switch: looks up a flat table, chooses a port, decrements the TTL.
 *
 * A frame comes in from an IncNetDevice and leaves by another one, whose queues hold it. Frames
 * with an INC header go to the IncAggregator first, which hangs in as an IncFrameProcessor; a
 * switch itself never adds anything up. It owns the forwarding table and the choice among
 * equal-cost paths (IncEcmp). It is aggregated to its node.
 */
class IncSwitch : public Object, public IncFrameSink, public IncFrameForwarder
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncSwitch();

    /**
     * \brief Take over the IncNetDevices of a node.
     * \param node the switch's node, all its devices added
     * \param index the node's number in the fabric (IncAddressPlan)
     * \param ip version of the Internet protocol of the RoCEv2 packets that start here
     */
    void Attach(Ptr<Node> node, uint32_t index, IncIpVersion ip = IncIpVersion::V4);

    /** \return the forwarding table */
    const IncForwardingTable& GetTable() const;

    /**
     * \brief Divide the interfaces into groups.
     * \param groups checked
     */
    void SetEcmpGroups(const IncEcmpGroups& groups);

    /**
     * \brief Set all routes; the groups are set before.
     * \param routes of this node
     * \param attributes of the routes by destination node, or empty
     */
    void SetRoutes(const IncNodeRoutes& routes,
                   const std::vector<IncRouteAttribute>& attributes = {});

    /**
     * \brief What this switch advertises with the route to what an interface leads to
     * (draft-cheng-rtgwg-enhanced-ecmp, figure 6).
     * \param port of the interface
     * \return its egress group under this router's id; nothing where it is in none
     */
    IncRouteAttribute Advertise(uint32_t port) const;

    /**
     * \param frame of a flow, with its addresses and flow hash
     * \param ingress port where it comes in, or IncEcmp::NO_PORT
     * \return the ports by which such frames leave: one, or where each frame is sprayed anew a
     * whole ECMP group; none without a route
     */
    std::vector<uint16_t> GetChoices(const IncFrame& frame, uint32_t ingress) const;

    /** \return the ECMP stage, to key */
    IncEcmp& GetEcmp();

    /** \return the ECMP stage */
    const IncEcmp& GetEcmp() const;

    /** \return routes of single flows, which win over the forwarding table */
    IncFlowTable& GetFlowTable();

    /** \param processor of INC frames, or nullptr */
    void SetProcessor(IncFrameProcessor* processor);

    /**
     * \param processor of ordinary packets for this node or its neighbors, or nullptr
     * \return the one before, or nullptr
     */
    IncFrameProcessor* SetLocalProcessor(IncFrameProcessor* processor);

    /** \param sink of frames with a BIER header, or nullptr */
    void SetBierSink(IncFrameSink* sink);

    /**
     * \brief Let all ports share a buffer; without one each has its own (QueueSize).
     * \param buffer of this switch alone; the links are connected
     */
    void SetBuffer(Ptr<IncSharedBuffer> buffer);

    /** \return the shared buffer, or nullptr */
    Ptr<IncSharedBuffer> GetBuffer() const;

    /** \return the ports, by number */
    const std::vector<IncNetDevice*>& GetPorts() const
    {
        return m_ports;
    }

    /** \return whose switch this is */
    Ptr<Node> GetNode() const
    {
        return m_node;
    }

    /** \return this switch's IPv4 address, host order */
    uint32_t GetIpv4() const final
    {
        return m_address;
    }

    /** \return what forwarding a frame takes, without serialisation and queueing */
    Time GetPipelineLatency() const
    {
        return m_pipelineLatency;
    }

    /** \return version of the Internet protocol of the RoCEv2 packets that start here */
    IncIpVersion GetIpVersion() const override
    {
        return m_ip;
    }

    /**
     * \brief Route a frame that this switch made itself.
     * \param frame its destination address set
     */
    void Forward(IncFramePtr frame) override;

    void Receive(IncFramePtr frame, IncNetDevice& port) override;

    /** \param visitor of the state */
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

    std::vector<IncNetDevice*> m_ports;      //!< by port number
    IncForwardingTable m_table;              //!< routes
    IncFlowTable m_flows;                    //!< routes of single flows
    IncEcmp m_ecmp;                          //!< choice among equal-cost routes
    IncEcmpGroups m_groups;                  //!< groups of interfaces
    uint8_t m_subType{0};                    //!< sub-type of ECMP communities
    Ipv4Address m_routerId;                  //!< attribute RouterId
    IncFrameProcessor* m_processor{nullptr}; //!< the INC pipeline, or null
    IncFrameProcessor* m_local{nullptr};     //!< takes ordinary packets
    IncFrameSink* m_bierSink{nullptr};       //!< forwards by BIER
    uint32_t m_address{0};                   //!< own address
    IncIpVersion m_ip{IncIpVersion::V4};     //!< IP version of frames that start here
    Time m_pipelineLatency;                  //!< attribute PipelineLatency
    Ptr<IncSharedBuffer> m_buffer;           //!< buffer of all ports, or null
    Ptr<Node> m_node;                        //!< node of the switch
};

} // namespace ns3

#endif // INC_SWITCH_H
