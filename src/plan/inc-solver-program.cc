/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-solver-program.h"

#include "ns3/inc-error.h"
#include "ns3/inc-output-file.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
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

/** A temporary folder; its destructor removes it with its files. */
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

/** Wait for a solver and return its exit status. After the time limit interrupt it, so that it
 * writes the best solution so far. Kill it soon after, because some solvers go on. */
int
WaitOrKill(pid_t child, double limit)
{
    const auto start = std::chrono::steady_clock::now();
    int status = 0;
    bool interrupted = false;
    while (waitpid(child, &status, WNOHANG) == 0)
    {
        const std::chrono::duration<double> waited = std::chrono::steady_clock::now() - start;
        if (waited.count() > 1.05 * limit + 0.3)
        {
            kill(child, SIGKILL);
            waitpid(child, &status, 0);
            break;
        }
        if (waited.count() > 1.01 * limit && !interrupted)
        {
            interrupted = true;
            kill(child, SIGINT);
        }
        // Sleep a hundredth of the time so far, to notice the end of short runs promptly.
        usleep(std::clamp<useconds_t>(waited.count() * 1e4, 200, 50000));
    }
    return status;
}

using Status = IncLinearAnswer::Status;

/** Tolerance of bounds and rows in solutions from files; solutions of MILPs are less exact. */
constexpr double TOLERANCE = 1e-5;

/** Status in a solution file, and the place of the values in it. */
struct Reading
{
    Status status;
    std::string lines;         //!< text that contains the lines with names and values
    std::size_t nameColumn{0}; //!< column of a variable's name
    std::size_t valueColumn{1};
    bool isNumbered{false}; //!< true if the name column has numbers of variables, from 1
};

Status
StatusOf(bool isInfeasible, bool hasValues, bool isOptimal)
{
    return isInfeasible ? Status::INFEASIBLE
           : !hasValues ? Status::UNKNOWN
           : isOptimal  ? Status::OPTIMAL
                        : Status::FEASIBLE;
}

Reading
ReadCbc(const std::string& solution)
{
    const std::string head = solution.substr(0, solution.find('\n'));
    return {StatusOf(Contains(head, "nfeasible"),
                     !head.empty() && !Contains(head, "no integer solution"),
                     head.compare(0, 7, "Optimal") == 0),
            solution,
            1,
            2};
}

Reading
ReadHighs(const std::string& solution)
{
    const std::size_t columns = solution.find("# Columns");
    const bool hasValues = columns != std::string::npos;
    return {StatusOf(Contains(solution, "Infeasible\n") && !Contains(solution, "\nFeasible"),
                     hasValues,
                     Contains(solution, "\nOptimal\n")),
            hasValues ? solution.substr(columns, solution.find("# Rows") - columns) : ""};
}

/** Read glpsol's lines "s mip ROWS COLS o|f|n|u OBJ" or "s bas ROWS COLS f f OBJ", and
 * "j COLUMN [STATUS] VALUE". */
Reading
ReadGlpsol(const std::string& solution, const std::string& log)
{
    // The presolver reports infeasibility in the log only; the solution then says "undefined".
    bool isInfeasible = Contains(log, "PROBLEM HAS NO PRIMAL FEASIBLE SOLUTION") ||
                        Contains(log, "PROBLEM HAS NO INTEGER FEASIBLE SOLUTION") ||
                        Contains(log, "PROBLEM HAS NO FEASIBLE SOLUTION");
    const std::string text = "\n" + solution;
    const std::size_t summary = text.find("\ns ");
    char kind[4] = "";
    char status = 'u';
    if (summary != std::string::npos)
    {
        std::sscanf(&text[summary], " s %3s %*s %*s %c", kind, &status);
    }
    const bool isBasic = std::string(kind) == "bas";
    isInfeasible = isInfeasible || status == 'n' || status == 'i';
    const std::size_t columns = text.find("\nj ");
    return {StatusOf(isInfeasible, status == 'o' || status == 'f', status == 'o' || isBasic),
            columns == std::string::npos ? "" : text.substr(columns),
            1,
            isBasic ? 3U : 2U,
            true};
}

