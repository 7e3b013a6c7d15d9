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
#include <optional>
#include <sstream>

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

/// Columns that may follow those of HEADER.
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

/// A file with the line that is being read.
class FlowFile
{
  public:
    FlowFile(const std::string& path, const IncTopology& topology, std::vector<uint32_t> hosts)
        : m_path(path),
          m_topology(topology),
          m_hosts(std::move(hosts)),
          m_stream(path)
    {
        if (!m_stream)
        {
            throw IncError("--pattern=file:" + path + ": cannot be read; accepted: a file with " +
                           ACCEPTED_HEADER + ", or a connection matrix of htsim");
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
        throw IncError("--pattern=file:" + m_path + ": line " + std::to_string(m_number) + ": " +
                       what + "; accepted: " + accepted);
    }

    /// The next line with something in it.
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

    /// A field of one of the columns that may be there.
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
                flow.messages = MOST_MESSAGES; // only the duration ends it
            }
        }
    }

    void ReadMatrix()
    {
        std::optional<uint64_t> declared;
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
            if ((word == "Triggers" || word == "Failures") && *number > 0)
            {
                Refuse(m_line, "connections that start at a time");
            }
            declared = word == "Connections" ? number : declared;
        } while (Next());
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
        std::string size;
        std::string start;
        while (words >> name)
        {
            if (!(words >> value) ||
                (name != "id" && name != "start" && name != "size" && name != "prio"))
            {
                Refuse("'" + name + "'", "id, start, size and prio, each with a value");
            }
            if (name == "size")
            {
                size = value;
            }
            else if (name == "start")
            {
                start = value;
            }
        }
        Add(from, to, size, start, 1);
    }

    std::string m_path;            //!< of the file
    const IncTopology& m_topology; //!< the network
    std::vector<uint32_t> m_hosts; //!< by rank
    std::ifstream m_stream;        //!< the file
    std::string m_line;            //!< that is being read
    uint32_t m_number{0};          //!< of that
    std::vector<IncFlow> m_flows;  //!< read so far
};

} // namespace

std::vector<IncFlow>
IncReadFlows(const std::string& path,
             const IncTopology& topology,
             const std::vector<uint32_t>& hosts)
{
    return FlowFile(path, topology, hosts).Read();
}

} // namespace ns3
