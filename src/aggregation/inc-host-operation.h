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

/**
 * \ingroup inc
 * \brief Operation over the hosts of a group's ranks, for a request without aggregation tree.
 */
struct IncHostOperation
{
    IncCollective collective{IncCollective::ALLREDUCE}; //!< collective to run
    IncOperation operation{IncOperation::NONE};         //!< operation of a reduction
    IncDataType dataType{IncDataType::FLOAT32};         //!< type of the elements
    uint32_t root{0};                                   //!< rank of the group, where there is one
    uint64_t count{0};                                  //!< elements, as in IncCollectiveRequest
    const uint8_t* send{nullptr};                       //!< operands, or nullptr
    uint8_t* receive{nullptr};                          //!< where results go, or nullptr
    bool isVirtual{false};                              //!< only sizes travel
    Callback<void, const std::string&> done;            //!< called with "" or what went wrong
};

/**
 * \ingroup inc
 * \brief Runs operations of a rank in their order, which is the same at all ranks.
 */
using IncHostRunner = std::function<void(const IncHostOperation& operation)>;

/**
 * \ingroup inc
 * \brief A rank's part in a message that goes over the hosts.
 */
struct IncHostMessage
{
    IncCollective collective{IncCollective::ALLREDUCE}; //!< AllReduce, Reduce, Broadcast or Barrier
    IncOperation operation{IncOperation::NONE};         //!< operation of a reduction
    IncDataType dataType{IncDataType::FLOAT32};         //!< type of the elements
    uint32_t root{0};                                   //!< rank, where there is one
    uint32_t count{0};                                  //!< number of elements
    const uint8_t* send{nullptr};                       //!< operands, or nullptr
    uint8_t* receive{nullptr};                          //!< where results go, or nullptr
    bool isVirtual{false};                              //!< only sizes travel
    bool isMissing{false};                              //!< this rank waits for it
};

/**
 * \ingroup inc
 * \brief Messages of a request as few operations over the hosts: those that are alike become one,
 * at all ranks the same.
 */
class IncHostMessages
{
  public:
    /// An operation, and what it is for.
    struct Batch
    {
        IncHostOperation operation; //!< the operation, without its `done`
        uint64_t missing{0};        //!< messages that this rank waits for
        /// Memory that it works in; null: the request's.
        std::shared_ptr<std::vector<uint8_t>> memory;
        std::vector<IncHostMessage> messages; //!< messages, whose addresses lie in that memory
        std::vector<uint64_t> offsets;        //!< offset of each message, bytes

        /** \brief Results go from the memory to where they belong. */
        void Store() const;
    };

    /**
     * \param message the next one
     * \param inPlace its operands and results follow those of the one before like it
     */
    void Add(const IncHostMessage& message, bool inPlace);

    /** \return the operations, in the order of their first messages */
    std::vector<Batch> Take();

  private:
    using Key = std::tuple<bool, IncCollective, IncOperation, IncDataType, uint32_t>;

    /// Index of each batch, by what its messages have in common.
    std::map<Key, std::size_t> m_places;
    std::vector<Batch> m_batches; //!< batches in order
};

} // namespace ns3

#endif // INC_HOST_OPERATION_H
