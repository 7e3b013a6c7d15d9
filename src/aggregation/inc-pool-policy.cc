/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-pool-policy.h"

#include "inc-cell-pool.h"

#include "ns3/boolean.h"
#include "ns3/inc-enum.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IncPoolPolicy);

TypeId
IncPoolPolicy::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IncPoolPolicy")
            .SetParent<Object>()
            .SetGroupName("Inc")
            .AddAttribute("Ways",
                          "Number of cells among which a round can choose, by a hash; 0: all cells "
                          "of the switch",
                          UintegerValue(0),
                          MakeUintegerAccessor(&IncPoolPolicy::m_ways),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("Hash",
                          "What the hash of a round is made of, if Ways is not 0: tree, epoch and "
                          "MessageID, or tree and place in the window",
                          IncEnumValue(IncCellHash::MESSAGE),
                          MakeIncEnumAccessor(&IncPoolPolicy::m_hash),
                          MakeIncEnumChecker<IncCellHash>(
                              {{IncCellHash::MESSAGE, "message"}, {IncCellHash::PLACE, "place"}}))
            .AddAttribute("Ledger",
                          "When a round asks for a cell: once, at its first contribution, or (only "
                          "over UC) at each contribution that finds none",
                          IncEnumValue(IncCellLedger::ROUND),
                          MakeIncEnumAccessor(&IncPoolPolicy::m_ledger),
                          MakeIncEnumChecker<IncCellLedger>(
                              {{IncCellLedger::ROUND, "round"}, {IncCellLedger::CELL, "cell"}}))
            .AddAttribute("Rehash",
                          "Whether a place in the window gets another hash when its round finds no "
                          "cell, if Hash is place",
                          BooleanValue(false),
                          MakeBooleanAccessor(&IncPoolPolicy::m_rehash),
                          MakeBooleanChecker());
    return tid;
}

uint8_t
IncPoolPolicy::GetPriority(const IncCellUser& user) const
{
    return user.GetShare().priority;
}

} // namespace ns3
