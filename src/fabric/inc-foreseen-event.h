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
 * \brief An event that can prefetch its memory while earlier events run.
 *
 * Hosts run in lock-step: between two events of one port, all others have events, so that its state
 * has left the cache. Such an event has no EventId and is never cancelled.
 */
class IncForeseenEvent : public EventImpl
{
  public:
    /** \brief Prefetch the memory that the event uses besides its subject, and change nothing. */
    virtual void Foresee() const = 0;

  protected:
    void Notify() override = 0; //!< execute the event

    friend class IncSimulatorImpl;
    friend class IncNodeWindow;
};

} // namespace ns3

#endif // INC_FORESEEN_EVENT_H
