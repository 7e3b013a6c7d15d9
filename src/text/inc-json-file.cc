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

/// Return a value as short JSON, or only its kind if it may be nested too deeply to copy.
template <typename Json>
std::string
ShownJson(const Json& value)
{
    const bool isNested = value.is_structured() && !value.empty();
    return !isNested ? IncShortJson(value) : value.is_array() ? "an array" : "an object";
}

/// Return a field that occurs twice in one object; the library keeps the last. Empty if there is
/// none.
std::string
FieldThatIsTwice(const std::string& text)
{
    using Event = nlohmann::json::parse_event_t;
    std::vector<std::set<std::string>> names; // names of fields, by depth of their object
    std::string twice;
    // Discard every value: at each object's end the library searches all values kept beside it.
    const auto watch = [&](int depth, Event event, const nlohmann::json& parsed) {
        if (event == Event::object_start)
        {
            names.resize(depth);
            names.emplace_back();
        }
        else if (event == Event::key && !names[depth - 1].insert(parsed).second)
        {
            twice = IncShortJson(parsed);
        }
        return false;
    };
    static_cast<void>(nlohmann::json::parse(text, watch));
    return twice;
}

template <typename Json>
Json
ReadObject(const std::string& name, const std::string& fileName)
{
    std::string text;
    if (!ReadAll(fileName, text))
    {
        throw IncError(name +
                       " cannot be read: " + (errno ? std::strerror(errno) : "input/output error"));
    }
    if (text.size() > MAX_FILE_BYTES)
    {
        throw IncError(name + " is too large; expected at most " +
                       std::to_string(MAX_FILE_BYTES >> 20) + " MiB");
    }
    Json root;
    std::string twice;
    try
    {
        root = Json::parse(text);
        twice = FieldThatIsTwice(text);
    }
    catch (const typename Json::parse_error& error)
    {
        std::size_t byte = std::min(error.byte, text.size());
        auto line = 1 + std::count(text.begin(), text.begin() + static_cast<long>(byte), '\n');
        std::string why = error.what();
        auto detail = why.find(": ");
        why = detail == std::string::npos ? why : why.substr(detail + 2);
        throw IncError(name + ": malformed JSON at line " + std::to_string(line) + ", byte " +
                       std::to_string(error.byte) + ": " + why);
    }
    catch (const typename Json::exception& error)
    {
        throw IncError(name + ": malformed JSON: " + error.what());
    }
    if (!twice.empty())
    {
        throw IncError(name + ": field " + twice +
                       " is there twice in one object; expected each field once");
    }
    if (!root.is_object())
    {
        throw IncError(name + ": " + ShownJson(root) + " is not accepted; expected an object");
    }
    return root;
}

} // namespace

IncJsonFile::IncJsonFile(const std::string& kind, const std::string& fileName)
    : m_name(kind + " '" + fileName + "'"),
      m_root(ReadObject<Json>(m_name, fileName))
{
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
    return ReadObject<nlohmann::json>("file '" + path + "'", path);
}

} // namespace ns3
