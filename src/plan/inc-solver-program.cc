/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-solver-program.h"

#include "ns3/inc-error.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <spawn.h>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>
#include <unordered_map>

extern char** environ;

namespace ns3
{

namespace
{

/** A folder of its own that disappears with its files. */
class ScratchFolder
{
  public:
    ScratchFolder()
    {
        const char* temporary = std::getenv("TMPDIR");
        m_path = std::string(temporary && *temporary ? temporary : "/tmp") + "/inc-plan-XXXXXX";
        if (!mkdtemp(m_path.data()))
        {
            throw IncError("--solver: no temporary folder " + m_path + ": " + std::strerror(errno));
        }
    }

    ~ScratchFolder()
    {
        for (const char* name : {"model.lp", "solution.sol", "log"})
        {
            unlink((m_path + "/" + name).c_str());
        }
        rmdir(m_path.c_str());
    }

    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;

    std::string operator/(const char* name) const
    {
        return m_path + "/" + name;
    }

  private:
    std::string m_path;
};

std::string
Content(const std::string& path)
{
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

bool
Contains(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

/** Not every program keeps its own time limit: it gets some grace, then it is ended. */
int
WaitOrKill(pid_t child, double seconds)
{
    const auto start = std::chrono::steady_clock::now();
    int status = 0;
    while (waitpid(child, &status, WNOHANG) == 0)
    {
        const std::chrono::duration<double> waited = std::chrono::steady_clock::now() - start;
        if (waited.count() > seconds)
        {
            kill(child, SIGKILL);
            waitpid(child, &status, 0);
            break;
        }
        // A hundredth of what was waited for already, so that short runs are not kept waiting.
        usleep(std::clamp<useconds_t>(waited.count() * 1e4, 200, 50000));
    }
    return status;
}

using Status = IncLinearAnswer::Status;

/**
 * Tolerance for solutions as they are read; those of integer programmes are less exact than others.
 */
constexpr double TOLERANCE = 1e-5;

/** Lines of "name value" in a solution, wherever they are. */
void
ReadNamedValues(const std::string& text,
                const IncLinearModel& model,
                std::size_t nameColumn,
                IncLinearAnswer& answer)
{
    std::unordered_map<std::string, std::size_t> index;
    for (std::size_t v = 0; v < model.Variables().size(); ++v)
    {
        index[model.Variables()[v].name] = v;
    }
    answer.values.assign(model.Variables().size(), 0);
    std::istringstream lines(text);
    std::string line;
    while (std::getline(lines, line))
    {
        std::istringstream words(line);
        std::vector<std::string> word{std::istream_iterator<std::string>(words), {}};
        // cbc marks a column that violates its bounds with two stars.
        if (!word.empty() && word[0] == "**")
        {
            word.erase(word.begin());
        }
        if (word.size() > nameColumn + 1 && index.count(word[nameColumn]))
        {
            answer.values[index[word[nameColumn]]] =
                std::strtod(word[nameColumn + 1].c_str(), nullptr);
        }
    }
}

IncLinearAnswer
ReadCbc(const IncLinearModel& model, const std::string& solution)
{
    IncLinearAnswer answer;
    const std::string head = solution.substr(0, solution.find('\n'));
    if (Contains(head, "nfeasible"))
    {
        answer.status = Status::INFEASIBLE;
        return answer;
    }
    if (Contains(head, "no integer solution") || head.empty())
    {
        return answer;
    }
    answer.status = head.compare(0, 7, "Optimal") == 0 ? Status::OPTIMAL : Status::FEASIBLE;
    ReadNamedValues(solution, model, 1, answer);
    return answer;
}

IncLinearAnswer
ReadHighs(const IncLinearModel& model, const std::string& solution)
{
    IncLinearAnswer answer;
    if (Contains(solution, "Infeasible\n") && !Contains(solution, "\nFeasible"))
    {
        answer.status = Status::INFEASIBLE;
        return answer;
    }
    const std::size_t columns = solution.find("# Columns");
    if (columns == std::string::npos)
    {
        return answer;
    }
    answer.status = Contains(solution, "\nOptimal\n") ? Status::OPTIMAL : Status::FEASIBLE;
    ReadNamedValues(solution.substr(columns, solution.find("# Rows") - columns), model, 0, answer);
    return answer;
}

IncLinearAnswer
ReadGlpsol(const IncLinearModel& model, const std::string& solution, const std::string& log)
{
    // "s mip ROWS COLS o|f|n|u OBJ" or "s bas ROWS COLS f f OBJ"; "j COLUMN [STATUS] VALUE".
    IncLinearAnswer answer;
    for (const char* kind : {"PRIMAL ", "INTEGER ", ""})
    {
        // What the presolver finds out is in the log alone: there the solution is undefined.
        if (Contains(log, std::string("PROBLEM HAS NO ") + kind + "FEASIBLE SOLUTION"))
        {
            answer.status = Status::INFEASIBLE;
            return answer;
        }
    }
    std::istringstream lines(solution);
    std::string line;
    bool basic = false;
    answer.values.assign(model.Variables().size(), 0);
    while (std::getline(lines, line))
    {
        std::istringstream words(line);
        std::vector<std::string> word{std::istream_iterator<std::string>(words), {}};
        if (word.size() >= 5 && word[0] == "s")
        {
            basic = word[1] == "bas";
            const std::string& status = word[4];
            answer.status = status == "n" || status == "i"              ? Status::INFEASIBLE
                            : status == "o" || (basic && status == "f") ? Status::OPTIMAL
                            : status == "f"                             ? Status::FEASIBLE
                                                                        : Status::UNKNOWN;
        }
        if (word.size() >= 3 && word[0] == "j")
        {
            const std::size_t column = std::strtoul(word[1].c_str(), nullptr, 10);
            if (column >= 1 && column <= answer.values.size())
            {
                answer.values[column - 1] = std::strtod(word[basic ? 3 : 2].c_str(), nullptr);
            }
        }
    }
    return answer;
}

IncLinearAnswer
ReadGurobi(const IncLinearModel& model, const std::string& solution, const std::string& log)
{
    IncLinearAnswer answer;
    if (Contains(log, "infeasible"))
    {
        answer.status = Status::INFEASIBLE;
        return answer;
    }
    if (solution.empty())
    {
        return answer;
    }
    answer.status = Contains(log, "Optimal") ? Status::OPTIMAL : Status::FEASIBLE;
    ReadNamedValues(solution, model, 0, answer);
    return answer;
}

} // namespace

IncSolverProgram::IncSolverProgram(std::string name)
    : m_name(std::move(name))
{
}

IncSolverProgram&
IncSolverProgram::TimeLimit(double seconds)
{
    m_timeLimit = seconds;
    return *this;
}

std::vector<std::string>
IncSolverProgram::Names()
{
    return {"cbc", "highs", "glpsol", "gurobi"};
}

std::vector<std::string>
IncSolverProgram::Command(const std::string& model, const std::string& solution) const
{
    const std::string seconds = std::to_string(std::max(1L, std::lround(std::ceil(m_timeLimit))));
    if (m_name == "cbc")
    {
        return {"cbc", model, "sec", seconds, "ratio", "0", "solve", "solution", solution};
    }
    if (m_name == "highs")
    {
        return {"highs", "--time_limit", seconds, "--solution_file", solution, model};
    }
    if (m_name == "glpsol")
    {
        return {"glpsol", "--lp", model, "--tmlim", seconds, "-w", solution};
    }
    return {"gurobi_cl", "TimeLimit=" + seconds, "MIPGap=0", "ResultFile=" + solution, model};
}

void
IncSolverProgram::Execute(const std::vector<std::string>& command, const std::string& log) const
{
    std::vector<char*> words;
    for (const std::string& word : command)
    {
        words.push_back(const_cast<char*>(word.c_str()));
    }
    words.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&actions, 1, 2);
    pid_t child = 0;
    const int failed = posix_spawnp(&child, words[0], &actions, nullptr, words.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed)
    {
        throw IncError("--solver=" + m_name + ": the program " + command[0] + " is not installed");
    }
    const int status = WaitOrKill(child, 1.5 * m_timeLimit + 2);
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
    {
        return;
    }
    if (!WIFEXITED(status) || WEXITSTATUS(status) == 127)
    {
        throw IncError("--solver=" + m_name + ": the program " + command[0] +
                       " did not run to its end");
    }
}

IncLinearAnswer
IncSolverProgram::Read(const IncLinearModel& model,
                       const std::string& solution,
                       const std::string& log) const
{
    const std::string text = Content(solution);
    IncLinearAnswer answer = m_name == "cbc"      ? ReadCbc(model, text)
                             : m_name == "highs"  ? ReadHighs(model, text)
                             : m_name == "glpsol" ? ReadGlpsol(model, text, Content(log))
                                                  : ReadGurobi(model, text, Content(log));
    for (std::size_t v = 0; v < answer.values.size(); ++v)
    {
        const IncLinearModel::Variable& variable = model.Variables()[v];
        double& value = answer.values[v];
        value = variable.integer ? std::round(value) : value;
        answer.objective += variable.objective * value;
    }
    const bool solved = answer.status == Status::OPTIMAL || answer.status == Status::FEASIBLE;
    if (solved && !model.Holds(answer.values, TOLERANCE))
    {
        answer.status = Status::UNKNOWN; // what a program writes when it has run out of time
    }
    if (answer.status == Status::UNKNOWN || answer.status == Status::INFEASIBLE)
    {
        answer.values.clear();
        answer.objective = 0;
    }
    return answer;
}

IncLinearAnswer
IncSolverProgram::Solve(const IncLinearModel& model) const
{
    const ScratchFolder folder;
    std::ofstream(folder / "model.lp") << model.ToLp();
    Execute(Command(folder / "model.lp", folder / "solution.sol"), folder / "log");
    return Read(model, folder / "solution.sol", folder / "log");
}

} // namespace ns3
