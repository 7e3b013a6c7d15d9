/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-output-file.h"

#include "inc-error.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace ns3
{

namespace
{

const std::string STANDARD_OUTPUT = "-";

namespace fs = std::filesystem;

/// Return true for devices and pipes, which a new file cannot replace.
bool
IsSpecial(const fs::path& path)
{
    std::error_code error;
    const auto status = fs::status(path, error);
    return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

/// Follow links, so that the file to which they point is replaced.
fs::path
Resolve(const std::string& path)
{
    std::error_code error;
    const auto resolved = fs::weakly_canonical(path, error);
    return error ? fs::path(path) : resolved;
}

fs::path
FolderOf(const fs::path& path)
{
    const auto folder = path.parent_path();
    return folder.empty() ? "." : folder;
}

/// Holds back Ctrl-C while a temporary file exists, so that the file is always removed.
class SignalsHeld
{
  public:
    SignalsHeld()
    {
        sigset_t held;
        sigemptyset(&held);
        for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        {
            sigaddset(&held, signal);
        }
        pthread_sigmask(SIG_BLOCK, &held, &m_before);
    }

    ~SignalsHeld()
    {
        pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
    }

    SignalsHeld(const SignalsHeld&) = delete;
    SignalsHeld& operator=(const SignalsHeld&) = delete;

  private:
    sigset_t m_before;
};

int
OpenTemporary(const fs::path& folder, std::string& temporary)
{
    temporary = (folder / ".inc-XXXXXX").string();
    return mkstemp(temporary.data());
}

void
WriteAll(int file, const std::string& content)
{
    for (std::size_t done = 0; done < content.size();)
    {
        const ssize_t written = write(file, content.data() + done, content.size() - done);
        if (written < 0 && errno != EINTR)
        {
            throw std::runtime_error(std::strerror(errno));
        }
        done += written < 0 ? 0 : written;
    }
}

void
WriteSpecial(const std::string& path, const std::string& content)
{
    const int file = open(path.c_str(), O_WRONLY);
    if (file < 0)
    {
        throw std::runtime_error(std::strerror(errno));
    }
    WriteAll(file, content);
    close(file);
}

void
Replace(const fs::path& path, const std::string& content)
{
    const SignalsHeld held;
    std::string temporary;
    const int file = OpenTemporary(FolderOf(path), temporary);
    if (file < 0)
    {
        throw std::runtime_error(std::strerror(errno));
    }
    try
    {
        WriteAll(file, content);
        const mode_t mask = umask(0);
        umask(mask);
        if (fchmod(file, 0666 & ~mask) != 0 || fsync(file) != 0 ||
            std::rename(temporary.c_str(), path.c_str()) != 0)
        {
            throw std::runtime_error(std::strerror(errno));
        }
        close(file);
    }
    catch (const std::exception&)
    {
        close(file);
        unlink(temporary.c_str());
        throw;
    }
}

struct KeptFile
{
    std::string path;
    std::function<bool()> close;
};

/// Open files; null until IncKeepOutputFiles(). Never destroyed, because programs can end after
/// destructors have run.
std::vector<KeptFile>* g_kept{nullptr};

} // namespace

void
IncCheckOutputFolder(const std::string& argument, const std::string& path)
{
    const auto folder = FolderOf(Resolve(path));
    const SignalsHeld held;
    std::string temporary;
    const int file = OpenTemporary(folder, temporary);
    if (file < 0)
    {
        throw IncError("--" + argument + "=" + path + ": cannot write into " + folder.string() +
                       ": " + std::strerror(errno) +
                       "; accepted: a path in an existing, writable folder");
    }
    close(file);
    unlink(temporary.c_str());
}

void
IncCheckOutputFile(const std::string& argument, const std::string& path)
{
    if (path == STANDARD_OUTPUT)
    {
        return;
    }
    const auto resolved = Resolve(path);
    std::error_code error;
    if (path.back() == '/' || fs::is_directory(resolved, error))
    {
        throw IncError("--" + argument + "=" + path + ": is a folder; accepted: a file");
    }
    if (!IsSpecial(path))
    {
        IncCheckOutputFolder(argument, path);
    }
    if (access(path.c_str(), W_OK) != 0 && (errno != ENOENT || IsSpecial(path)))
    {
        throw IncError("--" + argument + "=" + path + ": " + std::strerror(errno) +
                       "; accepted: a writable file");
    }
}

void
IncWriteOutputFile(const std::string& path, const std::string& content)
{
    if (path == STANDARD_OUTPUT)
    {
        std::cout << content << std::flush; // IncRunProgram() reports a failure
        return;
    }
    try
    {
        if (IsSpecial(path))
        {
            WriteSpecial(path, content);
        }
        else
        {
            Replace(Resolve(path), content);
        }
    }
    catch (const std::exception& reason)
    {
        throw IncError(path + ": cannot be written: " + reason.what());
    }
}

IncGrowingOutputFile::IncGrowingOutputFile(const std::string& path)
    : m_path(path)
{
}

void
IncGrowingOutputFile::Write(const std::function<std::string()>& content, bool isComplete)
{
    const bool isStream = m_path == STANDARD_OUTPUT || IsSpecial(m_path);
    if (m_path.empty() || (isStream && !isComplete))
    {
        return;
    }
    if (!isStream && !std::exchange(m_isWritten, true))
    {
        if (std::ifstream before(m_path, std::ios::binary); before)
        {
            m_before.emplace(std::istreambuf_iterator<char>(before),
                             std::istreambuf_iterator<char>());
        }
    }
    IncWriteOutputFile(m_path, content());
}

void
IncGrowingOutputFile::Restore()
{
    if (!m_isWritten)
    {
        return;
    }
    if (m_before)
    {
        IncWriteOutputFile(m_path, *m_before);
    }
    else
    {
        std::error_code error;
        fs::remove(m_path, error);
    }
}

std::shared_ptr<std::ofstream>
IncOpenOutputFile(const std::string& path)
{
    auto file = std::make_shared<std::ofstream>(path, std::ios::trunc);
    if (!*file)
    {
        throw IncError(path + ": cannot be written: " + std::strerror(errno));
    }
    IncKeepOutputFile(path, [file]() {
        file->close();
        return !file->fail();
    });
    return file;
}

void
IncKeepOutputFile(const std::string& path, const std::function<bool()>& close)
{
    if (g_kept)
    {
        g_kept->push_back({path, close});
    }
}

void
IncKeepOutputFiles()
{
    static auto* const kept = new std::vector<KeptFile>();
    g_kept = kept;
}

void
IncCloseOutputFiles(bool discard)
{
    const auto files = g_kept ? std::exchange(*g_kept, {}) : std::vector<KeptFile>();
    g_kept = nullptr;
    std::string complaint;
    for (const KeptFile& file : files)
    {
        errno = 0; // a stream that has failed before writes the remaining data again
        if (!file.close() && complaint.empty())
        {
            complaint = file.path + ": cannot be written: " +
                        (errno ? std::strerror(errno) : "a part is missing");
        }
    }
    for (const KeptFile& file : files)
    {
        std::error_code error; // ignored, because a file that does not exist need not be removed
        if ((discard || !complaint.empty()) && !IsSpecial(file.path))
        {
            fs::remove(Resolve(file.path), error);
        }
    }
    if (!discard && !complaint.empty())
    {
        throw IncError(complaint);
    }
}

} // namespace ns3
