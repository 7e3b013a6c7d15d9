/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_FRAME_STATE_H
#define INC_FRAME_STATE_H

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
void IncVisitBits(const IncBitString& bits, IncFieldName field, IncStateVisitor& visitor);

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

/// Fields of an INC header.
template <>
struct IncFieldsOf<IncHeader>
{
    INC_TABLE(IncHeader,
              INC_VALUE(version) + INC_VALUE(flags) + INC_VALUE(collective) + INC_VALUE(operation) +
                  INC_VALUE(dataType) + INC_VALUE(bslCode) + INC_VALUE(treeId) + INC_VALUE(epoch) +
                  INC_VALUE(rank) + INC_VALUE(count) + INC_VALUE(si) + INC_VALUE(subDomain) +
                  INC_FIELD(messageId, SEQUENCE))
};

/// Fields of the RETH of a contribution or result; the address follows from the message's number.
template <>
struct IncFieldsOf<IncReth>
{
    INC_TABLE(IncReth, INC_COUNT(virtualAddress) + INC_VALUE(rkey) + INC_VALUE(dmaLength))
};

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

#endif // INC_FRAME_STATE_H
