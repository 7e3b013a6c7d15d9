/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-simai-topology.h"

#include "inc-quantity.h"

#include "ns3/inc-error.h"
#include "ns3/inc-link-units.h"
#include "ns3/inc-parse.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <utility>
#include <vector>

namespace ns3
{

namespace
{

/// Reader that makes a topology from the lines of a file.
class SimaiReader
{
  public:
    SimaiReader(const std::string& fileName, IncScaleUpReduction reduction)
        : m_fileName(fileName),
          m_in(fileName),
          m_reduction(reduction)
    {
    }

    IncTopology Read()
    {
        ReadSizes();
        AddNodes();
        for (uint64_t i = 0; i < m_links; ++i)
        {
            ReadLink();
        }
        for (std::string word; m_in >> word;)
        {
            Fail("a line after it; accepted: " + std::to_string(m_links) +
                 " links, as line 1 says");
        }
        if (m_scaleUps > 0)
        {
            AddServers();
        }
        m_topology.DeriveTiers();
        Try([this] { m_topology.Validate(); });
        return std::move(m_topology);
    }

  private:
    [[noreturn]] void Fail(const std::string& what) const
    {
        throw IncError("topology file " + m_fileName + ", line " + std::to_string(m_line) + ": " +
                       what);
    }

    /// Run an action on the topology, and report its error with the line.
    template <typename Action>
    void Try(Action action) const
    {
        try
        {
            action();
        }
        catch (const IncTopologyError& error)
        {
            Fail(error.what());
        }
    }

    std::vector<std::string> NextLine(const std::string& accepted)
    {
        ++m_line;
        std::string text;
        if (!std::getline(m_in, text))
        {
            Fail("the file ends; accepted: " + accepted);
        }
        std::istringstream words(text);
        return {std::istream_iterator<std::string>(words), std::istream_iterator<std::string>()};
    }

    uint64_t Number(const std::string& text, uint64_t least, uint64_t most) const
    {
        const auto number = IncParseInteger(text);
        if (!number || *number < least || *number > most)
        {
            Fail(text + "; accepted: a whole number from " + std::to_string(least) + " to " +
                 std::to_string(most));
        }
        return *number;
    }

    void ReadSizes()
    {
        const std::string accepted =
            "numbers of nodes, GPUs per server, NVSwitches, other switches and links, and a type";
        const auto words = NextLine(accepted);
        if (words.size() != 6)
        {
            Fail(std::to_string(words.size()) + " words; accepted: " + accepted);
        }
        m_nodes = Number(words[0], 1, IncTopology::MAX_HOSTS * uint64_t{2});
        m_gpusPerServer = Number(words[1], 1, m_nodes);
        m_scaleUps = Number(words[2], 0, m_nodes);
        m_switches = Number(words[3], 0, m_nodes - m_scaleUps);
        m_links = Number(words[4], 0, UINT32_MAX);
        m_gpus = m_nodes - m_scaleUps - m_switches;
        if (m_gpus % m_gpusPerServer != 0)
        {
            Fail(std::to_string(m_gpus) + " GPUs are left; accepted: a multiple of " + words[1] +
                 ", so that the last server is full");
        }
    }

    /// Add the GPUs, and the switches that are no NVSwitches.
    void AddNodes()
    {
        const uint64_t ids = m_scaleUps + m_switches;
        const auto words = NextLine("the ids of " + std::to_string(ids) + " switches");
        if (words.size() != ids)
        {
            Fail(std::to_string(words.size()) + " ids; accepted: those of " + std::to_string(ids) +
                 " switches");
        }
        for (uint64_t gpu = 0; gpu < m_gpus; ++gpu)
        {
            Try([&] { m_topology.AddHost("h" + std::to_string(gpu)); });
        }
        m_servers.resize(m_gpus / m_gpusPerServer);
        for (uint64_t i = 0; i < ids; ++i)
        {
            const uint64_t id = Number(words[i], m_gpus, m_nodes - 1);
            if (m_places.count(id) > 0)
            {
                Fail("id " + words[i] + " twice; accepted: an id for each switch");
            }
            m_places[id] = SCALE_UP;
            if (i >= m_scaleUps)
            {
                Try([&] {
                    m_places[id] = m_topology.AddSwitch("s" + std::to_string(i - m_scaleUps));
                });
            }
        }
    }

