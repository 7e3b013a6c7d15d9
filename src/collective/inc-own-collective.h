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
 * \brief Base class of user-defined collectives.
 *
 * Each rank has `count` elements and receives `count` results: the reduction over a set of ranks,
 * which GetContributors() returns. An IncOwnScheme that supports the collective runs it over hosts.
 * Examples are a prefix sum, an exchange with a neighbor, and an AllReduce within subsets of ranks.
 * A class that registers itself can be chosen by `inc-sim --collective`: ns3::Scan is `scan`.
 * inc-sim checks the results.
 */
class IncOwnCollective : public Object
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();

    /** \return ranks whose elements are reduced for a rank: at least one, without duplicates */
    virtual std::vector<uint32_t> GetContributors(uint32_t rank, uint32_t ranks) const = 0;

    /** \return number of a registered class; aborts if it is no user-defined collective */
    static IncCollective Of(TypeId tid);

    /** \return the collective with a number from Of() or All() */
    static const IncOwnCollective& Get(IncCollective value);

    /** \return the numbers of all registered classes, in the order of their names */
    static std::vector<IncCollective> All();
};

} // namespace ns3

#endif // INC_OWN_COLLECTIVE_H
