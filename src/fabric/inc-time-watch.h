/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_TIME_WATCH_H
#define INC_TIME_WATCH_H

#include "ns3/object.h"

#include <cstdint>
#include <limits>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Told of moments that simulated time passes, without an event of its own: it can neither
 * change the order of events, nor their number, nor when the simulation ends.
 */
class IncTimeWatch : public Object
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();

    /**
     * \brief The next event is later than the moment that is due: all is as it was then.
     * \param tick when the next event happens
     */
    virtual void Pass(uint64_t tick) = 0;

    /** \return the moment it waits for, in ticks of the simulator */
    uint64_t GetDue() const
    {
        return m_due;
    }

  protected:
    static constexpr uint64_t NEVER = std::numeric_limits<uint64_t>::max(); //!< nothing is due

    uint64_t m_due{NEVER}; //!< see GetDue()
};

} // namespace ns3

#endif // INC_TIME_WATCH_H
