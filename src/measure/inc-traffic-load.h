/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_TRAFFIC_LOAD_H
#define INC_TRAFFIC_LOAD_H

#include "ns3/inc-bier-imposition.h"
#include "ns3/inc-connection.h"
#include "ns3/inc-fabric-helper.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Time of a frame through an idle network.
 */
struct IncTrafficWay
{
    double seconds{0};     //!< propagation, and serialisation of a BIER header between switches
    double perByte{0};     //!< serialisation on all links but the last hop of BIER, seconds
    double perLastByte{0}; //!< serialisation on the last hop of BIER, seconds
    /// Serialisation on the slowest link, seconds per byte; 0 if packets are sprayed.
    double slowest{0};
    double perFirstByte{0}; //!< serialisation on the first link, seconds
    /// Port by which it leaves; none if there are several to choose from.
    std::optional<uint16_t> port{};
};

/**
 * \ingroup inc
 * \brief The window of the workers: a message leaves when the result of an earlier one is there.
 */
struct IncTrafficWindow
{
    double perMessage{0}; //!< least time of a message by round trips alone, seconds
    double frame{0};      //!< bytes of the largest frame
    /// Messages under way at once; by default the window never closes.
    double messages{std::numeric_limits<double>::infinity()};
};

/**
 * \ingroup inc
 * \brief What a traffic matrix puts on every link of a network, along the ways that its switches
 * and hosts would choose now: the bottleneck is the bound of whatever sends that traffic.
 *
 * Nothing is sent. Where every packet is sprayed anew the links of an ECMP group share alike. If
 * their ways on have different rates, this is no bottleneck: another share may be better.
 */
class IncTrafficLoad
{
  public:
    /** \param fabric an installed network, with its routes */
    explicit IncTrafficLoad(const IncFabric& fabric);

    /**
     * \brief Say how long the messages that are added next are under way.
     * \param seconds from a worker to the root and back, for the nearest of those who send or get
     * these messages
     */
    void SetRoundTrip(double seconds);

    /**
     * \brief Add frames from one node to another.
     * \param from node index of who sends them
     * \param to node index of who takes them; it may lie before the destination address
     * \param connection that addresses them, sealed
     * \param bytes on the wire, preamble and gap included
     * \return the way of such a frame; if packets are sprayed none takes less
     */
    IncTrafficWay AddPath(uint32_t from,
                          uint32_t to,
                          const IncConnection& connection,
                          double bytes);

    /**
     * \brief Add acknowledgements, which use links but hold up no message.
     * \param from node index of who sends them
     * \param to node index of who takes them
     * \param connection that addresses them, sealed
     * \param bytes on the wire, preamble and gap included
     */
    void AddAcknowledgements(uint32_t from,
                             uint32_t to,
                             const IncConnection& connection,
                             double bytes);

    /**
     * \brief Add frames by BIER: one copy on each link of the way, where they share it.
     * \param from node index of the BFIR
     * \param connection that addresses what is inside; its flow hash gives the entropy
     * \param to the BFERs
     * \param bytes on the wire without the BIER header
     * \param header bytes of BIER header and BitString, which the last hop to a host takes off
     * \param takenOff what the last hop takes off besides, bytes by BFR-id; null: nothing
     * \return the ways of the copies, by BFR-id
     */
    std::map<uint32_t, IncTrafficWay> AddMulticast(
        uint32_t from,
        const IncConnection& connection,
        const IncBierImposition& to,
        double bytes,
        double header,
        const std::function<double(uint32_t bfrId)>& takenOff = nullptr);

    /**
     * \brief Add what was added to another one of the same fabric.
     * \param other load
     * \param share of it
     */
    void Add(const IncTrafficLoad& other, double share);

    /**
     * \param payload bytes of a message, of which all that was added is the traffic
     * \param window of who sends it; by default it is open
     * \return what the busiest link and the window let through, GB/s; infinity where nothing needs
     * a link, or packets are sprayed over ways of different rates
     */
    double GetGBps(uint32_t payload, const IncTrafficWindow& window = {}) const;

  private:
    class Copies;

    /// Frames of a message that use a port.
    struct Frames
    {
        double bytes{0};            //!< bytes on the wire, acknowledgements apart
        double roundTrip{0};        //!< shortest round trip of these messages, seconds
        double acknowledgements{0}; //!< bytes of acknowledgements on the wire
    };

    /// Load of a port.
    struct Port
    {
        std::map<double, double, std::greater<>> bytes; //!< by round trip, the longest first
        double acknowledgements{0};                     //!< bytes of acknowledgements
    };

    IncTrafficWay Walk(uint32_t at,
                       uint32_t ingress,
                       uint32_t to,
                       const IncFrame& frame,
                       const Frames& carried);
    void Add(uint32_t node, uint32_t port, const Frames& more);
    IncTrafficWay WayOf(uint32_t node, uint32_t port) const;

    IncFabric m_fabric;                     //!< network that it works on
    std::vector<std::vector<Port>> m_ports; //!< traffic by node and port
    double m_roundTrip{0};                  //!< see SetRoundTrip(), seconds
    bool m_isUneven{false};                 //!< packets are sprayed over ways of different rates
};

} // namespace ns3

#endif // INC_TRAFFIC_LOAD_H
