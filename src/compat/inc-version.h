/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_VERSION_H
#define INC_VERSION_H

#include <string>

namespace ns3
{

/** \return release of ns-3 that this module was built against, such as "3.37" */
std::string IncNs3Version();

std::string IncModuleVersion();

} // namespace ns3

#endif // INC_VERSION_H
