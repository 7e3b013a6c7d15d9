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
#include <filesystem>
#include <iostream>
#include <stdexcept>
#include <sys/stat.h>
#include <unistd.h>

namespace ns3
{

namespace
{

const std::string STANDARD_OUTPUT = "-";

namespace fs = std::filesystem;

/// Devices and pipes cannot be replaced by a file of the same name.
bool
IsSpecial(const fs::path& path)
{
    std::error_code error;
    const auto status = fs::status(path, error);
    return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

/// Links are followed, so that the file they point to is replaced.
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

/// Holds back Ctrl-C while a temporary file exists, so that it cannot be left behind.
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
    sigset_t m_before; //!< mask to go back to
};

/// A new file in a folder, open for writing; -1 and errno if there can be none.
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
    FILE* file = std::fopen(path.c_str(), "w");
    if (!file)
    {
        throw std::runtime_error(std::strerror(errno));
    }
    const bool written = std::fwrite(content.data(), 1, content.size(), file) == content.size();
    if (std::fclose(file) != 0 || !written)
    {
        throw std::runtime_error(std::strerror(errno));
    }
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
        std::cout << content << std::flush;
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

} // namespace ns3
