/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ATTRIBUTE_TEXT_H
#define INC_ATTRIBUTE_TEXT_H

#include "ns3/attribute.h"
#include "ns3/inc-argument-table.h"
#include "ns3/type-id.h"

#include <string>
#include <vector>

namespace ns3
{

/** \brief Find an attribute by its path, such as ns3::IncSwitch::Ecmp; throws IncError. */
TypeId::AttributeInformation IncFindAttribute(const std::string& path);

/** \return whether values of the attribute have a kind: UintegerValue for "Uinteger" */
bool IncIsOf(const AttributeChecker& checker, const std::string& kind);

/** \return accepted values in words, e.g. "a whole number from 1 to 8" */
std::string IncAcceptedBy(const AttributeChecker& checker);

/** \return accepted words if the attribute is an enumeration; otherwise empty */
std::vector<std::string> IncWordsOf(const AttributeChecker& checker);

/** \brief Read an attribute's value and refuse malformed text; ns-3 would read -4 as 4294967292
 * and 1x as 1. Return the value, or null if the text is not accepted. */
Ptr<AttributeValue> IncReadAttribute(const AttributeChecker& checker, const std::string& text);

/** \return default value in the form in which a user writes it */
std::string IncDefaultText(const TypeId::AttributeInformation& attribute);

/** \brief Add an argument that sets the attribute at `path`, with the same values and default. The
 * attribute is set only if the user gives the argument by `name` or by `path`. `byDefault` is the
 * default in words, if it differs from the attribute's default. */
void IncAddAttribute(IncArgumentTable& table,
                     const std::string& name,
                     const std::string& path,
                     const std::string& help,
                     const std::string& byDefault = "");

} // namespace ns3

#endif // INC_ATTRIBUTE_TEXT_H
