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

/**
 * \ingroup inc
 * \brief A kind of optical switch that can be bought (ATRO, section II-B).
 */
struct IncOpticalDevice
{
    std::string name;         //!< name of the device, as errors print it
    uint32_t ports;           //!< number of ports
    Time reconfigurationTime; //!< time for which changing ports are dark

    /** \return a robotic patch panel: 1,008 ports, minutes */
    static IncOpticalDevice PatchPanel();
    /** \return micro-mirrors: 384 ports, 10 ms */
    static IncOpticalDevice Mems3d();
};

/**
 * \ingroup inc
 * \brief A circuit switch: what comes in at a port leaves, unseen and unchanged, by the port that
 * a circuit joins it with.
 *
 * A port whose circuit changes is dark for the reconfiguration time, one without a circuit always;
 * what comes in there is lost (IncDropReason::DARK). The fabric sends frames on whole, so a circuit
 * adds the time that its second link takes to send a frame.
 */
class IncOpticalSwitch : public IncSwitch
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncOpticalSwitch();

    /**
     * \brief Join ports by circuits; those not named are left without one.
     *
     * Circuits that are as before stay lit. A call during a reconfiguration takes its place: ports
     * that change again are dark for its whole time.
     *
     * \param circuits pairs of port numbers, each port once; anything else aborts
     */
    void Reconfigure(const std::vector<IncCircuit>& circuits);

    /**
     * \brief Join ports by circuits that are lit at once, as before a simulation.
     * \param circuits as for Reconfigure()
     */
    void SetCircuits(const std::vector<IncCircuit>& circuits);

    /**
     * \param port number of a port
     * \return true where light passes now
     */
    bool IsLit(uint32_t port) const;

    /** \return time for which ports that change are dark */
    Time GetReconfigurationTime() const
    {
        return m_reconfigurationTime;
    }

    void Receive(IncFramePtr frame, IncNetDevice& port) override;

  private:
    /// Circuit of a port, and the time since when it passes light.
    struct Mirror
    {
        uint32_t to{NO_PORT}; //!< the other port of its circuit
        Time lit;             //!< when light begins to pass
    };

    static constexpr uint32_t NO_PORT = UINT32_MAX; //!< port of no circuit

    void Join(const std::vector<IncCircuit>& circuits, Time lit);

    std::vector<Mirror> m_mirrors; //!< circuits by port
    Time m_reconfigurationTime;
};

} // namespace ns3

#endif // INC_OPTICAL_SWITCH_H
