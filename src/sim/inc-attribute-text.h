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

/**
 * \ingroup inc
 * \brief Find an attribute by its path; throws IncError if there is none.
 * \param path path of the attribute, such as ns3::IncSwitch::Ecmp
 * \return declaration of the attribute in its class
 */
TypeId::AttributeInformation IncFindAttribute(const std::string& path);

/**
 * \ingroup inc
 * \param checker checker of an attribute
 * \param kind kind of value, such as "Uinteger"
 * \return whether the attribute has values of this kind, such as UintegerValue
 */
bool IncIsOf(const AttributeChecker& checker, const std::string& kind);

/**
 * \ingroup inc
 * \param checker checker of an attribute
 * \return accepted values in words, e.g. "a whole number from 1 to 8"
 */
std::string IncAcceptedBy(const AttributeChecker& checker);

/**
 * \ingroup inc
 * \param checker checker of an attribute
 * \return accepted words of an enumeration; empty: the attribute is no enumeration
 */
std::vector<std::string> IncWordsOf(const AttributeChecker& checker);

/**
 * \ingroup inc
 * \brief Read the value of an attribute strictly; ns-3 itself reads -4 as 4294967292 and 1x as 1.
 * \param checker checker of the attribute
 * \param text the value
 * \return the value, or null if it is not accepted
 */
Ptr<AttributeValue> IncReadAttribute(const AttributeChecker& checker, const std::string& text);

/**
 * \ingroup inc
 * \param attribute declaration of the attribute in its class
 * \return default value, as a user would write it
 */
std::string IncDefaultText(const TypeId::AttributeInformation& attribute);

/**
 * \ingroup inc
 * \brief Add an argument that sets an attribute, with the range and default of its class. The
 * attribute is set only if the user gives the argument, by its name or by the attribute's path.
 * \param table table that gets the arguments
 * \param name name of the argument
 * \param path path of the attribute, such as ns3::IncSwitch::Ecmp
 * \param help a sentence, with the unit
 * \param byDefault default in words, if the attribute's own is not in effect
 */
void IncAddAttribute(IncArgumentTable& table,
                     const std::string& name,
                     const std::string& path,
                     const std::string& help,
                     const std::string& byDefault = "");

} // namespace ns3

#endif // INC_ATTRIBUTE_TEXT_H
