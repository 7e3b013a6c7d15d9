/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_NODE_WINDOW_H
#define INC_NODE_WINDOW_H

#include "inc-event-wheel.h"
#include "inc-foreseen-event.h"
#include "inc-node-memory.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief The events of a short time, executed node after node, with the outcome of the sequential
 * order.
 *
 * Hosts run in lock-step: between two events of one lie those of all others, and its state has left
 * the processor's cache. Within the delay of the shortest link no node can tell what the others
 * do, so that each may go through that time by itself. What they schedule is kept, and numbered in
 * the end as if all had been executed in the order of time.
 */
class IncNodeWindow
{
  public:
    /**
     * \param context id of a node
     * \param memory fetched while the events of the node before are executed
     */
    void SetMemory(uint32_t context, const IncNodeMemory& memory);

    /** \param start time of the first event, in ticks */
    void Begin(uint64_t start);

    /** \param entry the next event in the sequential order, an IncForeseenEvent of a node */
    void Add(const IncScheduledEvent& entry);

    /** \return whether no event was added */
    bool IsEmpty() const
    {
        return m_events.empty();
    }

    /**
     * \brief Execute all events, and those that they schedule on their own nodes within the window.
     * \param end the first tick after the window
     * \param now set to the time of each event
     * \param context set to the node of each event
     */
    void Execute(uint64_t end, uint64_t& now, uint32_t& context);

    /**
     * \brief Called by an event while it is executed.
     * \param context id of the node on which another event happens
     * \param ticks when, which is after the window where it is another node
     * \param event what happens
     * \param subject see IncScheduledEvent
     */
    void Schedule(uint32_t context, uint64_t ticks, IncForeseenEvent* event, const void* subject);

    /**
     * \brief Number what was scheduled in the sequential order.
     * \param uid of the first; becomes that of the next one after all
     * \param wheel where events after the window are inserted
     */
    void Commit(uint32_t& uid, IncEventWheel& wheel);

    /** \return events that were executed */
    std::size_t GetExecuted() const
    {
        return m_events.size();
    }

    /** \return the last event in the sequential order, after Commit() */
    const Scheduler::EventKey& GetLast() const
    {
        return m_last;
    }

  private:
    static constexpr uint32_t NONE = UINT32_MAX; //!< index that means no event
    static constexpr uint32_t FETCHED = 4;       //!< cache lines, with every event

    /// An event of the window.
    struct Event
    {
        IncForeseenEvent* impl; //!< event to execute
        const void* subject;    //!< object that the event concerns, see IncScheduledEvent
        uint32_t context;       //!< context of the event
        uint32_t next;          //!< next event to execute, in the window or in its tick; or NONE
        uint32_t firstChild;    //!< index of the first event that it scheduled
        uint16_t children;      //!< number of events that it scheduled
        uint16_t offset;        //!< when, after the beginning
    };

    /// Event that another event has scheduled.
    struct Child
    {
        IncForeseenEvent* impl; //!< event to execute
        const void* subject;    //!< object that the event concerns, see IncScheduledEvent
        uint64_t time;          //!< tick at which it is due
        uint32_t context;       //!< context of the event
        uint32_t event;         //!< index of the event in the window, or NONE
    };

    /// Indices of events, linked by Event::next.
    struct List
    {
        uint32_t head{NONE}; //!< first event of the list
        uint32_t tail{NONE}; //!< the last; undefined where there is none
    };

    /// Some of the memory in m_lines.
    struct Lines
    {
        uint32_t begin{0}; //!< index of the first line
        uint32_t end{0};   //!< index after the last line
    };

    void LinkNodes();
    void EnterNode(uint32_t context);
    void FetchFollowing();
    void LookAhead(uint32_t index) const;
    void AddLocal(uint32_t index);
    void CommitEvent(const Event& event, uint32_t& uid, IncEventWheel& wheel);

    uint64_t m_start{0};      //!< begin of the window, tick
    uint64_t m_end{0};        //!< first tick after it
    std::size_t m_pending{0}; //!< events that were added, in their order
    /// Events that were added, then those that were scheduled within the window.
    std::vector<Event> m_events;
    std::vector<Child> m_children; //!< scheduled events, in the order of execution
    std::vector<List> m_nodes;     //!< nodes by context: its events that were added
    std::vector<uint32_t> m_order; //!< contexts that have some, in the order of the first
    std::vector<List> m_ticks; //!< ticks by offset: events scheduled within the window, in order
    std::vector<uintptr_t> m_lines; //!< memory of nodes
    std::vector<Lines> m_memory;    //!< by context: which of it
    Lines m_following;              //!< lines of the next node that are not yet fetched
    std::size_t m_place{0};         //!< place of the present node in m_order
    List m_local; //!< events of the present node that were scheduled within the window, by time
    uint32_t m_node{0}; //!< node whose events are executed now
    Scheduler::EventKey m_last{};
};

} // namespace ns3

#endif // INC_NODE_WINDOW_H
