/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ARGUMENT_ATTRIBUTES_H
#define INC_ARGUMENT_ATTRIBUTES_H

#include "ns3/attribute.h"
#include "ns3/inc-rc-parameters.h"

#include <string>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Refuse an attribute that an argument of inc-sim sets: its default would not be heard of.
 * Throws IncArgumentError, naming the argument.
 * \param attribute its path, such as "ns3::IncRcQueuePair::PathMtu"
 * \param value that the user gave
 */
void IncRefuseArgumentAttribute(const std::string& attribute, const std::string& value);

/**
 * \ingroup inc
 * \brief Change the default of an attribute of IncRcQueuePair, unless the user has.
 * \param name of the attribute
 * \param value its default from now on
 */
void IncSetDefaultUnlessGiven(const std::string& name, const AttributeValue& value);

/**
 * \ingroup inc
 * \brief Apply the attributes of IncRcQueuePair whose defaults were changed, but for those that
 * arguments of inc-sim set, to connections that do not follow the defaults.
 * \param rc parameters of such connections
 * \return the parameters with what was changed
 */
IncRcParameters IncWithGivenAttributes(const IncRcParameters& rc);

} // namespace ns3

#endif // INC_ARGUMENT_ATTRIBUTES_H
