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

/**
 * \ingroup inc
 * \brief Make a value the default of an attribute, because a user gave it by the attribute's path.
 * Throws IncError.
 * \param path path of the attribute: ns3::Class::Attribute
 * \param text the value
 */
void IncGiveAttribute(const std::string& path, const std::string& text);

/**
 * \ingroup inc
 * \brief Begin a command line: forget given attributes, and restore the defaults that an earlier
 * command line of this process has replaced.
 */
void IncForgetGivenAttributes();

/**
 * \ingroup inc
 * \brief Make a value the default of an attribute until the next command line.
 * \param path path of the attribute: ns3::Class::Attribute
 * \param value a value that the attribute's checker accepts
 */
void IncSetDefault(const std::string& path, const AttributeValue& value);

/**
 * \ingroup inc
 * \return whether a user gave any attribute by its path
 */
bool IncAreAttributesGiven();

/**
 * \ingroup inc
 * \param path path of an attribute
 * \return whether a user gave the attribute
 */
bool IncIsAttributeGiven(const std::string& path);

/**
 * \ingroup inc
 * \brief Set the attributes of an object's class that a user gave, if its parameters have
 * defaults of their own.
 * \param object an object
 */
void IncSetGivenAttributes(ObjectBase& object);

/**
 * \ingroup inc
 * \return after a simulation, a complaint about each given attribute that no object has taken, in
 * the order of their paths
 */
std::vector<std::string> IncFindUnusedAttributes();

} // namespace ns3

#endif // INC_GIVEN_ATTRIBUTES_H
