/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inc-chakra-file.h"
#include "ns3/inc-execution-workload.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <protozero/pbf_writer.hpp>
#include <random>
#include <unistd.h>
#include <zlib.h>

using namespace ns3;

namespace
{

namespace fs = std::filesystem;

using Type = IncChakraNode::Type;
using Writer = protozero::pbf_writer;

/// Builds the message of a node, field by field.
class NodeMessage
{
  public:
    NodeMessage(uint64_t id, Type type, const std::string& name = "")
    {
        Writer writer(m_data);
        writer.add_uint64(1, id);
        writer.add_string(2, name);
        writer.add_enum(3, static_cast<int>(type));
    }

    NodeMessage& After(std::vector<uint64_t> ids)
    {
        Writer(m_data).add_packed_uint64(5, ids.begin(), ids.end());
        return *this;
    }

    NodeMessage& Takes(uint64_t us)
    {
        Writer(m_data).add_uint64(7, us);
        return *this;
    }

    /// Add an attribute, whose value `write` encodes.
    NodeMessage& With(const std::string& name, const std::function<void(Writer&)>& write)
    {
        Writer writer(m_data);
        Writer attribute(writer, 10);
        attribute.add_string(1, name);
        write(attribute);
        return *this;
    }

    NodeMessage& With(const std::string& name, int64_t value)
    {
        return With(name, [value](Writer& writer) { writer.add_int64(9, value); });
    }

    const std::string& Get() const
    {
        return m_data;
    }

  private:
    std::string m_data;
};

NodeMessage
Collective(uint64_t id, int64_t type, int64_t bytes)
{
    NodeMessage node(id, Type::COLLECTIVE, "collective");
    node.With("comm_type", type).With("comm_size", bytes);
    return node;
}

std::string
Delimited(const std::string& message)
{
    std::string text;
    protozero::write_varint(std::back_inserter(text), message.size());
    return text + message;
}

std::string
TraceOf(const std::vector<NodeMessage>& nodes)
{
    std::string text = Delimited("");
    for (const auto& node : nodes)
    {
        text += Delimited(node.Get());
    }
    return text;
}

class ExecutionTrace : public ::testing::Test
{
  protected:
    void SetUp() override
    {
        const char* name = ::testing::UnitTest::GetInstance()->current_test_info()->name();
        m_folder = fs::temp_directory_path() /
                   ("inc-trace-" + std::string(name) + "-" + std::to_string(::getpid()));
        fs::create_directories(m_folder);
    }

    void TearDown() override
    {
        fs::remove_all(m_folder);
    }

    std::string PathOf(uint32_t rank) const
    {
        return (m_folder / ("t." + std::to_string(rank) + ".et")).string();
    }

    void Write(uint32_t rank, const std::string& bytes) const
    {
        std::ofstream(PathOf(rank), std::ios::binary) << bytes;
    }

    std::string WriteGroups(const std::string& text) const
    {
        const std::string path = (m_folder / "groups.json").string();
        std::ofstream(path) << text;
        return path;
    }

    IncExecutionTrace Read(const std::vector<NodeMessage>& nodes) const
    {
        Write(0, TraceOf(nodes));
        return IncExecutionTrace(PathOf(0));
    }

    /// Read the workload of these ranks; return its nodes, or the error.
    std::string Refusal(const std::vector<std::vector<NodeMessage>>& ranks,
                        const std::string& groups = "") const
    {
        for (uint32_t rank = 0; rank < ranks.size(); ++rank)
        {
            Write(rank, TraceOf(ranks[rank]));
        }
        try
        {
            IncExecutionWorkload((m_folder / "t").string(), groups);
        }
        catch (const std::invalid_argument& error)
        {
            return error.what();
        }
        return "";
    }

