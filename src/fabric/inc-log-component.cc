/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-log-component.h"

namespace ns3
{

namespace
{

/// First component of the list. It is initialised before all components, which use it.
IncLogComponent* g_firstComponent = nullptr;

} // namespace

IncLogComponent::IncLogComponent(const char* name, const char* file)
    : LogComponent(name, file),
      m_on(!IsNoneEnabled()),
      m_next(g_firstComponent)
{
    g_firstComponent = this;
}

void
IncLogComponent::LookAgain()
{
    for (IncLogComponent* each = g_firstComponent; each; each = each->m_next)
    {
        each->m_on = !each->IsNoneEnabled();
    }
}

} // namespace ns3
