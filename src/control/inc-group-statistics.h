/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_GROUP_STATISTICS_H
#define INC_GROUP_STATISTICS_H

#include "inc-control-admission.h"
#include "inc-control-body.h"

#include "ns3/inc-client.h"

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
 * \brief Status of a group as its nodes report it, in heartbeats and in answers to queries: tasks,
 * identities and queue pairs (draft-liu-nfsv4-rocev2, sections 3.1 to 3.3).
 */
struct IncGroupStatistics
{
    /// Purpose of a queue pair.
    enum class Use : uint8_t
    {
        CHILD,   //!< connects a switch with a worker or switch below it
        PARENT,  //!< connects a switch or client with its parent in the tree
        RESULTS, //!< carries results from the root straight to a worker
        STREAM   //!< carries results from the root by multicast
    };

    /// A queue pair of a switch or client.
    struct QueuePair
    {
        Use use{Use::CHILD};         //!< purpose of the queue pair
        uint64_t rank{0};            //!< CHILD: lowest rank below the other end
        uint32_t qpn{0};             //!< number of the queue pair
        uint32_t peer{0};            //!< address of the other end
        uint32_t peerQpn{0};         //!< number of the queue pair at the other end
        uint64_t packetsSent{0};     //!< packets sent, retransmissions included
        uint64_t bytesSent{0};       //!< payload of the packets sent
        uint64_t packetsReceived{0}; //!< packets received, duplicates included
        uint64_t bytesReceived{0};   //!< payload of the packets received
        uint64_t retransmissions{0}; //!< packets sent again
        uint64_t duplicates{0};      //!< messages received again
        uint64_t refused{0};         //!< frames refused
    };

    /// Report of a node on its part in the group.
    struct Part
    {
        std::string node;                         //!< name of the node
        std::optional<uint32_t> rank;             //!< rank of a client; nothing: a switch
        IncGroupState state{IncGroupState::IDLE}; //!< state of the group at the node
        uint64_t tenant{0};                       //!< owner of the group
        uint64_t group{0};                        //!< name of the group
        uint64_t treeId{0};                       //!< number of the tree
        uint64_t epoch{0};                        //!< generation of the tree
        uint64_t identity{0};   //!< identity of the switch, or of a client's switch
        uint64_t slots{0};      //!< slots of the group at the node
        uint64_t busySlots{0};  //!< slots with a message or a round in progress
        uint64_t slotPeak{0};   //!< largest number of slots that were busy at once
        uint64_t heldCells{0};  //!< switch: shared slots that the group has at present
        uint64_t collisions{0}; //!< switch: rounds that found no shared slot
        uint64_t evictions{0};  //!< switch: rounds that lost their shared slot too early
        uint64_t next{0};       //!< client: oldest message without a result; switch: newest message
        uint64_t retransmissions{0}; //!< client: messages sent again; switch: packets
        uint64_t messages{0};        //!< client: messages sent, retransmissions included
        uint64_t timeouts{0};        //!< client: expired timers
        uint64_t requests{0};        //!< client: requests that are not complete
        uint64_t requestBytes{0};    //!< client: size of the present request
        uint64_t blockBytes{0};      //!< client: data in a full message
        uint64_t packets{0};         //!< switch: packets received from children and parent
        uint64_t bytes{0};           //!< switch: payload of the packets received
        uint64_t duplicates{0};      //!< switch: messages received again after they were aggregated
        uint64_t refused{0};         //!< frames refused
        std::string abm;             //!< switch: A-BM, in the form of IncWriteRuns()
        /// Client: own queue pairs; switch: queue pairs of the tree.
        std::vector<QueuePair> queuePairs;
        std::vector<IncRequestStatus> statuses; //!< client: its requests, oldest first

        /** \brief Add the fields of the report to a body, without the node's name. */
        void Write(IncControlBody& body) const;

        /** \brief Return the report in a body, without the node's name. */
        static Part Read(const IncControlBody& body);

        /** \return the fields by name, without fields that this kind of node does not have */
        nlohmann::ordered_json ToJson() const;

        /** \return values in the order of GetCsvHeader(), separated by commas */
        std::string ToCsv() const;

        /** \return names of all fields but queue pairs, separated by commas */
        static std::string GetCsvHeader();
    };

    std::string error; //!< reason why there are no statistics; empty on success
    IncGroupState state{IncGroupState::IDLE}; //!< state of the group at the manager

    std::vector<Part> parts;         //!< reports of switches, then of clients
    std::vector<std::string> silent; //!< names of nodes that were asked but are lost

    /** \return an array with an object for each part */
    nlohmann::ordered_json ToJson() const;

    /** \return a line for each part and for each queue pair */
    std::string ToText() const;
};

/// \brief Return the statistics of a switch's queue pair; `rank` is the lowest rank below a child.
IncGroupStatistics::QueuePair IncDescribeQueuePair(const IncConnection& connection,
                                                   const IncQueuePairCounters& counters,
                                                   IncGroupStatistics::Use use,
                                                   uint64_t rank = 0);

} // namespace ns3

#endif // INC_GROUP_STATISTICS_H
