/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-trial.h"

#include <algorithm>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ns3
{

namespace
{

/// \return the message in what NS_ABORT_MSG_* and NS_FATAL_ERROR write: …msg="message", [+0s
/// ]file=…
std::string
MessageIn(const std::string& text)
{
    const std::string begin = "msg=\"";
    const auto from = text.find(begin);
    if (from == std::string::npos)
    {
        return "";
    }
    const std::string rest = text.substr(from + begin.size());
    return rest.substr(0, std::min(rest.find("\", +"), rest.find("\", file=")));
}

} // namespace

IncTrial
IncTry(const std::function<bool()>& attempt)
{
    int ends[2];
    if (pipe(ends) != 0)
    {
        return {};
    }
    const pid_t child = fork();
    if (child == 0)
    {
        const rlimit none{0, 0};
        setrlimit(RLIMIT_CORE, &none);
        const int nowhere = open("/dev/null", O_WRONLY);
        dup2(nowhere, STDOUT_FILENO);
        dup2(ends[1], STDERR_FILENO);
        _exit(attempt() ? 0 : 1);
    }
    close(ends[1]);
    std::string said;
    char buffer[512];
    for (ssize_t got; child > 0 && (got = read(ends[0], buffer, sizeof(buffer))) > 0;)
    {
        said.append(buffer, static_cast<std::size_t>(got));
    }
    close(ends[0]);
    int status = 0;
    const bool succeeded = child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
                           WEXITSTATUS(status) == 0;
    return {succeeded, succeeded ? "" : MessageIn(said)};
}

} // namespace ns3
