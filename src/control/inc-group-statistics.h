/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_GROUP_STATISTICS_H
#define INC_GROUP_STATISTICS_H

#include "inc-control-body.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

struct IncConnection;
struct IncQueuePairCounters;

/**
 * \ingroup inc
 * \brief What the nodes of a group answer when they are asked how they do: statistics per identity
 * and per queue pair (draft-liu-nfsv4-rocev2, sections 3.1 and 3.2).
 */
struct IncGroupStatistics
{
    /// A queue pair of a switch.
    struct QueuePair
    {
        uint32_t qpn{0};             //!< number of the queue pair
        uint32_t peer{0};            //!< address of the other end
        uint32_t peerQpn{0};         //!< the number there
        uint64_t packetsSent{0};     //!< retransmissions included
        uint64_t bytesSent{0};       //!< payload of the packets sent
        uint64_t packetsReceived{0}; //!< duplicates included
        uint64_t bytesReceived{0};   //!< payload of the packets received
        uint64_t retransmissions{0}; //!< packets
    };

    /// A node's part in the group.
    struct Part
    {
        std::string node;                  //!< its name
        std::optional<uint32_t> rank;      //!< rank of a client; nothing: a switch
        uint16_t treeId{0};                //!< identity: tree id
        uint16_t epoch{0};                 //!< identity: generation of the tree
        uint32_t slots{0};                 //!< slots of the group there
        uint32_t busySlots{0};             //!< with a message or a round under way
        uint32_t slotPeak{0};              //!< most at once
        uint64_t messages{0};              //!< client: messages sent, retransmissions included
        uint64_t retransmissions{0};       //!< client: messages sent again
        uint64_t timeouts{0};              //!< client: expired timers
        uint64_t requests{0};              //!< client: requests that are not complete
        std::vector<QueuePair> queuePairs; //!< switch: those of children, parent, results

        /** \param body where the fields are added; the name is not among them */
        void Write(IncControlBody& body) const;

        /**
         * \param body as Write() makes it
         * \return the part, without a name
         */
        static Part Read(const IncControlBody& body);
    };

    std::vector<Part> parts;         //!< switches, then clients
    std::vector<std::string> silent; //!< nodes that were asked and are lost

    /** \return an array of objects, one for each part */
    nlohmann::ordered_json ToJson() const;

    /** \return a line for each part and for each queue pair */
    std::string ToText() const;
};

/**
 * \ingroup inc
 * \param connection of a switch
 * \param counters of its queue pair
 * \return what is told of it
 */
IncGroupStatistics::QueuePair IncDescribeQueuePair(const IncConnection& connection,
                                                   const IncQueuePairCounters& counters);

} // namespace ns3

#endif // INC_GROUP_STATISTICS_H
