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
#include "ns3/inc-rail.h"

#include <algorithm>
#include <map>
#include <optional>

namespace ns3
{

namespace
{

using Json = IncJsonFile::Json;

constexpr const char* SCHEMA = "inc-topology/1";
constexpr const char* SCALE_UP = "scale-up"; // kind of a node that joins the GPUs of a server
constexpr uint32_t MAX_SLOTS = 1u << 20;
constexpr uint32_t HIGHEST_RAIL = 255; // also of planes

std::string
At(const std::string& array, std::size_t index)
{
    return array + "[" + std::to_string(index) + "]";
}

/// Reader that makes a topology from the fields of a file.
class TopologyReader
{
  public:
    explicit TopologyReader(const std::string& fileName)
        : m_file("topology file", fileName)
    {
    }

    IncTopology Read()
    {
        Fields root = m_file.Fields("", m_file.GetRoot());
        root.Schema(SCHEMA);
        const Json& nodes = root.Array("nodes", "an array of nodes");
        const Json& links = root.Array("links", "an array of links");
        for (std::size_t i = 0; i < nodes.size(); ++i)
        {
            ReadNode(At("nodes", i), nodes[i]);
        }
        for (std::size_t i = 0; i < links.size(); ++i)
        {
            ReadLink(At("links", i), links[i]);
        }
        for (std::size_t i = 0; i < nodes.size(); ++i)
        {
            ReadCircuits(At("nodes", i), nodes[i]);
        }
        ReadServers(root);
        ReadJob(root);
        root.Finish();
        m_topology.DeriveTiers();
        Try("", [&] {
            m_topology.Validate();
            IncCheckNics(m_topology);
        });
        return std::move(m_topology);
    }

  private:
    using Fields = IncBasicJsonFields<Json>;

    /// Run an action on the topology; report its error with the place in the file.
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
        Fields fields = m_file.Fields(where, value);
        if (value.is_object() && value.value("kind", Json()) == SCALE_UP)
        {
            ReadScaleUp(where, fields);
            return;
        }
        IncTopologyNode node;
        node.name = ReadText(fields, "name", "a string");
        node.kind = ReadKind(fields.PathOf("kind"), fields.Value("kind"));
        for (const char* field : {"inc", "slots"})
        {
            CheckKind(where, fields, field, node.kind, IncTopologyNode::Kind::SWITCH, "switches");
        }
        for (const char* field : {"circuits", "device"}) // ReadCircuits() reads these
        {
            CheckKind(where,
                      fields,
                      field,
                      node.kind,
                      IncTopologyNode::Kind::OPTICAL,
                      "optical switches");
        }
        if (fields.Has("inc"))
        {
            node.inc = fields.Boolean("inc");
        }
        if (fields.Has("slots"))
        {
            node.slots = static_cast<uint32_t>(fields.Integer("slots", 1, MAX_SLOTS));
        }
        fields.Finish();
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
        m_file.FailValue(where, value, "\"host\", \"switch\", \"optical\" or \"scale-up\"");
    }

    /// Read the scale-up switch of a server, which gets its GPUs by their links.
    void ReadScaleUp(const std::string& where, Fields& fields)
    {
        IncTopologyServer server;
        fields.Value("kind");
        server.switchName = ReadText(fields, "name", "a string");
        server.name = "v" + std::to_string(m_servers.size());
        for (auto kind : {IncScaleUpReduction::PULL, IncScaleUpReduction::PUSH})
        {
            if (fields.Has("reduce") && fields.Value("reduce") == IncName(kind))
            {
                server.reduction = kind;
            }
        }
        if (fields.Has("reduce") && fields.Value("reduce") != IncName(server.reduction))
        {
            m_file.FailValue(fields.PathOf("reduce"),
                             fields.Value("reduce"),
                             "\"none\", \"pull\" or \"push\"");
        }
        if (fields.Has("mesh"))
        {
            server.isMesh = fields.Boolean("mesh");
        }
        if (server.isMesh && server.reduction != IncScaleUpReduction::NONE)
        {
            m_file.Fail(where, "a mesh that reduces; expected \"reduce\": \"none\"");
        }
        fields.Finish();
        if (FindScaleUp(server.switchName) || m_topology.Find(server.switchName))
        {
            m_file.Fail(where,
                        "node name \"" + server.switchName +
                            "\" is used twice; expected a name of its own for every node");
        }
        m_servers.push_back(std::move(server));
    }

