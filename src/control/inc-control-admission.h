/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_CONTROL_ADMISSION_H
#define INC_CONTROL_ADMISSION_H

#include "inc-control-kind.h"
#include "inc-control-seal.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief State of a group at a node. doc/inc-manager.rst has a table of what each message does in
 * each state.
 *
 * At the manager a group passes through all states. A switch, a client and an end of a queue pair
 * use only some states. Each of them accepts messages by its own state of the group.
 */
enum class IncGroupState : uint8_t
{
    IDLE,       //!< no rank has joined, or the group has ended
    REGISTERED, //!< ranks join, or the network is not known well enough yet
    RESERVING,  //!< switches reserve resources
    COMMITTING, //!< switches write their tables
    READY,      //!< clients may send
    FENCING,    //!< clients stop sending
    RELEASING   //!< switches remove the group
};

/// \brief Return the name of a state, e.g. "RESERVING".
const char* IncGroupStateName(IncGroupState state);

/**
 * \ingroup inc
 * \brief Rule of a control message: who may send it to whom, and in which states of the group.
 *
 * An authentic message proves only its sender. The rules tell whether this sender may send it
 * (draft-liu-nfsv4-rocev2, section 8). A message without a rule is refused.
 */
struct IncControlRule
{
    /// Receiver of the message.
    enum Taker : uint8_t
    {
        MANAGER, //!< an IncAggregationManager
        SWITCH,  //!< an IncSwitchAgent
        CLIENT,  //!< an IncClientAgent
        CALLED,  //!< IncQueuePairExchange at the end that waits for its peer
        CALLER   //!< IncQueuePairExchange at the end that sends the first message
    };

    /// Roles of a sender in the group that its message names. They are bits, because a node may
    /// have several.
    enum Sender : uint8_t
    {
        ANY_NODE = 1,     //!< a node with a key of the network
        HOST = 2,         //!< a node that has not registered as a switch
        OWN_RANK = 4,     //!< the rank that the message names
        MEMBER = 8,       //!< some rank of the group
        TREE_SWITCH = 16, //!< a switch of the group's present tree
        ASKED = 32,       //!< a node that owes an answer
        ITS_MANAGER = 64, //!< the manager of the receiving node
        OTHER_END = 128   //!< the node at the other end of the queue pair
    };

    IncControlKind kind; //!< kind of the message
    Taker taker;         //!< receiver to which the rule applies
    Sender sender;       //!< role that the sender must have
    uint8_t states;      //!< bit n: the message is accepted in state n

    /** \brief Return whether the message is accepted in this state of the group at the receiver. */
    bool IsTakenIn(IncGroupState state) const
    {
        return (states >> static_cast<uint8_t>(state) & 1) != 0;
    }

    /** \return all rules, as in the table of doc/inc-manager.rst */
    static const std::vector<IncControlRule>& GetAll();

    /** \brief Return the reason to refuse a message in a state of the group, if there is one.
     * Bits of the sender's roles are in `senders`. */
    static std::optional<IncControlRefusal> Check(IncControlKind kind,
                                                  Taker taker,
                                                  uint8_t senders,
                                                  IncGroupState state);
};

} // namespace ns3

#endif // INC_CONTROL_ADMISSION_H
