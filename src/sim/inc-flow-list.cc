/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-flow-list.h"

#include "ns3/inc-argument-value.h"
#include "ns3/inc-clock.h"
#include "ns3/inc-error.h"
#include "ns3/inc-topology.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <utility>

namespace ns3
{

namespace
{

constexpr double LATEST_PS = 1e18;
constexpr double LARGEST = 1e12;
constexpr double PS_PER_US = 1e6;
constexpr double FASTEST_GBPS = 10000;
constexpr uint64_t MOST_MESSAGES = 1'000'000'000;
constexpr uint64_t MOST_IN_FLIGHT = 65536;
const std::string HEADER = "from,to,bytes,start_us";

/// Optional columns, which follow the columns of HEADER.
enum class Column
{
    MESSAGES,
    IN_FLIGHT,
    DURATION,
    RATE
};

const std::map<std::string, Column> MORE{{"messages", Column::MESSAGES},
                                         {"in_flight", Column::IN_FLIGHT},
                                         {"duration_us", Column::DURATION},
                                         {"rate_Gbps", Column::RATE}};
const std::string ACCEPTED_HEADER =
    HEADER + ", and then any of messages, in_flight, duration_us and rate_Gbps";

/// Reads a file line by line.
class FlowFile
{
  public:
    FlowFile(const std::string& argument,
             const std::string& path,
             const IncTopology& topology,
             std::vector<uint32_t> hosts)
        : m_name(argument + path),
          m_topology(topology),
          m_hosts(std::move(hosts)),
          m_stream(path)
    {
        if (!m_stream)
        {
            throw IncError(m_name + ": cannot be read; accepted: a file with " + ACCEPTED_HEADER +
                           ", or a connection matrix of htsim");
        }
    }

    std::vector<IncFlow> Read()
    {
        if (!Next())
        {
            Refuse("is empty", ACCEPTED_HEADER + ", or a connection matrix of htsim");
        }
        m_line.rfind(HEADER, 0) == 0 ? ReadTable() : ReadMatrix();
        if (m_flows.empty())
        {
            Refuse("has no flows", "one at least");
        }
        std::stable_sort(m_flows.begin(), m_flows.end(), [](const IncFlow& a, const IncFlow& b) {
            return std::pair(a.from, a.start) < std::pair(b.from, b.start);
        });
        return m_flows;
    }

  private:
    [[noreturn]] void Refuse(const std::string& what, const std::string& accepted) const
    {
        throw IncError(m_name + ": line " + std::to_string(m_number) + ": " + what +
                       "; accepted: " + accepted);
    }

    /// Go to the next line that is not empty.
    bool Next()
    {
        while (std::getline(m_stream, m_line))
        {
            ++m_number;
            m_line.erase(std::min(m_line.find_last_not_of(" \t\r") + 1, m_line.size()));
            if (!m_line.empty() && m_line.front() != '#')
            {
                return true;
            }
        }
        return false;
    }

    uint32_t HostOf(const std::string& text) const
    {
        const auto rank = IncParseInteger(text);
        if (rank && *rank < m_hosts.size())
        {
            return m_hosts[*rank];
        }
        const auto named = std::find_if(m_hosts.begin(), m_hosts.end(), [&](uint32_t host) {
            return m_topology.GetName(host) == text;
        });
        if (named != m_hosts.end())
        {
            return *named;
        }
        Refuse("'" + text + "' is no worker",
               "a worker's name, or a rank from 0 to " + std::to_string(m_hosts.size() - 1));
    }

    void Add(const std::string& from,
             const std::string& to,
             const std::string& bytes,
             const std::string& start,
             double psPerUnit)
    {
        const auto size = IncParseReal(bytes);
        if (!size || *size < 1 || *size > LARGEST || *size != std::floor(*size))
        {
            Refuse("size '" + bytes + "'", "whole bytes from 1 to 1e12");
        }
        const auto at = IncParseReal(start);
        if (!at || *at < 0 || *at * psPerUnit > LATEST_PS)
        {
            Refuse("start '" + start + "'", "a number from 0");
        }
        IncFlow flow;
        flow.from = HostOf(from);
        flow.to = HostOf(to);
        if (flow.from == flow.to)
        {
            Refuse("a flow from " + from + " to itself", "two hosts");
        }
        flow.bytes = static_cast<uint64_t>(*size);
        flow.start = IncClock::FromPs(std::llround(*at * psPerUnit));
        m_flows.push_back(flow);
    }

