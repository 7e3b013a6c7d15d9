/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_REPEATER_H
#define INC_REPEATER_H

#include "inc-state-visitor.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Something that does the same round after round: the messages of a group, the packets of
 * a flow, the slices of a ring.
 */
class IncRepeater
{
  public:
    /// Told of rounds.
    class Listener
    {
      public:
        virtual ~Listener() = default;

        /** \param repeater that has done another round */
        virtual void RoundOver(const IncRepeater& repeater) = 0;
    };

    virtual ~IncRepeater() = default;

    /** \param listener told of every round, or nullptr */
    virtual void Listen(Listener* listener) = 0;

    /** \return whether it has something to do */
    virtual bool IsAtWork() const = 0;

    /** \return rounds that are over */
    virtual uint64_t GetFinishedRounds() const = 0;

    /** \return rounds to come that are like the latest, as far as is known */
    virtual uint64_t CountEqualRounds() const = 0;

    /** \return rounds after which nothing of the earlier ones is remembered */
    virtual std::size_t GetRememberedRounds() const
    {
        return 1;
    }

    /**
     * \return rounds after which what is used in turn is the same again, slots or phases: over
     * hosts 25 frames end at a whole nanosecond, and one in 16 asks for an acknowledgement
     */
    virtual std::size_t GetCycle() const
    {
        return 400;
    }

    /** \return number of the present stretch of rounds that are alike, such as a step */
    virtual uint64_t GetStretch() const
    {
        return 0;
    }

    /**
     * \brief Say, before a walk, what it needs to know at other places.
     * \param visitor of the state
     * \param growth rounds to advance by
     */
    virtual void Announce(IncStateVisitor& visitor, uint64_t growth) const
    {
    }

    /** \param visitor of the state that is not that of a node */
    virtual void VisitState(IncStateVisitor& visitor) = 0;

    /** \param isOn whether to remember from now on what a period brings */
    virtual void Record(bool isOn)
    {
    }

    /**
     * \param rounds that the latest period has
     * \param times how often it is to come again; made less where it cannot so often
     * \return why it cannot be known to come again, or empty
     */
    virtual std::string Limit(uint64_t rounds, uint64_t& times) const
    {
        return "";
    }

    /**
     * \brief Advance the round-trip estimators, which never become periodic.
     * \param times how often the latest period comes again
     * \param periodPs its length
     * \return false where anything would be done differently meanwhile
     */
    virtual bool Replay(uint64_t times, int64_t periodPs)
    {
        return true;
    }

    /** \brief The periods are jumped over: take what Replay() has found. */
    virtual void Jump()
    {
    }

    /** \return whether what never settles is as Replay() has found it */
    virtual bool IsAsReplayed() const
    {
        return true;
    }
};

} // namespace ns3

#endif // INC_REPEATER_H
