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

/// Largest size of a file; a larger file is not a topology, plan or result but a mistake.
constexpr std::size_t MAX_FILE_BYTES = 256u << 20;

/// Read a whole file; return false and set errno if that fails.
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
    // Opening a folder succeeds, but reading it fails.
    return in.eof() || text.size() > MAX_FILE_BYTES;
}

/// Return IncShortJson() of a value, or a summary if it may be too deep to copy.
std::string
ShownJson(const IncJsonFile::Json& value)
{
    const bool isNested = value.is_structured() && !value.empty();
    return !isNested ? IncShortJson(value) : value.is_array() ? "an array" : "an object";
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
    // The library would keep the last of several fields with one name; refuse such a file instead.
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
            twice = IncShortJson(parsed);
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
IncJsonFile::CheckArray(const std::string& where,
                        const Json& value,
                        const std::string& accepted) const
{
    if (!value.is_array())
    {
        FailValue(where, value, accepted);
    }
}

IncBasicJsonFields<IncJsonFile::Json>
IncJsonFile::Fields(const std::string& where, const Json& value) const
{
    return {value, where, m_name + ": "};
}

nlohmann::json
IncReadJsonFile(const std::string& path)
{
    return nlohmann::json(IncJsonFile("file", path).GetRoot());
}

} // namespace ns3
