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
 * \brief What the nodes of a group say of their parts in it, in heartbeats and when they are asked:
 * task status, statistics by identity and by queue pair (draft-liu-nfsv4-rocev2, sections 3.1 to
 * 3.3).
 */
struct IncGroupStatistics
{
    /// What a queue pair is for.
    enum class Use : uint8_t
    {
        CHILD,   //!< a switch has it for a client or switch that sends to it
        PARENT,  //!< towards the switch that it sends to
        RESULTS, //!< for results that pass switches by
        STREAM   //!< the root has it for a multicast of results
    };

    /// A queue pair of a switch or client.
    struct QueuePair
    {
        Use use{Use::CHILD};         //!< what it is for
        uint64_t rank{0};            //!< child: lowest rank behind it
        uint32_t qpn{0};             //!< number of the queue pair
        uint32_t peer{0};            //!< address of the other end
        uint32_t peerQpn{0};         //!< the number there
        uint64_t packetsSent{0};     //!< retransmissions included
        uint64_t bytesSent{0};       //!< payload of the packets sent
        uint64_t packetsReceived{0}; //!< duplicates included
        uint64_t bytesReceived{0};   //!< payload of the packets received
        uint64_t retransmissions{0}; //!< packets
        uint64_t duplicates{0};      //!< messages received again
        uint64_t refused{0};         //!< frames refused
    };

    /// A node's part in the group.
    struct Part
    {
        std::string node;                         //!< its name
        std::optional<uint32_t> rank;             //!< rank of a client; nothing: a switch
        IncGroupState state{IncGroupState::IDLE}; //!< state of the group there
        uint64_t tenant{0};                       //!< owner of the group
        uint64_t group{0};                        //!< name of the group
        uint64_t treeId{0};                       //!< identity: tree id
        uint64_t epoch{0};                        //!< identity: generation of the tree
        uint64_t identity{0};  //!< identity of the switch, or of a client's switch
        uint64_t slots{0};     //!< slots of the group there
        uint64_t busySlots{0}; //!< with a message or a round under way
        uint64_t slotPeak{0};  //!< most at once
        uint64_t next{0};      //!< client: oldest message without a result; switch: newest one
        uint64_t retransmissions{0};       //!< client: messages sent again; switch: packets
        uint64_t messages{0};              //!< client: messages sent, retransmissions included
        uint64_t timeouts{0};              //!< client: expired timers
        uint64_t requests{0};              //!< client: requests that are not complete
        uint64_t requestBytes{0};          //!< client: size of the present request
        uint64_t blockBytes{0};            //!< client: data in a full message
        uint64_t packets{0};               //!< switch: packets received from children and parent
        uint64_t bytes{0};                 //!< switch: payload of these
        uint64_t duplicates{0};            //!< switch: messages that had been aggregated before
        uint64_t refused{0};               //!< frames refused
        std::string abm;                   //!< switch: A-BM, as IncWriteRuns() makes it
        std::vector<QueuePair> queuePairs; //!< client: its own; switch: those of the tree
        std::vector<IncRequestStatus> statuses; //!< client: of its requests, oldest first

        /** \param body where the fields are added; the name is not among them */
        void Write(IncControlBody& body) const;

        /**
         * \param body as Write() makes it
         * \return the part, without a name
         */
        static Part Read(const IncControlBody& body);

        /** \return its fields by name; what a node of its kind has not is not there */
        nlohmann::ordered_json ToJson() const;

        /** \return values in the order of GetCsvHeader(), with commas between */
        std::string ToCsv() const;

        /** \return names of all fields but queue pairs, with commas between */
        static std::string GetCsvHeader();
    };

    std::string error;                        //!< why there are no parts; empty: there are
    IncGroupState state{IncGroupState::IDLE}; //!< state of the group at the manager

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
 * \param use what it is for
 * \param rank child: lowest rank behind it
 * \return what is told of it
 */
IncGroupStatistics::QueuePair IncDescribeQueuePair(const IncConnection& connection,
                                                   const IncQueuePairCounters& counters,
                                                   IncGroupStatistics::Use use,
                                                   uint64_t rank = 0);

} // namespace ns3

#endif // INC_GROUP_STATISTICS_H
