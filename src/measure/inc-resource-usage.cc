/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-resource-usage.h"

#include <chrono>
#include <fstream>
#include <string>
#include <sys/resource.h>
#include <unistd.h>

namespace ns3
{

namespace
{

double
SecondsOf(const timeval& time)
{
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

/// Return the largest resident memory, VmHWM. Unlike ru_maxrss, VmHWM does not include a large
/// interpreter that called exec.
uint64_t
PeakRssBytes(const rusage& usage)
{
    std::ifstream status("/proc/self/status");
    for (std::string key; status >> key;)
    {
        uint64_t kilobytes = 0;
        if (key == "VmHWM:" && status >> kilobytes)
        {
            return kilobytes * 1024;
        }
    }
    return static_cast<uint64_t>(usage.ru_maxrss) * 1024;
}

} // namespace

IncResourceUsage
IncResourceUsage::Now()
{
    rusage usage = {};
    getrusage(RUSAGE_SELF, &usage);
    uint64_t sizePages = 0;
    uint64_t residentPages = 0;
    std::ifstream("/proc/self/statm") >> sizePages >> residentPages;

    IncResourceUsage now;
    const auto clock = std::chrono::steady_clock::now().time_since_epoch();
    now.wallS = std::chrono::duration<double>(clock).count();
    now.cpuS = SecondsOf(usage.ru_utime) + SecondsOf(usage.ru_stime);
    now.rssBytes = residentPages * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
    now.peakRssBytes = PeakRssBytes(usage);
    return now;
}

} // namespace ns3
