/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_RESULT_SINK_H
#define INC_RESULT_SINK_H

namespace ns3
{

struct IncSlotRound;

/**
 * \ingroup inc
 * \brief Takes the results at the root of a tree: the memory of a parameter server, which runs on
 * the root's node.
 */
class IncResultSink
{
  public:
    virtual ~IncResultSink() = default;

    /** \param round all contributions are in; called once for each */
    virtual void TakeResult(const IncSlotRound& round) = 0;
};

} // namespace ns3

#endif // INC_RESULT_SINK_H
