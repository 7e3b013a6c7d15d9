/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_CONTROL_KIND_H
#define INC_CONTROL_KIND_H

#include "ns3/inc-named-value.h"

#include <cstdint>

namespace ns3
{

/// \ingroup inc
/// \brief Kind of a control message. doc/inc-manager.rst names the corresponding message of
/// draft-liu-nfsv4-rocev2.
enum class IncControlKind : uint8_t
{
    // Messages that make the exchange reliable.
    ACK = 1, //!< lists the datagrams that have come so far
    /// The receiver must start a new session, because the sender has forgotten the present one.
    RESTART = 2,

    // Messages between neighbors.
    HELLO = 16,  //!< tells the neighbor who is at this end of the link
    ROUTES = 17, //!< tells a neighbor the paths that have changed (IncRouteSpeaker)

    // Messages between the two ends of a queue pair. Kinds that begin with CM are messages of
    // IBTA's communication management.
    CM_REQ = 24,      //!< the calling end of a queue pair describes itself
    CM_REP = 25,      //!< the called end of a queue pair describes itself
    CM_RTU = 26,      //!< both ends of a queue pair are known
    CM_DREQ = 27,     //!< the calling end has removed the queue pair
    CM_DREP = 28,     //!< the called end has removed the queue pair too
    SOCKET_DATA = 29, //!< one end of a queue pair describes itself over TCP

    // Messages from an agent to the manager.
    REGISTER = 32,   //!< tells the capabilities and neighbors of a node
    HEARTBEAT = 33,  //!< says that the node is alive
    JOIN = 34,       //!< a client asks to become a rank of a group
    LEAVE = 35,      //!< a client ends its membership
    RESERVED = 36,   //!< a switch has reserved resources
    REFUSED = 37,    //!< a switch lacks resources
    COMMITTED = 38,  //!< a switch serves the group
    RELEASED = 39,   //!< a switch or client has removed the group
    FENCED = 40,     //!< a client accepts no more frames of this epoch
    FAILURE = 41,    //!< a client had too many timeouts, or its queue pair broke
    ASK = 42,        //!< a client asks for statistics of its group
    STATISTICS = 43, //!< statistics of a node's part in a group

    // Messages from the manager to an agent.
    REGISTERED = 64, //!< the inventory contains the node
    BEAT = 65,       //!< the manager is alive
    RESERVE = 66,    //!< a switch must reserve resources
    COMMIT = 67,     //!< a switch must serve the group
    READY = 68,      //!< a client may send
    RELEASE = 69,    //!< a switch must remove the group
    FENCE = 70,      //!< a client must accept no more frames of this epoch
    REJECT = 71,     //!< tells a client why its group is not aggregated in the network
    CONNECT = 72,    //!< a client must set up its queue pairs with the switches
    QUERY = 73,      //!< a node must send statistics of its part in a group
    ANSWER = 74,     //!< statistics of a client's group
};

/// Names of IncControlKind.
inline constexpr IncNamedValue<IncControlKind> INC_CONTROL_KIND_NAMES[] = {
    {"ACK", IncControlKind::ACK},
    {"RESTART", IncControlKind::RESTART},
    {"HELLO", IncControlKind::HELLO},
    {"ROUTES", IncControlKind::ROUTES},
    {"CM_REQ", IncControlKind::CM_REQ},
    {"CM_REP", IncControlKind::CM_REP},
    {"CM_RTU", IncControlKind::CM_RTU},
    {"CM_DREQ", IncControlKind::CM_DREQ},
    {"CM_DREP", IncControlKind::CM_DREP},
    {"SOCKET_DATA", IncControlKind::SOCKET_DATA},
    {"REGISTER", IncControlKind::REGISTER},
    {"HEARTBEAT", IncControlKind::HEARTBEAT},
    {"JOIN", IncControlKind::JOIN},
    {"LEAVE", IncControlKind::LEAVE},
    {"RESERVED", IncControlKind::RESERVED},
    {"REFUSED", IncControlKind::REFUSED},
    {"COMMITTED", IncControlKind::COMMITTED},
    {"RELEASED", IncControlKind::RELEASED},
    {"FENCED", IncControlKind::FENCED},
    {"FAILURE", IncControlKind::FAILURE},
    {"ASK", IncControlKind::ASK},
    {"STATISTICS", IncControlKind::STATISTICS},
    {"REGISTERED", IncControlKind::REGISTERED},
    {"BEAT", IncControlKind::BEAT},
    {"RESERVE", IncControlKind::RESERVE},
    {"COMMIT", IncControlKind::COMMIT},
    {"READY", IncControlKind::READY},
    {"RELEASE", IncControlKind::RELEASE},
    {"FENCE", IncControlKind::FENCE},
    {"REJECT", IncControlKind::REJECT},
    {"CONNECT", IncControlKind::CONNECT},
    {"QUERY", IncControlKind::QUERY},
    {"ANSWER", IncControlKind::ANSWER},
};

/// \brief Return the name of a kind, e.g. "JOIN"; nullptr if there is no such kind.
inline const char*
IncControlKindName(IncControlKind kind)
{
    return IncFindName(INC_CONTROL_KIND_NAMES, kind, nullptr);
}

} // namespace ns3

#endif // INC_CONTROL_KIND_H
