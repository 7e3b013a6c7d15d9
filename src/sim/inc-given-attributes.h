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
 * \brief Make a value that a user gave the default of an attribute. Throws IncError for a bad path
 * or value.
 * \param path path of the attribute: ns3::Class::Attribute
 * \param text text of the value
 */
void IncGiveAttribute(const std::string& path, const std::string& text);

/** \ingroup inc \brief Prepare for a new command line: forget attributes that users gave, and
 * restore the defaults that an earlier command line of this process has replaced. */
void IncForgetGivenAttributes();

/**
 * \ingroup inc
 * \brief Make a value the default of an attribute, until IncForgetGivenAttributes() is called.
 * \param path path of the attribute: ns3::Class::Attribute
 * \param value a value that the attribute's checker accepts
 */
void IncSetDefault(const std::string& path, const AttributeValue& value);

/** \ingroup inc \return whether the user gave any attribute by its path */
bool IncAreAttributesGiven();

/**
 * \ingroup inc
 * \param path path of an attribute
 * \return whether the user gave this attribute by its path
 */
bool IncIsAttributeGiven(const std::string& path);

/** \brief Set those attributes of an object that the user gave. It is for objects whose values
 * do not come from attribute defaults. */
void IncSetGivenAttributes(ObjectBase& object);

/**
 * \ingroup inc
 * \return after a simulation, a complaint about each given attribute that no object has taken, in
 * the order of their paths
 */
std::vector<std::string> IncFindUnusedAttributes();

} // namespace ns3

#endif // INC_GIVEN_ATTRIBUTES_H
