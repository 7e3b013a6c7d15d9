/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_WHEEL_SCHEDULER_H
#define INC_WHEEL_SCHEDULER_H

#include "inc-event-wheel.h"

#include "ns3/scheduler.h"

namespace ns3
{

/// \ingroup inc
/// \brief IncEventWheel as an ns-3 scheduler, for any simulator implementation.
class IncWheelScheduler : public Scheduler
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncWheelScheduler();
    ~IncWheelScheduler() override;

    // inherited from Scheduler
    void Insert(const Event& event) override;
    bool IsEmpty() const override;
    Event PeekNext() const override;
    Event RemoveNext() override;
    void Remove(const Event& event) override;

  private:
    IncEventWheel m_wheel;
};

} // namespace ns3

#endif // INC_WHEEL_SCHEDULER_H