    std::vector<Column> ReadHeader() const
    {
        std::vector<Column> columns;
        const auto names = IncSplit(m_line, ',');
        for (std::size_t i = 4; i < names.size(); ++i)
        {
            const auto found = MORE.find(names[i]);
            if (found == MORE.end() ||
                std::count(columns.begin(), columns.end(), found->second) > 0)
            {
                Refuse("column '" + names[i] + "'", ACCEPTED_HEADER + ", each once");
            }
            columns.push_back(found->second);
        }
        return columns;
    }

    void Set(IncFlow& flow, Column column, const std::string& text) const
    {
        const auto whole = IncParseInteger(text);
        const auto real = IncParseReal(text);
        switch (column)
        {
        case Column::MESSAGES:
            if (!whole || *whole == 0 || *whole > MOST_MESSAGES)
            {
                Refuse("messages '" + text + "'", "a whole number from 1 to 1000000000");
            }
            flow.messages = *whole;
            break;
        case Column::IN_FLIGHT:
            if (!whole || *whole == 0 || *whole > MOST_IN_FLIGHT)
            {
                Refuse("in_flight '" + text + "'", "a whole number from 1 to 65536");
            }
            flow.inFlight = static_cast<uint32_t>(*whole);
            break;
        case Column::DURATION:
            if (!real || *real < 0 || *real * PS_PER_US > LATEST_PS)
            {
                Refuse("duration '" + text + "'", "a number from 0, which does not limit it");
            }
            flow.duration = IncClock::FromPs(std::llround(*real * PS_PER_US));
            break;
        case Column::RATE:
            if (!real || *real < 0 || (*real > 0 && *real * 1e9 < 1) || *real > FASTEST_GBPS)
            {
                Refuse("rate '" + text + "'", "a number from 0, which does not limit it, to 10000");
            }
            flow.rate = static_cast<uint64_t>(std::llround(*real * 1e9));
            break;
        }
    }

    void ReadTable()
    {
        const std::string header = m_line;
        const std::vector<Column> columns = ReadHeader();
        const bool limits = std::count(columns.begin(), columns.end(), Column::MESSAGES) > 0;
        while (Next())
        {
            const auto fields = IncSplit(m_line, ',');
            if (fields.size() != 4 + columns.size())
            {
                Refuse("'" + m_line + "'", header);
            }
            Add(fields[0], fields[1], fields[2], fields[3], PS_PER_US);
            IncFlow& flow = m_flows.back();
            for (std::size_t i = 0; i < columns.size(); ++i)
            {
                Set(flow, columns[i], fields[4 + i]);
            }
            if (!limits && flow.duration.IsStrictlyPositive())
            {
                // the number of messages is unlimited; only the duration ends the flow
                flow.messages = MOST_MESSAGES;
            }
        }
    }

    void ReadMatrix()
    {
        std::optional<uint64_t> declared;
        std::optional<uint64_t> triggers;
        do
        {
            std::istringstream words(m_line);
            std::string word;
            words >> word;
            const auto arrow = word.find("->");
            if (arrow != std::string::npos)
            {
                ReadConnection(word.substr(0, arrow), word.substr(arrow + 2), words);
                continue;
            }
            if (word == "trigger")
            {
                ReadTrigger(words);
                continue;
            }
            std::string count;
            words >> count;
            const auto number = IncParseInteger(count);
            if (!number || (word != "Nodes" && word != "Connections" && word != "Triggers" &&
                            word != "Failures"))
            {
                Refuse("'" + m_line + "'",
                       "Nodes, Connections and lines such as 7->15 start 0 size 2000000");
            }
            if (word == "Nodes" && *number > m_hosts.size())
            {
                Refuse(m_line, "at most the " + std::to_string(m_hosts.size()) + " workers");
            }
            if (word == "Failures" && *number > 0)
            {
                Refuse(m_line, "no failures; --fail=a->b@TIME has those of links");
            }
            declared = word == "Connections" ? number : declared;
            triggers = word == "Triggers" ? number : triggers;
        } while (Next());
        if (triggers.value_or(m_triggers.size()) != m_triggers.size())
        {
            Refuse("there are " + std::to_string(m_triggers.size()) + " triggers",
                   "the " + std::to_string(*triggers) + " that the file declares");
        }
        CheckTriggers();
        if (declared.value_or(m_flows.size()) != m_flows.size())
        {
            Refuse("there are " + std::to_string(m_flows.size()) + " connections",
                   "the " + std::to_string(*declared) + " that the file declares");
        }
    }

