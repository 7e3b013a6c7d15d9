/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_LOG_COMPONENT_H
#define INC_LOG_COMPONENT_H

#include "ns3/log.h"

/**
 * \ingroup inc
 * \brief NS_LOG_COMPONENT_DEFINE for what frames pass: NS_LOG_INFO() and the others follow it as
 * usual, and cost one look at a flag where the component is off.
 * \param name of the component, the class's
 */
#define INC_LOG_COMPONENT_DEFINE(name) static ns3::IncLogComponent g_log(name, __FILE__)

namespace ns3
{

/**
 * \ingroup inc
 * \brief A log component that remembers whether it is on; ns-3's is asked by a call into another
 * library.
 *
 * NS_LOG is read when the program starts. What LogComponentEnable() changes is seen at the start
 * of the simulation and whenever a port is made, not in the middle of a run.
 */
class IncLogComponent : public LogComponent
{
  public:
    /**
     * \param name of the component
     * \param file that defines it
     */
    IncLogComponent(const char* name, const char* file);

    /**
     * \param level of a message
     * \return whether it is to be printed
     */
    bool IsEnabled(LogLevel level) const
    {
        return m_on && LogComponent::IsEnabled(level);
    }

    /** \return whether any message may have to be printed */
    bool IsOn() const
    {
        return m_on;
    }

    /** \brief Let all such components look whether they are on. */
    static void LookAgain();

  private:
    bool m_on;
    IncLogComponent* m_next; //!< next in the list of all such components
};

} // namespace ns3

#endif // INC_LOG_COMPONENT_H
