/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-chakra-node.h"

#include <charconv>
#include <cmath>
#include <protozero/pbf_reader.hpp>

namespace ns3
{

namespace
{

using Reader = protozero::pbf_reader;
using Wire = protozero::pbf_wire_type;

constexpr uint32_t
Field(protozero::pbf_tag_type tag, Wire wire)
{
    return protozero::tag_and_type(tag, wire);
}

std::string_view
ViewOf(Reader& reader)
{
    const auto view = reader.get_view();
    return {view.data(), view.size()};
}

struct Value
{
    std::optional<int64_t> integer;
    std::string_view text;
    bool hasFalse{false};
};

std::optional<int64_t>
ParseInteger(std::string_view text)
{
    if (text == "True" || text == "true" || text == "False" || text == "false")
    {
        return text.front() == 'T' || text.front() == 't';
    }
    int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number)
                                                                    : std::nullopt;
}

std::optional<int64_t>
WholeNumber(double value)
{
    constexpr double LARGEST = 9007199254740992.0; // 2^53
    return std::trunc(value) == value && std::abs(value) <= LARGEST
               ? std::optional(static_cast<int64_t>(value))
               : std::nullopt;
}

bool
HasFalse(Reader list)
{
    bool found = false;
    while (list.next())
    {
        switch (list.tag_and_type())
        {
        case Field(1, Wire::varint):
            found |= !list.get_bool();
            break;
        case Field(1, Wire::length_delimited):
            for (const bool value : list.get_packed_bool())
            {
                found |= !value;
            }
            break;
        default:
            list.skip();
        }
    }
    return found;
}

/// Return nothing for 2^63 or more, which is never valid.
std::optional<int64_t>
Signed(uint64_t value)
{
    return value <= static_cast<uint64_t>(INT64_MAX) ? std::optional(static_cast<int64_t>(value))
                                                     : std::nullopt;
}

bool
ReadValue(Reader& attribute, Value& value)
{
    switch (attribute.tag_and_type())
    {
    case Field(3, Wire::fixed64):
        value.integer = WholeNumber(attribute.get_double());
        return true;
    case Field(5, Wire::fixed32):
        value.integer = WholeNumber(attribute.get_float());
        return true;
    case Field(7, Wire::varint):
        value.integer = attribute.get_int32();
        return true;
    case Field(9, Wire::varint):
        value.integer = attribute.get_int64();
        return true;
    case Field(11, Wire::varint):
        value.integer = attribute.get_uint32();
        return true;
    case Field(13, Wire::varint):
        value.integer = Signed(attribute.get_uint64());
        return true;
    case Field(15, Wire::varint):
        value.integer = attribute.get_sint32();
        return true;
    case Field(17, Wire::varint):
        value.integer = attribute.get_sint64();
        return true;
    case Field(19, Wire::fixed32):
        value.integer = attribute.get_fixed32();
        return true;
    case Field(21, Wire::fixed64):
        value.integer = Signed(attribute.get_fixed64());
        return true;
    case Field(23, Wire::fixed32):
        value.integer = attribute.get_sfixed32();
        return true;
    case Field(25, Wire::fixed64):
        value.integer = attribute.get_sfixed64();
        return true;
    case Field(27, Wire::varint):
        value.integer = attribute.get_bool();
        return true;
    case Field(28, Wire::length_delimited):
        value.hasFalse = HasFalse(attribute.get_message());
        return true;
    case Field(29, Wire::length_delimited):
    case Field(31, Wire::length_delimited):
        value.text = ViewOf(attribute);
        value.integer = ParseInteger(value.text);
        return true;
    default:
        attribute.skip();
        return false;
    }
}

void
Store(std::optional<int64_t>& target, const Value& value, std::string_view name)
{
    if (!value.integer)
    {
        throw IncWorkloadError("attribute " + std::string(name) +
                               " is no whole number; accepted: one of 63 bits");
    }
    target = value.integer;
}

void
StoreAttribute(IncChakraNode& node, std::string_view name, const Value& value)
{
    if (name == "is_cpu_op")
    {
        std::optional<int64_t> number;
        Store(number, value, name);
        node.isCpuOperation = *number != 0;
    }
    else if (name == "comm_type")
    {
        Store(node.commType, value, name);
    }
    else if (name == "comm_size")
    {
        Store(node.commSize, value, name);
    }
    else if (name == "comm_src")
    {
        Store(node.source, value, name);
    }
    else if (name == "comm_dst")
    {
        Store(node.destination, value, name);
    }
    else if (name == "comm_tag")
    {
        Store(node.tag, value, name);
    }
    else if (name == "root" || name == "comm_root")
    {
        Store(node.root, value, name);
    }
    else if (name == "pg_name")
    {
        node.group = value.text.empty() && value.integer ? std::to_string(*value.integer)
                                                         : std::string(value.text);
    }
    else if (name == "involved_dim")
    {
        node.leavesOutDimension = value.hasFalse;
    }
}

void
ReadAttribute(IncChakraNode& node, Reader attribute)
{
    std::string_view name;
    Value value;
    bool hasValue = false;
    while (attribute.next())
    {
        if (attribute.tag_and_type() == Field(1, Wire::length_delimited))
        {
            name = ViewOf(attribute);
        }
        else
        {
            hasValue |= ReadValue(attribute, value);
        }
    }
    if (hasValue)
    {
        StoreAttribute(node, name, value);
    }
}

void
ReadField(IncChakraNode& node, Reader& reader, uint64_t& type)
{
    switch (reader.tag_and_type())
    {
    case Field(1, Wire::varint):
        node.id = reader.get_uint64();
        node.hasId = true;
        break;
    case Field(2, Wire::length_delimited):
        node.name = ViewOf(reader);
        break;
    case Field(3, Wire::varint):
        type = reader.get_uint64();
        break;
    // ctrl_deps (4) is ignored: in traces of PyTorch it names the operator that called this node.
    case Field(5, Wire::varint):
        node.dependencies.push_back(reader.get_uint64());
        break;
    case Field(5, Wire::length_delimited):
        for (const uint64_t id : reader.get_packed_uint64())
        {
            node.dependencies.push_back(id);
        }
        break;
    case Field(7, Wire::varint):
        node.durationUs = reader.get_uint64();
        break;
    case Field(10, Wire::length_delimited):
        ReadAttribute(node, reader.get_message());
        break;
    default:
        if (const auto tag = reader.tag(); tag == 1 || tag == 3 || tag == 5 || tag == 7)
        {
            throw IncWorkloadError("field " + std::to_string(tag) +
                                   " of a node is no whole number; accepted: a Chakra trace");
        }
        reader.skip();
    }
}

} // namespace

void
IncChakraNode::Decode(std::string_view message)
{
    // Keep the allocated memory, because millions of nodes are read into one object.
    std::string oldName = std::move(name);
    std::vector<uint64_t> oldDependencies = std::move(dependencies);
    *this = IncChakraNode();
    name = std::move(oldName);
    name.clear();
    dependencies = std::move(oldDependencies);
    dependencies.clear();
    uint64_t number = 0;
    try
    {
        Reader reader(message.data(), message.size());
        while (reader.next())
        {
            ReadField(*this, reader, number);
        }
    }
    catch (const protozero::exception& error)
    {
        throw IncWorkloadError(std::string("no Node of protocol buffers (") + error.what() +
                               "); accepted: a Chakra trace");
    }
    if (number < static_cast<uint64_t>(Type::METADATA) ||
        number > static_cast<uint64_t>(Type::COLLECTIVE))
    {
        throw IncWorkloadError("node " + std::to_string(id) + " has type " +
                               std::to_string(number) + "; accepted: 1 to 7");
    }
    type = static_cast<Type>(number);
}

} // namespace ns3
