/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-random-topology.h"

#include "ns3/inc-fat-tree-topology.h"
#include "ns3/inc-json-file.h"
#include "ns3/inc-topology-file.h"

#include <cstdio>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

using namespace ns3;

namespace
{

/// A temporary file, removed at the end of the test.
class ScratchFile
{
  public:
    explicit ScratchFile(const std::string& text)
        : name(testing::TempDir() + "inc-topology-" + std::to_string(getpid()) + ".json")
    {
        std::ofstream(name, std::ios::binary) << text;
    }

    ~ScratchFile()
    {
        std::remove(name.c_str());
    }

    const std::string name;
};

IncTopology
ReadText(const std::string& text)
{
    return IncTopologyFile(ScratchFile(text).name).Build();
}

/// Return the error of a file, without the file's name.
std::string
Refusal(const std::string& text)
{
    ScratchFile file(text);
    try
    {
        IncTopologyFile(file.name).Build();
    }
    catch (const IncError& error)
    {
        std::string what = error.what();
        std::string prefix = "topology file '" + file.name + "': ";
        EXPECT_EQ(what.find('\n'), std::string::npos);
        EXPECT_EQ(what.substr(0, prefix.size()), prefix);
        return what.substr(std::min(what.size(), prefix.size()));
    }
    return "accepted";
}

const char* const SMALL = R"({"schema":"inc-topology/1",
 "nodes":[{"name":"h0","kind":"host"},{"name":"h1","kind":"host"},
          {"name":"s0","kind":"switch","inc":true,"slots":64},
          {"name":"s1","kind":"switch","inc":false}],
 "links":[{"a":"h0","b":"s0","rate":"100Gbps","delay":"1us"},
          {"a":"h1","b":"s1","rate":"25Gbps","delay":"500ns"},
          {"a":"s0","b":"s1","rate":"400Gbps","delay":"0s"}],
 "workers":["h1","h0"],"root":"s0","vat":{"s0":["h0","h1"]}})";

/// Return SMALL with one passage replaced.
std::string
Small(const std::string& passage, const std::string& by)
{
    std::string text = SMALL;
    auto at = text.find(passage);
    EXPECT_NE(at, std::string::npos) << passage;
    return text.replace(at, passage.size(), by);
}

void
ExpectSame(const IncTopology& a, const IncTopology& b)
{
    ASSERT_EQ(a.GetNodes().size(), b.GetNodes().size());
    for (std::size_t i = 0; i < a.GetNodes().size(); ++i)
    {
        const auto& x = a.GetNodes()[i];
        const auto& y = b.GetNodes()[i];
        EXPECT_EQ(std::tie(x.name, x.kind, x.inc, x.slots, x.tier),
                  std::tie(y.name, y.kind, y.inc, y.slots, y.tier));
    }
    ASSERT_EQ(a.GetLinks().size(), b.GetLinks().size());
    for (std::size_t i = 0; i < a.GetLinks().size(); ++i)
    {
        const auto& x = a.GetLinks()[i];
        const auto& y = b.GetLinks()[i];
        EXPECT_EQ(std::tie(x.a, x.b, x.rate, x.delay), std::tie(y.a, y.b, y.rate, y.delay));
    }
    EXPECT_EQ(a.GetWorkers(), b.GetWorkers());
    EXPECT_EQ(a.GetRoot(), b.GetRoot());
    ASSERT_EQ(a.GetVat().size(), b.GetVat().size());
    for (std::size_t i = 0; i < a.GetVat().size(); ++i)
    {
        EXPECT_EQ(a.GetVat()[i].node, b.GetVat()[i].node);
        EXPECT_EQ(a.GetVat()[i].workers, b.GetVat()[i].workers);
    }
}

} // namespace

