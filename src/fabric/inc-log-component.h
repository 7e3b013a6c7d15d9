/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_LOG_COMPONENT_H
#define INC_LOG_COMPONENT_H

#include "ns3/log.h"

/// \brief Define a log component like NS_LOG_COMPONENT_DEFINE, for code that each frame passes. A
/// log macro costs one test of a flag if the component is off.
#define INC_LOG_COMPONENT_DEFINE(name) static ns3::IncLogComponent g_log(name, __FILE__)

namespace ns3
{

/**
 * \ingroup inc
 * \brief A log component that remembers whether it is on, because a test of ns-3's own component is
 * a call into another library.
 *
 * Changes by LogComponentEnable() take effect at the start of the simulation and when a port is
 * made, not during a run.
 */
class IncLogComponent : public LogComponent
{
  public:
    /** \brief Register a component, with the file that defines it. */
    IncLogComponent(const char* name, const char* file);

    /** \brief Return whether a message of this level is printed. */
    bool IsEnabled(LogLevel level) const
    {
        return m_on && LogComponent::IsEnabled(level);
    }

    /** \return whether any message may be printed */
    bool IsOn() const
    {
        return m_on;
    }

    /** \brief Update the flags of all IncLogComponents. */
    static void LookAgain();

  private:
    bool m_on;
    IncLogComponent* m_next;
};

} // namespace ns3

#endif // INC_LOG_COMPONENT_H
