/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-fuzz-parser.h"

#include <array>
#include <cstring>
#include <nlohmann/json.hpp>
#include <random>
#include <vector>

namespace ns3
{

namespace
{

using Json = nlohmann::ordered_json;

/// Collect a value and all values inside it.
void
Collect(Json& value, std::vector<Json*>& found)
{
    found.push_back(&value);
    if (value.is_structured())
    {
        for (auto& child : value)
        {
            Collect(child, found);
        }
    }
}

/// Return values that JSON files rarely have.
const std::vector<Json>&
Strange()
{
    static const std::vector<Json> values{nullptr,
                                          true,
                                          0,
                                          -1,
                                          1,
                                          0.5,
                                          1e308,
                                          -1e-308,
                                          UINT64_MAX,
                                          INT64_MIN,
                                          UINT32_MAX,
                                          65536,
                                          "",
                                          "h0",
                                          "\n",
                                          Json::array(),
                                          Json::object(),
                                          Json::array({Json::array()})};
    return values;
}

void
Change(Json& value, const Json& other, std::mt19937& random)
{
    switch (random() % 6)
    {
    case 0: // a value from another place of the file
        value = other;
        return;
    case 1: // a neighbor
        if (value.is_number_integer())
        {
            value = value.get<uint64_t>() + (random() % 2 ? 1 : UINT64_MAX);
            return;
        }
        break;
    case 2: // one less
        if (value.is_structured() && !value.empty())
        {
            auto it = value.begin();
            std::advance(it, random() % value.size());
            value.erase(it);
            return;
        }
        break;
    case 3: // repeat an element, or replace a field
        if (value.is_array() && !value.empty())
        {
            value.push_back(value[random() % value.size()]);
            return;
        }
        if (value.is_object())
        {
            value["x" + std::to_string(random() % 4)] = other;
            return;
        }
        break;
    case 4:
        if (value.is_string())
        {
            auto text = value.get<std::string>();
            text.insert(random() % (text.size() + 1), 1, static_cast<char>(' ' + random() % 95));
            value = text;
            return;
        }
        break;
    default:
        break;
    }
    value = Strange()[random() % Strange().size()];
}

} // namespace

std::size_t
IncFuzzJson(uint8_t* data, std::size_t size, std::size_t most, uint32_t seed)
{
    Json root = Json::parse(data, data + size, nullptr, false);
    if (root.is_discarded())
    {
        return size;
    }
    std::mt19937 random(seed);
    std::vector<Json*> values;
    Collect(root, values);
    const Json other = *values[random() % values.size()];
    Change(*values[random() % values.size()], other, random);
    const std::string text = root.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (text.size() > most)
    {
        return size;
    }
    std::memcpy(data, text.data(), text.size());
    return text.size();
}

} // namespace ns3
