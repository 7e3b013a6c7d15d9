/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_OWN_SCHEME_H
#define INC_OWN_SCHEME_H

#include "inc-collective.h"
#include "inc-host-program.h"

#include "ns3/node-container.h"
#include "ns3/object.h"

#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Base class of user-defined schemes.
 *
 * A class that registers itself can be chosen by `inc-sim --scheme`: ns3::Chain is `chain`.
 * Attribute paths, such as --ns3::Chain::Name, set its attributes. In most schemes MakeProgram()
 * returns the steps of each rank. The base class then supplies connections, windows, slices, the
 * closed form of the volume, and rails. A scheme with its own protocol returns it from Setup().
 */
class IncOwnScheme : public Object
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();

    /** \return supported collectives; IncOwnCollective::Of() returns those defined by users */
    virtual std::vector<IncCollective> GetCollectives() const = 0;

    /** \brief Make the program of a rank from its call of a collective in GetCollectives(), with at
     * least two ranks; this default aborts. */
    virtual IncHostProgram MakeProgram(const IncHostCall& call) const;

    /** \brief Set up a group of hosts by rank, each with an IncRdmaNic. Return the algorithm that
     * runs the collectives; null, the default: hosts run MakeProgram(). */
    virtual Ptr<IncCollectiveAlgorithm> Setup(const NodeContainer& hosts) const;
};

} // namespace ns3

#endif // INC_OWN_SCHEME_H
