/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-topology-file.h"

#include "inc-quantity.h"

#include "ns3/inc-json-file.h"
#include "ns3/inc-link-units.h"
#include "ns3/inc-optical-switch.h"
#include "ns3/inc-output-file.h"

#include <map>

namespace ns3
{

namespace
{

using Json = IncJsonFile::Json;

constexpr const char* SCHEMA = "inc-topology/1";
constexpr uint32_t MAX_SLOTS = 1u << 20;

std::string
At(const std::string& array, std::size_t index)
{
    return array + "[" + std::to_string(index) + "]";
}

/// Turns the fields of a file into a topology.
class TopologyReader
{
  public:
    explicit TopologyReader(const std::string& fileName)
        : m_file("topology file", fileName)
    {
    }

    IncTopology Read()
    {
        const Json& root = m_file.GetRoot();
        m_file.CheckFields("", root, {"schema", "nodes", "links"}, {"workers", "root", "vat"});
        if (root["schema"] != SCHEMA)
        {
            m_file.FailValue("schema", root["schema"], "\"" + std::string(SCHEMA) + "\"");
        }
        m_file.CheckArray("nodes", root["nodes"], "an array of nodes");
        m_file.CheckArray("links", root["links"], "an array of links");
        for (std::size_t i = 0; i < root["nodes"].size(); ++i)
        {
            ReadNode(At("nodes", i), root["nodes"][i]);
        }
        for (std::size_t i = 0; i < root["links"].size(); ++i)
        {
            ReadLink(At("links", i), root["links"][i]);
        }
        for (std::size_t i = 0; i < root["nodes"].size(); ++i)
        {
            ReadCircuits(At("nodes", i), root["nodes"][i]);
        }
        ReadJob(root);
        m_topology.DeriveTiers();
        Try("", [&] { m_topology.Validate(); });
        return std::move(m_topology);
    }

  private:
    /// What the topology refuses, the file refuses at that place.
    template <typename Action>
    void Try(const std::string& where, Action action)
    {
        try
        {
            action();
        }
        catch (const IncTopologyError& error)
        {
            m_file.Fail(where, error.what());
        }
    }

    void ReadNode(const std::string& where, const Json& value)
    {
        m_file.CheckFields(where, value, {"name", "kind"}, {"inc", "slots", "circuits", "device"});
        IncTopologyNode node;
        node.name = m_file.GetString(where + ".name", value["name"], "a string");
        node.kind = ReadKind(where + ".kind", value["kind"]);
        for (const char* field : {"inc", "slots"})
        {
            if (value.contains(field) && node.kind != IncTopologyNode::Kind::SWITCH)
            {
                m_file.Fail(where,
                            "field \"" + std::string(field) + "\" is not accepted in a node of " +
                                "kind " + IncName(node.kind) + "; only switches have it");
            }
        }
        for (const char* field : {"circuits", "device"})
        {
            if (value.contains(field) && node.kind != IncTopologyNode::Kind::OPTICAL)
            {
                m_file.Fail(where,
                            "field \"" + std::string(field) + "\" is not accepted in a node of " +
                                "kind " + IncName(node.kind) + "; only optical switches have it");
            }
        }
        if (value.contains("inc"))
        {
            if (!value["inc"].is_boolean())
            {
                m_file.FailValue(where + ".inc", value["inc"], "true or false");
            }
            node.inc = value["inc"];
        }
        if (value.contains("slots"))
        {
            node.slots = ReadSlots(where + ".slots", value["slots"]);
        }
        Try(where, [&] { m_topology.AddNode(node); });
    }

    IncTopologyNode::Kind ReadKind(const std::string& where, const Json& value) const
    {
        for (auto kind : {IncTopologyNode::Kind::HOST,
                          IncTopologyNode::Kind::SWITCH,
                          IncTopologyNode::Kind::OPTICAL})
        {
            if (value == IncName(kind))
            {
                return kind;
            }
        }
        m_file.FailValue(where, value, "\"host\", \"switch\" or \"optical\"");
    }

    uint32_t ReadSlots(const std::string& where, const Json& value) const
    {
        if (!value.is_number_unsigned() || value.get<uint64_t>() < 1 ||
            value.get<uint64_t>() > MAX_SLOTS)
        {
            m_file.FailValue(where, value, "a whole number from 1 to " + std::to_string(MAX_SLOTS));
        }
        return value;
    }

