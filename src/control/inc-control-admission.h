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
 * \brief State of a group at a node; doc/inc-manager.rst has what each message does in each state.
 *
 * The manager's groups pass through all of them. A switch, a client and the end of a queue pair
 * know some, and take messages by their own state.
 */
enum class IncGroupState : uint8_t
{
    IDLE,       //!< nobody has joined, or it is over
    REGISTERED, //!< ranks join, or the network is not known well enough yet
    RESERVING,  //!< switches put resources aside
    COMMITTING, //!< switches write their tables
    READY,      //!< clients may send
    FENCING,    //!< clients stop sending
    RELEASING   //!< switches forget it
};

/**
 * \ingroup inc
 * \param state any state
 * \return its name, e.g. "RESERVING"
 */
const char* IncGroupStateName(IncGroupState state);

/**
 * \ingroup inc
 * \brief Rule of a control message: who may send it to whom, and in which states of the group.
 *
 * An authentic message proves only who has sent it. The rules say whether that node has a right to
 * say such a thing (draft-liu-nfsv4-rocev2, section 8). A message without a rule is refused.
 */
struct IncControlRule
{
    /// The part that takes the message.
    enum Taker : uint8_t
    {
        MANAGER, //!< the sender is an IncAggregationManager
        SWITCH,  //!< the sender is an IncSwitchAgent
        CLIENT,  //!< the sender is an IncClientAgent
        CALLED,  //!< IncQueuePairExchange, an end that expects its peer
        CALLER   //!< IncQueuePairExchange, an end that has begun
    };

    /// Roles of a sender in the group that its message names: bits, since a node may have several.
    enum Sender : uint8_t
    {
        ANY_NODE = 1,     //!< holds a key of the network
        HOST = 2,         //!< has not registered as a switch
        OWN_RANK = 4,     //!< is the rank that the message names
        MEMBER = 8,       //!< is some rank of the group
        TREE_SWITCH = 16, //!< takes part in the group's present tree
        ASKED = 32,       //!< owes an answer
        ITS_MANAGER = 64, //!< is the manager of the node that takes the message
        OTHER_END = 128   //!< has the other end of the queue pair
    };

    IncControlKind kind; //!< kind of the message
    Taker taker;         //!< node that may receive it
    Sender sender;       //!< node that may send it
    uint8_t states;      //!< bit n: it is taken in state n

    /**
     * \param state of the group at the taker
     * \return whether the message is taken in that state
     */
    bool IsTakenIn(IncGroupState state) const
    {
        return (states >> static_cast<uint8_t>(state) & 1) != 0;
    }

    /** \return all rules, as the table in doc/inc-manager.rst has them */
    static const std::vector<IncControlRule>& GetAll();

    /**
     * \param kind of a message
     * \param taker who is to take it
     * \param senders bits of what its sender is
     * \param state of the group at the taker
     * \return why it is refused, if it is
     */
    static std::optional<IncControlRefusal> Check(IncControlKind kind,
                                                  Taker taker,
                                                  uint8_t senders,
                                                  IncGroupState state);
};

} // namespace ns3

#endif // INC_CONTROL_ADMISSION_H
