/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_DISSEMINATION_H
#define INC_DISSEMINATION_H

#include "inc-last-hop.h"
#include "inc-tree-link.h"

#include "ns3/inc-bit-string.h"
#include "ns3/inc-connection.h"
#include "ns3/inc-frame.h"
#include "ns3/inc-queue-pair-counters.h"
#include "ns3/inc-state-visitor.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{

struct IncSlotRound;
struct IncTree;
struct IncTreeConfig;

/**
 * \ingroup inc
 * \brief A queue pair that numbers results for many receivers at once.
 */
struct IncResultStream
{
    IncConnection connection;      //!< own end, and the tree's group address
    IncQueuePairCounters counters; //!< packets before they are replicated

    INC_FIELDS(IncResultStream, INC_PART(connection) + INC_PART(counters))
};

/**
 * \ingroup inc
 * \brief The ways in which results can travel from the root to the workers.
 */
enum class IncDisseminationMode : uint8_t
{
    BIER,   //!< multicast to all workers: IncBierDissemination
    TREE,   //!< down the aggregation tree: IncTreeDissemination
    UNICAST //!< a copy for each worker, from the root: IncUnicastDissemination
};

/**
 * \ingroup inc
 * \brief Workers that are notified of a result that has no elements for most of them.
 */
enum class IncResultScope : uint8_t
{
    ITSELF, //!< all workers; the result stands for its own round alone
    ROOT,   //!< only the worker that gets the elements; a later result notifies the others
    UP_TO   //!< all workers; for those without elements it also stands for earlier rounds
};

/**
 * \ingroup inc
 * \brief Sends the result of a round from a VAT node towards the workers (draft VAT and BIER,
 * section 2.2).
 */
class IncDissemination
{
  public:
    /// Numbers of copies of a result.
    struct Sent
    {
        uint32_t copies;           //!< packets that left this node
        uint32_t acknowledgements; //!< receivers that will acknowledge it
    };

    virtual ~IncDissemination() = default;

    /**
     * \brief Send a result to all receivers that this node serves.
     * \param tree tree of the round
     * \param round complete, with its result
     * \param scope workers that are notified
     * \return numbers of the copies that left this node
     */
    virtual Sent Send(IncTree& tree, const IncSlotRound& round, IncResultScope scope) = 0;

    /**
     * \brief Send a result once more to workers that missed it.
     * \param tree tree of the round
     * \param round complete, with its result
     * \param child number of the child that asked for it by a duplicate
     * \param bits workers for which the duplicate stands
     */
    virtual void SendAgain(IncTree& tree,
                           const IncSlotRound& round,
                           uint32_t child,
                           const IncBitString& bits) = 0;

    /** \brief Pass the state to a visitor, if there is more than that of the tree's links. */
    virtual void VisitState(IncStateVisitor& visitor)
    {
    }

    /** \return queue pair of a multicast from here; nullptr if there is none */
    virtual const IncResultStream* GetStream() const
    {
        return nullptr;
    }

    /** \return PSN of the next result if all receivers share one sequence; else 0 */
    virtual uint32_t GetNextPsn() const
    {
        return 0;
    }
};

/**
 * \ingroup inc
 * \brief Dissemination down the aggregation tree: each child gets a copy and passes it on
 * (draft-liu-nfsv4-rocev2, section 5.2, downstream process).
 */
class IncTreeDissemination : public IncDissemination
{
  public:
    Sent Send(IncTree& tree, const IncSlotRound& round, IncResultScope scope) override;
    void SendAgain(IncTree& tree,
                   const IncSlotRound& round,
                   uint32_t child,
                   const IncBitString& bits) override;
};

/**
 * \ingroup inc
 * \brief Make a frame with the header, RETH and data of a round.
 * \param round round with the data to send
 * \return the frame, neither addressed nor numbered
 */
IncFramePtr IncMakeRoundFrame(const IncSlotRound& round);

/**
 * \ingroup inc
 * \brief Make a frame with the header and RETH of a round, for receivers that get no elements.
 * \param round any round
 * \return the frame, neither addressed nor numbered
 */
IncFramePtr IncMakeDatalessFrame(const IncSlotRound& round);

/**
 * \ingroup inc
 * \brief Remove the elements from a frame, but keep its header and RETH.
 * \param frame contribution or result; the caller must update its size
 */
void IncTakeOffData(IncFrame& frame);

/**
 * \ingroup inc
 * \brief Give a frame the place in an RDMA message that the contributions of its round had.
 * \param frame result or aggregate for a link over UC
 * \param round round from which the frame was made
 */
void IncKeepPlace(IncFrame& frame, const IncSlotRound& round);

/**
 * \ingroup inc
 * \brief Make a result frame for one worker.
 * \param round complete, with its result
 * \param receiver the worker
 * \param flags flags of the INC header besides RESULT
 * \return the frame, neither addressed nor numbered
 */
IncFramePtr IncMakeResultFrame(const IncSlotRound& round,
                               const IncResultReceiver& receiver,
                               uint8_t flags);

/**
 * \ingroup inc
 * \brief Make a frame that tells a neighbor over RC that a tree has failed.
 * \param config configuration of the tree
 * \param rank rank of the neighbor; towards the parent the own rank
 * \return the frame with its header, neither addressed nor numbered
 */
IncFramePtr IncMakeAbortFrame(const IncTreeConfig& config, uint16_t rank);

/**
 * \ingroup inc
 * \brief Make a frame with the header of a round, without RETH and data.
 * \param round any round
 * \param flags all flags of the INC header besides EMPTY
 * \return the frame, neither addressed nor numbered
 */
IncFramePtr IncMakeEmptyFrame(const IncSlotRound& round, uint8_t flags);

/**
 * \ingroup inc
 * \brief Dissemination by one copy for each worker, from the root straight to it. Multicast is
 * measured against it (draft VAT and BIER, section 1).
 */
class IncUnicastDissemination : public IncDissemination
{
  public:
    /**
     * \brief Add a worker.
     * \param receiver the worker
     * \param link queue pair from the root to the worker
     */
    void Add(const IncResultReceiver& receiver, std::unique_ptr<IncTreeLink> link);

    Sent Send(IncTree& tree, const IncSlotRound& round, IncResultScope scope) override;
    void SendAgain(IncTree& tree,
                   const IncSlotRound& round,
                   uint32_t child,
                   const IncBitString& bits) override;

    void VisitState(IncStateVisitor& visitor) override
    {
        visitor.Fields(*this);
    }

  private:
    /// A worker and the queue pair that leads to it.
    struct Destination
    {
        IncResultReceiver receiver;
        std::unique_ptr<IncTreeLink> link; //!< queue pair from the root to the worker

        INC_FIELDS(IncUnicastDissemination::Destination, INC_PART(link) + INC_UNVISITED(receiver))
    };

    static void SendTo(Destination& destination, const IncSlotRound& round, uint8_t flags);

    INC_FIELDS(IncUnicastDissemination, INC_PART(m_destinations))

    std::vector<Destination> m_destinations; //!< workers, in the order of their addition
};

} // namespace ns3

#endif // INC_DISSEMINATION_H
