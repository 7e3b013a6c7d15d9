/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_EVENT_TRACE_H
#define INC_EVENT_TRACE_H

#include "ns3/inc-bfr.h"
#include "ns3/inc-fabric-helper.h"
#include "ns3/inc-group-helper.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <fstream>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Writes the events of a network and its groups as one JSON object per line.
 *
 * With these lines a reader can check an aggregation and its multicast by hand. doc/inc-series.rst
 * lists the fields. Trace sources hold references to this object and so keep it alive.
 */
class IncEventTrace : public SimpleRefCount<IncEventTrace>
{
  public:
    /** \brief Trace the ports of a network into the file at `path`, see IncOpenOutputFile(). */
    IncEventTrace(const IncFabric& fabric, const std::string& path);
    IncEventTrace(const IncEventTrace&) = delete;
    IncEventTrace& operator=(const IncEventTrace&) = delete;

    /** \brief Trace the switches, clients and BFRs of a group on this network too. */
    void Watch(const IncFabric& fabric, const IncGroup& group);

  private:
    // Node index `node` sends or receives a frame; `peer` is at the other end of the link.
    void OnFrame(uint32_t node, uint32_t peer, const char* event, const IncFrame& frame);
    void OnDropped(uint32_t node, uint32_t peer, const IncFrame& frame, IncDropReason reason);
    void OnCopy(uint32_t node,
                const IncBierEncapsulation& copy,
                const IncNetDevice& port,
                uint32_t size);
    void OnDiscard(uint32_t node,
                   const IncBierHeader& header,
                   const IncBitString& bits,
                   IncBierDropReason reason);
    void OnSlot(uint32_t node,
                const char* event,
                uint16_t treeId,
                uint32_t messageId,
                uint32_t slot,
                const IncBitString& bits);
    void OnRefused(uint32_t node, const IncFrame& frame, IncRefusal refusal);
    void OnDelivered(uint32_t node, uint16_t treeId, uint32_t messageId);

    nlohmann::ordered_json Begin(uint32_t node, const char* event) const;
    nlohmann::ordered_json Describe(uint32_t node,
                                    uint32_t peer,
                                    const char* event,
                                    const IncFrame& frame) const;
    void Write(const nlohmann::ordered_json& line);

    IncTopology m_topology; //!< not the fabric: a reference to it would be a cycle
    std::shared_ptr<std::ofstream> m_out;
    std::set<const IncAggregator*> m_watched;
    bool m_bfrsWatched{false};
};

} // namespace ns3

#endif // INC_EVENT_TRACE_H
