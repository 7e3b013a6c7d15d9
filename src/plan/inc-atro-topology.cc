/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-atro-topology.h"

#include "inc-max-flow.h"

#include <algorithm>

namespace ns3
{

namespace
{
constexpr int64_t UNLIMITED = int64_t(1) << 40;
constexpr uint32_t SOURCE = 0;
constexpr uint32_t SINK = 1;
} // namespace

/** Maximum-flow network of one topology. Its nodes are the source, the sink, each switch, each
 * switch's free ports for workers, and each class of workers. */
class IncAtroRouter::Network
{
  public:
    using Node = IncAtroProblem::Node;

    Network(const IncAtroProblem& problem, const IncAtroTopology& topology)
        : m_problem(problem),
          m_cluster(problem.Cluster()),
          m_topology(topology),
          m_flow(2 + 2 * m_cluster.Switches() + problem.WorkerClasses().size()),
          m_free(m_cluster.Switches(), -1),
          m_emissions(m_cluster.Switches(), 0)
    {
    }

    /** Route one flow from each aggregator; return false if one of them has no room. */

    bool Emit()
    {
        if (m_topology.root == IncCluster::NONE || m_problem.RootFlows(m_topology.root) < 1 ||
            !CountPorts())
        {
            return false;
        }
        AddArcs();
        int64_t emitted = 0;
        for (Node v = 0; v < m_cluster.Switches(); ++v)
        {
            if (m_emissions[v] > 0)
            {
                m_flow.AddArc(SOURCE, 2 + v, m_emissions[v]);
                emitted += m_emissions[v];
            }
        }
        return m_flow.Run(SOURCE, SINK) == emitted;
    }

    /** Route workers' flows and return their number, for all workers or as many as possible. */

    uint64_t SendWorkers(bool asManyAsPossible)
    {
        AddWorkers(asManyAsPossible);
        return m_flow.Run(SOURCE, SINK);
    }

    /** Return the aggregators that receive no flow, except the root. */

    std::vector<IncAtroProblem::Node> Idle() const
    {
        std::vector<Node> idle;
        for (Node v = 0; v < m_cluster.Switches(); ++v)
        {
            if (v != m_topology.root && m_cluster.IsAggregator(v) && m_sinks[v] != UINT32_MAX &&
                m_flow.FlowOn(m_sinks[v]) == 0)
            {
                idle.push_back(v);
            }
        }
        return idle;
    }

    IncAtroRouting Result() const
    {
        IncAtroRouting routing;
        routing.topology.root = m_topology.root;
        for (std::size_t i = 0; i < m_topology.arcs.size(); ++i)
        {
            const bool emission = m_arcs[i] == UINT32_MAX;
            const int64_t flows = emission ? 1 : m_flow.FlowOn(m_arcs[i]);
            if (flows > 0)
            {
                routing.topology.arcs.push_back(m_topology.arcs[i]);
                routing.flows.push_back(flows);
            }
        }
        for (std::size_t c = 0; c < m_workerArcs.size(); ++c)
        {
            std::size_t next = 0;
            for (const auto& [v, arc] : m_workerArcs[c])
            {
                for (int64_t n = m_flow.FlowOn(arc); n > 0; --n)
                {
                    routing.workerLinks.emplace_back(m_problem.WorkerClasses()[c].workers[next++],
                                                     v);
                }
            }
        }
        std::sort(routing.workerLinks.begin(), routing.workerLinks.end());
        const Node root = m_topology.root;
        routing.rootFlows = m_cluster.IsAggregator(root) ? 1 : m_flow.FlowOn(m_sinks[root]);
        return routing;
    }

  private:
    bool CountPorts()
    {
        const auto ports = [&](Node v) -> int64_t& {
            m_free[v] = m_free[v] < 0 ? m_cluster.switches[v].ports : m_free[v];
            return m_free[v];
        };
        bool fit = --ports(m_topology.root) >= 0;
        for (const auto& [from, to] : m_topology.arcs)
        {
            fit = fit && ports(from) > 0 && ports(to) > 0;
            if (!fit)
            {
                return false;
            }
            ports(from)--;
            ports(to)--;
        }
        return fit;
    }

