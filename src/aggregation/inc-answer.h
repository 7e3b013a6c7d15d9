/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ANSWER_H
#define INC_ANSWER_H

#include "inc-message-timer.h"

#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \brief A message of a client whose result came; over UC without anybody having repeated anything,
 * over RC without times.
 */
struct IncAnswer
{
    uint64_t sequence;   //!< sequence number of the message
    int64_t sentPs;      //!< time when it left
    int64_t roundTripPs; //!< until its result came
};

/**
 * \ingroup inc
 * \brief Told of the results of a client.
 */
class IncAnswerListener
{
  public:
    virtual ~IncAnswerListener() = default;

    /** \param answer whose result has come */
    virtual void MessageAnswered(const IncAnswer& answer) = 0;
};

/**
 * \ingroup inc
 * \brief Estimates that a client has learnt from round trips.
 */
struct IncRoundTrips
{
    IncMessageTimer timer;  //!< how long to wait
    int64_t overtakenPs{0}; //!< messages sent before that have been overtaken

    /** \return whether it is the same */
    bool operator==(const IncRoundTrips& other) const
    {
        return timer.GetTypical() == other.timer.GetTypical() && overtakenPs == other.overtakenPs;
    }
};

} // namespace ns3

#endif // INC_ANSWER_H
