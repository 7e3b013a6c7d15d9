/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_WORK_REQUEST_H
#define INC_WORK_REQUEST_H

#include "ns3/inc-named-value.h"
#include "ns3/inc-state-fields.h"

#include <cstdint>

namespace ns3
{

/// What a work request does (IBTA volume 1, 9.4).
enum class IncVerb : uint8_t
{
    SEND,  //!< put a message into a receive that the peer has posted
    WRITE, //!< write into the peer's memory
    READ   //!< fetch data from the peer's memory
};

/// \ingroup inc
/// \brief One message: a SEND, an RDMA WRITE, or an RDMA READ. The data must not change before the
/// completion.
struct IncWorkRequest
{
    uint64_t id{0};                //!< number that the completion returns
    const uint8_t* data{nullptr};  //!< data of the message; nullptr for virtual data
    uint8_t* destination{nullptr}; //!< READ: memory for the data; nullptr for virtual data
    uint32_t length{0};            //!< bytes, up to 2^31
    uint64_t remoteAddress{0};     //!< WRITE and READ: offset in the peer's memory region
    uint32_t rkey{0};              //!< WRITE and READ: key of that region
    bool withImmediate{false};     //!< carry an immediate and complete a receive
    uint32_t immediate{0};         //!< immediate value, if withImmediate

    INC_FIELDS(IncWorkRequest,
               INC_UNVISITED(id, data, destination, length, remoteAddress, rkey) +
                   INC_UNVISITED(withImmediate, immediate))
};

/// \ingroup inc
/// \brief Destination of the next SEND; a WRITE with immediate only consumes the request.
struct IncReceiveRequest
{
    uint64_t id{0};           //!< number that the completion returns
    uint8_t* buffer{nullptr}; //!< destination of the data; nullptr for virtual data
    uint32_t length{0};       //!< size of the buffer, bytes

    INC_FIELDS(IncReceiveRequest, INC_VALUE(id) + INC_VALUE(length) + INC_UNVISITED(buffer))
};

/// \ingroup inc
/// \brief Final status of a work request (IBTA 11.6.2).
enum class IncCompletionStatus : uint8_t
{
    SUCCESS,
    RETRY_EXCEEDED,     //!< the transport retry counter ran out
    RNR_RETRY_EXCEEDED, //!< the receiver was not ready too often
    REMOTE_ACCESS,      //!< the receiver has no such memory region
    REMOTE_INVALID,     //!< the receiver could not accept the request
    LOCAL_LENGTH,       //!< the message exceeds the posted receive
    FLUSHED             //!< the queue pair went to ERROR first
};

/// Names of IncCompletionStatus.
inline constexpr IncNamedValue<IncCompletionStatus> INC_COMPLETION_STATUS_NAMES[] = {
    {"success", IncCompletionStatus::SUCCESS},
    {"retry-exceeded", IncCompletionStatus::RETRY_EXCEEDED},
    {"rnr-retry-exceeded", IncCompletionStatus::RNR_RETRY_EXCEEDED},
    {"remote-access-error", IncCompletionStatus::REMOTE_ACCESS},
    {"remote-invalid-request", IncCompletionStatus::REMOTE_INVALID},
    {"local-length-error", IncCompletionStatus::LOCAL_LENGTH},
    {"flushed", IncCompletionStatus::FLUSHED},
};

/** \return name of the status, e.g. "retry-exceeded" */
inline const char*
IncCompletionStatusName(IncCompletionStatus status)
{
    return IncFindName(INC_COMPLETION_STATUS_NAMES, status, "unknown");
}

/// \ingroup inc
/// \brief The end of a work request or a receive, as reported to its owner.
struct IncCompletion
{
    uint64_t id{0};                                           //!< id of the request
    IncCompletionStatus status{IncCompletionStatus::SUCCESS}; //!< final status
    uint32_t byteLength{0};                                   //!< bytes of the message
    bool hasImmediate{false}; //!< receive: whether the message has an immediate
    uint32_t immediate{0};    //!< receive: value of the immediate
};

} // namespace ns3

#endif // INC_WORK_REQUEST_H
