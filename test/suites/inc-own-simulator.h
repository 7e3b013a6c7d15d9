/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_OWN_SIMULATOR_H
#define INC_OWN_SIMULATOR_H

#include "ns3/global-value.h"
#include "ns3/inc-simulator-impl.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <string>

namespace ns3
{

/// Guard that makes IncSimulatorImpl the implementation of the simulator while it exists.
class IncOwnSimulator
{
  public:
    IncOwnSimulator()
        : m_simulator(Get("SimulatorImplementationType")),
          m_scheduler(Get("SchedulerType"))
    {
        IncSimulatorImpl::MakeDefault();
    }

    IncOwnSimulator(const IncOwnSimulator&) = delete;
    IncOwnSimulator& operator=(const IncOwnSimulator&) = delete;

    ~IncOwnSimulator()
    {
        Simulator::Destroy();
        GlobalValue::Bind("SimulatorImplementationType", StringValue(m_simulator));
        GlobalValue::Bind("SchedulerType", StringValue(m_scheduler));
    }

  private:
    static std::string Get(const std::string& name)
    {
        StringValue value;
        GlobalValue::GetValueByName(name, value);
        return value.Get();
    }

    std::string m_simulator; // SimulatorImplementationType to restore
    std::string m_scheduler; // SchedulerType to restore
};

} // namespace ns3

#endif // INC_OWN_SIMULATOR_H
