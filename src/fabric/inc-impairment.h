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
 * \brief Faults of a bad link besides loss: it repeats some frames and delays others.
 *
 * Attached to a receiving IncNetDevice. A repetition is not repeated once more by the links that
 * follow, or their number would double with every hop. Loss is the business of ns3::ErrorModel.
 */
class IncImpairment : public Object
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncImpairment();

    /**
     * \brief Pin the random streams.
     * \param stream first stream to use
     * \return how many streams were used
     */
    int64_t AssignStreams(int64_t stream);

    /** \return true when this frame is to arrive twice */
    bool DrawDuplicate();

    /** \return how much later than in order this frame arrives; zero for most */
    Time DrawExtraDelay();

  private:
    double m_duplicate;                   //!< probability per frame
    double m_reorder;                     //!< probability per frame
    Time m_maxDelay;                      //!< longest extra delay
    Ptr<UniformRandomVariable> m_uniform; //!< draws which frames suffer
};

} // namespace ns3

#endif // INC_IMPAIRMENT_H
