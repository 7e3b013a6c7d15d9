/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_OWNED_EVENTS_H
#define INC_OWNED_EVENTS_H

#include "ns3/event-id.h"
#include "ns3/node.h"
#include "ns3/nstime.h"

#include <functional>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Holder of simulator events that cancels them when it is destroyed.
 *
 * A run schedules events that refer to its own objects. The simulation goes on after these objects
 * are destroyed, because ranks still have to leave their groups. The owner of the objects therefore
 * holds an IncOwnedEvents, declared after everything to which its events refer. No event is
 * executed after the IncOwnedEvents is destroyed or cancelled.
 */
class IncOwnedEvents
{
  public:
    IncOwnedEvents() = default;
    ~IncOwnedEvents();

    /// Take the events of another owner.
    IncOwnedEvents(IncOwnedEvents&&) = default;
    /** \brief Cancel this owner's events, and take the events of another owner. */
    IncOwnedEvents& operator=(IncOwnedEvents&& other);

    /** \brief Schedule a call in the present context. */
    void Schedule(Time delay, std::function<void()> what);

    /** \brief Schedule a call in the context of a node. */
    void ScheduleAt(const Node& node, Time delay, std::function<void()> what);

    /** \brief Cancel all events that have not been executed. */
    void Cancel();

  private:
    std::vector<EventId> m_events;
    /// Flag that events of ScheduleAt() check, because the simulator cannot cancel these events.
    std::shared_ptr<bool> m_alive{std::make_shared<bool>(true)};
};

} // namespace ns3

#endif // INC_OWNED_EVENTS_H
