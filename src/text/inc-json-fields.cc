/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-json-fields.h"

#include "inc-error.h"
#include "inc-json-file.h"

#include <cmath>

namespace ns3
{

using nlohmann::json;

std::string
IncShortJson(const json& value)
{
    std::string text = value.dump(-1, ' ', true, json::error_handler_t::replace);
    return text.size() <= 40 ? text : text.substr(0, 37) + "...";
}

IncJsonFields::IncJsonFields(const json& object, std::string path)
    : m_object(object),
      m_path(std::move(path))
{
    if (!object.is_object())
    {
        throw IncError((m_path.empty() ? "file" : m_path) + ": " + IncShortJson(object) +
                       " is not accepted; expected an object");
    }
}

std::string
IncJsonFields::PathOf(const std::string& name) const
{
    return m_path.empty() ? name : m_path + "." + name;
}

void
IncJsonFields::Refuse(const std::string& name,
                      const std::string& value,
                      const std::string& accepted) const
{
    throw IncError(PathOf(name) + ": " + value + " is not accepted; expected " + accepted);
}

bool
IncJsonFields::Has(const std::string& name)
{
    m_known.insert(name);
    return m_object.contains(name);
}

const json&
IncJsonFields::Get(const std::string& name)
{
    if (!Has(name))
    {
        throw IncError(PathOf(name) + ": missing field");
    }
    return m_object.find(name).value();
}

double
IncJsonFields::Gbps(const std::string& name)
{
    const json& value = Get(name);
    // What is outside was meant in another unit.
    if (!value.is_number() || !(value.get<double>() >= 1e-6) || !(value.get<double>() <= 1e9))
    {
        Refuse(name, IncShortJson(value), "a number of Gb/s above 0, from 1e-6 to 1e9");
    }
    return value.get<double>();
}

double
IncJsonFields::NonNegative(const std::string& name)
{
    const json& value = Get(name);
    if (!value.is_number() || !(value.get<double>() >= 0) || !std::isfinite(value.get<double>()))
    {
        Refuse(name, IncShortJson(value), "a number of at least 0");
    }
    return value.get<double>();
}

int64_t
IncJsonFields::Integer(const std::string& name, int64_t low, int64_t high)
{
    const json& value = Get(name);
    // 24.0 is an integer to whoever wrote it.
    const double number = value.is_number() ? value.get<double>() : 0.5;
    if (std::floor(number) != number || number < double(low) || number > double(high))
    {
        Refuse(name,
               IncShortJson(value),
               "an integer from " + std::to_string(low) + " to " + std::to_string(high));
    }
    return static_cast<int64_t>(number);
}

bool
IncJsonFields::Boolean(const std::string& name)
{
    const json& value = Get(name);
    if (!value.is_boolean())
    {
        Refuse(name, IncShortJson(value), "true or false");
    }
    return value.get<bool>();
}

std::string
IncJsonFields::Text(const std::string& name)
{
    const json& value = Get(name);
    if (!value.is_string() || value.get_ref<const std::string&>().empty())
    {
        Refuse(name, IncShortJson(value), "a string that is not empty");
    }
    return value.get<std::string>();
}

const json&
IncJsonFields::Array(const std::string& name)
{
    const json& value = Get(name);
    if (!value.is_array())
    {
        Refuse(name, IncShortJson(value), "an array");
    }
    return value;
}

const json&
IncJsonFields::Object(const std::string& name)
{
    const json& value = Get(name);
    if (!value.is_object())
    {
        Refuse(name, IncShortJson(value), "an object");
    }
    return value;
}

void
IncJsonFields::Schema(const std::string& expected)
{
    const std::string schema = Text("schema");
    if (schema != expected)
    {
        Refuse("schema", IncShortJson(schema), "\"" + expected + "\"");
    }
}

void
IncJsonFields::Finish() const
{
    for (const auto& item : m_object.items())
    {
        if (m_known.find(item.key()) == m_known.end())
        {
            std::string names;
            for (const std::string& name : m_known)
            {
                names += (names.empty() ? "" : ", ") + name;
            }
            throw IncError(PathOf(item.key()) + ": unknown field; expected " + names);
        }
    }
}

json
IncReadJsonFile(const std::string& path)
{
    return json(IncJsonFile("file", path).GetRoot());
}

} // namespace ns3
