/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-json-file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <set>
#include <vector>

namespace ns3
{

namespace
{

/// Larger files are not topologies, plans or results, but mistakes.
constexpr std::size_t MAX_FILE_BYTES = 256u << 20;

/// Reads a whole file; an empty answer with errno set when that fails.
bool
ReadAll(const std::string& fileName, std::string& text)
{
    errno = 0;
    std::ifstream in(fileName, std::ios::binary);
    std::vector<char> chunk(1 << 16);
    while (in && text.size() <= MAX_FILE_BYTES)
    {
        in.read(chunk.data(), static_cast<std::streamsize>(chunk.size()));
        text.append(chunk.data(), static_cast<std::size_t>(in.gcount()));
    }
    // A folder opens but does not read.
    return in.eof() || text.size() > MAX_FILE_BYTES;
}

/// A value as JSON, cut short, on one line.
std::string
ShownJson(const IncJsonFile::Json& value)
{
    constexpr std::size_t LIMIT = 60;
    if (value.is_structured() && !value.empty())
    {
        return value.is_array() ? "an array" : "an object";
    }
    std::string text = value.dump(-1, ' ', true, IncJsonFile::Json::error_handler_t::replace);
    return text.size() <= LIMIT ? text : text.substr(0, LIMIT) + "…";
}

std::string
Join(const std::vector<const char*>& names)
{
    std::string text;
    for (const char* name : names)
    {
        text += (text.empty() ? "" : ", ") + std::string(name);
    }
    return text;
}

} // namespace

IncJsonFile::IncJsonFile(const std::string& kind, const std::string& fileName)
    : m_name(kind + " '" + fileName + "'")
{
    std::string text;
    if (!ReadAll(fileName, text))
    {
        throw IncError(m_name +
                       " cannot be read: " + (errno ? std::strerror(errno) : "input/output error"));
    }
    if (text.size() > MAX_FILE_BYTES)
    {
        throw IncError(m_name + " is too large; expected at most " +
                       std::to_string(MAX_FILE_BYTES >> 20) + " MiB");
    }
    Parse(text);
    if (!m_root.is_object())
    {
        throw IncError(m_name + ": " + ShownJson(m_root) + " is not accepted; expected an object");
    }
}

void
IncJsonFile::Parse(const std::string& text)
{
    // The library keeps the last of several fields of one name; a reader wants to be told.
    std::vector<std::set<std::string>> open;
    std::string twice;
    auto watch = [&](int, Json::parse_event_t event, Json& parsed) {
        if (event == Json::parse_event_t::object_start)
        {
            open.emplace_back();
        }
        else if (event == Json::parse_event_t::object_end)
        {
            open.pop_back();
        }
        else if (event == Json::parse_event_t::key && !open.back().insert(parsed).second)
        {
            twice = ShownJson(parsed);
        }
        return true;
    };
    try
    {
        m_root = Json::parse(text, watch);
    }
    catch (const Json::parse_error& error)
    {
        std::size_t byte = std::min(error.byte, text.size());
        auto line = 1 + std::count(text.begin(), text.begin() + static_cast<long>(byte), '\n');
        std::string why = error.what();
        auto detail = why.find(": ");
        why = detail == std::string::npos ? why : why.substr(detail + 2);
        throw IncError(m_name + ": malformed JSON at line " + std::to_string(line) + ", byte " +
                       std::to_string(error.byte) + ": " + why);
    }
    catch (const Json::exception& error)
    {
        throw IncError(m_name + ": malformed JSON: " + error.what());
    }
    if (!twice.empty())
    {
        throw IncError(m_name + ": field " + twice +
                       " is there twice in one object; expected each field once");
    }
}

const IncJsonFile::Json&
IncJsonFile::GetRoot() const
{
    return m_root;
}

void
IncJsonFile::Fail(const std::string& where, const std::string& why) const
{
    throw IncError(m_name + ": " + (where.empty() ? "" : where + ": ") + why);
}

void
IncJsonFile::FailValue(const std::string& where,
                       const Json& value,
                       const std::string& accepted) const
{
    Fail(where, ShownJson(value) + " is not accepted; expected " + accepted);
}

void
IncJsonFile::CheckFields(const std::string& where,
                         const Json& value,
                         std::initializer_list<const char*> required,
                         std::initializer_list<const char*> optional) const
{
    std::vector<const char*> known(required);
    known.insert(known.end(), optional);
    if (!value.is_object())
    {
        FailValue(where, value, "an object with the fields " + Join(known));
    }
    for (const auto& field : value.items())
    {
        auto isIt = [&](const char* name) { return field.key() == name; };
        if (std::none_of(known.begin(), known.end(), isIt))
        {
            Fail(where, "field " + ShownJson(field.key()) + " is unknown; expected " + Join(known));
        }
    }
    for (const char* name : required)
    {
        if (!value.contains(name))
        {
            Fail(where,
                 "field \"" + std::string(name) + "\" is missing; expected " + Join(required));
        }
    }
}

std::string
IncJsonFile::GetString(const std::string& where,
                       const Json& value,
                       const std::string& accepted) const
{
    if (!value.is_string())
    {
        FailValue(where, value, accepted);
    }
    return value.get<std::string>();
}

void
IncJsonFile::CheckArray(const std::string& where,
                        const Json& value,
                        const std::string& accepted) const
{
    if (!value.is_array())
    {
        FailValue(where, value, accepted);
    }
}

} // namespace ns3