    void ReadLink(const std::string& where, const Json& value)
    {
        m_file.CheckFields(where, value, {"a", "b", "rate", "delay"}, {});
        uint32_t a = ReadNodeName(where + ".a", value["a"]);
        uint32_t b = ReadNodeName(where + ".b", value["b"]);
        auto rate = value["rate"].is_string() ? IncParseRate(value["rate"].get<std::string>())
                                              : std::nullopt;
        if (!rate)
        {
            m_file.FailValue(where + ".rate", value["rate"], INC_LINK_RATE_ACCEPTED);
        }
        auto delay = value["delay"].is_string() ? IncParseLinkDelay(value["delay"]) : std::nullopt;
        if (!delay)
        {
            m_file.FailValue(where + ".delay", value["delay"], INC_LINK_DELAY_ACCEPTED);
        }
        Try(where, [&] { m_topology.AddLink(a, b, rate->GetBitRate(), *delay); });
    }

    uint32_t ReadNodeName(const std::string& where, const Json& value) const
    {
        std::string name = m_file.GetString(where, value, "the name of a node");
        auto node = m_topology.Find(name);
        if (!node)
        {
            m_file.FailValue(where, value, "the name of one of the nodes");
        }
        return *node;
    }

    std::vector<uint32_t> ReadNodeNames(const std::string& where, const Json& value) const
    {
        m_file.CheckArray(where, value, "an array of names of hosts");
        std::vector<uint32_t> nodes;
        for (std::size_t i = 0; i < value.size(); ++i)
        {
            nodes.push_back(ReadNodeName(At(where, i), value[i]));
        }
        return nodes;
    }

    /// The circuits of an optical switch; by default its links are joined two by two.
    void ReadCircuits(const std::string& where, const Json& value)
    {
        const uint32_t node = *m_topology.Find(value["name"]);
        if (m_topology.GetNodes()[node].kind != IncTopologyNode::Kind::OPTICAL)
        {
            return;
        }
        const auto& ports = m_topology.GetPorts(node);
        if (value.contains("device"))
        {
            CheckDevice(where + ".device", value["device"], ports.size());
        }
        std::vector<IncCircuit> circuits;
        if (!value.contains("circuits"))
        {
            for (uint32_t port = 1; port < ports.size(); port += 2)
            {
                circuits.emplace_back(port - 1, port);
            }
        }
        else
        {
            circuits = CircuitsOf(where + ".circuits", value["circuits"], ports);
        }
        Try(where, [&] { m_topology.SetCircuits(node, circuits); });
    }

    /// An optical switch that can be bought has so many ports and no more.
    void CheckDevice(const std::string& where, const Json& value, std::size_t links) const
    {
        const std::map<std::string, IncOpticalDevice> devices{
            {"patch-panel", IncOpticalDevice::PatchPanel()},
            {"3d-mems", IncOpticalDevice::Mems3d()}};
        const auto found = devices.find(value.is_string() ? value.get<std::string>() : "");
        if (found == devices.end())
        {
            m_file.FailValue(where, value, "\"patch-panel\" or \"3d-mems\"");
        }
        if (links > found->second.ports)
        {
            m_file.Fail(where,
                        std::to_string(links) + " links are not accepted; expected at most the " +
                            std::to_string(found->second.ports) + " ports of a " +
                            found->second.name);
        }
    }

    /// Each mention of a neighbor takes the next of its links to the optical switch.
    std::vector<IncCircuit> CircuitsOf(const std::string& where,
                                       const Json& value,
                                       const std::vector<IncTopologyPort>& ports) const
    {
        m_file.CheckArray(where, value, "an array of pairs of neighbors");
        std::vector<bool> taken(ports.size(), false);
        const auto take = [&](const std::string& place, const Json& name) {
            const uint32_t neighbor = ReadNodeName(place, name);
            for (uint32_t port = 0; port < ports.size(); ++port)
            {
                if (ports[port].peer == neighbor && !taken[port])
                {
                    taken[port] = true;
                    return port;
                }
            }
            m_file.FailValue(place, name, "a neighbor with a link that is not in a circuit yet");
        };
        std::vector<IncCircuit> circuits;
        for (std::size_t i = 0; i < value.size(); ++i)
        {
            const std::string place = At(where, i);
            if (!value[i].is_array() || value[i].size() != 2)
            {
                m_file.FailValue(place, value[i], "a pair of names of neighbors");
            }
            const uint32_t a = take(place, value[i][0]);
            circuits.emplace_back(a, take(place, value[i][1]));
        }
        return circuits;
    }

