/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_FORESEEN_EVENT_H
#define INC_FORESEEN_EVENT_H

#include "ns3/event-impl.h"

namespace ns3
{

/**
 * \ingroup inc
 * \brief An event that knows the memory that it will touch.
 *
 * IncSimulatorImpl fetches this memory into the processor's cache while earlier events run. The
 * hosts of a fabric run in lock-step. Between two events of one port come those of all others, so
 * that its state has left the cache. No EventId refers to such an event, and it is never cancelled.
 */
class IncForeseenEvent : public EventImpl
{
  public:
    /**
     * \brief Fetch the memory beyond the subject, because the event is one of the next few.
     *
     * The method must not change anything. The memory that it reads may change before the event
     * happens.
     */
    virtual void Foresee() const = 0;

  protected:
    void Notify() override = 0; //!< executes the event

    friend class IncSimulatorImpl;
    friend class IncNodeWindow;
};

} // namespace ns3

#endif // INC_FORESEEN_EVENT_H