    void ReadLink()
    {
        const auto words = NextLine(std::to_string(m_links) + " links, as line 1 says");
        if (words.size() != 5)
        {
            Fail(std::to_string(words.size()) +
                 " words; accepted: two ids, rate, delay and error rate");
        }
        const uint64_t a = Number(words[0], 0, m_nodes - 1);
        const uint64_t b = Number(words[1], 0, m_nodes - 1);
        const auto rate = IncParseRate(words[2]);
        const auto delay = IncParseLinkDelay(words[3]);
        if (!rate)
        {
            Fail(words[2] + "; accepted: " + INC_LINK_RATE_ACCEPTED);
        }
        if (!delay)
        {
            Fail(words[3] + "; accepted: " + INC_LINK_DELAY_ACCEPTED);
        }
        if (IncParseReal(words[4]) != 0)
        {
            Fail("error rate " + words[4] + "; accepted: 0 (use --loss)");
        }
        const uint32_t placeOfA = PlaceOf(a);
        const uint32_t placeOfB = PlaceOf(b);
        if (placeOfA != SCALE_UP && placeOfB != SCALE_UP)
        {
            Try([&] { m_topology.AddLink(placeOfA, placeOfB, rate->GetBitRate(), *delay); });
            return;
        }
        const uint64_t gpu = placeOfA == SCALE_UP ? b : a;
        if (gpu >= m_gpus)
        {
            Fail("an NVSwitch with a link to switch " + std::to_string(gpu) +
                 "; accepted: links to GPUs");
        }
        Join(placeOfA == SCALE_UP ? a : b, gpu, rate->GetBitRate(), *delay);
    }

    /// Return the node index of an id.
    uint32_t PlaceOf(uint64_t id) const
    {
        return id < m_gpus ? static_cast<uint32_t>(id) : m_places.at(id);
    }

    /// Link a GPU to an NVSwitch of its server.
    void Join(uint64_t scaleUp, uint64_t gpu, uint64_t rate, int64_t delay)
    {
        const uint64_t server = gpu / m_gpusPerServer;
        const auto joined = m_serverOf.emplace(scaleUp, server).first->second;
        if (joined != server)
        {
            Fail("NVSwitch " + std::to_string(scaleUp) + " has GPUs of servers " +
                 std::to_string(joined) + " and " + std::to_string(server) +
                 "; accepted: GPUs of one server");
        }
        auto& gpus = m_servers[server];
        const auto isGpu = [gpu](const auto& other) { return other.host == gpu; };
        const auto found = std::find_if(gpus.begin(), gpus.end(), isGpu);
        if (found != gpus.end())
        {
            found->rate += rate;
            found->delay = std::max(found->delay, delay);
            return;
        }
        gpus.push_back({static_cast<uint32_t>(gpu), rate, delay});
    }

    void AddServers()
    {
        for (std::size_t i = 0; i < m_servers.size(); ++i)
        {
            auto& gpus = m_servers[i];
            if (gpus.size() != m_gpusPerServer)
            {
                Fail("server " + std::to_string(i) + " has " + std::to_string(gpus.size()) +
                     " GPUs at NVSwitches; accepted: " + std::to_string(m_gpusPerServer));
            }
            std::sort(gpus.begin(), gpus.end(), [](const auto& a, const auto& b) {
                return a.host < b.host;
            });
            const std::string name = "v" + std::to_string(i);
            Try([&] { m_topology.AddServer({name, name + ".up", m_reduction, gpus}); });
        }
    }

    static constexpr uint32_t SCALE_UP = UINT32_MAX; ///< place of an NVSwitch

    const std::string m_fileName;
    std::ifstream m_in;
    const IncScaleUpReduction m_reduction;
    uint64_t m_line{0};
    uint64_t m_nodes{0};
    uint64_t m_gpusPerServer{0};
    uint64_t m_scaleUps{0}; //!< number of NVSwitches
    uint64_t m_switches{0}; //!< number of other switches
    uint64_t m_links{0};
    uint64_t m_gpus{0};
    std::map<uint64_t, uint32_t> m_places;   //!< node index of a switch by id, or SCALE_UP
    std::map<uint64_t, uint64_t> m_serverOf; //!< server of an NVSwitch by id
    std::vector<std::vector<IncTopologyServer::Gpu>> m_servers;
    IncTopology m_topology;
};

} // namespace

IncSimaiTopology::IncSimaiTopology(std::string fileName, IncScaleUpReduction reduction)
    : m_fileName(std::move(fileName)),
      m_reduction(reduction)
{
}

IncTopology
IncSimaiTopology::Build() const
{
    return SimaiReader(m_fileName, m_reduction).Read();
}

} // namespace ns3
