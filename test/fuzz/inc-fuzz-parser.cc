/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-fuzz-parser.h"

#include "ns3/inc-error.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <sys/mman.h>
#include <unistd.h>

namespace ns3
{

namespace
{

/// Check an error as programs print it before they exit with 2.
void
CheckLine(const std::string& line)
{
    IncFuzzExpect(!line.empty(), "a refusal says why");
    for (const char byte : line)
    {
        IncFuzzExpect(static_cast<unsigned char>(byte) >= ' ' && byte != '\x7f',
                      ("a refusal is one line of text: " + line).c_str());
    }
}

} // namespace

IncFuzzParser::IncFuzzParser(const std::string& name, Read read, Mutate mutate)
    : read(std::move(read)),
      mutate(mutate)
{
    All()[name] = this;
}

std::map<std::string, IncFuzzParser*>&
IncFuzzParser::All()
{
    static std::map<std::string, IncFuzzParser*> all;
    return all;
}

void
IncFuzzExpect(bool holds, const char* what)
{
    if (!holds)
    {
        std::fprintf(stderr, "does not hold: %s\n", what);
        std::abort();
    }
}

bool
IncFuzzAccepts(const std::function<void()>& read)
{
    try
    {
        read();
        return true;
    }
    catch (const IncError& error)
    {
        CheckLine(error.what());
    }
    return false;
}

IncFuzzFile::IncFuzzFile(const std::string& ending)
    : m_descriptor(memfd_create("inc-fuzz", MFD_CLOEXEC)),
      m_name("/proc/self/fd/" + std::to_string(m_descriptor))
{
    IncFuzzExpect(m_descriptor >= 0, "there are files in memory");
    if (!ending.empty())
    {
        m_folder = std::filesystem::temp_directory_path() / "inc-fuzz-XXXXXX";
        IncFuzzExpect(mkdtemp(m_folder.data()), "a folder can be made");
        const std::string link = m_folder + "/input" + ending;
        std::filesystem::create_symlink(m_name, link);
        m_name = link;
    }
}

IncFuzzFile::~IncFuzzFile()
{
    close(m_descriptor);
    if (!m_folder.empty())
    {
        std::filesystem::remove_all(m_folder);
    }
}

const std::string&
IncFuzzFile::Fill(const uint8_t* data, std::size_t size)
{
    IncFuzzExpect(ftruncate(m_descriptor, 0) == 0 &&
                      pwrite(m_descriptor, data, size, 0) == static_cast<ssize_t>(size),
                  "a file can be written");
    return m_name;
}

} // namespace ns3
