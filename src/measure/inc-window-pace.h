/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_WINDOW_PACE_H
#define INC_WINDOW_PACE_H

#include "ns3/inc-aggregation-tree.h"
#include "ns3/inc-types.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief Times of a frame from a worker or VAT node to the next VAT node, or back.
struct IncPaceHop
{
    double empty{0};    //!< time of a frame without elements, seconds
    double elements{0}; //!< time that the elements of a full message add, seconds
    double takenOff{0}; //!< time that elements add up to the last hop, which removes them, seconds
    double gap{0};      //!< shortest time between two full frames, seconds
};

/// \ingroup inc
/// \brief A group whose window IncWindowPace analyses.
struct IncPaceGroup
{
    const IncAggregationTree& tree; //!< tree of the group
    IncCollective collective;       //!< collective that runs in the network
    uint32_t root{0};               //!< root rank of a Reduce or Broadcast
    uint32_t slots{0};              //!< largest number of messages in flight
    uint32_t run{1};                //!< messages that one empty contribution covers
    uint32_t interval{1};           //!< messages that one empty result covers
    uint64_t messages{0};           //!< number of messages; 0: so many that the start has no effect
    std::vector<IncPaceHop> nodesUp{}; //!< hop from each VAT node to its parent
    /// Hop to each VAT node from its parent; all zero unless results travel by tree.
    std::vector<IncPaceHop> nodesDown{};
    std::vector<IncPaceHop> workersUp{}; //!< hop from each worker to its VAT node, by rank
    /// Hop to each worker, by owner of the message (or one element for all owners) and by rank.
    std::vector<std::vector<IncPaceHop>> workersDown{};
};

/**
 * \ingroup inc
 * \brief Finds the rate of messages that a window of S slots allows if no frame ever waits for
 * another.
 *
 * A message needs the contributions of all workers. A worker contributes to message m when the
 * result of message m - S has come. This recurrence is evaluated message by message, with the rules
 * by which one packet without elements covers several messages. The recurrence becomes periodic,
 * because it has only maxima and sums. No run of the group is faster, because shared links and
 * switches can only delay a frame further.
 */
class IncWindowPace
{
  public:
    /** \param group must outlive this object */
    explicit IncWindowPace(const IncPaceGroup& group);

    /** \return seconds per message in the long run; 0 if no period was found */
    double Find();

  private:
    uint32_t OwnerOf(uint64_t message) const;
    bool IsTold(uint32_t rank, uint64_t message) const;
    bool SendsElements(uint32_t rank, uint64_t message) const;
    bool GetsElements(uint32_t rank, uint64_t message) const;
    void MarkOwner(uint32_t rank, bool isMarked);
    double Leave(uint32_t rank, uint64_t message);
    uint64_t EndOfRun(uint32_t rank, uint64_t message) const;
    double Aggregate(uint64_t message);
    double Disseminate(uint64_t message);
    bool HasElements(uint32_t node) const;
    uint64_t FindPeriod(uint64_t cycle) const;
    double GetPace(uint64_t period) const;

    /// State of a worker after the messages evaluated so far.
    struct Worker
    {
        uint32_t parent{0};  //!< VAT node to which the worker sends
        double free{0};      //!< time when the worker's link is free for the next contribution
        double runLeaves{0}; //!< time when the latest contribution is sent
        uint64_t runEnd{0};  //!< first message that the latest contribution does not cover
        double came{0};      //!< time of the latest result if it did not wait for earlier ones
        double last{0};      //!< time when all results so far have come
        uint64_t over{0};    //!< number of the first message without a result
        std::vector<double> overAt; //!< by slot: time when the result of its last message came
    };

    const IncPaceGroup& m_group;
    uint32_t m_ranks;
    std::vector<Worker> m_workers;
    std::vector<uint32_t> m_parent;
    std::vector<uint32_t> m_below; //!< number of workers below each VAT node
    std::vector<bool> m_isOwners;  //!< whether the message's owner is below a VAT node
    std::vector<double> m_at;      //!< time of the message at each VAT node
    std::vector<double> m_done;    //!< by message: time when it was complete at the root
    std::vector<double> m_told;    //!< by message: time when all workers had the result
};

} // namespace ns3

#endif // INC_WINDOW_PACE_H