    void AddArcs()
    {
        const Node root = m_topology.root;
        m_sinks.assign(m_cluster.Switches(), UINT32_MAX);
        for (Node v = 0; v < m_cluster.Switches(); ++v)
        {
            if (m_free[v] >= 0 && (m_cluster.IsAggregator(v) || v == root))
            {
                const int64_t width =
                    m_cluster.IsAggregator(v) ? UNLIMITED : m_problem.RootFlows(root);
                m_sinks[v] = m_flow.AddArc(2 + v, SINK, width);
            }
        }
        for (const auto& [from, to] : m_topology.arcs)
        {
            if (m_cluster.IsAggregator(from))
            {
                ++m_emissions[to];
                m_arcs.push_back(UINT32_MAX);
            }
            else
            {
                m_arcs.push_back(m_flow.AddArc(2 + from, 2 + to, m_problem.Flows(from, to)));
            }
        }
    }

    void AddWorkers(bool asManyAsPossible)
    {
        for (Node v = 0; v < m_cluster.Switches(); ++v)
        {
            if (m_free[v] > 0)
            {
                m_flow.AddArc(PortsOf(v), 2 + v, m_free[v]);
            }
        }
        const auto& classes = m_problem.WorkerClasses();
        m_workerArcs.resize(classes.size());
        for (uint32_t c = 0; c < classes.size(); ++c)
        {
            const uint32_t node = 2 + 2 * m_cluster.Switches() + c;
            const bool more = asManyAsPossible && classes[c].refused.empty();
            m_flow.AddArc(SOURCE, node, more ? UNLIMITED : classes[c].workers.size());
            for (Node v = 0; v < m_cluster.Switches(); ++v)
            {
                const auto& refused = classes[c].refused;
                if (m_free[v] > 0 && !std::binary_search(refused.begin(), refused.end(), v))
                {
                    m_workerArcs[c].emplace_back(v, m_flow.AddArc(node, PortsOf(v), m_free[v]));
                }
            }
        }
    }

    uint32_t PortsOf(Node v) const
    {
        return 2 + m_cluster.Switches() + v;
    }

    const IncAtroProblem& m_problem;
    const IncCluster& m_cluster;
    const IncAtroTopology& m_topology;
    IncMaxFlow m_flow;
    std::vector<int64_t> m_free;       //!< ports left for workers; negative if a switch is unused
    std::vector<uint32_t> m_emissions; //!< number of aggregators that send to the switch, by switch
    std::vector<uint32_t> m_arcs;  //!< arc of each link; UINT32_MAX if an aggregator sends on it
    std::vector<uint32_t> m_sinks; //!< arc from each switch to the sink; UINT32_MAX: none
    /// Arcs from each class of workers: pairs of switch and arc to this switch's free ports.
    std::vector<std::vector<std::pair<Node, uint32_t>>> m_workerArcs;
};

IncAtroRouter::IncAtroRouter(const IncAtroProblem& problem)
    : m_problem(problem)
{
}

uint64_t
IncAtroRouter::MaxWorkers(const IncAtroTopology& topology) const
{
    Network network(m_problem, topology);
    return network.Emit() ? network.SendWorkers(true) : 0;
}

std::optional<IncAtroRouting>
IncAtroRouter::Route(const IncAtroTopology& topology) const
{
    IncAtroTopology used = topology;
    for (;;)
    {
        Network network(m_problem, used);
        if (!network.Emit() || network.SendWorkers(false) < m_problem.Cluster().workers)
        {
            return std::nullopt;
        }
        const std::vector<IncAtroProblem::Node> idle = network.Idle();
        if (idle.empty())
        {
            return network.Result();
        }
        // An aggregator that receives no flow must not send one: remove its link from the topology.
        const auto gone = [&](const std::pair<IncAtroProblem::Node, IncAtroProblem::Node>& arc) {
            return std::binary_search(idle.begin(), idle.end(), arc.first) ||
                   std::binary_search(idle.begin(), idle.end(), arc.second);
        };
        used.arcs.erase(std::remove_if(used.arcs.begin(), used.arcs.end(), gone), used.arcs.end());
    }
}

} // namespace ns3
