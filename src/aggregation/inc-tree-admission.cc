/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-tree-admission.h"

#include <utility>

namespace ns3
{

uint32_t
IncTreeTable::ReserveQpn()
{
    if (m_freeQpns.empty())
    {
        m_freeQpns.push_back(m_firstQpn + m_endpoints.size());
        m_endpoints.emplace_back();
    }
    const uint32_t qpn = m_freeQpns.front();
    m_freeQpns.pop_front();
    return qpn;
}

void
IncTreeTable::ReleaseQpn(uint32_t qpn)
{
    m_freeQpns.push_back(qpn);
}

void
IncTreeTable::Connect(uint32_t qpn, const IncTreeEndpoint& endpoint)
{
    m_endpoints.at(qpn - m_firstQpn) = endpoint;
}

void
IncTreeTable::ForgetAdmitted()
{
    for (IncTreeEndpoint& endpoint : m_endpoints)
    {
        endpoint.admitted.Forget();
    }
}

IncTree&
IncTreeTable::Add(std::unique_ptr<IncTree> tree)
{
    const uint16_t treeId = tree->state.GetConfig().treeId;
    if (m_trees.size() <= treeId)
    {
        m_trees.resize(treeId + 1);
    }
    m_trees[treeId] = std::move(tree);
    return *m_trees[treeId];
}

void
IncTreeTable::Remove(uint16_t treeId)
{
    for (IncTreeEndpoint& endpoint : m_endpoints)
    {
        if (endpoint.tree == m_trees[treeId].get())
        {
            endpoint.tree = nullptr;
            endpoint.admitted.Forget();
        }
    }
    m_trees[treeId].reset();
}

std::vector<IncTree*>
IncTreeTable::GetTrees() const
{
    std::vector<IncTree*> trees;
    for (const auto& tree : m_trees)
    {
        if (tree)
        {
            trees.push_back(tree.get());
        }
    }
    return trees;
}

std::vector<const IncTreeLink*>
IncTreeTable::GetLinks(const IncTree& tree) const
{
    std::vector<const IncTreeLink*> links;
    for (const auto& link : tree.children)
    {
        links.push_back(link.get());
    }
    if (tree.parent)
    {
        links.push_back(tree.parent.get());
    }
    for (const IncTreeEndpoint& endpoint : m_endpoints)
    {
        if (endpoint.tree == &tree && endpoint.child == IncTreeEndpoint::RESULTS)
        {
            links.push_back(endpoint.link);
        }
    }
    return links;
}

namespace
{

/// Values that the headers of all frames from one neighbor must have.
struct Neighbor
{
    uint32_t source;
    uint32_t port;                //!< port by which frames come in, or ANY_PORT
    std::optional<uint16_t> rank; //!< rank in INC headers; nothing if there are none
    uint32_t key;                 //!< R_Key in RETHs
};

bool
IsAnswer(const IncHeader& header)
{
    return (header.flags & (IncHeader::RESULT | IncHeader::PENDING)) != 0;
}

bool
IsOfService(IncAggregationTransport transport, const IncFrame& frame)
{
    const bool reliable = transport == IncAggregationTransport::RC;
    switch (frame.bth.opcode)
    {
    case IncOpcode::UC_WRITE_ONLY_IMM:
    case IncOpcode::UC_WRITE_FIRST:
    case IncOpcode::UC_WRITE_MIDDLE:
    case IncOpcode::UC_WRITE_LAST_IMM:
        return frame.hasInc && !reliable;
    case IncOpcode::RC_WRITE_ONLY_IMM:
        return frame.hasInc && reliable;
    case IncOpcode::RC_ACK:
        return reliable && !frame.hasInc;
    default:
        return frame.bth.opcode == IncOpcode::CNP && !frame.hasInc;
    }
}

inline std::optional<IncRefusal>
Compare(const Neighbor& neighbor, const IncFrame& frame)
{
    if (frame.source != neighbor.source)
    {
        return IncRefusal::WRONG_SOURCE;
    }
    if (neighbor.port != frame.ingress && neighbor.port != IncTreeChild::ANY_PORT)
    {
        return IncRefusal::WRONG_PORT;
    }
    if (!frame.hasInc)
    {
        return std::nullopt;
    }
    if (frame.inc.rank != neighbor.rank)
    {
        return IncRefusal::WRONG_RANK;
    }
    if (IncHasReth(frame.bth.opcode) && frame.reth.rkey != neighbor.key)
    {
        return IncRefusal::WRONG_KEY;
    }
    return std::nullopt;
}

} // namespace

inline std::optional<IncRefusal>
IncTreeAdmission::ExamineSender(const IncTreeChild& child, const IncFrame& frame) const
{
    const uint32_t port = m_admitsDetours && child.hasDetours ? IncTreeChild::ANY_PORT : child.port;
    const IncConnection& connection = child.connection;
    return Compare({connection.remoteAddress, port, child.rank, connection.localKey}, frame);
}

inline std::optional<IncRefusal>
IncTreeAdmission::ExamineOperation(const IncTreeConfig& config,
                                   const IncTreeChild& sender,
                                   const IncFrame& frame) const
{
    if (const auto refusal = ExamineSender(sender, frame))
    {
        return refusal;
    }
    return frame.inc.Has(IncHeader::ABORT) || config.offer.Includes(frame.inc)
               ? std::nullopt
               : std::optional(IncRefusal::NOT_OFFERED);
}

bool
IncTreeAdmission::Intercepts(const IncTreeConfig& config, const IncFrame& frame)
{
    // Take only contributions to this tree; other frames are on their way to another switch.
    return frame.pbm && !IsAnswer(frame.inc) && config.addressing == IncVatAddressing::ROOT &&
           config.epoch == frame.inc.epoch && config.rootAddress == frame.destination &&
           frame.pbm->bits.Intersects(config.abm->bits);
}

inline std::optional<IncRefusal>
IncTreeAdmission::ExamineContribution(const IncTree& tree,
                                      uint32_t child,
                                      const IncFrame& frame) const
{
    const IncTreeConfig& config = tree.state.GetConfig();
    if (config.addressing == IncVatAddressing::ROOT &&
        (frame.destination != config.rootAddress || frame.bth.destQp != config.rootQpn))
    {
        return IncRefusal::UNKNOWN_QP;
    }
    if (IsAnswer(frame.inc))
    {
        return IncRefusal::NOT_WAITING;
    }
    const bool isOfAll =
        !tree.state.CarriesBits(frame) ||
        (tree.state.IsKnownAsAllOf(child, frame.pbm) && frame.inc.subDomain == config.subDomain);
    return isOfAll ? ExamineOperation(config, config.children[child], frame)
                   : ExamineBits(tree, child, frame);
}

std::optional<IncRefusal>
IncTreeAdmission::ExamineIntercepted(const IncTree& tree, const IncFrame& frame) const
{
    // Only the first packet of an RDMA message has the address, and a switch may miss this packet.
    return IncIsOnly(frame.bth.opcode) && IsOfService(tree.state.GetConfig().transport, frame)
               ? ExamineContribution(tree, 0, frame)
               : IncRefusal::WRONG_SERVICE;
}

std::optional<IncRefusal>
IncTreeAdmission::Examine(const IncTreeEndpoint& endpoint, const IncFrame& frame) const
{
    const IncTree& tree = *endpoint.tree;
    const IncTreeConfig& config = tree.state.GetConfig();
    if (!IsOfService(config.transport, frame))
    {
        return IncRefusal::WRONG_SERVICE;
    }
    if (frame.hasInc && frame.inc.treeId != config.treeId)
    {
        return IncRefusal::WRONG_TREE;
    }
    if (frame.hasInc && frame.inc.epoch != config.epoch)
    {
        return IncRefusal::STALE_EPOCH;
    }
    switch (endpoint.child)
    {
    case IncTreeEndpoint::PARENT:
        return ExamineAnswer(config, frame);
    case IncTreeEndpoint::RESULTS: // this queue pair only sends results
        return frame.hasInc ? IncRefusal::NOT_WAITING
                            : Compare({endpoint.link->GetConnection().remoteAddress,
                                       IncTreeChild::ANY_PORT,
                                       std::nullopt,
                                       0},
                                      frame);
    default:
        return frame.hasInc ? ExamineContribution(tree, endpoint.child, frame)
                            : ExamineSender(config.children[endpoint.child], frame);
    }
}

std::optional<IncRefusal>
IncTreeAdmission::ExamineAnswer(const IncTreeConfig& config, const IncFrame& frame) const
{
    const uint32_t port = m_admitsDetours ? IncTreeChild::ANY_PORT : config.parentPort;
    const auto refusal =
        Compare({config.resultSource, port, config.rank, config.parent->localKey}, frame);
    if (refusal || !frame.hasInc || frame.inc.Has(IncHeader::ABORT))
    {
        return refusal;
    }
    if (!IsAnswer(frame.inc))
    {
        return IncRefusal::WRONG_SERVICE;
    }
    return config.offer.Includes(frame.inc) ? std::nullopt : std::optional(IncRefusal::NOT_OFFERED);
}

std::optional<IncRefusal>
IncTreeAdmission::ExamineBits(const IncTree& tree, uint32_t child, const IncFrame& frame) const
{
    const IncTreeConfig& config = tree.state.GetConfig();
    if (!frame.pbm || frame.pbm->bits.None())
    {
        return IncRefusal::EMPTY_BITMAP;
    }
    const IncBitString& bits = frame.pbm->bits;
    const bool passes = !bits.Intersects(config.abm->bits);
    if (passes && !config.parent)
    {
        return IncRefusal::NOBODYS_BITS;
    }
    if (frame.inc.subDomain != config.subDomain || (!passes && !bits.IsSubsetOf(config.abm->bits)))
    {
        return IncRefusal::FOREIGN_BITS;
    }
    const IncTreeChild& sender = config.children[passes ? child : tree.state.SenderOf(child, bits)];
    if (const auto refusal = ExamineOperation(config, sender, frame))
    {
        return refusal;
    }
    // Over RC the sender's connection ends here, so contributions of workers elsewhere cannot pass.
    const bool goesOn = passes && config.transport == IncAggregationTransport::UC;
    return goesOn || bits.IsSubsetOf(sender.bits->bits) ? std::nullopt
                                                        : std::optional(IncRefusal::FOREIGN_BITS);
}

} // namespace ns3
