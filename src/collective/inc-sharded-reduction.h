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

/**
 * \ingroup inc
 * \brief The part of a model that one parameter server adds up.
 */
struct IncReductionShard
{
    std::vector<Ptr<IncClient>> clients; //!< clients of its tree, by rank
    Ptr<IncAggregator> server;           //!< at the root of its tree
    uint16_t treeId{0};                  //!< installed, its results empty for a Reduce
    double share{1}; //!< share of the elements, in proportion to the other servers
};

/**
 * \ingroup inc
 * \brief AllReduce, or Reduce to parameter servers, over one aggregation tree for each server: the
 * elements are divided between the servers in proportion to their shares (EINA, section III-A).
 *
 * In a Reduce the servers keep the result and the workers learn which rounds are over. Its
 * requests come one after the other.
 */
class IncShardedReduction : public IncCollectiveAlgorithm
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncShardedReduction();
    ~IncShardedReduction() override;

    /** \param shards at least one; the order of the elements is theirs */
    void Setup(std::vector<IncReductionShard> shards);

    uint32_t GetRanks() const override;
    void Start(const IncCollectiveRequest& request, CompletionCallback done) override;

  protected:
    void DoDispose() override;

  private:
    /// The memory of one server.
    class Memory : public IncResultSink
    {
      public:
        void TakeResult(const IncSlotRound& round) override;
        uint8_t* begin{nullptr}; //!< where its shard goes, or nullptr
    };

    /// Elements before a shard.
    uint64_t FirstOf(std::size_t shard, uint64_t count) const;
    /// Tell of a rank when all its shards have completed.
    void Completed(uint32_t rank, const std::string& status, const CompletionCallback& done);

    std::vector<IncReductionShard> m_shards;         //!< shards, as they were set up
    std::vector<std::unique_ptr<Memory>> m_memories; //!< memory of each shard
    std::vector<uint32_t> m_missing;                 //!< by rank: shards under way
};

} // namespace ns3

#endif // INC_SHARDED_REDUCTION_H
