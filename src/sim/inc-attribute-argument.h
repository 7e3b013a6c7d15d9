/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ATTRIBUTE_ARGUMENT_H
#define INC_ATTRIBUTE_ARGUMENT_H

#include "ns3/inc-argument-table.h"

#include <string>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Add an argument that sets an attribute: what it accepts and its default are what the
 * class declares. Only what is given is set, and the attribute's path is another name of it.
 * \param table table that gets the arguments
 * \param name of the argument
 * \param path of the attribute, as ns3::IncSwitch::Ecmp
 * \param help a sentence, with the unit
 * \param byDefault the default in words, where the attribute's own is not in effect
 */
void IncAddAttribute(IncArgumentTable& table,
                     const std::string& name,
                     const std::string& path,
                     const std::string& help,
                     const std::string& byDefault = "");

} // namespace ns3

#endif // INC_ATTRIBUTE_ARGUMENT_H
