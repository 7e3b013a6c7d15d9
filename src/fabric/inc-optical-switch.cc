/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-optical-switch.h"

#include "ns3/abort.h"
#include "ns3/simulator.h"

#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IncOpticalSwitch);

IncOpticalDevice
IncOpticalDevice::PatchPanel()
{
    return {"patch panel", 1008, Minutes(2)};
}

IncOpticalDevice
IncOpticalDevice::Mems3d()
{
    return {"3D MEMS switch", 384, MilliSeconds(10)};
}

TypeId
IncOpticalSwitch::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IncOpticalSwitch")
            .SetParent<IncSwitch>()
            .SetGroupName("Inc")
            .AddConstructor<IncOpticalSwitch>()
            .AddAttribute("ReconfigurationTime",
                          "Time for which the ports whose circuit changes are dark; 10 ms of a "
                          "3D MEMS, minutes of a patch panel",
                          TimeValue(MilliSeconds(10)),
                          MakeTimeAccessor(&IncOpticalSwitch::m_reconfigurationTime),
                          MakeTimeChecker(Time(0)));
    return tid;
}

IncOpticalSwitch::IncOpticalSwitch() = default;

void
IncOpticalSwitch::Reconfigure(const std::vector<IncCircuit>& circuits)
{
    Join(circuits, Simulator::Now() + m_reconfigurationTime);
}

void
IncOpticalSwitch::SetCircuits(const std::vector<IncCircuit>& circuits)
{
    Join(circuits, Simulator::Now());
}

void
IncOpticalSwitch::Join(const std::vector<IncCircuit>& circuits, Time lit)
{
    std::vector<Mirror> mirrors(GetPorts().size());
    m_mirrors.resize(mirrors.size());
    for (const auto& circuit : circuits)
    {
        for (const auto& [from, to] : {circuit, IncCircuit(circuit.second, circuit.first)})
        {
            NS_ABORT_MSG_IF(from >= mirrors.size() || from == to,
                            "IncOpticalSwitch: circuit " << from << "-" << to
                                                         << "; accepted: two different ports from "
                                                            "0 to "
                                                         << mirrors.size() - 1);
            NS_ABORT_MSG_IF(mirrors[from].to != NO_PORT,
                            "IncOpticalSwitch: port " << from
                                                      << " is in two circuits; accepted: one");
            mirrors[from] = {to, m_mirrors[from].to == to ? m_mirrors[from].lit : lit};
        }
    }
    m_mirrors = std::move(mirrors);
}

bool
IncOpticalSwitch::IsLit(uint32_t port) const
{
    return port < m_mirrors.size() && m_mirrors[port].to != NO_PORT &&
           m_mirrors[port].lit <= Simulator::Now();
}

void
IncOpticalSwitch::Receive(IncFramePtr frame, IncNetDevice& port)
{
    if (!IsLit(port.GetPort()))
    {
        port.Drop(std::move(frame), IncDropReason::DARK);
        return;
    }
    GetPorts()[m_mirrors[port.GetPort()].to]->Enqueue(std::move(frame));
}

} // namespace ns3
