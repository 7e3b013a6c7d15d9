/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-eina-products.h"

#include "inc-edge-loads.h"

#include <limits>

namespace ns3
{

namespace
{

using Sense = IncLinearModel::Sense;
using Terms = IncLinearModel::Terms;

class Products
{
  public:
    Products(const IncEdge& edge, const std::vector<double>& low, const std::vector<double>& high)
        : m_edge(edge),
          m_count(edge.aggregators.size()),
          m_load(m_count)
    {
        for (uint32_t p = 0; p < edge.ps.size(); ++p)
        {
            m_made.model.AddVariable({"r", p}, low[p], high[p], false, 1);
        }
    }

    IncRatioModel Make()
    {
        for (uint32_t p = 0; p < m_edge.ps.size(); ++p)
        {
            AddTree(p);
        }
        IncLimitLoads(m_made.model, m_edge, m_load);
        return m_made;
    }

  private:
    void AddTree(uint32_t p)
    {
        m_parents.clear();
        const uint32_t root = m_edge.ps[p].aggregator;
        const double most = m_count - 1;
        IncLinearModel& model = m_made.model;
        Terms places; // r (places for children - nodes that need a place), which must be 0
        double senders = 0;
        uint32_t ofRoot = 0;
        for (uint32_t j = 0; j < m_count; ++j)
        {
            const IncEdge::Aggregator& a = m_edge.aggregators[j];
            const uint32_t children = AddProduct({"k", p, j}, p, most);
            places.emplace_back(children, 1);
            m_load[j].capacity.emplace_back(children, 1);
            m_load[j].capacity.emplace_back(p, a.workers);
            m_load[j].egress.emplace_back(children, 1);
            if (j == root)
            {
                ofRoot = children;
                continue;
            }
            if (m_edge.DepthLimit() <= 2)
            {
                AddParent(p, j, children);
            }
            if (a.workers > 0)
            {
                ++senders;
                m_load[j].ingress.emplace_back(p, 1);
                continue;
            }
            // An aggregator without workers sends if and only if it has children.
            const uint32_t sends = AddProduct({"s", p, j}, p, 1);
            places.emplace_back(sends, -1);
            m_load[j].ingress.emplace_back(sends, 1);
            model.AddRow({"idle", p, j}, {{children, 1}, {sends, -most}}, Sense::LESS, 0);
            model.AddRow({"relay", p, j}, {{children, 1}, {sends, -1}}, Sense::GREATER, 0);
        }
        if (m_edge.DepthLimit() <= 2)
        {
            // With two hops, only the root's children may have children; with one hop, only the
            // root.
            m_parents.emplace_back(ofRoot, m_edge.DepthLimit() == 2 ? -1 : 0);
            model.AddRow({"depth", p}, m_parents, Sense::LESS, 0);
        }
        places.emplace_back(p, -senders);
        model.AddRow({"places", p}, places, Sense::EQUAL, 0);
        if (senders > 0)
        {
            model.AddRow({"root", p}, {{ofRoot, 1}, {p, -1}}, Sense::GREATER, 0);
        }
    }

    uint32_t AddProduct(const IncLinearModel::Name& name, uint32_t p, double high)
    {
        const uint32_t product =
            m_made.model.AddVariable(name, 0, std::numeric_limits<double>::infinity());
        m_made.ratios.push_back({product, p, 0, high});
        return product;
    }

    void AddParent(uint32_t p, uint32_t node, uint32_t children)
    {
        const uint32_t parent = AddProduct({"h", p, node}, p, 1);
        m_parents.emplace_back(parent, 1);
        m_made.model.AddRow({"parent", p, node},
                            {{children, 1}, {parent, 1 - double(m_count)}},
                            Sense::LESS,
                            0);
    }

    const IncEdge& m_edge;
    const uint32_t m_count;
    IncRatioModel m_made;
    /// Products h r, by node below the root of the current tree; h is 1 if the node has children.
    Terms m_parents;
    std::vector<IncEdgeLoad> m_load; //!< loads of each aggregator
};

} // namespace

IncRatioModel
IncEinaProducts(const IncEdge& edge,
                const std::vector<double>& low,
                const std::vector<double>& high)
{
    return Products(edge, low, high).Make();
}

} // namespace ns3
