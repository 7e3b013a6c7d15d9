/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_CONTROL_BODY_H
#define INC_CONTROL_BODY_H

#include "ns3/nstime.h"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief Numbers of the fields of control messages, as they are on the wire.
enum class IncControlField : uint8_t
{
    // Fields about nodes and links.
    NAME = 1,       //!< name of a node
    ROLE = 2,       //!< 1: the node is a host; in a QUEUE_PAIR: IncGroupStatistics::Use
    AGGREGATES = 3, //!< whether a switch may be a VAT node
    SLOTS = 4,      //!< slots of a switch (0: no limit), or slots of a group
    MAX_TREES = 5,  //!< largest number of groups for which a switch aggregates
    TIER = 8,       //!< tier of a switch: 1 next to hosts
    NEIGHBOR = 9, //!< fields of a link: PORT, ADDRESS, PEER_PORT, RATE; FAILS after a short failure
    PORT = 10,    //!< number of a port
    PEER_PORT = 11, //!< number of the port at the other end
    ADDRESS = 12,   //!< IPv4 address
    RATE = 13,      //!< rate of a link, bit/s

    // Fields about groups.
    GROUP = 32,           //!< name of the group, chosen by the job
    TENANT = 33,          //!< owner of the group
    RANK = 34,            //!< rank of a client, or lowest rank below a child
    RANKS = 35,           //!< number of ranks
    TREE = 36,            //!< tree id
    EPOCH = 37,           //!< generation of the tree
    QPN = 38,             //!< queue pair number
    RESULT_QPN = 39,      //!< number of a queue pair for results
    RKEY = 40,            //!< R_Key of a client's memory for results
    KEY = 74,             //!< R_Key that a queue pair expects
    STREAM = 75,          //!< fields of the root's connection for results by BIER
    ROUND_TRIP = 76,      //!< longest round trip without loss, ns
    FIRST_MESSAGE = 41,   //!< MessageID of the first message
    FIRST_PSN = 42,       //!< first PSN of a queue pair
    PRIORITY = 43,        //!< traffic class of contributions
    RESULT_PRIORITY = 44, //!< traffic class of results
    SLOT_MODE = 45,       //!< what happens to a slot after its result, see IncSlotMode
    ORDER = 46,           //!< order of the reduction, see IncReductionOrder
    OVERFLOW_MODE = 48,   //!< overflow of integers, see IncOverflow
    TRANSPORT = 49,       //!< UC or RC, see IncAggregationTransport
    DISSEMINATION = 50,   //!< way of results to the workers, see IncDisseminationMode
    BITMAPS = 51,         //!< 1: P-BMs in packets
    EMPTY_RESULTS = 52,   //!< 1: the root keeps the results
    RC = 55,              //!< fields with the parameters of RC connections
    CHILD = 56,           //!< fields of an input of a VAT node: a worker or child
    PARENT = 57,          //!< fields of a VAT node's connection to its parent
    RECEIVER = 58,        //!< fields of a worker for which a node is the last hop
    TARGET = 72,          //!< fields of a worker that has its own queue pair at the root
    BITS = 59,            //!< A-BM or P-BM as runs of BFR-ids: first and last, 16 bits each
    BFR_ID = 60,          //!< BFR-id of a host
    IS_WORKER = 61,       //!< 1: the child is a worker
    DETOURS = 77,         //!< 1: frames of the child may arrive at any port
    OFFER = 78,           //!< collectives and operations that the group offers (IncOffer)
    CHECK_CALLS = 79,     //!< 1: messages of calls with different tags are refused
    GOES_ON = 81,         //!< 1: the group may be rebuilt after a failure, so clients keep results
    NEXT_MESSAGE = 82,    //!< sequence number of the first message without a result
    RESULTS = 83,         //!< runs of messages with results: first, count (8 bytes each), rank (4)
    NEEDS_ALL = 84,       //!< 1: a client has requests that need all ranks
    OVER_HOSTS = 87,  //!< 1: a client can run over the hosts; in REJECT: the group continues there
    END_MESSAGE = 88, //!< last sequence number sent + 1; in a REQUEST: number of its messages
    QP_SETUP = 85,    //!< IncQueuePairSetup; absent: the manager tells both ends
    /// BFR-id of each rank; 0: the rank is gone. In a REJECT rank + 1 stands for the BFR-id.
    /// Runs of consecutive numbers: first and length, 16 bits each.
    RANK_BITS = 80,
    LAST_HOP = 62,   //!< 1: this switch is the last hop of the child's results by BIER
    VAT_NODE = 63,   //!< whether the switch aggregates; otherwise it is only a last hop
    PSN_OFFSET = 64, //!< number that is added to the PSNs of a worker's results
    REASON = 65,     //!< reason in words
    STEP = 68,       //!< 1: the node must register again; in a JOIN: this JOIN may be a repetition
    RESULT_SOURCE = 69, //!< IP source address of results
    ROOT = 70,          //!< name of the root
    FAILS = 71, //!< 1: a refused group fails, else the hosts run it; in NEIGHBOR: the link failed
    MEMBERSHIP = 73,    //!< fields of a client's membership in a group
    PIN = 90,           //!< fields of a pinned flow: ADDRESS, QPN, and the PORT by which it leaves
    ADDRESSING = 91,    //!< IncVatAddressing; absent: packets are addressed to the next VAT node
    HOST_LAST_HOP = 92, //!< 1: results reach the NIC as BIER packets
    ROOT_QP = 93,       //!< ADDRESS and QPN of the root, to which all contributions are addressed
    CELLS = 94,         //!< fields of a claim to shared slots: PRIORITY, LEAST, MOST and HOLD
    LEAST = 53,         //!< shared slots that each switch keeps for the group
    MOST = 54,          //!< most shared slots of the group on a switch
    HOLD = 66,          //!< how long a message keeps its shared slot, see IncCellHold
    FRAME_KEY = 95,     //!< key for the tags of the group's data frames, if frames have tags
    PROOF = 89,         //!< shows a restarted manager that it gave this node a part in the tree

