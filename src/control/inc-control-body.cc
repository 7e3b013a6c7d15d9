/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-control-body.h"

#include "ns3/abort.h"
#include "ns3/inc-byte-order.h"

#include <algorithm>

namespace ns3
{

namespace
{

std::string
BytesOf(const std::vector<uint8_t>& bytes)
{
    return {bytes.begin(), bytes.end()};
}

} // namespace

IncControlBody::Item::Item(IncControlField field, uint64_t number)
    : field(field)
{
    uint32_t size = 1;
    while (size < 8 && number >> (8 * size) != 0)
    {
        size *= 2;
    }
    IncAppend(value, number, size);
}

IncControlBody::Item::Item(IncControlField field, const std::string& bytes)
    : field(field),
      value(bytes)
{
    NS_ABORT_MSG_IF(value.size() > UINT16_MAX,
                    "IncControlBody::Add: field " << +static_cast<uint8_t>(field) << " has "
                                                  << value.size() << " bytes, at most 65535");
}

IncControlBody::Item::Item(IncControlField field, const IncControlBody& group)
    : Item(field, BytesOf(group.GetBytes()))
{
}

const IncControlBody::Item*
IncControlBody::FindItem(IncControlField field) const
{
    const auto found = std::find_if(m_items.begin(), m_items.end(), [field](const Item& item) {
        return item.field == field;
    });
    return found == m_items.end() ? nullptr : &*found;
}

std::optional<uint64_t>
IncControlBody::Find(IncControlField field) const
{
    const Item* item = FindItem(field);
    if (!item || item->value.empty() || item->value.size() > 8)
    {
        return std::nullopt;
    }
    return IncReadAt(item->value, 0, item->value.size());
}

std::string
IncControlBody::GetText(IncControlField field) const
{
    const Item* item = FindItem(field);
    return item ? item->value : "";
}

std::vector<IncControlBody>
IncControlBody::GetGroups(IncControlField field) const
{
    std::vector<IncControlBody> groups;
    for (const Item& item : m_items)
    {
        if (item.field == field)
        {
            const auto* bytes = reinterpret_cast<const uint8_t*>(item.value.data());
            if (auto group = Read(bytes, item.value.size()))
            {
                groups.push_back(std::move(*group));
            }
        }
    }
    return groups;
}

std::vector<uint8_t>
IncControlBody::GetBytes() const
{
    std::vector<uint8_t> out;
    for (const Item& item : m_items)
    {
        out.push_back(static_cast<uint8_t>(item.field));
        IncAppend(out, item.value.size(), 2);
        out.insert(out.end(), item.value.begin(), item.value.end());
    }
    return out;
}

std::optional<IncControlBody>
IncControlBody::Read(const uint8_t* data, std::size_t size)
{
    IncControlBody body;
    while (size > 0)
    {
        if (size < FIELD_HEADER)
        {
            return std::nullopt;
        }
        const std::size_t length = IncGet16(data + 1);
        if (length > size - FIELD_HEADER)
        {
            return std::nullopt;
        }
        const auto* value = reinterpret_cast<const char*>(data) + FIELD_HEADER;
        body.Add(static_cast<IncControlField>(data[0]), std::string(value, length));
        data += FIELD_HEADER + length;
        size -= FIELD_HEADER + length;
    }
    return body;
}

} // namespace ns3
