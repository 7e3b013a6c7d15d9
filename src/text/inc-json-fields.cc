/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-json-fields.h"

#include "inc-error.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ns3
{

using nlohmann::json;

namespace
{

/// Shorten a value of any depth without copying it.
template <typename Json>
std::string
ShortOf(const Json& value)
{
    constexpr std::size_t LIMIT = 60;
    if (value.is_structured() && !value.empty())
    {
        return value.is_array() ? "an array" : "an object";
    }
    const std::string text = value.dump(-1, ' ', true, Json::error_handler_t::replace);
    return text.size() <= LIMIT ? text : text.substr(0, LIMIT) + "…";
}

} // namespace

std::string
IncShortJson(const json& value)
{
    return ShortOf(value);
}

template <typename Json>
IncBasicJsonFields<Json>::IncBasicJsonFields(const Json& object, std::string path, std::string file)
    : m_object(object),
      m_path(std::move(path)),
      m_file(std::move(file))
{
    if (!object.is_object())
    {
        Fail(m_path.empty() ? "file" : m_path,
             ShortOf(object) + " is not accepted; expected an object");
    }
}

template <typename Json>
void
IncBasicJsonFields<Json>::Fail(const std::string& path, const std::string& why) const
{
    throw IncError(m_file + path + ": " + why);
}

template <typename Json>
std::string
IncBasicJsonFields<Json>::PathOf(const std::string& name) const
{
    return m_path.empty() ? name : m_path + "." + name;
}

template <typename Json>
void
IncBasicJsonFields<Json>::Refuse(const std::string& name,
                                 const std::string& value,
                                 const std::string& accepted) const
{
    Fail(PathOf(name), value + " is not accepted; expected " + accepted);
}

template <typename Json>
void
IncBasicJsonFields<Json>::Require(bool holds,
                                  std::string_view name,
                                  std::string_view accepted) const
{
    if (!holds)
    {
        const std::string field(name);
        Refuse(field, ShortOf(m_object.at(field)), std::string(accepted));
    }
}

template <typename Json>
bool
IncBasicJsonFields<Json>::Has(const std::string& name)
{
    if (std::find(m_known.begin(), m_known.end(), name) == m_known.end())
    {
        m_known.push_back(name);
    }
    return m_object.contains(name);
}

template <typename Json>
const Json&
IncBasicJsonFields<Json>::Value(const std::string& name)
{
    if (!Has(name))
    {
        Fail(PathOf(name), "missing field");
    }
    return m_object.find(name).value();
}

template <typename Json>
double
IncBasicJsonFields<Json>::Gbps(const std::string& name)
{
    const Json& value = Value(name);
    // A value outside of this range is probably in another unit.
    if (!value.is_number() || !(value.template get<double>() >= 1e-6) ||
        !(value.template get<double>() <= 1e9))
    {
        Refuse(name, ShortOf(value), "a number of Gb/s above 0, from 1e-6 to 1e9");
    }
    return value.template get<double>();
}

template <typename Json>
double
IncBasicJsonFields<Json>::NonNegative(const std::string& name)
{
    const Json& value = Value(name);
    const double number = value.is_number() ? value.template get<double>() : -1;
    if (!(number >= 0) || !std::isfinite(number))
    {
        Refuse(name, ShortOf(value), "a number of at least 0");
    }
    return number;
}

template <typename Json>
int64_t
IncBasicJsonFields<Json>::Integer(const std::string& name, int64_t low, int64_t high)
{
    const Json& value = Value(name);
    const double number = value.is_number() ? value.template get<double>() : 0.5;
    if (std::floor(number) != number || number < double(low) || number > double(high))
    {
        Refuse(name,
               ShortOf(value),
               "an integer from " + std::to_string(low) + " to " + std::to_string(high));
    }
    return static_cast<int64_t>(number);
}

template <typename Json>
bool
IncBasicJsonFields<Json>::Boolean(const std::string& name)
{
    const Json& value = Value(name);
    if (!value.is_boolean())
    {
        Refuse(name, ShortOf(value), "true or false");
    }
    return value.template get<bool>();
}

template <typename Json>
std::string
IncBasicJsonFields<Json>::Text(const std::string& name)
{
    const Json& value = Value(name);
    if (!value.is_string() || value.template get_ref<const std::string&>().empty())
    {
        Refuse(name, ShortOf(value), "a string that is not empty");
    }
    return value.template get<std::string>();
}

template <typename Json>
const Json&
IncBasicJsonFields<Json>::Array(const std::string& name, const std::string& accepted)
{
    const Json& value = Value(name);
    if (!value.is_array())
    {
        Refuse(name, ShortOf(value), accepted);
    }
    return value;
}

template <typename Json>
const Json&
IncBasicJsonFields<Json>::Object(const std::string& name, const std::string& accepted)
{
    const Json& value = Value(name);
    if (!value.is_object())
    {
        Refuse(name, ShortOf(value), accepted);
    }
    return value;
}

template <typename Json>
void
IncBasicJsonFields<Json>::Schema(const std::string& expected)
{
    const Json& schema = Value("schema");
    if (schema != expected)
    {
        Refuse("schema", ShortOf(schema), "\"" + expected + "\"");
    }
}

template <typename Json>
void
IncBasicJsonFields<Json>::Finish() const
{
    for (const auto& item : m_object.items())
    {
        if (std::find(m_known.begin(), m_known.end(), item.key()) == m_known.end())
        {
            std::string names;
            for (const std::string& name : m_known)
            {
                names += (names.empty() ? "" : ", ") + name;
            }
            Fail(PathOf(item.key()), "unknown field; expected " + names);
        }
    }
}

template class IncBasicJsonFields<nlohmann::json>;
template class IncBasicJsonFields<nlohmann::ordered_json>;

} // namespace ns3
