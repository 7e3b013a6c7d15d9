/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_FLAT_PROGRAM_H
#define INC_FLAT_PROGRAM_H

#include "inc-host-algorithm.h"
#include "inc-server-layout.h"

namespace ns3
{

/**
 * \ingroup inc
 * \brief Make a rank's program of a host algorithm over all GPUs of servers, without a part of its
 * own inside servers.
 *
 * Ranks of one server exchange elements over their scale-up switch. Elements for another server
 * travel on one rail: from the sender to the head of this rail in its server, from head to head,
 * and to the receiver. NCCL calls it PXN.
 *
 * A ring passes through each server once. It divides the elements among the rails, and the ring of
 * a rail enters and leaves each server at the head. In other algorithms all elements for a receiver
 * take a rail of the receiver.
 * \param call the call, with ranks of all servers
 * \param layout servers of the ranks
 * \param algorithm algorithm over the ranks
 */
IncHostProgram IncMakeFlatProgram(const IncHostCall& call,
                                  const IncServerLayout& layout,
                                  const IncHostAlgorithm& algorithm);

} // namespace ns3

#endif // INC_FLAT_PROGRAM_H
