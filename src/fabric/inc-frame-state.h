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

/** \brief Pass the bits of a bit string to a visitor, which records or advances the state. */
void IncVisitBits(const IncBitString& bits, IncFieldName field, IncStateVisitor& visitor);

/** \brief Return a number that identifies one end of a connection in IncStateVisitor. */
inline uint64_t
IncConnectionKey(uint32_t address, uint32_t qpn)
{
    return uint64_t{address} << 24 | qpn;
}

/// State fields of an INC header, for IncStateVisitor.
template <>
struct IncFieldsOf<IncHeader>
{
    INC_TABLE(IncHeader,
              INC_VALUE(version) + INC_VALUE(flags) + INC_VALUE(collective) + INC_VALUE(operation) +
                  INC_VALUE(dataType) + INC_VALUE(bslCode) + INC_VALUE(treeId) + INC_VALUE(epoch) +
                  INC_VALUE(rank) + INC_VALUE(count) + INC_VALUE(si) + INC_VALUE(subDomain) +
                  INC_FIELD(messageId, SEQUENCE))
};

/// State fields of the RETH of a contribution or result; the address follows from the MessageID.
template <>
struct IncFieldsOf<IncReth>
{
    INC_TABLE(IncReth, INC_COUNT(virtualAddress) + INC_VALUE(rkey) + INC_VALUE(dmaLength))
};

/// \brief Pass the RETH of a message between hosts to a visitor, which may advance it. `numbers` is
/// nullptr if the numbering of such messages is unknown.
void IncVisitReth(IncReth& reth, const IncStateVisitor::Numbers* numbers, IncStateVisitor& visitor);

/// \brief Pass the immediate of a message to a visitor, which may advance the message number in its
/// low part. `numbers` is nullptr if the numbering of such messages is unknown.
void IncVisitImmediate(uint32_t& immediate,
                       const IncStateVisitor::Numbers* numbers,
                       IncStateVisitor& visitor);

} // namespace ns3

#endif // INC_FRAME_STATE_H
