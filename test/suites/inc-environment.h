/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ENVIRONMENT_H
#define INC_ENVIRONMENT_H

#include <cstdint>
#include <cstdlib>

namespace ns3
{

/**
 * \param name name of an environment variable
 * \param otherwise value if the variable is not set
 * \return number in the variable
 */
inline uint32_t
IncFromEnvironment(const char* name, uint32_t otherwise)
{
    const char* value = std::getenv(name);
    return value ? std::strtoul(value, nullptr, 10) : otherwise;
}

} // namespace ns3

#endif // INC_ENVIRONMENT_H
