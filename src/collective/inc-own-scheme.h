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
 * \brief A way of one's own to run collectives. A class that registers itself is one of
 * `inc-sim --scheme`: ns3::Chain is `chain`; its attributes are set by their paths.
 *
 * Most say by MakeProgram() what each rank sends and receives, and get connections, windows,
 * slices, the closed form of what they cannot avoid to carry, and rails for it. What has a protocol
 * of its own returns it from Setup().
 */
class IncOwnScheme : public Object
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();

    /** \return what it runs; with IncOwnCollective::Of() also collectives of one's own */
    virtual std::vector<IncCollective> GetCollectives() const = 0;

    /**
     * \brief Say what a rank does; aborts where a class does not.
     * \param call one rank's part of a collective that GetCollectives() names, of at least two
     * \return its steps
     */
    virtual IncHostProgram MakeProgram(const IncHostCall& call) const;

    /**
     * \brief Set up a group.
     * \param hosts by rank, each with an IncRdmaNic
     * \return what runs it; null, as long as a class does not say otherwise: MakeProgram()
     */
    virtual Ptr<IncCollectiveAlgorithm> Setup(const NodeContainer& hosts) const;
};

} // namespace ns3

#endif // INC_OWN_SCHEME_H