    void ReadConnection(const std::string& from, const std::string& to, std::istream& words)
    {
        std::string name;
        std::string value;
        std::map<std::string, std::string> given;
        while (words >> name)
        {
            if (!(words >> value) ||
                (name != "id" && name != "start" && name != "size" && name != "prio" &&
                 name != "trigger" && name != "send_done_trigger" && name != "recv_done_trigger"))
            {
                Refuse("'" + name + "'",
                       "id, start, size, prio, trigger, send_done_trigger and recv_done_trigger, "
                       "each with a value");
            }
            given[name] = value;
        }
        if (given.count("start") == given.count("trigger"))
        {
            Refuse("'" + m_line + "'", "a start or a trigger for each connection");
        }
        const bool isEndless = IncParseReal(given["size"]) == 0.0;
        Add(from,
            to,
            isEndless ? "1" : given["size"],
            given.count("start") > 0 ? given["start"] : "0",
            1);
        IncFlow& flow = m_flows.back();
        flow.bytes = isEndless ? 0 : flow.bytes;
        if (given.count("trigger") > 0)
        {
            Trigger& trigger = TriggerOf(given["trigger"]);
            ++trigger.waiting;
            flow.startsOn = trigger.made;
        }
        for (const auto& [role, target] : {std::pair{"send_done_trigger", &flow.sent},
                                           std::pair{"recv_done_trigger", &flow.received}})
        {
            if (given.count(role) > 0)
            {
                Trigger& trigger = TriggerOf(given[role]);
                ++trigger.activations;
                *target = trigger.made;
            }
        }
    }

    /// A trigger, and the lines of the file that name it.
    struct Trigger
    {
        std::shared_ptr<IncFlowTrigger> made{std::make_shared<IncFlowTrigger>()};
        std::string kind;        //!< kind on the trigger's line; empty: no line yet
        uint64_t count{1};       //!< activations that it takes
        uint64_t waiting{0};     //!< flows that wait for it
        uint64_t activations{0}; //!< flows that activate it
    };

    Trigger& TriggerOf(const std::string& id)
    {
        const auto number = IncParseInteger(id);
        if (!number || *number == 0)
        {
            Refuse("trigger '" + id + "'", "a number from 1");
        }
        return m_triggers[*number];
    }

    void ReadTrigger(std::istream& words)
    {
        using Kind = IncFlowTrigger::Kind;
        static const std::map<std::string, Kind> kinds{{"oneshot", Kind::ONE_SHOT},
                                                       {"multishot", Kind::MULTI_SHOT},
                                                       {"barrier", Kind::BARRIER}};
        std::string id;
        std::string kind;
        std::string word;
        std::string count = "1";
        while (words >> word)
        {
            if (kinds.count(word) > 0 && kind.empty())
            {
                kind = word;
            }
            else if ((word != "id" && word != "count") || !(words >> (word == "id" ? id : count)))
            {
                Refuse("'" + m_line + "'",
                       "trigger id NUMBER, one of oneshot, multishot and "
                       "barrier, and count NUMBER");
            }
        }
        const auto activations = IncParseInteger(count);
        Trigger& trigger = TriggerOf(id);
        if (kind.empty() || !trigger.kind.empty() || !activations || *activations == 0 ||
            *activations > UINT32_MAX)
        {
            Refuse("'" + m_line + "'",
                   "one line for each trigger, with its kind and a count from 1");
        }
        trigger.kind = kind;
        trigger.count = kind == "barrier" ? *activations : 1;
        trigger.made->Define(kinds.at(kind), static_cast<uint32_t>(trigger.count));
    }

    /// Refuse flows that would never start, because the run would not end.
    void CheckTriggers() const
    {
        for (const auto& [id, trigger] : m_triggers)
        {
            const std::string name = "trigger " + std::to_string(id);
            if (trigger.kind.empty())
            {
                Refuse(name + " is used and not there",
                       "a line 'trigger id " + std::to_string(id) + " oneshot'");
            }
            const uint64_t needed = trigger.kind == "multishot" ? trigger.waiting : trigger.count;
            if (trigger.waiting > 0 && trigger.activations < needed)
            {
                Refuse(name + " is activated " + std::to_string(trigger.activations) + " times",
                       std::to_string(needed) + " at least, by send_done_trigger or "
                                                "recv_done_trigger");
            }
        }
    }

    std::string m_name; //!< argument with the path of the file
    const IncTopology& m_topology;
    std::vector<uint32_t> m_hosts; //!< node indices by rank
    std::ifstream m_stream;
    std::string m_line;
    uint32_t m_number{0}; //!< number of that line
    std::vector<IncFlow> m_flows;
    std::map<uint64_t, Trigger> m_triggers; //!< triggers by number
};

} // namespace

std::vector<IncFlow>
IncReadFlows(const std::string& argument,
             const std::string& path,
             const IncTopology& topology,
             const std::vector<uint32_t>& hosts)
{
    return FlowFile(argument, path, topology, hosts).Read();
}

} // namespace ns3
