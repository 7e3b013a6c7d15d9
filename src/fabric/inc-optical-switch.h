/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_OPTICAL_SWITCH_H
#define INC_OPTICAL_SWITCH_H

#include "inc-switch.h"
#include "inc-topology.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief A commercial kind of optical switch (ATRO, section II-B).
struct IncOpticalDevice
{
    std::string name;         //!< name of the device, as errors print it
    uint32_t ports;           //!< number of ports
    Time reconfigurationTime; //!< time for which a changing port passes no light

    /** \return a robotic patch panel: 1,008 ports, minutes */
    static IncOpticalDevice PatchPanel();
    /** \return micro-mirrors: 384 ports, 10 ms */
    static IncOpticalDevice Mems3d();
};

/**
 * \ingroup inc
 * \brief Optical circuit switch. A circuit joins two ports: a frame that enters one leaves by the
 * other, unread and unchanged.
 *
 * A port whose circuit changes is dark for the reconfiguration time: no light passes. A port
 * without a circuit is always dark. Frames that enter a dark port are lost (IncDropReason::DARK). A
 * circuit adds one transmission time, because the simulator receives and sends whole frames.
 */
class IncOpticalSwitch : public IncSwitch
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncOpticalSwitch();

    /**
     * \brief Join ports by circuits, each port once. All other ports lose their circuits.
     *
     * Unchanged circuits stay lit. During a reconfiguration, ports that change again are dark for
     * one more reconfiguration time, from now on.
     */
    void Reconfigure(const std::vector<IncCircuit>& circuits);

    /** \brief Join ports by circuits that pass light at once; for use before a simulation. */
    void SetCircuits(const std::vector<IncCircuit>& circuits);

    /** \brief Return whether light passes a port now. */
    bool IsLit(uint32_t port) const;

    /** \return time for which a changing port passes no light */
    Time GetReconfigurationTime() const
    {
        return m_reconfigurationTime;
    }

    void Receive(IncFramePtr frame, IncNetDevice& port) override;

  private:
    struct Mirror
    {
        uint32_t to{NO_PORT};
        Time lit;
    };

    static constexpr uint32_t NO_PORT = UINT32_MAX;

    void Join(const std::vector<IncCircuit>& circuits, Time lit);

    std::vector<Mirror> m_mirrors; //!< circuits by port
    Time m_reconfigurationTime;
};

} // namespace ns3

#endif // INC_OPTICAL_SWITCH_H
