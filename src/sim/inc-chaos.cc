/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-chaos.h"

#include "inc-repetition.h"
#include "inc-scenario-config.h"

#include "ns3/inc-error.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <random>
#include <sstream>

namespace ns3
{

namespace
{

/// What is drawn may contradict itself: then the next attempt is another draw.
constexpr uint32_t ATTEMPTS = 1000;

/// Draws arguments one after the other.
class Chaos
{
  public:
    Chaos(uint64_t seed, uint32_t attempt)
        : m_random(seed * ATTEMPTS + attempt),
          m_seed(1 + static_cast<uint32_t>(seed % 1000000))
    {
    }

    std::vector<std::string> Draw()
    {
        DrawNetwork();
        DrawCollective();
        DrawSchemes();
        DrawFaults();
        Add("RngSeed", std::to_string(m_seed));
        Add("check", "1");
        return m_arguments;
    }

  private:
    /// From low to high, both included.
    uint64_t Number(uint64_t low, uint64_t high)
    {
        return low + m_random() % (high - low + 1);
    }

    bool Chance(uint32_t percent)
    {
        return Number(1, 100) <= percent;
    }

    std::string One(const std::vector<std::string>& words)
    {
        return words[Number(0, words.size() - 1)];
    }

    void Add(const std::string& name, const std::string& value)
    {
        m_arguments.push_back("--" + name + "=" + value);
    }

    void Add(const std::string& name, uint64_t value)
    {
        Add(name, std::to_string(value));
    }

    bool Has(const std::string& argument) const
    {
        return std::find(m_arguments.begin(), m_arguments.end(), argument) != m_arguments.end();
    }

    /// Only now and then: the default is worth many runs.
    void AddSometimes(uint32_t percent, const std::string& name, const std::vector<std::string>& of)
    {
        if (Chance(percent))
        {
            Add(name, One(of));
        }
    }

    void DrawNetwork()
    {
        const std::string shape = One({"star", "leaf-spine", "fat-tree"});
        Add("topology", shape);
        if (shape == "star")
        {
            m_hosts = static_cast<uint32_t>(Number(2, 20));
            Add("hosts", m_hosts);
        }
        else if (shape == "leaf-spine")
        {
            m_leaves = static_cast<uint32_t>(Number(2, 4));
            m_spines = static_cast<uint32_t>(Number(1, 3));
            const uint64_t each = Number(1, 4);
            m_hosts = m_leaves * static_cast<uint32_t>(each);
            Add("leaves", m_leaves);
            Add("spines", m_spines);
            Add("hostsPerLeaf", each);
        }
        else
        {
            m_hosts = 16;
            m_isFatTree = true;
            Add("k", 4);
            if (Chance(40))
            {
                m_workers = static_cast<uint32_t>(Number(2, 15));
                Add("workers", m_workers);
            }
        }
        AddSometimes(60, "linkRate", {"1Gbps", "10Gbps", "25Gbps", "100Gbps", "400Gbps"});
        // Headroom for long links would not fit the buffer.
        const bool isLossless = Chance(25);
        Add("pfc", isLossless);
        AddSometimes(60, "linkDelay", {"10ns", "500ns", "1us", "5us", isLossless ? "2us" : "50us"});
        m_workers = m_workers == 0 ? m_hosts : m_workers;
        m_hasSpares = m_isFatTree || m_spines > 1;
        AddSometimes(30, "placement", {"packed", "spread", "random"});
        AddSometimes(25, "ecn", {"1"});
        AddSometimes(25, "cc", {"dcqcn", "swift"});
        AddSometimes(10, "buffer", {"32MiB", "64MiB"});
        AddSometimes(10, "ip", {"6"});
    }

    void DrawCollective()
    {
        m_collective = Chance(50) ? "allreduce"
                                  : One({"reduce",
                                         "broadcast",
                                         "allgather",
                                         "reducescatter",
                                         "alltoall",
                                         "gather",
                                         "scatter",
                                         "barrier"});
        Add("collective", m_collective);
        // Short and odd ones mostly; now and then one of several windows.
        Add("size", Chance(4) ? Number(100000, 1000000) : Number(1, 1ULL << Number(3, 16)));
        Add("payload", 8 * Number(4, Chance(50) ? 128 : 512));
        if (m_collective != "barrier")
        {
            AddSometimes(
                60,
                "dtype",
                {"float32", "float16", "bfloat16", "float64", "int8", "uint8", "int32", "int64"});
            AddSometimes(40, "op", {"sum", "min", "max", "prod"});
            AddSometimes(40, "inPlace", {"0", "1"});
            AddSometimes(20, "data", {"virtual"});
            AddSometimes(30, "reduction", {"rank"});
        }
        AddSometimes(30, "iterations", {"2", "3"});
        AddSometimes(20, "warmup", {"1"});
        if (Chance(20))
        {
            // Each job has two workers at least.
            uint64_t jobs = Number(1, 3);
            jobs = m_workers % jobs == 0 && m_workers / jobs > 1 ? jobs : 1;
            Add("jobs", jobs);
        }
    }

    void DrawSchemes()
    {
        if (Chance(70))
        {
            Add("scheme", "inc");
            m_inNetwork = true;
            AddSometimes(20, "aggregation", {"tree"});
            AddSometimes(20, "vatAddressing", {"root"});
            AddSometimes(60, "dissemination", {"bier", "tree", "unicast"});
            AddSometimes(40, "transport", {"uc", "rc"});
            AddSometimes(60, "slots", {"1", "2", "3", "7", "16", "64", "256"});
            AddSometimes(m_isFatTree ? 20 : 0, "aggregators", {"edge", "1"});
            AddSometimes(20, "bitStringLength", {"64", "1024"});
        }
        else
        {
            Add("scheme",
                One({"ring", "tree", "halving-doubling", "ps", "point-to-point", "auto", "flows"}));
            AddSometimes(m_isFatTree && m_workers > 8 ? 40 : 0,
                         "ecmp",
                         {"per-flow", "per-packet", "ingress", "egress-group"});
        }
        AddSometimes(30, "retransmission", {"go-back-n", "selective-repeat"});
    }

