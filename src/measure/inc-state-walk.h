/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_STATE_WALK_H
#define INC_STATE_WALK_H

#include "ns3/inc-repeater.h"
#include "ns3/inc-simulator-impl.h"
#include "ns3/inc-state-record.h"
#include "ns3/node.h"

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief Reads the whole state of a simulation: the state of all nodes and of all watched objects.
class IncStateWalk
{
  public:
    /// A state and its time.
    struct Moment
    {
        uint64_t tick{0};               //!< tick of the simulator
        uint64_t events{0};             //!< number of events executed so far
        std::vector<uint64_t> finished; //!< number of finished rounds of each watched object
        IncState state;                 //!< state of the whole network
        bool isIdle{false};             //!< whether no frame is in flight and no timer runs
    };

    /** \param watched watched objects; the list may change later */
    explicit IncStateWalk(const std::vector<std::unique_ptr<IncRepeater>>& watched);

    /** \brief Set the simulator. */
    void SetEngine(const IncSimulatorImpl* engine)
    {
        m_engine = engine;
    }

    /** \return the present state. The field that IncStateWriter::LeaveOut() names is part of the
     * state only if `complete` */
    Moment Write(bool complete = true);

    /** \brief Return a brief state, which is cheap and in most cases shows that two states
     * differ. A brief state has all state outside of slots, and of the slots only the oldest.
     * The state ends at the first node with a difference from `earlier`, unless that is null. */
    IncStateWriter WriteBriefly(const IncState* earlier = nullptr) const;

    /** \brief Tell a visitor, before Walk(), the progress of trees and the numbers of messages.
     * Each watched object advances by its `growth` in rounds; empty: no advance. */
    void Announce(IncStateVisitor& visitor, const std::vector<uint64_t>& growth) const;

    /** \brief Pass the whole state to a visitor. */
    void Walk(IncStateVisitor& visitor) const;

    /** \return name of the first field that differs between two states, both whole or both brief */
    std::string FindDifference(const IncState& a, const IncState& b, bool isBrief = false) const;

    /** \brief Return whether two states are equal except for the values of counters. */
    static bool IsSame(const IncState& a, const IncState& b);

    /** \return ticks before the first event that does not belong to the repeating pattern */
    uint64_t GetQuietTicks() const;

    /** \return numbers of all pending events that do not belong to the repeating pattern */
    std::set<uint32_t> GetForeign() const;

    /** \return true if no event of the repeating pattern is pending, except those to ignore */
    bool IsIdle(const std::set<const void*>& ignoredEvents) const;

  private:
    template <typename IS_ENOUGH>
    void WalkUntil(IncStateVisitor& visitor, IS_ENOUGH isEnough) const;
    void WalkNode(Ptr<Node> node, IncStateVisitor& visitor) const;

    /// Watched objects, which are visited after all nodes.
    const std::vector<std::unique_ptr<IncRepeater>>& m_watched;
    const IncSimulatorImpl* m_engine{nullptr};
    std::size_t m_settled{0}; //!< size of the latest state without counters, words
    std::size_t m_counts{0};  //!< number of counters in the latest state
};

} // namespace ns3

#endif // INC_STATE_WALK_H
