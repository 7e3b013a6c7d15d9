/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_HOST_OPERATION_H
#define INC_HOST_OPERATION_H

#include "ns3/callback.h"
#include "ns3/inc-types.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief One rank's share of a collective, or of a part of a collective.
struct IncRankShare
{
    IncCollective collective{IncCollective::ALLREDUCE}; //!< collective to take part in
    IncOperation operation{IncOperation::NONE};         //!< operation of a reduction
    IncDataType dataType{IncDataType::FLOAT32};         //!< type of the elements
    uint32_t root{0};             //!< root rank in the group, if the collective has one
    uint64_t count{0};            //!< number of elements; AllGather, ReduceScatter: of one block
    const uint8_t* send{nullptr}; //!< this rank's data; nullptr: virtual data, or none
    uint8_t* receive{nullptr};    //!< memory for the result; may equal `send`
};

/// \ingroup inc
/// \brief An operation that the hosts carry out alone, for a request that no aggregation tree
/// serves.
struct IncHostOperation : IncRankShare
{
    bool isVirtual{false};                   //!< whether data have a size, but no values
    Callback<void, const std::string&> done; //!< called with "" or the reason of the failure
};

/// \ingroup inc
/// \brief Runs the operations of one rank in order. The order is equal at all ranks.
using IncHostRunner = std::function<void(const IncHostOperation& operation)>;

/// \ingroup inc
/// \brief One rank's data in a message that the hosts reduce or send without switches. It is part
/// of an AllReduce, Reduce, Broadcast or Barrier.
struct IncHostMessage : IncRankShare
{
    bool isVirtual{false}; //!< whether data have a size, but no values
    bool isMissing{false}; //!< whether this rank has no result yet
};

/**
 * \ingroup inc
 * \brief Messages that are joined into few larger operations of the hosts.
 *
 * Messages with equal collective, operation, type and root become one operation at all ranks.
 */
class IncHostMessages
{
  public:
    /// An operation and the messages that were joined into it.
    struct Batch
    {
        IncHostOperation operation; //!< operation without its callback `done`
        uint64_t missing{0};        //!< number of messages whose result this rank lacks
        /// Memory for the joined data; null: the operation works in the memory of the request.
        std::shared_ptr<std::vector<uint8_t>> memory;
        std::vector<IncHostMessage> messages; //!< messages, with addresses in the request
        std::vector<uint64_t> offsets;        //!< offset of each message in `memory`, bytes

        /** \brief Copy the results from `memory` to the addresses of the messages. */
        void Store() const;
    };

    /** \brief Add a message. `inPlace`: its data follow those of the message that it joins. */
    void Add(const IncHostMessage& message, bool inPlace);

    /** \return the operations in the order of their first messages */
    std::vector<Batch> Take();

  private:
    using Key = std::tuple<bool, IncCollective, IncOperation, IncDataType, uint32_t>;

    /// Index in m_batches by the fields that joined messages have in common.
    std::map<Key, std::size_t> m_places;
    std::vector<Batch> m_batches;
};

} // namespace ns3

#endif // INC_HOST_OPERATION_H
