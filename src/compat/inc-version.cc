/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-version.h"

namespace ns3
{

std::string
IncNs3Version()
{
    return INC_NS3_VERSION;
}

std::string
IncModuleVersion()
{
    return INC_MODULE_VERSION;
}

} // namespace ns3
