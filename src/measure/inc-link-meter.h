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
 * \brief Watches the RDMA frames with data of all senders on all links.
 *
 * The meter only reads frames on the wire, and takes no time while there are none.
 */
class IncLinkMeter
{
  public:
    /** \brief Watch the links of a fabric, which must outlive the meter. */
    explicit IncLinkMeter(const IncFabric& fabric);
    ~IncLinkMeter();

    IncLinkMeter(const IncLinkMeter&) = delete;
    IncLinkMeter& operator=(const IncLinkMeter&) = delete;

    /** \return load of every link and direction; a flow is a five-tuple */
    std::vector<IncLinkLoad> GetLinks() const;

    /** \return balance between the members of ECMP groups of switches, on routes that frames used.
     * Frames with a BIER header choose paths otherwise and do not count */
    std::optional<IncEcmpBalance> GetBalance() const;

  private:
    struct Load
    {
        uint64_t bytes{0};    //!< bytes of Ethernet frames with FCS
        uint64_t lastFlow{0}; //!< flow of the last frame, mostly that of the next frame too
        std::unordered_set<uint64_t> flows; //!< hashes of five-tuples
        void Add(const IncFrame& frame);
    };

    /// One direction of a link.
    struct Port : public IncFrameMeter
    {
        IncLinkMeter* meter{nullptr};
        Ptr<IncNetDevice> device; //!< sending end of the link
        uint32_t node{0};
        Load all;     //!< load of all frames
        Load unicast; //!< load of frames without BIER header, from switches
        void Sent(const IncFrame& frame) override;
        void VisitState(IncStateVisitor& visitor) override;
    };

    IncLinkLoad MakeLoad(const Port& port, const Load& load) const;

    const IncFabric& m_fabric;
    std::vector<std::unique_ptr<Port>> m_ports;      //!< ports node by node, port by port
    std::vector<std::size_t> m_firstPort;            //!< index of each node's first port
    std::vector<std::vector<bool>> m_destinationsOf; //!< [a][b]: switch a sent unicast to b
};

} // namespace ns3

#endif // INC_LINK_METER_H
