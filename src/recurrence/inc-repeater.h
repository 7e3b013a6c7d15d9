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
 * \brief Activity whose rounds may be equal, such as messages of a group or slices of a ring.
 * Fast-forward jumps over rounds when the whole state recurs.
 */
class IncRepeater
{
  public:
    /// Interface of an object that learns of the end of each round.
    class Listener
    {
      public:
        virtual ~Listener() = default;

        /** \param repeater repeater that has ended a round */
        virtual void RoundOver(const IncRepeater& repeater) = 0;
    };

    virtual ~IncRepeater() = default;

    /** \param listener notified of every round; nullptr for none */
    virtual void Listen(Listener* listener) = 0;

    /** \return true if the repeater has a round to finish */
    virtual bool IsAtWork() const = 0;

    /** \return number of rounds that have ended */
    virtual uint64_t GetFinishedRounds() const = 0;

    /** \return number of rounds to come that are known to be equal to the latest one */
    virtual uint64_t CountEqualRounds() const = 0;

    /** \return number of rounds after which the state no longer depends on earlier ones */
    virtual std::size_t GetRememberedRounds() const
    {
        return 1;
    }

    /** \return number of rounds after which the order of slots or phases repeats. Between hosts, 25
     * frames take a whole number of ns, and each 16th packet asks for an acknowledgement */
    virtual std::size_t GetCycle() const
    {
        return 400;
    }

    /** \return number of the present series of equal rounds, such as a step */
    virtual uint64_t GetStretch() const
    {
        return 0;
    }

    /** \brief Tell a visitor the progress of trees and the numbering of messages, before it walks
     * over the state and advances the state by `growth` rounds. */
    virtual void Announce(IncStateVisitor& visitor, uint64_t growth) const
    {
    }

    /** \brief Pass the state that belongs to no node of the network to a visitor. */
    virtual void VisitState(IncStateVisitor& visitor) = 0;

    /** \param isOn true to record from now on what Replay() needs; false to stop */
    virtual void Record(bool isOn)
    {
    }

    /** \brief Reduce `times` to the number of periods, of `rounds` rounds, known to be equal.
     * \return reason why no period is known to be equal; empty if some are */
    virtual std::string Limit(uint64_t rounds, uint64_t& times) const
    {
        return "";
    }

    /** \brief Compute the round-trip estimates, which never become periodic, after the latest
     * period of `periodPs` ps has been repeated `times` times.
     * \return false if the new estimates would change what happens during these periods */
    virtual bool Replay(uint64_t times, int64_t periodPs)
    {
        return true;
    }

    /** \brief Set the estimates that Replay() has computed; the periods are jumped over. */
    virtual void Jump()
    {
    }

    /** \return true if the estimates equal those from Replay() */
    virtual bool IsAsReplayed() const
    {
        return true;
    }
};

} // namespace ns3

#endif // INC_REPEATER_H
