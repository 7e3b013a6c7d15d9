/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of damaged workload files: inc-sim reads each, or refuses it in one line with exit
// status 2. The tests run all of inc-sim's reading: arguments, file, checks and message.

#include "inc-sim-arguments.h"

#include "ns3/inc-program.h"
#include "ns3/inc-resource-usage.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <iostream>
#include <iterator>
#include <random>
#include <sstream>
#include <string>
#include <unistd.h>
#include <vector>
#include <zlib.h>

using namespace ns3;

namespace
{

namespace fs = std::filesystem;

const fs::path SAMPLES = fs::path(INC_SOURCE_DIR) / "test/reference/workloads";
constexpr uint32_t RANKS = 8;

std::string
Load(const fs::path& path)
{
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

void
Save(const fs::path& path, const std::string& bytes)
{
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

std::string
Gzip(const std::string& plain, const fs::path& path)
{
    gzFile file = gzopen(path.c_str(), "wb");
    gzwrite(file, plain.data(), static_cast<unsigned>(plain.size()));
    gzclose(file);
    return Load(path);
}

/// Damages files at random, by a seed.
class Damage
{
  public:
    explicit Damage(uint32_t seed)
        : m_random(seed)
    {
    }

    /// Cut off, change and lengthen bytes; in a text also replace whole words by numbers.
    std::string Do(std::string bytes, bool isText)
    {
        const uint32_t kinds = 1 + Draw(7);
        if ((kinds & 1) != 0)
        {
            bytes.resize(Draw(bytes.size() + 1));
        }
        for (uint32_t n = (kinds & 2) != 0 ? 1 + Draw(8) : 0; n > 0 && !bytes.empty(); --n)
        {
            bytes[Draw(bytes.size())] = static_cast<char>(Draw(256));
        }
        if ((kinds & 4) != 0)
        {
            bytes.insert(Draw(bytes.size() + 1), Foreign(isText));
        }
        if (isText && Draw(2) == 0)
        {
            const auto begin = bytes.find_first_of("0123456789", Draw(bytes.size() + 1));
            if (begin != std::string::npos)
            {
                const auto end =
                    std::min(bytes.find_first_not_of("0123456789", begin), bytes.size());
                bytes.replace(begin, end - begin, Number());
            }
        }
        return bytes;
    }

  private:
    uint32_t Draw(std::size_t below)
    {
        return static_cast<uint32_t>(m_random() % below);
    }

    std::string Number()
    {
        static const std::vector<std::string> NUMBERS{"-1",
                                                      "18446744073709551616",
                                                      "1e999",
                                                      "nan",
                                                      "0x10",
                                                      "9223372036854775807",
                                                      "1.5",
                                                      "4294967296",
                                                      ""};
        return NUMBERS[Draw(NUMBERS.size())];
    }

    /// Return wrong bytes to insert: a false length, a run of brackets, zeros.
    std::string Foreign(bool isText)
    {
        const std::string repeated =
            isText ? std::string("[{\"\n\t,", 6) : std::string("\xff\0\n", 3);
        return std::string(Draw(Draw(20) == 0 ? 100000 : 12), repeated[Draw(repeated.size())]);
    }

    std::mt19937 m_random;
};

/// A workload of one format, one file of which is damaged.
struct Format
{
    std::string name;                   //!< for messages
    std::string file;                   //!< file to damage
    std::string whole;                  //!< before
    bool isText;                        //!< false for a binary file
    std::vector<std::string> arguments; //!< arguments that make inc-sim read the file
};

class DamagedWorkload : public ::testing::Test
{
  protected:
    void SetUp() override
    {
        m_folder = fs::temp_directory_path() / ("inc-damaged-" + std::to_string(::getpid()));
        fs::create_directories(m_folder);
        const std::string sample = "chakra/inc-custom_ring_allreduce_8npus_1MB.";
        for (uint32_t rank = 0; rank < RANKS; ++rank)
        {
            const std::string end = std::to_string(rank) + ".et";
            fs::copy_file(SAMPLES / (sample + end), m_folder / ("t." + end));
        }
        const std::string trace = Load(m_folder / "t.3.et");
        const std::string workload = "--workload=" + (m_folder / "t").string();
        m_formats.push_back({"Chakra", "t.3.et", trace, false, {workload}});
        m_formats.push_back(
            {"Chakra, gzip", "t.3.et", Gzip(trace, m_folder / "packed"), false, {workload}});
        m_formats.push_back({"groups",
                             "groups.json",
                             R"({"tp0": [0, 1, 2, 3], "tp1": [4, 5, 6, 7], "dp": [7, 0]})",
                             true,
                             {workload, "--groups=" + (m_folder / "groups.json").string()}});
        for (const char* text : {"inc-astra-sim-data.txt",
                                 "inc-astra-sim-hybrid.txt",
                                 "inc-simai-llama.txt",
                                 "inc-simai-micro.txt"})
        {
            m_formats.push_back({text,
                                 text,
                                 Load(SAMPLES / text),
                                 true,
                                 {"--workload=" + (m_folder / text).string()}});
        }
    }

    void TearDown() override
    {
        fs::remove_all(m_folder);
    }

    /// Read a workload as inc-sim does, without a simulation; return the exit status, and set the
    /// output.
    static int Read(const Format& format, std::string& said, std::string& shown)
    {
        std::vector<std::string> arguments{"--topology=star",
                                           "--hosts=" + std::to_string(RANKS),
                                           "--data=virtual",
                                           "--scheme=ring"};
        arguments.insert(arguments.end(), format.arguments.begin(), format.arguments.end());
        std::ostringstream out;
        std::ostringstream err;
        std::streambuf* before = std::cerr.rdbuf(err.rdbuf());
        const int status = IncRunProgram("inc-sim", [&]() {
            IncSimArguments::Parse(arguments, out);
            return 0;
        });
        std::cerr.rdbuf(before);
        said = err.str();
        shown = out.str();
        return status;
    }

    fs::path m_folder;             //!< folder of the files
    std::vector<Format> m_formats; //!< formats of workload files
};

TEST_F(DamagedWorkload, WhatIsWholeIsRead)
{
    std::string said;
    std::string shown;
    for (const Format& format : m_formats)
    {
        Save(m_folder / format.file, format.whole);
        EXPECT_EQ(Read(format, said, shown), 0) << format.name << ": " << said;
        EXPECT_EQ(said + shown, "") << format.name;
    }
}

TEST_F(DamagedWorkload, WhatIsDamagedIsReadOrRefusedInOneLine)
{
    const char* wanted = std::getenv("INC_ITERATIONS");
    const unsigned iterations = wanted ? std::max(1, std::atoi(wanted)) : 700;
    const char* first = std::getenv("INC_SEED");
    const uint32_t seed = first ? std::strtoul(first, nullptr, 10) : 1;
    std::vector<unsigned> refused(m_formats.size());
    const IncResourceUsage begin = IncResourceUsage::Now();
    for (uint32_t i = seed; i < seed + iterations; ++i)
    {
        const std::size_t number = i % m_formats.size();
        const Format& format = m_formats[number];
        Save(m_folder / format.file, Damage(i).Do(format.whole, format.isText));
        std::string said;
        std::string shown;
        const int status = Read(format, said, shown);
        Save(m_folder / format.file, format.whole);
        const std::string which = format.name + ", INC_SEED=" + std::to_string(i) + ": ";
        ASSERT_TRUE(status == 0 || status == 2) << which << status;
        ASSERT_EQ(shown, "") << which;
        if (status == 0)
        {
            ASSERT_EQ(said, "") << which;
            continue;
        }
        ++refused[number];
        ASSERT_EQ(said.find('\n'), said.size() - 1) << which << said;
        ASSERT_LT(said.size(), 2000U) << which << said;
        ASSERT_EQ(said.rfind("inc-sim: ", 0), 0U) << which << said;
        // The parser of JSON refuses a file that is no JSON.
        ASSERT_NE(said.find(format.file == "groups.json" ? format.file : "accepted"),
                  std::string::npos)
            << which << said;
    }
    const uint64_t grown = IncResourceUsage::Now().peakRssBytes - begin.peakRssBytes;
    EXPECT_LT(grown, 1U << 30) << "bytes of memory";
    for (std::size_t i = 0; i < m_formats.size(); ++i)
    {
        std::cout << m_formats[i].name << ": " << refused[i] << " refused\n";
        EXPECT_TRUE(iterations < 100 || refused[i] > iterations / m_formats.size() / 4)
            << m_formats[i].name;
    }
}

} // namespace
