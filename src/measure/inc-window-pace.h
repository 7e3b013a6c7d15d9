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
    double takenOff{0}; //!< time that elements add before a last hop that removes them, seconds
    double gap{0};      //!< shortest time between two full frames, seconds
};

/// \ingroup inc
/// \brief A group whose window IncFindWindowPace() analyses.
struct IncPaceGroup
{
    const IncAggregationTree& tree; //!< tree of the group
    IncCollective collective;       //!< collective that runs in the network
    uint32_t root{0};               //!< root rank of a Reduce or Broadcast
    uint32_t slots{0};              //!< largest number of messages in flight
    uint32_t run{1};                //!< messages that one empty contribution covers
    uint32_t interval{1};           //!< messages that one empty result covers
    uint64_t messages{0};           //!< number of messages; 0: so many that the start has no effect
    std::vector<IncPaceHop> nodesUp{}; //!< by VAT node: hop to its parent
    /// By VAT node: hop from its parent; all zero unless results travel by tree.
    std::vector<IncPaceHop> nodesDown{};
    std::vector<IncPaceHop> workersUp{}; //!< by rank: hop from the worker to its VAT node
    /// By owner of the message, or one element for all owners, and by rank: hop to the worker.
    std::vector<std::vector<IncPaceHop>> workersDown{};
};

/**
 * \brief Find the rate of messages that a window of S slots allows if no frame ever waits for
 * another.
 *
 * A message needs the contributions of all workers. A worker contributes to message m when the
 * result of message m - S has come. This recurrence is evaluated message by message, with the rules
 * by which one packet without elements covers several messages. The recurrence becomes periodic,
 * because it has only maxima and sums. No run of the group is faster, because shared links and
 * switches can only delay a frame further.
 * \return seconds per message in the long run; 0 if no period was found
 */
double IncFindWindowPace(const IncPaceGroup& group);

} // namespace ns3

#endif // INC_WINDOW_PACE_H
