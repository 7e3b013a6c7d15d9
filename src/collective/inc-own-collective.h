/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_OWN_COLLECTIVE_H
#define INC_OWN_COLLECTIVE_H

#include "ns3/inc-types.h"
#include "ns3/object.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief A collective of one's own: every rank has `count` elements and gets as many, those of
 * certain ranks reduced. It runs over hosts, by a scheme that knows it (IncOwnScheme).
 *
 * A prefix sum is one, an exchange with a neighbor, an AllReduce within parts. A class that
 * registers itself is one of `inc-sim --collective`: ns3::Scan is `scan`, and its results are
 * checked against what GetContributors() says.
 */
class IncOwnCollective : public Object
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();

    /**
     * \param rank any rank
     * \param ranks number of ranks
     * \return the ranks whose elements are reduced to those that this one gets, at least one,
     *         none twice
     */
    virtual std::vector<uint32_t> GetContributors(uint32_t rank, uint32_t ranks) const = 0;

    /**
     * \param tid of a registered class
     * \return its number; aborts where it is none
     */
    static IncCollective Of(TypeId tid);

    /**
     * \param value a number from Of() or All()
     * \return what it is
     */
    static const IncOwnCollective& Get(IncCollective value);

    /** \return the numbers of all registered classes, in the order of their names */
    static std::vector<IncCollective> All();
};

} // namespace ns3

#endif // INC_OWN_COLLECTIVE_H
