/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_GIVEN_ATTRIBUTES_H
#define INC_GIVEN_ATTRIBUTES_H

#include "ns3/attribute.h"
#include "ns3/object-base.h"

#include <string>
#include <vector>

namespace ns3
{

/** \brief Make a value that a user gave the default of the attribute ns3::Class::Attribute. Throws
 * IncError for a bad path or value. */
void IncGiveAttribute(const std::string& path, const std::string& text);

/** \brief Prepare for a new command line: forget attributes that users gave, and restore the
 * defaults that an earlier command line of this process has replaced. */
void IncForgetGivenAttributes();

/** \brief Make a valid value the default of an attribute, until IncForgetGivenAttributes(). */
void IncSetDefault(const std::string& path, const AttributeValue& value);

/** \ingroup inc \return whether the user gave any attribute by its path */
bool IncAreAttributesGiven();

/** \return whether the user gave the attribute with this path */
bool IncIsAttributeGiven(const std::string& path);

/** \brief Set the user's attributes of an object whose values do not come from the defaults. */
void IncSetGivenAttributes(ObjectBase& object);

/** \brief Return, after a simulation, a complaint about each given attribute that no object has
 * taken, in the order of paths. */
std::vector<std::string> IncFindUnusedAttributes();

} // namespace ns3

#endif // INC_GIVEN_ATTRIBUTES_H
