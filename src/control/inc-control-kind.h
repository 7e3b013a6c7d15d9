/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_CONTROL_KIND_H
#define INC_CONTROL_KIND_H

#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \brief What a control message is. doc/inc-manager.rst says what draft-liu-nfsv4-rocev2 has in
 * its place.
 */
enum class IncControlKind : uint8_t
{
    // Messages of the exchange itself.
    ACK = 1,     //!< what has come so far
    RESTART = 2, //!< the session is unknown here: the receiver must start a new one

    // Between neighbors.
    HELLO = 16,  //!< tells the neighbor who is at this end of the link
    ROUTES = 17, //!< tells a neighbor the paths that have changed (IncRouteSpeaker)

    // Between the two ends of a queue pair.
    CM_REQ = 24,      //!< communication management: who begins says its end
    CM_REP = 25,      //!< the other says its own
    CM_RTU = 26,      //!< both are known
    CM_DREQ = 27,     //!< who began has forgotten the queue pair
    CM_DREP = 28,     //!< so has the other
    SOCKET_DATA = 29, //!< over TCP: one end says what it is

    // From an agent to the manager.
    REGISTER = 32,   //!< capabilities and neighbors
    HEARTBEAT = 33,  //!< says that the node is alive
    JOIN = 34,       //!< a client wants to be a rank of a group
    LEAVE = 35,      //!< a client ends its membership
    RESERVED = 36,   //!< a switch has put resources aside
    REFUSED = 37,    //!< a switch has not enough
    COMMITTED = 38,  //!< a switch serves the group
    RELEASED = 39,   //!< a switch or client has forgotten the group
    FENCED = 40,     //!< a client takes nothing of this epoch any more
    FAILURE = 41,    //!< a client: N timeouts, or a queue pair that broke
    ASK = 42,        //!< a client wants to know how its group does
    STATISTICS = 43, //!< how a node's part of a group does

    // From the manager to an agent.
    REGISTERED = 64, //!< the inventory has the node
    BEAT = 65,       //!< the manager is alive
    RESERVE = 66,    //!< put resources of a switch aside
    COMMIT = 67,     //!< serve the group
    READY = 68,      //!< a client may send
    RELEASE = 69,    //!< forget the group
    FENCE = 70,      //!< take nothing of this epoch any more
    REJECT = 71,     //!< a client's group is not aggregated in the network, and why
    CONNECT = 72,    //!< a client is to set up its queue pairs with the switches
    QUERY = 73,      //!< how does a node's part of a group?
    ANSWER = 74,     //!< how a client's group does
};

/**
 * \ingroup inc
 * \param kind any
 * \return its name, e.g. "JOIN"; nullptr where there is none
 */
const char* IncControlKindName(IncControlKind kind);

} // namespace ns3

#endif // INC_CONTROL_KIND_H
