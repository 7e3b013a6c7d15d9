/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inc-argument-table.h"
#include "ns3/inc-output-file.h"
#include "ns3/inc-program.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

using namespace ns3;
namespace fs = std::filesystem;

namespace
{

class IncOutputFile : public testing::Test
{
  protected:
    void SetUp() override
    {
        std::string name = testing::TempDir() + "inc-output-XXXXXX";
        m_folder = mkdtemp(name.data());
    }

    void TearDown() override
    {
        fs::remove_all(m_folder);
    }

    std::size_t Entries() const
    {
        return std::distance(fs::directory_iterator(m_folder), fs::directory_iterator());
    }

    static std::string Read(const fs::path& path)
    {
        std::ostringstream text;
        text << std::ifstream(path).rdbuf();
        return text.str();
    }

    fs::path m_folder; //!< empty at the start of each test
};

} // namespace

TEST_F(IncOutputFile, CheckingLeavesNothingBehind)
{
    IncCheckOutputFile("output", m_folder / "a.json");
    EXPECT_EQ(Entries(), 0u);
}

TEST_F(IncOutputFile, AFolderThatIsMissingOrAFileIsRefused)
{
    std::ofstream(m_folder / "file") << "x";
    EXPECT_THROW(IncCheckOutputFile("output", m_folder / "no" / "a"), IncError);
    EXPECT_THROW(IncCheckOutputFile("output", m_folder / "file" / "a"), IncError);
    EXPECT_THROW(IncCheckOutputFile("output", m_folder), IncError);
    EXPECT_THROW(IncCheckOutputFile("output", m_folder / std::string(300, 'a')), IncError);
    EXPECT_THROW(IncCheckOutputFolder("pcap", m_folder / "no" / "a"), IncError);
}

TEST_F(IncOutputFile, IsReplacedWholeWithUsualPermissions)
{
    std::ofstream(m_folder / "a") << std::string(1000, 'x');
    IncWriteOutputFile(m_folder / "a", "new");
    EXPECT_EQ(Read(m_folder / "a"), "new");
    EXPECT_EQ(Entries(), 1u);
    const mode_t mask = umask(0);
    umask(mask);
    struct stat status = {};
    stat((m_folder / "a").c_str(), &status);
    EXPECT_EQ(status.st_mode & 0777, 0666 & ~mask);
}

TEST_F(IncOutputFile, ALinkStaysALink)
{
    std::ofstream(m_folder / "a") << "old";
    fs::create_symlink(m_folder / "a", m_folder / "link");
    IncWriteOutputFile(m_folder / "link", "new");
    EXPECT_TRUE(fs::is_symlink(m_folder / "link"));
    EXPECT_EQ(Read(m_folder / "a"), "new");
}

TEST_F(IncOutputFile, ADeviceIsWrittenAndNotReplaced)
{
    IncCheckOutputFile("output", "/dev/null");
    IncWriteOutputFile("/dev/null", "new");
    EXPECT_TRUE(fs::is_character_file("/dev/null"));
    EXPECT_THROW(IncWriteOutputFile("/dev/full", "new"), IncError);
}

TEST_F(IncOutputFile, AFailedWriteLeavesTheOldFile)
{
    fs::create_directory(m_folder / "a");
    EXPECT_THROW(IncWriteOutputFile(m_folder / "a", "new"), IncError);
    EXPECT_EQ(Entries(), 1u);
}

TEST_F(IncOutputFile, WhatAProgramKeepsIsWholeOrNotThere)
{
    const auto run = [this](const std::string& path, const std::function<int()>& end) {
        testing::internal::CaptureStderr();
        const int status = IncRunProgram("p", [&]() {
            *IncOpenOutputFile(m_folder / "kept") << "begun";
            *IncOpenOutputFile(path) << "more";
            return end();
        });
        return std::to_string(status) + " " + testing::internal::GetCapturedStderr();
    };
    EXPECT_EQ(run(m_folder / "b", []() { return 1; }), "1 ");
    EXPECT_EQ(Read(m_folder / "kept") + Read(m_folder / "b"), "begunmore");
    EXPECT_EQ(run(m_folder / "b", []() -> int { throw IncError("no"); }), "2 p: no\n");
    EXPECT_EQ(Entries(), 0u);
    EXPECT_EQ(run("/dev/full", []() { return 0; }),
              "2 p: /dev/full: cannot be written: No space left on device\n");
    EXPECT_EQ(Entries(), 0u);
}
