/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-row-processes.h"

#include "ns3/inc-error.h"
#include "ns3/inc-output-file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <deque>
#include <fstream>
#include <iostream>
#include <poll.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#ifdef __linux__
#include <sched.h>
#include <sys/prctl.h>
#endif

namespace ns3
{

namespace
{

using Work = std::function<std::string(std::size_t task)>;

/// Exit statuses of a process whose bytes are the text of an exception.
enum Failure
{
    REFUSAL = 100, //!< IncError
    OTHER
};

/// Do a task in its process, and write what it returns or the text of its exception.
[[noreturn]] void
DoTask(const Work& work, std::size_t task, int file)
{
    std::string bytes;
    int status = 0;
    try
    {
        bytes = work(task);
    }
    catch (const std::exception& error)
    {
        bytes = error.what();
        status = dynamic_cast<const IncError*>(&error) ? REFUSAL : OTHER;
    }
    std::cout.flush();
    FILE* const out = fdopen(file, "w");
    std::fwrite(bytes.data(), 1, bytes.size(), out);
    std::fflush(nullptr);
    _exit(status);
}

/// Process of a task, with pipes for its standard output, standard error and bytes.
class Process
{
  public:
    Process(const Work& work, std::size_t task)
    {
        std::array<std::array<int, 2>, 3> ends;
        for (std::size_t i = 0; i < ends.size(); ++i)
        {
            Require(pipe(ends[i].data()) == 0);
            m_files[i] = ends[i][0];
        }
        std::cout.flush();
        std::fflush(nullptr);
        const pid_t parent = getpid();
        Require((m_id = fork()) >= 0);
        if (m_id == 0)
        {
#ifdef __linux__
            prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
            dup2(ends[0][1], STDOUT_FILENO);
            dup2(ends[1][1], STDERR_FILENO);
            if (getppid() == parent) // otherwise it has ended before prctl()
            {
                DoTask(work, task, ends[2][1]);
            }
            _exit(IncError::STATUS);
        }
        for (const auto& pair : ends)
        {
            close(pair[1]);
        }
    }

    ~Process()
    {
        if (IsRunning())
        {
            kill(m_id, SIGKILL);
            waitpid(m_id, nullptr, 0);
        }
    }

    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    bool IsRunning() const
    {
        return m_id > 0;
    }

    void AddTo(std::vector<pollfd>& polled) const
    {
        for (const int file : m_files)
        {
            polled.push_back({file, POLLIN, 0}); // poll() ignores a closed file, -1
        }
    }

    /// Read pipes that have something, and note the end of the process.
    void Read(const pollfd* polled)
    {
        for (std::size_t i = 0; i < m_files.size(); ++i)
        {
            std::array<char, 65536> piece;
            const ssize_t size =
                polled[i].revents ? read(m_files[i], piece.data(), piece.size()) : -1;
            m_read[i].append(piece.data(), std::max<ssize_t>(size, 0));
            if (size == 0)
            {
                close(std::exchange(m_files[i], -1));
            }
        }
        if (IsRunning() && *std::max_element(m_files.begin(), m_files.end()) < 0)
        {
            waitpid(std::exchange(m_id, 0), &m_status, 0);
        }
    }

    /// Print what the process has printed since the last call.
    void Show()
    {
        std::cout << std::exchange(m_read[0], "");
        std::cerr << std::exchange(m_read[1], "");
    }

    /// Return the bytes of a process that has ended, or throw its error.
    const std::string& GetBytes(const std::string& name) const
    {
        if (WIFSIGNALED(m_status))
        {
            const int signal = WTERMSIG(m_status);
            throw std::runtime_error(
                "row " + name + ": signal " + std::to_string(signal) + " (" + strsignal(signal) +
                ") ended its process" +
                (signal == SIGKILL ? "; if memory is short, try --processes=1" : ""));
        }
        switch (const int status = WEXITSTATUS(m_status))
        {
        case 0:
            return m_read[2];
        case REFUSAL:
            throw IncError(m_read[2]);
        case OTHER:
            throw std::runtime_error(m_read[2]);
        default: // ns-3 has ended the process, after a line that tells why
            std::cout.flush();
            IncCloseOutputFiles(true);
            _exit(status);
        }
    }

  private:
    static void Require(bool isDone)
    {
        if (!isDone)
        {
            throw std::runtime_error(std::string("no process for a row: ") + std::strerror(errno) +
                                     "; try --processes=1");
        }
    }

    pid_t m_id{0};                          //!< the process; 0: it has ended
    int m_status{0};                        //!< its status after the end
    std::array<int, 3> m_files{-1, -1, -1}; //!< ends of the pipes; -1: closed
    std::array<std::string, 3> m_read;      //!< bytes from the pipes
};

} // namespace

void
IncRunProcesses(const std::vector<std::string>& names,
                uint32_t most,
                const Work& work,
                const std::function<void(const std::string& bytes)>& take)
{
    std::deque<Process> processes; // processes that run, and processes that wait for earlier ones
    std::size_t started = 0;
    std::size_t taken = 0;
    while (taken < names.size())
    {
        const auto isRunning = [](const Process& process) { return process.IsRunning(); };
        if (started < names.size() &&
            std::count_if(processes.begin(), processes.end(), isRunning) < most)
        {
            processes.emplace_back(work, started++);
            continue;
        }
        std::vector<pollfd> polled;
        for (const Process& process : processes)
        {
            process.AddTo(polled);
        }
        poll(polled.data(), polled.size(), -1);
        for (std::size_t i = 0; i < processes.size(); ++i)
        {
            processes[i].Read(&polled[3 * i]);
        }
        processes.front().Show();
        while (!processes.empty() && !processes.front().IsRunning())
        {
            processes.front().Show();
            take(processes.front().GetBytes(names[taken++]));
            processes.pop_front();
        }
    }
}

uint32_t
IncCountProcesses(double bytes)
{
    uint32_t cores = 1;
#ifdef __linux__
    cpu_set_t set;
    cores = sched_getaffinity(0, sizeof(set), &set) == 0 ? CPU_COUNT(&set) : 1;
#endif
    std::ifstream file("/proc/meminfo");
    double available = 0;
    for (std::string word; available == 0 && file >> word;)
    {
        if (word == "MemAvailable:")
        {
            file >> available; // KiB
        }
    }
    return std::clamp<uint32_t>(std::min<double>(1024 * available / bytes, cores), 1, cores);
}

} // namespace ns3
