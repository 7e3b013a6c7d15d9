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
 * \brief An event that knows which memory it will touch, so that IncSimulatorImpl can fetch it
 * into the processor's cache while earlier events run.
 *
 * A fabric's hosts run in lock-step: between two events of one port lie those of all others, and
 * its state has left the cache. Nobody holds an EventId of such an event: it is never cancelled.
 */
class IncForeseenEvent : public EventImpl
{
  public:
    /**
     * \brief The event will be the next but few: fetch what it will touch beyond its subject.
     *
     * Nothing may be changed, and what is read may be changed before the event happens.
     */
    virtual void Foresee() const = 0;

  protected:
    void Notify() override = 0; //!< the event happens

    friend class IncSimulatorImpl;
    friend class IncNodeWindow;
};

} // namespace ns3

#endif // INC_FORESEEN_EVENT_H
