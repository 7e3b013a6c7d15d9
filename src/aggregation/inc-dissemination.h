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
#include <utility>
#include <vector>

namespace ns3
{

struct IncSlotRound;
struct IncTree;
struct IncTreeConfig;

/// \ingroup inc
/// \brief A sending queue pair whose packets go to many receivers, with equal sequence numbers.
struct IncResultStream
{
    IncConnection connection;      //!< addresses and numbers; the peer is the tree's group address
    IncQueuePairCounters counters; //!< counts each packet once, before it is replicated

    INC_FIELDS(IncResultStream, INC_PART(connection) + INC_PART(counters))
};

/// \ingroup inc
/// \brief A worker and the queue pair that leads from the root straight to it.
struct IncResultDestination
{
    IncResultReceiver receiver;        //!< the worker
    std::unique_ptr<IncTreeLink> link; //!< queue pair to the worker

    INC_FIELDS(IncResultDestination, INC_PART(link) + INC_UNVISITED(receiver))
};

/// \ingroup inc
/// \brief The ways in which results can travel from the root to the workers.
enum class IncDisseminationMode : uint8_t
{
    BIER,   //!< multicast to all workers: IncBierDissemination
    TREE,   //!< each switch sends the result to its children: IncTreeDissemination
    UNICAST //!< a copy from the root to each worker: IncUnicastDissemination
};

/// \ingroup inc
/// \brief Workers that the switch notifies of a result whose elements only one worker gets.
enum class IncResultScope : uint8_t
{
    ITSELF, //!< all workers, and the result stands only for its own message
    ROOT,   //!< only the worker that gets the elements; a later result notifies the others
    UP_TO   //!< all workers; to workers without elements it also stands for earlier messages
};

/// \ingroup inc
/// \brief Sender of results from a switch (VAT node) towards the workers (draft VAT and BIER,
/// section 2.2).
class IncDissemination
{
  public:
    /// Numbers of copies of a result.
    struct Sent
    {
        uint32_t copies;           //!< number of packets that left this node
        uint32_t acknowledgements; //!< number of receivers that will acknowledge the result
    };

    virtual ~IncDissemination() = default;

    /** \brief Send the result of a complete message to all receivers for which this node is
     * responsible. The scope tells which workers are notified. */
    virtual Sent Send(IncTree& tree, const IncSlotRound& round, IncResultScope scope) = 0;

    /** \brief Send a result again to workers that missed it, because a child asked by repeating its
     * contribution. */
    virtual void SendAgain(IncTree& tree,
                           const IncSlotRound& round,
                           uint32_t child,
                           const IncBitString& bits) = 0;

    /** \brief Pass the state to a visitor, except for that of the tree's links. */
    virtual void VisitState(IncStateVisitor& visitor)
    {
    }

    /** \return queue pair that multicasts results from this node; nullptr if there is none */
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

/// \ingroup inc
/// \brief Dissemination down the aggregation tree: each child gets a copy and forwards it to its
/// children (draft-liu-nfsv4-rocev2, section 5.2, downstream process).
class IncTreeDissemination : public IncDissemination
{
  public:
    Sent Send(IncTree& tree, const IncSlotRound& round, IncResultScope scope) override;
    void SendAgain(IncTree& tree,
                   const IncSlotRound& round,
                   uint32_t child,
                   const IncBitString& bits) override;
};

/** \brief Make a frame with header, RETH and data of a message, still without address and PSN. */
IncFramePtr IncMakeRoundFrame(const IncSlotRound& round);

/** \brief Make a frame with header and RETH of a message, for receivers that get no elements. */
IncFramePtr IncMakeDatalessFrame(const IncSlotRound& round);

/** \brief Remove the elements from a frame, but not its RETH. The caller must update its size. */
void IncTakeOffData(IncFrame& frame);

/** \brief Give a frame for UC the place (first, middle, last) that its contributions had in an RDMA
 * message. */
void IncKeepPlace(IncFrame& frame, const IncSlotRound& round);

/** \brief Make a result frame for one worker, still without address and PSN. Its flags are RESULT
 * and `flags`. */
IncFramePtr IncMakeResultFrame(const IncSlotRound& round,
                               const IncResultReceiver& receiver,
                               uint8_t flags);

/** \brief Make a frame that tells a neighbor over RC that a tree has failed. The rank is that of
 * the neighbor; if the neighbor is the parent, the own rank. */
IncFramePtr IncMakeAbortFrame(const IncTreeConfig& config, uint16_t rank);

/** \brief Make a frame with the header of a message, without RETH and data. Its flags are EMPTY and
 * `flags`. */
IncFramePtr IncMakeEmptyFrame(const IncSlotRound& round, uint8_t flags);

/// \ingroup inc
/// \brief Dissemination by one unicast copy from the root to each worker, as a base line for
/// multicast (draft VAT and BIER, section 1).
class IncUnicastDissemination : public IncDissemination
{
  public:
    /** \brief Send to all workers of the tree. */
    explicit IncUnicastDissemination(std::vector<IncResultDestination> destinations)
        : m_destinations(std::move(destinations))
    {
    }

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
    INC_FIELDS(IncUnicastDissemination, INC_PART(m_destinations))

    std::vector<IncResultDestination> m_destinations;
};

} // namespace ns3

#endif // INC_DISSEMINATION_H
