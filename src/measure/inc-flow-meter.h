/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_FLOW_METER_H
#define INC_FLOW_METER_H

#include "inc-ecmp-balance.h"

#include "ns3/inc-fabric-helper.h"
#include "ns3/inc-port-capture.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Watches the data frames of some flows on all links: load of links, reordering, recovery
 * from failures. It sees only what is on the wire, and costs nothing where there is none.
 */
class IncFlowMeter
{
  public:
    /** \param fabric whose links are watched, until the meter ends; it must last as long */
    explicit IncFlowMeter(const IncFabric& fabric);
    ~IncFlowMeter();

    IncFlowMeter(const IncFlowMeter&) = delete;
    IncFlowMeter& operator=(const IncFlowMeter&) = delete;

    /**
     * \brief Watch a flow: one direction of a connection.
     * \param sender its queue pair
     * \param receiver the peer's
     */
    void Add(const IncQueuePair& sender, const IncQueuePair& receiver);

    /**
     * \brief A link has failed: see how long it takes until what the flows on it, with data or
     * with acknowledgements, have under way is acknowledged.
     * \param link index
     */
    void LinkFailed(uint32_t link);

    /** \return the load of every link and direction */
    std::vector<IncLinkLoad> GetLinks() const;

    /** \return how evenly the members of all switches' ECMP groups are used */
    std::optional<IncEcmpBalance> GetBalance() const;

    /** \return data frames, sent once only, that arrived after one that was sent later */
    uint64_t GetReordered() const;

    /** \return the longest time from a failure to recovery of a flow, us; nothing without */
    std::optional<double> GetRecoveryUs() const;

  private:
    /// Record of a flow under way.
    struct Flow
    {
        uint32_t from;               //!< node index of the sender
        uint32_t firstPsn;           //!< PSN of packet 0
        uint64_t sentEnd{0};         //!< one beyond the newest packet sent
        uint64_t receivedEnd{0};     //!< one beyond the newest packet received
        uint64_t acknowledged{0};    //!< number of acknowledged packets
        uint64_t target{0};          //!< recovered when so many are acknowledged; 0: not failed
        int64_t failedPs{0};         //!< time when it failed
        std::vector<bool> sentTwice; //!< sent more than once, by packet
    };

    /// One direction of a link.
    struct Port : public IncFrameMeter
    {
        IncFlowMeter* meter{nullptr}; //!< meter that owns this
        Ptr<IncNetDevice> device;     //!< the sending end
        uint32_t node{0};             //!< node index of that
        bool isHost{false};           //!< the node is a host
        uint64_t bytes{0};            //!< bytes of data frames
        uint32_t flows{0};            //!< flows that are set in seen
        std::vector<bool> seen;       //!< by flow: its data
        std::vector<bool> answered;   //!< by flow: its acknowledgements
        uint32_t answers{0};          //!< flows that are set in answered
        void Sent(const IncFrame& frame) override;
        void Received(const IncFrame& frame) override;
        void VisitState(IncStateVisitor& visitor) override;
    };

    /// Flows by node index and queue pair.
    using FlowsOf = std::vector<std::vector<uint32_t>>;

    static constexpr uint32_t NO_FLOW = UINT32_MAX; //!< the frame belongs to no watched flow

    static bool IsData(const IncFrame& frame);
    static uint64_t NumberOf(const Flow& flow, uint32_t psn, uint64_t near);
    /// The flow of which the addressed queue pair is one end.
    static uint32_t Find(const FlowsOf& flows, const IncFrame& frame);
    static void Map(FlowsOf& flows, uint32_t node, uint32_t qpn, uint32_t flow);
    void VisitFlows(IncStateVisitor& visitor);
    void HostSent(Flow& flow, const IncFrame& frame);
    void HostReceived(Flow& flow, const IncFrame& frame);
    void Acknowledged(Flow& flow, const IncFrame& frame);
    IncLinkLoad LoadOf(const Port& port) const;

    const IncFabric& m_fabric;                  //!< network that is measured
    std::vector<std::unique_ptr<Port>> m_ports; //!< node by node, port by port
    std::vector<std::size_t> m_firstPort;       //!< index of each node's first port
    FlowsOf m_sentBy;                           //!< by the sender's queue pair
    FlowsOf m_receivedBy;                       //!< by the receiver's
    std::vector<Flow> m_flows;                  //!< flows in the order of their addition
    uint64_t m_reordered{0};                    //!< number of reordered frames
    std::optional<int64_t> m_recoveryPs;        //!< longest recovery so far
};

} // namespace ns3

#endif // INC_FLOW_METER_H