    /// Return the index of the server with this scale-up switch, or nothing.
    std::optional<std::size_t> FindScaleUp(const Json& name) const
    {
        for (std::size_t i = 0; i < m_servers.size(); ++i)
        {
            if (name == m_servers[i].switchName)
            {
                return i;
            }
        }
        return std::nullopt;
    }

    void ReadServers(Fields& root)
    {
        static const Json NONE = Json::array();
        const Json& named = root.Has("servers") ? root.Value("servers") : NONE;
        m_file.CheckArray("servers", named, "an array of servers");
        for (std::size_t i = 0; i < named.size(); ++i)
        {
            const std::string where = At("servers", i);
            Fields fields = m_file.Fields(where, named[i]);
            const std::string name = ReadText(fields, "name", "a string");
            const auto gpus = ReadNodeNames(where + ".gpus", fields.Value("gpus"));
            fields.Finish();
            NameServer(where, name, gpus);
        }
        for (IncTopologyServer& server : m_servers)
        {
            Try("", [&] { m_topology.AddServer(server); });
        }
    }

    /// Name the server that has exactly these GPUs, and put its GPUs in this order.
    void NameServer(const std::string& where,
                    const std::string& name,
                    const std::vector<uint32_t>& gpus)
    {
        for (IncTopologyServer& server : m_servers)
        {
            std::vector<IncTopologyServer::Gpu> ordered;
            for (const uint32_t host : gpus)
            {
                const auto isHost = [host](const auto& gpu) { return gpu.host == host; };
                const auto found = std::find_if(server.gpus.begin(), server.gpus.end(), isHost);
                if (found != server.gpus.end())
                {
                    ordered.push_back(*found);
                }
            }
            if (ordered.size() == gpus.size() && gpus.size() == server.gpus.size())
            {
                server.name = name;
                server.gpus = ordered;
                return;
            }
        }
        m_file.Fail(where, "no scale-up switch joins these GPUs; expected all GPUs of one");
    }

    /// Refuse a field that belongs to nodes of another kind.
    void CheckKind(const std::string& where,
                   Fields& fields,
                   const std::string& field,
                   IncTopologyNode::Kind kind,
                   IncTopologyNode::Kind needed,
                   const std::string& whoHasIt) const
    {
        if (fields.Has(field) && kind != needed)
        {
            m_file.Fail(where,
                        "field \"" + field + "\" is not accepted in a node of kind " +
                            IncName(kind) + "; only " + whoHasIt + " have it");
        }
    }

    std::string ReadText(Fields& fields, const std::string& name, const char* accepted) const
    {
        const Json& value = fields.Value(name);
        if (!value.is_string())
        {
            m_file.FailValue(fields.PathOf(name), value, accepted);
        }
        return value;
    }