    std::string Moment()
    {
        return "@" + std::to_string(Number(1, 200)) + "us";
    }

    /// A switch or link that the network can do without; the manager is on the last switch.
    std::string Spare(bool isLink)
    {
        if (m_isFatTree)
        {
            const uint64_t core = Number(0, 2);
            const std::string name = "core" + std::to_string(core);
            return isLink ? "agg" + std::to_string(2 * Number(0, 3) + core / 2) + "->" + name
                          : name;
        }
        const std::string name = "spine" + std::to_string(Number(0, m_spines - 2));
        return isLink ? "leaf" + std::to_string(Number(0, m_leaves - 1)) + "->" + name : name;
    }

    void DrawFaults()
    {
        if (Chance(70))
        {
            AddSometimes(30, "loss", {"1e-4", "1e-3", "1e-2", "5e-2"});
            AddSometimes(10, "lossModel", {"burst"});
            AddSometimes(15, "duplicate", {"1e-3", "1e-2"});
            AddSometimes(15, "reorder", {"1e-3", "1e-2"});
        }
        else if (m_inNetwork && Chance(20))
        {
            // Where something is lost it may wait for ever: what it cleared nobody can repeat. A
            // link that fails loses what is on it.
            Add("slotMode", "literal");
            m_hasSpares = false;
        }
        if (m_inNetwork && m_workers == m_hosts && Chance(15))
        {
            Add("straggler", "h0:" + std::to_string(Number(1, 300)) + "us");
        }
        if (m_inNetwork && Chance(40))
        {
            Add("control", "manager");
            AddSometimes(60, "setupQps", {"manager", "cm", "socket"});
            if (Has("--loss=5e-2") || Has("--loss=1e-2"))
            {
                // Where a fourth of the datagrams is lost on the way, three in a row tell nothing.
                Add("ns3::IncAggregationManager::Missed", 10);
                Add("ns3::IncControlAgent::Missed", 10);
            }
            if (m_hasSpares && Chance(20))
            {
                Add("kill", Spare(false) + Moment());
            }
            else if (m_collective == "allreduce" && m_hosts > 2 && Chance(30))
            {
                Add(One({"kill", "leave"}) == "kill" ? "kill" : "leave", "");
                m_arguments.back() += (m_arguments.back() == "--kill=" ? "h" : "") +
                                      std::to_string(Number(0, 1)) + Moment();
            }
            else if (Chance(10))
            {
                Add("kill", "manager" + Moment());
            }
        }
        else if (m_hasSpares && Chance(15))
        {
            Add("fail", Spare(true) + Moment() + (Chance(50) ? ":2ms" : ""));
        }
    }

    std::mt19937_64 m_random;             //!< draws equal numbers on all machines
    uint32_t m_seed;                      //!< seed of the simulation
    std::vector<std::string> m_arguments; //!< drawn so far
    std::string m_collective;             //!< what is run
    uint32_t m_hosts{0};                  //!< hosts of the network
    uint32_t m_workers{0};                //!< hosts that are workers
    uint32_t m_leaves{0};                 //!< leaves, for a leaf-spine
    uint32_t m_spines{0};                 //!< spines, for a leaf-spine
    bool m_isFatTree{false};              //!< the network is a fat-tree of four ports
    bool m_hasSpares{false};              //!< there is another way around any core or spine
    bool m_inNetwork{false};              //!< switches aggregate
};

/// Whether a scenario of these arguments can be.
bool
IsAccepted(const std::vector<std::string>& arguments)
{
    try
    {
        std::ostringstream none;
        return IncScenarioConfig::Parse(arguments, none).has_value();
    }
    catch (const IncError&)
    {
        return false;
    }
}

} // namespace

std::vector<std::string>
IncExpandChaos(const std::vector<std::string>& arguments)
{
    const auto isChaos = [](const std::string& text) { return IncIsArgument(text, "chaos"); };
    const auto chaos = std::find_if(arguments.begin(), arguments.end(), isChaos);
    if (chaos == arguments.end())
    {
        return arguments;
    }
    const auto equals = chaos->find('=');
    const std::string text = equals == std::string::npos ? "" : chaos->substr(equals + 1);
    if (text.empty() || text.size() > 9 ||
        text.find_first_not_of("0123456789") != std::string::npos)
    {
        throw IncError(*chaos + ": accepted is a seed, a whole number from 0 to 999999999");
    }
    for (const std::string& argument : arguments)
    {
        if (argument != *chaos && !IncIsOutputArgument(argument))
        {
            throw IncError(
                argument + ": has no effect with " + *chaos +
                ", which draws what is simulated; accepted beside it: " + IncOutputArguments());
        }
    }
    std::vector<std::string> drawn;
    for (uint32_t attempt = 0; attempt < ATTEMPTS; ++attempt)
    {
        drawn = Chaos(std::stoull(text), attempt).Draw();
        if (IsAccepted(drawn))
        {
            break;
        }
    }
    std::copy_if(arguments.begin(),
                 arguments.end(),
                 std::back_inserter(drawn),
                 [&isChaos](const std::string& argument) { return !isChaos(argument); });
    return drawn;
}

} // namespace ns3
