/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_LINK_METER_H
#define INC_LINK_METER_H

#include "inc-ecmp-balance.h"

#include "ns3/inc-fabric-helper.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_set>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Watches the RDMA frames with data on all links, whoever sends them. It sees only what is
 * on the wire, and costs nothing where there is none.
 */
class IncLinkMeter
{
  public:
    /** \param fabric whose links are watched, until the meter ends; it must last as long */
    explicit IncLinkMeter(const IncFabric& fabric);
    ~IncLinkMeter();

    IncLinkMeter(const IncLinkMeter&) = delete;
    IncLinkMeter& operator=(const IncLinkMeter&) = delete;

    /** \return the load of every link and direction; a flow is a five-tuple */
    std::vector<IncLinkLoad> GetLinks() const;

    /**
     * \return how evenly the members of all switches' ECMP groups that led somewhere are used;
     *         frames under a BIER header have their own choice of paths and do not count
     */
    std::optional<IncEcmpBalance> GetBalance() const;

  private:
    /// Data in one direction of a link.
    struct Load
    {
        uint64_t bytes{0};    //!< Ethernet frames with FCS
        uint64_t lastFlow{0}; //!< flow of the last frame: the next frame is mostly of the same flow
        std::unordered_set<uint64_t> flows; //!< hashes of five-tuples
        void Add(const IncFrame& frame);
    };

    /// One direction of a link.
    struct Port : public IncFrameMeter
    {
        IncLinkMeter* meter{nullptr}; //!< meter that owns this
        Ptr<IncNetDevice> device;     //!< the sending end
        uint32_t node{0};             //!< node index of that
        Load all;                     //!< load by all frames
        Load unicast;                 //!< load by frames without BIER header, from switches
        void Sent(const IncFrame& frame) override;
        void VisitState(IncStateVisitor& visitor) override;
    };

    IncLinkLoad MakeLoad(const Port& port, const Load& load) const;

    const IncFabric& m_fabric;                       //!< network that is measured
    std::vector<std::unique_ptr<Port>> m_ports;      //!< node by node, port by port
    std::vector<std::size_t> m_firstPort;            //!< index of each node's first port
    std::vector<std::vector<bool>> m_destinationsOf; //!< by node: node indices sent to
};

} // namespace ns3

#endif // INC_LINK_METER_H
