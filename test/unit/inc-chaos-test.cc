/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// inc-sim --chaos for many seeds, without a program's start for each.

#include "../suites/inc-environment.h"
#include "inc-scenario.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <gtest/gtest.h>
#include <iostream>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

using namespace ns3;

namespace
{

/// Seconds until a seed hangs, sanitizers included.
constexpr uint32_t TIMEOUT = 300;

/// What inc-sim does; returns its exit status.
int
RunWith(uint32_t seed)
{
    alarm(TIMEOUT);
    std::ostringstream shown;
    try
    {
        return IncScenario::Main({"--chaos=" + std::to_string(seed), "--progress=0"},
                                 shown,
                                 std::cerr);
    }
    catch (const std::exception& error)
    {
        std::cerr << error.what() << "\n";
    }
    return 2;
}

/// How a process ended.
std::string
Describe(int status)
{
    if (!WIFSIGNALED(status))
    {
        return "status " + std::to_string(WEXITSTATUS(status));
    }
    return WTERMSIG(status) == SIGALRM ? "hangs" : "signal " + std::to_string(WTERMSIG(status));
}

} // namespace

// Each seed in a copy of this process: what one leaves behind, or breaks, is nobody else's.
TEST(IncChaos, WhateverIsDrawnEndsRightWithEveryCounterInItsPlace)
{
    const uint32_t seeds = IncFromEnvironment("INC_ITERATIONS", 40);
    const uint32_t first = IncFromEnvironment("INC_SEED", 1);
    for (uint32_t seed = first; seed < first + seeds; ++seed)
    {
        std::fflush(nullptr);
        const pid_t child = fork();
        ASSERT_NE(child, -1) << "there is room for a process";
        if (child == 0)
        {
            std::exit(RunWith(seed));
        }
        int status = 0;
        ASSERT_EQ(waitpid(child, &status, 0), child);
        ASSERT_EQ(Describe(status), "status 0") << "inc-sim --chaos=" << seed;
    }
}
