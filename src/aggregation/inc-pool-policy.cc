/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-pool-policy.h"

#include "inc-cell-pool.h"

#include "ns3/inc-enum.h"
#include "ns3/inc-error.h"
#include "ns3/inc-registered-types.h"
#include "ns3/inc-words.h"
#include "ns3/object-factory.h"
#include "ns3/uinteger.h"

#include <vector>

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
                              {{IncCellHash::MESSAGE, "message"}, {IncCellHash::PLACE, "place"}}));
    return tid;
}

uint8_t
IncPoolPolicy::GetPriority(const IncCellUser& user) const
{
    return user.GetShare().priority;
}

namespace
{

IncRegisteredTypes
PoolPolicies()
{
    return {IncPoolPolicy::GetTypeId(), "PoolPolicy"};
}

} // namespace

Ptr<IncPoolPolicy>
IncPoolPolicy::Create(const std::string& name)
{
    const IncRegisteredTypes policies = PoolPolicies();
    const auto found = policies.All().find(name);
    if (found == policies.All().end())
    {
        throw IncError("accepted: " + GetAccepted());
    }
    ObjectFactory factory;
    factory.SetTypeId(found->second);
    return factory.Create<IncPoolPolicy>();
}

std::string
IncPoolPolicy::GetAccepted()
{
    std::vector<std::string> names;
    const IncRegisteredTypes policies = PoolPolicies();
    for (const auto& [name, tid] : policies.All())
    {
        names.push_back(name);
    }
    return IncWordList(names);
}

} // namespace ns3
