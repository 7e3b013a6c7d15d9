/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_BALANCE_H
#define INC_BALANCE_H

#include "ns3/inc-fabric-helper.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Counters and levels of a network that must agree with each other between any two events.
 *
 * The counters show whether each received frame was sent, and whether all lost frames were counted.
 */
struct IncBalance
{
    /// One direction of a link.
    struct Link
    {
        std::string name;           //!< name of the link, "a->b"
        uint64_t sentFrames{0};     //!< frames sent by one end
        uint64_t sentBytes{0};      //!< bytes sent by one end
        uint64_t receivedFrames{0}; //!< frames received by the other end
        uint64_t receivedBytes{0};  //!< bytes received by the other end
        uint64_t lostFrames{0};     //!< frames lost by the error model of the other end
        uint64_t queuedBytes{0};    //!< bytes that wait to be sent
        uint64_t byPriority{0};     //!< queued bytes, as the sum over the priorities
        bool duplicates{false};     //!< whether frames may arrive twice
        bool hasFailed{false};      //!< whether a link has failed, which loses frames
    };

    /// The buffer that the ports of a switch share.
    struct Buffer
    {
        std::string name;        //!< name of the switch
        uint64_t used{0};        //!< bytes in use in the shared pool
        uint64_t size{0};        //!< size of the shared pool, bytes
        uint64_t headroom{0};    //!< bytes of headroom in use at all ports
        uint64_t queuedBytes{0}; //!< bytes that wait at the switch's ports
    };

    /// An aggregation tree on a switch.
    struct Tree
    {
        std::string name;  //!< name of switch and tree, "core0, tree 1"
        uint32_t busy{0};  //!< number of slots in use
        uint32_t peak{0};  //!< largest number of slots in use at once
        uint32_t slots{0}; //!< number of slots of the tree
        uint32_t node{0};  //!< index of the switch
    };

    /// One direction between two connected queue pairs of hosts.
    struct Pair
    {
        std::string name;     //!< names of both ends, "h0 QP 16 -> s0 QP 17"
        uint64_t sent{0};     //!< data packets sent by one end
        uint64_t received{0}; //!< data packets received by the other end
    };

    std::vector<Link> links;     //!< both directions of each link
    std::vector<Buffer> buffers; //!< one for each switch with a shared buffer
    std::vector<Tree> trees;     //!< installed trees
    std::vector<Pair> pairs;     //!< one for each direction between existing queue pairs

    /** \brief Return the present counters and levels of an installed network. */
    static IncBalance Of(const IncFabric& fabric);

    /** \return the first violation of a rule that holds at any moment; empty if there is none */
    std::string FindFault() const;

    /** \return the first violation of a rule that holds when no frame is in flight; or empty */
    std::string FindRest() const;
};

} // namespace ns3

#endif // INC_BALANCE_H