TEST(IncTopologyFile, ReadsEveryFieldOfTheSchema)
{
    IncTopology topology = ReadText(SMALL);
    ASSERT_EQ(topology.GetNodes().size(), 4u);
    EXPECT_EQ(topology.GetHosts(), (std::vector<uint32_t>{0, 1}));
    EXPECT_EQ(topology.GetNodes()[2].slots, 64u);
    EXPECT_TRUE(topology.CanAggregate(2));
    EXPECT_FALSE(topology.CanAggregate(3));
    EXPECT_EQ(topology.GetLinks()[1].rate, 25'000'000'000u);
    EXPECT_EQ(topology.GetLinks()[1].delay, 500'000);
    EXPECT_EQ(topology.GetWorkers(), (std::vector<uint32_t>{1, 0}));
    EXPECT_EQ(topology.GetRoot(), 2u);
    ASSERT_EQ(topology.GetVat().size(), 1u);
    EXPECT_EQ(topology.GetVat()[0].workers, (std::vector<uint32_t>{0, 1}));
    EXPECT_EQ(topology.GetNodes()[3].tier, 1u);
}

TEST(IncTopologyFile, LeavesOutWhatIsOptional)
{
    IncTopology topology = ReadText(Small(R"(,
 "workers":["h1","h0"],"root":"s0","vat":{"s0":["h0","h1"]})",
                                          ""));
    EXPECT_TRUE(topology.GetWorkers().empty());
    EXPECT_FALSE(topology.GetRoot());
    EXPECT_TRUE(topology.GetVat().empty());
}

TEST(IncTopologyFile, ReadsBackWhatItWrites)
{
    ExpectSame(ReadText(IncTopologyFile::ToText(ReadText(SMALL))), ReadText(SMALL));
    IncTopology fatTree = IncFatTreeTopology(4).Build();
    ScratchFile file("");
    IncTopologyFile::Write(fatTree, file.name);
    ExpectSame(IncTopologyFile(file.name).Build(), fatTree);
    for (uint64_t seed = 1; seed <= 20; ++seed)
    {
        SCOPED_TRACE("seed " + std::to_string(seed));
        std::mt19937_64 random(seed);
        IncTopology topology = RandomTopology(random);
        ExpectSame(ReadText(IncTopologyFile::ToText(topology)), topology);
    }
}

TEST(IncTopologyFile, RefusesFilesThatCannotBeReadOrWritten)
{
    auto what = [](const std::function<void()>& action) -> std::string {
        try
        {
            action();
        }
        catch (const IncError& error)
        {
            return error.what();
        }
        return "accepted";
    };
    EXPECT_EQ(what([] { IncTopologyFile("/nowhere/x.json").Build(); }),
              "topology file '/nowhere/x.json' cannot be read: No such file or directory");
    EXPECT_EQ(what([] { IncTopologyFile("/").Build(); }),
              "topology file '/' cannot be read: Is a directory");
    EXPECT_EQ(what([] { IncTopologyFile::Write(IncTopology(), "/nowhere/x.json"); }),
              "/nowhere/x.json: cannot be written: No such file or directory");
}

TEST(IncTopologyFile, RefusesMalformedJsonWithLineAndByte)
{
    EXPECT_EQ(Refusal("").find("malformed JSON at line 1, byte 1: "), 0u) << Refusal("");
    EXPECT_EQ(Refusal("{\n\"a\": }").find("malformed JSON at line 2, byte 8: "), 0u);
    EXPECT_EQ(Refusal(std::string(SMALL) + "x").find("malformed JSON at line "), 0u);
    EXPECT_EQ(Refusal("{\"a\":1e999}").find("malformed JSON: "), 0u);
    EXPECT_EQ(Refusal("{\"a\":\"\xff\"}").find("malformed JSON at line 1, byte "), 0u);
    EXPECT_EQ(Refusal("{\"a\":\"b\nc\"}").find("malformed JSON at line "), 0u);
    EXPECT_EQ(Refusal("[]"), "[] is not accepted; expected an object");
    EXPECT_EQ(Refusal(std::string(100'000, '[')).find("malformed JSON at line 1"), 0u);
}

TEST(IncTopologyFile, AnOpticalSwitchHasNoMoreLinksThanItsDeviceHasPorts)
{
    const auto read = [](const std::string& device, int hosts) {
        std::string nodes =
            R"({"name":"s0","kind":"switch"},{"name":"o0","kind":"optical",)" + device + "}";
        std::string links;
        for (int i = 0; i < hosts; ++i)
        {
            const std::string name = "h" + std::to_string(i);
            nodes += R"(,{"name":")" + name + R"(","kind":"host"})";
            for (const std::string& end : {name, std::string("s0")})
            {
                links += std::string(links.empty() ? "" : ",") + R"({"a":")" + end +
                         R"(","b":"o0","rate":"1Gbps","delay":"1us"})";
            }
        }
        return Refusal(R"({"schema":"inc-topology/1","nodes":[)" + nodes + R"(],"links":[)" +
                       links + "]}");
    };
    EXPECT_EQ(read(R"("device":"3d-mems")", 192), "accepted");
    EXPECT_NE(read(R"("device":"3d-mems")", 193)
                  .find("nodes[1].device: 386 links are not accepted; expected at most the 384 "
                        "ports of a 3D MEMS switch"),
              std::string::npos);
    EXPECT_EQ(read(R"("device":"patch-panel")", 193), "accepted");
    EXPECT_NE(read(R"("device":"mirror")", 1)
                  .find(R"(nodes[1].device: "mirror" is not accepted; expected "patch-panel" or)"),
              std::string::npos);
}

TEST(IncTopologyFile, NeitherCrashesNorHangsOnDamagedFiles)
{
    const uint64_t seed = 7;
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    for (int i = 0; i < 500; ++i)
    {
        std::string text = SMALL;
        for (uint32_t edits = Draw(random, 1, 4); edits > 0; --edits)
        {
            std::size_t at = random() % text.size();
            switch (random() % 3)
            {
            case 0:
                text.erase(at, 1 + random() % 8);
                break;
            case 1:
                text[at] = static_cast<char>(random() % 256);
                break;
            default:
                text.insert(at, text.substr(random() % text.size(), random() % 16));
            }
        }
        Refusal(text);
    }
}
