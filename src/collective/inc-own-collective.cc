/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-own-collective.h"

#include "ns3/abort.h"
#include "ns3/inc-registered-types.h"
#include "ns3/object-factory.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IncOwnCollective);

namespace
{

struct Own
{
    TypeId tid;
    Ptr<const IncOwnCollective> collective;
};

std::vector<Own>
MakeAll()
{
    std::vector<Own> all;
    const IncRegisteredTypes types(IncOwnCollective::GetTypeId(), "Collective");
    for (const auto& [word, tid] : types.All())
    {
        NS_ABORT_MSG_IF(IncParseCollective(word),
                        tid.GetName() << ": there is a collective " << word << " already");
        NS_ABORT_MSG_IF(all.size() + INC_FIRST_OWN_COLLECTIVE > UINT8_MAX,
                        tid.GetName() << ": no number is left for a collective");
        ObjectFactory factory;
        factory.SetTypeId(tid);
        const auto value = static_cast<IncCollective>(INC_FIRST_OWN_COLLECTIVE + all.size());
        all.push_back({tid, factory.Create<IncOwnCollective>()});
        IncSetName(value, word);
    }
    return all;
}

const std::vector<Own>&
Table()
{
    static const std::vector<Own> all = MakeAll();
    return all;
}

} // namespace

TypeId
IncOwnCollective::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IncOwnCollective").SetParent<Object>().SetGroupName("Inc");
    return tid;
}

IncCollective
IncOwnCollective::Of(TypeId tid)
{
    for (std::size_t i = 0; i < Table().size(); ++i)
    {
        if (Table()[i].tid == tid)
        {
            return static_cast<IncCollective>(INC_FIRST_OWN_COLLECTIVE + i);
        }
    }
    NS_ABORT_MSG("IncOwnCollective::Of: " << tid.GetName()
                                          << " is no registered class with a constructor");
}

const IncOwnCollective&
IncOwnCollective::Get(IncCollective value)
{
    return *Table().at(static_cast<uint8_t>(value) - INC_FIRST_OWN_COLLECTIVE).collective;
}

std::vector<IncCollective>
IncOwnCollective::All()
{
    std::vector<IncCollective> all;
    for (std::size_t i = 0; i < Table().size(); ++i)
    {
        all.push_back(static_cast<IncCollective>(INC_FIRST_OWN_COLLECTIVE + i));
    }
    return all;
}

} // namespace ns3
