/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SHARDED_REDUCTION_H
#define INC_SHARDED_REDUCTION_H

#include "inc-collective.h"

#include "ns3/inc-aggregator.h"
#include "ns3/inc-client.h"
#include "ns3/inc-tree.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief Part of a model that one parameter server reduces.
struct IncReductionShard
{
    std::vector<Ptr<IncClient>> clients; //!< clients of the server's tree, by rank
    Ptr<IncAggregator> server;           //!< aggregator on the server, the root of the tree
    uint16_t treeId{0}; //!< installed tree; for a Reduce its results have no elements
    double share{1};    //!< weight of the server; elements are divided in proportion to the weights
};

/**
 * \ingroup inc
 * \brief AllReduce, or Reduce to parameter servers, over one aggregation tree for each server.
 *
 * The elements are divided between the servers in proportion to their shares (EINA, section III-A).
 * In a Reduce the servers keep the results; the workers get empty results, which tell them that a
 * round has ended. Start a request only after the previous request has completed.
 */
class IncShardedReduction : public IncCollectiveAlgorithm
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();

    /** \brief Set the shards, at least one; the elements are divided in this order. */
    void Setup(std::vector<IncReductionShard> shards);

    uint32_t GetRanks() const override;
    void Start(const IncCollectiveRequest& request, CompletionCallback done) override;

  protected:
    void DoDispose() override;

  private:
    /// Receives the results of one server.
    class Memory : public IncResultSink
    {
      public:
        void TakeResult(const IncSlotRound& round) override;
        uint8_t* begin{nullptr}; //!< first byte of the shard's results, or nullptr
    };

    uint64_t FirstOf(std::size_t shard, uint64_t count) const;
    /// Note a rank's completion of a shard; call `done` after the rank's last shard.
    void Completed(uint32_t rank, const std::string& status, const CompletionCallback& done);

    std::vector<IncReductionShard> m_shards;
    std::vector<std::unique_ptr<Memory>> m_memories;
    std::vector<uint32_t> m_missing; //!< number of shards in progress, by rank
};

} // namespace ns3

#endif // INC_SHARDED_REDUCTION_H
