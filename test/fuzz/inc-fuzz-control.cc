/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-fuzz-parser.h"

#include "ns3/inc-control-body.h"
#include "ns3/inc-control-datagram.h"

#include <algorithm>
#include <set>
#include <vector>

using namespace ns3;

namespace
{

/// Return the numbers of the fields of a body, and one more that the body does not have.
std::set<uint8_t>
FieldsIn(const std::vector<uint8_t>& body)
{
    std::set<uint8_t> fields;
    for (std::size_t at = 0; at < body.size(); at += 3 + (body[at + 1] << 8 | body[at + 2]))
    {
        fields.insert(body[at]);
    }
    uint8_t other = 0;
    while (fields.count(other) != 0 && other < UINT8_MAX)
    {
        ++other;
    }
    fields.insert(other);
    return fields;
}

/// Read the fields as number, text and group.
void
LookInto(const IncControlBody& body, uint32_t depth)
{
    for (const uint8_t number : FieldsIn(body.GetBytes()))
    {
        const auto field = static_cast<IncControlField>(number);
        const auto value = body.Find(field);
        IncFuzzExpect(body.Get(field, uint64_t{77}) == value.value_or(77),
                      "a number is what is found");
        body.GetText(field);
        if (depth < 4)
        {
            for (const auto& group : body.GetGroups(field))
            {
                LookInto(group, depth + 1);
            }
        }
    }
}

void
ReadBody(const uint8_t* data, std::size_t size)
{
    const auto body = IncControlBody::Read(data, size);
    if (!body)
    {
        return;
    }
    const std::vector<uint8_t> written = body->GetBytes();
    IncFuzzExpect(std::equal(written.begin(), written.end(), data, data + size),
                  "a body is written as it was read");
    LookInto(*body, 0);
}

void
ReadDatagram(const uint8_t* data, std::size_t size)
{
    const auto datagram = IncControlDatagram::Read(data, size);
    if (!datagram)
    {
        return;
    }
    const auto written = datagram->Write();
    IncFuzzExpect(written.size() == size, "a datagram is written at its length");
    IncFuzzExpect(std::equal(written.begin(), written.end() - sizeof(IncDigest), data),
                  "a datagram is written as it was read, but for its digest");
    ReadBody(datagram->body.data(), datagram->body.size());
}

const IncFuzzParser g_datagrams("control-datagrams", ReadDatagram);
const IncFuzzParser g_bodies("control-bodies", ReadBody);

} // namespace
