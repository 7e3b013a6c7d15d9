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

/// \ingroup inc
/// \brief Times of a frame on a path through an idle network.
struct IncTrafficWay
{
    double seconds{0}; //!< propagation, and serialisation of a BIER header between switches
    double perByte{0}; //!< serialisation on all links but the last hop of BIER, seconds per byte
    double perLastByte{0}; //!< serialisation on the last hop of BIER, seconds per byte
    /// Serialisation on the slowest link, seconds per byte; 0 if packets are sprayed.
    double slowest{0};
    double perFirstByte{0}; //!< serialisation on the first link, seconds per byte
    /// Port by which the frame leaves its sender; nothing if frames are sprayed over several ports.
    std::optional<uint16_t> port{};
};

/// \ingroup inc
/// \brief Window of the workers: the result of an earlier message lets a worker send the next.
struct IncTrafficWindow
{
    double perMessage{0}; //!< shortest time per message due to round trips alone, seconds
    double frame{0};      //!< bytes of the largest frame
    /// Number of messages in flight at once; by default there is no limit.
    double messages{std::numeric_limits<double>::infinity()};
};

/**
 * \ingroup inc
 * \brief Load of a traffic matrix on every link of a network.
 *
 * Frames take the paths that switches and hosts would choose now, but nothing is sent. The busiest
 * link bounds the rate of the traffic. If packets are sprayed, links of an ECMP group get shares in
 * proportion to their rates. If the paths behind these links have different rates, there is no
 * bound, because other shares may be better.
 */
class IncTrafficLoad
{
  public:
    /** \param fabric an installed network with routes */
    explicit IncTrafficLoad(const IncFabric& fabric);

    /** \brief Set the round trip of messages that are added from now on, seconds. The round trip
     * leads to the root and back, for the nearest worker that sends or gets these messages. */
    void SetRoundTrip(double seconds)
    {
        m_roundTrip = seconds;
    }

    /** \brief Add frames of a connection after IncConnection::Seal(), with bytes on the wire,
     * preamble and gap included. The path may end before the destination address, at node index
     * `to`.
     * \return times of such a frame; if packets are sprayed, lower bounds for all paths */
    IncTrafficWay AddPath(uint32_t from, uint32_t to, const IncConnection& connection, double bytes)
    {
        return AddPath(from, to, connection, Frames{bytes, m_roundTrip});
    }

    /** \brief Add acknowledgements as AddPath() adds frames, but without delay to messages. */
    void AddAcknowledgements(uint32_t from,
                             uint32_t to,
                             const IncConnection& connection,
                             double bytes)
    {
        AddPath(from, to, connection, Frames{0, 0, bytes});
    }

    /**
     * \brief Add frames that BIER sends: each link carries one copy, even for several receivers.
     * \param from node index of the BFIR
     * \param connection connection of the inner frames; its flow hash gives the entropy
     * \param to the BFERs
     * \param bytes bytes on the wire without the BIER header
     * \param header bytes of BIER header and BitString, which the last hop to a host removes
     * \param takenOff further bytes that the last hop removes, by BFR-id; null: none
     * \return times of the copies on their paths, by BFR-id
     */
    std::map<uint32_t, IncTrafficWay> AddMulticast(
        uint32_t from,
        const IncConnection& connection,
        const IncBierImposition& to,
        double bytes,
        double header,
        const std::function<double(uint32_t bfrId)>& takenOff = nullptr);

    /** \brief Set the seconds that a NIC needs from one message to the next; this bounds the
     * rate too. */
    void SetMessageTime(double seconds)
    {
        m_messageTime = seconds;
    }

    /** \brief Add a share of another load of the same fabric. */
    void Add(const IncTrafficLoad& other, double share);

    /** \return largest rate by the busiest link and the window, GB/s, if all added traffic is
     * due to a message of `payload` bytes. The rate is infinite if nothing needs a link, or if
     * packets are sprayed over paths of different rates */
    double GetGBps(uint32_t payload, const IncTrafficWindow& window = {}) const;

  private:
    class Copies;

    /// Load that one message adds to a port.
    struct Frames
    {
        double bytes{0};            //!< bytes on the wire, without acknowledgements
        double roundTrip{0};        //!< shortest round trip of such messages, seconds
        double acknowledgements{0}; //!< bytes of acknowledgements on the wire
    };

    /// Load of a port.
    struct Port
    {
        std::map<double, double, std::greater<>> bytes; //!< bytes by round trip, longest first
        double acknowledgements{0};                     //!< bytes of acknowledgements
    };

    IncTrafficWay AddPath(uint32_t from,
                          uint32_t to,
                          const IncConnection& connection,
                          const Frames& carried);
    IncTrafficWay Walk(uint32_t at,
                       uint32_t ingress,
                       uint32_t to,
                       const IncFrame& frame,
                       const Frames& carried);
    void Add(uint32_t node, uint32_t port, const Frames& more);
    IncTrafficWay WayOf(uint32_t node, uint32_t port) const;

    IncFabric m_fabric;
    std::vector<std::vector<Port>> m_ports; //!< traffic by node and port
    double m_roundTrip{0};                  //!< round trip of messages that are added now, seconds
    double m_messageTime{0};                //!< time of a NIC from one message to the next, seconds
    bool m_isUneven{false}; //!< true if packets are sprayed over paths of different rates
};

} // namespace ns3

#endif // INC_TRAFFIC_LOAD_H
