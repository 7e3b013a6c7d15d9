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
    IncConnection connection;      //!< own end, and the group address
    IncQueuePairCounters counters; //!< packets before they are replicated

    INC_FIELDS(IncResultStream, INC_PART(connection) + INC_PART(counters))
};

/**
 * \ingroup inc
 * \brief The ways in which results can travel.
 */
enum class IncDisseminationMode : uint8_t
{
    BIER,   //!< IncBierDissemination
    TREE,   //!< IncTreeDissemination
    UNICAST //!< IncUnicastDissemination
};

/**
 * \ingroup inc
 * \brief Which workers are told of a result that has no elements for most of them.
 */
enum class IncResultScope : uint8_t
{
    ITSELF, //!< all, and of this round alone
    ROOT,   //!< the worker that gets the elements; the others wait for a later result, which stands
            //!< for this too
    UP_TO   //!< all; for those without elements it stands for the rounds before, too
};

/**
 * \ingroup inc
 * \brief How the result of a round travels from a VAT node towards the workers
 * (draft VAT and BIER, section 2.2).
 */
class IncDissemination
{
  public:
    /// What became of a result.
    struct Sent
    {
        uint32_t copies;           //!< packets that left this node
        uint32_t acknowledgements; //!< receivers that will acknowledge it
    };

    virtual ~IncDissemination() = default;

    /**
     * \brief Send a result to all that this node is responsible for.
     * \param tree of the round
     * \param round with its result
     * \param scope who is notified of it
     * \return what left this node
     */
    virtual Sent Send(IncTree& tree, const IncSlotRound& round, IncResultScope scope) = 0;

    /**
     * \brief Send a result once more to those that missed it.
     * \param tree of the round
     * \param round with its result
     * \param child whose duplicate asked for it
     * \param bits the workers that the duplicate stands for
     */
    virtual void SendAgain(IncTree& tree,
                           const IncSlotRound& round,
                           uint32_t child,
                           const IncBitString& bits) = 0;

    /** \param visitor of the state, which the links of the tree have if nothing else does */
    virtual void VisitState(IncStateVisitor& visitor)
    {
    }

    /** \return queue pair of a multicast from here, or nullptr */
    virtual const IncResultStream* GetStream() const
    {
        return nullptr;
    }

    /** \return PSN of the next result, where all receivers have one sequence; else 0 */
    virtual uint32_t GetNextPsn() const
    {
        return 0;
    }
};

/**
 * \ingroup inc
 * \brief Down the aggregation tree: a copy for every child, which passes it on
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
 * \param round with its data
 * \return a frame with its header, RETH and payload, neither addressed nor numbered
 */
IncFramePtr IncMakeRoundFrame(const IncSlotRound& round);

/**
 * \ingroup inc
 * \brief For those whose elements a round does not have, or who get none of its result.
 * \param round any
 * \return a frame with its header and RETH, neither addressed nor numbered
 */
IncFramePtr IncMakeDatalessFrame(const IncSlotRound& round);

/**
 * \ingroup inc
 * \brief Take the elements off a frame; its header and RETH stay.
 * \param frame of a contribution or a result; its size is to be updated
 */
void IncTakeOffData(IncFrame& frame);

/**
 * \ingroup inc
 * \brief Give what was made of a round the place in an RDMA message that its contributions had.
 * \param frame result or aggregate for a link over UC
 * \param round that it was made of
 */
void IncKeepPlace(IncFrame& frame, const IncSlotRound& round);

/**
 * \ingroup inc
 * \param round with its result
 * \param receiver a worker
 * \param flags of the INC header besides RESULT
 * \return a frame for this worker alone, neither addressed nor numbered
 */
IncFramePtr IncMakeResultFrame(const IncSlotRound& round,
                               const IncResultReceiver& receiver,
                               uint8_t flags);

/**
 * \ingroup inc
 * \brief Tells a neighbor over RC that a tree has failed.
 * \param config of the tree
 * \param rank of the neighbor, or own rank towards the parent
 * \return a frame with its header, neither addressed nor numbered
 */
IncFramePtr IncMakeAbortFrame(const IncTreeConfig& config, uint16_t rank);

/**
 * \ingroup inc
 * \brief IncMakeRoundFrame() without the data.
 * \param round any
 * \param flags of the INC header
 * \return a frame with its header, neither addressed nor numbered
 */
IncFramePtr IncMakeEmptyFrame(const IncSlotRound& round, uint8_t flags);

/**
 * \ingroup inc
 * \brief A copy for each worker, from the root straight to it: what multicast is measured against
 * (draft VAT and BIER, section 1).
 */
class IncUnicastDissemination : public IncDissemination
{
  public:
    /**
     * \brief Add a worker.
     * \param receiver the worker
     * \param link from the root to it
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
    /// A worker and the way to it.
    struct Destination
    {
        IncResultReceiver receiver;        //!< worker that receives the copy
        std::unique_ptr<IncTreeLink> link; //!< from the root to it

        INC_FIELDS(IncUnicastDissemination::Destination, INC_PART(link) + INC_UNVISITED(receiver))
    };

    static void SendTo(Destination& destination, const IncSlotRound& round, uint8_t flags);

    INC_FIELDS(IncUnicastDissemination, INC_PART(m_destinations))

    std::vector<Destination> m_destinations; //!< destinations, in the order of their addition
};

} // namespace ns3

#endif // INC_DISSEMINATION_H
