/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_CONTROL_BODY_H
#define INC_CONTROL_BODY_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief The fields of control messages; their numbers are part of the format.
 */
enum class IncControlField : uint8_t
{
    // Nodes and links.
    NAME = 1,       //!< name of a node
    ROLE = 2,       //!< 1: a host
    AGGREGATES = 3, //!< whether a switch may be a VAT node
    SLOTS = 4,      //!< slots of a switch, free or in all; or those of a group
    MAX_TREES = 5,  //!< most groups that a switch aggregates for
    TIER = 8,       //!< tier of a switch: 1 next to hosts
    NEIGHBOR = 9,   //!< group: PORT, ADDRESS, PEER_PORT, RATE, and FAILS if it failed shortly
    PORT = 10,      //!< number of a port
    PEER_PORT = 11, //!< number of the port at the other end
    ADDRESS = 12,   //!< IPv4 address
    RATE = 13,      //!< bit/s

    // Groups.
    GROUP = 32,           //!< the job's own name of its group
    TENANT = 33,          //!< owner of the group
    RANK = 34,            //!< rank of a client, or the lowest behind a child
    RANKS = 35,           //!< number of ranks
    TREE = 36,            //!< aggregation tree
    EPOCH = 37,           //!< generation of the tree
    QPN = 38,             //!< queue pair
    RESULT_QPN = 39,      //!< queue pair for results
    RKEY = 40,            //!< R_Key of a client's memory for results
    KEY = 74,             //!< R_Key that a queue pair wants to see
    STREAM = 75,          //!< group: what results by BIER have in common
    ROUND_TRIP = 76,      //!< ns, the longest without loss
    FIRST_MESSAGE = 41,   //!< first MessageID
    FIRST_PSN = 42,       //!< first PSN of a queue pair
    PRIORITY = 43,        //!< traffic class of contributions
    RESULT_PRIORITY = 44, //!< traffic class of results
    SLOT_MODE = 45,       //!< IncSlotMode
    ORDER = 46,           //!< IncReductionOrder
    OVERFLOW_MODE = 48,   //!< IncOverflow
    TRANSPORT = 49,       //!< IncAggregationTransport
    DISSEMINATION = 50,   //!< IncDisseminationMode
    BITMAPS = 51,         //!< 1: P-BMs in packets
    EMPTY_RESULTS = 52,   //!< 1: the root keeps the results
    RC = 55,              //!< group: parameters of RC connections
    CHILD = 56,           //!< group: an input of a VAT node
    PARENT = 57,          //!< group: where a VAT node sends its aggregates
    RECEIVER = 58,        //!< group: a worker that gets results from here
    TARGET = 72,          //!< group: a worker that the root has a queue pair for
    BITS = 59,         //!< A-BM or P-BM, BFR-ids in pairs: first and last of each run, 16 bits each
    BFR_ID = 60,       //!< BFR-id of a host
    IS_WORKER = 61,    //!< 1: the child is a worker
    DETOURS = 77,      //!< 1: the child may have another way
    OFFER = 78,        //!< IncOffer
    CHECK_CALLS = 79,  //!< 1: messages of calls with different tags are refused
    GOES_ON = 81,      //!< 1: a group that fails may be rebuilt: clients keep what that takes
    NEXT_MESSAGE = 82, //!< sequence number of the first message without a result
    RESULTS = 83,      //!< runs of messages with results: first, count (8 bytes each), rank (4)
    NEEDS_ALL = 84,    //!< 1: a client has requests that need all ranks
    OVER_HOSTS = 87,   //!< 1: a client can go on over the hosts; the group does
    END_MESSAGE = 88,  //!< one beyond the sequence number of the last message sent
    QP_SETUP = 85,     //!< IncQueuePairSetup, unless the manager tells the ends of each other
    IS_RESULT = 86,    //!< 1: a queue pair from the root straight to a worker
    /// BFR-ids by rank (of a REJECT its number + 1; 0: it is gone), in runs that rise by 1: first
    /// and length, 16 bits each.
    RANK_BITS = 80,
    LAST_HOP = 62,      //!< 1: results by BIER for this child pass the switch
    VAT_NODE = 63,      //!< whether the switch aggregates, or only is a last hop
    PSN_OFFSET = 64,    //!< offset of the PSNs of results
    REASON = 65,        //!< reason in words
    STEP = 68,          //!< 1: register once more; of a JOIN: it may have come before
    RESULT_SOURCE = 69, //!< address that results come from
    ROOT = 70,          //!< name of the root
    FAILS = 71,         //!< a refused group fails, instead of running on the hosts
    MEMBERSHIP = 73,    //!< group: a client's part in a group
    PIN = 90,           //!< group: ADDRESS and QPN of a flow, and the PORT where it leaves
    ADDRESSING = 91,    //!< IncVatAddressing, unless to the next VAT node
    HOST_LAST_HOP = 92, //!< 1: results by BIER reach the NIC as such
    ROOT_QP = 93,       //!< group: ADDRESS and QPN that all contributions name
    FRAME_KEY = 95,     //!< key of the tags of the group's data frames, if they have tags
    PROOF = 89,         //!< by which a manager that has forgotten a tree knows who is part of it