    // Fields about statistics.
    QUERY = 112,      //!< number of the query
    PART = 113,       //!< fields of one node's answer to a query
    SILENT = 114,     //!< 1: the node is lost, and has not answered
    BUSY_SLOTS = 115, //!< slots with a message or a round in progress
    SLOT_PEAK = 116,  //!< largest number of slots that were busy at once
    QUEUE_PAIR = 117, //!< fields of a queue pair: QPN, the peer's ADDRESS and RESULT_QPN, counters
    PACKETS_SENT = 118,     //!< packets sent by a queue pair or a client
    BYTES_SENT = 119,       //!< payload of the packets sent
    PACKETS_RECEIVED = 120, //!< packets received, duplicates included
    BYTES_RECEIVED = 121,   //!< payload of the packets received
    RETRANSMISSIONS = 122,  //!< packets or messages sent again
    TIMEOUTS = 123,         //!< expired timers of a client
    REQUESTS = 124,         //!< requests of a client that are not complete
    TASK = 125,             //!< fields with the status of a node's part in a group
    STATE = 126,            //!< state of the group, see IncGroupState
    REQUEST_BYTES = 127,    //!< size of the present request
    BLOCK_BYTES = 128,      //!< data in a full message
    REQUEST = 131,    //!< fields of a request: COLLECTIVE, REQUEST_BYTES, END_MESSAGE, MISSING
    COLLECTIVE = 132, //!< the collective, see IncCollective
    MISSING = 133,    //!< messages of a request without a result
    DUPLICATES = 134, //!< messages received again
    REFUSALS = 135,   //!< frames refused
    HELD_CELLS = 136, //!< shared slots that the group has at present
    COLLISIONS = 137, //!< rounds that found no shared slot
    EVICTIONS = 138,  //!< rounds that lost their shared slot before they were complete
    IDENTITY = 129,   //!< identity of a switch in its tree; a client reports that of its switch

    // Fields about routes.
    ROUTE = 160,         //!< fields of a route: ADDRESS; PATH and EGRESS_GROUPS if it is reachable
    PATH = 161,          //!< addresses of the switches on the path, the sender's first
    EGRESS_GROUPS = 162, //!< egress groups of the destination, as extended communities