    void ReadLink(const std::string& where, const Json& value)
    {
        Fields fields = m_file.Fields(where, value);
        const auto upOfA = FindScaleUp(fields.Value("a"));
        const auto upOfB = FindScaleUp(fields.Value("b"));
        const char* const host = upOfA ? "b" : "a"; // an end that is no scale-up switch
        const uint32_t a = ReadNodeName(fields.PathOf(host), fields.Value(host));
        const uint32_t b = upOfA || upOfB ? a : ReadNodeName(fields.PathOf("b"), fields.Value("b"));
        const auto rate = IncParseRate(ReadText(fields, "rate", INC_LINK_RATE_ACCEPTED));
        if (!rate)
        {
            m_file.FailValue(fields.PathOf("rate"), value["rate"], INC_LINK_RATE_ACCEPTED);
        }
        const auto delay = IncParseLinkDelay(ReadText(fields, "delay", INC_LINK_DELAY_ACCEPTED));
        if (!delay)
        {
            m_file.FailValue(fields.PathOf("delay"), value["delay"], INC_LINK_DELAY_ACCEPTED);
        }
        const bool isNumbered = fields.Has("rail") || fields.Has("plane");
        const auto numberOf = [&fields](const char* name) {
            return fields.Has(name) ? static_cast<uint32_t>(fields.Integer(name, 0, HIGHEST_RAIL))
                                    : 0;
        };
        const uint32_t rail = numberOf("rail");
        const uint32_t plane = numberOf("plane");
        fields.Finish();
        if (upOfA || upOfB)
        {
            if (isNumbered)
            {
                m_file.Fail(where, "a link inside a server has no rail; expected one at NICs only");
            }
            IncTopologyServer& server = m_servers[upOfA ? *upOfA : *upOfB];
            if (!m_topology.IsHost(a))
            {
                m_file.Fail(where,
                            "scale-up switch \"" + server.switchName + "\" is linked to \"" +
                                m_topology.GetName(a) + "\"; expected a host");
            }
            server.gpus.push_back({a, rate->GetBitRate(), *delay});
            return;
        }
        Try(where, [&] {
            const uint32_t link = m_topology.AddLink(a, b, rate->GetBitRate(), *delay);
            if (isNumbered)
            {
                m_topology.SetNic(link, rail, plane);
            }
        });
    }

    uint32_t ReadNodeName(const std::string& where, const Json& value) const
    {
        if (!value.is_string())
        {
            m_file.FailValue(where, value, "the name of a node");
        }
        auto node = m_topology.Find(value);
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

    /// Read the circuits of an optical switch. By default they join ports 0 and 1, 2 and 3, …
    void ReadCircuits(const std::string& where, const Json& value)
    {
        if (value["kind"] == SCALE_UP)
        {
            return;
        }
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

    /// Check that an optical switch has no more links than its device has ports.
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

    /// Return the circuits. A neighbor's name means its next link to the switch without a circuit.
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

    void ReadJob(Fields& root)
    {
        if (root.Has("workers"))
        {
            auto workers = ReadNodeNames("workers", root.Value("workers"));
            Try("", [&] { m_topology.SetWorkers(workers); });
        }
        if (root.Has("root"))
        {
            uint32_t node = ReadNodeName("root", root.Value("root"));
            Try("", [&] { m_topology.SetRoot(node); });
        }
        if (root.Has("vat"))
        {
            ReadVat(root.Value("vat"));
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
    std::vector<IncTopologyServer> m_servers;
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

std::string
ArrayText(const std::vector<Json>& elements)
{
    std::string text;
    for (const Json& element : elements)
    {
        text += (text.empty() ? "\n  " : ",\n  ") + element.dump();
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
    std::vector<Json> nodes;
    std::vector<Json> links;
    std::vector<Json> servers;
    const auto addLink =
        [&links](const std::string& a, const std::string& b, uint64_t rate, int64_t delay) {
            links.push_back({{"a", a},
                             {"b", b},
                             {"rate", IncFormatLinkRate(rate)},
                             {"delay", IncFormatLinkDelay(delay)}});
        };
    for (const IncTopologyNode& node : topology.GetNodes())
    {
        nodes.push_back(NodeToJson(node));
    }
    for (const IncTopologyLink& link : topology.GetLinks())
    {
        addLink(topology.GetName(link.a), topology.GetName(link.b), link.rate, link.delay);
        if (link.nic)
        {
            links.back()["rail"] = link.nic->first;
            links.back()["plane"] = link.nic->second;
        }
    }
    for (const IncTopologyServer& server : topology.GetServers())
    {
        nodes.push_back({{"name", server.switchName},
                         {"kind", SCALE_UP},
                         {"reduce", IncName(server.reduction)},
                         {"mesh", server.isMesh}});
        Json gpus = Json::array();
        for (const auto& gpu : server.gpus)
        {
            gpus.push_back(topology.GetName(gpu.host));
            addLink(topology.GetName(gpu.host), server.switchName, gpu.rate, gpu.delay);
        }
        servers.push_back({{"name", server.name}, {"gpus", gpus}});
    }
    text += ArrayText(nodes);
    text += ",\n \"links\": " + ArrayText(links);
    if (!servers.empty())
    {
        text += ",\n \"servers\": " + ArrayText(servers);
    }
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