    fs::path m_folder;
};

TEST_F(ExecutionTrace, NumbersOfEveryTypeAreRead)
{
    const std::vector<std::function<void(Writer&)>> types{
        [](Writer& w) { w.add_double(3, 4096); },
        [](Writer& w) { w.add_float(5, 4096); },
        [](Writer& w) { w.add_int32(7, 4096); },
        [](Writer& w) { w.add_int64(9, 4096); },
        [](Writer& w) { w.add_uint32(11, 4096); },
        [](Writer& w) { w.add_uint64(13, 4096); },
        [](Writer& w) { w.add_sint32(15, 4096); },
        [](Writer& w) { w.add_sint64(17, 4096); },
        [](Writer& w) { w.add_fixed32(19, 4096); },
        [](Writer& w) { w.add_fixed64(21, 4096); },
        [](Writer& w) { w.add_sfixed32(23, 4096); },
        [](Writer& w) { w.add_sfixed64(25, 4096); },
        [](Writer& w) { w.add_string(29, "4096"); },
    };
    for (std::size_t i = 0; i < types.size(); ++i)
    {
        NodeMessage node(1, Type::COLLECTIVE);
        node.With("comm_type", 0).With("comm_size", types[i]);
        const auto trace = Read({node});
        EXPECT_EQ(trace.GetCommunications().at(0).bytes, 4096U) << "type " << i;
    }
}

TEST_F(ExecutionTrace, TruthOfAnyTypeSaysWhereANodeRuns)
{
    const auto resourceOf = [this](std::function<void(Writer&)> write) {
        NodeMessage node(1, Type::COMPUTE);
        node.With("is_cpu_op", write);
        return Read({node}).GetNodes().at(0).resource;
    };
    using Resource = IncExecutionResource;
    EXPECT_EQ(resourceOf([](Writer& w) { w.add_bool(27, true); }), Resource::CPU);
    EXPECT_EQ(resourceOf([](Writer& w) { w.add_int32(7, 1); }), Resource::CPU);
    EXPECT_EQ(resourceOf([](Writer& w) { w.add_string(29, "True"); }), Resource::CPU);
    EXPECT_EQ(resourceOf([](Writer& w) { w.add_bool(27, false); }), Resource::COMPUTE);
    EXPECT_EQ(Read({NodeMessage(1, Type::COMPUTE)}).GetNodes().at(0).resource, Resource::COMPUTE);
}

TEST_F(ExecutionTrace, ForwardAndDanglingDependenciesAreCounted)
{
    const auto trace = Read({NodeMessage(7, Type::COMPUTE).After({9, 1000, 1001}),
                             NodeMessage(9, Type::COMPUTE).After({1002, 1003})});
    EXPECT_EQ(trace.GetCounts().forward, 1U);
    EXPECT_EQ(trace.GetCounts().dangling, 4U);
    EXPECT_EQ(trace.GetCounts().missing, (std::vector<uint64_t>{1000, 1001, 1002}));
    EXPECT_EQ(trace.GetDependencyCounts(), (std::vector<uint32_t>{1, 0}));
    ASSERT_EQ(trace.GetSuccessors(1).end() - trace.GetSuccessors(1).begin(), 1);
    EXPECT_EQ(*trace.GetSuccessors(1).begin(), 0U);
}

TEST_F(ExecutionTrace, TheFirstNodeMayLeaveOutItsId)
{
    // Protocol buffers omit fields that are 0.
    Write(0, Delimited("") + Delimited("\x18\x04") + Delimited("\x08\x01\x18\x04"));
    const IncExecutionTrace trace(PathOf(0));
    ASSERT_EQ(trace.GetNodes().size(), 2U);
    EXPECT_EQ(trace.GetNodes()[0].id, 0U);
    Write(0, Delimited("") + Delimited("\x08\x01\x18\x04") + Delimited("\x18\x04"));
    EXPECT_THROW(IncExecutionTrace{PathOf(0)}, IncWorkloadError);
}

TEST_F(ExecutionTrace, CollectivesWithoutTypeTakeTheirRecordedTime)
{
    const auto trace = Read({NodeMessage(1, Type::COLLECTIVE).Takes(5), Collective(2, 0, 8)});
    EXPECT_EQ(trace.GetCounts().replayed, 1U);
    EXPECT_EQ(trace.GetCounts().collectives, 1U);
    EXPECT_EQ(trace.GetNodes()[0].durationNs, 5000);
    EXPECT_EQ(trace.GetNodes()[0].resource, IncExecutionResource::CPU);
}

TEST_F(ExecutionTrace, GzipIsReadAsPlain)
{
    std::vector<NodeMessage> nodes;
    for (uint64_t id = 0; id < 1000; ++id)
    {
        nodes.push_back(NodeMessage(id, Type::COMPUTE, "kernel").Takes(id));
    }
    const std::string text = TraceOf(nodes);
    gzFile file = gzopen(PathOf(0).c_str(), "wb");
    gzwrite(file, text.data(), static_cast<unsigned>(text.size()));
    gzclose(file);
    ASSERT_LT(fs::file_size(PathOf(0)), text.size() / 2);
    const IncExecutionTrace trace(PathOf(0));
    ASSERT_EQ(trace.GetNodes().size(), 1000U);
    EXPECT_EQ(trace.GetNodes()[999].durationNs, 999000);
    EXPECT_EQ(trace.GetName(3), "kernel");
}

TEST_F(ExecutionTrace, CyclesAreRefusedByANodeOfThem)
{
    const std::string refused = Refusal({{NodeMessage(1, Type::COMPUTE, "before"),
                                          NodeMessage(2, Type::COMPUTE, "in").After({1, 3}),
                                          NodeMessage(3, Type::COMPUTE, "in").After({2}),
                                          NodeMessage(4, Type::COMPUTE, "after").After({3})}});
    EXPECT_NE(refused.find("(in) depends on itself"), std::string::npos) << refused;
    EXPECT_NE(Refusal({{NodeMessage(5, Type::COMPUTE).After({5})}}).find("node 5 depends"),
              std::string::npos);
}

TEST_F(ExecutionTrace, WhatCannotEndWellIsRefusedByName)
{
    const auto send = [](int64_t to, int64_t bytes, int64_t tag) {
        return NodeMessage(1, Type::SEND)
            .With("comm_dst", to)
            .With("comm_size", bytes)
            .With("comm_tag", tag);
    };
    const auto receive = [](int64_t from, int64_t bytes, int64_t tag) {
        return NodeMessage(2, Type::RECEIVE)
            .With("comm_src", from)
            .With("comm_size", bytes)
            .With("comm_tag", tag);
    };
    using Ranks = std::vector<std::vector<NodeMessage>>;
    const std::vector<std::pair<Ranks, std::string>> wrong{
        {{{send(1, 8, 3)}, {}}, "sent and not received: 8 bytes with tag 3 from rank 0 to rank 1"},
        {{{}, {receive(0, 8, 3)}}, "received and not sent: 8 bytes with tag 3 from rank 0"},
        {{{send(1, 8, 3)}, {receive(0, 8, 4)}}, "sent and not received"},
        {{{send(1, 8, 3)}, {receive(0, 9, 3)}}, "sent and not received"},
        {{{send(7, 8, 3)}, {}}, "has the peer 7; accepted: 0 to 1"},
        {{{Collective(1, 0, 8)}, {}}, "rank 0 has 1 allreduce of 8 bytes, rank 1 has 0"},
        {{{Collective(1, 0, 8)}, {Collective(1, 0, 16)}}, "allreduce of 8 bytes"},
        {{{Collective(1, 0, 8)}, {Collective(1, 2, 8)}}, "accepted: the same of every rank"},
        {{{Collective(1, 99, 8)}}, "comm_type is 99; accepted: 0 to 9"},
        {{{Collective(1, 0, -1)}}, "comm_size is -1"},
        {{{NodeMessage(1, Type::COLLECTIVE).With("comm_type", 0)}}, "node 1 has no comm_size"},
        {{{NodeMessage(1, static_cast<Type>(8))}}, "has type 8; accepted: 1 to 7"},
        {{{NodeMessage(1, Type::COMPUTE), NodeMessage(1, Type::COMPUTE)}},
         "two nodes have the id 1"},
        {{{NodeMessage(1, Type::COMPUTE).Takes(UINT64_MAX)}}, "accepted: at most"},
        {{{Collective(1, 5, 8).With("root", 2)}, {Collective(1, 5, 8).With("root", 2)}},
         "has the root 2; accepted: 0 to 1"},
    };
    for (const auto& [ranks, words] : wrong)
    {
        fs::remove(PathOf(1));
        const std::string refused = Refusal(ranks);
        EXPECT_NE(refused.find(words), std::string::npos) << words << " | " << refused;
        EXPECT_EQ(refused.find('\n'), std::string::npos);
    }
}

TEST_F(ExecutionTrace, AMissingRankIsRefused)
{
    Write(2, TraceOf({}));
    const std::string refused = Refusal({{}});
    EXPECT_NE(refused.find("t.1.et, but"), std::string::npos) << refused;
}

TEST_F(ExecutionTrace, GroupsAreThoseOfTheTracesOrOfAFile)
{
    const auto inGroup = [](const std::string& name) {
        return Collective(1, 0, 8).With("pg_name", [&](Writer& w) { w.add_string(29, name); });
    };
    const std::vector<std::vector<NodeMessage>> ranks{{inGroup("a")},
                                                      {inGroup("b")},
                                                      {inGroup("a")}};
    ASSERT_EQ(Refusal(ranks), "");
    const std::string prefix = (m_folder / "t").string();
    const IncExecutionWorkload own(prefix, "");
    ASSERT_EQ(own.GetGroups().size(), 3U);
    EXPECT_EQ(own.GetGroups()[1].ranks, (std::vector<uint32_t>{0, 2}));
    EXPECT_EQ(own.GetTraces()[1].GetCommunications()[0].group, 2U);

    EXPECT_NE(Refusal(ranks, WriteGroups(R"({"a": [0, 2]})")).find("group 'b' is not in"),
              std::string::npos);
    EXPECT_NE(Refusal(ranks, WriteGroups(R"({"a": [0, 2], "b": [0, 1]})")).find("rank 0 has 0"),
              std::string::npos);
    EXPECT_NE(Refusal(ranks, WriteGroups(R"({"a": [0], "b": [1]})")).find("which rank 2 is not in"),
              std::string::npos);
    EXPECT_NE(Refusal(ranks, WriteGroups(R"({"a": [0, 3]})")).find("ranks from 0 to 2"),
              std::string::npos);
    EXPECT_NE(Refusal(ranks, WriteGroups(R"({"a": [0, 0]})")).find("each once"), std::string::npos);
    const IncExecutionWorkload named(prefix, WriteGroups(R"({"b": [1], "a": [2, 0]})"));
    EXPECT_EQ(named.GetGroups()[2].ranks, (std::vector<uint32_t>{0, 2}));
}

TEST_F(ExecutionTrace, ControlCharactersOfNamesStayOffMessages)
{
    const std::string refused =
        Refusal({{NodeMessage(1, Type::COMPUTE, "one\ntwo\x1b").After({1})}});
    EXPECT_NE(refused.find("(one?two?)"), std::string::npos) << refused;
}

/// Damaged or hostile traces cause at most an error of one line.
TEST_F(ExecutionTrace, MutatedFilesAreReadOrRefusedInOneLine)
{
    const char* wanted = std::getenv("INC_ITERATIONS");
    const unsigned iterations = wanted ? std::max(1, std::atoi(wanted)) : 2000;
    std::vector<NodeMessage> nodes;
    for (uint64_t id = 0; id < 12; ++id)
    {
        nodes.push_back(Collective(id, id % 10, 1024).After({id + 1, id - 1}).Takes(id));
        nodes.push_back(NodeMessage(100 + id, Type::COMPUTE, "k").After({id}));
    }
    const std::string plain = TraceOf(nodes);
    std::string packed(compressBound(plain.size()) + 32, '\0');
    {
        gzFile file = gzopen(PathOf(0).c_str(), "wb");
        gzwrite(file, plain.data(), static_cast<unsigned>(plain.size()));
        gzclose(file);
        std::ifstream in(PathOf(0), std::ios::binary);
        packed.assign(std::istreambuf_iterator<char>(in), {});
    }
    std::mt19937 random(20261122);
    unsigned refused = 0;
    for (unsigned i = 0; i < iterations; ++i)
    {
        std::string bytes = i % 4 == 0 ? packed : plain;
        if (i % 3 == 0)
        {
            bytes.resize(random() % bytes.size());
        }
        for (unsigned n = random() % 8; n > 0 && !bytes.empty(); --n)
        {
            bytes[random() % bytes.size()] = static_cast<char>(random());
        }
        if (i % 5 == 0)
        {
            bytes.insert(random() % (bytes.size() + 1), std::string(random() % 12, '\xff'));
        }
        Write(0, bytes);
        try
        {
            IncExecutionWorkload((m_folder / "t").string(), "");
        }
        catch (const IncWorkloadError& error)
        {
            ++refused;
            const std::string line = error.what();
            ASSERT_EQ(std::count(line.begin(), line.end(), '\n'), 0) << line;
        }
    }
    EXPECT_GT(refused, iterations / 4); // random bytes are rarely a trace
}

TEST_F(ExecutionTrace, ALengthThatLiesAllocatesNothing)
{
    std::string lie;
    protozero::write_varint(std::back_inserter(lie), IncChakraFile::LONGEST_MESSAGE);
    Write(0, lie + "short");
    EXPECT_THROW(IncExecutionTrace(PathOf(0)), IncWorkloadError);
    IncChakraFile file(PathOf(0));
    EXPECT_THROW(file.Next(), IncWorkloadError);
    lie.clear();
    protozero::write_varint(std::back_inserter(lie), IncChakraFile::LONGEST_MESSAGE + 1);
    Write(0, lie);
    EXPECT_THROW(IncExecutionTrace(PathOf(0)), IncWorkloadError);
}

TEST_F(ExecutionTrace, SamplesOfAstraSimAreReadAsTheyAre)
{
    const std::string folder =
        std::string(INC_SOURCE_DIR) + "/test/reference/workloads/chakra/inc-";
    const IncExecutionWorkload ring(folder + "custom_ring_allreduce_8npus_1MB", "");
    const IncTraceCounts counts = ring.GetCounts();
    EXPECT_EQ(ring.GetTraces().size(), 8U);
    EXPECT_EQ(counts.nodes, (std::array<uint64_t, 8>{0, 0, 0, 0, 56, 112, 112, 0}));
    EXPECT_EQ(counts.communicationBytes, 29360128U);
    const IncExecutionWorkload all(folder + "all_reduce_4npus_1MB", "");
    EXPECT_EQ(all.GetCounts().collectives, 4U);
    EXPECT_EQ(all.GetTraces()[3].GetCommunications()[0].bytes, 1048576U);
    EXPECT_TRUE(all.GetNotes().empty());
}

} // namespace
