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
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Watches the data frames of some flows on all links: load of links, reordering, recovery
 * from failures.
 *
 * The meter only reads frames on the wire, and takes no time while there are none.
 */
class IncFlowMeter
{
  public:
    /** \brief Watch the links of a fabric, which must outlive the meter. */
    explicit IncFlowMeter(const IncFabric& fabric);
    ~IncFlowMeter();

    IncFlowMeter(const IncFlowMeter&) = delete;
    IncFlowMeter& operator=(const IncFlowMeter&) = delete;

    /** \brief Watch a flow: the direction of a connection from one queue pair to the other. */
    void Add(const IncQueuePair& sender, const IncQueuePair& receiver);

    /** \brief Measure the recovery of flows after the link with this index has failed. A flow
     * with data or acknowledgements on the link has recovered when all packets that are now in
     * flight are acknowledged. */
    void LinkFailed(uint32_t link);

    /** \return load of every link in both directions */
    std::vector<IncLinkLoad> GetLinks() const;

    /** \return balance between the members of all switches' ECMP groups */
    std::optional<IncEcmpBalance> GetBalance() const;

    /** \return number of data frames, sent once only, that arrived after a frame sent later */
    uint64_t GetReordered() const
    {
        return m_reordered;
    }

    /** \return longest time from a failure to recovery of a flow, us; nothing without recovery */
    std::optional<double> GetRecoveryUs() const;

  private:
    struct Flow
    {
        uint32_t from;            //!< node index of the sender
        uint32_t firstPsn;        //!< PSN of packet 0
        uint64_t sentEnd{0};      //!< 1 + number of the newest packet sent
        uint64_t receivedEnd{0};  //!< 1 + number of the newest packet received
        uint64_t acknowledged{0}; //!< number of acknowledged packets
        uint64_t target{0};       //!< value of `acknowledged` that ends a recovery; 0: none
        int64_t failedPs{0};      //!< time when the link failed, ps
        std::map<uint64_t, int64_t> sentTwicePs; //!< first repetition of each packet, ps
        /// Arrivals that m_reordered counts, of the time of a window: packets and times, ps.
        std::deque<std::pair<uint64_t, int64_t>> late;
    };

    /// One direction of a link.
    struct Port : public IncFrameMeter
    {
        IncFlowMeter* meter{nullptr};
        Ptr<IncNetDevice> device; //!< sending end of the link
        uint32_t node{0};
        bool isHost{false};
        uint64_t bytes{0};          //!< bytes of data frames
        uint32_t flows{0};          //!< number of flows in `seen`
        std::vector<bool> seen;     //!< by flow: whether its data used the link
        std::vector<bool> answered; //!< by flow: whether its ACKs used the link
        uint32_t answers{0};        //!< number of flows in `answered`
        void Sent(const IncFrame& frame) override;
        void Received(const IncFrame& frame) override;
        void VisitState(IncStateVisitor& visitor) override;
    };

    /// Flows by node index and queue pair.
    using FlowsOf = std::vector<std::vector<uint32_t>>;

    static constexpr uint32_t NO_FLOW = UINT32_MAX; //!< frame belongs to no watched flow

    static bool IsData(const IncFrame& frame);
    static uint64_t NumberOf(const Flow& flow, uint32_t psn, uint64_t near);
    static uint32_t Find(const FlowsOf& flows, const IncFrame& frame);
    static void Map(FlowsOf& flows, uint32_t node, uint32_t qpn, uint32_t flow);
    void VisitFlows(IncStateVisitor& visitor);
    void HostSent(Flow& flow, const IncFrame& frame);
    void HostReceived(Flow& flow, const IncFrame& frame);
    void Acknowledged(Flow& flow, const IncFrame& frame);
    IncLinkLoad LoadOf(const Port& port) const;

    const IncFabric& m_fabric;
    std::vector<std::unique_ptr<Port>> m_ports; //!< ports node by node, port by port
    std::vector<std::size_t> m_firstPort;       //!< index of each node's first port
    FlowsOf m_sentBy;                           //!< flows by the sender's queue pair
    FlowsOf m_receivedBy;                       //!< flows by the receiver's queue pair
    std::vector<Flow> m_flows;
    uint64_t m_reordered{0};
    std::optional<int64_t> m_recoveryPs; //!< longest recovery so far, ps
};

} // namespace ns3

#endif // INC_FLOW_METER_H
