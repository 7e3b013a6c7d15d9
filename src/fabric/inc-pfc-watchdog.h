/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PFC_WATCHDOG_H
#define INC_PFC_WATCHDOG_H

#include "inc-frame.h"

#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace ns3
{

class IncSwitch;
class IncNetDevice;

/// \ingroup inc
/// \brief A cyclic wait of paused links that no event inside the network can end.
struct IncPfcDeadlock
{
    Time at;                        //!< time when the watchdog found the deadlock
    uint8_t priority{0};            //!< priority of the frames that wait
    std::vector<std::string> links; //!< links "a->b"; each waits for the next in the cycle

    /** \return one line, e.g. "PFC deadlock at 1.2ms, priority 3: s0->s1, s1->s2, s2->s0" */
    std::string ToString() const;
};

/**
 * \ingroup inc
 * \brief Looks for deadlocks of PFC and reports the cycle.
 *
 * A link from switch a to switch b is stuck on two conditions. First, b has paused a on this link.
 * Second, every queue of b with frames from this link feeds another stuck link. While any pause
 * lasts, the watchdog searches once per Interval.
 */
class IncPfcWatchdog : public Object
{
  public:
    /// \brief Reaction to a deadlock, in addition to the report.
    enum class Action : uint8_t
    {
        STOP,  //!< stop the simulation
        DROP,  //!< drop the frames of one queue of the cycle, so that the others move on
        REPORT //!< no reaction
    };

    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncPfcWatchdog();

    /** \brief Watch a switch with a shared buffer; reports call it by `name`. */
    void Watch(Ptr<IncSwitch> device, const std::string& name);

    /** \brief Schedule a search. The buffer of a switch calls this when it pauses a sender. */
    void PauseBegan();

    /** \return whether the watchdog breaks the cycle of a deadlock, so that other frames move on */
    bool BreaksDeadlocks() const
    {
        return m_action == Action::DROP;
    }

    /** \return all deadlocks so far, each once */
    const std::vector<IncPfcDeadlock>& GetDeadlocks() const
    {
        return m_deadlocks;
    }

    /** \brief TracedCallback signature for deadlocks. */
    typedef void (*DeadlockTracedCallback)(const IncPfcDeadlock& deadlock);

  protected:
    void DoDispose() override;

  private:
    struct Watched
    {
        Ptr<IncSwitch> device;
        std::string name;
    };

    struct Link
    {
        IncNetDevice* from;
        uint32_t a;
        uint32_t b;
        std::vector<uint32_t> next; //!< links from b whose queues hold frames from this link
        bool stuck;
    };

    void Look();
    void FindLinks();
    bool LookAt(uint8_t priority);
    void FindNext(Link& link, uint8_t priority) const;
    std::vector<uint32_t> FindCycle() const;
    void Found(uint8_t priority, const std::vector<uint32_t>& cycle);

    Time m_interval;
    Action m_action{Action::STOP};
    std::vector<Watched> m_switches;
    std::vector<Link> m_links;
    std::unordered_map<const IncNetDevice*, uint32_t> m_linkOf; //!< link of an output port
    bool m_awake{false};
    std::vector<IncPfcDeadlock> m_deadlocks;
    TracedCallback<const IncPfcDeadlock&> m_foundTrace;
};

} // namespace ns3

#endif // INC_PFC_WATCHDOG_H