Reading
ReadGurobi(const std::string& solution, const std::string& log)
{
    return {StatusOf(Contains(log, "infeasible"), !solution.empty(), Contains(log, "Optimal")),
            solution};
}

/** Return the value of each variable; it is 0 if the solution does not list the variable. */
std::vector<double>
ValuesOf(const Reading& reading, const IncLinearModel& model)
{
    std::unordered_map<std::string, std::size_t> index;
    for (std::size_t v = 0; v < model.Variables().size(); ++v)
    {
        index[reading.isNumbered ? std::to_string(v + 1) : model.Variables()[v].name] = v;
    }
    std::vector<double> values(model.Variables().size(), 0);
    std::istringstream lines(reading.lines);
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
        if (word.size() > reading.valueColumn && index.count(word[reading.nameColumn]))
        {
            values[index[word[reading.nameColumn]]] =
                std::strtod(word[reading.valueColumn].c_str(), nullptr);
        }
    }
    return values;
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

IncSolverProgram&
IncSolverProgram::Nodes(uint64_t nodes)
{
    m_nodes = std::to_string(nodes);
    return *this;
}

std::vector<std::string>
IncSolverProgram::Names()
{
    return {"cbc", "highs", "glpsol", "gurobi"};
}

std::string
IncSolverProgram::Installed()
{
    const char* path = std::getenv("PATH");
    std::istringstream folders(path ? path : "");
    for (std::string folder; std::getline(folders, folder, ':');)
    {
        if (access((folder + "/cbc").c_str(), X_OK) == 0)
        {
            return "cbc";
        }
    }
    return "";
}

std::vector<std::string>
IncSolverProgram::Command(const std::string& model, const std::string& solution) const
{
    const std::string seconds = std::to_string(m_timeLimit);
    if (m_name == "cbc")
    {
        // Without preprocessing, cbc finds ATRO's plans sooner.
        return {"cbc",
                model,
                "timeMode",
                "elapsed",
                "sec",
                seconds,
                "maxNodes",
                m_nodes,
                "ratio",
                "0",
                "preprocess",
                m_nodes == ALL_NODES ? "on" : "off",
                "solve",
                "solution",
                solution};
    }
    if (m_name == "highs")
    {
        return {"highs", "--time_limit", seconds, "--solution_file", solution, model};
    }
    if (m_name == "glpsol")
    {
        const std::string whole = std::to_string(std::lround(std::ceil(m_timeLimit)));
        return {"glpsol", "--lp", model, "--tmlim", whole, "-w", solution};
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
    const int status = WaitOrKill(child, m_timeLimit);
    if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGKILL || WTERMSIG(status) == SIGINT))
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
    const Reading reading = m_name == "cbc"      ? ReadCbc(text)
                            : m_name == "highs"  ? ReadHighs(text)
                            : m_name == "glpsol" ? ReadGlpsol(text, Content(log))
                                                 : ReadGurobi(text, Content(log));
    IncLinearAnswer answer{reading.status, 0, ValuesOf(reading, model)};
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
        answer.status = Status::UNKNOWN; // at a timeout, a solver may write such values
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
    IncWriteOutputFile(folder / "model.lp", model.ToLp());
    const auto start = std::chrono::steady_clock::now();
    Execute(Command(folder / "model.lp", folder / "solution.sol"), folder / "log");
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    IncLinearAnswer answer = Read(model, folder / "solution.sol", folder / "log");
    // cbc calls a feasible model infeasible if the time limit ends its search before a solution.
    if (answer.status == Status::INFEASIBLE && took.count() > 0.9 * m_timeLimit)
    {
        answer.status = Status::UNKNOWN;
    }
    return answer;
}

} // namespace ns3
