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

/**
 * \ingroup inc
 * \brief Walks over the whole state of a simulation: of all nodes, and of all that is watched.
 */
class IncStateWalk
{
  public:
    /// A state, and when it was.
    struct Moment
    {
        uint64_t tick{0};               //!< tick of the simulator
        uint64_t events{0};             //!< events executed before
        std::vector<uint64_t> finished; //!< rounds that are over, of all that are watched
        IncState state;                 //!< state of the whole network
        bool isIdle{false};             //!< nothing is on its way, and no timer ends
    };

    /** \param watched what is watched, now and later */
    explicit IncStateWalk(const std::vector<std::unique_ptr<IncRepeater>>& watched);

    /** \param engine the simulator */
    void SetEngine(const IncSimulatorImpl* engine)
    {
        m_engine = engine;
    }

    /**
     * \param complete true: with what IncStateWriter::LeaveOut() says
     * \return the whole state, now
     */
    Moment Write(bool complete = true);

    /**
     * \brief What is not a slot, and the oldest slots: cheap, and mostly enough to see that states
     * differ.
     * \param earlier up to where it differs from this one, if any
     * \return it
     */
    IncStateWriter WriteBriefly(const IncState* earlier = nullptr) const;

    /**
     * \brief Before Walk(): what it needs to know at other places.
     * \param visitor of the state
     * \param growth rounds to advance by, of all that are watched; empty: none
     */
    void Announce(IncStateVisitor& visitor, const std::vector<uint64_t>& growth) const;

    /** \param visitor of the state */
    void Walk(IncStateVisitor& visitor) const;

    /**
     * \param a a state
     * \param b another one, of now
     * \param isBrief whether they are glances
     * \return the first field that differs
     */
    std::string FindDifference(const IncState& a, const IncState& b, bool isBrief = false) const;

    /**
     * \param a a state
     * \param b another one
     * \return whether the one is the other come again
     */
    static bool IsSame(const IncState& a, const IncState& b);

    /** \return ticks up to the first event that is no part of the pattern, exclusively */
    uint64_t GetQuietTicks() const;

    /** \return numbers of all such events that are pending */
    std::set<uint32_t> GetForeign() const;

    /**
     * \param ignoredEvents events that decide nothing
     * \return whether no other event of the pattern is pending
     */
    bool IsIdle(const std::set<const void*>& ignoredEvents) const;

  private:
    template <typename IS_ENOUGH>
    void WalkUntil(IncStateVisitor& visitor, IS_ENOUGH isEnough) const;
    void WalkNode(Ptr<Node> node, IncStateVisitor& visitor) const;

    const std::vector<std::unique_ptr<IncRepeater>>& m_watched; //!< all together are one state
    const IncSimulatorImpl* m_engine{nullptr};                  //!< simulator implementation in use
    std::size_t m_settled{0}; //!< words of the latest, that settle
    std::size_t m_counts{0};  //!< counts in the latest state
};

} // namespace ns3

#endif // INC_STATE_WALK_H
