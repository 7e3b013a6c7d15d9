/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inc-error.h"
#include "ns3/inc-json-fields.h"

#include <functional>
#include <gtest/gtest.h>

using namespace ns3;
using nlohmann::json;

namespace
{

/// Return what a reader reports about an object.
std::string
Said(const std::string& text, const std::function<void(IncJsonFields& fields)>& read)
{
    try
    {
        const json object = json::parse(text);
        IncJsonFields fields(object, "nodes[3]", "file 'a.json': ");
        read(fields);
        fields.Finish();
    }
    catch (const IncError& error)
    {
        return error.what();
    }
    return "accepted";
}

} // namespace

TEST(IncJsonFields, NamesFileFieldValueAndWhatIsAccepted)
{
    const auto integer = [](IncJsonFields& fields) { fields.Integer("slots", 1, 8); };
    EXPECT_EQ(Said(R"({"slots":8})", integer), "accepted");
    EXPECT_EQ(Said(R"({"slots":4.0})", integer), "accepted") << "whole, to whoever wrote it";
    for (const char* value : {"0", "9", "-1", "1.5", "\"4\"", "null", "true", "[]"})
    {
        EXPECT_EQ(Said(R"({"slots":)" + std::string(value) + "}", integer),
                  "file 'a.json': nodes[3].slots: " + std::string(value) +
                      " is not accepted; expected an integer from 1 to 8");
    }
    EXPECT_EQ(Said("7", integer), "file 'a.json': nodes[3]: 7 is not accepted; expected an object");
    EXPECT_EQ(Said("{}", integer), "file 'a.json': nodes[3].slots: missing field");
}

TEST(IncJsonFields, RefusesWhatNobodyAskedForAndListsTheRestInOrder)
{
    const auto read = [](IncJsonFields& fields) {
        fields.Text("name");
        fields.Has("kind");
        fields.Boolean("inc");
    };
    EXPECT_EQ(Said(R"({"inc":true,"name":"s0"})", read), "accepted");
    EXPECT_EQ(Said(R"({"inc":true,"name":"s0","ink":1})", read),
              "file 'a.json': nodes[3].ink: unknown field; expected name, kind, inc");
}

TEST(IncJsonFields, TypesAreStrict)
{
    const auto refused = [](const char* value, const auto& read) {
        return Said(R"({"x":)" + std::string(value) + "}", read) != "accepted";
    };
    const auto text = [](IncJsonFields& fields) { fields.Text("x"); };
    const auto flag = [](IncJsonFields& fields) { fields.Boolean("x"); };
    const auto rate = [](IncJsonFields& fields) { fields.Gbps("x"); };
    const auto number = [](IncJsonFields& fields) { fields.NonNegative("x"); };
    const auto array = [](IncJsonFields& fields) { fields.Array("x"); };
    const auto object = [](IncJsonFields& fields) { fields.Object("x"); };
    EXPECT_FALSE(refused("\"a\"", text));
    EXPECT_TRUE(refused("\"\"", text));
    EXPECT_TRUE(refused("1", text));
    EXPECT_FALSE(refused("false", flag));
    EXPECT_TRUE(refused("0", flag));
    EXPECT_FALSE(refused("1e-6", rate));
    EXPECT_TRUE(refused("0", rate));
    EXPECT_TRUE(refused("1e10", rate)) << "meant in bit/s";
    EXPECT_FALSE(refused("0", number));
    EXPECT_TRUE(refused("-0.5", number));
    EXPECT_FALSE(refused("[]", array));
    EXPECT_TRUE(refused("{}", array));
    EXPECT_FALSE(refused("{}", object));
    EXPECT_TRUE(refused("[]", object));
}

TEST(IncJsonFields, LongAndNestedValuesAreShownInOneShortLine)
{
    EXPECT_EQ(IncShortJson(json::parse(R"({"a":1})")), "an object");
    EXPECT_EQ(IncShortJson(json::parse("[1,2]")), "an array");
    EXPECT_EQ(IncShortJson(json("a\nb")), R"("a\nb")");
    EXPECT_EQ(IncShortJson(json(std::string(1000, 'x'))), "\"" + std::string(59, 'x') + "…");
}
