/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_FRAME_VISIT_H
#define INC_FRAME_VISIT_H

#include "ns3/inc-bit-string.h"
#include "ns3/inc-header.h"
#include "ns3/inc-reth.h"
#include "ns3/inc-state-visitor.h"

#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \param bits state
 * \param field their name
 * \param visitor of the state
 */
void IncVisitBits(const IncBitString& bits, const char* field, IncStateVisitor& visitor);

/**
 * \ingroup inc
 * \param address of one end
 * \param qpn of its queue pair
 * \return that end of a connection, for IncStateVisitor
 */
inline uint64_t
IncConnectionKey(uint32_t address, uint32_t qpn)
{
    return uint64_t{address} << 24 | qpn;
}

/**
 * \ingroup inc
 * \param header state of the visitor's present tree
 * \param visitor of the state
 */
void IncVisitHeader(IncHeader& header, IncStateVisitor& visitor);

/**
 * \ingroup inc
 * \param reth state; the address follows from the number of the message
 * \param visitor of the state
 */
void IncVisitReth(IncReth& reth, IncStateVisitor& visitor);

/**
 * \ingroup inc
 * \param reth state of a message between hosts
 * \param numbers of such messages, or nullptr where nobody tells
 * \param visitor of the state
 */
void IncVisitReth(IncReth& reth, const IncStateVisitor::Numbers* numbers, IncStateVisitor& visitor);

/**
 * \ingroup inc
 * \param immediate state of such a message: its number, and above it a kind
 * \param numbers of such messages, or nullptr where nobody tells
 * \param visitor of the state
 */
void IncVisitImmediate(uint32_t& immediate,
                       const IncStateVisitor::Numbers* numbers,
                       IncStateVisitor& visitor);

} // namespace ns3

#endif // INC_FRAME_VISIT_H
