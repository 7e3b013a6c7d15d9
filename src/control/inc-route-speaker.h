/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ROUTE_SPEAKER_H
#define INC_ROUTE_SPEAKER_H

#include "inc-control-endpoint.h"

#include "ns3/inc-forwarding-table.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Routing protocol of one node: a path-vector protocol with the ECMP group community
 * (draft-cheng-rtgwg-enhanced-ecmp, section 3.2).
 *
 * A switch has a route to each neighbor; a route to a host carries the egress group of the port.
 * The switch advertises the shortest path that it knows to each destination. A path lists its
 * switches, so that no path loops. Advertisements go to switches, and to hosts with several ports.
 * All neighbors with a path of that length are next hops. A host advertises nothing. The speaker
 * is aggregated to the node and has its own endpoint, which repeats messages until they arrive.
 */
class IncRouteSpeaker : public Object
{
  public:
    static constexpr uint16_t PORT = 1022; //!< UDP port for experiments (RFC 4727)

    /// Configuration of a port.
    struct Interface
    {
        uint32_t peer; //!< address at the other end
        bool isHost;   //!< whether the peer is a host, which advertises nothing
        bool listens;  //!< whether the peer has a speaker
    };

    /** \return the object's TypeId */
    static TypeId GetTypeId();

    /** \brief Become part of a node with an IncSwitch, or with an IncRdmaNic of several ports. No
     * other object may use the endpoint. `interfaces` are by port. */
    void Attach(Ptr<Node> node,
                Ptr<IncControlEndpoint> endpoint,
                std::vector<Interface> interfaces);

    /** \brief Simulate until the routes of all routers have converged. Before the first call there
     * are no routes. */
    static void Converge(const std::vector<Ptr<IncRouteSpeaker>>& speakers);

    /** \brief Return the egress groups in the route to a destination. */
    IncRouteAttribute GetAttribute(uint32_t address) const;

    /** \return datagrams and bytes sent, acknowledgements included */
    const IncControlCounters& GetCounters() const
    {
        return m_endpoint->GetCounters();
    }

    /** \return time when the node's table last changed */
    Time GetLastChange() const
    {
        return m_lastChange;
    }

  protected:
    void DoDispose() override;

  private:
    /// Addresses of the switches on a path, 4 octets each, and egress groups of the destination.
    using Path = std::pair<std::string, IncRouteAttribute>;

    struct Destination
    {
        std::map<uint32_t, Path> heard; //!< paths that neighbors have advertised, by neighbor
        std::optional<Path> best;       //!< path that is advertised; nothing: unreachable
        std::set<uint16_t> ports;       //!< ports of the next hops
        std::set<uint16_t> all;         //!< ports that ever had a path of this shortest length
        std::size_t shortest{SIZE_MAX}; //!< length of the shortest path so far, octets
    };

    void Change(bool tellsAll);
    void Hear(uint32_t peer, const IncControlBody& body);
    void Decide();
    void Choose(uint32_t prefix, Destination& destination) const;
    void SetRoutes();

    Ptr<Node> m_node;
    IncSwitch* m_switch{nullptr}; //!< switch of the node; null: it is a host
    Ptr<IncControlEndpoint> m_endpoint;
    std::vector<Interface> m_interfaces;
    std::map<uint32_t, Destination> m_destinations;
    bool m_tellsAll{false}; //!< whether the next decision advertises all paths, not only new ones
    EventId m_decision;
    Time m_delay;
    Time m_lastChange;
};

} // namespace ns3

#endif // INC_ROUTE_SPEAKER_H
