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
 * \brief Simulator events that end with their owner.
 *
 * A run schedules events that refer to its own objects, and the simulation goes on after these
 * objects are destroyed: ranks still have to leave their groups. Who schedules such an event
 * therefore owns its cancellation: the owner holds an IncOwnedEvents, declared after all that its
 * events refer to. No event is executed after the IncOwnedEvents is destroyed or cancelled.
 */
class IncOwnedEvents
{
  public:
    IncOwnedEvents() = default;
    ~IncOwnedEvents();

    IncOwnedEvents(IncOwnedEvents&&) = default;
    IncOwnedEvents& operator=(IncOwnedEvents&& other);

    /**
     * \brief Schedule an event in the present context.
     * \param delay from now
     * \param what happens
     */
    void Schedule(Time delay, std::function<void()> what);

    /**
     * \brief Schedule an event in the context of a node.
     * \param node where it happens
     * \param delay from now
     * \param what happens
     */
    void ScheduleAt(const Node& node, Time delay, std::function<void()> what);

    /** \brief Cancel all events that have not been executed. */
    void Cancel();

  private:
    std::vector<EventId> m_events; //!< scheduled by Schedule()
    /// Events of ScheduleAt(), which the simulator cannot cancel, do nothing once it is gone.
    std::shared_ptr<bool> m_alive{std::make_shared<bool>(true)};
};

} // namespace ns3

#endif // INC_OWNED_EVENTS_H