    // Parameters of RC connections, in the order of IncRcParameters.
    PATH_MTU = 96,           //!< largest payload of a packet, bytes
    WINDOW = 97,             //!< window in bytes
    ACK_INTERVAL = 98,       //!< packets for which there is one acknowledgement
    TIMEOUT = 99,            //!< timeout of the queue pair, ns
    MIN_TIMEOUT = 100,       //!< smallest timeout, ns
    MAX_TIMEOUT = 101,       //!< largest timeout, ns
    RETRY_COUNT = 102,       //!< number of retries
    RNR_RETRY_COUNT = 103,   //!< number of RNR retries
    ACK_DELAY = 104,         //!< delay of an acknowledgement, ns
    RNR_DELAY = 105,         //!< delay after an RNR NAK, ns
    SELECTIVE_REPEAT = 106,  //!< 1: the connection repeats only lost packets
    REORDER_TOLERANCE = 107, //!< packets by which a packet may be late before it counts as lost

    SERVED_TREE = 130, //!< fields of a tree that a switch serves: TREE, EPOCH, PROOF
};

/**
 * \ingroup inc
 * \brief Body of a control message: a list of fields, each with a value.
 *
 * On the wire a field is its number (1 byte), the length of its value (2 bytes) and the value.
 * Numbers are big-endian and have 1, 2, 4 or 8 bytes, as few as possible.
 */
class IncControlBody
{
  public:
    static constexpr uint32_t FIELD_HEADER = 3; //!< bytes before a value

    /// A field with its value: a number, a time in ns, text or bytes, or further fields.
    struct Item
    {
        /** \brief Make a field with a number, in as many bytes as it needs. */
        Item(IncControlField field, uint64_t number);

        /** \brief Make a field with a time. */
        Item(IncControlField field, Time time)
            : Item(field, static_cast<uint64_t>(time.GetNanoSeconds()))
        {
        }

        /** \brief Make a field with the number of an enumeration's value. */
        template <typename E, typename = std::enable_if_t<std::is_enum_v<E>>>
        Item(IncControlField field, E value)
            : Item(field, static_cast<uint64_t>(value))
        {
        }

        /** \brief Make a field with text or bytes. */
        Item(IncControlField field, const std::string& bytes);
        /** \brief Make a field that contains fields. */
        Item(IncControlField field, const IncControlBody& group);

        IncControlField field; //!< field that has the value
        std::string value;     //!< bytes on the wire, at most 65535
    };

    IncControlBody() = default;

    /** \brief Make a body with these fields. */
    IncControlBody(std::initializer_list<Item> items)
        : m_items(items)
    {
    }

    /** \brief Add a field with a value of any type that Item accepts. */
    template <typename T>
    void Add(IncControlField field, const T& value)
    {
        m_items.emplace_back(field, value);
    }

    /** \brief Add a field that contains fields, which may be a list in braces. */
    void Add(IncControlField field, const IncControlBody& group)
    {
        m_items.emplace_back(field, group);
    }

    /** \brief Return the number in a field, if it has one. */
    std::optional<uint64_t> Find(IncControlField field) const;

    /** \brief Return the number in a field as a value of type T; `otherwise` if the body has no
     * such number. A bool is whether the number differs from 0, and a Time is in nanoseconds. */
    template <typename T = uint64_t>
    T Get(IncControlField field, T otherwise = T()) const
    {
        const std::optional<uint64_t> number = Find(field);
        if (!number)
        {
            return otherwise;
        }
        if constexpr (std::is_same_v<T, Time>)
        {
            return NanoSeconds(static_cast<int64_t>(*number));
        }
        else
        {
            return static_cast<T>(*number);
        }
    }

    /** \brief Return the text in a field; empty if the body has no such field. */
    std::string GetText(IncControlField field) const;

    /** \brief Return the contents of all fields of this kind that contain other fields. */
    std::vector<IncControlBody> GetGroups(IncControlField field) const;

    /** \return the bytes of the body */
    std::vector<uint8_t> GetBytes() const;

    /** \brief Read a body from its bytes; return nothing if lengths of fields are contradictory. */
    static std::optional<IncControlBody> Read(const uint8_t* data, std::size_t size);

  private:
    const Item* FindItem(IncControlField field) const;

    std::vector<Item> m_items;
};

} // namespace ns3

#endif // INC_CONTROL_BODY_H
