/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_IMPAIRMENT_H
#define INC_IMPAIRMENT_H

#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/random-variable-stream.h"

namespace ns3
{

/**
 * \ingroup inc
 * \brief Faults of a bad link besides loss: some frames arrive twice, and others late.
 *
 * A link never repeats a second copy, because the copies would double with every hop.
 */
class IncImpairment : public Object
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncImpairment();

    /// \brief Assign fixed stream numbers to the random variables; return the number of streams
    /// used.
    int64_t AssignStreams(int64_t stream);

    /** \return whether the next frame must arrive twice */
    bool DrawDuplicate();

    /** \return additional delay of the next frame; zero for most */
    Time DrawExtraDelay();

  private:
    double m_duplicate;
    double m_reorder;
    Time m_maxDelay;
    Ptr<UniformRandomVariable> m_uniform;
};

} // namespace ns3

#endif // INC_IMPAIRMENT_H