    /// The optional fields: workers, root and VAT.
    void ReadJob(const Json& root)
    {
        if (root.contains("workers"))
        {
            auto workers = ReadNodeNames("workers", root["workers"]);
            Try("", [&] { m_topology.SetWorkers(workers); });
        }
        if (root.contains("root"))
        {
            uint32_t node = ReadNodeName("root", root["root"]);
            Try("", [&] { m_topology.SetRoot(node); });
        }
        if (root.contains("vat"))
        {
            ReadVat(root["vat"]);
        }
    }

    void ReadVat(const Json& value)
    {
        if (!value.is_object() || value.empty())
        {
            m_file.FailValue("vat", value, "an object from names of switches to arrays of hosts");
        }
        for (const auto& [name, workers] : value.items())
        {
            std::string where = "vat." + name;
            IncTopologyVatNode vatNode;
            vatNode.node = ReadNodeName("vat", name);
            vatNode.workers = ReadNodeNames(where, workers);
            Try("", [&] { m_topology.AddVatNode(vatNode); });
        }
    }

    IncJsonFile m_file;
    IncTopology m_topology;
};

Json
Names(const IncTopology& topology, const std::vector<uint32_t>& nodes)
{
    Json names = Json::array();
    for (uint32_t node : nodes)
    {
        names.push_back(topology.GetName(node));
    }
    return names;
}

Json
NodeToJson(const IncTopologyNode& node)
{
    Json json = {{"name", node.name}, {"kind", IncName(node.kind)}};
    if (node.kind == IncTopologyNode::Kind::SWITCH)
    {
        json["inc"] = node.inc;
        if (node.slots != 0)
        {
            json["slots"] = node.slots;
        }
    }
    return json;
}

/// A JSON array with one element a line.
template <typename Range, typename ToJson>
std::string
ArrayText(const Range& range, ToJson toJson)
{
    std::string text;
    for (const auto& element : range)
    {
        text += (text.empty() ? "\n  " : ",\n  ") + toJson(element).dump();
    }
    return "[" + text + "]";
}

} // namespace

IncTopologyFile::IncTopologyFile(std::string fileName)
    : m_fileName(std::move(fileName))
{
}

IncTopology
IncTopologyFile::Build() const
{
    return TopologyReader(m_fileName).Read();
}

std::string
IncTopologyFile::ToText(const IncTopology& topology)
{
    std::string text = "{\"schema\": \"" + std::string(SCHEMA) + "\",\n \"nodes\": ";
    text += ArrayText(topology.GetNodes(), NodeToJson);
    text += ",\n \"links\": ";
    text += ArrayText(topology.GetLinks(), [&](const IncTopologyLink& link) {
        return Json{{"a", topology.GetName(link.a)},
                    {"b", topology.GetName(link.b)},
                    {"rate", IncFormatLinkRate(link.rate)},
                    {"delay", IncFormatLinkDelay(link.delay)}};
    });
    if (!topology.GetWorkers().empty())
    {
        text += ",\n \"workers\": " + Names(topology, topology.GetWorkers()).dump();
    }
    if (auto root = topology.GetRoot())
    {
        text += ",\n \"root\": " + Json(topology.GetName(*root)).dump();
    }
    if (!topology.GetVat().empty())
    {
        Json vat = Json::object();
        for (const auto& vatNode : topology.GetVat())
        {
            vat[topology.GetName(vatNode.node)] = Names(topology, vatNode.workers);
        }
        text += ",\n \"vat\": " + vat.dump();
    }
    return text + "}\n";
}

void
IncTopologyFile::Write(const IncTopology& topology, const std::string& fileName)
{
    IncWriteOutputFile(fileName, ToText(topology));
}

} // namespace ns3