    // Statistics.
    QUERY = 112,            //!< number of the query
    PART = 113,             //!< group: what a node has answered
    SILENT = 114,           //!< 1: it is lost, and has not
    BUSY_SLOTS = 115,       //!< with a message or a round under way
    SLOT_PEAK = 116,        //!< most at once
    QUEUE_PAIR = 117,       //!< group: QPN, ADDRESS, RESULT_QPN of the other end, counters
    PACKETS_SENT = 118,     //!< by a queue pair or a client
    BYTES_SENT = 119,       //!< payload of the packets sent
    PACKETS_RECEIVED = 120, //!< duplicates included
    BYTES_RECEIVED = 121,   //!< payload of the packets received
    RETRANSMISSIONS = 122,  //!< packets or messages
    TIMEOUTS = 123,         //!< expired timers of a client
    REQUESTS = 124,         //!< requests of a client that are not complete
    TASK = 125,             //!< group: how a node's part in a group stands
    STATE = 126,            //!< IncGroupState
    REQUEST_BYTES = 127,    //!< size of the present request
    BLOCK_BYTES = 128,      //!< data in a full message
    REQUEST = 131,          //!< group: COLLECTIVE, REQUEST_BYTES, END_MESSAGE, MISSING
    COLLECTIVE = 132,       //!< IncCollective
    MISSING = 133,          //!< messages of a request without a result
    DUPLICATES = 134,       //!< messages received again
    REFUSALS = 135,         //!< frames refused
    IDENTITY = 129,         //!< a switch in its tree; a client has that of its switch

    // Routes. STEP 1: what was told before is no longer so.
    ROUTE = 160,         //!< group: ADDRESS, and of what is reached PATH and EGRESS_GROUPS
    PATH = 161,          //!< addresses of the switches on the way, the sender's first
    EGRESS_GROUPS = 162, //!< extended communities of the destination

    // RC connections, in the order of IncRcParameters.
    PATH_MTU = 96,           //!< bytes
    WINDOW = 97,             //!< bytes
    ACK_INTERVAL = 98,       //!< packets
    TIMEOUT = 99,            //!< ns
    MIN_TIMEOUT = 100,       //!< ns
    MAX_TIMEOUT = 101,       //!< ns
    RETRY_COUNT = 102,       //!< number of retries
    RNR_RETRY_COUNT = 103,   //!< number of RNR retries
    ACK_DELAY = 104,         //!< ns
    RNR_DELAY = 105,         //!< ns
    SELECTIVE_REPEAT = 106,  //!< 1: yes
    REORDER_TOLERANCE = 107, //!< packets

    SERVED_TREE = 130, //!< group: a tree that a switch serves, TREE and EPOCH
};

/**
 * \ingroup inc
 * \brief The body of a control message: fields with a value each, in order, as type, length, value.
 *
 * On the wire a field is its number (1 byte), the length of its value (2 bytes) and the value.
 * Numbers are big-endian and 1, 2, 4 or 8 bytes long, whatever is the shortest.
 */
class IncControlBody
{
  public:
    static constexpr uint32_t FIELD_HEADER = 3; //!< bytes before a value

    /**
     * \brief Add a number.
     * \param field its name
     * \param value of it
     */
    void Add(IncControlField field, uint64_t value);

    /**
     * \brief Add text or bytes.
     * \param field its name
     * \param value of it, at most 65535 bytes
     */
    void Add(IncControlField field, const std::string& value);

    /**
     * \brief Add a field that has fields.
     * \param field its name
     * \param group of fields
     */
    void Add(IncControlField field, const IncControlBody& group);

    /**
     * \param field any
     * \return the number, if there is one
     */
    std::optional<uint64_t> Find(IncControlField field) const;

    /**
     * \param field any
     * \param otherwise if there is no such field, or it is not a number
     * \return the number
     */
    uint64_t Get(IncControlField field, uint64_t otherwise = 0) const;

    /**
     * \param field any
     * \return its text; empty where it is missing
     */
    std::string GetText(IncControlField field) const;

    /**
     * \param field any
     * \return all groups of that name; those that are no groups are left out
     */
    std::vector<IncControlBody> GetGroups(IncControlField field) const;

    /** \param out where the bytes are appended */
    void Write(std::vector<uint8_t>& out) const;

    /**
     * \param data the bytes
     * \param size how many
     * \return the body, or nothing where lengths contradict each other
     */
    static std::optional<IncControlBody> Read(const uint8_t* data, std::size_t size);

  private:
    /// A field.
    struct Item
    {
        IncControlField field; //!< its name
        std::string value;     //!< bytes of the value
    };

    const Item* FindItem(IncControlField field) const;

    std::vector<Item> m_items; //!< fields in order
};

} // namespace ns3

#endif // INC_CONTROL_BODY_H
